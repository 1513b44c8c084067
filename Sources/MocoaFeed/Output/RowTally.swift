/// The number of rows of a kind, and the first of them.
package struct RowTally: Hashable, Sendable {
  /// The number of rows.
  package private(set) var count = 0

  /// The number in the feed of the row that was added first.
  package private(set) var first: Int?

  /// Creates an empty tally.
  package init() {}

  /// Adds a row.
  package mutating func add(_ number: Int) {
    count += 1
    first = first ?? number
  }

  /// Adds the rows of another tally, whose numbers start at 0.
  mutating func add(_ other: RowTally, from start: Int) {
    count += other.count
    first = first ?? other.first.map { start + $0 }
  }
}
