import MocoaFeed
import MocoaTUI

/// The filters, sort order and columns of a page.
struct FeedView: Equatable {
  var filters: [RowFilter]
  var sortKeys: [SortKey]
  var columns: [FeedPageState.Column]

  /// The column that the column cursor was on.
  var currentColumn: TableColumn.ID?

  static func == (left: FeedView, right: FeedView) -> Bool {
    left.filters == right.filters && left.sortKeys == right.sortKeys
      && left.columns == right.columns
  }
}

/// The history of a view, for undoing changes step by step.
struct ViewHistory<Shown: Equatable> {
  private var steps: [Shown] = []

  /// The maximum number of steps that can be undone.
  static var limit: Int { 100 }

  /// Records the view before a possible change.
  mutating func append(_ shown: Shown) {
    guard steps.last != shown else { return }
    steps.append(shown)
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// Removes and returns the last step that differs from the current view; nil if there is none.
  mutating func popLast(otherThan now: Shown) -> Shown? {
    while let last = steps.popLast() { if last != now { return last } }
    return nil
  }
}

/// Undoing changes of filters, sort order and columns.
extension FeedPage {
  /// The key that undoes changes.
  static let undoBindings: [KeyBinding<FeedPage>] = [
    .init("undo", ["u"], help: "Undo the last change of filters, order or columns") { $0.undo() }
  ]

  private var view: FeedView {
    FeedView(
      filters: filters, sortKeys: sortKeys, columns: columns.choices.map(FeedPageState.Column.init),
      currentColumn: table.currentColumnID)
  }

  /// Records the view before a possible change.
  func rememberView() {
    // Columns that are inferred from more rows are not a change by the user.
    if prompt == nil { history.append(view) }
  }

  /// Restores the view before the last change.
  func undo() {
    let now = view
    guard let last = history.popLast(otherThan: now) else {
      return status.show("there is nothing to undo")
    }
    let what = [
      last.filters == now.filters ? nil : "filters",
      last.sortKeys == now.sortKeys ? nil : "sort order",
      last.columns == now.columns ? nil : "columns",
    ].compactMap(\.self)
    if last.columns != now.columns {
      columnController.columns.arrange(as: last.columns)
      if currentChoice == nil { table.currentColumnID = last.currentColumn }
    }
    setFilters(last.filters)
    setSortKeys(last.sortKeys)
    status.show("undone: \(what.joined(separator: ", "))")
  }
}
