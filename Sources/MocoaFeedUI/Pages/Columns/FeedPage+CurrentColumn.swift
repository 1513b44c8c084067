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
    return columnChoices.first { $0.isShown && $0.id == table.currentColumnID }
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
    guard let index = columnChoices.firstIndex(where: { $0.id == currentChoice?.id }) else {
      if action == .frequency {
        askForFrequency()
        return true
      }
      return sayHowToChooseColumn()
    }
    let choice = columnChoices[index]
    switch action {
    case .sortByColumn: toggleSort(by: choice.column, isAdded: false)
    case .keepValue: filterByValue(of: choice, isKept: true)
    case .excludeValue: filterByValue(of: choice, isKept: false)
    case .frequency: showFrequency(of: [catalog.displayed(choice)])
    case .expandColumn: expand(index)
    case .collapseColumn: collapse(index)
    case .hideColumn: hide(index)
    case .widenColumn: resize(index, by: 2)
    case .narrowColumn: resize(index, by: -2)
    case .pinColumn: changeColumns { $0[index].column.isPinned.toggle() }
    case .moveColumnLeft: move(index, by: -1)
    case .moveColumnRight: move(index, by: 1)
    default: return false
    }
    return true
  }

  /// Reports that there is no current column.
  ///
  /// - Returns: `true`.
  func sayHowToChooseColumn() -> Bool {
    status.show(
      isShowingCards
        ? "cards have no current column; Tab shows the table"
        : "choose a column first, with the keys ← and →")
    return true
  }

  private func changeColumns(_ change: (inout [ColumnChoice]) -> Void) {
    columnSelection = .byHand
    change(&columnChoices)
    table.currentColumnID.map { table.revealColumn($0) }
  }

  private func resize(_ index: Int, by columns: Int) {
    let shown = table.columnLayout.entries.first { $0.column.id == columnChoices[index].id }
    changeColumns { $0[index].resize(by: columns, from: shown?.columns) }
  }

  /// Hides a column; the column cursor moves to its neighbor.
  private func hide(_ index: Int) {
    let shown = columnChoices.filter(\.isShown).map(\.id)
    guard shown.count > 1, let place = shown.firstIndex(of: columnChoices[index].id) else {
      return status.show("the last column stays")
    }
    table.currentColumnID = shown[place == shown.count - 1 ? place - 1 : place + 1]
    status.show("\(columnChoices[index].column.title) is hidden; u undoes it, C lists all columns")
    changeColumns { $0[index].isShown = false }
  }

  /// Swaps a column with the next one that is shown.
  private func move(_ index: Int, by step: Int) {
    var other = index + step
    while columnChoices.indices.contains(other), !columnChoices[other].isShown { other += step }
    guard columnChoices.indices.contains(other) else { return }
    changeColumns { $0.swapAt(index, other) }
  }

  /// The maximum number of columns into which one is expanded.
  private static let expansionLimit = 24

  /// Replaces a column by columns of the members of its values.
  private func expand(_ index: Int) {
    let paths = catalog.inner(of: columnChoices[index])
    guard !paths.isEmpty else {
      return status.show(
        "the values of \(columnChoices[index].column.title) have no members", style: .warning)
    }
    let catalog = catalog
    let inner = paths.prefix(Self.expansionLimit).map { catalog.choice(of: $0) }
    if paths.count > inner.count {
      status.show("\(inner.count) of \(paths.count) members; C lists all")
    }
    replaceColumns(inner, at: index) { $0.id == columnChoices[index].id }
  }

  /// Replaces all columns of a value's members by a column of the value.
  private func collapse(_ index: Int) {
    let keys = columnChoices[index].memberPath.keys
    guard keys.count > 1 else {
      return status.show("\(columnChoices[index].column.title) is not part of another member")
    }
    let parent = Array(keys.dropLast())
    replaceColumns([catalog.choice(of: MemberPath(keys: parent))], at: index) {
      $0.memberPath.keys.starts(with: parent)
    }
  }

  /// Shows columns at a position and hides others; hidden ones keep their widths.
  private func replaceColumns(
    _ shown: [ColumnChoice], at index: Int, hiding isHidden: (ColumnChoice) -> Bool
  ) {
    var columns = columnChoices
    let place = columns[..<index].count { old in !shown.contains { $0.id == old.id } }
    for index in columns.indices where isHidden(columns[index]) { columns[index].isShown = false }
    let inserted = shown.map { new in
      var choice = columns.first { $0.id == new.id } ?? new
      choice.isShown = true
      return choice
    }
    columns.removeAll { old in inserted.contains { $0.id == old.id } }
    columns.insert(contentsOf: inserted, at: min(place, columns.count))
    changeColumns { $0 = columns }
    table.currentColumnID = inserted.first?.id
    inserted.first.map { table.revealColumn($0.id) }
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
