import MocoaFeedUI

/// Prints a feed without an interface: as it is read and in constant memory, unless it is sorted.
@MainActor
struct FeedPrinter {
  let feed: Feed
  let options: ProgramOptions
  /// The groups that are the rows of the feed; nil if they are others.
  private let groups: RowGroups?
  private let progress = ProgressLine()
  private let reported = ReportedLines()

  init(feed: Feed, options: ProgramOptions, groups: RowGroups? = nil) {
    (self.feed, self.options, self.groups) = (feed, options, groups)
  }

  /// Prints all matching rows; returns the exit status of a whole result, 1 if no row matches, and
  /// what is missing.
  func run() throws -> (status: Int32, faults: ResultFaults) {
    do {
      let (status, faults) = try printAll()
      Interruption.end(reporting: faults)
      return (status, faults)
    } catch let error as UsageError where !options.source.patterns.isEmpty {
      // No row has a member of a pattern that reads no line.
      reportSources()
      throw error
    }
  }

  /// Prints all matching rows; returns the exit status of a whole result, and what is missing.
  private func printAll() throws -> (status: Int32, faults: ResultFaults) {
    let format = options.output.format ?? .plain
    let isChosen = options.query.columnText == nil && !format.isJSON
    let manifest = options.manifest.loaded?.content
    if options.query.isGrouped {
      feed.derive(feed.derivedMembers + (try options.query.derivedMembers()))
    }
    try MemberNames.resolveDerivedMembers(of: feed, manifest?.columns ?? [])
    try MemberNames.checkJoins(of: feed, jobs: options.output.jobs)
    if feed.sources.count == 1 {
      if !feed.options.fieldTypes.isEmpty { feed.wait(forSampleOf: 1) }
      try feed.checkFieldTypes()
    }
    if options.query.isGrouped { return try printGroups() }
    var names = try MemberNames(
      feed: feed, options: options, choosesColumns: isChosen || format == .plain)
    try names.checkIdentity(options.source)
    names.known = groups?.columns
    let filters = try names.filters(options)
    var keys = try names.sortKeys()
    try checkExpressions(of: keys, names)
    for index in keys.indices {
      keys[index].sampledDoubt = keys[index].doubt(on: names.catalog.sample)
    }
    for expression in keys.compactMap(\.expression) {
      expression.notes.forEach(Output.say)
      names.reportValues(for: expression)
    }
    let section = try options.source.sectionBy.map {
      try names.path(MemberPath($0), for: "--section-by")
    }
    let unique = try options.query.uniqueMembers()?.map { try names.path($0, for: "--unique") }
    var tree = try names.tree(options.source)
    let theme = options.screen.theme(of: manifest)
    defer { progress.clear() }
    names.progress = begin("Reading members")
    var query = RowQuery(filters: filters, sortKeys: keys)
    // The rows of an endless feed have no best match.
    if !options.source.follow { query.sortKeys = query.order }
    let isExport = format.isTable && isChosen && manifest == nil
    if isExport, query.sortKeys.isEmpty, unique == nil, options.source.sectionBy == nil,
      tree == nil, feed.isStreamed
    {
      names.streamed = StreamedMembers(jobs: options.output.jobs)
    }
    if tree != nil { try arrange(&tree, by: query) }
    var printer = try makePrinter(format, names, theme, tree?.list(of: feed.listModel))
    let first = try print(query, by: section, unique: unique, tree, names.streamed, &printer)
    try printer.finish()
    progress.clear()
    if let (count, rest) = printer.fittingColumns {
      Output.note(
        "mocoa-tui: \(count) of \(count + rest.count) columns fit in a line; --width sets its "
          + "length; left out: \(MemberNames.listed(rest))")
      // Otherwise the columns that are left out are named.
    } else if options.output.columnLimit == nil, let (shown, all) = printer.memberCounts {
      Output.say("\(shown) of \(all) members; --all-columns shows all")
    }
    reportReplacements(in: printer.replacedCount)
    if !format.isJSON, let groups, groups.mayBeSimilar {
      try reportSimilarGroups(by: groups.keys.map(\.title), filters)
    }
    reportDiagnostics()
    reportTestedRows(filters, [printer.repeatedMembers.note].compactMap(\.self))
    reportFaults(of: tree)
    var broken = printer.brokenRows
    // Any of them could be among the first ones.
    if printer.isFull, !query.order.isEmpty, unique != nil || section != nil {
      broken = RowTally(
        try feed.listModel.brokenRows(under: filters, jobs: options.output.jobs))
    }
    if Interruption.ends(options.source), format != .plain, let text = broken.leftOutText {
      Output.note("mocoa-tui: in all, \(text)")
    }
    var faults = faults(
      broken: broken, repaired: printer.repairedRows, first: first, areLeftOut: format != .plain,
      filters: filters, areAllTested: !printer.isFull)
    for fault in keys.compactMap({ $0.expression?.fault }) {
      faults.add(TextWidth.sanitized(fault))
    }
    if let late = names.streamed?.lateMembers { faults.add(late) }
    if faults.areSourcesRead {
      try checkMembers(of: filters, keys, areAllTested: !printer.isFull)
      for path in try format.isJSON ? [] : names.missingMembers() {
        let place = options.manifest.loaded?.place(ofColumnNeeding: path) ?? ""
        faults.add(TextWidth.sanitized(place) + names.catalog.description(ofMissing: path))
      }
      // Titles alone are not output; and without a single value, no title is known.
      let areTitlesKnown = !isChosen || feed.notesOfEmptySources.isEmpty
      if faults.isWhole && areTitlesKnown || printer.rowCount > 0 || !format.isTable {
        try printer.end()
      }
    } else if printer.rowCount > 0 {
      try printer.end()
    }
    guard faults.isWhole, !filters.isEmpty, printer.rowCount == 0 else { return (0, faults) }
    reportMisses(of: filters, in: names.catalog)
    return (1, faults)
  }

  /// Reports values in which characters were replaced that only a terminal would execute.
  ///
  /// - Parameter count: The number of values; nil if more may follow.
  private func reportReplacements(in count: Int?) {
    let isSaid = count != nil && Interruption.ends(options.source)
    guard count != 0, !isSaid, !Output.standard.isTerminal else { return }
    let text = TextTable.description(ofReplacementsIn: count)
    Output.note("mocoa-tui: \(text); --json and --csv keep them")
  }

  /// Reports what is said of the sources, unless it was reported.
  private func reportSources(areCountsFinal: Bool = true) {
    let isCommand = options.source.commands.count == 1 && feed.sources.count == 1
    let prefix = isCommand && !options.source.merges ? "" : "mocoa-tui: "
    for line in feed.restarts + feed.diagnostics
    where reported.isNew(line, countsMayGrow: !areCountsFinal) {
      Output.note(prefix + TextWidth.sanitized(line))
    }
  }

  func reportDiagnostics() {
    reportSources()
    feed.derivedMembers.flatMap(\.notes).forEach(Output.say)
    let sections = 0..<feed.listModel.numberOfSections
    if options.output.format ?? .plain != .plain, feed.sources.count == 1,
      feed.listModel.format == .sections,
      sections.contains(where: {
        feed.listModel.feedSection(at: $0).supplementaryRow(of: .header) != nil
      })
    {
      Output.say("rows of \(sections.count) sections; their titles are not printed")
    }
    let hasFaults = !feed.emptySources(isReplacing: options.output.file != nil).isEmpty
    if !hasFaults { feed.notesOfEmptySources.forEach(Output.say) }
  }

  /// Returns the faults of the rows that were printed, up to the end of the feed.
  ///
  /// - Parameters:
  ///   - broken: The rows that are not JSON.
  ///   - repaired: The rows in which invalid Unicode was replaced.
  ///   - first: The errors of the first of them, as far as they were read when they were found.
  ///   - areLeftOut: A Boolean value that indicates whether the output skips them.
  ///   - filters: The filters with which the rows were tested.
  ///   - areAllTested: A Boolean value that indicates whether there is no row behind those.
  /// - Returns: The faults.
  func faults(
    broken: RowTally, repaired: RowTally = RowTally(), first: FirstFaults, areLeftOut: Bool,
    filters: [RowFilter], areAllTested: Bool = true
  ) -> ResultFaults {
    var faults = ResultFaults(of: feed, isReplacing: options.output.file != nil)
    if !Interruption.ends(options.source) {
      faults.add(repaired: repaired, of: feed.listModel) {
        first.repairs[$0] ?? foundRow($0)?.repair ?? textFault
      }
      faults.add(broken: broken, of: feed.listModel, areLeftOut: areLeftOut) {
        // Notes on merged sources have the places in these.
        options.source.merges ? nil : first.problems[$0] ?? foundRow($0)?.problem ?? rowFault
      }
    }
    faults.add(
      failureOf: filters, option: options.query.filterOption, areAllTested: areAllTested)
    feed.completedNames.notes.forEach(Output.say)
    return faults
  }

  /// Prints a line for each group; the groups are a feed, to which sorting and columns apply.
  private func printGroups() throws -> (status: Int32, faults: ResultFaults) {
    let names = try MemberNames(feed: feed, options: options, choosesColumns: false)
    let keys = try options.query.groupKeys().map {
      OutputColumn(title: $0.title, path: try names.path($0.path, for: options.query.keyOption))
    }
    var aggregates = try options.query.aggregates()
    for (index, aggregate) in aggregates.enumerated() where aggregate.function != .count {
      let isNamed = options.query.namedAggregates.contains(aggregate)
      aggregates[index].path = try names.path(
        aggregate.path, for: isNamed ? "--\(aggregate.function.name)" : "--agg")
    }
    let counts = options.query.countsRows || aggregates.isEmpty ? [Aggregate(.count)] : []
    var groups = RowGroups(by: keys, counts + aggregates)
    defer { progress.clear() }
    let filters = try names.filters(options)
    try checkExpressions(names)
    let first = try forEachBatch("Grouping", needsAll: true) { model, rows, _, progress in
      try groups.add(
        rowsOf: model, in: rows, filters: filters, jobs: options.output.jobs,
        progress: { _, count in
          progress(count)
          return true
        })
      return BatchResult(broken: groups.brokenRows, repaired: groups.repairedRows)
    }
    progress.clear()
    guard !options.query.isCount else { return try printCount(of: groups, filters, first, names) }
    var shown = options
    shown.manifest = ManifestOptions()
    shown.query.groupText = nil
    shown.query.countsRows = false
    shown.query.aggregateTexts = []
    shown.query.filterTexts = options.query.groupFilterTexts
    shown.query.filterOption = "--group-filter"
    shown.query.aggregatesOfRows = counts + aggregates
    shown.selection.queryText = nil
    shown.output.allColumns = true
    shown.source = SourceOptions(sources: ["groups"])
    // Otherwise all formats of logs are prepared to find out what it is.
    let result = Feed(
      source: MemorySource(groups.json, name: "groups"), options: FeedOptions(format: .array))
    let printer = FeedPrinter(feed: result, options: shown, groups: groups)
    let (status, shownFaults) = try printer.printAll()
    reportCount(of: groups)
    reportLimit(of: groups, counts + aggregates)
    reportDiagnostics()
    reportTestedRows(filters, groups.notes)
    var faults = faults(
      broken: groups.brokenRows, repaired: groups.repairedRows, first: first, areLeftOut: true,
      filters: filters)
    for fault in groups.faults { faults.add(TextWidth.sanitized(fault)) }
    faults.add(ofGroups: shownFaults, areRepairsKnown: groups.repairedRows.count > 0)
    let isMiss = groups.rowCount == 0 && !filters.isEmpty
    if faults.areSourcesRead { try checkMembers(of: filters) }
    if faults.areSourcesRead, isMiss { reportMisses(of: filters, in: names.catalog) }
    return (isMiss ? 1 : status, faults)
  }

  private func makePrinter(
    _ format: OutputOptions.Format, _ names: MemberNames, _ theme: Theme, _ tree: TreeListModel?
  ) throws -> RowOutput {
    let (jobs, memory) = (options.output.jobs, options.output.memoryLimit)
    let limit = options.query.limit
    func printer(_ format: RowFormat) -> RowOutput {
      RowOutput(format, jobs: jobs, memoryLimit: memory, limit: limit) {
        try Output.standard.write(linesOfFeed: $0)
      }
    }
    func printer(of lines: any RowFormatting, sampledCount: Int? = nil) -> RowOutput {
      RowOutput(
        lines: lines, hasSections: sampledCount != nil, jobs: jobs, memoryLimit: memory,
        limit: limit, sampledCount: sampledCount
      ) {
        try Output.standard.write($0)
      }
    }
    switch format {
    case .plain:
      if options.output.writesLog, options.query.columnText == nil,
        let lines = SourceLines(of: feed.listModel)
      {
        return printer(of: lines)
      }
      let choices = try names.choices()
      let measured = names.measuredRows()
      let isWhole = options.output.file != nil
      // Lines of text are printed as they are.
      let isText =
        feed.listModel.format == .text && options.query.columnText == nil
        && choices.allSatisfy { $0.template == nil }
      let columns = isText ? nil : Output.standard.terminalSize?.columns
      var table = TextTable(
        columns: choices.widened(for: feed.listModel, in: measured, isWhole: isWhole)
          .styled(forSourcesOf: feed),
        areInferred: names.choosesMembers, isWhole: isWhole, tree: tree, hasTitles: !isText,
        width: options.output.width ?? columns, theme: options.output.isColored ? theme : nil)
      table.isOfTable = feed.listModel.isTable
      return printer(of: table, sampledCount: measured.count)
    case .csv, .tsv, .markdown, .html:
      return printer(options.output.rowFormat(try names.outputColumns()))
    case .json, .jsonl, .jsonArray:
      let columns = options.query.columnText == nil ? nil : try names.outputColumns()
      return printer(options.output.rowFormat(columns))
    }
  }

  /// The errors of the first row of each source that is not JSON, and of the first that is not
  /// Unicode, by their numbers.
  struct FirstFaults {
    var problems: [Int: FeedError] = [:]
    var repairs: [Int: FeedError] = [:]
  }

  /// What has become of the rows so far.
  struct BatchResult {
    /// The rows that are not JSON.
    var broken = RowTally()
    /// The rows that are not Unicode.
    var repaired = RowTally()
    /// A Boolean value that indicates whether no further rows are needed.
    var isEnough = false
  }

  /// Adds the errors of the first rows of a tally, one for each source, if rows were added to it.
  private func addErrors(
    of tally: RowTally, in model: FeedListModel, to errors: inout [Int: FeedError],
    after count: inout Int, _ error: (Row) -> FeedError?
  ) {
    guard tally.count > count else { return }
    count = tally.count
    for number in tally.parts(of: model).compactMap(\.first) where errors[number] == nil {
      errors[number] = foundRow(number).flatMap(error)
    }
  }

  /// Prints the rows; returns the errors of the first invalid ones, if they are known by now.
  private func print(
    _ query: RowQuery, by section: MemberPath?, unique: [MemberPath]?, _ tree: RowTree?,
    _ streamed: StreamedMembers?, _ printer: inout RowOutput
  ) throws -> FirstFaults {
    if let tree {
      let rows = tree.list(of: feed.listModel).matches
      try printer.write(rows, of: feed.listModel, progress: begin("Writing"))
      return FirstFaults()
    }
    if let section {
      try printGroups(by: section, query, &printer)
      return FirstFaults()
    }
    if let unique {
      return try printUnique(by: unique, query, &printer)
    }
    return query.sortKeys.isEmpty || options.query.contextCount != nil
      ? try printFound(query.filters, streamed, &printer) : try printSorted(query, &printer)
  }

  /// Calls a closure with rows while they are found, and releases them.
  ///
  /// - Parameters:
  ///   - title: The name of the activity.
  ///   - isPass: A Boolean value that indicates whether the closure scans the rows once, so that it
  ///     may find later rows itself.
  ///   - areReadAgain: A Boolean value that indicates whether rows are needed afterwards, so that
  ///     they are not released.
  ///   - needsAll: A Boolean value that indicates whether the result needs all rows, so that an
  ///     engine may compute it.
  ///   - body: Called with the feed, the numbers of rows, whether they are the last, and a closure
  ///     that reports progress.
  /// - Returns: The errors of the first of these rows.
  /// - Throws: The error of the closure.
  func forEachBatch(
    _ title: String, isPass: Bool = true, areReadAgain: Bool = false, needsAll: Bool = false,
    _ body: (FeedListModel, Range<Int>, Bool, (Int) -> Void) throws -> BatchResult
  ) throws -> FirstFaults {
    if needsAll, feed.statements != nil { waitForAll() }
    let show = begin(title)
    var next = 0
    var first = FirstFaults()
    var (brokenCount, repairedCount) = (0, 0)
    var deadline: ContinuousClock.Instant?
    while true {
      if deadline == nil, Interruption.isRequested {
        // The last line of a followed file may have no end yet.
        if options.source.follow { feed.stop() }
        deadline = .now + (options.source.follow ? .seconds(1) : .zero)
      }
      let isOver = deadline.map { $0 <= .now } ?? false
      let isComplete = feed.waitForMore(than: next) || isOver
      let model = feed.settledModel(isOpen: isPass)
      let rows = next..<max(next, model.numberOfRows)
      next = rows.upperBound
      let result: BatchResult
      do {
        result = try body(model, rows, isComplete) {
          next = max(next, $0)
          show($0)
        }
      } catch let error as FeedError where error.reason == .rowGone {
        // A followed file was truncated before its last rows were read.
        while !feed.waitForMore(than: .max) {}
        guard let reason = feed.restartFollowed() else { throw error }
        Output.note("mocoa-tui: \(reason); rows that had not been printed are gone")
        next = 0
        continue
      }
      // They may be released.
      addErrors(of: result.broken, in: model, to: &first.problems, after: &brokenCount) {
        $0.problem
      }
      addErrors(of: result.repaired, in: model, to: &first.repairs, after: &repairedCount) {
        $0.repair
      }
      if result.isEnough { return first }
      if isComplete {
        guard !Interruption.isRequested, let reason = feed.restartFollowed() else { return first }
        Output.note("mocoa-tui: \(reason)")
        next = 0
        continue
      }
      // Those before the next match may be printed.
      let keptCount = options.query.contextCount ?? 0
      if !areReadAgain, next > keptCount { feed.release(rowsBefore: next - keptCount) }
    }
  }

  /// Returns a row that was found by a scan; nil where rows have no numbers.
  func foundRow(_ number: Int) -> Row? {
    if feed.hasUncountedRows { return nil }
    feed.wait(forRows: number + 1, timeout: .zero)
    return feed.listModel.row(number)
  }

  private func printFound(
    _ filters: [RowFilter], _ streamed: StreamedMembers?, _ printer: inout RowOutput
  ) throws -> FirstFaults {
    let format = options.output.format ?? .plain
    if feed.status.progress.totalByteCount == nil { Interruption.begin(options.output) }
    var context = options.query.contextCount.map { ContextRows($0) }
    let isPass = format != .plain && context == nil
    return try forEachBatch("Writing", isPass: isPass) { model, rows, isLast, step in
      try streamed?.add(rowsOf: model, in: rows)
      let (brokenCount, repairedCount) = (printer.brokenRows.count, printer.repairedRows.count)
      let replacedCount = printer.replacedCount
      if let found = try context?.rows(
        in: rows, of: model, filters: filters, jobs: options.output.jobs)
      {
        try printer.write(found, of: model)
      } else {
        try printer.write(
          model, rows: rows, filters: filters, isLast: isLast, progress: step)
      }
      if !isLast {
        // The output may be displayed on the same terminal.
        progress.clear()
        try printer.finish()
      }
      // An endless feed has no end at which to report it. Rows may precede the status.
      let isFollowed = options.source.follow || feed.status.isFollowing
      if options.source.merges, isFollowed || rows.isEmpty, !isLast {
        reportSources(areCountsFinal: false)
      }
      if isFollowed, format != .plain { report(broken: printer.brokenRows, behind: brokenCount) }
      if isFollowed, repairedCount == 0, let number = printer.repairedRows.first,
        let repair = foundRow(number)?.repair
      {
        let text = ResultFaults.description(ofRepairsIn: nil, from: repair)
        Output.note("mocoa-tui: \(text)")
      }
      if isFollowed, replacedCount == 0, printer.replacedCount > 0 { reportReplacements(in: nil) }
      return BatchResult(
        broken: printer.brokenRows, repaired: printer.repairedRows, isEnough: printer.isFull)
    }
  }

  /// Waits until all rows have been found.
  func waitForAll() {
    let show = begin("Reading")
    feed.wait(forAllUpTo: .max, progress: show)
  }

  /// Begins a scan of all rows; returns a closure that shows its progress.
  func begin(_ title: String) -> (Int) -> Void {
    progress.begin(title)
    let isKnown = !feed.status.isLoading && !feed.hasUncountedRows
    return { [progress, feed] count in
      progress.show(count, of: isKnown ? feed.listModel.numberOfRows : nil)
    }
  }
}
