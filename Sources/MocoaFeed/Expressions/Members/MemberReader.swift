/// Reads members of rows, all of them in one pass over each row.
///
/// Rows that are not JSON do not count in groups, summaries and histograms, although some of their
/// members may be found; their numbers are recorded, so that they can be reported.
package struct MemberReader: Sendable {
  private var tree = MemberTree()

  /// The slots of the members that `values(in:)` returns.
  private var slots: [[Int]] = []

  /// The rows that do not count.
  private(set) var broken = RowTally()

  /// The rows that have one of the members more than once.
  private(set) var repeated = RepeatedMembers()

  /// Creates a reader of the members that `values(in:)` returns.
  package init(_ members: [MemberPath] = []) {
    slots = members.map { tree.slots(of: $0) }
  }

  /// Returns the values of the members in a row, in the order of the members; nil for each that the
  /// row lacks.
  ///
  /// - Complexity: O(n) for n bytes of the row and members.
  package mutating func values(in row: JSONBytes) -> [JSONBytes?] {
    // Invalid Unicode in a name is U+FFFD in the member's.
    let row = row.withBytes { UTF8Sequence.isValid($0) ? row : JSONBytes(JSONText.repaired($0)) }
    row.withBytes { _ = tree.read($0) }
    return slots.map { tree.range(in: $0).map(row.cut) }
  }

  /// Finds the places of the members in a row, which is UTF-8, empty for those that it lacks;
  /// returns `false` if it is not JSON.
  package mutating func read(
    _ row: UnsafeRawBufferPointer, placesIn places: inout [Range<Int>]
  ) -> Bool {
    guard tree.read(row) else { return false }
    for index in slots.indices { places[index] = tree.range(in: slots[index]) ?? 0..<0 }
    return true
  }

  /// Adds a member to those that are read, and returns the slots of its value.
  mutating func slots(of path: MemberPath) -> [Int] { tree.slots(of: path) }

  /// Reads a row; if it does not count, records its number, and returns `false`.
  mutating func read(_ row: UnsafeRawBufferPointer, number: Int) -> Bool {
    let isJSON = tree.read(row)
    if isJSON { repeated.add(number, readBy: tree) } else { broken.add(number) }
    return isJSON
  }

  /// Returns the value of a member in the last row; nil if the row lacks it.
  @inline(__always)
  func value(in slots: [Int], of row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    tree.value(in: slots, of: row)
  }
}

extension RowTally {
  /// That the rows do not count, as part of a sentence; nil if there are none.
  package var leftOutText: String? { Self.leftOutText(count) }

  /// That a number of rows, or of more rows, does not count, as part of a sentence; nil for none.
  package static func leftOutText(_ count: Int, isMore: Bool = false) -> String? {
    let more = isMore ? "more " : ""
    return switch count {
    case 0: nil
    case 1: "1 \(more)row cannot be read and is left out"
    default: "\(count) \(more)rows cannot be read and are left out"
    }
  }
}

extension ValueIdentity {
  /// Returns the hash of the values of members of the row that a reader has read.
  mutating func hash(
    of members: [[Int]], readBy reader: borrowing MemberReader, in row: UnsafeRawBufferPointer
  ) -> UInt64 {
    removeAll()
    for slots in members { append(reader.value(in: slots, of: row)) }
    return hash
  }
}
