import MocoaCore

/// Following the list: the cursor and the top of the viewport stay with their rows.
extension TableView {
  func apply(_ change: ListChange) {
    switch change {
    case .update(let changeset): apply(changeset)
    case .modules: reloadData()
    case .layout(let element):
      heights[element] = nil
      filled = nil
      setNeedsLayout()
    case .spacing: break
    case .selection(let selection): apply(selection)
    }
  }

  private func apply(_ changeset: Changeset) {
    numbering.forget()
    if style.hasScrollBar { setNeedsDisplay() }
    guard !changeset.isReload else { return reloadData() }
    if isOutOfSight(changeset) {
      onMove?()
      return
    }
    let mapping = ChangesetMapping(changeset)
    moveState(by: mapping)
    marks.move(by: mapping)
    if style.flashesChanges { changesToFlash = (changeset, mapping, flashesAppendedRows) }
    moveVisible(by: mapping)
    forgetHeights()
    pageRow = nil
    settle()
    setNeedsLayout()
  }

  /// Whether only rows come, after everything in sight: the case of a feed that is still being
  /// read.
  private func isOutOfSight(_ changeset: Changeset) -> Bool {
    guard changeset.count == changeset.itemInserts.count, !needsLayout, state.cursor != nil,
      let first = changeset.itemInserts.ranges.first, let last = visible.last
    else { return false }
    let path = ListIndexPath(section: first.section, item: first.items.lowerBound)
    return last.element < .item(path) && last.top + last.height >= viewport.rows
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
      state.topOffset = 0
    }
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

  private func apply(_ selection: ListSelectionChange) {
    for element in visible {
      guard let path = element.element.indexPath else { continue }
      element.view.isSelected = list?.isSelected(path) ?? false
    }
    if hasMarkColumn { setNeedsDisplay() }
    guard let position = selection.scrollPosition, let path = selection.selected.first else {
      return
    }
    moveCursor(to: path, scroll: position)
  }
}

extension ChangesetMapping {
  /// Where an element of the old list is in the new one, or nil if it is gone; a header or footer
  /// is where its section is.
  func newElement(of old: TableElement) -> TableElement? {
    switch old {
    case .item(let path): newPosition(of: path).map { .item($0) }
    case .header(let section): newSection(of: section).map { .header($0) }
    case .footer(let section): newSection(of: section).map { .footer($0) }
    }
  }
}
