import MocoaFeed
import MocoaTUI

/// What the features of a page of a feed know of it: its rows, the current row, and the status.
///
/// A feature owns its bindings (``KeyBinding``), its state, and what it shows. Prompts and messages
/// are those of the page.
@MainActor
protocol FeedContext: ListContext {
  /// The displayed feed.
  var feed: Feed { get }

  /// What determines the displayed rows.
  var source: RowSource { get }

  /// The displayed rows.
  var rows: FeedRows? { get }

  /// The table of the rows, which can display them as cards.
  var table: TableView { get }

  /// The columns, shown or hidden.
  var columns: FeedColumns { get }

  /// The filters that the displayed rows match.
  var filters: [RowFilter] { get }

  /// The row under the cursor.
  var currentRow: Row? { get }

  /// The number in the whole feed of the current row, from 0.
  var cursorRowNumber: Int? { get }

  /// Returns the path from the root of another source to one from the root of this feed, which is a
  /// value in it; nil if the feed is none.
  var outerPath: ((MemberPath) -> MemberPath)? { get }

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?, keeping screenRow: Int?)

  /// Called when what a feature shows beside the position of the cursor has changed.
  func updatePosition()
}

extension FeedContext {
  /// The columns and the members by name.
  var catalog: ColumnCatalog { columns.catalog }

  /// A Boolean value that indicates whether rows are displayed as cards.
  var isShowingCards: Bool { table.showsCards }

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?) { showRow(number, keeping: nil) }

  /// Returns the path from the root of the source to a member of the current row; nil without one.
  var pathInSource: ((MemberPath) -> MemberPath)? {
    cursorRowNumber.map { number in
      { [model = feed.listModel, outerPath] path in
        let path = model.pathInSource(of: path, inRow: number)
        return outerPath?(path) ?? path
      }
    }
  }

  var outerPath: ((MemberPath) -> MemberPath)? { nil }
}
