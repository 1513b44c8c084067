import MocoaCore

extension ListView: ListMeasures {
  /// A Boolean value that indicates whether each item has its own line, as in a table.
  var hasRows: Bool { type(of: layout) == RowLayout.self }

  var isHorizontal: Bool { layout.axis == .horizontal }

  /// The size of the viewport in the coordinates of the layout.
  var extent: Size { isHorizontal ? viewport.size.transposed : viewport.size }

  var numberOfSections: Int { list?.numberOfSections ?? 0 }

  func itemCount(in section: Int) -> Int { list?.numberOfItems(in: section) ?? 0 }

  /// Returns the supplementary elements of a section: footers after the items, other kinds before.
  func parts(of section: Int) -> SectionParts {
    guard let list else { return SectionParts() }
    var parts = SectionParts()
    for kind in list.sectionViewModel(at: section).supplementaryKinds {
      let elements = (0..<list.numberOfSupplementaryElements(of: kind, in: section)).map {
        ListElement.supplementary(kind, index: $0, section: section)
      }
      if kind == .footer { parts.trailing += elements } else { parts.leading += elements }
    }
    return parts
  }

  func layout(ofSection section: Int) -> any CollectionLayout {
    let spacing = list?.sectionViewModel(at: section).spacing
    return spacing.map { layout.spaced($0) } ?? layout
  }

  func content(of element: ListElement) -> ElementViewModel? {
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

  func rows(of viewModel: ElementViewModel, columns: Int) -> Int {
    let rows = size(of: viewModel, columns: columns).rows
    guard rows > 0 else { return 0 }
    let margins = margins(of: viewModel)
    return margins.above + rows + margins.below
  }

  /// Returns the size of an element in the coordinates of the layout, which is cached.
  func size(of viewModel: ElementViewModel, columns: Int) -> Size {
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
    let isPlaced = !hasRows && viewModel is AnyCellViewModel
    if isPlaced, let size = (viewModel as? AnyCellViewModel)?.size {
      let size = Size(columns: size.columns, rows: size.rows)
      return isHorizontal ? size.transposed : size
    }
    var fixedRows: Int?
    if case .fixed(let rows) = viewModel.height { fixedRows = rows }
    guard isPlaced else {
      let rows = fixedRows ?? (isHorizontal ? Self.supplementaryColumns : nil)
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
    places.filled = nil
    return true
  }

  /// Invalidates all sizes, and the frames that depend on them.
  func forgetSizes() {
    sizes.removeAll()
    places.removeAll()
    isPlaced = false
  }
}
