import MocoaFeedUI

/// Prints a feed without an interface: as it is read and in constant memory, unless it is sorted.
@MainActor
struct FeedPrinter {
  let feed: Feed
  let options: ProgramOptions
  private let progress = ProgressLine()

  init(feed: Feed, options: ProgramOptions) {
    self.feed = feed
    self.options = options
  }

  /// Prints all rows that match.
  ///
  /// - Returns: The exit status, 1 where no row matches.
  /// - Throws: `FeedError` where the feed cannot be read to its end; what was read is printed. A
  ///   `UsageError` where a member is unknown.
  func run() throws -> Int32 {
    let format = options.output.format ?? .plain
    let isChosen = options.query.columnText == nil && format != .json
    let manifest = try options.manifest.manifest(forFeed: feed.name)
    if options.query.groupText != nil { return try printGroups() }
    var names = try MemberNames(
      feed: feed, options: options, templates: manifest?.columns ?? [],
      choosesColumns: isChosen || format == .plain)
    let filters = try names.filters(options)
    let keys = try names.sortKeys()
    let theme = options.screen.theme(of: manifest)
    defer { progress.clear() }
    names.progress = begin("Reading members")
    let isExport = [.csv, .tsv, .markdown].contains(format) && isChosen && manifest == nil
    if isExport, keys.isEmpty, options.source.sectionBy == nil, feed.isStreamed {
      names.streamed = StreamedMembers(jobs: options.output.jobs)
    }
    var printer = try makePrinter(format, names, theme)
    let problem = try print(
      RowQuery(filters: filters, sortKeys: keys), names.streamed, &printer)
    try printer.flush()
    progress.clear()
    if let (shown, all) = printer.memberCounts {
      Output.note("mocoa-tui: \(shown) of \(all) members; --all-columns shows all")
    }
    try checkEnd(
      brokenRows: printer.brokenRows, problem: problem, areLeftOut: format != .plain,
      filters: filters)
    try printer.end()
    try names.streamed?.check()
    guard !filters.isEmpty, printer.rowCount == 0 else { return 0 }
    for filter in filters {
      guard let name = filter.unknownName else { continue }
      Output.note(
        TextWidth.sanitized(
          "mocoa-tui: --filter: '\(filter.text)' was searched for as a text, as no row has a "
            + "member '\(name)'\(names.hint(for: name))"))
    }
    return 1
  }

  /// Reports what the source has to say, and checks that it was read to its end.
  ///
  /// - Parameters:
  ///   - brokenRows: How many rows are not JSON, and the number of the first.
  ///   - problem: What is wrong with the first of them; nil where it can be read again.
  ///   - areLeftOut: Whether the output does without them.
  ///   - filters: The filters that the rows were tested by.
  /// - Throws: The errors of sources, a `FilterFault`, or a `BrokenRowsError`.
  private func checkEnd(
    brokenRows: (count: Int, first: Int)?, problem: FeedError? = nil, areLeftOut: Bool,
    filters: [RowFilter]
  ) throws {
    let prefix = options.source.command.isEmpty ? "mocoa-tui: " : ""
    let failures = feed.sources.compactMap(\.status.error)
    // What a command that failed has to say is a part of its error.
    if failures.isEmpty || options.source.command.isEmpty {
      for line in feed.diagnostics { Output.note(prefix + TextWidth.sanitized(line)) }
    }
    guard failures.isEmpty else { throw FailedSources(errors: failures) }
    try FilterFault.check(filters)
    if let (count, first) = brokenRows {
      throw BrokenRowsError(
        count: count, problem: problem ?? feed.listModel.row(first).problem,
        isLeftOut: areLeftOut)
    }
  }

  /// Prints a line for each group of rows: the groups are a feed of their own, to which sorting and
  /// columns apply.
  private func printGroups() throws -> Int32 {
    let names = try MemberNames(feed: feed, options: options, choosesColumns: false)
    let keys = try options.query.groupKeys().map {
      OutputColumn(title: $0.title, path: try names.path($0.path, for: "--group-by"))
    }
    var aggregates: [Aggregate] = []
    for (function, name) in options.query.aggregateNames {
      let aggregate = Aggregate(
        function, of: try names.path(MemberPath(name), for: "--\(function.name)"),
        name: MemberPath(name).title)
      if !aggregates.contains(aggregate) { aggregates.append(aggregate) }
    }
    let counts = options.query.countsRows || aggregates.isEmpty ? [Aggregate(.count)] : []
    var groups = RowGroups(by: keys, counts + aggregates)
    defer { progress.clear() }
    let filters = try names.filters(options)
    let show = begin("Grouping")
    let problem = try forEachBatch { model, rows, _ in
      try groups.add(
        rowsOf: model, in: rows, filters: filters, jobs: options.output.jobs,
        progress: { _, count in
          show(count)
          return true
        })
      return groups.firstBrokenRow
    }
    progress.clear()
    var shown = options
    shown.query.groupText = nil
    shown.query.filterTexts = []
    shown.selection.queryText = nil
    shown.output.allColumns = true
    shown.source = SourceOptions(sources: ["groups"])
    let result = Feed(source: MemorySource(groups.json, name: "groups"))
    let status = try FeedPrinter(feed: result, options: shown).run()
    try checkEnd(
      brokenRows: groups.firstBrokenRow.map { (groups.brokenRowCount, $0) }, problem: problem,
      areLeftOut: true, filters: filters)
    return status
  }

  private func makePrinter(
    _ format: OutputOptions.Format, _ names: MemberNames, _ theme: Theme
  ) throws -> any RowPrinter {
    let (jobs, memory) = (options.output.jobs, options.output.memoryLimit)
    switch format {
    case .plain:
      let templates = names.cellTemplates
      let choices = try names.choices()
      return TablePrinter(
        columns: choices.widened(for: feed.listModel, besides: Set(templates.keys)),
        templates: templates,
        width: options.output.width ?? Output.standard.terminalColumns,
        theme: options.output.isColored ? theme : nil, countsMembers: names.choosesMembers,
        jobs: jobs, memoryLimit: memory)
    case .csv:
      return FormattedPrinter(.csv(try names.outputColumns()), jobs: jobs, memoryLimit: memory)
    case .tsv:
      return FormattedPrinter(.tsv(try names.outputColumns()), jobs: jobs, memoryLimit: memory)
    case .markdown:
      return FormattedPrinter(.markdown(try names.outputColumns()), jobs: jobs, memoryLimit: memory)
    case .json:
      let columns = options.query.columnText == nil ? nil : try names.outputColumns()
      return FormattedPrinter(.json(columns), jobs: jobs, memoryLimit: memory)
    }
  }

  /// Prints the rows.
  ///
  /// - Returns: What is wrong with the first row that was left out, if it is known by now.
  private func print(
    _ query: RowQuery, _ streamed: StreamedMembers?, _ printer: inout any RowPrinter
  ) throws -> FeedError? {
    if let member = options.source.sectionBy {
      try printGroups(by: member, query, &printer)
    } else if query.sortKeys.isEmpty {
      return try printFound(query.filters, streamed, &printer)
    } else {
      try printSorted(query, &printer)
    }
    return nil
  }

  /// Calls a closure with rows while they are found, and releases them.
  ///
  /// - Parameter body: Is given the feed, the numbers of rows, and whether they are the last;
  ///   returns the number of the first row so far that is not JSON.
  /// - Returns: What is wrong with that row.
  /// - Throws: What the closure throws.
  private func forEachBatch(
    _ body: (FeedListModel, Range<Int>, Bool) throws -> Int?
  ) throws -> FeedError? {
    var next = 0
    var problem: FeedError?
    while true {
      let isComplete = feed.waitForMore(than: next)
      let model = feed.listModel
      let rows = next..<max(next, feed.settledRowCount)
      let broken = try body(model, rows, isComplete)
      if problem == nil, let broken { problem = model.row(broken).problem }
      if isComplete { return problem }
      next = rows.upperBound
      feed.release(rowsBefore: next)
    }
  }

  private func printFound(
    _ filters: [RowFilter], _ streamed: StreamedMembers?, _ printer: inout any RowPrinter
  ) throws -> FeedError? {
    let show = begin("Writing")
    return try forEachBatch { model, rows, isLast in
      let batch = RowBatch.found(rows, filters: filters, isLast: isLast)
      try streamed?.add(rowsOf: model, in: rows)
      try printer.print(batch, of: model, progress: show)
      if !isLast {
        // What is written now may be shown on the same terminal.
        progress.clear()
        try printer.flush()
      }
      return printer.brokenRows?.first
    }
  }

  private func printSorted(_ query: RowQuery, _ printer: inout any RowPrinter) throws {
    waitForAll()
    try printer.print(.sorted(query), of: feed.listModel, progress: begin("Sorting"))
  }

  /// Waits until all rows are there.
  func waitForAll() {
    let show = begin("Reading")
    feed.wait(forAllUpTo: .max, progress: show)
  }

  /// Begins with a pass over all rows of the feed; returns what shows how far it has come.
  func begin(_ title: String) -> (Int) -> Void {
    progress.begin(title)
    let isKnown = !feed.status.isLoading
    return { [progress, feed] count in
      progress.show(count, of: isKnown ? feed.listModel.numberOfRows : nil)
    }
  }
}
