import MocoaTUI

/// Prints a feed without an interface: as it is read and in constant memory, unless it is sorted.
@MainActor
struct FeedPrinter {
  let feed: Feed
  let options: Program

  /// Prints all rows that match.
  ///
  /// - Returns: The exit status.
  /// - Throws: `FeedError` where the feed cannot be read to its end; what was read is printed. A
  ///   `UsageError` where a member is unknown.
  func run() throws -> Int32 {
    let format = options.output.format ?? .plain
    let isChosen = options.query.columnText == nil && format != .json
    let names = try MemberNames(
      feed: feed, query: options.query, choosesColumns: isChosen || format == .plain)
    let filters = try options.query.filters { names.catalog.hasMember($0) }
    let keys = try names.sortKeys()
    var printer = try makePrinter(format, names)
    let isWanted =
      try keys.isEmpty ? printFound(filters, &printer) : printSorted(filters, keys, &printer)
    guard try printer.flush(), isWanted else { return 0 }
    if case .failed(let error, _) = feed.status { throw error }
    if let (count, first) = printer.brokenRows {
      throw BrokenRowsError(count: count, problem: feed.listModel.row(first).problem)
    }
    return 0
  }

  private func makePrinter(
    _ format: OutputOptions.Format, _ names: MemberNames
  ) throws -> any RowPrinter {
    let columns = try names.outputColumns()
    switch format {
    case .plain:
      return TablePrinter(
        columns: try names.choices(),
        width: options.output.width ?? Output.standard.terminalColumns,
        theme: options.output.isColored ? options.theme.theme : nil)
    case .csv: return FormattedPrinter(.csv(columns))
    case .tsv: return FormattedPrinter(.tsv(columns))
    case .markdown: return FormattedPrinter(.markdown(columns))
    case .json: return FormattedPrinter(.json(options.query.columnText == nil ? nil : columns))
    }
  }

  /// Prints rows while they are found.
  private func printFound(_ filters: [RowFilter], _ printer: inout any RowPrinter) throws -> Bool {
    var next = 0
    while true {
      let isComplete = feed.waitForMore(than: next)
      let model = feed.listModel
      let rows = next..<max(next, model.numberOfRows)
      let batch = RowBatch.found(rows, filters: filters, isLast: isComplete)
      guard try printer.print(batch, of: model), try isComplete || printer.flush() else {
        return false
      }
      if isComplete { return true }
      next = rows.upperBound
    }
  }

  private func printSorted(
    _ filters: [RowFilter], _ keys: [SortKey], _ printer: inout any RowPrinter
  ) throws -> Bool {
    feed.wait(forAllUpTo: .max)
    let query = FeedQuery()
    query.run(RowQuery(filters: filters, sortKeys: keys), over: feed.listModel)
    query.wait()
    if let error = query.status.error { throw error }
    return try printer.print(.sorted(query.rows), of: feed.listModel)
  }
}

/// Some rows could not be printed.
struct BrokenRowsError: Error, CustomStringConvertible {
  let count: Int
  /// What is wrong with the first of them.
  let problem: FeedError?

  var description: String {
    let rows = count == 1 ? "1 row is left out" : "\(count) rows are left out"
    return problem.map { "\($0); \(rows)" } ?? rows
  }
}

extension Feed {
  /// How long is waited for more rows before those that are there are printed.
  private static let patience = Duration.milliseconds(50)

  /// Waits a little for more rows than there were; asks for the next page where there is one.
  ///
  /// - Returns: Whether no more rows will come.
  func waitForMore(than count: Int) -> Bool {
    wait(forRows: count == .max ? count : count + 1, timeout: Self.patience)
    if case .failed = status { return true }
    return !status.isLoading && !loadNextPage()
  }

  /// Waits until there are so many rows, or no more will come.
  func wait(forAllUpTo count: Int) {
    while !waitForMore(than: count - 1), listModel.numberOfRows < count {}
  }
}
