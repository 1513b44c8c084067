import MocoaFeed
import MocoaTUI

/// Actions on the column of the column cursor.
extension FeedPage {
  /// The keys for the current column.
  static let columnBindings: [KeyBinding<FeedPage>] = [
    .onColumn(
      "sort-by-column", ["t"], help: "Sort by the column: ascending, descending, not at all"
    ) { $0.query.toggleSort(by: $0.columns.choices[$1].column, isAdded: false) },
    .onColumn("keep-value", ["="], help: "Keep the rows with the value under the cursor") {
      $0.filterByValue(of: $0.columns.choices[$1], isKept: true)
    },
    .onColumn("exclude-value", ["!"], help: "Exclude the rows with the value under the cursor") {
      $0.filterByValue(of: $0.columns.choices[$1], isKept: false)
    },
    .init("frequency", ["F"], help: "List the values of the column with their counts") { page in
      guard let choice = page.currentChoice else { return page.askForFrequency() }
      page.showFrequency(of: [page.catalog.displayed(choice)])
    },
    .init("histogram", ["T"], help: "Count the times or numbers of the column in ranges") {
      $0.showHistogram()
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
    .onColumn("pin-column", ["P"], help: "Freeze or unfreeze the column") { page, index in
      page.columns.change { $0[index].column.isPinned.toggle() }
    },
    .init("undo", ["u"], help: "Undo the last change of filters, order or columns") { $0.undo() },
  ]

  /// The column of the column cursor, while the table is shown.
  var currentChoice: ColumnChoice? {
    guard !isShowingCards else { return nil }
    return columns.choices.first { $0.isShown && $0.id == table.currentColumnID }
  }

  /// The title of the current column, for the status bar.
  var columnText: String { currentChoice.map { "│ \($0.column.title)" } ?? "" }

  /// Calls a closure with the index of the current column, or reports that there is none.
  fileprivate func withColumn(_ body: (FeedPage, Int) -> Void) {
    guard let index = columns.choices.firstIndex(where: { $0.id == currentChoice?.id }) else {
      return explainColumnCursor()
    }
    body(self, index)
    table.currentColumnID.map { table.revealColumn($0) }
  }

  /// Reports that there is no current column.
  func explainColumnCursor() {
    status.show(
      isShowingCards
        ? "cards have no current column; Tab shows the table"
        : "choose a column first, with the keys ← and →")
  }

  fileprivate func resize(_ index: Int, by width: Int) {
    let shown = table.columnLayout.entries.first { $0.column.id == columns.choices[index].id }
    columns.change { $0[index].resize(by: width, from: shown?.columns) }
  }

  /// Makes a column as wide as its title and the values on the screen.
  ///
  /// - Complexity: O(bytes of the visible rows).
  fileprivate func fit(_ index: Int) {
    let choice = columns.choices[index]
    let template = columns.template(of: choice)
    let texts = table.visibleIndexPaths.compactMap { row(at: $0) }.compactMap { row in
      template.map { $0.text(for: row.json) }
        ?? choice.memberPath.value(in: row.json)?.shown(ofTable: row.isOfTable).map { value in
          JSONDisplayText(value, of: choice.memberPath.keys.last).folded(from: value).text
        }
    }
    let width = ([choice.column.title] + texts).map { TextWidth.columns(of: $0) }.max() ?? 0
    columns.change { $0[index].column.width = .fixed(max(2, width)) }
  }

  /// Hides a column; the column cursor moves to its neighbor.
  fileprivate func hide(_ index: Int) {
    let title = columns.choices[index].column.title
    guard let neighbor = columns.hide(index) else { return status.show("the last column stays") }
    table.currentColumnID = neighbor
    status.show("\(title) is hidden; u undoes it, C lists all columns")
  }

  /// Replaces a column by columns of the members of its values.
  fileprivate func expand(_ index: Int) {
    let title = columns.choices[index].column.title
    let (shown, count) = columns.expand(index)
    guard let first = shown.first else {
      return status.show("the values of \(title) have no members", style: .warning)
    }
    if count > shown.count { status.show("\(shown.count) of \(count) members; C lists all") }
    table.currentColumnID = first.id
  }

  /// Replaces a column by that of the value that contains its member.
  fileprivate func collapse(_ index: Int) {
    let title = columns.choices[index].column.title
    guard let outer = columns.collapse(index) else {
      return status.show("\(title) is not part of another member")
    }
    table.currentColumnID = outer.id
  }

  fileprivate func filterByValue(of choice: ColumnChoice, isKept: Bool) {
    guard let cursor, let row = row(at: cursor) else { return status.show("no row") }
    var path = choice.memberPath
    if let name = path.value(in: row.json).flatMap(JSONDisplayText.namingKey(ofObject:)) {
      path = MemberPath(keys: path.keys + [name])
    }
    guard let text = path.filterText(of: path.value(in: row.json)) else {
      return status.show("arrays and objects cannot be compared", style: .warning)
    }
    addFilter(isKept ? text : "!(\(text))")
  }

  /// Adds a filter built from values.
  func addFilter(_ text: String) {
    do throws(FilterSyntaxError) {
      let filter = try RowFilter(parsing: text, lookup: catalog.meaning)
      if !filters.contains(filter) { setFilters(filters + [filter]) }
    } catch {
      status.show("filter: \(error.message)", style: .error)
    }
  }

  func showFrequency(of choices: [ColumnChoice]) {
    push { try FrequencyPage(of: choices, in: self) }
  }
}

extension KeyBinding where Owner == FeedPage {
  /// Returns a binding for the current column, whose index is passed to the closure.
  fileprivate static func onColumn(
    _ name: String, _ keys: [Key], help: String,
    _ body: @escaping @MainActor @Sendable (FeedPage, Int) -> Void
  ) -> KeyBinding {
    KeyBinding(name, keys, help: help) { $0.withColumn(body) }
  }
}
