import MocoaFeed
import MocoaTUI

extension Action {
  static let sortByColumn: Action = "sort-by-column"
  static let hideColumn: Action = "hide-column"
  static let expandColumn: Action = "expand-column"
  static let collapseColumn: Action = "collapse-column"
  static let keepValue: Action = "keep-value"
  static let excludeValue: Action = "exclude-value"
  static let frequency: Action = "frequency"
  static let histogram: Action = "histogram"
}

/// Actions on the column of the column cursor.
extension FeedPage {
  /// The keys for the current column.
  static let columnKeyMap = KeyMap([
    .init(.sortByColumn, ["t"], help: "Sort by the column: ascending, descending, not at all"),
    .init(.keepValue, ["="], help: "Keep the rows with the value under the cursor"),
    .init(.excludeValue, ["!"], help: "Exclude the rows with the value under the cursor"),
    .init(.frequency, ["F"], help: "List the values of the column with their counts"),
    .init(.histogram, ["T"], help: "Count the times or numbers of the column in ranges"),
    .init(.hideColumn, ["-"], help: "Hide the column"),
    .init(.widenColumn, ["+"], help: "Widen the column"),
    .init(.narrowColumn, ["_"], help: "Narrow the column"),
    .init(.openCell, [">"], help: "Show the array or object under the cursor as a list"),
    .init(.expandColumn, ["("], help: "Show the members of the column as columns"),
    .init(.collapseColumn, [")"], help: "Show the object or array that the column is part of"),
    .init(.moveColumnLeft, ["H"], help: "Move the column left"),
    .init(.moveColumnRight, ["L"], help: "Move the column right"),
    .init(.pinColumn, ["P"], help: "Freeze or unfreeze the column"),
    .init(.undo, ["u"], help: "Undo the last change of filters, order or columns"),
  ])

  /// The column of the column cursor, while the table is shown.
  var currentChoice: ColumnChoice? {
    guard !isShowingCards else { return nil }
    return columns.choices.first { $0.isShown && $0.id == table.currentColumnID }
  }

  /// The title of the current column, for the status bar.
  var columnText: String { currentChoice.map { "│ \($0.column.title)" } ?? "" }

  func performColumnAction(_ action: Action) -> Bool {
    switch action {
    case .undo: undo()
    case .histogram: showHistogram()
    case .openCell: openCell()
    default: return performOnColumn(action)
    }
    return true
  }

  private func performOnColumn(_ action: Action) -> Bool {
    guard Self.columnKeyMap.bindings.contains(where: { $0.action == action }) else { return false }
    guard let index = columns.choices.firstIndex(where: { $0.id == currentChoice?.id }) else {
      if action == .frequency {
        askForFrequency()
        return true
      }
      return explainColumnCursor()
    }
    let choice = columns.choices[index]
    switch action {
    case .sortByColumn: query.toggleSort(by: choice.column, isAdded: false)
    case .keepValue: filterByValue(of: choice, isKept: true)
    case .excludeValue: filterByValue(of: choice, isKept: false)
    case .frequency: showFrequency(of: [catalog.displayed(choice)])
    case .expandColumn: expand(index)
    case .collapseColumn:
      guard let outer = columns.collapse(index) else {
        status.show("\(choice.column.title) is not part of another member")
        break
      }
      table.currentColumnID = outer.id
    case .hideColumn: hide(index)
    case .widenColumn: resize(index, by: 2)
    case .narrowColumn: resize(index, by: -2)
    case .pinColumn: columns.change { $0[index].column.isPinned.toggle() }
    case .moveColumnLeft: columns.move(index, by: -1)
    case .moveColumnRight: columns.move(index, by: 1)
    default: return false
    }
    table.currentColumnID.map { table.revealColumn($0) }
    return true
  }

  /// Reports that there is no current column.
  ///
  /// - Returns: `true`.
  func explainColumnCursor() -> Bool {
    status.show(
      isShowingCards
        ? "cards have no current column; Tab shows the table"
        : "choose a column first, with the keys ← and →")
    return true
  }

  private func resize(_ index: Int, by width: Int) {
    let shown = table.columnLayout.entries.first { $0.column.id == columns.choices[index].id }
    columns.change { $0[index].resize(by: width, from: shown?.columns) }
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

  private func filterByValue(of choice: ColumnChoice, isKept: Bool) {
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
