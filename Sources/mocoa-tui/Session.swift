import MocoaTUI

/// One run of the program: a feed, its page, and what is written at the end.
@MainActor
final class Session {
  private let options: Program

  /// What goes to standard output when the terminal has been given back.
  private var output = ""

  init(_ options: Program) {
    self.options = options
  }

  /// Shows the feed until the user leaves.
  ///
  /// - Returns: the exit status.
  func run() -> Int32 {
    do {
      try options.query.check()
      if options.output.format != nil || !Output.canShowInterface {
        return try FeedPrinter(feed: openFeed(), options: options).run()
      }
      let application = Application(terminal: NcursesTerminal(), theme: options.theme.theme)
      application.terminal.isMouseReportingEnabled = !options.noMouse
      let page = try makePage(for: application)
      application.show(page)
      let status = try application.run()
      Output.standard.write(output)
      return status
    } catch {
      report(error)
      return error is TerminalError || error is UsageError ? 2 : 1
    }
  }

  private func openFeed() throws -> Feed {
    let source =
      try options.source == "-"
      ? ByteSources.standardInput() : ByteSources.file(options.source)
    return Feed(source: source, options: FeedOptions(nameKey: options.nameKey))
  }

  private func makePage(for application: Application) throws -> FeedPage {
    let page = try Application.makePage(feed: openFeed(), registry: .shared)
    try ask(page)
    page.table.placeholders = options.placeholders
    page.status.hint = writesSelection ? "Enter choose  q quit" : "Enter open  q quit"
    page.onSelect = { [weak self, weak page, weak application] row in
      guard let self, let page, let application else { return }
      select(row, on: page, in: application)
    }
    page.onStatusChange = { [weak self, weak application] status in
      guard case .failed(let error, let progress) = status, progress.rowCount == 0 else { return }
      self?.report(error)
      application?.quit(status: 1)
    }
    return page
  }

  /// Shows the rows and columns that the arguments ask for.
  private func ask(_ page: FeedPage) throws(UsageError) {
    page.setFilters(try options.query.filters())
    do {
      if let sort = options.query.sortText { page.setSortKeys(try page.sortKeys(parsing: sort)) }
      if let columns = try options.query.columns() {
        try page.showColumns(named: columns.map(\.title))
      }
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(error)")
    }
  }

  /// Says what is wrong; names of files may hold anything.
  private func report(_ error: any Error) {
    let text = (error as? UsageError)?.description ?? TextWidth.sanitized("\(error)")
    Output.error.write("mocoa-tui: \(text)\n")
  }

  /// Whether a selection ends the program and is its result.
  private var writesSelection: Bool {
    options.print || !Output.standard.isTerminal
  }

  private func select(_ row: Row, on page: FeedPage, in application: Application) {
    if writesSelection {
      let lines = page.targetRows.map(\.json.description)
      // For a program a row as it is; for a terminal nothing that it would obey.
      let isShown = Output.standard.isTerminal
      output = lines.map { (isShown ? TextWidth.sanitized($0) : $0) + "\n" }.joined()
      return application.quit()
    }
    let position = row.indexPath.map { "row \($0.item + 1)" } ?? "row"
    page.stack?.push(JSONPage(name: "\(page.title): \(position)", bytes: row.json))
  }
}
