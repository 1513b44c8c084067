import MocoaCore

/// What can be done with rows besides opening them: by shortcuts, or by a menu.
extension ListView {
  /// The rows that an action is for: the marked ones, else the one that the cursor is on.
  public var targetIndexPaths: IndexPathSet {
    list?.targetIndexPaths(cursor: cursor) ?? []
  }

  /// The actions of the row that the cursor is on: those of its cell, then those of the list.
  var currentRowActions: [RowAction] {
    (cell(at: cursor)?.rowActions ?? []) + rowActions
  }

  /// Opens a menu of the row's actions; nothing happens where it has none.
  ///
  /// - Returns: whether there are any.
  @discardableResult
  func showRowActions() -> Bool {
    let actions = currentRowActions
    guard !actions.isEmpty, let application else { return false }
    application.present(ActionMenu(actions: actions) { [weak self] in self?.perform($0) })
    return true
  }

  /// Asks the marked rows to do an action, or else the row that the cursor is on.
  ///
  /// Each row's view model is notified through `handleEdit`. The last row is asked first, so that
  /// rows that go away do not move those that are still to be asked.
  func perform(_ action: RowAction) {
    if rowActionHandler?(action) == true { return }
    list?.perform(action, at: targetIndexPaths) { [weak self] path, isDone in
      self?.onEdit?(action, path, isDone)
    }
  }

  func performRowAction(for key: Key) -> Bool {
    let ofCell = cell(at: cursor)?.rowActions ?? []
    guard
      let action = ofCell.first(where: { $0.shortcut == key })
        ?? rowActions.first(where: { $0.shortcut == key })
    else { return false }
    perform(action)
    return true
  }
}
