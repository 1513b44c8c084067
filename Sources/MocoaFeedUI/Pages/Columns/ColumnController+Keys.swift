import MocoaFeed
import MocoaTUI

/// Actions on the columns, and on that of the column cursor.
extension ColumnController {
  package static let bindings: [KeyBinding<ColumnController>] = [
    .onColumn(
      "sort-by-column", ["t"], help: "Sort by the column: ascending, descending, not at all"
    ) { $0.query.toggleSort(by: $0.columns.choices[$1].column, isAdded: false) },
    .onColumn("keep-value", ["="], help: "Keep the rows with the value under the cursor") {
      $0.filterByValue(of: $0.columns.choices[$1], isKept: true)
    },
    .onColumn("exclude-value", ["!"], help: "Exclude the rows with the value under the cursor") {
      $0.filterByValue(of: $0.columns.choices[$1], isKept: false)
    },
    .init("frequency", ["F"], help: "Group by the column: list its values with their counts") {
      $0.summaries.showFrequency()
    },
    .init("histogram", ["T"], help: "Chart the column: count its times or numbers in ranges") {
      $0.summaries.showHistogram()
    },
    .onColumn("hide-column", ["-"], help: "Hide the column") { $0.hide($1) },
    .onColumn("widen-column", ["+"], help: "Widen the column") { $0.resize($1, by: 2) },
    .onColumn("narrow-column", ["_"], help: "Narrow the column") { $0.resize($1, by: -2) },
    .onColumn("fit-column", ["#"], help: "Fit the column to the values on the screen") {
      $0.fit($1)
    },
    .init("open-cell", [">"], help: "Show the array or object under the cursor as a list") {
      $0.openCell()
    },
    .onColumn("expand-column", ["("], help: "Show the members of the column as columns") {
      $0.expand($1)
    },
    .onColumn(
      "collapse-column", [")"], help: "Show the object or array that the column is part of"
    ) { $0.collapse($1) },
    .onColumn("move-column-left", ["H"], help: "Move the column left") {
      $0.columns.move($1, by: -1)
    },
    .onColumn("move-column-right", ["L"], help: "Move the column right") {
      $0.columns.move($1, by: 1)
    },
    .onColumn("pin-column", ["P"], help: "Freeze or unfreeze the column") { feature, index in
      feature.columns.change { $0[index].column.isPinned.toggle() }
    },
  ]

  static let viewBindings: [KeyBinding<ColumnController>] = [
    .init("switch-view", [.tab], help: "Toggle cards") { $0.switchView() },
    .init(
      "choose-columns", ["C"], help: "Choose, move and resize columns, or add a computed one"
    ) { $0.openPage() },
  ]

  private var status: StatusBar { page.status }
  private var table: TableView { page.table }

  /// Switches between the table and cards of the same rows.
  private func switchView() {
    table.showsCards.toggle()
    table.cursor.map { table.moveCursor(to: $0, scroll: table.showsCards ? .visible : .middle) }
  }

  /// Calls a closure with the index of the current column, or reports that there is none.
  fileprivate func withColumn(_ body: (ColumnController, Int) -> Void) {
    guard let index = columns.choices.firstIndex(where: { $0.id == page.currentChoice?.id }) else {
      return page.explainColumnCursor()
    }
    body(self, index)
    table.currentColumnID.map { table.revealColumn($0) }
  }

  private func resize(_ index: Int, by width: Int) {
    let shown = table.columnLayout.entries.first { $0.column.id == columns.choices[index].id }
    columns.change { $0[index].resize(by: width, from: shown?.columns) }
  }

  /// Makes a column as wide as its title and the values on the screen.
  private func fit(_ index: Int) {
    let choice = columns.choices[index]
    let width = max(TextWidth.columns(of: choice.column.title), visibleWidth(of: choice))
    columns.change { $0[index].column.width = .fixed(max(2, width)) }
  }

  /// Returns the width of the values of a column on the screen, in character columns.
  ///
  /// - Complexity: O(visible rows); the texts are those of the cells.
  func visibleWidth(of choice: FeedColumn) -> Int {
    visibleCells.compactMap { $0.displayedText(for: choice.column) }
      .reduce(0) { max($0, TextWidth.columns(of: $1)) }
  }

  /// Hides a column; the column cursor moves to its neighbor.
  private func hide(_ index: Int) {
    let title = columns.choices[index].column.title
    guard let neighbor = columns.hide(index) else { return status.show("the last column stays") }
    table.currentColumnID = neighbor
    status.show("\(title) is hidden; u undoes it, C lists all columns")
  }

  /// Replaces a column by columns of the members of its values.
  private func expand(_ index: Int) {
    let title = columns.choices[index].column.title
    let (shown, count) = columns.expand(index)
    guard let first = shown.first else {
      return status.show("the values of \(title) have no members", style: .warning)
    }
    if count > shown.count { status.show("\(shown.count) of \(count) members; C lists all") }
    table.currentColumnID = first.id
  }

  /// Replaces a column by that of the value that contains its member.
  private func collapse(_ index: Int) {
    let title = columns.choices[index].column.title
    guard let outer = columns.collapse(index) else {
      return status.show("\(title) is not part of another member")
    }
    table.currentColumnID = outer.id
  }

  private func filterByValue(of choice: FeedColumn, isKept: Bool) {
    guard let row = page.currentRow else { return status.show("no row") }
    var path = choice.memberPath
    if let name = path.value(in: row.json).flatMap(JSONDisplayText.namingKey(ofObject:)) {
      path = MemberPath(keys: path.keys + [name])
    }
    guard let text = path.filterText(of: path.value(in: row.json)) else {
      return status.show("arrays and objects cannot be compared", style: .warning)
    }
    query.addFilter(isKept ? text : "!(\(text))")
  }

  /// Shows the array or object under the cursor as a list.
  private func openCell() {
    guard let row = page.currentRow else { return status.show("no row") }
    // Without a column cursor, the first nested value of the row.
    let choices = page.currentChoice.map { [$0] } ?? columns.choices
    func value(of choice: FeedColumn) -> JSONBytes? {
      choice.memberPath.value(in: row.json).flatMap {
        $0.kind == .array || $0.kind == .object ? $0 : nil
      }
    }
    guard let choice = choices.first(where: { value(of: $0) != nil }), let value = value(of: choice)
    else {
      let isOfRow = page.currentChoice == nil
      let other = columns.choices.first { value(of: $0) != nil }
      let hint = other.map { "; \($0.column.title) has one" } ?? ""
      return status.show("no array or object \(isOfRow ? "in the row" : "under the cursor")\(hint)")
    }
    page.push { try NestedPage(value, at: choice.memberPath, of: row.json, in: page) }
  }
}

extension KeyBinding where Owner == ColumnController {
  /// Returns a binding for the current column, whose index is passed to the closure.
  fileprivate static func onColumn(
    _ name: String, _ keys: [Key], help: String,
    _ body: @escaping @MainActor @Sendable (ColumnController, Int) -> Void
  ) -> KeyBinding {
    KeyBinding(name, keys, help: help) { $0.withColumn(body) }
  }
}
