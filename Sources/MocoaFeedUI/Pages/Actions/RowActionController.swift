import MocoaCore
import MocoaFeed
import MocoaTUI

/// The rows that a user has seen when a prompt or a palette was opened.
struct ConfirmedTargets {
  /// The number of marked rows.
  var count: Int

  /// The current row of a palette; nil without one.
  var row: AnchoredRow?
}

/// The rows of a page for actions and exports.
@MainActor
protocol ActionRows: AnyObject {
  /// The rows for an action, in display order: the marked ones, else the current one.
  ///
  /// Empty, with a message, if there are none or too many.
  var actionRows: [JSONBytes] { get }

  /// The numbers of the rows for an action, in display order, and the feed.
  var numbered: (rows: RowNumbers, model: FeedListModel) { get }

  /// The rows to write: the marked ones, else all that are displayed.
  var written: WrittenRows { get }

  var count: Int { get }

  /// The rows for which a prompt or a palette was opened; nil without one.
  var confirmedTargets: ConfirmedTargets? { get set }

  /// Returns whether the displayed rows are still in place, and reports an overwritten file.
  func areInPlace() -> Bool

  /// Returns the reason for which no action may be performed on the displayed rows; nil without
  /// one.
  ///
  /// That other rows are marked than when a prompt was opened is a reason only once.
  func takeFault() -> String?

  func compare()
}

/// Actions on rows: the user's commands, copying, and opening links.
@MainActor
package final class RowActionController: PageFeature {
  package static let bindings: [KeyBinding<RowActionController>] = [
    .init("copy-row", ["y"], help: "Copy the row as JSON, or the line") { $0.copyRows() },
    .init("copy-value", ["Y"], help: "Copy the value under the cursor") { actions in
      actions.withPathOfCursor { path in
        actions.copy(
          actions.rows.actionRows.compactMap {
            path.value(in: $0).map { $0.string ?? $0.description }
          })
      }
    },
    .init("copy-path", [.alt("y")], help: JSONTextView.copyPathHelp) { actions in
      actions.withPathOfCursor { path in
        let path = actions.page.pathInSource?(path) ?? path
        actions.page.copyText(path.expression, note: actions.page.pathNote)
      }
    },
    .init("open-link", ["o"], help: "Open the first link of the row") { actions in
      actions.openLinks(actions.rows.actionRows.map { $0.firstLink ?? "" })
    },
    .init("compare-rows", ["D"], help: "Compare the marked rows: the members in which they differ")
    { $0.rows.compare() },
    .init("row-actions", ["."], help: "List the actions of the row") { actions in
      let others = bindings.filter { !["row-actions", "command-palette"].contains($0.name) }
      actions.showPalette(actions.bound(bindings(of: actions.commands) + others))
    },
    .init("command-palette", [":"], help: "List all actions") { $0.showPalette() },
  ]

  /// The user's commands for rows, in addition to those of every feed.
  var commands: [RowCommand] = [] {
    didSet { keyChanges.reserved = Set(commands.flatMap(\.keys)) }
  }

  /// The user's changes of the keys of the page and its table.
  var keyChanges = KeyChanges.none {
    didSet {
      keyMap = nil
      page.table.keyChanges = keyChanges
      onKeyChange?(keyChanges)
    }
  }

  /// Called when the user's changes of keys are others.
  var onKeyChange: ((KeyChanges) -> Void)?

  /// The keys of the page with those of a number of features, and the user's changes and commands.
  private var keyMap: (featureCount: Int, map: KeyMap)?

  /// Returns the keys of the page with those of its features, and the user's changes and commands.
  func changed(_ keys: KeyMap) -> KeyMap {
    if let (count, map) = keyMap, count == page.features.count { return map }
    let commands = KeyMap(
      for: StatusPage.self, title: "Commands",
      Self.bindings(of: commands).map { $0.within { [weak self] _ in self } })
    let map = keys.appending(page.featureKeyMap).applying(keyChanges).appending(commands)
    keyMap = (page.features.count, map)
    return map
  }

  /// The policy for opening links of rows: which ones, and with which command.
  package var linkPolicy = LinkPolicy()

  /// The running command, or the file being written.
  let work: BackgroundWork

  /// The maximum number of rows for an action: more were probably marked by mistake.
  static let rowLimit = 10_000

  private unowned let page: any FeedContext
  private unowned let rows: any ActionRows

  /// Creates a controller; the page and its rows outlive it.
  init(page: any FeedContext, rows: any ActionRows) {
    (self.page, self.rows) = (page, rows)
    work = BackgroundWork(status: page.status)
  }

  private var status: StatusBar { page.status }

  /// The keys of the user's commands.
  static func bindings(of commands: [RowCommand]) -> [KeyBinding<RowActionController>] {
    commands.map { command in
      .init(command.name, command.keys, help: command.title) { $0.start(command) }
    }
  }

  /// Adds a command, replacing one with the same name, and taking its keys from others.
  package func bind(_ command: RowCommand) {
    commands =
      commands.filter { $0.name != command.name }.map { $0.removing(command.keys) } + [command]
  }

  /// Binds another key to the binding of a name, taking it from any command.
  package func bind(_ key: Key, to name: String) {
    commands = commands.map { $0.removing([key]) }
    let known = (FeedPage.keyMaps + [page.featureKeyMap]).flatMap { $0.keys(for: name) }
    keyChanges.keys[name] = (keyChanges.keys[name] ?? known) + [key]
  }

  // MARK: Palette

  private func bound(_ bindings: [KeyBinding<RowActionController>]) -> [KeyBinding<Void>] {
    bindings.map { $0.within { [weak self] _ in self } }
  }

  /// Lists all available actions, or some, and performs the selected one.
  func showPalette(_ some: [KeyBinding<Void>]? = nil) {
    guard let application = page.application else { return }
    // The user's own actions come first, and those of every list last.
    let bindings =
      some ?? bound(Self.bindings(of: commands)) + page.keyMap.bindings(in: page)
      + application.focusedBindings
    let (markCount, row) = (rows.count, page.anchor(page.cursorRowNumber))
    application.present(
      CommandPalette(
        bindings, recent: some == nil ? page.promptHistory[.command] ?? [] : [],
        hasRows: some == nil
      ) { [weak self, weak application] entry in
        if let row = entry.row {
          self?.goToRow(row - 1)
        } else {
          self?.page.remember(entry.name, in: .command)
          self?.rows.confirmedTargets = ConfirmedTargets(count: markCount, row: row)
          application?.run(entry)
          self?.rows.confirmedTargets?.row = nil
          if self?.page.prompt == nil { self?.rows.confirmedTargets = nil }
        }
      })
  }

  /// Moves the cursor to a row by its number in the list, from 0; or to the last one.
  private func goToRow(_ number: Int) {
    var rest = max(0, min(number, page.list.numberOfItemsInAllSections - 1))
    for section in 0..<page.list.numberOfSections {
      let count = page.list.numberOfItems(in: section)
      if rest < count {
        return page.table.moveCursor(to: ListIndexPath(section: section, item: rest))
      }
      rest -= count
    }
  }

  // MARK: Rows

  private func withPathOfCursor(_ body: (MemberPath) -> Void) {
    // Without a column cursor it is the column that names the rows.
    guard !page.isShowingCards,
      let choice = page.currentChoice ?? page.columns.naming
    else { return page.explainColumnCursor() }
    body(choice.memberPath)
  }

  /// Copies the rows as JSON, or as their lines.
  private func copyRows() {
    let areLines = page.feed.listModel.format == .text
    copy(rows.actionRows.map { (areLines ? $0.member("line")?.string : nil) ?? $0.description })
  }

  /// Asks for confirmation if quitting would cancel running work, such as writing a file.
  ///
  /// - Returns: `true` if there is none.
  func mayQuit() -> Bool {
    guard let title = work.lostByQuitting else { return true }
    page.application?.present(
      MessageOverlay.confirmation(
        title: "Quit", text: "\(title) is still running. Quit anyway?"
      ) { [weak self] in self?.page.application?.quit(status: 1) })
    return false
  }

  /// The number of commands that a confirmation shows.
  private static let confirmedLineCount = 5

  /// Runs a command for the marked rows, or else the current one, after a confirmation if needed.
  private func start(_ unresolved: RowCommand) {
    let rows = rows.actionRows
    guard !rows.isEmpty else { return }
    let command: RowCommand
    do { command = try unresolved.resolved(for: rows, in: page.catalog) } catch {
      return status.show("\(error)", style: .error, for: .seconds(20))
    }
    guard command.confirmation != nil || rows.count > 10 else { return perform(command, for: rows) }
    ask(command, for: rows, self.rows.numbered)
  }

  /// Asks whether a command is to be run for rows.
  ///
  /// The reason for which the question is asked again is a paragraph; empty for none. Once it was
  /// said that the rows have changed, the command is run as it is shown: they may change with each
  /// reload.
  private func ask(
    _ command: RowCommand, for rows: [JSONBytes],
    _ numbered: (rows: RowNumbers, model: FeedListModel), because reason: String = "",
    hasChanged: Bool = false
  ) {
    let text = Self.question(command, for: rows)
    page.application?.present(
      MessageOverlay.confirmation(title: command.title, text: reason + text) { [weak self] in
        self?.perform(
          command, for: numbered, confirmedBy: text, shown: hasChanged ? rows : nil)
      })
  }

  /// Returns the question before a command is run: what is done, and the first commands.
  private static func question(_ command: RowCommand, for rows: [JSONBytes]) -> String {
    var paragraphs = [rows.first.flatMap { command.confirmation?.text(for: $0) } ?? command.title]
    // A question that names the first row is not about it alone.
    if rows.count > 1, command.confirmation?.text(for: rows[1]) != paragraphs[0] {
      paragraphs[0] += " (and \((rows.count - 1).grouped) more)"
    }
    let lines = rows.prefix(confirmedLineCount).compactMap { command.program?.line(for: $0) }
      .filter { !$0.isEmpty }
    if lines.isEmpty {
      if rows.count > 1 { paragraphs.append("This is done for \(rows.count.grouped) rows.") }
    } else {
      paragraphs.append(lines.map { "$ " + $0 }.joined(separator: "\n"))
      let rest = rows.count - lines.count
      if rest > 0 { paragraphs.append("… and the same for \(rest.grouped) more.") }
    }
    return paragraphs.joined(separator: "\n\n")
  }

  /// Performs a command for the rows of a question, or asks again if a reload has removed some of
  /// them, or changed what the question was about, unless it is for the rows as they were shown.
  private func perform(
    _ command: RowCommand, for asked: (rows: RowNumbers, model: FeedListModel),
    confirmedBy question: String, shown: [JSONBytes]?
  ) {
    guard rows.areInPlace() else { return }
    let model = page.rows?.base ?? page.feed.listModel
    let numbers = asked.model.numbers(of: Array(asked.rows), inLater: model)
    let goneCount = asked.rows.count - numbers.count
    guard !numbers.isEmpty else {
      return page.refuse("\(goneCount == 1 ? "the row is" : "the rows are") gone; nothing was done")
    }
    let left = numbers.map { model.row($0).json }
    if goneCount == 0, question == Self.question(command, for: left) {
      return perform(command, for: left)
    }
    if goneCount == 0, let shown { return perform(command, for: shown) }
    let isOne = goneCount == 1
    let reason =
      goneCount == 0
      ? "The rows have changed. Nothing was done yet."
      : "\(goneCount.counted("row")) \(isOne ? "is" : "are") gone. Nothing was done yet."
    ask(
      command, for: left, (RowNumbers(numbers), model), because: reason + "\n\n",
      hasChanged: goneCount == 0)
  }

  private func perform(_ command: RowCommand, for rows: [JSONBytes]) {
    switch command.work {
    case .copy(let template): copy(rows.map { template.text(for: $0) })
    case .open(let template): openLinks(rows.map { template.text(for: $0) })
    case .run(let program): run(program, of: command, for: rows)
    }
  }

  // MARK: Clipboard and links

  /// Copies texts, one per line; nothing if there are none.
  private func copy(_ texts: [String]) {
    guard !texts.isEmpty else { return }
    let what = texts.count == 1 ? "" : "\(texts.count.grouped) rows"
    page.copyText(texts.joined(separator: "\n"), what)
  }

  /// Opens links, unless one of them may not be opened; asks before opening many.
  func openLinks(_ links: [String]) {
    for link in links {
      if let objection = linkPolicy.objection(to: link) {
        return status.show(objection, style: .warning)
      }
    }
    guard links.count > 3 else { return startOpening(links) }
    page.application?.present(
      MessageOverlay.confirmation(title: "Links", text: "Open \(links.count.grouped) links?") {
        [weak self] in self?.startOpening(links)
      })
  }

  // MARK: Running

  /// Runs a command once for each row, one after the other, and then displays the output.
  ///
  /// Esc terminates the running one and cancels the rest.
  private func run(_ program: CommandTemplate, of command: RowCommand, for rows: [JSONBytes]) {
    let jobs = rows.map { (arguments: program.arguments(for: $0), line: program.line(for: $0)) }
    if command.isForeground {
      var outcomes: [CommandOutcome] = []
      page.application?.releaseTerminal {
        outcomes = jobs.map { CommandOutcome(runningInForeground: $0.arguments, as: $0.line) }
      }
      return commandDidEnd(command, CommandReport(outcomes))
    }
    work.run("running \(command.title)", asksBeforeQuitting: false) { token in
      var outcomes: [CommandOutcome] = []
      for job in jobs where !token.isCancelled {
        outcomes.append(CommandOutcome(running: job.arguments, as: job.line, token: token))
      }
      return CommandReport(outcomes)
    } completion: { [weak self] report in
      self?.commandDidEnd(command, report)
    }
  }

  private func commandDidEnd(_ command: RowCommand, _ report: CommandReport) {
    // A followed source shows what the command appends; read again, its rows would be others.
    if command.reloads, page.feed.canReload, !page.feed.status.isFollowing { page.feed.reload() }
    if !report.lines.isEmpty {
      page.stack?.push(PagerPage(name: command.title, lines: report.lines))
    } else if let failure = report.failure {
      status.show(failure, style: .error, for: .seconds(20))
    } else {
      status.show("done: \(command.title)")
    }
  }

  /// Opens links with a detached command, which is reported only if it fails.
  private func startOpening(_ links: [String]) {
    guard let first = links.first else { return }
    status.show("opening \(links.count == 1 ? first : "\(links.count) links")")
    for link in links {
      let job = linkPolicy.opener + [link]
      BackgroundWork.detach {
        CommandOutcome(running: job, isDetached: true).failure
      } completion: { [weak self] failure in
        failure.map { self?.status.show($0, style: .error, for: .seconds(20)) }
      }
    }
  }
}

extension RowCommand {
  /// Returns the command without some of its keys.
  fileprivate func removing(_ taken: [Key]) -> RowCommand {
    var command = self
    command.keys.removeAll { taken.contains($0) }
    return command
  }
}
