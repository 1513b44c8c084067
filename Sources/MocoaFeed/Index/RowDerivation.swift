/// Adds derived members to rows, and leaves out what is not read.
///
/// Where only some members are wanted, a row is read once, and the values are derived from a small
/// object of what was found in it.
struct RowDerivation: Sendable {
  private let members: [Member]

  /// A member to add.
  private struct Member {
    let evaluation: DerivedEvaluation

    /// The slot of a kept member of the same name; nil if it may be one that was added.
    let slot: Int?
  }

  /// A Boolean value that indicates whether only some members are wanted.
  private let isPartial: Bool

  /// Finds the members that are kept.
  private var tree = MemberTree()

  /// The names of the members that are kept, as JSON keys with their colons, by their slots, behind
  /// a comma.
  private let keys: [[UInt8]]

  private var value: [UInt8] = []

  /// A Boolean value that indicates whether members are derived from rows that are no objects.
  private let usesValue: Bool

  /// Creates a derivation.
  ///
  /// - Parameters:
  ///   - members: The members to add; each can use those before it.
  ///   - names: The names of the members of rows that are kept, at least those that the derived
  ///     members look at; nil for all.
  init(_ members: [DerivedMember], keeping names: Set<String>? = nil) {
    let name = MemberPath.nameOfValue
    usesValue = members.contains { member in
      member.name == name || member.sources?.contains { $0.keys.first == name } == true
    }
    isPartial = names != nil
    let kept = names?.sorted() ?? []
    keys = kept.map { [UInt8(ascii: ",")] + DerivedMember.key($0) }
    self.members = members.indices.map { index in
      let name = members[index].name
      let isAdded = members[..<index].contains { $0.name == name }
      return Member(
        evaluation: members[index].evaluation, slot: isAdded ? nil : kept.firstIndex(of: name))
    }
    for name in kept {
      _ = tree.add([MemberStep(key: Array(name.utf8)[...])], isInArrays: false)
    }
  }

  /// Appends a row with the derived members.
  ///
  /// - Complexity: O(n) for n bytes of the row.
  /// - Throws: The syntax error in the row.
  mutating func append(
    _ row: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    let start = json.count
    let isKept = appendKept(of: row, to: &json)
    if !isKept {
      // After a syntax error no members can be found.
      do {
        if !CheckedScanner.isValid(row) { try JSONBytes(Array(row)).check() }
      } catch {
        throw RowCoding.Fault(reason: .notJSON(error.reason), offset: error.offset)
      }
      let text = row[rebased: row.trimmed(from: 0, to: row.count)]
      guard text.first == UInt8(ascii: "{") else { return appendObject(of: text, to: &json) }
      json.append(contentsOf: text)
    }
    insertMembers(in: &json, from: start, isKept: isKept)
  }

  private mutating func insertMembers(
    in json: inout [UInt8], from start: Int, isKept: Bool = false
  ) {
    for index in members.indices {
      let isNew = isKept && members[index].slot.map { tree.values[$0].isEmpty } == true
      members[index].evaluation.insert(in: &json, from: start, isNew: isNew, &value)
    }
  }

  /// The object of a row that is none begins with its name.
  private static let startOfObject =
    [UInt8(ascii: "{")] + DerivedMember.key(MemberPath.nameOfValue)

  /// Appends an object of a row that is none, and the derived members; the row itself if it has
  /// none of them, and they are those of other rows.
  private mutating func appendObject(of row: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    let start = json.count
    json += Self.startOfObject
    json.append(contentsOf: row)
    json.append(UInt8(ascii: "}"))
    let end = json.count
    insertMembers(in: &json, from: start)
    guard json.count == end, !usesValue else { return }
    json.removeSubrange(start...)
    json.append(contentsOf: row)
  }

  /// Appends a row that is in memory of its own.
  mutating func append(
    _ row: [UInt8], to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    try JSONBytes(row).withBytes { row throws(RowCoding.Fault) in try append(row, to: &json) }
  }

  /// Appends an object of the members that are kept.
  ///
  /// - Returns: `false`, with nothing appended, if the whole row is needed, as it is no object, or
  ///   has a member more than once, which is reported.
  private mutating func appendKept(
    of row: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) -> Bool {
    guard isPartial, row.first == UInt8(ascii: "{"), tree.read(row), !tree.isRepeating
    else { return false }
    let start = json.count
    for slot in keys.indices {
      let range = tree.values[slot]
      guard !range.isEmpty else { continue }
      keys[slot].withUnsafeBytes { json.append(contentsOf: $0) }
      json.append(contentsOf: row[rebased: range])
    }
    if json.count == start { json.append(0) }
    json[start] = UInt8(ascii: "{")
    json.append(UInt8(ascii: "}"))
    return true
  }
}
