import MocoaTUI

/// Prints a feed without an interface: as it is read and in constant memory, unless it is sorted.
@MainActor
struct FeedPrinter {
  let feed: Feed
  let options: ProgramOptions

  /// Prints all rows that match.
  ///
  /// - Returns: The exit status.
  /// - Throws: `FeedError` where the feed cannot be read to its end; what was read is printed. A
  ///   `UsageError` where a member is unknown.
  func run() throws -> Int32 {
    let format = options.output.format ?? .plain
    let isChosen = options.query.columnText == nil && format != .json
    let manifest = try options.manifest.manifest(forFeed: feed.name)
    let names = try MemberNames(
      feed: feed, options: options, templates: manifest?.columns ?? [],
      choosesColumns: isChosen || format == .plain)
    let filters = try options.query.filters { names.catalog.hasMember($0) }
    let keys = try names.sortKeys()
    let theme = options.screen.theme(of: manifest)
    var printer = try makePrinter(format, names, theme)
    let problem = try print(RowQuery(filters: filters, sortKeys: keys), &printer)
    try printer.flush()
    if let (shown, all) = printer.memberCounts {
      Output.note("mocoa-tui: \(shown) of \(all) members; --all-columns shows all")
    }
    let prefix = options.source.command.isEmpty ? "mocoa-tui: " : ""
    let failures = feed.sources.compactMap(\.status.error)
    // What a command that failed has to say is a part of its error.
    if failures.isEmpty || options.source.command.isEmpty {
      for line in feed.diagnostics { Output.note(prefix + TextWidth.sanitized(line)) }
    }
    guard failures.isEmpty else { throw FailedSources(errors: failures) }
    if let (count, first) = printer.brokenRows {
      throw BrokenRowsError(
        count: count, problem: problem ?? feed.listModel.row(first).problem,
        isLeftOut: format != .plain)
    }
    return 0
  }

  private func makePrinter(
    _ format: OutputOptions.Format, _ names: MemberNames, _ theme: Theme
  ) throws -> any RowPrinter {
    let jobs = options.output.jobs
    switch format {
    case .plain:
      let templates = names.cellTemplates
      let choices = try names.choices()
      return TablePrinter(
        columns: choices.widened(for: feed.listModel, besides: Set(templates.keys)),
        templates: templates,
        width: options.output.width ?? Output.standard.terminalColumns,
        theme: options.output.isColored ? theme : nil, countsMembers: names.choosesMembers)
    case .csv: return FormattedPrinter(.csv(try names.outputColumns()), jobs: jobs)
    case .tsv: return FormattedPrinter(.tsv(try names.outputColumns()), jobs: jobs)
    case .markdown: return FormattedPrinter(.markdown(try names.outputColumns()), jobs: jobs)
    case .json:
      let columns = options.query.columnText == nil ? nil : try names.outputColumns()
      return FormattedPrinter(.json(columns), jobs: jobs)
    }
  }

  /// Prints the rows.
  ///
  /// - Returns: What is wrong with the first row that was left out, if it is known by now.
  private func print(_ query: RowQuery, _ printer: inout any RowPrinter) throws -> FeedError? {
    if let member = options.source.sectionBy {
      try printGroups(by: member, query, &printer)
    } else if query.sortKeys.isEmpty {
      return try printFound(query.filters, &printer)
    } else {
      try printSorted(query, &printer)
    }
    return nil
  }

  /// Prints rows while they are found, and releases them.
  private func printFound(
    _ filters: [RowFilter], _ printer: inout any RowPrinter
  ) throws -> FeedError? {
    var next = 0
    var problem: FeedError?
    while true {
      let isComplete = feed.waitForMore(than: next)
      let model = feed.listModel
      let rows = next..<max(next, feed.settledRowCount)
      let batch = RowBatch.found(rows, filters: filters, isLast: isComplete)
      try printer.print(batch, of: model)
      if problem == nil, let (_, first) = printer.brokenRows { problem = model.row(first).problem }
      if isComplete { return problem }
      try printer.flush()
      next = rows.upperBound
      feed.release(rowsBefore: next)
    }
  }

  private func printSorted(_ query: RowQuery, _ printer: inout any RowPrinter) throws {
    feed.wait(forAllUpTo: .max)
    let found = FeedQuery()
    found.run(query, over: feed.listModel)
    found.wait()
    if let error = found.status.error { throw error }
    try printer.print(.sorted(found.rows), of: feed.listModel)
  }
}
