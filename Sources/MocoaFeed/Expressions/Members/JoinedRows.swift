import Synchronization

/// The rows of a feed by the value of a member, to be joined with other rows.
///
/// Values are equal if they read alike: the numbers 7 and 7.0, and the text `"7"`, but not `"07"`,
/// nor `true` and `"true"`. Missing values as ``QueryValue/isMissing`` has them, arrays and objects
/// match nothing. Of rows with the same value, the first is used, or an array of all.
package final class JoinedRows: Sendable {
  /// The places of the rows by the hashes of their values.
  private let places: HashedPlaces

  /// The row of each place; of those that are joined in arrays, all, with commas between them.
  private let texts: [[UInt8]]

  /// A Boolean value that indicates whether all rows with a value are joined, as an array.
  package let takesAll: Bool

  private let hasReplaced = Atomic(false)
  private let hasMissed = Atomic(false)
  private let firstMiss = Mutex<[UInt8]>([])

  /// A Boolean value that indicates whether a row had a member of the name of the joined one.
  var hasReplacedMember: Bool { hasReplaced.load(ordering: .relaxed) }

  /// Records that a row had a member of the name of the joined one.
  func didReplaceMember() { hasReplaced.store(true, ordering: .relaxed) }

  /// The first value, as JSON, for which there was no row; nil if there was one for each.
  var valueWithoutRow: String? {
    guard hasMissed.load(ordering: .relaxed) else { return nil }
    return String(decoding: firstMiss.withLock { $0 }, as: UTF8.self)
  }

  /// The titles of the table that the rows are; empty for other rows.
  private let titles: [String]

  /// The number of rows with the value of an earlier row that are left out.
  package let duplicateCount: Int

  /// The first row that cannot be read, and how many are left out; nil if all can be read.
  let fault: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - places: The places of the rows by the hashes of their values.
  ///   - texts: The row of each place, or all with a value, with commas between them.
  ///   - titles: The titles of the table that the rows are; empty for other rows.
  ///   - duplicateCount: The number of rows with the value of an earlier row that are left out.
  ///   - fault: The first row that cannot be read, and how many are left out; nil for none.
  ///   - takesAll: A Boolean value that indicates whether all rows with a value are joined.
  init(
    places: HashedPlaces, texts: [[UInt8]], titles: [String], duplicateCount: Int, fault: String?,
    takesAll: Bool
  ) {
    (self.places, self.texts, self.titles) = (places, texts, titles)
    (self.duplicateCount, self.fault, self.takesAll) = (duplicateCount, fault, takesAll)
  }

  /// Returns whether both have the same rows in the same order, and the same fault.
  package func hasSameRows(as other: JoinedRows) -> Bool {
    places.hashes == other.places.hashes && texts == other.texts && fault == other.fault
  }

  /// Returns whether one of the rows, each of which is joined alone, has a member; without rows and
  /// titles, any may be one.
  ///
  /// - Complexity: O(bytes of the rows).
  func mayHave(_ path: MemberPath) -> Bool {
    guard !takesAll, !texts.isEmpty || !titles.isEmpty, let first = path.keys.first else {
      return true
    }
    if titles.contains(first) { return true }
    return texts.contains { $0.withUnsafeBytes { path.range(in: $0) != nil } }
  }

  /// Appends the row for a value; returns `false` if there is none.
  func append(_ value: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    let hash = Self.hash(of: value)
    // Null, blank texts and placeholders are no keys.
    if hash == nil, value.first.map({ "[{".utf8.contains($0) }) != true { return false }
    guard let place = hash.flatMap({ places.find($0) }) else {
      if !hasMissed.load(ordering: .relaxed) {
        firstMiss.withLock { if $0.isEmpty { $0 = Array(value) } }
        hasMissed.store(true, ordering: .relaxed)
      }
      return false
    }
    if takesAll { json.append(UInt8(ascii: "[")) }
    json += texts[place]
    if takesAll { json.append(UInt8(ascii: "]")) }
    return true
  }

  /// Returns the hash of a value, which is that of all equal ones; nil for missing values, arrays
  /// and objects.
  ///
  /// - Complexity: Allocates nothing for texts without escapes and whole numbers.
  static func hash(of value: UnsafeRawBufferPointer) -> UInt64? {
    let hash = ByteHash.ofThisRun
    let content = QueryValue(value)
    switch content {
    case .text(let text) where content?.isMissing == false:
      return QueryValue.withIdentity(text) { hash($0) }
    // Short whole numbers are written in one way.
    case .number where value.count <= 15 && value.allSatisfy(\.isDigit): return hash(value)
    case .number(let number): return number.json.withUnsafeBytes { hash($0) }
    // No text begins with this byte.
    case .bool: return ([0xFE] + Array(value)).withUnsafeBytes { hash($0) }
    case .text, .null, .container, nil: return nil
    }
  }
}

extension DerivedMember {
  /// Creates a member that holds the row of another feed whose key is the value of a member.
  package init(_ name: String, joining rows: JoinedRows, by key: MemberPath, text: String) {
    let error = FilterSyntaxError(
      "no row has a member '\(key.title)'", at: text.startIndex..<text.endIndex, in: text)
    self.init(
      name: name, text: text, expression: .joined(rows, key), watches: [MemberWatch(key, error)],
      option: rows.takesAll ? "--join-all" : "--join")
  }

  /// Returns the member with other rows of the other feed; unchanged if it is none of another feed.
  package func joining(_ rows: JoinedRows) -> DerivedMember {
    guard case .joined(_, let key) = evaluation.expression else { return self }
    return DerivedMember(
      name: name, text: text, expression: .joined(rows, key), watches: evaluation.watches,
      option: option)
  }
}

extension [DerivedMember] {
  /// The error of the first name of a member by which rows are joined that no evaluated row has,
  /// with its option; nil if there is none.
  package var joinFault: (option: String, error: FilterSyntaxError)? {
    guard let member = first(where: { $0.isJoined && !$0.missingMembers.isEmpty }),
      let error = member.missingMembers.first
    else { return nil }
    let later = first { !$0.isJoined && $0.name == member.members.first?.keys.first }
    let hint = later.map { later in
      "; \(later.option), which makes \(later.name), is done after \(member.option)"
    }
    return (member.option, error.adding(hint ?? ""))
  }
}
