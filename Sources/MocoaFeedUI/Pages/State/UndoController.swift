import MocoaFeed
import MocoaTUI

/// The filters, sort order and columns of a page, and the calculated members.
struct FeedView: Equatable {
  var filters: [RowFilter]
  var sortKeys: [SortKey]
  var columns: [FeedPageState.Column]
  var derived: [DerivedMember] = []

  /// The column that the column cursor was on.
  var currentColumn: TableColumn.ID?

  static func == (left: FeedView, right: FeedView) -> Bool {
    left.filters == right.filters && left.sortKeys == right.sortKeys
      && left.columns == right.columns && left.expressions == right.expressions
  }

  /// The calculated members as they were typed: their names may be resolved since.
  var expressions: [String] { derived.map(\.text) }
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

/// The feature of undoing changes of filters, sort order, columns and calculated members.
@MainActor
final class UndoController: PageFeature {
  static let bindings: [KeyBinding<UndoController>] = [
    .init("undo", ["u"], help: "Undo the last change of filters, order or columns") { $0.undo() }
  ]

  private var history = ViewHistory<FeedView>()
  private unowned let page: any FeedContext
  private let query: QueryController
  private let columns: ColumnController

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext, query: QueryController, columns: ColumnController) {
    (self.page, self.query, self.columns) = (page, query, columns)
  }

  private var view: FeedView {
    FeedView(
      filters: query.filters, sortKeys: query.sortKeys,
      columns: columns.columns.choices.map(FeedPageState.Column.init),
      derived: page.feed.derivedMembers, currentColumn: page.table.currentColumnID)
  }

  /// Records the view before a possible change.
  func remember() {
    // Columns that are inferred from more rows are not a change by the user.
    if page.prompt == nil { history.append(view) }
  }

  /// Forgets the earlier views, as the rows have other members.
  func clear() { history = ViewHistory() }

  /// Restores the view before the last change.
  func undo() {
    let now = view
    guard let last = history.popLast(otherThan: now) else {
      return page.status.show("there is nothing to undo")
    }
    let areColumnsSame = last.columns == now.columns
    let members = last.expressions == now.expressions ? nil : "calculated members"
    let what = [
      last.filters == now.filters ? nil : "filters",
      last.sortKeys == now.sortKeys ? nil : "sort order",
      areColumnsSame ? members : "columns",
    ].compactMap(\.self)
    if last.expressions != now.expressions { derive(last, insteadOf: now) }
    if !areColumnsSame {
      columns.columns.arrange(as: last.columns)
      if page.currentChoice == nil { page.table.currentColumnID = last.currentColumn }
    }
    query.setFilters(last.filters)
    query.setSortKeys(last.sortKeys)
    page.status.show("undone: \(what.joined(separator: ", "))")
  }

  /// Restores the calculated members of a view, without the columns of others.
  private func derive(_ last: FeedView, insteadOf now: FeedView) {
    let members = last.derived.map { member in
      // Joined rows may be newer.
      now.derived.first { $0.text == member.text } ?? member
    }
    page.feed.derive(members)
    let gone = now.derived.map(\.name).filter { name in !members.contains { $0.name == name } }
    columns.columns.change { choices in
      choices.removeAll { choice in
        gone.contains { choice.memberPath.keys == [$0] }
          && !last.columns.contains { $0.id == choice.id }
      }
    }
  }
}
