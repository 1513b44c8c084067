import MocoaDiff

/// A row of a test: its identity and its content.
package struct TestRow: Identifiable, Hashable, Sendable, CustomStringConvertible {
  package var id: Int
  package var content: Int

  package init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity as a letter where there is one, and the content where it is not 0: `a`, `b1`.
  package var description: String {
    let name = Unicode.Scalar(UInt32(97 + id)).flatMap { (0..<26).contains(id) ? "\($0)" : nil }
    return (name ?? "\(id).") + (content == 0 ? "" : "\(content)")
  }
}

/// A section of a test: its identity, its content and its rows.
package struct TestSection: DifferenceSection, Hashable, Sendable, CustomStringConvertible {
  package var id: Int
  var content: Int
  package var rows: [TestRow]

  package init(_ id: Int, content: Int = 0, rows: [TestRow] = []) {
    self.id = id
    self.content = content
    self.rows = rows
  }

  package func hasEqualContent(as other: TestSection) -> Bool { content == other.content }

  package var description: String {
    let name = "\(id)" + (content == 0 ? "" : ".\(content)")
    return "\(name)[\(rows.map(\.description).joined(separator: " "))]"
  }
}

/// Makes sections from a text such as `1:a b1 c | 2:d`: identity, rows, and contents as digits.
package func sections(_ text: String) -> [TestSection] {
  text.split(separator: "|").map { part in
    let halves = part.split(separator: ":", omittingEmptySubsequences: false)
    let id = Int(halves[0].filter { !$0.isWhitespace }) ?? 0
    return TestSection(id, rows: rows(String(halves.count > 1 ? halves[1] : "")))
  }
}

/// Makes rows from a text such as `a b1 c`: a letter for the identity, a number for the content.
package func rows(_ text: String) -> [TestRow] {
  text.split(separator: " ").map { word in
    let letter = word.unicodeScalars.first.map { Int($0.value) - 97 } ?? 0
    return TestRow(letter, content: Int(word.dropFirst()) ?? 0)
  }
}
