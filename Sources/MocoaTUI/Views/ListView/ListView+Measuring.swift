import MocoaCore

/// Frames of elements in their blocks, in the coordinates of the layout.
///
/// In these coordinates the list is scrolled vertically, whatever its axis.
extension ListView {
  var isHorizontal: Bool { layout.axis == .horizontal }

  /// The size of the viewport in the coordinates of the layout.
  var extent: Size { isHorizontal ? viewport.size.transposed : viewport.size }

  /// Returns the frame of an element in its block.
  ///
  /// - Precondition: The element is in the list.
  func frame(of element: ListElement) -> Rect {
    guard case .item(let path) = element, !isRows else {
      let rows = viewModel(of: element).map { rowsTaken(by: $0) } ?? 0
      return Rect(column: 0, row: 0, columns: extent.columns, rows: rows)
    }
    return geometry(ofSection: path.section, toItem: path.item).frame(of: path.item)
  }

  /// Returns the number of rows of a block, or a smaller number that is at least a limit.
  func rows(of block: ListBlock, limit: Int = .max) -> Int {
    guard !isRows, block.part == .items else {
      return viewModel(of: element(of: block)).map { rowsTaken(by: $0) } ?? 0
    }
    return geometry(ofSection: block.section, toRow: limit).rows
  }

  /// Returns the geometry of a section, computed up to a row, an item, or the end.
  func geometry(ofSection section: Int, toRow row: Int = .max, toItem item: Int? = nil)
    -> SectionGeometry
  {
    // Removed meanwhile, because measuring may access the geometries.
    var geometry =
      geometries.removeValue(forKey: section)
      ?? SectionGeometry(
        count: itemCount(in: section), layout: layout(ofSection: section), columns: extent.columns)
    let columns = geometry.itemColumns
    func size(_ item: Int) -> Size {
      viewModel(of: .item(ListIndexPath(section: section, item: item)))
        .map { self.size(of: $0, columns: columns) } ?? .zero
    }
    if let item {
      geometry.extend(toItem: item, size: size)
    } else {
      geometry.extend(toRow: row, size: size)
    }
    geometries[section] = geometry
    return geometry
  }

  private func layout(ofSection section: Int) -> any CollectionLayout {
    let spacing = list?.sectionViewModel(at: section).spacing
    return spacing.map { layout.spaced($0) } ?? layout
  }

  /// Returns the items of a section that intersect some of its rows, with their frames.
  func items(ofSection section: Int, in rows: Range<Int>) -> [(path: ListIndexPath, frame: Rect)] {
    let geometry = geometry(ofSection: section, toRow: rows.upperBound)
    return geometry.items(in: rows).map {
      (ListIndexPath(section: section, item: $0), geometry.frame(of: $0))
    }
  }

  /// Returns the view model of an element, created on demand; nil if it is not in the list.
  func viewModel(of element: ListElement) -> ElementViewModel? {
    switch element {
    case .item(let path):
      list.flatMap { list in
        guard list.contains(path) else { return nil }
        return inspector == nil ? list.cellViewModel(at: path) : inspectedCell(at: path, in: list)
      }
    case .supplementary(let kind, let index, let section):
      list?.supplementaryViewModel(of: kind, at: index, in: section)
    }
  }
}

// MARK: - Sizes

extension ListView {
  /// The maximum rows or columns of an element, so that sums do not overflow.
  static let lengthLimit = 1 << 20

  private static func bounded(_ length: Int) -> Int { min(max(0, length), lengthLimit) }

  /// Returns the number of rows of an element with its own line, including its margins.
  func rowsTaken(by viewModel: ElementViewModel) -> Int {
    var rows = 0
    if let size = sizes[viewModel] {
      rows = size.rows
    } else {
      rows = size(of: viewModel, columns: extent.columns).rows
    }
    guard rows > 0 else { return 0 }
    let margins = margins(of: viewModel)
    return margins.above + rows + margins.below
  }

  /// Returns the size of an element in the coordinates of the layout, which is cached.
  private func size(of viewModel: ElementViewModel, columns: Int) -> Size {
    if let size = sizes[viewModel] { return size }
    let measured =
      inspector == nil
      ? measure(viewModel, columns: columns)
      : measuring(viewModel) { measure(viewModel, columns: columns) }
    let size = Size(columns: Self.bounded(measured.columns), rows: Self.bounded(measured.rows))
    sizes[viewModel] = size
    viewModel.didMeasure()
    return size
  }

  private func measure(_ viewModel: ElementViewModel, columns: Int) -> Size {
    if viewModel.isPlaceholder, placeholders == .hide { return .zero }
    let isPlaced = !isRows && viewModel is AnyCellViewModel
    if isPlaced, let size = (viewModel as? AnyCellViewModel)?.size {
      let size = Size(columns: size.columns, rows: size.rows)
      return isHorizontal ? size.transposed : size
    }
    var fixedRows: Int?
    if case .fixed(let rows) = viewModel.height { fixedRows = rows }
    guard isPlaced else {
      let rows = fixedRows ?? (isHorizontal ? supplementaryColumns : nil)
      return rows.map { Size(columns: columns, rows: $0) }
        ?? prototype(for: viewModel).measureItem(viewModel, columns: columns)
    }
    var size = prototype(for: viewModel)
      .measureItem(viewModel, columns: isHorizontal ? viewport.columns : columns)
    size.rows = fixedRows ?? size.rows
    return isHorizontal ? size.transposed : size
  }

  /// Invalidates sizes and frames that were determined for another size of the viewport.
  ///
  /// - Returns: `true` if the size of the viewport has changed.
  func forgetSizesOfOtherWidths() -> Bool {
    let size = viewport.size
    guard size != measuredSize else { return false }
    if isHorizontal || size.columns != measuredSize.columns { forgetSizes() }
    measuredSize = size
    filled = nil
    return true
  }

  /// Invalidates all sizes, and the frames that depend on them.
  func forgetSizes() {
    sizes.removeAll()
    invalidatePlaces()
  }

  /// Invalidates the frames of the elements.
  func invalidatePlaces() {
    sectionParts.removeAll(keepingCapacity: true)
    geometries.removeAll()
    filled = nil
    isPlaced = false
  }
}
