/// The rows that match filters, and as many before and behind each, in the order of a feed.
///
/// A row that is around several matches is one of them.
package struct ContextRows: Sendable {
  /// The number of rows before a match, and of those behind it.
  private let count: Int

  /// The first row behind those that were returned, and the end of those around the last match.
  private var (next, end) = (0, 0)

  /// Creates an instance that has not seen a row, with the number of rows before a match.
  package init(_ count: Int) { self.count = min(count, 1 << 40) }

  /// Returns the rows of a range that match or are around a match, and those before the range that
  /// are around one in it.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - rows: The numbers of the rows, which follow those of the last call; from 0, all begins
  ///     again.
  ///   - model: The feed.
  ///   - filters: The filters that rows must match; those that cannot be read may.
  ///   - jobs: The number of threads; nil means one per processor.
  /// - Returns: The numbers of the rows.
  /// - Throws: A `FeedError` if the source cannot be read.
  package mutating func rows(
    in rows: Range<Int>, of model: FeedListModel, filters: [RowFilter], jobs: Int? = nil
  ) throws -> RowNumbers {
    var numbers = RowNumbers()
    var (next, end) = rows.lowerBound == 0 ? (0, 0) : (next, end)
    func append() {
      while next < min(end, rows.upperBound) {
        numbers.append(next)
        next += 1
      }
    }
    append()
    try model.forEachRow(in: rows, matching: filters, takesBroken: true, jobs: jobs) { number in
      next = max(next, number - count)
      end = number + count + 1
      append()
      return true
    }
    (self.next, self.end) = (next, end)
    return numbers
  }
}
