import MocoaFeedUI

/// Rows of a feed that are printed one after the other.
enum RowBatch {
  /// Matching rows in the order of the feed; `isLast` if all rows have been found.
  case found(Range<Int>, filters: [RowFilter], isLast: Bool)
  /// Rows in any order, with a header if they are a group.
  case rows(RowNumbers, header: String? = nil)
}

/// Prints rows one after the other, in constant memory.
@MainActor
protocol RowPrinter {
  /// The number of rows printed.
  var rowCount: Int { get }

  /// A Boolean value that indicates whether as many rows as the limit allows have been printed.
  var isFull: Bool { get }

  /// The rows that are not JSON.
  var brokenRows: RowTally { get }

  /// The rows in which invalid Unicode was replaced by U+FFFD.
  var repairedRows: RowTally { get }

  /// The rows that have a member more than once that is printed.
  var repeatedMembers: RepeatedMembers { get }

  /// The number of values in which characters were replaced that a terminal would execute.
  var replacedCount: Int { get }

  /// The numbers of columns that fit in a line and of all columns, if some do not.
  var fittingCount: (shown: Int, all: Int)? { get }

  /// The numbers of members with columns and of all members, if some have none.
  var memberCounts: (shown: Int, all: Int)? { get }

  /// Prints rows.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - model: The feed.
  ///   - progress: Called with the progress, in rows of the feed or of the batch.
  /// - Throws: A `FeedError` if the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws

  /// Creates a sorter for the rows of a query.
  func makeSorter(_ query: RowQuery) -> RowSorter

  /// Prints the rows of a sorter created by `makeSorter(_:)`.
  ///
  /// - Throws: A `FeedError` if the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void
  ) throws

  /// Flushes pending rows.
  mutating func flush() throws

  /// Flushes pending output, and the titles even if there are no rows.
  mutating func end() throws
}

/// Prints rows in a format of MocoaFeed.
struct FormattedPrinter: RowPrinter {
  private var output: RowOutput

  /// Creates a printer to standard output.
  init(_ format: RowFormat, jobs: Int?, memoryLimit: Int?, limit: Int? = nil) {
    output = RowOutput(format, jobs: jobs, memoryLimit: memoryLimit, limit: limit) {
      try Output.standard.write(linesOfFeed: $0)
    }
  }

  /// 0: only a terminal gets other characters.
  var replacedCount: Int { 0 }

  /// nil: lines have no limit.
  var fittingCount: (shown: Int, all: Int)? { nil }

  /// nil: all columns were specified, or each member has one.
  var memberCounts: (shown: Int, all: Int)? { nil }

  var rowCount: Int { output.rowCount }

  var isFull: Bool { output.isFull }

  var brokenRows: RowTally { output.brokenRows }

  var repairedRows: RowTally { output.repairedRows }

  var repeatedMembers: RepeatedMembers { output.repeatedMembers }

  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    switch batch {
    case .found(let rows, let filters, _):
      try output.write(model, rows: rows, filters: filters, progress: progress)
    case .rows(let rows, _): try output.write(rows, of: model, progress: progress)
    }
  }

  func makeSorter(_ query: RowQuery) -> RowSorter { output.makeSorter(query) }

  mutating func print(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    try output.write(sorter, of: model, progress: progress)
  }

  mutating func flush() throws { try output.finish() }

  mutating func end() throws { try output.end() }
}
