extension ListViewModel {
  /// The positions of the selected rows, ascending.
  public final var selectedIndexPaths: [ListIndexPath] { selection.keys.sorted() }

  /// Whether a row is selected; O(1).
  public final func isSelected(_ path: ListIndexPath) -> Bool { selection[path] != nil }

  /// Selects a row for the program; the cell's `didSelect` is not called.
  ///
  /// - Precondition: a row stands at the position.
  public final func select(
    at path: ListIndexPath, scroll: ListSelectionChange.ScrollPosition? = nil
  ) {
    var change = setSelected(path)
    change.scrollPosition = scroll
    let isEmpty = change.selected.isEmpty && change.deselected.isEmpty
    if !isEmpty || scroll != nil { notify(.selection(change)) }
  }

  /// Deselects a row for the program; the cell's `didDeselect` is not called.
  public final func deselect(at path: ListIndexPath) {
    guard selection.removeValue(forKey: path) != nil else { return }
    notify(.selection(ListSelectionChange(deselected: [path])))
  }

  /// Selects a row for the user, and tells its cell, whether it is shown or not.
  ///
  /// A row that is selected already is told again, as it was chosen again.
  ///
  /// - Precondition: a row stands at the position.
  public final func didSelectCell(at path: ListIndexPath) {
    let change = setSelected(path)
    notify(.selection(change))
    for path in change.deselected { existingCellViewModel(at: path)?.didDeselect() }
    cellViewModel(at: path).didSelect()
  }

  /// Deselects a row for the user, and tells its cell.
  public final func didDeselectCell(at path: ListIndexPath) {
    guard selection.removeValue(forKey: path) != nil else { return }
    notify(.selection(ListSelectionChange(deselected: [path])))
    cellViewModel(at: path).didDeselect()
  }

  private func setSelected(_ path: ListIndexPath) -> ListSelectionChange {
    precondition(contains(path), "The list has no row \(path).")
    var change = ListSelectionChange()
    guard selectionMode != .none, selection[path] == nil else { return change }
    if selectionMode == .single {
      change.deselected = selection.keys.sorted()
      selection = [:]
    }
    selection[path] = selectionIdentity(at: path)
    change.selected = [path]
    return change
  }

  /// Which row is selected, to find it again when the model has been replaced.
  final func selectionIdentity(at path: ListIndexPath) -> RowIdentity {
    existingCellViewModel(at: path)?.identity
      ?? sectionModel(at: path.section).identity(at: path.item) ?? .none
  }
}
