import MocoaCore
import MocoaTUI

/// The same rows as a table or as cards, with the same cursor and marks.
extension FeedPage {
  /// Switches between table and cards.
  func switchView() {
    table.showsCards.toggle()
    cursor.map { table.moveCursor(to: $0, scroll: isShowingCards ? .visible : .middle) }
  }
}
