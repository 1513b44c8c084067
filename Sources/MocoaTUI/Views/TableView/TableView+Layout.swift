import MocoaCore

/// How the viewport is filled: from the element at the top downwards, as far as it reaches.
extension TableView {
  /// How many elements of no height are passed over in a row before the table gives up looking.
  static let hiddenElementLimit = 100_000

  /// An element, what it shows, and its height.
  struct Measured {
    var element: TableElement
    var viewModel: ElementViewModel
    var height: Int
    /// The first row, in the viewport; negative for what begins above it.
    var top: Int
  }

  /// Finds out what is in the viewport, and gives it views and places.
  func layOutRows() {
    rowsView.frame = viewport
    guard list != nil, !viewport.isEmpty else {
      laidOut = nil
      return endDisplayingAll()
    }
    forgetHeightsOfOtherWidths()
    settle()
    var elements = fillViewport()
    if let cursor = state.cursor, !isInSight(.item(cursor), of: elements) {
      if isCursorLeftBehind {
        item(at: 0, of: elements, forward: true).map(setCursor)
      } else {
        scrollToVisible(.item(cursor))
        elements = fillViewport()
      }
    }
    place(elements, stickyHeader: stickyHeader(over: elements))
    laidOut = Position(of: state)
    onMove?()
  }

  /// What fills the viewport from a position on.
  struct Filled {
    var position: Position
    var rows: Int
    var elements: [Measured]
  }

  /// The elements in the viewport, with no gap below the last one while there are some above.
  func fillViewport() -> [Measured] {
    closeGap()
    return elementsFromTop()
  }

  /// Moves the viewport over the elements, as far as they fill it; negative is upwards.
  ///
  /// - Returns: how many rows it moved.
  func scrollViewport(by rows: Int) -> Int {
    scrollTop(by: rows) + closeGap()
  }

  /// Takes back what the viewport shows of the nothing after the last element.
  ///
  /// - Returns: how many rows it moved.
  @discardableResult
  private func closeGap() -> Int {
    let end = elementsFromTop().last.map { $0.top + $0.height } ?? 0
    return end < viewport.rows ? settleEnd() : 0
  }

  /// The elements from the present top on that take room in the viewport; measured once.
  func elementsFromTop() -> [Measured] {
    let position = Position(of: state)
    if let filled, filled.position == position, filled.rows == viewport.rows {
      return filled.elements
    }
    // The memory of the last ones, unless somebody still holds them.
    var elements: [Measured] = []
    if var last = filled {
      filled = nil
      swap(&elements, &last.elements)
      elements.removeAll(keepingCapacity: true)
    }
    measureFromTop(into: &elements)
    filled = Filled(position: position, rows: viewport.rows, elements: elements)
    return elements
  }

  private func measureFromTop(into elements: inout [Measured]) {
    guard var element = state.topElement else { return }
    var bottom = -state.topOffset
    var hidden = 0
    while bottom < viewport.rows, let viewModel = viewModel(of: element) {
      let height = height(of: viewModel)
      if height > 0 {
        elements.append(
          Measured(element: element, viewModel: viewModel, height: height, top: bottom))
        bottom += height
        hidden = 0
      } else {
        hidden += 1
        if hidden > Self.hiddenElementLimit { break }
      }
      guard let next = self.element(after: element) else { break }
      element = next
    }
  }

  /// Brings top and cursor to elements that exist; needed after each change of the list, before
  /// anything else asks about them.
  func settle() {
    let top = state.topElement.flatMap { nearest(to: $0) } ?? firstElement
    if top != state.topElement {
      state.topElement = top
      state.topOffset = 0
    }
    scrollTop(by: 0)
    settleCursor()
  }

  /// Whether a row of an element is in the viewport, and not covered by the sticky header.
  func isInSight(_ element: TableElement, of elements: [Measured]) -> Bool {
    guard let measured = elements.first(where: { $0.element == element }) else { return false }
    return measured.top + measured.height > coveredRows(of: elements)
  }
}

// MARK: - Sticky header

extension TableView {
  /// How many rows the header of a section takes when it stays in sight; 0 where it does not, as
  /// when it would leave too little room.
  func stickyHeight(ofSection section: Int) -> Int {
    guard hasStickyHeaders, !style.isGrouped, let header = header(of: section) else { return 0 }
    let height = height(of: header)
    return height * 3 < viewport.rows ? height : 0
  }

  /// How many rows at the top a sticky header would take from an element that stands there.
  func stickyHeight(over element: TableElement) -> Int {
    if case .header = element { return 0 }
    return stickyHeight(ofSection: element.section)
  }

  /// The header that stays at the top of the viewport while its section is there; the next section
  /// pushes it out.
  func stickyHeader(over elements: [Measured]) -> Measured? {
    guard let first = elements.first, case .item(let path) = first.element else { return nil }
    let height = stickyHeight(ofSection: path.section)
    guard height > 0, let header = header(of: path.section), let viewModel = viewModel(of: header)
    else { return nil }
    let next = elements.first { $0.element.section != path.section }
    let push = next.map { min(0, $0.top - height) } ?? 0
    return Measured(element: header, viewModel: viewModel, height: height, top: push)
  }

  /// How many rows at the top of the viewport the sticky header covers.
  func coveredRows(of elements: [Measured]) -> Int {
    stickyHeader(over: elements).map { $0.top + $0.height } ?? 0
  }
}

// MARK: - Heights

extension TableView {
  /// How tall an element can be; what asks for more gets this, so that sums stay in range.
  static let heightLimit = 1 << 20

  /// How many rows of the screen an element takes; 0 for one that is hidden.
  func height(of element: TableElement) -> Int {
    // No closure, which would be asked whether it is on the main actor each time.
    guard let viewModel = viewModel(of: element) else { return 0 }
    return height(of: viewModel)
  }

  /// How many rows of the screen an element takes, with what sets it off from its neighbours.
  func height(of viewModel: ElementViewModel) -> Int {
    let height = contentHeight(of: viewModel)
    guard height > 0, style.hasMargins else { return height }
    let margins = margins(of: viewModel)
    return margins.above + height + margins.below
  }

  /// How many rows the view of an element takes; measured once for each width.
  private func contentHeight(of viewModel: ElementViewModel) -> Int {
    if case .fixed(let rows) = viewModel.height { return min(max(0, rows), Self.heightLimit) }
    if let known = heights[viewModel] { return known.rows }
    let rows = min(max(0, measure(viewModel)), Self.heightLimit)
    heights[viewModel] = Size(columns: viewport.columns, rows: rows)
    viewModel.didMeasure()
    return rows
  }

  private func measure(_ viewModel: ElementViewModel) -> Int {
    if case .placeholder = viewModel.resolution, placeholders == .hide { return 0 }
    return pool.prototype(for: viewModel, in: self).measure(viewModel, columns: viewport.columns)
  }

  private func forgetHeightsOfOtherWidths() {
    guard measuredColumns != viewport.columns else { return }
    measuredColumns = viewport.columns
    forgetHeights()
  }

  /// Forgets all heights, and what they have led to.
  func forgetHeights() {
    heights.removeAll()
    filled = nil
  }
}
