import MocoaCore

/// Following the list: the cursor and the viewport stay with their items.
extension CollectionView {
  func apply(_ change: ListChange) {
    switch change {
    case .update(let changeset): apply(changeset)
    case .modules: reloadData()
    case .layout: invalidateLayout()
    case .spacing(let section):
      // One that has no place yet is asked when it gets it.
      if section.index < sections.count { invalidateLayout() }
    case .selection(let selection): apply(selection)
    }
  }

  private func apply(_ changeset: Changeset) {
    numbering.forget()
    guard !changeset.isReload else { return reloadData() }
    let mapping = ChangesetMapping(changeset)
    // The list has changed already: the anchor is the one of the last layout.
    if let anchor {
      let path = mapping.newPosition(of: anchor.path) ?? successor(of: anchor.path, by: mapping)
      self.anchor = path.map { ($0, anchor.offset) }
    }
    if let cursor = state.cursor {
      let moved = mapping.newPosition(of: cursor)
      state.cursor = moved ?? successor(of: cursor, by: mapping) ?? cursor
    }
    marks.move(by: mapping)
    forgetSizes(after: changeset, mapping)
    redraw(after: changeset)
    sections.removeAll()
    setNeedsLayout()
  }

  /// Has what has changed measured again, in sight or not.
  private func forgetSizes(after changeset: Changeset, _ mapping: ChangesetMapping) {
    guard changeset.sectionReloads.isEmpty, changeset.itemReloads.count <= 1_000 else {
      return sizes.removeAll()
    }
    for path in changeset.itemReloads {
      guard let new = mapping.newPosition(of: path), let viewModel = list?.cellViewModel(at: new)
      else { continue }
      sizes[viewModel] = nil
    }
  }

  private func redraw(after changeset: Changeset) {
    var changed: [VisibleItem] = []
    for element in visible {
      switch element.element {
      case .item(let path):
        guard changeset.itemReloads.contains(path) else { continue }
        changed.append(element)
      case .supplementary(_, _, let section):
        guard
          changeset.sectionReloads.contains(section)
            || changeset.supplementaryReloads.contains(where: { $0.section == section })
        else { continue }
      }
      element.view.setNeedsDisplay()
    }
    if flashesChanges { flash(changed.map(\.view)) }
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
