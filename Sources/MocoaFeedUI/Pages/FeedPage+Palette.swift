import MocoaCore
import MocoaTUI

extension FeedPage {
  /// Lists all available actions, or some of the page, and performs the selected one.
  func showPalette(_ some: [KeyBinding<FeedPage>]? = nil) {
    guard let application else { return }
    // The user's own actions come first, and those of every list last.
    let bindings =
      some.map { KeyMap(for: FeedPage.self, $0).bindings(in: self) }
      ?? commandKeyMap.bindings(in: self) + keyMap.bindings(in: self)
      + application.focusedBindings
    let markCount = markedCount
    application.present(
      CommandPalette(
        bindings, recent: some == nil ? promptHistory[.command] ?? [] : [], hasRows: some == nil
      ) {
        [weak self, weak application] entry in
        if let row = entry.row {
          self?.goToRow(row - 1)
        } else {
          self?.remember(entry.name, in: .command)
          self?.promisedMarkCount = markCount
          application?.run(entry)
          if self?.prompt == nil { self?.promisedMarkCount = nil }
        }
      })
  }

  /// Moves the cursor to a row by its number in the list, from 0; or to the last one.
  func goToRow(_ number: Int) {
    var rest = max(0, min(number, list.numberOfItemsInAllSections - 1))
    for section in 0..<list.numberOfSections {
      let count = list.numberOfItems(in: section)
      if rest < count {
        return table.moveCursor(to: ListIndexPath(section: section, item: rest))
      }
      rest -= count
    }
  }
}
