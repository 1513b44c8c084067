import MocoaCore
import MocoaFeed
import MocoaTUI

extension Action {
  public static let switchView: Action = "switch-view"
}

/// The same rows as a table or as cards, with one cursor and the same marks.
extension FeedPage {
  /// The view of the rows that is shown.
  var rowsView: View { isShowingCards ? cards : table }

  /// The row that the cursor is on.
  var cursor: ListIndexPath? { isShowingCards ? cards.state.cursor : table.state.cursor }

  /// The number of rows; the table knows it without counting.
  var rowCount: Int { isShowingCards ? list.numberOfItemsInAllSections : table.rowCount }

  /// The number of a row in the whole list, from 0.
  func ordinal(of path: ListIndexPath) -> Int {
    isShowingCards ? list.ordinal(of: path) : table.ordinal(of: path)
  }

  /// Moves the cursor to a row, and scrolls as little as need be.
  func moveCursor(to path: ListIndexPath) {
    if isShowingCards { cards.moveCursor(to: path) } else { table.moveCursor(to: path) }
  }

  /// Moves the cursor to a row, and puts that onto a row of the screen where rows are in lines.
  func moveCursor(to path: ListIndexPath, atRow row: Int) {
    if isShowingCards {
      cards.moveCursor(to: path)
    } else {
      table.moveCursor(to: path, atRow: row)
    }
  }

  /// Moves the cursor to the first row.
  func moveCursorToStart() {
    if isShowingCards {
      cards.moveCursorToEnd(forward: false)
    } else {
      table.moveCursorToEnd(forward: false)
    }
  }

  /// Shows cards where there was a table, or a table where there were cards.
  func switchView() {
    let (path, hadFocus) = (cursor, application?.focusedView === rowsView)
    isShowingCards.toggle()
    // The view that is not seen follows nothing.
    table.show(isShowingCards ? nil : list)
    cards.show(isShowingCards ? list : nil)
    setNeedsLayout()
    if hadFocus { application?.focus(rowsView) }
    layoutIfNeeded()
    path.map {
      isShowingCards ? cards.moveCursor(to: $0) : table.moveCursor(to: $0, scroll: .middle)
    }
  }

  func connectCards() {
    cards.isHidden = true
    cards.onMove = { [weak self] in self?.cursorDidMove() }
    cards.onMoveToEnd = { [weak self] in self?.followEnd() }
    cards.onSelect = { [weak self] path in self?.select(path) }
  }
}
