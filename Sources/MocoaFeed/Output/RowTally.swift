/// How many rows there are of a kind, and which is the first.
public struct RowTally: Hashable, Sendable {
  /// How many rows there are.
  public private(set) var count = 0

  /// The number in the feed of the one that was added first.
  public private(set) var first: Int?

  /// Makes a tally without rows.
  public init() {}

  /// Adds a row.
  public mutating func add(_ number: Int) {
    count += 1
    first = first ?? number
  }

  /// Adds rows behind those that there are, which are counted from one.
  mutating func add(_ other: RowTally, from start: Int) {
    count += other.count
    first = first ?? other.first.map { start + $0 }
  }
}
