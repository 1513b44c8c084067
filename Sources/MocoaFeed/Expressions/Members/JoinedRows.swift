import MocoaCore
import Synchronization

/// The rows of a feed by their keys, the values of one or several members, to be joined with other
/// rows.
///
/// Values are equal if they read alike: the numbers 7 and 7.0, and the text `"7"`, but not `"07"`,
/// nor `true` and `"true"`. Missing values as ``QueryValue/isMissing`` has them, arrays and objects
/// match nothing, and neither does a key with one of them. Of rows with the same key, the first is
/// used, or an array of all.
package final class JoinedRows: Sendable {
  /// The places of the rows by the hashes of their keys.
  private let places: HashedPlaces

  /// The row of each place; of those that are joined in arrays, all, with commas between them.
  private let texts: [[UInt8]]

  /// A Boolean value that indicates whether all rows with a key are joined, as an array.
  package let takesAll: Bool

  private let hasReplaced = Atomic(false)
  private let hasMissed = Atomic(false)
  private let firstMiss = Mutex<[String]>([])

  /// A Boolean value that indicates whether a row had a member of the name of the joined one.
  var hasReplacedMember: Bool { hasReplaced.load(ordering: .relaxed) }

  /// The place of the key with the level of a log, if one usually has it, and the spellings of the
  /// rows, and of rows for which there is none.
  private let levelKey: Int?
  private let levels: Mutex<LevelSpellings>
  private let levelsOfRows: LevelSpellings

  final class Identity: Sendable {}

  /// One object for all copies, which have the same rows.
  let identity: Identity

  /// Returns a note on values that are one level of a log in different spellings, which are not
  /// joined; nil if there are none.
  func levelNote(on keys: [MemberPath]) -> String? {
    guard let levelKey, keys.indices.contains(levelKey) else { return nil }
    return levels.withLock { $0 }.note(on: keys[levelKey])
  }

  /// Records that a row had a member of the name of the joined one.
  func didReplaceMember() { hasReplaced.store(true, ordering: .relaxed) }

  /// The values, as JSON, of the first key for which there was no row; nil if there was one for
  /// each.
  var valuesWithoutRow: [String]? {
    guard hasMissed.load(ordering: .relaxed) else { return nil }
    return firstMiss.withLock { $0 }
  }

  /// The titles of the table that the rows are; empty for other rows.
  private let titles: [String]

  /// The number of rows with the key of an earlier row that are left out.
  package let duplicateCount: Int

  /// A note on these rows; nil if there are none.
  package var duplicatesNote: String? {
    guard duplicateCount > 0 else { return nil }
    let ignored =
      duplicateCount == 1
      ? "1 row has a repeated key and is ignored"
      : "\(TextNumber.grouped("\(duplicateCount)")) rows have repeated keys and are ignored"
    return "\(ignored); the first row of each key is joined; --join-all joins each"
  }

  /// The first row that cannot be read, and how many are left out; nil if all can be read.
  let fault: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - places: The places of the rows by the hashes of their keys.
  ///   - texts: The row of each place, or all with a key, with commas between them.
  ///   - titles: The titles of the table that the rows are; empty for other rows.
  ///   - duplicateCount: The number of rows with the key of an earlier row that are left out.
  ///   - fault: The first row that cannot be read, and how many are left out; nil for none.
  ///   - takesAll: A Boolean value that indicates whether all rows with a key are joined.
  ///   - levels: The spellings of the levels that are a key of the rows, and its place.
  init(
    places: HashedPlaces, texts: [[UInt8]], titles: [String], duplicateCount: Int, fault: String?,
    takesAll: Bool, levels: (key: Int?, spellings: LevelSpellings)
  ) {
    levelKey = levels.key
    self.levels = Mutex(levels.spellings)
    levelsOfRows = levels.spellings
    identity = Identity()
    (self.places, self.texts, self.titles) = (places, texts, titles)
    (self.duplicateCount, self.fault, self.takesAll) = (duplicateCount, fault, takesAll)
  }

  /// Creates a table of the same rows, without what was noted on those that they were joined with.
  init(copying other: JoinedRows) {
    (identity, levelKey, levelsOfRows) = (other.identity, other.levelKey, other.levelsOfRows)
    levels = Mutex(other.levelsOfRows)
    (places, texts, titles) = (other.places, other.texts, other.titles)
    (duplicateCount, fault, takesAll) = (other.duplicateCount, other.fault, other.takesAll)
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

  /// Appends the row whose key is that of another row; returns `false` if there is none.
  ///
  /// - Parameters:
  ///   - row: The other row.
  ///   - paths: The members that are its key.
  ///   - json: The bytes to which the row is appended.
  /// - Returns: Whether there is one.
  func append(
    rowFor row: UnsafeRawBufferPointer, by paths: [MemberPath], to json: inout [UInt8]
  ) -> Bool {
    guard let place = Self.hash(of: row, by: paths).flatMap({ places.find($0) }) else {
      if !hasMissed.load(ordering: .relaxed) { noteMiss(of: row, by: paths) }
      if let levelKey, let range = paths[levelKey].range(in: row) {
        levels.withLock { $0.add(row[rebased: range]) }
      }
      return false
    }
    if takesAll { json.append(UInt8(ascii: "[")) }
    json += texts[place]
    if takesAll { json.append(UInt8(ascii: "]")) }
    return true
  }

  /// Records the key of a row for which there is none.
  private func noteMiss(of row: UnsafeRawBufferPointer, by paths: [MemberPath]) {
    var values: [String] = []
    for path in paths {
      guard let range = path.range(in: row) else { return }
      let value = row[rebased: range]
      // Null, blank texts and placeholders are no keys.
      guard Self.hash(of: value) != nil || value.first.map({ "[{".utf8.contains($0) }) == true
      else { return }
      values.append(String(decoding: value, as: UTF8.self))
    }
    firstMiss.withLock { if $0.isEmpty { $0 = values } }
    hasMissed.store(true, ordering: .relaxed)
  }

  /// Returns the hash of the key of a row; nil if one of its values is none.
  static func hash(of row: UnsafeRawBufferPointer, by paths: [MemberPath]) -> UInt64? {
    var key: UInt64?
    for path in paths {
      guard let range = path.range(in: row), let hash = Self.hash(of: row[rebased: range])
      else { return nil }
      key = key.map { ByteHash.ofThisRun($0, hash) } ?? hash
    }
    return key
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
  /// Creates a member that holds the row of another feed whose key is that of members.
  package init(_ name: String, joining rows: JoinedRows, by keys: [MemberPath], text: String) {
    let watches = keys.map { key in
      let error = FilterSyntaxError(
        "no row has a member '\(key.title)'", at: text.startIndex..<text.endIndex, in: text)
      return MemberWatch(key, error)
    }
    self.init(
      name: name, text: text, expression: .joined(rows, keys), watches: watches,
      option: rows.takesAll ? "--join-all" : "--join")
  }

  /// Returns the member with other rows of the other feed; unchanged if it is none of another feed.
  package func joining(_ rows: JoinedRows) -> DerivedMember {
    guard case .joined(_, let keys) = evaluation.expression else { return self }
    return DerivedMember(
      name: name, text: text, expression: .joined(rows, keys), watches: evaluation.watches,
      option: option)
  }
}

extension [DerivedMember] {
  /// The error of the first name of a member by which rows are joined that no evaluated row has,
  /// with its option; nil if there is none.
  package var joinFault: (option: String, error: FilterSyntaxError)? {
    guard let member = first(where: { $0.isJoined && !$0.missingMembers.isEmpty }),
      let (path, error) = member.unseenMembers.first
    else { return nil }
    let later = first { !$0.isJoined && $0.name == path.keys.first }
    let hint = later.map { later in
      "; \(later.option), which makes \(later.name), is done after \(member.option)"
    }
    return (member.option, error.adding(hint ?? ""))
  }
}
