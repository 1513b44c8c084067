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

/// Marking rows by keys, for tables and collections alike; the marks are the list's selection.
///
/// A cell is notified when it is unmarked, and when it is opened, but not when it is marked.
@MainActor
struct RowMarks {
  /// Where the last mark was set; a range goes from there to the cursor.
  private(set) var anchor: ListIndexPath?

  /// The row on which the mouse was pressed, and the rows that were marked by dragging from there.
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

  /// Does what an action says about marks.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - cursor: the row that the cursor is on.
  ///   - list: the list.
  ///   - move: moves the cursor by a row, and returns where it is then.
  /// - Returns: whether the action was about marks.
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

  /// Marks a row, or takes its mark away.
  mutating func toggle(_ path: ListIndexPath, in list: ListViewModel) {
    if list.isSelected(path) {
      list.deselectCells(at: [path])
    } else {
      list.select(at: path)
      anchor = path
    }
  }

  /// Marks all rows from the last mark to one.
  mutating func markRange(to path: ListIndexPath, in list: ListViewModel) {
    list.selectItems(at: list.indexPaths(from: anchor ?? path, through: path))
    anchor = path
  }

  /// Begins a drag where the mouse was pressed; nil is beside the rows.
  mutating func beginDrag(at path: ListIndexPath?) { drag = path.map { ($0, []) } }

  /// Marks all rows from the one where the drag began to one, and unmarks those that the drag has
  /// marked before and that are no longer between the two.
  ///
  /// Back where it began, it marks nothing.
  ///
  /// - Returns: whether there is a drag that marks rows.
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

  /// Lets ranges begin elsewhere.
  mutating func setAnchor(_ path: ListIndexPath) { anchor = path }

  /// Follows the row of the last mark; forgets it if it was deleted.
  ///
  /// A drag ends.
  mutating func move(by mapping: ChangesetMapping) {
    anchor = anchor.flatMap { mapping.newPosition(of: $0) }
    drag = nil
  }
}
