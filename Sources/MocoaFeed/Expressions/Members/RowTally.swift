/// The number of rows of a kind, and which rows of the feed they are.
package struct RowTally: Hashable, Sendable {
  /// The number of rows.
  package private(set) var count = 0

  /// The numbers of the rows, in the order in which they were added; up to a limit.
  private var runs: [Range<Int>] = []

  /// The maximum number of runs of consecutive rows that are recorded.
  private static let runLimit = 1 << 14

  /// Creates an empty tally.
  package init() {}

  /// Creates a tally of rows.
  package init(_ numbers: some Sequence<Int>) {
    for number in numbers { add(number) }
  }

  /// The number in the feed of the row that was added first.
  package var first: Int? { runs.first?.lowerBound }

  /// Returns the numbers of the rows that were added first, as far as they are recorded.
  ///
  /// - Complexity: O(n) for n returned rows.
  package func numbers(first count: Int) -> [Int] { Array(runs.joined().prefix(count)) }

  package mutating func add(_ number: Int) {
    count += 1
    add(number..<number + 1)
  }

  /// Adds the rows of another tally, whose numbers start at 0.
  package mutating func add(_ other: RowTally, from start: Int = 0) {
    count += other.count
    for run in other.runs { add(start + run.lowerBound..<start + run.upperBound) }
  }

  private mutating func add(_ run: Range<Int>) {
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else if runs.count < Self.runLimit {
      runs.append(run)
    }
  }

  /// Returns the rows of each source that has some, in the order of the sources.
  ///
  /// - Parameter sources: The ranges of the numbers of rows, one after the other.
  /// - Returns: A tally for each source; the last one has the rows beyond the limit, whose source
  ///   is unknown, if there are some.
  func parts(of sources: [Range<Int>]) -> [RowTally] {
    guard sources.count > 1, count > 0 else { return count > 0 ? [self] : [] }
    var parts: [Int: RowTally] = [:]
    for run in runs {
      var low = sources.partitioningIndex { $0.upperBound > run.lowerBound }
      var rest = run
      while !rest.isEmpty {
        // Rows behind the last source were found since.
        let end = min(rest.upperBound, low < sources.count ? sources[low].upperBound : .max)
        parts[low, default: RowTally()].count += end - rest.lowerBound
        parts[low, default: RowTally()].add(rest.lowerBound..<end)
        rest = end..<rest.upperBound
        low += 1
      }
    }
    var result = parts.sorted { $0.key < $1.key }.map(\.value)
    var other = RowTally()
    other.count = count - result.reduce(0) { $0 + $1.count }
    if other.count > 0 { result.append(other) }
    return result
  }
}
