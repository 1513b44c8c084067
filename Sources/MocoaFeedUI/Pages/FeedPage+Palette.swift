import MocoaCore
import MocoaTUI

extension FeedPage {
  /// Lists all available actions, or those of some key maps, and performs the selected one.
  func showPalette(_ keyMaps: [KeyMap]? = nil) {
    guard let application else { return }
    let recent = (promptHistory[.command] ?? []).map(Action.init(rawValue:))
    // The user's own actions come first, and those of every list last.
    let all = [actions.keyMap, keyMap] + application.focusedKeyMaps
    let markCount = markedCount
    application.present(
      CommandPalette(
        keyMaps: keyMaps ?? all, recent: keyMaps == nil ? recent : [], hasRows: keyMaps == nil
      ) {
        [weak self, weak application] entry in
        if let row = entry.row {
          self?.goToRow(row - 1)
        } else {
          self?.remember(entry.action.rawValue, in: .command)
          self?.promisedMarkCount = markCount
          application?.perform(entry.action)
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
