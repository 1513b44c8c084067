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
    if style.hasScrollBar {
      let bar = Rect(
        column: viewport.right, row: viewport.top, columns: 1, rows: viewport.rows)
      ScrollBar.draw(scrollPosition, in: canvas.part(bar))
    }
  }

  /// Where the viewport is, counted in rows of the list.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  private var scrollPosition: ScrollBar.Position {
    guard let first = visibleIndexPaths.first else { return .whole }
    let starts = startsOfSections()
    guard starts.indices.contains(first.section), let count = starts.last else { return .whole }
    return ScrollBar.Position(
      start: starts[first.section] + first.item, count: visibleIndexPaths.count, total: count)
  }

  /// The number of a row in the whole list, from 0.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  func ordinal(of path: ListIndexPath) -> Int {
    let starts = startsOfSections()
    return path.item + starts[min(path.section, starts.count - 1)]
  }

  /// The number of rows in all sections; as fast as ``ordinal(of:)``.
  var rowCount: Int { startsOfSections().last ?? 0 }

  /// How many rows stand before each section, and how many there are.
  private func startsOfSections() -> [Int] {
    if let sectionStarts { return sectionStarts }
    var starts = [0]
    if let list {
      for section in 0..<list.numberOfSections {
        starts.append(starts[section] + list.numberOfItems(in: section))
      }
    }
    sectionStarts = starts
    return starts
  }
}

// MARK: - Flashing

extension TableView {
  /// How long changed rows are set apart.
  static let flashDuration = Duration.milliseconds(600)

  /// Sets apart the rows in sight that have changed, and those that have come between others.
  func flashChanges() {
    guard let (changes, mapping) = changesToFlash else { return }
    changesToFlash = nil
    guard let application else { return }
    let flashing = visible.filter { isChanged($0.element, by: changes, mapping) }
    guard !flashing.isEmpty else { return }
    for element in flashing { element.view.isFlashing = true }
    flashTimer?.cancel()
    flashTimer = application.schedule(after: Self.flashDuration) { [weak self] in
      guard let self else { return }
      for element in visible { element.view.isFlashing = false }
    }
  }

  private func isChanged(
    _ element: TableElement, by changes: Changeset, _ mapping: ChangesetMapping
  ) -> Bool {
    guard let path = element.indexPath else { return false }
    if changes.itemInserts.contains(path) {
      // What comes at the end is seen anyhow, and a feed that is being read brings much of it.
      let count = itemCount(in: path.section)
      return !changes.itemInserts.ranges.contains {
        $0.section == path.section && $0.items.contains(path.item) && $0.items.upperBound == count
      }
    }
    return mapping.oldPosition(of: path).map { changes.itemReloads.contains($0) } ?? false
  }
}
