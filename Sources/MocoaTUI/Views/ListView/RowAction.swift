import MocoaCore

/// Something that can be done with a row besides opening it, such as deleting it.
public struct RowAction: Hashable, Sendable {
  /// What the row's view model is asked to do.
  public var key: EmissionKey<CellEdit>

  /// What the action is called in the menu.
  public var title: String

  /// The key that does it at once, without the menu.
  public var shortcut: Key?

  /// Makes an action.
  public init(_ key: EmissionKey<CellEdit>, title: String, shortcut: Key? = nil) {
    self.key = key
    self.title = title
    self.shortcut = shortcut
  }

  /// Asks for the row to be deleted.
  public static let delete = RowAction(.delete, title: "Delete", shortcut: "d")

  /// Asks for a row to be inserted before this one.
  public static let insert = RowAction(.insert, title: "Insert before", shortcut: "i")

  /// Asks for the row to be changed.
  public static let edit = RowAction(.modify, title: "Edit", shortcut: "e")

  /// Asks for the row to be moved before the one above.
  public static let moveRowUp = RowAction("move-up", title: "Move up", shortcut: Key(.up, .alt))

  /// Asks for the row to be moved behind the one below.
  public static let moveRowDown = RowAction(
    "move-down", title: "Move down", shortcut: Key(.down, .alt))
}

extension Action {
  public static let rowActions: Action = "row-actions"
}

extension ListViewModel {
  /// The rows that an action is for: the marked ones, else the one that the cursor is on.
  package func targetIndexPaths(cursor: ListIndexPath?) -> IndexPathSet {
    if selectionMode == .multiple, numberOfSelectedItems > 0 { return selectedIndexPaths }
    return cursor.map { [$0] } ?? []
  }

  /// Asks rows to do an action, the last one first, so that rows that go away do not move those
  /// that are still to be asked; rows that move up begin with the first, as they keep their order.
  ///
  /// Each row is completed exactly once.
  func perform(
    _ action: RowAction, at paths: IndexPathSet,
    completion: @escaping @MainActor (ListIndexPath, Bool) -> Void
  ) {
    for path in paths.sorted(by: action.key == RowAction.moveRowUp.key ? (<) : (>))
    where contains(path) {
      cellViewModel(at: path).handleEdit(
        action.key, completion: CellEdit.Completion { completion(path, $0) })
    }
  }
}
