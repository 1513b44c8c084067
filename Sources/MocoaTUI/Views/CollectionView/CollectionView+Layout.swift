import MocoaCore

/// Where things lie, in the coordinates of the layout: lines go downwards, whatever the axis.
extension CollectionView {
  var isHorizontal: Bool { layout.axis == .horizontal }

  var showsScrollBar: Bool { hasScrollBar && layout.axis == .vertical }

  /// The part of the collection that items are shown in.
  var viewport: Rect { bounds.inset(by: Insets(right: showsScrollBar ? 1 : 0)) }

  /// The size of the viewport as the layout sees it.
  var extent: Size { isHorizontal ? viewport.size.transposed : viewport.size }

  /// Whether every section has its place, and so the end is known.
  var isComplete: Bool {
    sections.count == (list?.numberOfSections ?? 0) && (sections.last?.isComplete ?? true)
  }

  /// The row after the last one that has been worked out.
  var end: Int { sections.last?.end ?? 0 }

  /// Works places out until a row is reached, or the end.
  func extend(toRow row: Int) {
    guard let list else { return }
    while true {
      if let last = sections.indices.last {
        extendSection(last, toRow: row)
        guard sections[last].isComplete, sections[last].end <= row else { return }
      }
      guard sections.count < list.numberOfSections else { return }
      appendSection(of: list)
    }
  }

  /// Works places out until an item has one.
  ///
  /// - Precondition: the list has the item.
  func extend(toItem path: ListIndexPath) {
    guard let list else { return }
    while sections.count <= path.section {
      if let last = sections.indices.last { extendSection(last, toRow: .max) }
      appendSection(of: list)
    }
    let columns = sections[path.section].itemColumns
    sections[path.section].extend(toItem: path.item) { item in
      size(ofItem: ListIndexPath(section: path.section, item: item), columns: columns)
    }
  }

  private func extendSection(_ section: Int, toRow row: Int) {
    let columns = sections[section].itemColumns
    sections[section].extend(toRow: row) { item in
      size(ofItem: ListIndexPath(section: section, item: item), columns: columns)
    }
  }

  /// The place of an item.
  ///
  /// - Precondition: the list has the item.
  func frame(of path: ListIndexPath) -> Rect {
    extend(toItem: path)
    return sections[path.section].frame(of: path.item)
  }

  /// The items that some rows touch, and their places.
  func items(in rows: Range<Int>) -> [(path: ListIndexPath, frame: Rect)] {
    extend(toRow: rows.upperBound)
    return sectionIndices(in: rows).flatMap { index in
      sections[index].items(in: rows).map {
        (ListIndexPath(section: index, item: $0), sections[index].frame(of: $0))
      }
    }
  }

  /// The sections that some rows touch.
  func sectionIndices(in rows: Range<Int>) -> Range<Int> {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].end > rows.lowerBound { high = middle } else { low = middle + 1 }
    }
    var end = low
    while end < sections.count, sections[end].start < rows.upperBound { end += 1 }
    return low..<end
  }

  private func appendSection(of list: ListViewModel) {
    let index = sections.count
    let section = list.sectionViewModel(at: index)
    let kinds = section.supplementaryKinds
    let spacing = (section as? any SpacedSection)?.spacing
    let leading = kinds.filter { $0 != .footer }
    sections.append(
      SectionGeometry(
        start: end, count: list.numberOfItems(in: index),
        layout: spacing.map { layout.spaced($0) } ?? layout, columns: extent.columns,
        leading: leading.flatMap { supplementaries(of: $0, in: index, of: list) },
        trailing: supplementaries(of: .footer, in: index, of: list)))
  }

  private func supplementaries(
    of kind: ModuleKind, in section: Int, of list: ListViewModel
  ) -> [SectionGeometry.Supplementary] {
    (0..<list.numberOfSupplementaryElements(of: kind, in: section)).compactMap { index in
      list.supplementaryViewModel(of: kind, at: index, in: section).map {
        SectionGeometry.Supplementary(kind: kind, index: index, top: 0, rows: rows(of: $0))
      }
    }
  }
}

// MARK: - Measuring

extension CollectionView {
  /// How much of the axis a header or a footer takes.
  private func rows(of viewModel: ElementViewModel) -> Int {
    if isHidden(viewModel) { return 0 }
    if case .fixed(let rows) = viewModel.height { return Self.bounded(rows) }
    if isHorizontal { return max(0, supplementaryColumns) }
    let rows = prototype(for: viewModel).measure(viewModel, columns: viewport.columns)
    return Self.bounded(rows)
  }

  /// The size of an item as the layout sees it; kept until the places are worked out anew.
  private func size(ofItem path: ListIndexPath, columns: Int) -> Size {
    guard let viewModel = list?.cellViewModel(at: path) else { return .zero }
    if let size = sizes[viewModel] { return size }
    let size = measure(viewModel, columns: columns)
    sizes[viewModel] = size
    return size
  }

  private func measure(_ viewModel: CellViewModel, columns: Int) -> Size {
    if isHidden(viewModel) { return .zero }
    let room = isHorizontal ? viewport.columns : columns
    var size = Size.zero
    if let wish = (viewModel as? any SizedItem)?.size {
      size = Size(columns: wish.columns, rows: wish.rows)
    } else {
      size = prototype(for: viewModel).measureItem(viewModel, columns: room)
      if case .fixed(let rows) = viewModel.height { size.rows = rows }
    }
    size = Size(columns: Self.bounded(size.columns), rows: Self.bounded(size.rows))
    return isHorizontal ? size.transposed : size
  }

  /// A length that is neither negative nor so large that sums leave their range.
  private static func bounded(_ length: Int) -> Int { min(max(0, length), TableView.heightLimit) }

  private func isHidden(_ viewModel: ElementViewModel) -> Bool {
    if case .placeholder = viewModel.resolution { return placeholders == .hide }
    return false
  }

  func prototype(for viewModel: ElementViewModel) -> ListElementView {
    pool.prototype(for: viewModel, in: self)
  }
}

// MARK: - The viewport

extension CollectionView {
  /// Finds out what is in the viewport, and gives it views and places.
  func layOutElements() {
    guard list != nil, !viewport.isEmpty else { return endDisplayingAll() }
    if laidOutSize != viewport.size {
      laidOutSize = viewport.size
      sizes.removeAll()
      sections.removeAll()
    }
    // First, as it is by the anchor that the offset is known after a change.
    settleOffset()
    settleCursor()
    let rows = state.offset..<state.offset + extent.rows
    extend(toRow: rows.upperBound)
    let sticky = stickyHeader(at: state.offset)
    isHeaderStuck = sticky != nil
    // Before the others, so that it is found first where it covers them.
    let others = elements(in: rows).filter { $0.element != sticky?.element }
    place((sticky.map { [$0] } ?? []) + others)
    laidOutOffset = state.offset
    keepAnchor()
    onMove?()
  }

  /// Brings the offset to where the anchor is now, and not beyond the ends.
  private func settleOffset() {
    if let anchor, let list, list.contains(anchor.path), sections.isEmpty {
      state.offset = frame(of: anchor.path).top - anchor.offset
    }
    extend(toRow: state.offset + extent.rows)
    if isComplete { state.offset = min(state.offset, end - extent.rows) }
    state.offset = max(0, state.offset)
  }

  /// Keeps the first item in sight, to stay with it when places change.
  private func keepAnchor() {
    anchor = items(in: state.offset..<state.offset + max(1, extent.rows)).first.map {
      ($0.path, $0.frame.top - state.offset)
    }
  }

  private func elements(in rows: Range<Int>) -> [(element: CollectionElement, frame: Rect)] {
    sectionIndices(in: rows).flatMap { index -> [(CollectionElement, Rect)] in
      let section = sections[index]
      let items = section.items(in: rows).map { item in
        (
          CollectionElement.item(ListIndexPath(section: index, item: item)),
          section.frame(of: item)
        )
      }
      let trailing = section.isComplete ? section.trailingElements : []
      return elements(section.leading, ofSection: index, in: rows) + items
        + elements(trailing, ofSection: index, in: rows)
    }
  }

  private func elements(
    _ parts: [SectionGeometry.Supplementary], ofSection index: Int, in rows: Range<Int>
  ) -> [(CollectionElement, Rect)] {
    parts.compactMap { part in
      let top = sections[index].start + part.top
      let isVisible = part.rows > 0 && top < rows.upperBound && top + part.rows > rows.lowerBound
      guard isVisible else { return nil }
      return (
        .supplementary(part.kind, index: part.index, section: index),
        Rect(column: 0, row: top, columns: extent.columns, rows: part.rows)
      )
    }
  }

  private func place(_ elements: [(element: CollectionElement, frame: Rect)]) {
    guard let list else { return }
    let wanted = elements.compactMap { element in
      viewModel(of: element.element, in: list).map { (element, $0) }
    }
    let displayed = pool.display(
      wanted.map(\.1), insteadOf: visible.map(\.displayed), in: self)
    visible = zip(wanted, displayed).map { wanted, displayed in
      VisibleItem(element: wanted.0.element, displayed: displayed)
    }
    for (wanted, item) in zip(wanted, visible) {
      // Below the header that stays in sight.
      if item.view.superview !== self { insertSubview(item.view, at: 0) }
      let frame = wanted.0.frame.offsetBy(columns: 0, rows: -state.offset)
      item.view.frame = isHorizontal ? frame.transposed : frame
      let path = item.element.indexPath
      item.view.isCursor = path != nil && path == state.cursor
      item.view.isSelected = path.map { list.isSelected($0) } ?? false
    }
    if isHeaderStuck, let header = visible.first?.view, subviews.last !== header {
      addSubview(header)
    }
    // What they do about it may change the list, and so what is visible.
    for viewModel in displayed.map(\.viewModel) { viewModel.beginDisplay() }
  }

  private func viewModel(
    of element: CollectionElement, in list: ListViewModel
  ) -> ElementViewModel? {
    switch element {
    case .item(let path): list.contains(path) ? list.cellViewModel(at: path) : nil
    case .supplementary(let kind, let index, let section):
      list.supplementaryViewModel(of: kind, at: index, in: section)
    }
  }
}
