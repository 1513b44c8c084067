import MocoaCore

/// An action on a row besides opening it, such as deleting it.
public struct RowAction: Hashable, Sendable {
  /// The key of the edit that the row's view model handles.
  public var key: EmissionKey<CellEdit>

  /// The title of the action in the menu.
  public var title: String

  /// The key that performs the action without the menu.
  public var shortcut: Key?

  /// Creates an action.
  public init(_ key: EmissionKey<CellEdit>, title: String, shortcut: Key? = nil) {
    (self.key, self.title, self.shortcut) = (key, title, shortcut)
  }

  /// Deletes the row.
  public static let delete = RowAction(.delete, title: "Delete", shortcut: "d")

  /// Inserts a row before this one.
  public static let insert = RowAction(.insert, title: "Insert before", shortcut: "i")

  /// Edits the row.
  public static let edit = RowAction(.modify, title: "Edit", shortcut: "e")

  /// Moves the row before the one above.
  public static let moveRowUp = RowAction("move-up", title: "Move up", shortcut: Key(.up, .alt))

  /// Moves the row after the one below.
  public static let moveRowDown = RowAction(
    "move-down", title: "Move down", shortcut: Key(.down, .alt))
}

extension ListViewModel {
  /// Returns the rows that actions apply to: the marked ones, else that under the cursor.
  package func targetIndexPaths(cursor: ListIndexPath?) -> IndexPathSet {
    if selectionMode == .multiple, numberOfSelectedItems > 0 { return selectedIndexPaths }
    return cursor.map { [$0] } ?? []
  }

  /// Requests an action of the view models of rows.
  ///
  /// The last row is first, so that deletions do not shift the remaining rows; to move rows up, the
  /// first row is first, so that they keep their order. Completion is called once for each row.
  func perform(
    _ action: RowAction, at paths: IndexPathSet,
    completion: @escaping @MainActor (ListIndexPath, Bool) -> Void
  ) {
    for path in paths.sorted(by: action.key == RowAction.moveRowUp.key ? (<) : (>))
    where contains(path) {
      cellViewModel(at: path).edit(
        action.key, completion: CellEdit.Completion { completion(path, $0) })
    }
  }
}
