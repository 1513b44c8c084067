import MocoaCore

extension Action {
  public static let toggleMark: Action = "toggle-mark"
  public static let markRange: Action = "mark-range"
  public static let markUp: Action = "mark-up"
  public static let markDown: Action = "mark-down"
  public static let markAll: Action = "mark-all"
  public static let markNone: Action = "mark-none"
  public static let markInverse: Action = "mark-inverse"
}

/// Marking of rows by keys and the mouse; the marks are the selection of the list.
///
/// A cell is notified when it is unmarked, and when it is opened, but not when it is marked.
@MainActor
struct RowMarks {
  /// The row that was marked last, from which a range extends to the cursor.
  private(set) var anchor: ListIndexPath?

  /// The row on which the mouse was pressed, and the rows marked by dragging from there.
  private var drag: (start: ListIndexPath, marked: IndexPathSet)?

  static let keyMap = KeyMap([
    .init(.toggleMark, [.space], help: "Mark or unmark the row, and move down"),
    .init(.markDown, [Key(.down, .shift)], help: "Mark the row and the one below"),
    .init(.markUp, [Key(.up, .shift)], help: "Mark the row and the one above"),
    .init(.markRange, ["V"], help: "Mark from the last mark to this row"),
    .init(.markAll, [.control("a")], help: "Mark all rows"),
    .init(.markNone, ["U"], help: "Unmark all rows"),
    .init(.markInverse, ["*"], help: "Invert marks"),
  ])

  /// Performs an action on marks.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cursor: The row under the cursor.
  ///   - list: The list.
  ///   - move: Moves the cursor by a row, and returns its new position.
  /// - Returns: `true` if the action is one on marks.
  mutating func perform(
    _ action: Action, cursor: ListIndexPath?, in list: ListViewModel,
    move: (_ forward: Bool) -> ListIndexPath?
  ) -> Bool {
    guard list.selectionMode == .multiple else { return false }
    switch action {
    case .markAll: list.selectAllItems()
    case .markNone: list.deselectCells(at: list.selectedIndexPaths)
    case .markInverse: list.invertSelection()
    default:
      guard let cursor, list.contains(cursor) else { return false }
      return perform(action, at: cursor, in: list, move: move)
    }
    return true
  }

  private mutating func perform(
    _ action: Action, at cursor: ListIndexPath, in list: ListViewModel,
    move: (_ forward: Bool) -> ListIndexPath?
  ) -> Bool {
    switch action {
    case .toggleMark:
      toggle(cursor, in: list)
      _ = move(true)
    case .markDown, .markUp:
      let next = move(action == .markDown) ?? cursor
      list.selectItems(at: list.indexPaths(from: cursor, through: next))
      anchor = next
    case .markRange: markRange(to: cursor, in: list)
    default: return false
    }
    return true
  }

  /// Marks or unmarks a row.
  mutating func toggle(_ path: ListIndexPath, in list: ListViewModel) {
    if list.isSelected(path) {
      list.deselectCells(at: [path])
    } else {
      list.select(at: path)
      anchor = path
    }
  }

  /// Marks all rows from the last marked one to another.
  mutating func markRange(to path: ListIndexPath, in list: ListViewModel) {
    list.selectItems(at: list.indexPaths(from: anchor ?? path, through: path))
    anchor = path
  }

  /// Starts a drag at the row on which the mouse was pressed; nil outside of rows.
  mutating func beginDrag(at path: ListIndexPath?) { drag = path.map { ($0, []) } }

  /// Marks the rows from the start of the drag to a row, instead of those it has marked before.
  ///
  /// At the start of the drag, no row is marked.
  ///
  /// - Returns: `true` if there is a drag that marks rows.
  mutating func drag(to path: ListIndexPath, in list: ListViewModel) -> Bool {
    guard let (start, marked) = drag, list.selectionMode == .multiple, list.contains(start) else {
      return false
    }
    let rows = path == start ? [] : list.indexPaths(from: start, through: path)
    list.deselectCells(at: marked.subtracting(rows))
    let new = rows.subtracting(list.selectedIndexPaths)
    list.selectItems(at: new)
    drag = (start, marked.intersection(rows).union(new))
    return true
  }

  /// Sets the row from which ranges are marked.
  mutating func setAnchor(_ path: ListIndexPath) { anchor = path }

  /// Updates the row that was marked last after a change of the list, and ends a drag.
  mutating func move(to newPosition: (ListIndexPath) -> ListIndexPath?) {
    anchor = anchor.flatMap(newPosition)
    drag = nil
  }
}
