import MocoaCore

/// Marks: the selection of a list in which any number of rows can be selected.
extension TableView {
  /// The keys of a table whose rows can be marked.
  public static let markingKeyMap = defaultKeyMap.appending(RowMarks.keyMap)

  /// The key maps of a table without columns, which leaves the keys for these to others.
  static let keyMapWithoutColumns = defaultKeyMap.removing([.scrollLeft, .scrollRight])
  static let markingKeyMapWithoutColumns = markingKeyMap.removing([.scrollLeft, .scrollRight])

  func performMarking(_ action: Action) -> Bool {
    guard let list else { return false }
    return marks.perform(action, cursor: state.cursor, in: list) { forward in
      moveCursor(by: forward ? 1 : -1)
      return state.cursor
    }
  }
}
