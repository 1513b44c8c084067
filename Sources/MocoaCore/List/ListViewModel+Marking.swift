extension ListViewModel {
  /// The number of selected rows; O(1).
  public final var numberOfSelectedItems: Int { selection.count }

  /// Selects rows for the program, all at once: observers hear of one change, cells of none.
  ///
  /// Rows that are selected already stay so. Where only one row can be selected, the last one is.
  ///
  /// - Complexity: O(rows given).
  /// - Precondition: rows stand at the positions.
  public final func selectItems(at paths: some Sequence<ListIndexPath>) {
    switch selectionMode {
    case .none: return
    case .single:
      var last: ListIndexPath?
      for path in paths { last = path }
      last.map { select(at: $0) }
    case .multiple:
      var change = ListSelectionChange()
      for path in paths where selection[path] == nil {
        precondition(contains(path), "The list has no row \(path).")
        selection[path] = selectionIdentity(at: path)
        change.selected.append(path)
      }
      if !change.selected.isEmpty { notify(.selection(change)) }
    }
  }

  /// Deselects rows for the program, all at once: observers hear of one change, cells of none.
  ///
  /// - Complexity: O(rows given).
  public final func deselectItems(at paths: some Sequence<ListIndexPath>) {
    let deselected = paths.filter { selection.removeValue(forKey: $0) != nil }
    if !deselected.isEmpty { notify(.selection(ListSelectionChange(deselected: deselected))) }
  }

  /// Selects every row for the program, where any number can be selected.
  ///
  /// - Complexity: O(rows): each is asked for its identity.
  public final func selectAllItems() {
    guard selectionMode == .multiple else { return }
    selectItems(at: allIndexPaths)
  }

  /// Deselects every row for the program.
  public final func deselectAllItems() { deselectItems(at: selectedIndexPaths) }

  /// Selects the rows that are not selected and deselects the others, where any number can be
  /// selected.
  ///
  /// - Complexity: O(rows).
  public final func invertSelection() {
    guard selectionMode == .multiple else { return }
    let selected = selectedIndexPaths
    let others = allIndexPaths.filter { selection[$0] == nil }
    deselectItems(at: selected)
    selectItems(at: others)
  }

  /// The rows between two positions and these themselves, in the order of the list.
  public final func indexPaths(
    from first: ListIndexPath, through second: ListIndexPath
  ) -> [ListIndexPath] {
    let (start, end) = (min(first, second), max(first, second))
    return (start.section...max(start.section, end.section)).flatMap { section in
      guard section < numberOfSections else { return [ListIndexPath]() }
      let from = section == start.section ? start.item : 0
      let to = min(
        section == end.section ? end.item + 1 : .max, numberOfItems(in: section))
      return (from..<max(from, to)).map { ListIndexPath(section: section, item: $0) }
    }
  }

  private var allIndexPaths: [ListIndexPath] {
    (0..<numberOfSections).flatMap { section in
      (0..<numberOfItems(in: section)).map { ListIndexPath(section: section, item: $0) }
    }
  }
}
