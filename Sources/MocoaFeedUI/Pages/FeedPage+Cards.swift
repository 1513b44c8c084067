import MocoaCore
import MocoaTUI

extension Action {
  public static let switchView: Action = "switch-view"
}

/// The same rows as a table or as cards, with one cursor and the same marks.
extension FeedPage {
  /// The row that the cursor is on.
  var cursor: ListIndexPath? { table.cursor }

  /// Shows cards where there was a table, or a table where there were cards.
  func switchView() {
    table.showsCards.toggle()
    cursor.map { table.moveCursor(to: $0, scroll: isShowingCards ? .visible : .middle) }
  }
}
