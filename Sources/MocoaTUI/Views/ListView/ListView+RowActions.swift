import MocoaCore

/// Actions on rows, by shortcut or by menu.
extension ListView {
  /// The rows that actions apply to: the marked ones, else that under the cursor.
  public var targetIndexPaths: IndexPathSet {
    list?.targetIndexPaths(cursor: cursor) ?? []
  }

  /// The actions of the row under the cursor: those of its cell, then those of the list.
  var currentRowActions: [RowAction] {
    (cell(at: cursor)?.rowActions ?? []) + rowActions
  }

  /// Presents a menu of the actions of the row under the cursor, if there are any.
  ///
  /// - Returns: `true` if the menu was presented.
  @discardableResult
  func showRowActions() -> Bool {
    let actions = currentRowActions
    guard !actions.isEmpty, let application else { return false }
    application.present(ActionMenu(actions: actions) { [weak self] in self?.perform($0) })
    return true
  }

  /// Performs an action on the marked rows, or on that under the cursor if none are marked.
  ///
  /// ``rowActionHandler`` takes precedence; otherwise `handleEdit` of each row's view model is
  /// called, the last row first, so that deletions do not shift the remaining rows.
  func perform(_ action: RowAction) {
    if rowActionHandler?(action) == true { return }
    list?.perform(action, at: targetIndexPaths) { [weak self] path, isDone in
      self?.observers.edits.send((action, path, isDone))
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
