import MocoaCore

/// Following the list: the cursor and the viewport stay with their items.
extension ListView {
  func apply(_ change: ListChange) {
    switch change {
    case .update(let changeset): apply(changeset)
    case .modules: reloadData()
    case .layout(let element):
      for shown in displayed where shown.viewModel === element { shown.view.setNeedsDisplay() }
      sizes[element] = nil
      forgetPlaces()
      setNeedsLayout()
    case .spacing(let section):
      // One that has no places yet is asked when it gets them.
      if geometries[section.index] != nil { invalidateLayout() }
    case .selection(let selected, _, let scrollPosition):
      applySelection(selected, scrollPosition)
    }
  }

  private func apply(_ changeset: Changeset) {
    numbering.forget()
    if hasScrollBar { setNeedsDisplay() }
    guard !changeset.isReload else { return reloadData() }
    redraw(after: changeset)
    if isOutOfSight(changeset) {
      onMove?()
      return
    }
    let mapping = ChangesetMapping(changeset)
    moveState(by: mapping)
    marks.move(by: mapping)
    if flashesChanges { changesToFlash = (changeset, mapping, flashesAppendedItems) }
    moveVisible(by: mapping)
    forgetSizes(after: changeset, mapping)
    forgetPlaces()
    pageRow = nil
    settle()
    setNeedsLayout()
  }

  /// Draws what has changed: items that show something else, or, where others come or go, all that
  /// may show its position; headers and footers may show the number of items.
  private func redraw(after changeset: Changeset) {
    let isInPlace = changeset.count == changeset.itemReloads.count
    guard isInPlace || isOutOfSight(changeset) else {
      for element in displayed { element.view.setNeedsDisplay() }
      return
    }
    let reloads = changeset.itemReloads
    for element in displayed {
      if let path = element.element.indexPath, !reloads.contains(path) { continue }
      element.view.setNeedsDisplay()
    }
  }

  /// Whether only rows come, after everything in sight: the case of a feed that is still being
  /// read.
  private func isOutOfSight(_ changeset: Changeset) -> Bool {
    guard isRows, changeset.count == changeset.itemInserts.count, !needsLayout,
      let cursor = state.cursor, let first = changeset.itemInserts.ranges.first,
      let last = visible.last
    else { return false }
    let path = ListIndexPath(section: first.section, item: first.items.lowerBound)
    let isBefore =
      last.element.indexPath.map { $0 < path } ?? (last.element.section < path.section)
    return isBefore && cursor < path && last.frame.bottom >= viewport.rows
  }

  /// Has what has changed measured again, in sight or not.
  private func forgetSizes(after changeset: Changeset, _ mapping: ChangesetMapping) {
    guard changeset.sectionReloads.isEmpty, changeset.supplementaryReloads.isEmpty,
      changeset.itemReloads.count <= 1_000
    else { return sizes.removeAll() }
    for path in changeset.itemReloads {
      guard let new = mapping.newPosition(of: path),
        let viewModel = list?.existingCellViewModel(at: new)
      else { continue }
      sizes[viewModel] = nil
    }
  }

  private func moveState(by mapping: ChangesetMapping) {
    if let cursor = state.cursor {
      state.cursor = mapping.newPosition(of: cursor) ?? successor(of: cursor, by: mapping) ?? cursor
    }
    guard let top = state.topElement else { return }
    if let new = mapping.newElement(of: top) {
      state.topElement = new
    } else if case .item(let path) = top {
      state.topElement = .item(successor(of: path, by: mapping) ?? path)
      state.topOffset = min(0, state.topOffset)
    }
  }

  /// Where the first item in sight that is still there has gone, for one that is not: its neighbor
  /// after it, else before; nil where no item in sight is left.
  private func successor(of path: ListIndexPath, by mapping: ChangesetMapping) -> ListIndexPath? {
    let old = visibleIndexPaths
    let after = old.drop { $0 <= path }
    let before = old.prefix { $0 < path }.reversed()
    return (Array(after) + before).lazy.compactMap { mapping.newPosition(of: $0) }.first
  }

  /// What is in sight goes by its new positions at once: other changes and clicks may come before
  /// it is laid out.
  private func moveVisible(by mapping: ChangesetMapping) {
    let before = visible
    visible = []
    for var element in before {
      if let new = mapping.newElement(of: element.element) {
        element.element = new
        visible.append(element)
      } else {
        pool.recycle(element.view, key: element.key)
        element.viewModel.endDisplay()
      }
    }
  }

  private func applySelection(
    _ selected: IndexPathSet, _ scrollPosition: ListViewModel.ScrollPosition?
  ) {
    for element in visible {
      guard let path = element.element.indexPath else { continue }
      element.view.isSelected = list?.isSelected(path) ?? false
    }
    // Marks may be drawn beside the items.
    setNeedsDisplay()
    guard let scrollPosition, let path = selected.first else { return }
    moveCursor(to: path, scroll: scrollPosition)
  }
}

extension ChangesetMapping {
  /// Where an element of the old list is in the new one, or nil if it is gone; a header or footer
  /// is where its section is.
  fileprivate func newElement(of old: ListElement) -> ListElement? {
    switch old {
    case .item(let path): newPosition(of: path).map { .item($0) }
    case .supplementary(let kind, let index, let section):
      newSection(of: section).map { .supplementary(kind, index: index, section: $0) }
    }
  }
}

// MARK: - Flashing

extension ListView {
  /// Highlights the items in sight that have changed, and those that were inserted between others.
  func flashChanges() {
    guard let (changes, mapping, withAppended) = changesToFlash else { return }
    changesToFlash = nil
    let views = visible.filter {
      isChanged($0.element, by: changes, mapping, withAppended: withAppended)
    }
    guard !views.isEmpty, let application else { return }
    for element in views { element.view.isFlashing = true }
    flashTimer?.cancel()
    flashTimer = application.schedule(after: .milliseconds(600)) { [weak self] in
      for element in self?.visible ?? [] { element.view.isFlashing = false }
    }
  }

  private func isChanged(
    _ element: ListElement, by changes: Changeset, _ mapping: ChangesetMapping,
    withAppended: Bool
  ) -> Bool {
    guard let path = element.indexPath else { return false }
    if changes.itemInserts.contains(path) {
      if withAppended { return true }
      // What is appended is seen anyhow, and a feed that is being read brings much of it. No
      // closure, which would be asked whether it is on the main actor each time.
      let count = itemCount(in: path.section)
      for range in changes.itemInserts.ranges.reversed() where range.section <= path.section {
        let isAppended = range.section == path.section && range.items.upperBound == count
        return !isAppended || path.item < range.items.lowerBound
      }
      return true
    }
    guard let old = mapping.oldPosition(of: path) else { return false }
    return changes.itemReloads.contains(old) || changes.hasMove(from: old)
  }
}

extension Changeset {
  /// Whether an item has moved from a place of the old list; O(log n) for n moves.
  fileprivate func hasMove(from path: ListIndexPath) -> Bool {
    var (low, high) = (0, itemMoves.count)
    while low < high {
      let middle = (low + high) / 2
      if itemMoves[middle].from < path { low = middle + 1 } else { high = middle }
    }
    return low < itemMoves.count && itemMoves[low].from == path
  }
}
