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
      if options.plain || !Output.canShowInterface { return try printPlainly() }
      let application = Application(terminal: NcursesTerminal(), theme: options.theme.theme)
      application.terminal.isMouseReportingEnabled = !options.noMouse
      let page = try makePage(for: application)
      application.show(page)
      let status = try application.run()
      Output.standard.write(output)
      return status
    } catch {
      report(error)
      return error is TerminalError ? 2 : 1
    }
  }

  private func printPlainly() throws -> Int32 {
    var printer = PlainPrinter(width: options.width)
    try printer.print(openFeed())
    return 0
  }

  private func openFeed() throws -> Feed {
    let source =
      try options.source == "-"
      ? ByteSources.standardInput() : ByteSources.file(options.source)
    return Feed(source: source, options: FeedOptions(nameKey: options.nameKey))
  }

  private func makePage(for application: Application) throws -> FeedPage {
    let page = try Application.makePage(feed: openFeed(), registry: .shared)
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

  /// Says in one line what is wrong; names of files may hold anything.
  private func report(_ error: any Error) {
    Output.error.write("mocoa-tui: \(TextWidth.sanitized("\(error)"))\n")
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
