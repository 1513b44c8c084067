import MocoaCore

/// What a table draws around its rows: separators, marks, the scroll bar.
extension TableView {
  var hasMarkColumn: Bool {
    style.hasMarkColumn && list?.selectionMode == .multiple
  }

  /// The rows above and below an element that set it off.
  func margins(of viewModel: ElementViewModel) -> (above: Int, below: Int) {
    (isGroupStart(viewModel) ? 1 : 0, hasSeparator(below: viewModel) ? 1 : 0)
  }

  private func isGroupStart(_ viewModel: ElementViewModel) -> Bool {
    guard style.isGrouped, let section = viewModel.section, section.index > 0 else { return false }
    if let supplementary = viewModel as? SupplementaryViewModel {
      return supplementary.kind == .header
        || (section.numberOfItems == 0 && header(of: section.index) == nil)
    }
    return viewModel.index == 0 && header(of: section.index) == nil
  }

  private func hasSeparator(below viewModel: ElementViewModel) -> Bool {
    guard style.hasSeparators, viewModel is CellViewModel, let section = viewModel.section else {
      return false
    }
    return viewModel.index + 1 < section.numberOfItems
  }

  func drawSeparators(in canvas: Canvas) {
    guard style.hasSeparators else { return }
    for element in visible where hasSeparator(below: element.viewModel) {
      let row = element.top + element.height - 1
      canvas.fill(
        Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), with: "─",
        style: .border)
    }
  }

  func drawDecorations(in canvas: Canvas) {
    if hasMarkColumn {
      for element in visible where element.view.isSelected {
        let row = viewport.top + element.view.frame.top
        canvas.draw("✓", at: Point(column: 0, row: row), style: .selectedRow)
      }
    }
    drawScrollBar(in: canvas)
  }

  /// The number of a row in the whole list, from 0.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  package func ordinal(of path: ListIndexPath) -> Int {
    numbering.number(of: path, in: list)?.number ?? path.item
  }

  /// The number of rows in all sections; as fast as ``ordinal(of:)``.
  package var rowCount: Int { numbering.count(in: list) }
}

// MARK: - Flashing

extension TableView {
  /// Sets apart the rows in sight that have changed, and those that have come between others.
  func flashChanges() {
    guard let (changes, mapping, withAppended) = changesToFlash else { return }
    changesToFlash = nil
    let flashing = visible.filter {
      isChanged($0.element, by: changes, mapping, withAppended: withAppended)
    }
    flash(flashing.map(\.view))
  }

  private func isChanged(
    _ element: TableElement, by changes: Changeset, _ mapping: ChangesetMapping,
    withAppended: Bool
  ) -> Bool {
    guard let path = element.indexPath else { return false }
    if changes.itemInserts.contains(path) {
      if withAppended { return true }
      // What comes at the end is seen anyhow, and a feed that is being read brings much of it.
      let count = itemCount(in: path.section)
      return !changes.itemInserts.ranges.contains {
        $0.section == path.section && $0.items.contains(path.item) && $0.items.upperBound == count
      }
    }
    guard let old = mapping.oldPosition(of: path) else { return false }
    return changes.itemReloads.contains(old) || changes.hasMove(from: old)
  }
}

extension Changeset {
  /// Whether a row has moved from a place of the old list; O(log n) for n moves.
  fileprivate func hasMove(from path: ListIndexPath) -> Bool {
    var (low, high) = (0, itemMoves.count)
    while low < high {
      let middle = (low + high) / 2
      if itemMoves[middle].from < path { low = middle + 1 } else { high = middle }
    }
    return low < itemMoves.count && itemMoves[low].from == path
  }
}
