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

  /// Opens a row for the user: selects it and notifies its cell, whether it is displayed or not.
  ///
  /// A row that is selected already is opened again. Where any number of rows can be selected, the
  /// selection are the marks, which opening a row does not change: only the cell is notified.
  ///
  /// - Precondition: a row stands at the position.
  public final func openCell(at path: ListIndexPath) {
    if selectionMode != .multiple {
      let change = setSelected(path)
      notify(.selection(change))
      for path in change.deselected { existingCellViewModel(at: path)?.didDeselect() }
    }
    cellViewModel(at: path).didSelect()
  }

  /// Deselects rows for the user, all at once, and notifies those of their cells that exist.
  public final func deselectCells(at paths: some Sequence<ListIndexPath>) {
    let selected = paths.filter(isSelected)
    let cells = selected.compactMap { existingCellViewModel(at: $0) }
    deselectItems(at: selected)
    for cell in cells { cell.didDeselect() }
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
