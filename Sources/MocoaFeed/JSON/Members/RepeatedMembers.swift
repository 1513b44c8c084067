/// The rows that have a member more than once, of which the last one counts.
package struct RepeatedMembers: Sendable {
  private var count = 0

  /// The number of the first row, and the member.
  private var first: (row: Int, member: String)?

  /// Creates a collection without rows.
  package init() {}

  /// Adds the row that a tree has read last, if a member that was read is repeated.
  @inline(__always)
  mutating func add(_ number: Int, readBy tree: borrowing MemberTree) {
    guard tree.isRepeating else { return }
    if first == nil { first = (number, tree.repeatedMember) }
    count += 1
  }

  /// Adds those of other rows, whose numbers start at 0.
  mutating func add(_ other: RepeatedMembers, from start: Int) {
    if first == nil { first = other.first.map { (row: start + $0.row, member: $0.member) } }
    count += other.count
  }

  /// A note such as `2 rows have a member more than once; the last one counts: d (row 3)`; nil if
  /// there are none.
  package var note: String? {
    first.map { row, member in
      "\(count == 1 ? "1 row has" : "\(count) rows have") a member more than once; "
        + "the last one counts: \(member) (row \(row + 1))"
    }
  }
}

extension Sequence<MemberPath> {
  /// A note on those that rows have more than once, as far as they were looked for; nil if there
  /// are none.
  package var repetitionNote: String? {
    let names = filter(\.isRepeated).map(\.title)
    guard let first = names.first else { return nil }
    return "some rows have a member more than once; the last one counts: \(first)"
  }
}
