import MocoaFeedUI

/// Rows of a feed that are printed one behind the other.
enum RowBatch {
  /// Rows in the order of the feed, those that match; whether all are there by now.
  case found(Range<Int>, filters: [RowFilter], isLast: Bool)
  /// Rows in any order, with what stands above them.
  case group(header: String, RowNumbers)
}

/// Prints rows one behind the other, in memory that does not grow with them.
@MainActor
protocol RowPrinter {
  /// How many rows were printed.
  var rowCount: Int { get }

  /// The rows that are no JSON.
  var brokenRows: RowTally { get }

  /// The rows in which something is not Unicode, and was replaced by U+FFFD.
  var repairedRows: RowTally { get }

  /// How many members of the rows have a column, and how many there are, where some have none.
  var memberCounts: (shown: Int, all: Int)? { get }

  /// Prints rows.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - model: The feed.
  ///   - progress: Is given how far it has come, in rows of the feed or of the batch.
  /// - Throws: A `FeedError` where the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws

  /// A sorter for the rows that a query finds.
  func makeSorter(_ query: RowQuery) -> RowSorter

  /// Prints the rows of a sorter that `makeSorter(_:)` has made.
  ///
  /// - Throws: A `FeedError` where the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void
  ) throws

  /// Writes the rows that have not been written yet.
  mutating func flush() throws

  /// Writes what has not been written yet, and the titles even if there are no rows.
  mutating func end() throws
}

/// Prints rows as MocoaFeed writes them.
struct FormattedPrinter: RowPrinter {
  private var output: RowOutput

  /// Makes a printer to standard output.
  init(_ format: RowFormat, jobs: Int?, memoryLimit: Int?) {
    let isForReading = if case .markdown = format { true } else { false }
    output = RowOutput(format, jobs: jobs, memoryLimit: memoryLimit) {
      try Output.standard.write(linesOfFeed: $0, isForReading: isForReading)
    }
  }

  /// None: all columns were asked for, or there is one for each member.
  var memberCounts: (shown: Int, all: Int)? { nil }

  var rowCount: Int { output.rowCount }

  var brokenRows: RowTally { output.brokenRows }

  var repairedRows: RowTally { output.repairedRows }

  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    switch batch {
    case .found(let rows, let filters, _):
      try output.write(model, rows: rows, filters: filters, progress: progress)
    case .group(_, let rows): try output.write(rows, of: model, progress: progress)
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
