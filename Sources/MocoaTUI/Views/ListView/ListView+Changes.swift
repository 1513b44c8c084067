import MocoaCore

/// Changes of the list, after which the cursor and the viewport stay on their items.
extension ListView {
  /// Calls a closure immediately, or when the views of the elements are stable again.
  ///
  /// They are not while they are drawn, bound or placed: each may call code of the program.
  func whenStable(_ body: @escaping () -> Void) {
    if isDeferringChanges { deferredChanges.append(body) } else { whenNotDrawing(body) }
  }

  /// Calls a closure that binds or places views, then the changes that were requested meanwhile.
  func deferringChanges(_ body: () -> Void) {
    guard !isDeferringChanges else { return body() }
    isDeferringChanges = true
    body()
    isDeferringChanges = false
    while !deferredChanges.isEmpty { whenNotDrawing(deferredChanges.removeFirst()) }
  }

  /// Applies a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - mapping: The mapping of its changeset, if that was computed.
  ///   - path: The index path of the resized item when it was resized, if any.
  func apply(_ change: ListChange, by mapping: ChangesetMapping?, at path: ListIndexPath?) {
    switch change {
    case .update(let changeset): apply(changeset, by: mapping)
    case .modules: modulesDidChange()
    case .layout(let element):
      for shown in displayed where shown.viewModel === element { shown.view.setNeedsDisplay() }
      sizes[element] = nil
      places.itemsDidChange(path.map { IndexPathSet([$0]) } ?? [])
      isPlaced = false
      setNeedsLayout()
    case .spacing(let section):
      // Otherwise the spacing is read when the items of the section are placed.
      if places.sections[section.index] != nil { invalidateLayout() }
    case .selection(let selected, _, let scrollPosition):
      applySelection(selected, scrollPosition)
    }
  }

  /// Returns the index path of an item whose preferred size has changed; nil for other changes.
  func indexPath(resizedBy change: ListChange) -> ListIndexPath? {
    guard case .layout(let element) = change, let cell = element as? AnyCellViewModel
    else { return nil }
    return list?.indexPath(of: cell)
  }

  /// Looks up the modules of the visible elements again; those with the same view stay.
  private func modulesDidChange() {
    pool.removeViews()
    pool.removePrototypes()
    for element in displayed { element.view.setNeedsDisplay() }
    invalidateLayout()
  }

  private func apply(_ changeset: Changeset, by computed: ChangesetMapping?) {
    numbering.forget()
    if hasScrollBar { setNeedsDisplay() }
    guard !changeset.isReload else {
      followMatchedElements()
      return reloadData()
    }
    redraw(after: changeset)
    if isOutOfSight(changeset) {
      followEnd(after: changeset)
      observers.move.send(())
      return
    }
    let mapping = computed ?? changeset.mapping
    state.follow(visible: visibleIndexPaths) { mapping.newElement(of: $0) }
    marks.move { mapping.newPosition(of: $0) }
    if flashesChanges { changesToFlash = (changeset, mapping, flashesAppendedItems) }
    moveVisible(by: mapping)
    forgetSizes(after: changeset, mapping)
    places.update(by: changeset)
    isPlaced = false
    cursorMemory.pageRow = nil
    // Items that only change stay in the list: layout settles once after any number of them.
    if !changeset.isInPlace { settle() }
    setNeedsLayout()
    followEnd(after: changeset)
  }

  /// Moves the cursor to the last item if the user has moved there, and items were appended.
  private func followEnd(after changeset: Changeset) {
    guard isFollowingEnd, let list else { return }
    // It is the first item of a list that was empty.
    guard let cursor = state.cursor, rowCount > changeset.itemInserts.count
    else { return moveToEndAndFollow() }
    // The rows after the cursor, and whether they are all new.
    var (count, isNew) = (0, true)
    for section in cursor.section..<list.numberOfSections {
      let start = section == cursor.section ? cursor.item + 1 : 0
      let rows = IndexPathSet(start..<max(start, itemCount(in: section)), inSection: section)
      count += rows.count
      isNew =
        isNew
        && (changeset.sectionInserts.contains(section)
          || rows.subtracting(changeset.itemInserts).isEmpty)
    }
    if count == 0 { return }
    guard isNew else { return isFollowingEnd = false }
    moveCursorToEnd(forward: true)
    isFollowingEnd = true
  }

  /// Requests display of the elements that a change affects.
  ///
  /// These are updated items, and headers and footers, which may display the number of items. After
  /// other changes, except appended rows out of sight, they are all visible elements, which may
  /// display their positions.
  private func redraw(after changeset: Changeset) {
    guard changeset.isInPlace || isOutOfSight(changeset) else {
      for element in displayed { element.view.setNeedsDisplay() }
      return
    }
    let reloads = changeset.itemReloads
    for element in displayed {
      if let path = element.element.indexPath, !reloads.contains(path) { continue }
      element.view.setNeedsDisplay()
    }
  }

  /// Returns whether rows are only inserted, after all visible ones, as while a feed is read.
  private func isOutOfSight(_ changeset: Changeset) -> Bool {
    guard hasRows, changeset.count == changeset.itemInserts.count, !needsLayout,
      let cursor = state.cursor, let first = changeset.itemInserts.ranges.first,
      let last = visible.last
    else { return false }
    let path = ListIndexPath(section: first.section, item: first.items.lowerBound)
    let isBefore =
      last.element.indexPath.map { $0 < path } ?? (last.element.section < path.section)
    return isBefore && cursor < path && last.frame.bottom >= viewport.rows
  }

  /// Removes the cached sizes of updated elements, visible or not.
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

  /// Moves the cursor and the top with the visible items that a reload of the list has matched.
  ///
  /// Matched items keep their view models. If none is found, or if they are out of sight or not
  /// placed yet, cursor and top keep their positions.
  private func followMatchedElements() {
    var found: [ListIndexPath: ListIndexPath?] = [:]
    for element in visible {
      guard let old = element.element.indexPath, let cell = element.viewModel as? AnyCellViewModel
      else { continue }
      found[old] = .some(list?.indexPath(of: cell))
    }
    marks.move { found[$0] ?? nil }
    guard found.values.contains(where: { $0 != nil }) else { return }
    state.follow(visible: visibleIndexPaths) { element in
      guard let path = element.indexPath, let match = found[path] else { return element }
      return match.map { .item($0) }
    }
  }

  /// Updates the positions of the visible elements, because changes and clicks may precede layout.
  private func moveVisible(by mapping: ChangesetMapping) {
    let before = visible
    visible = []
    for var element in before {
      if let new = mapping.newElement(of: element.element) {
        element.element = new
        visible.append(element)
      } else {
        recycle(element.view, key: element.key)
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
    // Marks may be drawn outside of the items' views.
    setNeedsDisplay()
    guard let scrollPosition, let path = selected.first else { return }
    moveCursor(to: path, scroll: scrollPosition)
  }
}

extension ChangesetMapping {
  /// Returns the element in the new list, or nil if it was deleted.
  ///
  /// Supplementary elements stay in their section.
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
  /// Highlights the visible items that were updated, moved or inserted, for a short time.
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
      // Appended items are noticed anyway, and are frequent while a feed is read. A loop, because
      // a closure would check its isolation to the main actor in each call.
      let count = itemCount(in: path.section)
      for range in changes.itemInserts.ranges.reversed() where range.section <= path.section {
        let isAppended = range.section == path.section && range.items.upperBound == count
        return !isAppended || path.item < range.items.lowerBound
      }
      return true
    }
    guard let old = mapping.oldPosition(of: path) else { return false }
    return changes.itemReloads.contains(old) || flashesMovedItems && changes.hasMove(from: old)
  }
}

extension Changeset {
  /// A Boolean value that indicates whether only contents of items have changed.
  fileprivate var isInPlace: Bool { count == itemReloads.count }

  /// Returns whether an item was moved from a position of the old list.
  ///
  /// - Complexity: O(log moves).
  fileprivate func hasMove(from path: ListIndexPath) -> Bool {
    let index = itemMoves.partitioningIndex { $0.from >= path }
    return index < itemMoves.count && itemMoves[index].from == path
  }
}
