/// Adds derived members to rows, and leaves out what is not read.
///
/// Where only some members are wanted, a row is read once, and the values are derived from a small
/// object of what was found in it.
struct RowDerivation: Sendable {
  private let members: [DerivedEvaluation]

  /// Finds the members that are kept; nil if whole rows are wanted.
  private var tree: MemberTree?

  /// The names of the members that are kept, as JSON keys with their colons, by their slots.
  private var keys: [[UInt8]] = []

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
    self.members = members.map(\.evaluation)
    let name = MemberPath.nameOfValue
    usesValue = members.contains { member in
      member.name == name || member.sources?.contains { $0.keys.first == name } == true
    }
    guard let names else { return }
    var tree = MemberTree()
    for name in names.sorted() {
      _ = tree.add([MemberStep(key: Array(name.utf8)[...])], isInArrays: false)
      keys.append(DerivedMember.key(name))
    }
    self.tree = tree
  }

  /// Appends a row with the derived members.
  ///
  /// - Complexity: O(n) for n bytes of the row.
  /// - Throws: The syntax error in the row.
  mutating func append(
    _ row: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    let start = json.count
    if !appendKept(of: row, to: &json) {
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
    insertMembers(in: &json, from: start)
  }

  private mutating func insertMembers(in json: inout [UInt8], from start: Int) {
    for index in members.indices { members[index].insert(in: &json, from: start, &value) }
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
    guard tree != nil, row.first == UInt8(ascii: "{"), tree?.read(row) == true, let tree,
      !tree.isRepeating
    else { return false }
    var separator = UInt8(ascii: "{")
    for slot in keys.indices {
      let range = tree.values[slot]
      guard !range.isEmpty else { continue }
      json.append(separator)
      json += keys[slot]
      json.append(contentsOf: row[rebased: range])
      separator = UInt8(ascii: ",")
    }
    if separator == UInt8(ascii: "{") { json.append(separator) }
    json.append(UInt8(ascii: "}"))
    return true
  }
}
