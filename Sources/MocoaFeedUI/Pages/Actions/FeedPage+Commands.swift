import MocoaFeed
import MocoaTUI

extension FeedPage: RowActionPage {
  /// The keys of actions that apply to the rows of any feed.
  static let rowBindings: [KeyBinding<FeedPage>] = [
    .init("copy-row", ["y"], help: "Copy the row as JSON, or the line") { $0.actions.copyRows() },
    .init("copy-value", ["Y"], help: "Copy the value under the cursor") { page in
      page.withPathOfCursor { path in
        page.actions.copy(
          page.actionRows.compactMap { path.value(in: $0).map { $0.string ?? $0.description } })
      }
    },
    .init("copy-path", [.alt("y")], help: JSONTextView.copyPathHelp) { page in
      page.withPathOfCursor { path in
        page.copyText((page.pathInSource?(path) ?? path).expression)
      }
    },
    .init("open-link", ["o"], help: "Open the first link of the row") { page in
      page.actions.openLinks(page.actionRows.map { $0.firstLink ?? "" })
    },
    .init("compare-rows", ["D"], help: "Compare the marked rows: the members in which they differ")
    { $0.compareRows() },
    .init("row-actions", ["."], help: "List the actions of the row") {
      $0.showPalette(
        RowActionController.bindings(of: $0.actions.commands).map { $0.within { $0.actions } }
          + rowBindings.filter { !["row-actions", "command-palette"].contains($0.name) })
    },
    .init("command-palette", [":"], help: "List all actions") { $0.showPalette() },
  ]

  /// Adds a command, replacing one with the same name, and taking its keys from others.
  package func bind(_ command: RowCommand) { actions.bind(command) }

  /// Binds another key to the binding of a name, taking it from any command.
  public func bind(_ key: Key, to name: String) { actions.bind(key, to: name) }

  /// The schemes of links that may be opened, in lower case.
  package var linkSchemes: Set<String> {
    get { actions.linkPolicy.schemes }
    set { actions.linkPolicy.schemes = newValue }
  }

  private func withPathOfCursor(_ body: (MemberPath) -> Void) {
    // Without a column cursor it is the first column, which names the rows.
    guard !isShowingCards, let choice = currentChoice ?? columns.choices.first(where: \.isShown)
    else { return explainColumnCursor() }
    body(choice.memberPath)
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
