import MocoaCore

/// What a table and a collection have in common: a list, a cursor in it, and what is done with its
/// rows.
@MainActor
public protocol ListView: View {
  /// The list that is shown.
  var list: ListViewModel? { get }

  /// The row that the cursor is on; nil while there is none.
  var cursor: ListIndexPath? { get }

  /// The positions of the rows in the viewport, in the order of the list.
  var visibleIndexPaths: [ListIndexPath] { get }

  /// The actions that a row offers besides those of its cell; see ``showRowActions()``.
  var rowActions: [RowAction] { get set }

  /// Called when an action of a row was asked for: which, where, and whether it was done.
  var onEdit: ((RowAction, ListIndexPath, Bool) -> Void)? { get set }

  /// Called when the user opens the row that the cursor is on; its view model has heard of it.
  var onSelect: ((ListIndexPath) -> Void)? { get set }

  /// Called when the cursor or the viewport has moved.
  var onMove: (@MainActor () -> Void)? { get set }

  /// Called when the user has gone to the last row.
  var onMoveToEnd: (@MainActor () -> Void)? { get set }

  /// The cell that shows a row, or nil while it is outside the viewport.
  func cell(at path: ListIndexPath?) -> ListElementView?

  /// Shows another list, from its start.
  func show(_ list: ListViewModel?)

  /// Moves the cursor to a row, and brings that into the viewport.
  func moveCursor(to path: ListIndexPath, scroll: ListSelectionChange.ScrollPosition)

  /// Moves the cursor to the first row of a section, and shows the section from its start.
  ///
  /// - Returns: whether the section has a row.
  @discardableResult
  func moveCursor(toSection section: Int) -> Bool

  /// The row that the cursor is on, counted over all sections, and how many there are; nil where
  /// there is none.
  var cursorNumber: (number: Int, count: Int)? { get }
}

extension ListView {
  /// Moves the cursor to a row, and scrolls as little as need be for it to be seen.
  public func moveCursor(to path: ListIndexPath) { moveCursor(to: path, scroll: .visible) }

  /// Moves the cursor to the first row of the next section that has one, or the section before.
  public func moveCursorToSection(forward: Bool) {
    guard let list, let cursor else { return }
    var section = cursor.section + (forward ? 1 : cursor.item > 0 ? 0 : -1)
    while (0..<list.numberOfSections).contains(section) {
      if moveCursor(toSection: section) { return }
      section += forward ? 1 : -1
    }
  }

  /// Moves the cursor to the first row of the first section of a name.
  ///
  /// - Returns: whether there is such a section, and it has a row.
  /// - Complexity: O(sections).
  @discardableResult
  public func moveCursor(toSectionNamed name: ModuleName) -> Bool {
    guard let list else { return false }
    let sections = 0..<min(list.numberOfSections, list.model.numberOfSections)
    let section = sections.first { list.model.section(at: $0).mocoaName == name }
    return section.map { moveCursor(toSection: $0) } ?? false
  }

  /// Opens the row that the cursor is on.
  func openCursorRow() {
    guard let cursor, let list, list.contains(cursor) else { return }
    list.openCell(at: cursor)
    onSelect?(cursor)
  }

  /// Where the first row in sight that is still there has gone, for one that is not: its neighbour
  /// after it, else before; nil where no row in sight is left.
  func successor(of path: ListIndexPath, by mapping: ChangesetMapping) -> ListIndexPath? {
    let old = visibleIndexPaths
    let after = old.drop { $0 <= path }
    let before = old.prefix { $0 < path }.reversed()
    return (Array(after) + before).lazy.compactMap { mapping.newPosition(of: $0) }.first
  }
}
