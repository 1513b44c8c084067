import MocoaCore

/// The elements in the viewport from a scroll position on, and the sticky header.
extension ListGeometry {
  typealias Placed = PlacedElement<Measures.Content>

  /// Returns the elements in the viewport from its top on, which are cached.
  func fill(from state: ListViewState) -> ListPlaces<Measures.Content>.Filled {
    if let filled = filled(from: state) { return filled }
    var result = ListPlaces<Measures.Content>.Filled(state: state, extent: extent)
    // Reuses the storage of the earlier elements, unless it is still referenced.
    if var last = places.filled {
      places.filled = nil
      swap(&result.elements, &last.memory)
      swap(&result.memory, &last.elements)
      if last.extent != extent { result.memory.removeAll(keepingCapacity: true) }
    }
    result.gap = place(from: state, into: &result.elements, from: result.memory)
    result.memory.removeAll(keepingCapacity: true)
    places.filled = result
    return result
  }

  /// Returns the cached elements in the viewport from a top on; nil if there are none.
  private func filled(from state: ListViewState) -> ListPlaces<Measures.Content>.Filled? {
    guard let filled = places.filled, filled.extent == extent, filled.state.isScrolled(as: state)
    else { return nil }
    return filled
  }

  /// Returns the number of rows of a block in the viewport, which is not measured again; nil for
  /// other blocks, and if a layout places several elements in one.
  func filledRows(of block: ListBlock) -> Int? {
    guard hasRows, places.filled?.extent == extent, let elements = places.filled?.elements,
      let first = elements.first?.element, let start = self.block(of: first),
      start.section == block.section
    else { return nil }
    let index = block.index - start.index
    guard elements.indices.contains(index), elements[index].element == element(of: block) else {
      return nil
    }
    return elements[index].frame.rows
  }

  /// Places elements until they fill the viewport, reusing the sizes of rows that were in it.
  ///
  /// - Returns: The number of blank rows below the last element.
  private func place(
    from state: ListViewState, into elements: inout [Placed], from before: [Placed]
  ) -> Int {
    guard let top = top(of: state) else { return 0 }
    var (block, start, hidden) = (top.block, -top.offset, 0)
    var next = hasRows ? index(of: element(of: block), in: before) ?? 0 : before.count
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
        let rows = place(block, at: start, into: &elements)
        start += rows
        hidden = rows > 0 ? 0 : hidden + 1
        if hidden > Self.hiddenBlockLimit { return 0 }
      }
      guard let next = self.block(after: block) else { break }
      block = next
    }
    return max(0, extent.rows - start)
  }

  private func index(of element: ListElement, in placed: [Placed]) -> Int? {
    // A loop, because a closure would check its isolation to the main actor in each call.
    for index in placed.indices where placed[index].element == element { return index }
    return nil
  }

  /// Appends the elements of a block that are in the viewport.
  ///
  /// - Returns: The number of rows of the block, or at least up to the end of the viewport.
  private func place(_ block: ListBlock, at start: Int, into elements: inout [Placed]) -> Int {
    guard isShared(block) else {
      let element = element(of: block)
      guard let content = measures.content(of: element) else { return 0 }
      let rows = measures.rows(of: content, columns: extent.columns)
      let frame = Rect(column: 0, row: start, columns: extent.columns, rows: rows)
      if rows > 0, !extent.isEmpty {
        elements.append(Placed(element: element, content: content, frame: frame))
      }
      return rows
    }
    let rows = max(0, -start)..<max(0, extent.rows - start)
    for item in items(ofSection: block.section, in: rows) {
      guard let content = measures.content(of: .item(item.path)) else { continue }
      let frame = item.frame.offsetBy(columns: 0, rows: start)
      elements.append(Placed(element: .item(item.path), content: content, frame: frame))
    }
    return self.rows(of: block, limit: extent.rows - start)
  }

  /// Returns whether an item is in the viewport, and not entirely covered by the sticky header.
  func isInSight(_ path: ListIndexPath, of elements: [Placed]) -> Bool {
    guard let index = index(of: .item(path), in: elements) else { return false }
    return elements[index].frame.bottom > coveredRows(of: elements)
  }

  /// Returns the row of a position in the viewport; nil if it is in a block above, or far below.
  func row(of position: ListPosition, from state: ListViewState) -> Int? {
    guard let top = top(of: state), position.block >= top.block else { return nil }
    var (start, row) = (top.block, -top.offset)
    // Rows in the viewport are not measured again.
    for placed in (filled(from: state)?.elements ?? []).reversed() where hasRows {
      guard let block = block(of: placed.element), block <= position.block else { continue }
      (start, row) = (block, placed.frame.top)
      break
    }
    let distance = distance(from: start, to: position.block, limit: extent.rows - min(0, row))
    return distance.map { row + $0 + position.offset }
  }

  // MARK: Sticky header

  /// Returns the number of rows of a section's sticky header.
  ///
  /// It is 0 if there is none, or if it would take a third of the viewport or more.
  func stickyRows(ofSection section: Int) -> Int {
    let header = ListElement.header(section)
    guard hasStickyHeaders, block(of: header) != nil else { return 0 }
    let rows = rows(of: header)
    return rows * 3 < extent.rows ? rows : 0
  }

  /// Returns the sticky header, which the next section pushes out of the viewport; or nil.
  func stickyHeader(over elements: [Placed]) -> Placed? {
    guard hasStickyHeaders, let section = elements.first?.element.indexPath?.section
    else { return nil }
    let rows = stickyRows(ofSection: section)
    guard rows > 0, let content = measures.content(of: .header(section)) else { return nil }
    let next = elements.first { $0.element.section != section }
    let push = next.map { min(0, $0.frame.top - rows) } ?? 0
    return Placed(
      element: .header(section), content: content,
      frame: Rect(column: 0, row: push, columns: extent.columns, rows: rows))
  }

  /// Returns the number of rows at the top of the viewport that the sticky header covers.
  func coveredRows(of elements: [Placed]) -> Int {
    stickyHeader(over: elements)?.frame.bottom ?? 0
  }
}
