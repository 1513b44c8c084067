import MocoaCore

/// The position of the viewport: its top element, and the rows of that above the viewport.
extension ListView {
  /// The position in the list of the top of the viewport, or nil.
  private var top: ListPosition? {
    guard let element = state.topElement, var position = position(of: element) else { return nil }
    position.offset += state.topOffset
    return position
  }

  /// Returns the position of the start of an element; nil if it is not in the list.
  func position(of element: ListElement) -> ListPosition? {
    block(of: element).map {
      let offset = isRows || $0.part != .items ? 0 : frame(of: element).top
      return ListPosition(block: $0, offset: offset)
    }
  }

  /// Moves the top of the viewport by rows, or upwards if negative, within the list.
  ///
  /// - Returns: The number of rows it was moved by.
  /// - Complexity: O(blocks passed).
  @discardableResult
  func scrollTop(by rows: Int) -> Int {
    guard var walk = top else { return 0 }
    walk.offset += rows
    let beyond = walkUp(&walk) + walkDown(&walk)
    setTop(walk)
    return rows - beyond
  }

  /// Normalizes a position with a negative offset to the preceding block that contains it.
  ///
  /// - Returns: The number of rows, not positive, by which it was beyond the start of the list.
  private func walkUp(_ walk: inout ListPosition) -> Int {
    var steps = 0
    while walk.offset < 0, let previous = block(before: walk.block), steps < Self.hiddenBlockLimit {
      let rows = rows(of: previous)
      walk = ListPosition(block: previous, offset: walk.offset + rows)
      steps = rows > 0 ? 0 : steps + 1
    }
    let beyond = min(0, walk.offset)
    walk.offset -= beyond
    return beyond
  }

  private func walkDown(_ walk: inout ListPosition) -> Int {
    var steps = 0
    while steps < Self.hiddenBlockLimit {
      let rows = rows(of: walk.block, limit: walk.offset.adding(clamping: 1))
      if walk.offset < rows { return 0 }
      guard let next = block(after: walk.block) else {
        let beyond = walk.offset - max(0, rows - 1)
        walk.offset -= beyond
        return beyond
      }
      walk = ListPosition(block: next, offset: walk.offset - rows)
      steps = rows > 0 ? 0 : steps + 1
    }
    return 0
  }

  /// Stores a position relative to the first element at or below it.
  private func setTop(_ position: ListPosition) {
    var element = element(of: position.block)
    var offset = position.offset
    if !isRows, position.block.part == .items {
      let section = position.block.section
      let rows = offset..<offset + max(1, extent.rows)
      let first = items(ofSection: section, in: rows).first
      let last = ListIndexPath(section: section, item: itemCount(in: section) - 1)
      element = .item(first?.path ?? last)
      offset -= frame(of: element).top
    }
    (state.topElement, state.topOffset) = (element, offset)
  }

  /// Scrolls a position to the top, as far as the list then fills the viewport.
  func scroll(to position: ListPosition) {
    setTop(ListPosition(block: position.block, offset: 0))
    scrollTop(by: position.offset)
    closeGap()
  }

  /// Scrolls the row at an offset from an element to the top, as far as the list permits.
  func scroll(to element: ListElement, offset: Int) {
    guard var position = position(of: element) else { return }
    position.offset += offset
    scroll(to: position)
  }

  /// Scrolls upwards to remove a gap after the last element.
  ///
  /// - Returns: The number of rows the viewport was moved by.
  @discardableResult
  private func closeGap() -> Int {
    let gap = fill().gap
    return gap > 0 ? scrollTop(by: -gap) : 0
  }

  /// Moves the viewport by rows, or upwards if negative, as far as elements fill it.
  ///
  /// - Returns: The number of rows it was moved by.
  func scrollViewport(by rows: Int) -> Int { scrollTop(by: rows) + closeGap() }

  /// Moves the top and the cursor to elements that are in the list.
  ///
  /// It must be called after each change of the list, before other access to them.
  func settle() {
    let top = state.topElement.flatMap { nearest(to: $0) } ?? firstBlock.map { element(of: $0) }
    if top != state.topElement { (state.topElement, state.topOffset) = (top, 0) }
    scrollTop(by: 0)
    settleCursor()
  }

  /// Scrolls as little as possible to make an element entirely visible below the sticky header.
  ///
  /// If it is taller than the viewport, its start is made visible, or its end if preferred.
  func scrollToVisible(_ element: ListElement, preferringEnd prefersEnd: Bool = false) {
    guard !viewport.isEmpty, let top, let position = position(of: element) else { return }
    let covered = stickyRows(over: element)
    let height = frame(of: element).rows
    let isTall = height > extent.rows - covered
    let row = row(of: position, below: top)
    let isAbove = row.map { $0 < covered } ?? (position.block < top.block)
    if isTall ? !prefersEnd : isAbove { return scroll(to: element, offset: -covered) }
    guard let row, !isTall else { return scroll(to: element, offset: height - extent.rows) }
    if row + height > extent.rows { scrollTop(by: row + height - extent.rows) }
  }

  /// Returns the first row of an element in the viewport; nil if it is above it or far below.
  func row(of element: ListElement) -> Int? {
    guard let top, let position = position(of: element) else { return nil }
    return row(of: position, below: top)
  }

  /// Returns the row of a position in the viewport; nil if it is in a block above, or far below.
  private func row(of position: ListPosition, below top: ListPosition) -> Int? {
    guard position.block >= top.block else { return nil }
    let (start, row) = nearestRow(to: position.block) ?? (top.block, -top.offset)
    let distance = distance(from: start, to: position.block, limit: extent.rows - min(0, row))
    return distance.map { row + $0 + position.offset }
  }

  /// Returns the last block in the viewport up to another one, and its row; nil if not cached.
  private func nearestRow(to block: ListBlock) -> (start: ListBlock, row: Int)? {
    guard isRows, let filled, filled.extent == extent, filled.state.isScrolled(as: state) else {
      return nil
    }
    var (low, high) = (0, filled.elements.count)
    var nearest: (ListBlock, Int)?
    while low < high {
      let middle = (low + high) / 2
      if let start = self.block(of: filled.elements[middle].element), start <= block {
        nearest = (start, filled.elements[middle].frame.top)
        low = middle + 1
      } else {
        high = middle
      }
    }
    return nearest
  }

  /// Returns the number of rows between the starts of two blocks; nil if it exceeds a limit.
  func distance(from start: ListBlock, to end: ListBlock, limit: Int) -> Int? {
    var (rows, steps, block) = (0, 0, start)
    while block < end {
      let height = self.rows(of: block, limit: limit - rows + 1)
      rows += height
      steps = height > 0 ? 0 : steps + 1
      guard rows <= limit, steps <= Self.hiddenBlockLimit, let next = self.block(after: block)
      else { return nil }
      block = next
    }
    return rows
  }

  /// Returns whether a position is above the top of the viewport.
  func isAbove(_ position: ListPosition) -> Bool {
    guard let top else { return false }
    return top.block == position.block
      ? position.offset < top.offset : position.block < top.block
  }
}

// MARK: - Filling the viewport

extension ListView {
  /// The elements that fill the viewport from a scroll position on.
  struct Filled {
    var state: ListViewState
    var extent: Size
    var elements: [PlacedElement]
    /// The number of blank rows below the last element.
    var gap: Int
    /// The storage of earlier elements, for reuse.
    var memory: [PlacedElement] = []
  }

  /// Returns the elements in the viewport, after scrolling to remove a gap below the last one.
  func fillViewport() -> [PlacedElement] {
    closeGap()
    return fill().elements
  }

  /// Returns the elements in the viewport from its top on, which are cached.
  func fill() -> Filled {
    if let filled, filled.extent == extent, filled.state.isScrolled(as: state) { return filled }
    var result = Filled(state: state, extent: extent, elements: [], gap: 0)
    // Reuses the storage of the earlier elements, unless it is still referenced.
    if var last = filled {
      filled = nil
      swap(&result.elements, &last.memory)
      swap(&result.memory, &last.elements)
      if last.extent != extent { result.memory.removeAll(keepingCapacity: true) }
    }
    result.gap = placeFromTop(into: &result.elements, from: result.memory)
    result.memory.removeAll(keepingCapacity: true)
    filled = result
    return result
  }

  /// Places elements until they fill the viewport, reusing the sizes of rows that were in it.
  ///
  /// - Returns: The number of blank rows below the last element.
  private func placeFromTop(
    into elements: inout [PlacedElement], from before: [PlacedElement]
  ) -> Int {
    guard let top else { return 0 }
    let extent = extent
    var (block, start, hidden) = (top.block, -top.offset, 0)
    var next = isRows ? before.index(of: element(of: block)) ?? 0 : before.count
    while start < extent.rows {
      if next < before.count, before[next].element == element(of: block) {
        // Consecutive elements are still consecutive.
        while start < extent.rows, next < before.count {
          elements.append(before[next].at(row: start))
          start += before[next].frame.rows
          next += 1
        }
        block = elements.last.flatMap { self.block(of: $0.element) } ?? block
        hidden = 0
      } else {
        let rows = place(block, at: start, in: extent, into: &elements)
        start += rows
        hidden = rows > 0 ? 0 : hidden + 1
        if hidden > Self.hiddenBlockLimit { return 0 }
      }
      guard let next = self.block(after: block) else { break }
      block = next
    }
    return max(0, extent.rows - start)
  }

  /// Appends the elements of a block that are in the viewport.
  ///
  /// - Returns: The number of rows of the block, or at least up to the end of the viewport.
  private func place(
    _ block: ListBlock, at start: Int, in extent: Size, into elements: inout [PlacedElement]
  ) -> Int {
    if isRows || block.part != .items {
      let element = element(of: block)
      guard let viewModel = viewModel(of: element) else { return 0 }
      let rows = rowsTaken(by: viewModel)
      let frame = Rect(column: 0, row: start, columns: extent.columns, rows: rows)
      if rows > 0, !extent.isEmpty {
        elements.append(PlacedElement(element: element, viewModel: viewModel, frame: frame))
      }
      return rows
    }
    let rows = max(0, -start)..<max(0, extent.rows - start)
    for item in items(ofSection: block.section, in: rows) {
      guard let viewModel = viewModel(of: .item(item.path)) else { continue }
      elements.append(
        PlacedElement(
          element: .item(item.path), viewModel: viewModel,
          frame: item.frame.offsetBy(columns: 0, rows: start)))
    }
    return self.rows(of: block, limit: extent.rows - start)
  }

  /// Returns whether an item is in the viewport, and not entirely covered by the sticky header.
  func isInSight(_ path: ListIndexPath, of elements: [PlacedElement]) -> Bool {
    // A loop, because a closure would check its isolation to the main actor in each call.
    for placed in elements where placed.element == .item(path) {
      return placed.frame.bottom > coveredRows(of: elements)
    }
    return false
  }
}

// MARK: - Sticky header

extension ListView {
  /// Returns the number of rows of a section's sticky header.
  ///
  /// It is 0 if there is none, or if it would take a third of the viewport or more.
  private func stickyRows(ofSection section: Int) -> Int {
    guard allowsStickyHeaders, let header = headerBlock(ofSection: section) else { return 0 }
    let rows = rows(of: header)
    return rows * 3 < extent.rows ? rows : 0
  }

  /// Returns the number of rows that a sticky header would cover of an element at the top.
  func stickyRows(over element: ListElement) -> Int {
    guard element.indexPath != nil else { return 0 }
    return stickyRows(ofSection: element.section)
  }

  /// Returns the sticky header, which the next section pushes out of the viewport; or nil.
  func stickyHeader(over elements: [PlacedElement]) -> PlacedElement? {
    guard allowsStickyHeaders, let first = elements.first, let path = first.element.indexPath
    else { return nil }
    let rows = stickyRows(ofSection: path.section)
    guard rows > 0, let viewModel = viewModel(of: .header(path.section)) else { return nil }
    let next = elements.first { $0.element.section != path.section }
    let push = next.map { min(0, $0.frame.top - rows) } ?? 0
    return PlacedElement(
      element: .header(path.section), viewModel: viewModel,
      frame: Rect(column: 0, row: push, columns: extent.columns, rows: rows))
  }

  /// Returns the number of rows at the top of the viewport that the sticky header covers.
  func coveredRows(of elements: [PlacedElement]) -> Int {
    stickyHeader(over: elements)?.frame.bottom ?? 0
  }
}
