import MocoaCore
import MocoaFeed
import MocoaTUI

/// A feature of a page of a feed, which knows the page only as a ``FeedContext``.
@MainActor
protocol FeedFeature: PageFeature {
  /// Called when the feed has changed, after what determines the displayed rows was notified.
  func feedDidChange(_ change: FeedChange)
}

/// What the features of a page of a feed know of it: its rows, the current row, and the status.
///
/// A feature owns its bindings (``KeyBinding``), its state, and what it shows. Prompts and messages
/// are those of the page.
@MainActor
protocol FeedContext: ListContext {
  var feed: Feed { get }

  var list: ListViewModel { get }

  /// What determines the displayed rows.
  var source: RowSource { get }

  /// The table of the rows, which can display them as cards.
  var table: TableView { get }

  /// The columns, shown or hidden.
  var columns: FeedColumns { get }

  /// Finds the members of all rows.
  var memberFinder: MemberFinder { get }

  func row(at path: ListIndexPath) -> Row?

  /// Returns the path from the root of another source to one from the root of this feed, which is a
  /// value in it; nil if the feed is none.
  var outerPath: ((MemberPath) -> MemberPath)? { get }

  /// The faults of the rows of other pages from which those of the feed are made.
  var originFaults: ResultFaults { get }

  /// Returns a row that stays the same when the feed is reloaded; nil for none.
  func anchor(_ number: Int?) -> AnchoredRow?

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?, keeping screenRow: Int?)

  /// Adds a filter built from values, which can be undone.
  func addFilter(_ text: String)

  /// Notifies the observers of this page when rows of another one are opened.
  func takeSelections(of page: FeedPage)

  /// Reloads the feed, or retries what has failed.
  func reload()

  /// Called when the cursor has moved, or the row under it has changed.
  func cursorDidMove()

  /// Called when the list displays other rows.
  ///
  /// - Parameter areOthers: A Boolean value that indicates whether that is not only because some
  ///   were expanded or collapsed.
  func shownRowsDidChange(areOthers: Bool)

  /// Called when what a feature shows beside the position of the cursor has changed.
  func updatePosition()
}

extension FeedContext {
  /// The columns and the members by name.
  var catalog: ColumnCatalog { columns.catalog }

  /// The filters, in the order in which they were added.
  var filters: [RowFilter] { source.query.filters }

  /// The sort keys, in order of priority; empty for the order of the feed.
  var sortKeys: [SortKey] { source.query.sortKeys }

  /// A Boolean value that indicates whether rows are displayed as cards.
  var isShowingCards: Bool { table.showsCards }

  /// The current row.
  var cursor: ListIndexPath? { table.cursor }

  /// The displayed rows.
  var rows: FeedRows? { FeedRows(list.model) }

  /// The row under the cursor.
  var currentRow: Row? { cursor.flatMap { row(at: $0) } }

  /// The number in the whole feed of the current row, from 0.
  var cursorRowNumber: Int? {
    guard let cursor, list.contains(cursor) else { return nil }
    return rows?.number(at: cursor)
  }

  /// The column of the column cursor, while the table is shown.
  var currentChoice: FeedColumn? {
    guard !isShowingCards else { return nil }
    return columns.choices.first { $0.isShown && $0.id == table.currentColumnID }
  }

  /// Reports that there is no current column.
  func explainColumnCursor() {
    status.show(
      isShowingCards
        ? "cards have no current column; Tab shows the table"
        : "choose a column first, with the keys ← and →")
  }

  /// That other rows may be displayed later; nil once all are.
  var remainder: String? {
    source.isBehind ? "the rows are still being searched" : feed.remainder
  }

  /// Returns the faults that are known of the rows, and of those from which they are made; if all
  /// rows are needed, those that are not read yet are missing.
  func knownFaults(needsAllRows: Bool) -> ResultFaults {
    var faults = ResultFaults(before: feed, needsAllRows: needsAllRows)
    faults.add(originFaults)
    return faults
  }

  /// Returns an error with the key that may help.
  func text(of error: FeedError) -> String {
    let file = error.source.split(separator: "/").last ?? ""
    if error.reason == .overwritten { return "\(file) \(error.reason); r reloads it" }
    // The address of a database would hide the reason.
    let what = feed.statements == nil ? "\(error)" : "\(error.reason)"
    return "\(what)\(feed.canReload ? "  (r retries)" : "")"
  }

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?) { showRow(number, keeping: nil) }

  /// Shows a page of rows that are derived from those of this one.
  func push(_ makePage: () throws -> InnerFeedPage) {
    do { stack?.push(try makePage()) } catch { status.show("\(error)", style: .error) }
  }

  /// What is said of a copied path that begins at the row, not at the root of its document.
  var pathNote: String { feed.listModel.areRowsParts ? ", in the row" : "" }

  /// Returns the path from the root of the source to a member of the current row; nil without one.
  var pathInSource: ((MemberPath) -> MemberPath)? {
    cursorRowNumber.map { number in
      { [model = feed.listModel, outerPath] path in
        let path = model.pathInSource(of: path, inRow: number)
        return outerPath?(path) ?? path
      }
    }
  }
}
