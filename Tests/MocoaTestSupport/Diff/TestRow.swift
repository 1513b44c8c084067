import MocoaCore

/// A row of a test: who it is, and what it shows.
public struct TestRow: Identifiable, Hashable, Sendable, CustomStringConvertible {
  public var id: Int
  public var content: Int

  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity as a letter where there is one, and the content where it is not 0: `a`, `b1`.
  public var description: String {
    let name = Unicode.Scalar(UInt32(97 + id)).flatMap { (0..<26).contains(id) ? "\($0)" : nil }
    return (name ?? "\(id).") + (content == 0 ? "" : "\(content)")
  }
}

/// A section of a test: who it is, what it shows, its rows, and the parts of each kind.
public struct TestSection: DifferenceSection, Hashable, Sendable, CustomStringConvertible {
  public var id: Int
  public var content: Int
  public var rows: [TestRow]
  public var headers: [Int]
  public var footers: [Int]

  public init(
    _ id: Int, content: Int = 0, rows: [TestRow] = [], headers: [Int] = [], footers: [Int] = []
  ) {
    self.id = id
    self.content = content
    self.rows = rows
    self.headers = headers
    self.footers = footers
  }

  public func hasEqualContent(as other: TestSection) -> Bool { content == other.content }

  public var supplementaryKinds: [ModuleKind] {
    (headers.isEmpty ? [] : [.header]) + (footers.isEmpty ? [] : [.footer])
  }

  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { parts(kind).count }

  public func hasEqualSupplementaryModel(
    of kind: ModuleKind, at index: Int, as other: TestSection
  ) -> Bool {
    parts(kind)[index] == other.parts(kind)[index]
  }

  public func parts(_ kind: ModuleKind) -> [Int] { kind == .header ? headers : footers }

  public var description: String {
    let name = "\(id)" + (content == 0 ? "" : ".\(content)")
    return "\(name)[\(rows.map(\.description).joined(separator: " "))]"
      + (headers.isEmpty ? "" : "h\(headers)") + (footers.isEmpty ? "" : "f\(footers)")
  }
}

/// Makes sections from a text such as `1:a b1 c | 2:d`: identity, rows, and contents as digits.
public func sections(_ text: String) -> [TestSection] {
  text.split(separator: "|").map { part in
    let halves = part.split(separator: ":", omittingEmptySubsequences: false)
    let id = Int(halves[0].filter { !$0.isWhitespace }) ?? 0
    return TestSection(id, rows: rows(String(halves.count > 1 ? halves[1] : "")))
  }
}

/// Makes rows from a text such as `a b1 c`: a letter for the identity, a number for the content.
public func rows(_ text: String) -> [TestRow] {
  text.split(separator: " ").map { word in
    let letter = word.unicodeScalars.first.map { Int($0.value) - 97 } ?? 0
    return TestRow(letter, content: Int(word.dropFirst()) ?? 0)
  }
}
