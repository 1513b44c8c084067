// The selection is stored as ranges of index paths, which are updated by every change, so that its
// cost does not depend on the number of selected rows.

extension ListViewModel {
  /// The index paths of the selected rows, as ranges; O(1).
  public final var selectedIndexPaths: IndexPathSet { selection }

  /// The number of selected rows; O(1).
  public final var numberOfSelectedItems: Int { selection.count }

  /// Returns a Boolean value that indicates whether a row is selected; O(log *ranges*).
  public final func isSelected(_ path: ListIndexPath) -> Bool { selection.contains(path) }

  /// Selects a row on behalf of the program; the cell's `didSelect` is not called.
  ///
  /// - Precondition: The list contains the index path.
  public final func select(
    at path: ListIndexPath, scroll: ScrollPosition? = nil
  ) {
    let (selected, deselected) = addToSelection([path])
    if selected.isEmpty, scroll == nil { return }
    notify(.selection(selected: selected, deselected: deselected, scrollPosition: scroll))
  }

  /// Selects rows on behalf of the program; observers are notified once, cells are not notified.
  ///
  /// Rows that are already selected stay selected. In single selection mode, the last row is
  /// selected.
  ///
  /// - Precondition: The list contains the index paths.
  /// - Complexity: O(ranges); O(rows), up to 100,000, if the model is of a class type.
  public final func selectItems(at paths: IndexPathSet) {
    let (selected, deselected) = addToSelection(paths)
    if !selected.isEmpty { notify(.selection(selected: selected, deselected: deselected)) }
  }

  /// Deselects a row on behalf of the program; the cell's `didDeselect` is not called.
  public final func deselect(at path: ListIndexPath) { deselectItems(at: [path]) }

  /// Deselects rows on behalf of the program; observers are notified once, cells are not notified.
  ///
  /// - Complexity: O(ranges).
  public final func deselectItems(at paths: IndexPathSet) {
    let deselected = selection.intersection(paths)
    guard !deselected.isEmpty else { return }
    removeFromSelection(deselected)
    notify(.selection(selected: [], deselected: deselected))
  }

  /// Selects all rows on behalf of the program, in multiple selection mode.
  public final func selectAllItems() {
    if selectionMode == .multiple { selectItems(at: allIndexPaths) }
  }

  /// Deselects all rows on behalf of the program.
  public final func deselectAllItems() { deselectItems(at: selection) }

  /// Inverts the selection on behalf of the program, in multiple selection mode.
  public final func invertSelection() {
    guard selectionMode == .multiple else { return }
    let deselected = selection
    removeFromSelection(deselected)
    let (selected, _) = addToSelection(allIndexPaths.subtracting(deselected))
    if selected.isEmpty, deselected.isEmpty { return }
    notify(.selection(selected: selected, deselected: deselected))
  }

  /// Returns the index paths from one to another, including both.
  package final func indexPaths(
    from first: ListIndexPath, through second: ListIndexPath
  ) -> IndexPathSet {
    let (start, end) = (min(first, second), max(first, second))
    var paths = IndexPathSet()
    for section in start.section..<max(start.section, min(end.section + 1, numberOfSections)) {
      let lower = section == start.section ? start.item : 0
      let count = numberOfItems(in: section)
      let upper = section == end.section ? min(end.item + 1, count) : count
      paths.insert(lower..<max(lower, upper), inSection: section)
    }
    return paths
  }

  final var allIndexPaths: IndexPathSet {
    slots.enumerated().reduce(into: []) { $0.insert(0..<$1.element.count, inSection: $1.offset) }
  }
}

// MARK: - By the user

extension ListViewModel {
  /// Opens a row on behalf of the user: selects it and notifies its cell, displayed or not.
  ///
  /// A selected row is opened again. In multiple selection mode the selection represents marks,
  /// which opening does not change: only the cell is notified.
  ///
  /// Observers and deselected cells, which are notified first, may change the list. The cell is
  /// notified if its row is still there.
  ///
  /// - Precondition: The list contains the index path.
  /// - Returns: The index path of the row afterwards, or nil if the row was removed.
  @discardableResult
  public final func openCell(at path: ListIndexPath) -> ListIndexPath? {
    let cell = cellViewModel(at: path)
    // Making the cell may have changed the list.
    guard let path = indexPath(of: cell) else { return nil }
    if selectionMode != .multiple {
      let (selected, deselected) = addToSelection([path])
      let deselectedCells = existingCells(at: deselected)
      if !selected.isEmpty { notify(.selection(selected: selected, deselected: deselected)) }
      for cell in deselectedCells where cell.list === self { cell.receive(isSelected: false) }
    }
    if cell.list === self { cell.receive(isSelected: true) }
    return indexPath(of: cell)
  }

  /// Deselects rows on behalf of the user, and notifies their existing cells.
  ///
  /// - Complexity: O(ranges + existing cells).
  public final func deselectCells(at paths: IndexPathSet) {
    let cells = existingCells(at: selection.intersection(paths))
    deselectItems(at: paths)
    for cell in cells where cell.list === self { cell.receive(isSelected: false) }
  }

  private func existingCells(at paths: IndexPathSet) -> [AnyCellViewModel] {
    paths.ranges.flatMap { range in
      guard let cells = slots[range.section].viewModel?.cells else { return [AnyCellViewModel]() }
      return range.items.count < cells.count
        ? range.items.compactMap { cells[$0] }
        : cells.sorted.filter { range.items.contains($0.index) }
    }
  }
}

// MARK: - Changing

extension ListViewModel {
  private func addToSelection(
    _ paths: IndexPathSet
  ) -> (selected: IndexPathSet, deselected: IndexPathSet) {
    checkBounds(paths, of: slots.count) { slots[$0].count }
    let selected: IndexPathSet
    var deselected = IndexPathSet()
    switch selectionMode {
    case .none: return ([], [])
    case .single:
      guard let last = paths.last, !isSelected(last) else { return ([], []) }
      (selected, deselected) = ([last], selection)
      removeFromSelection(selection)
    case .multiple: selected = paths.subtracting(selection)
    }
    selection = selection.union(selected)
    rememberIdentities(of: selected)
    return (selected, deselected)
  }

  private func removeFromSelection(_ paths: IndexPathSet) {
    selection = selection.subtracting(paths)
    if selection.isEmpty {
      selectedIdentities = [:]
    } else if !selectedIdentities.isEmpty {
      for path in paths { selectedIdentities[path] = nil }
    }
  }

  /// Records the identities of selected rows if the model changes in place, up to a limit.
  final func rememberIdentities(of paths: IndexPathSet) {
    let isObject = type(of: storedModel) is AnyClass
    for range in paths.ranges {
      let section = sectionModel(at: range.section)
      guard isObject || type(of: section) is AnyClass else { continue }
      for item in range.items.prefix(Self.rowLimitOfSearch - selectedIdentities.count) {
        let path = ListIndexPath(section: range.section, item: item)
        selectedIdentities[path] =
          existingCellViewModel(at: path)?.identity ?? section.identity(at: item)
      }
    }
  }
}
