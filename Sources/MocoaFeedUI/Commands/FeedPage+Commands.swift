import MocoaFeed
import MocoaTUI

extension Action {
  static let copyRow: Action = "copy-row"
  static let copyValue: Action = "copy-value"
  static let copyPath: Action = "copy-path"
  static let openLink: Action = "open-link"
  static let compareRows: Action = "compare-rows"
}

/// Actions on rows.
extension FeedPage {
  /// The keys of actions that apply to the rows of any feed.
  static let rowKeyMap = KeyMap([
    .init(.copyRow, ["y"], help: "Copy the row as JSON, or the line"),
    .init(.copyValue, ["Y"], help: "Copy the value under the cursor"),
    .init(.copyPath, [.alt("y")], help: "Copy the path of the value under the cursor, for jq"),
    .init(.openLink, ["o"], help: "Open the first link of the row"),
    .init(.compareRows, ["D"], help: "Compare the marked rows: the members in which they differ"),
    .init(.rowActions, ["."], help: "List the actions of the row"),
    .init(.commandPalette, [":"], help: "List all actions"),
  ])

  /// The keys of the user's commands.
  var commandKeyMap: KeyMap {
    KeyMap(
      commands.map { .init($0.name, $0.keys, help: $0.title) }, title: "Commands")
  }

  /// Adds a command, replacing one with the same name, and taking its keys from others.
  package func bind(_ command: RowCommand) {
    commands =
      commands.filter { $0.name != command.name }.map { other in
        var other = other
        other.keys.removeAll { command.keys.contains($0) }
        return other
      } + [command]
  }

  /// Binds another key to an action, taking it from any command.
  package func bind(_ key: Key, to action: Action) {
    commands = commands.map { command in
      var command = command
      command.keys.removeAll { $0 == key }
      return command
    }
    let known = Manifest.keyMaps.flatMap { $0.keys(for: action) }
    keyChanges.keys[action] = (keyChanges.keys[action] ?? known) + [key]
  }

  func performCommand(_ action: Action) -> Bool {
    if let command = commands.first(where: { $0.name == action }) {
      start(command)
      return true
    }
    switch action {
    case .commandPalette: showPalette()
    case .rowActions: showPalette([commandKeyMap, Self.rowKeyMap.removing([.rowActions])])
    case .copyValue, .copyPath:
      // Without a column cursor it is the first column, which names the rows.
      guard !isShowingCards, let choice = currentChoice ?? columns.choices.first(where: \.isShown)
      else { return explainColumnCursor() }
      guard action == .copyValue else {
        copyText(choice.memberPath.expression)
        break
      }
      copy(
        commandRows.compactMap { row in
          choice.memberPath.value(in: row).map { $0.string ?? $0.description }
        })
    case .copyRow:
      let areLines = feed.listModel.format == .text
      copy(commandRows.map { (areLines ? $0.member("line")?.string : nil) ?? $0.description })
    case .compareRows: compareRows()
    case .openLink: openLinks(commandRows.map { $0.firstLink ?? "" })
    default: return false
    }
    return true
  }

  /// The maximum number of rows for a command: more were probably marked by mistake.
  static let commandRowLimit = 10_000

  /// The rows for a command; empty, with a message, if there are none or too many.
  private var commandRows: [JSONBytes] {
    guard markedCount <= Self.commandRowLimit else {
      status.show("at most \(Self.commandRowLimit.grouped) rows at once", style: .warning)
      return []
    }
    guard areRowsInPlace() else { return [] }
    let rows = targetRows.map(\.json)
    if rows.isEmpty { status.show("no row") }
    return rows
  }

  /// Runs a command for the marked rows, or else the current one, after a confirmation if needed.
  func start(_ unresolved: RowCommand) {
    let rows = commandRows
    guard let first = rows.first else { return }
    let command: RowCommand
    do { command = try unresolved.resolved(for: rows, in: catalog) } catch {
      return status.show("\(error)", style: .error, for: .seconds(20))
    }
    guard command.confirmation != nil || rows.count > 10 else { return perform(command, for: rows) }
    var paragraphs = [command.confirmation?.text(for: first) ?? command.title]
    let line = command.line(for: first)
    if !line.isEmpty { paragraphs.append("$ " + line) }
    if rows.count > 1 {
      paragraphs.append(
        line.isEmpty
          ? "This is done for \(rows.count.grouped) rows."
          : "… and the same for \((rows.count - 1).grouped) more.")
    }
    let question = MessageView.confirmation(
      title: command.title, text: paragraphs.joined(separator: "\n\n")
    ) { [weak self] in self?.perform(command, for: rows) }
    application?.present(question)
  }

  private func perform(_ command: RowCommand, for rows: [JSONBytes]) {
    switch command.work {
    case .copy(let template): copy(rows.map { template.text(for: $0) })
    case .open(let template): openLinks(rows.map { template.text(for: $0) })
    case .run, .shell: run(command, for: rows)
    }
  }

  // MARK: Clipboard and links

  private func copy(_ texts: [String]) {
    guard !texts.isEmpty else { return }
    let what = texts.count == 1 ? "" : "\(texts.count.grouped) rows, "
    copyText(texts.joined(separator: "\n"), what)
  }

  func openLinks(_ links: [String]) {
    for link in links {
      if let objection = linkPolicy.objection(to: link) {
        return status.show(objection, style: .warning)
      }
    }
    guard links.count > 3 else { return startOpening(links) }
    application?.present(
      MessageView.confirmation(title: "Links", text: "Open \(links.count.grouped) links?") {
        [weak self] in self?.startOpening(links)
      })
  }
}

extension View {
  /// Copies a text to the clipboard of the terminal, and reports it, or its length.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - what: The text before the length in the message.
  func copyText(_ text: String, _ what: String = "") {
    // Text that is pasted into a shell must not contain control characters.
    let scalars = text.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
    let text = String(String.UnicodeScalarView(scalars))
    application?.terminal.copy(text)
    let count = "\(text.count.grouped) character\(text.count == 1 ? "" : "s")"
    let isShort = what.isEmpty && text.count <= 40 && !text.contains("\n")
    showMessage("copied \(isShort ? text : what + count)")
  }
}
