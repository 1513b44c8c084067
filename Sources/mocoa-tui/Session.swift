import MocoaFeedUI

/// One run of the program: a feed, its page, and what is written at the end.
@MainActor
final class Session {
  private let options: ProgramOptions

  /// What goes to standard output when the terminal has been given back.
  private var output: [UInt8]?

  /// Why the feed has been given up, to be said when the terminal has been given back.
  private var failure: (any Error)?

  private var sourceWatch: SourceWatch?

  private var stateKeeper: StateKeeper?

  init(_ options: ProgramOptions) {
    self.options = options
  }

  /// Shows or prints the feed.
  ///
  /// - Returns: the exit status.
  /// - Throws: Why there is nothing to show, or not all.
  func run() throws -> Int32 {
    try options.check()
    if options.output.format != nil || options.query.groupText != nil {
      return try FeedPrinter(feed: openFeed(isShown: false), options: options).run()
    }
    let feed = try openFeed(isShown: Output.canShowInterface)
    if let status = try chooseAtOnce(from: feed) { return status }
    guard Output.canShowInterface else {
      if options.selection.isAsked { throw UsageError("There is no terminal to choose on.") }
      return try FeedPrinter(feed: feed, options: options).run()
    }
    return try show(feed)
  }

  private func openFeed(isShown: Bool) throws -> Feed {
    try options.source.makeFeed(options.fetching, isShown: isShown)
  }

  /// Chooses without asking, where there is nothing to choose between and the arguments allow it.
  ///
  /// - Returns: The exit status, or nil where somebody has to choose.
  private func chooseAtOnce(from feed: Feed) throws -> Int32? {
    let selection = options.selection
    guard selection.selectsOnly || selection.exitsOnNone else { return nil }
    let names = try MemberNames(feed: feed, options: options, choosesColumns: false)
    let filters = try options.filters(lookup: names.catalog.meaning)
    let rows = try feed.firstTwoRows(matching: filters)
    if rows.isEmpty { try FilterFault.check(filters) }
    if rows.isEmpty, selection.exitsOnNone { return 1 }
    guard rows.count == 1, selection.selectsOnly else { return nil }
    let row = feed.listModel.row(rows[0])
    if let problem = row.problem { throw problem }
    try Output.standard.write(
      linesOfFeed: try selection.choice(resolving: names.resolved).bytes(for: [row.json]))
    let failures = feed.sources.compactMap(\.status.error)
    guard failures.isEmpty else { throw FailedSources(errors: failures) }
    return 0
  }

  // MARK: The interface

  private func show(_ feed: Feed) throws -> Int32 {
    let screen = options.screen
    let application = Application(terminal: screen.terminal, theme: screen.theme(of: nil))
    application.terminal.isMouseReportingEnabled = !options.screen.noMouse
    let page = try makePage(for: feed, in: application)
    application.show(page)
    sourceWatch = SourceWatch(page, in: application)
    let status = try application.run()
    stateKeeper?.save()
    if let failure { Output.report(failure) }
    if let output { try Output.standard.write(linesOfFeed: output) }
    // As with fzf, a program that asks for a row is told that none was chosen.
    return status == 0 && output == nil && writesSelection ? 1 : status
  }

  private func makePage(for feed: Feed, in application: Application) throws -> FeedPage {
    let manifest = try options.manifest.manifest(forFeed: feed.name)
    manifest?.register(in: .shared, forFeed: feed.name)
    let page = try Application.makePage(feed: feed, registry: .shared)
    try options.manifest.configure(page, manifest: manifest)
    application.theme = options.screen.theme(of: manifest)
    try keepState(of: page)
    try ask(page)
    page.commandLine = { [typed = options.arguments] in ViewCommand.line(typed, with: $0) }
    page.table.placeholders = options.screen.placeholders
    page.table.showsTextCursor = options.screen.showCursor
    page.status.hint =
      "? help  Enter \(writesSelection ? "choose" : "open")  q quit  / search  f filter  s sort"
      + "  v detail  Tab cards  : actions"
    page.onSelect = { [weak self, weak page, weak application] row in
      guard let self, let page, let application else { return }
      select(row, on: page, in: application)
    }
    page.onStatusChange = { [weak self, weak application] status in
      self?.sourceWatch?.update()
      guard case .failed(let error, let progress) = status, progress.rowCount == 0 else { return }
      self?.giveUp(error, application)
    }
    return page
  }

  /// Shows the rows and columns that the arguments ask for.
  private func ask(_ page: FeedPage) throws {
    let filters = try options.filters()
    if !filters.isEmpty { page.setFilters(filters) }
    if options.output.allColumns {
      throw UsageError("--all-columns is for printing; in the list, the key C shows any member.")
    }
    try findMembers(for: page)
    do {
      if let member = options.source.sectionBy {
        let path =
          isBounded(page.feed) ? try page.catalog.memberPath(named: member) : MemberPath(member)
        page.grouping = RowGrouping(by: path.text)
      }
      if let sort = options.query.sortText { page.setSortKeys(try page.sortKeys(parsing: sort)) }
      if let columns = try options.query.columns() {
        try page.showColumns(named: columns.map(\.path.text))
      }
    } catch let error as UnknownColumnError {
      throw UsageError("\(error)")
    }
    // A file is asked for a name now; of what has no end, the rows that are chosen are.
    if options.selection.print != nil, isBounded(page.feed) {
      let names = try MemberNames(feed: page.feed, options: options, choosesColumns: false)
      _ = try options.selection.choice(resolving: names.resolved)
    }
    if let text = options.selection.searchText { try page.startSearch(text) }
    if let seconds = options.source.watch { page.feed.watch(every: .seconds(seconds)) }
  }

  /// Whether the end of a feed is known, so that names can be looked up in all rows.
  private func isBounded(_ feed: Feed) -> Bool {
    feed.status.progress.totalByteCount != nil || !feed.status.isLoading && !feed.status.isFollowing
  }

  /// Looks up, in all rows of a file, the members that the arguments name and the first rows lack.
  ///
  /// - Throws: A `UsageError` for a name that no row has.
  private func findMembers(for page: FeedPage) throws {
    guard isBounded(page.feed) else { return }
    let columns = try options.query.columns() ?? []
    var asked = columns.map { ("--columns", $0.path) }
    asked += try options.query.sortKeys().map { ("--sort", $0.path) }
    if let member = options.source.sectionBy { asked.append(("--section-by", MemberPath(member))) }
    for (option, path) in asked where page.catalog.isUnknown(path.text) {
      let names = try MemberNames(feed: page.feed, options: options, choosesColumns: false)
      page.knownMembers.insert(try names.path(path, for: option))
    }
  }

  /// Brings the page back to how its feed was left; standard input is another one each time.
  private func keepState(of page: FeedPage) throws {
    let names = options.source.names
    guard !names.contains("-") else { return }
    let isFile = names.count == 1 && !SourceOptions.isURL(names[0])
    guard let file = StateFile(ofFeed: page.feed.name, isFile: isFile) else { return }
    var given: StateKeeper.Given = []
    // Who is asked for a row shall be offered all of them.
    if try writesSelection || !options.filters().isEmpty { given.insert(.filters) }
    if options.query.sortText != nil { given.insert(.sort) }
    if options.query.columnText != nil { given.insert(.columns) }
    stateKeeper = StateKeeper(page, file: file, isFresh: options.state.fresh, given: given)
  }

  /// Ends where there will never be a row; a source that is watched may have some later.
  private func giveUp(_ error: FeedError, _ application: Application?) {
    guard options.source.watch == nil, failure == nil else { return }
    failure = error
    application?.quit(status: 1)
  }

  /// Whether a selection ends the program and is its result.
  private var writesSelection: Bool {
    options.selection.isAsked || !Output.standard.isTerminal
  }

  private func select(_ row: Row, on page: FeedPage, in application: Application) {
    if writesSelection {
      do {
        let rows = page.chosenRows
        let choice = try options.selection.choice { try page.resolved($0, for: rows) }
        output = try choice.bytes(for: rows)
        application.quit()
      } catch {
        page.showMessage("--print: \(error)")
      }
      return
    }
    let position = row.indexPath.map { "row \($0.item + 1)" } ?? "row"
    page.stack?.push(
      JSONPage(
        name: "\(page.title): \(position)", bytes: row.json, problem: row.problem, origin: page))
  }
}
