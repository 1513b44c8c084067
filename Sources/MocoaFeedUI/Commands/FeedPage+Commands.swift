import MocoaFeed
import MocoaTUI

extension Action {
  static let copyRow: Action = "copy-row"
  static let copyValue: Action = "copy-value"
  static let copyPath: Action = "copy-path"
  static let openLink: Action = "open-link"
  static let compareRows: Action = "compare-rows"
}

extension FeedPage: RowActionPage {
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

  /// Adds a command, replacing one with the same name, and taking its keys from others.
  package func bind(_ command: RowCommand) { actions.bind(command) }

  /// Binds another key to an action, taking it from any command.
  package func bind(_ key: Key, to action: Action) { actions.bind(key, to: action) }

  /// The schemes of links that may be opened, in lower case.
  package var linkSchemes: Set<String> {
    get { actions.linkPolicy.schemes }
    set { actions.linkPolicy.schemes = newValue }
  }

  func performRowAction(_ action: Action) -> Bool {
    switch action {
    case .commandPalette: showPalette()
    case .rowActions: showPalette([actions.keyMap, Self.rowKeyMap.removing([.rowActions])])
    case .copyValue, .copyPath:
      // Without a column cursor it is the first column, which names the rows.
      guard !isShowingCards, let choice = currentChoice ?? columns.choices.first(where: \.isShown)
      else { return explainColumnCursor() }
      let path = choice.memberPath
      if action == .copyPath {
        copyText(path.expression)
      } else {
        actions.copy(
          actionRows.compactMap { path.value(in: $0).map { $0.string ?? $0.description } })
      }
    case .compareRows: compareRows()
    default: return actions.perform(action)
    }
    return true
  }

  var actionRows: [JSONBytes] {
    guard markedCount <= RowActionController.rowLimit else {
      status.show("at most \(RowActionController.rowLimit.grouped) rows at once", style: .warning)
      return []
    }
    guard areRowsAsSeen() else { return [] }
    let rows = targetRows.map(\.json)
    if rows.isEmpty { status.show("no row") }
    return rows
  }
}
