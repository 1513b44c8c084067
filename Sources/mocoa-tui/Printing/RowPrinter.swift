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
struct RowPrinter {
  private var output: RowOutput

  /// The table of the lines; nil for another format.
  private var table: TextTable? { output.formatter as? TextTable }

  /// Creates a printer of rows in a format.
  init(_ format: RowFormat, jobs: Int?, memoryLimit: Int?, limit: Int? = nil) {
    output = RowOutput(format, jobs: jobs, memoryLimit: memoryLimit, limit: limit) {
      try Output.standard.write(linesOfFeed: $0)
    }
  }

  /// Creates a printer of lines of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting; nil means a quarter of the
  ///     machine's.
  ///   - limit: The maximum number of rows.
  ///   - sampledCount: The number of the first rows of the feed among which those are found that
  ///     the table fits.
  init(
    _ table: TextTable, jobs: Int?, memoryLimit: Int?, limit: Int? = nil, sampledCount: Int
  ) {
    output = RowOutput(
      lines: table, hasSections: true, jobs: jobs, memoryLimit: memoryLimit, limit: limit,
      sampledCount: sampledCount
    ) {
      try Output.standard.write($0)
    }
  }

  /// Creates a printer of rows as they are in their source.
  init(_ lines: SourceLines, jobs: Int?, memoryLimit: Int?, limit: Int?) {
    output = RowOutput(lines: lines, jobs: jobs, memoryLimit: memoryLimit, limit: limit) {
      try Output.standard.write($0)
    }
  }

  /// The number of rows printed.
  var rowCount: Int { output.rowCount }

  /// A Boolean value that indicates whether as many rows as the limit allows have been printed.
  var isFull: Bool { output.isFull }

  /// The rows that are not JSON.
  var brokenRows: RowTally { output.brokenRows }

  /// The rows in which invalid Unicode was replaced by U+FFFD.
  var repairedRows: RowTally { output.repairedRows }

  /// The rows that have a member more than once that is printed.
  var repeatedMembers: RepeatedMembers { output.repeatedMembers }

  /// The number of values in which characters were replaced that a terminal would execute.
  var replacedCount: Int { output.replacedCount }

  /// The number of columns that fit in a line, and the titles of the others; nil if all fit.
  var fittingColumns: (count: Int, titlesLeftOut: [String])? {
    guard let table, case let titles = table.titlesLeftOut, !titles.isEmpty else { return nil }
    return (table.fittingCount, titles)
  }

  /// The numbers of members with columns and of all members, if some have none and are reported.
  var memberCounts: (shown: Int, all: Int)? {
    // Without columns, rows are displayed as JSON, with all of their members.
    guard let table, !table.members.isEmpty,
      let all = output.schema?.columns.map(\.keys).filter({ !$0.isEmpty })
    else { return nil }
    let shown = all.count { keys in table.members.contains { keys.starts(with: $0) } }
    return shown < all.count ? (shown, all.count) : nil
  }

  /// Prints rows.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - model: The feed.
  ///   - progress: Called with the progress, in rows of the feed or of the batch.
  /// - Throws: A `FeedError` if the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ batch: RowBatch, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    switch batch {
    case .found(let rows, let filters, let isLast):
      try output.write(model, rows: rows, filters: filters, isLast: isLast, progress: progress)
    case .rows(let rows, let header):
      if let header { output.write(header: header) }
      try output.write(rows, of: model, progress: progress)
    }
  }

  /// Creates a sorter for the rows of a query.
  func makeSorter(_ query: RowQuery) -> RowSorter { output.makeSorter(query) }

  /// Prints the rows of a sorter created by `makeSorter(_:)`.
  ///
  /// - Throws: A `FeedError` if the feed cannot be read, and an `OutputError`.
  mutating func print(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void
  ) throws {
    try output.write(sorter, of: model, progress: progress)
  }

  /// Flushes pending rows.
  mutating func flush() throws { try output.finish() }

  /// Flushes pending output, and the titles even if there are no rows.
  mutating func end() throws { try output.end() }
}
