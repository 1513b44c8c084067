import MocoaEngines
import MocoaFeedUI

/// One run of the program: a feed, its page, and the final output.
@MainActor
final class Session {
  private var options: ProgramOptions

  /// The output to write after the terminal has been restored.
  private var output: [UInt8]?

  /// The feed, once it is open.
  private var feed: Feed?

  /// The error to report after the terminal has been restored.
  private var failure: (any Error)?

  private var sourceNotes: SourceNotes?

  private var stateKeeper: StateKeeper?

  /// The sources that rows are joined with.
  private var joined: [JoinedFeed] = []

  /// The database whose tables may be listed.
  private var database: EngineSource?

  init(_ options: ProgramOptions) {
    self.options = options
  }

  /// Displays or prints the feed; returns the exit status.
  func run() throws -> Int32 {
    try options.check()
    guard options.source.command != nil else { return try runChecked() }
    let status: Int32
    do { status = try runChecked() } catch  where !(error is UsageError) {
      status = Output.report(error)
    }
    noteCommand()
    return status
  }

  /// Reports the command of a manifest if it failed, or printed nothing, and what is missing.
  private func noteCommand() {
    guard let command = options.source.command, let feed else { return }
    let advice = options.manifest.loaded?.content.header.emptyAdvice ?? ""
    let failures = feed.failures
    if !failures.isEmpty, advice.isEmpty || failures.contains(where: \.isOfCommand) {
      Output.note("mocoa-tui: \(command): run this to see why it fails, or change it there")
    } else if feed.listModel.numberOfRows == 0, !feed.hasUncountedRows {
      if !feed.notesOfEmptySources.isEmpty {
        Output.note("mocoa-tui: \(command): prints nothing")
      }
      if !advice.isEmpty { Output.note("mocoa-tui: \(feed.name): \(advice)") }
    }
  }

  private func runChecked() throws -> Int32 {
    if options.source.explains {
      let explanations = try options.source.explanations(options.fetching)
      // What a recipe runs, and where it says so.
      let origin = options.source.command ?? options.manifest.loaded?.path
      let start = origin.map { [TextWidth.sanitized($0) + "\n"] } ?? []
      let page = options.fetching.paging.map { _ in "Of several pages, the first one:\n" }
      let texts = start + [page].compactMap(\.self) + explanations.map(\.report)
      try Output.standard.write(texts.joined(separator: "\n"))
      return explanations.contains { $0.chosen.error != nil } ? 1 : 0
    }
    if options.printedFormat != nil || options.query.isGrouped {
      return try print(openFeed(isShown: false))
    }
    if !Output.canShowInterface { try options.checkList(not: nil) }
    if Output.canShowInterface, !options.state.fresh, !options.source.choosesReading {
      options.source.reading = try? stateFile(ofFeed: options.source.feedName)?.read()?.reading
    }
    let feed = try openFeed(isShown: Output.canShowInterface)
    database = options.source.databaseOfTables
    if let status = try chooseAtOnce(from: feed) { return status }
    guard Output.canShowInterface else {
      if options.selection.isAsked {
        throw UsageError(
          "There is no terminal to select rows on; --csv, --json and --plain print all of them.")
      }
      return try print(feed)
    }
    return try fitsOnOneScreen(feed) ? print(feed) : show(feed)
  }

  /// Prints a feed, which is opened when it is known that the output does not replace its file.
  private func print(_ feed: @autoclosure () throws -> Feed) throws -> Int32 {
    try options.output.printing(rowsOf: options.inputs) {
      try FeedPrinter(feed: feed(), options: options).run()
    }
  }

  /// Returns whether the interface is not needed: all rows are known soon, and fit on the screen.
  private func fitsOnOneScreen(_ feed: Feed) -> Bool {
    guard options.screen.quitsIfOneScreen, !writesSelection,
      let size = Output.standard.terminalSize
    else { return false }
    feed.wait(forSampleOf: size.rows, within: .seconds(1))
    let count = feed.listModel.numberOfRows
    guard count < size.rows, feed.waitForMore(than: count) else { return false }
    let model = feed.listModel
    guard model.numberOfRows < size.rows else { return false }
    // Lines of text are wrapped by the terminal; others are cut.
    let lineCounts = (0..<model.numberOfRows).map { number in
      model.format == .text ? 1 + model.row(number).json.count / size.columns : 1
    }
    return lineCounts.reduce(1, +) < size.rows
  }

  private func openFeed(isShown: Bool) throws -> Feed {
    // For programs, rows that are not JSON are errors; in the interface, any text is readable.
    let isRead =
      isShown
      || [nil, .plain].contains(options.printedFormat)
        && (!options.query.isGrouped || options.query.isCount)
    options.source.zone?.useForTimesWithoutZone()
    joined = try options.source.joinedFeeds(options.fetching)
    let feed = try options.source.makeFeed(
      options.fetching, joined: joined, inputs: options.inputs, isShown: isShown,
      acceptsText: isRead, expectsText: options.screen.quitsIfOneScreen, isOnePass: isOnePass)
    self.feed = feed
    return feed
  }

  /// A Boolean value that indicates whether rows are printed, or groups of them, in one pass.
  private var isOnePass: Bool {
    get throws {
      if options.source.tree != nil { return false }
      guard options.source.sectionBy == nil, !options.query.isGrouped else {
        return options.source.sectionBy == nil
      }
      guard let format = options.printedFormat, format != .plain,
        options.query.uniqueText == nil, options.query.contextCount == nil
      else { return false }
      return try options.query.sortText == nil && RowQuery(filters: options.filters()).order.isEmpty
    }
  }

  /// Selects without the interface, if there is no choice and the arguments allow it; otherwise
  /// nil.
  private func chooseAtOnce(from feed: Feed) throws -> Int32? {
    let selection = options.selection
    guard selection.selectsOnly || selection.exitsOnNone else { return nil }
    let names = try MemberNames(feed: feed, options: options, choosesColumns: false)
    let filters = try options.filters(lookup: names.catalog.meaning)
    let rows = try feed.firstTwoRows(matching: filters)
    if rows.isEmpty {
      try filters.checkMembers(in: feed)
      var faults = ResultFaults()
      faults.add(failureOf: filters)
      try faults.check()
    }
    if rows.isEmpty, selection.exitsOnNone { return 1 }
    guard rows.count == 1, selection.selectsOnly else { return nil }
    let choice = try choice(
      ofRowsIn: feed.listModel, names.catalog, resolving: names.resolved)
    let (bytes, faults) = try choice.output(of: RowNumbers(rows), in: feed.listModel)
    try write(bytes, without: faults)
    try ResultFaults(of: feed).check()
    return 0
  }

  /// Returns the output of selected rows: in the format of an option, or what --print says.
  private func choice(
    ofRowsIn model: FeedListModel, _ catalog: ColumnCatalog,
    resolving resolve: (RowTemplate) throws -> RowTemplate
  ) throws -> Choice {
    guard let format = options.output.format else {
      return try options.selection.choice(ofRowsIn: model.format, resolving: resolve)
    }
    var columns = try options.query.columns()?.map { column in
      let path = (try? catalog.memberPath(named: column.path.typed)) ?? column.path
      return OutputColumn(title: column.title, path: path)
    }
    if columns == nil, !format.isJSON {
      var schema = MemberSchema()
      try schema.add(rowsOf: model, jobs: options.output.jobs)
      columns = schema.columns.isEmpty ? nil : schema.columns
    }
    return Choice(format: options.output.rowFormat(columns), terminator: "\n")
  }

  /// Writes selected rows to standard output, or to the file of --output; throws what is missing.
  private func write(_ bytes: [UInt8], without faults: ResultFaults) throws {
    _ = try options.output.printing(rowsOf: options.inputs) {
      try Output.standard.write(linesOfFeed: bytes)
      return (0, faults)
    }
  }

  // MARK: The interface

  /// The maximum time by which filters, order, sections and a tree delay the first screen.
  private static let patienceForRows = Duration.milliseconds(10)

  private func show(_ feed: Feed) throws -> Int32 {
    let screen = options.screen
    let application = Application(terminal: screen.terminal, theme: screen.theme(of: nil))
    application.terminal.isMouseReportingEnabled = !options.screen.noMouse
    application.terminal.asksForBackground = options.screen.asksForBackground
    if options.screen.windowTitle { application.terminal.windowTitle = "mocoa-tui: \(feed.name)" }
    let page = try makePage(for: feed, in: application)
    application.show(page)
    if options.selection.picks {
      page.query.pick(options.selection.queryText ?? "", in: page.table) { [weak application] in
        application?.quit()
      }
    }
    sourceNotes = SourceNotes(page, in: application)
    let status = try application.run(beforeFirstFrame: {
      page.waitForRows(atMost: Self.patienceForRows)
    })
    stateKeeper?.save()
    if let output { try write(output, without: failure as? ResultFaults ?? ResultFaults()) }
    if let failure { return Output.report(failure) }
    // What was chosen may not be all that there is.
    if output != nil { try ResultFaults(of: feed).check() }
    // As with fzf, the status reports to the calling program that no row was selected.
    return status == 0 && output == nil && writesSelection ? 1 : status
  }

  private func makePage(for feed: Feed, in application: Application) throws -> FeedPage {
    let manifest = options.manifest.loaded?.content
    manifest?.register(in: .shared, forFeed: feed.name)
    let page = try Application.makePage(feed: feed, registry: .shared)
    try options.manifest.configure(page)
    application.theme = options.screen.theme(of: manifest)
    application.onBackgroundReport = { [screen = options.screen, weak application] isLight in
      guard screen.asksForBackground else { return }
      var screen = screen
      screen.background = isLight ? .light : .dark
      application?.theme = screen.theme(of: manifest)
    }
    try keepState(of: page)
    try ask(page)
    page.exports.commandLine = { [typed = options.arguments] in ViewCommand.line(typed, with: $0) }
    page.exports.manifestLines = { [typed = options.arguments] in
      ViewCommand.manifest(typed, with: $0)
    }
    page.exports.recipeFile = { Recipe.ownFile(named: $0) }
    page.emptyAdvice = [
      manifest?.header.emptyAdvice, options.source.command.map { "\($0): prints no rows" },
    ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    page.table.placeholders = options.screen.placeholders
    page.table.showsTextCursor = options.screen.showCursor
    page.status.hint =
      "? help  Enter \(writesSelection ? "choose" : "open")  q quit  / search  f filter  s sort"
      + "  v detail  Tab cards  : actions"
    page.observeSelection(owner: self) { [weak application] session, row, page in
      application.map { session.select(row, on: page, in: $0) }
    }.store(in: &page.subscriptions)
    enableQueries(of: page)
    page.onStatusChange = { [weak self, weak application] status in
      self?.sourceNotes?.update()
      guard case .failed(let error, let progress) = status, progress.rowCount == 0 else { return }
      self?.giveUp(error, application)
    }
    return page
  }

  /// Shows the rows and columns that the arguments request.
  private func ask(_ page: FeedPage) throws {
    // What the manifest determines is replaced by what was saved.
    let restored = stateKeeper?.restored ?? []
    // What is picked by is in the prompt.
    let filters = try options.selection.picks ? options.query.filters() : options.filters()
    if !filters.isEmpty, !restored.contains(.filters) { page.query.setFilters(filters) }
    if options.output.allColumns {
      throw UsageError("--all-columns is for printing; in the list, the key C shows any member.")
    }
    try findMembers(for: page)
    do {
      if let member = options.source.sectionBy {
        let path =
          isBounded(page.feed)
          ? try page.columnController.catalog.memberPath(named: member) : MemberPath(member)
        page.query.grouping = RowGrouping(by: path)
      }
      if let tree = options.source.tree { page.tree.show(tree) }
      if let sort = options.query.sortText, !restored.contains(.sort) {
        page.query.setSortKeys(try page.columnController.catalog.sortKeys(parsing: sort))
      }
      if let columns = try options.query.columns() {
        try page.columnController.show(columns)
      }
    } catch let error as UnknownColumnError {
      throw UsageError("\(error)")
    }
    // A name is resolved in a file now; in an endless feed, in the selected rows.
    if options.selection.print != nil, isBounded(page.feed) {
      let names = try MemberNames(feed: page.feed, options: options, choosesColumns: false)
      _ = try options.selection.choice(
        ofRowsIn: page.feed.listModel.format, resolving: names.resolved)
    }
    if let text = options.selection.searchText { try page.search.start(text) }
    if options.screen.startsAtEnd { page.tail.goToEnd() }
    if let row = options.screen.firstRow {
      page.feed.wait(forSampleOf: row, within: .seconds(1))
      let count = page.feed.listModel.numberOfRows
      if count > 0 { page.showRow(min(row, count) - 1, keeping: nil) }
    }
    let interval = options.source.watch.map { Duration.seconds($0) }
    for source in joined {
      source.onError = { [weak page] in
        page?.status.show(TextWidth.sanitized($0), style: .warning, for: .seconds(60))
      }
      source.reload(with: page.feed, every: interval)
    }
    if let interval { page.feed.watch(every: interval) }
  }

  /// Returns whether the end of a feed is known, so that names can be resolved in all rows.
  private func isBounded(_ feed: Feed) -> Bool {
    feed.status.progress.totalByteCount != nil || !feed.status.isLoading && !feed.status.isFollowing
  }

  /// Searches all rows of a file for members that the arguments name and the first rows lack.
  private func findMembers(for page: FeedPage) throws {
    guard isBounded(page.feed) else { return }
    try checkFieldTypes(of: page.feed)
    // The status bar says that no row has a member.
    _ = try? MemberNames.checkJoins(of: page.feed, jobs: options.output.jobs)
    let columns = try options.query.columns() ?? []
    var asked = columns.map { ("--columns", $0.path) }
    asked += try options.query.sortKeys().filter { $0.expression == nil }.map {
      ("--sort", $0.path)
    }
    for case .command(let command) in try options.manifest.keyBindings() {
      let paths = command.neededPaths.filter {
        !$0.keys.isEmpty && page.columnController.catalog.lineOfRow($0) == nil
      }
      asked += paths.map { ("--bind", $0) }
    }
    if let member = options.source.sectionBy { asked.append(("--section-by", MemberPath(member))) }
    if options.source.tree != nil, page.feed.listModel.numberOfRows > 0 {
      let names = try MemberNames(feed: page.feed, options: options, choosesColumns: false)
      guard let tree = try names.tree(options.source) else { return }
      page.columnController.columns.knownMembers.formUnion(tree.links.members)
    }
    if options.source.id != nil, page.feed.listModel.numberOfRows > 0 {
      try MemberNames(feed: page.feed, options: options, choosesColumns: false)
        .checkIdentity(options.source)
    }
    for (option, path) in asked where page.columnController.catalog.isUnknown(path.typed) {
      let names = try MemberNames(feed: page.feed, options: options, choosesColumns: false)
      page.columnController.columns.knownMembers.insert(try names.path(path, for: option))
    }
  }

  /// Checks that a table has each column whose type is specified; that may be a later one.
  private func checkFieldTypes(of feed: Feed) throws {
    guard !feed.options.fieldTypes.isEmpty else { return }
    feed.wait(forSampleOf: 1)
    if (try? feed.checkFieldTypes()) == nil { feed.wait(forAllUpTo: .max) }
    try feed.checkFieldTypes()
  }

  /// The file with the saved state of the feed; standard input has none.
  private func stateFile(ofFeed name: String) -> StateFile? {
    let names = options.source.names
    // The answer to a query has other members than the source.
    guard !names.contains("-"), options.source.sql == nil else { return nil }
    let isFile =
      names.count == 1 && options.source.commands.isEmpty && !SourceOptions.isURL(names[0])
    return StateFile(ofFeed: name, isFile: isFile, recipe: options.manifest.loaded?.recipe)
  }

  /// Restores the saved state of the feed.
  private func keepState(of page: FeedPage) throws {
    guard let file = stateFile(ofFeed: page.feed.name) else { return }
    var given: StateKeeper.Given = []
    // A selection for another program starts with all rows, and so does each output of a command,
    // which is another one than that which was filtered.
    let startsUnfiltered = writesSelection || !options.source.commands.isEmpty
    if try startsUnfiltered || options.filters().count > options.manifest.filterCount {
      given.insert(.filters)
    }
    if let sort = options.query.sortText, sort != options.manifest.sortText { given.insert(.sort) }
    if options.query.columnText != nil { given.insert(.columns) }
    if options.source.choosesReading { given.insert(.reading) }
    stateKeeper = StateKeeper(page, file: file, isFresh: options.state.fresh, given: given)
  }

  /// Exits if there will never be a row; a watched source may have some later.
  private func giveUp(_ error: FeedError, _ application: Application?) {
    guard options.source.watch == nil, failure == nil, error.reason != .cancelled else { return }
    failure = error
    application?.quit(status: 1)
  }

  /// A Boolean value that indicates whether a selection ends the program and is its result.
  private var writesSelection: Bool {
    options.selection.isAsked || !Output.standard.isTerminal
  }

  /// Shows a table that was chosen from the list of tables.
  private func show(_ table: String, of database: EngineSource, over page: FeedPage) {
    do {
      try push(Feed(database.origin(ofTable: table), options: page.feed.options), over: page)
    } catch {
      page.showMessage("\(error)")
    }
  }

  @discardableResult
  private func push(_ feed: Feed, over page: FeedPage) throws -> FeedPage {
    let child = try Application.makePage(feed: feed, registry: .shared)
    child.status.hint = page.status.hint.replacing("q quit", with: "q back")
    page.takeSelections(of: child)
    enableQueries(of: child)
    page.stack?.push(child)
    return child
  }

  /// Lets the user query the rows of a page, or their database, unless these do not end.
  private func enableQueries(of page: FeedPage) {
    guard !options.source.follow, page.feed.pageState == nil else { return }
    page.engine.onQuery = { [weak self, weak page] sql in
      guard let self, let page else { return }
      let feed = try options.source.makeFeed(
        ofQuery: sql, on: page.feed, filters: page.query.filters)
      try push(feed, over: page).noteReloads(of: page.feed, untilReload: true)
    }
  }

  private func select(_ row: Row, on page: FeedPage, in application: Application) {
    if writesSelection {
      guard page.targets.areAsSeen() else { return }
      do {
        let (rows, model) = page.targets.numbered
        let choice = try choice(ofRowsIn: model, page.columnController.catalog) {
          try page.columnController.resolved($0, for: page.targetRows.map(\.json))
        }
        var (bytes, faults) = try choice.output(of: rows, in: model)
        if let remainder = page.targets.remainder { faults.add(remainder) }
        output = bytes
        if !faults.isWhole { failure = faults }
        application.quit()
      } catch {
        page.showMessage(options.output.format == nil ? "--print: \(error)" : "\(error)")
      }
      return
    }
    if let database, page.feed.name == database.database,
      let table = row.json.member("table")?.string
    {
      return show(table, of: database, over: page)
    }
    page.stack?.push(JSONPage(of: row, on: page))
  }
}
