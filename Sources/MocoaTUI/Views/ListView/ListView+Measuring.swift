import MocoaCore

/// Where elements lie in their blocks, in the coordinates of the layout: lines go downwards,
/// whatever the axis.
extension ListView {
  var isHorizontal: Bool { layout.axis == .horizontal }

  /// The size of the viewport as the layout sees it.
  var extent: Size { isHorizontal ? viewport.size.transposed : viewport.size }

  /// The place of an element in its block.
  ///
  /// - Precondition: the list has the element.
  func frame(of element: ListElement) -> Rect {
    guard case .item(let path) = element, !isRows else {
      let rows = viewModel(of: element).map { rowsTaken(by: $0) } ?? 0
      return Rect(column: 0, row: 0, columns: extent.columns, rows: rows)
    }
    return geometry(ofSection: path.section, toItem: path.item).frame(of: path.item)
  }

  /// The rows that a block takes; where that is at least a limit, perhaps fewer than there are, but
  /// no fewer than the limit.
  func rows(of block: ListBlock, limit: Int = .max) -> Int {
    guard !isRows, block.part == .items else {
      return viewModel(of: element(of: block)).map { rowsTaken(by: $0) } ?? 0
    }
    return geometry(ofSection: block.section, toRow: limit).rows
  }

  /// The places of the items of a section, worked out as far as a row, an item, or the end.
  func geometry(ofSection section: Int, toRow row: Int = .max, toItem item: Int? = nil)
    -> SectionGeometry
  {
    // Taken out: measuring may ask for places.
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

  /// The items of a section that some rows of it touch, and their places.
  func items(ofSection section: Int, in rows: Range<Int>) -> [(path: ListIndexPath, frame: Rect)] {
    let geometry = geometry(ofSection: section, toRow: rows.upperBound)
    return geometry.items(in: rows).map {
      (ListIndexPath(section: section, item: $0), geometry.frame(of: $0))
    }
  }

  /// The view model of an element, made if it was never asked for; nil where the list has no such
  /// element.
  func viewModel(of element: ListElement) -> ElementViewModel? {
    switch element {
    case .item(let path): list?.contains(path) == true ? list?.cellViewModel(at: path) : nil
    case .supplementary(let kind, let index, let section):
      list?.supplementaryViewModel(of: kind, at: index, in: section)
    }
  }
}

// MARK: - Sizes

extension ListView {
  /// How long an element can be; what asks for more gets this, so that sums stay in range.
  static let lengthLimit = 1 << 20

  private static func bounded(_ length: Int) -> Int { min(max(0, length), lengthLimit) }

  /// The rows that an element on a line of its own takes, with what sets it off from its
  /// neighbours.
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

  /// The size of an element as the layout sees it; measured once.
  private func size(of viewModel: ElementViewModel, columns: Int) -> Size {
    if let size = sizes[viewModel] { return size }
    let measured = measure(viewModel, columns: columns)
    let size = Size(columns: Self.bounded(measured.columns), rows: Self.bounded(measured.rows))
    sizes[viewModel] = size
    viewModel.didMeasure()
    return size
  }

  private func measure(_ viewModel: ElementViewModel, columns: Int) -> Size {
    if case .placeholder = viewModel.resolution, placeholders == .hide { return .zero }
    let isPlaced = !isRows && viewModel is CellViewModel
    if isPlaced, let size = (viewModel as? CellViewModel)?.size {
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

  func prototype(for viewModel: ElementViewModel) -> ListElementView {
    pool.prototype(for: viewModel, in: self)
  }

  /// Forgets all sizes and places where the room that they were measured for is another one.
  ///
  /// - Returns: whether the viewport has another size.
  func forgetSizesOfOtherWidths() -> Bool {
    let size = viewport.size
    guard size != measuredSize else { return false }
    if isHorizontal || size.columns != measuredSize.columns { forgetSizes() }
    measuredSize = size
    filled = nil
    return true
  }

  /// Forgets all sizes, and the places that they have led to.
  func forgetSizes() {
    sizes.removeAll()
    forgetPlaces()
  }

  /// Forgets where elements lie.
  func forgetPlaces() {
    sectionParts.removeAll(keepingCapacity: true)
    geometries.removeAll()
    filled = nil
    isPlaced = false
  }
}
