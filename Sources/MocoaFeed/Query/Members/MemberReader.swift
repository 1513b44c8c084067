/// Reads members of the rows that are counted: in groups, summaries and histograms.
///
/// Rows that are not JSON do not count, although some of their members may be found; their numbers
/// are recorded, so that they can be reported.
struct MemberReader: Sendable {
  private var tree = MemberTree()

  /// The rows that do not count.
  private(set) var broken = RowTally()

  /// The rows that have one of the members more than once.
  private(set) var repeated = RepeatedMembers()

  /// Adds a member to those that are read, and returns the slots of its value.
  mutating func slots(of path: MemberPath) -> [Int] { tree.slots(of: path) }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - row: The bytes of the row.
  ///   - number: The number by which it is recorded if it does not count.
  /// - Returns: `true` if it counts.
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
  package var leftOutText: String? {
    switch count {
    case 0: nil
    case 1: "1 row cannot be read and is left out"
    default: "\(count) rows cannot be read and are left out"
    }
  }
}
