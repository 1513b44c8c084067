import MocoaCore

/// Following the list: the cursor and the top of the viewport stay with their rows.
extension TableView {
  func apply(_ change: ListChange) {
    switch change {
    case .update(let changeset): apply(changeset)
    case .modules: reloadData()
    case .layout(let element):
      heights[ObjectIdentifier(element)] = nil
      setNeedsLayout()
    case .selection(let selection): apply(selection)
    }
  }

  private func apply(_ changeset: Changeset) {
    guard !changeset.isReload else { return reloadData() }
    if isOutOfSight(changeset) {
      onMove?()
      return
    }
    let mapping = ChangesetMapping(changeset)
    moveState(by: mapping)
    marks.move(by: mapping)
    for element in visible where isReloaded(element.element, by: changeset) {
      heights[ObjectIdentifier(element.viewModel)] = nil
      element.view.setNeedsDisplay()
    }
    setNeedsLayout()
  }

  /// Whether only rows come, after everything in sight: the case of a feed that is still being read.
  private func isOutOfSight(_ changeset: Changeset) -> Bool {
    guard changeset.count == changeset.itemInserts.count, !needsLayout,
      let first = changeset.itemInserts.ranges.first, let last = visible.last
    else { return false }
    let path = ListIndexPath(section: first.section, item: first.items.lowerBound)
    return last.element < .item(path) && last.top + last.height >= frame.rows
  }

  private func moveState(by mapping: ChangesetMapping) {
    if let cursor = state.cursor {
      state.cursor = mapping.newPosition(of: cursor) ?? successor(of: cursor, by: mapping)
    }
    guard let top = state.topElement else { return }
    switch top {
    case .item(let path):
      if let new = mapping.newPosition(of: path) {
        state.topElement = .item(new)
      } else {
        state.topElement = .item(successor(of: path, by: mapping))
        state.topOffset = 0
      }
    case .header(let section):
      state.topElement = .header(mapping.newSection(of: section) ?? section)
    case .footer(let section):
      state.topElement = .footer(mapping.newSection(of: section) ?? section)
    }
  }

  /// Where the first row in sight that is still there has gone, for one that is not: its neighbour
  /// below, else above.
  private func successor(of path: ListIndexPath, by mapping: ChangesetMapping) -> ListIndexPath {
    let old = visibleIndexPaths
    let below = old.drop { $0 <= path }
    let above = old.prefix { $0 < path }.reversed()
    return (Array(below) + above).lazy.compactMap { mapping.newPosition(of: $0) }.first ?? path
  }

  private func isReloaded(_ element: TableElement, by changeset: Changeset) -> Bool {
    switch element {
    case .item(let path): changeset.itemReloads.contains(path)
    case .header(let section), .footer(let section):
      changeset.sectionReloads.contains(section)
        || changeset.supplementaryReloads.contains { $0.section == section }
    }
  }

  private func apply(_ selection: ListSelectionChange) {
    for element in visible {
      guard let path = element.element.indexPath else { continue }
      element.view.isSelected = list?.isSelected(path) ?? false
    }
    guard let position = selection.scrollPosition, let path = selection.selected.first else {
      return
    }
    moveCursor(to: path, scroll: position)
  }
}
