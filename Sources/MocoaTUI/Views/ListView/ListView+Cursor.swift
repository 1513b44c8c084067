import MocoaCore

/// The cursor: the item that keys apply to, which exists whenever the list has a visible item.
///
/// It moves in two dimensions, and returns to its column after a short line.
extension ListView {
  /// Moves the cursor to an item, and scrolls as little as possible to make it visible.
  package func moveCursor(to path: ListIndexPath) { moveCursor(to: path, scroll: .visible) }

  /// Moves the cursor to an item, and scrolls it to a position of the viewport.
  public func moveCursor(to path: ListIndexPath, scroll: ListViewModel.ScrollPosition) {
    guard list?.contains(path) == true else { return }
    setCursor(path)
    guard state.topElement != nil else { return setNeedsLayout() }
    let element = ListElement.item(path)
    let rows = frame(of: element).rows
    switch scroll {
    case .visible:
      scrollToVisible(element)
      revealStart(ofSectionAbove: path)
    case .top: self.scroll(to: element, offset: -stickyRows(over: element))
    case .middle: self.scroll(to: element, offset: -(max(0, extent.rows - rows) / 2))
    case .bottom: self.scroll(to: element, offset: min(rows, extent.rows) - extent.rows)
    }
    didMove()
  }

  /// Moves the cursor to an item, and scrolls it to a row of the viewport if possible.
  package func moveCursor(to path: ListIndexPath, atRow row: Int) {
    guard list?.contains(path) == true else { return }
    setCursor(path)
    guard state.topElement != nil, !viewport.isEmpty else { return setNeedsLayout() }
    scroll(to: .item(path), offset: -min(max(0, row), extent.rows - 1))
    didMove()
  }

  /// Moves the cursor by lines, or upwards if negative, skipping hidden items.
  ///
  /// An item that is taller than the viewport is scrolled to its end first.
  ///
  /// - Returns: `true` if the cursor or the viewport was moved.
  @discardableResult
  public func moveCursor(by lines: Int) -> Bool {
    guard let start = state.cursor, list?.contains(start) == true else { return false }
    if let path = neighborInSight(of: start, by: lines) {
      setCursor(path)
      observers.move.send(())
      return true
    }
    if scrollWithin(.item(start), by: lines) {
      didMove()
      return true
    }
    let goal = isRows ? nil : state.goal ?? frame(of: .item(start)).middleColumn
    var path = start
    for _ in 0..<abs(lines) {
      guard let next = itemInLine(beside: path, goal: goal, forward: lines > 0) else { break }
      path = next
    }
    return moveCursor(from: start, to: path, goal: goal, forward: lines > 0)
  }

  /// Moves the cursor to the next or previous item of its line, or else of the list.
  ///
  /// - Returns: `true` if the cursor or the viewport was moved.
  @discardableResult
  func moveCursorWithinLine(forward: Bool) -> Bool {
    if isRows { return moveCursor(by: forward ? 1 : -1) }
    guard let start = state.cursor, list?.contains(start) == true else { return false }
    let next = itemBeside(start, forward: forward)
    return moveCursor(from: start, to: next ?? start, goal: nil, forward: forward)
  }

  private func moveCursor(
    from start: ListIndexPath, to path: ListIndexPath, goal: Int?, forward: Bool
  ) -> Bool {
    if path != start {
      setCursor(path, goal: goal)
      scrollToVisible(.item(path), preferringEnd: !forward)
      revealStart(ofSectionAbove: path)
    } else if !showEnd(forward: forward) {
      return false
    }
    didMove()
    return true
  }

  /// Moves the cursor to the last item, or to the first one.
  public func moveCursorToEnd(forward: Bool) {
    let end = forward ? lastBlock : firstBlock
    guard let path = item(from: end, forward: !forward) else { return }
    setCursor(path)
    scrollToVisible(.item(path), preferringEnd: forward)
    showEnd(forward: forward)
    didMove()
  }

  /// Moves the cursor to the first item of a section, and scrolls to the start of the section.
  ///
  /// - Returns: `true` if the section has a visible item.
  @discardableResult
  public func moveCursor(toSection section: Int) -> Bool {
    guard let list, (0..<list.numberOfSections).contains(section),
      let start = firstBlock(ofSection: section),
      let path = item(from: start, forward: true), path.section == section
    else { return false }
    setCursor(path)
    scroll(to: ListPosition(block: start, offset: 0))
    didMove()
    return true
  }

  /// Moves the cursor to the first item of the next or previous section that is not empty.
  func moveCursorToSection(forward: Bool) {
    guard let list, let cursor else { return }
    var section = cursor.section + (forward ? 1 : cursor.item > 0 ? 0 : -1)
    while (0..<list.numberOfSections).contains(section) {
      if moveCursor(toSection: section) { return }
      section += forward ? 1 : -1
    }
  }

  /// Moves the cursor to the first item of the first section with a name.
  ///
  /// - Returns: `true` if there is such a section, and it has a visible item.
  /// - Complexity: O(sections).
  @discardableResult
  public func moveCursor(toSectionNamed name: ModuleName) -> Bool {
    guard let list else { return false }
    let sections = 0..<min(list.numberOfSections, list.model.numberOfSections)
    let section = sections.first { list.model.section(at: $0).moduleName == name }
    return section.map { moveCursor(toSection: $0) } ?? false
  }

  func setCursor(_ path: ListIndexPath, goal: Int? = nil) {
    isCursorLeftBehind = false
    pageRow = nil
    state.goal = goal
    guard path != state.cursor else { return }
    isFollowingEnd = false
    cell(at: state.cursor)?.isCursor = false
    state.cursor = path
    cell(at: path)?.isCursor = true
  }

  /// Moves a missing cursor to the first item, and one on a missing or hidden item to a near one.
  func settleCursor() {
    guard list != nil, let start = state.cursor.map({ .item($0) }) ?? state.topElement else {
      return state.cursor = nil
    }
    if let cursor = state.cursor, list?.contains(cursor) == true, takesRoom(cursor) { return }
    guard state.cursor != nil, let nearest = nearest(to: start) else {
      return state.cursor = item(from: firstBlock, forward: true)
    }
    if let path = nearest.indexPath, takesRoom(path) { return state.cursor = path }
    state.cursor = item(near: nearest, forward: true) ?? item(near: nearest, forward: false)
  }

  /// Returns the next or previous row if both are entirely visible, so that nothing is scrolled.
  ///
  /// This is the most frequent case, and needs no measuring.
  private func neighborInSight(of path: ListIndexPath, by count: Int) -> ListIndexPath? {
    guard isRows, abs(count) == 1, !needsLayout, state.isScrolled(as: laidOut),
      let index = visibleIndex(of: path), visible.indices.contains(index + count),
      let next = visible[index + count].element.indexPath, next.item > 0
    else { return nil }
    // The rows of a header at the top, sticky or not.
    let first = visible[0]
    let covered =
      stickyHeader?.frame.rows ?? (first.element.indexPath == nil ? first.frame.rows : 0)
    let top = min(visible[index].frame.top, visible[index + count].frame.top)
    let bottom = visible[max(index, index + count)].frame.bottom
    return top >= covered && bottom <= viewport.rows ? next : nil
  }

  /// Scrolls within an element that does not fit into the viewport, up to its edge.
  private func scrollWithin(_ element: ListElement, by rows: Int) -> Bool {
    let covered = stickyRows(over: element)
    let height = frame(of: element).rows
    guard height > extent.rows - covered, let start = row(of: element) else { return false }
    let rest = rows > 0 ? start + height - extent.rows : covered - start
    guard rest > 0, start < extent.rows, start + height > covered else { return false }
    return scrollTop(by: rows > 0 ? min(rows, rest) : max(rows, -rest)) != 0
  }

  /// Scrolls to the end of the list, or to its start, if that fits together with the cursor's item.
  ///
  /// There may be a footer, a header or a margin beyond the item.
  ///
  /// - Returns: `true` if the viewport was moved.
  @discardableResult
  private func showEnd(forward: Bool) -> Bool {
    guard let cursor = state.cursor, let position = position(of: .item(cursor)),
      let end = forward ? lastBlock : firstBlock
    else { return false }
    let before = state
    if forward {
      let rows = rows(of: end, limit: position.offset + 2 * extent.rows)
      let distance = distance(
        from: position.block, to: end, limit: position.offset + extent.rows)
      guard let distance, distance + rows - position.offset <= extent.rows else { return false }
      scroll(to: ListPosition(block: end, offset: rows - extent.rows))
    } else {
      let bottom = position.offset + frame(of: .item(cursor)).rows
      let distance = distance(from: end, to: position.block, limit: extent.rows - bottom)
      guard bottom <= extent.rows, distance != nil else { return false }
      scroll(to: ListPosition(block: end, offset: 0))
    }
    return !state.isScrolled(as: before)
  }

  /// Scrolls to the start of a section if an item is in its first line, and both fit.
  private func revealStart(ofSectionAbove path: ListIndexPath) {
    guard let position = position(of: .item(path)),
      let start = firstBlock(ofSection: path.section)
    else { return }
    let frame = frame(of: .item(path))
    let first = ListElement.item(ListIndexPath(section: path.section, item: 0))
    let isFirstLine = isRows ? path.item == 0 : frame.top == self.frame(of: first).top
    guard isFirstLine, isAbove(ListPosition(block: start, offset: 0)),
      distance(
        from: start, to: position.block, limit: extent.rows - frame.bottom) != nil
    else { return }
    scroll(to: ListPosition(block: start, offset: 0))
  }

  /// Requests layout if the viewport was moved; otherwise only calls ``onMove``.
  func didMove() {
    if state.isScrolled(as: laidOut) { observers.move.send(()) } else { setNeedsLayout() }
  }
}

// MARK: - Neighbors

extension ListView {
  /// Returns the item of the next or previous line that is nearest to a column.
  private func itemInLine(
    beside path: ListIndexPath, goal: Int?, forward: Bool
  ) -> ListIndexPath? {
    guard let goal else { return item(near: .item(path), forward: forward) }
    let place = frame(of: .item(path))
    if let next = itemInLine(
      ofSection: path.section, beyond: place, goal: goal, forward: forward)
    {
      return next
    }
    let block = ListBlock(section: path.section, part: .items, index: 0)
    guard let other = item(from: self.block(beside: block, forward: forward), forward: forward)
    else { return nil }
    // The first or last line of another section.
    let row = forward ? 0 : geometry(ofSection: other.section).rows
    let edge = Rect(column: 0, row: row, columns: 0, rows: 0)
    return itemInLine(ofSection: other.section, beyond: edge, goal: goal, forward: forward)
  }

  private func itemInLine(
    ofSection section: Int, beyond place: Rect, goal: Int, forward: Bool
  ) -> ListIndexPath? {
    func isBeyond(_ other: Rect) -> Bool {
      forward ? other.top >= place.bottom : other.bottom <= place.top
    }
    var step = max(8, extent.rows)
    while true {
      let rows =
        forward
        ? place.bottom..<place.bottom + step : max(0, place.top - step)..<max(0, place.top)
      let found = items(ofSection: section, in: rows).map(\.frame).filter(isBeyond)
      if let nearest = forward
        ? found.min(by: { $0.top < $1.top }) : found.max(by: { $0.bottom < $1.bottom })
      {
        // The line consists of the items beside the nearest one.
        let line = items(ofSection: section, in: nearest.top..<nearest.bottom)
          .filter { isBeyond($0.frame) }
        return line.min { first, second in
          (first.frame.distance(toColumn: goal), abs(first.frame.top - place.top))
            < (second.frame.distance(toColumn: goal), abs(second.frame.top - place.top))
        }?.path
      }
      let geometry = geometry(ofSection: section, toRow: rows.upperBound)
      if forward ? geometry.isComplete && geometry.rows <= rows.upperBound : rows.lowerBound == 0 {
        return nil
      }
      step *= 2
    }
  }

  /// Returns the item beside another one, or else the next or previous one of the list.
  private func itemBeside(_ path: ListIndexPath, forward: Bool) -> ListIndexPath? {
    let place = frame(of: .item(path))
    let beside = items(ofSection: path.section, in: place.top..<place.bottom).filter {
      forward ? $0.frame.left >= place.right : $0.frame.right <= place.left
    }
    let nearest = beside.min { first, second in
      (abs(first.frame.left - place.left), abs(first.frame.top - place.top))
        < (abs(second.frame.left - place.left), abs(second.frame.top - place.top))
    }
    if let nearest { return nearest.path }
    guard let next = item(near: .item(path), forward: forward) else { return nil }
    guard next.section == path.section else { return next }
    let other = frame(of: .item(next))
    return (forward ? other.top >= place.top : other.bottom <= place.bottom) ? next : nil
  }
}

extension Rect {
  /// Returns the distance of a column from the rectangle, 0 within.
  fileprivate func distance(toColumn column: Int) -> Int {
    if column < left { return left - column }
    return column < right ? 0 : column - right + 1
  }

  fileprivate var middleColumn: Int { left + columns / 2 }
}

// MARK: - Scrolling

extension ListView {
  /// Moves viewport and cursor by pages, or upwards if negative; pages overlap by one row.
  func movePage(by pages: Int) {
    guard let top = state.topElement else { return }
    // The last row of a page is the first one of the next, below the sticky header.
    let covered = stickyRows(over: .item(ListIndexPath(section: top.section, item: 0)))
    move(byRows: pages * max(1, extent.rows - 1 - covered))
  }

  /// Moves viewport and cursor by rows of the screen, or upwards if negative, as far as possible.
  ///
  /// Consecutive moves keep the cursor on one row of the screen, whatever the heights of the items,
  /// so that the same number of moves back returns to the start.
  func move(byRows rows: Int) {
    guard let cursor = state.cursor, list?.contains(cursor) == true, !viewport.isEmpty else {
      return
    }
    let goal = isRows ? nil : state.goal ?? frame(of: .item(cursor)).middleColumn
    let start = pageRow ?? screenRow(of: cursor)
    let moved = scrollViewport(by: rows)
    let row = min(max(0, start + rows - moved), extent.rows - 1)
    // The same direction for both, so that moves back reach the same item.
    moveCursor(toRow: row, goal: goal, forward: true)
    pageRow = row
    didMove()
  }

  /// Scrolls by rows, or upwards if negative; the cursor moves only to stay in the viewport.
  public func scroll(by rows: Int) {
    guard state.topElement != nil, !viewport.isEmpty else { return }
    guard scrollViewport(by: rows) != 0 else { return }
    pageRow = nil
    let elements = fill().elements
    if let cursor = state.cursor, !isInSight(cursor, of: elements) {
      let edge = rows > 0 ? coveredRows(of: elements) : extent.rows - 1
      moveCursor(toRow: edge, goal: state.goal, forward: rows > 0)
    }
    didMove()
  }

  /// Moves the cursor to the item at a row of the viewport, or else to the nearest visible one.
  ///
  /// The direction determines whether a later or an earlier one is preferred.
  func moveCursor(toRow row: Int, goal: Int?, forward: Bool) {
    let elements = fill().elements
    let covered = coveredRows(of: elements)
    let row = max(row, covered)
    var (next, previous): (PlacedElement?, PlacedElement?)
    for item in elements where item.element.indexPath != nil && item.frame.bottom > covered {
      if next == nil, item.frame.bottom > row { next = item }
      if item.frame.top <= row { previous = item }
    }
    guard var nearest = forward ? next ?? previous : previous ?? next else {
      return isCursorLeftBehind = true
    }
    if let goal {
      let line = elements.filter {
        $0.element.indexPath != nil && $0.frame.bottom > covered
          && $0.frame.top < nearest.frame.bottom && $0.frame.bottom > nearest.frame.top
      }
      nearest =
        line.min { $0.frame.distance(toColumn: goal) < $1.frame.distance(toColumn: goal) }
        ?? nearest
    }
    nearest.element.indexPath.map { setCursor($0, goal: goal) }
  }

  /// Returns the first visible row of an item in the viewport, below the sticky header.
  private func screenRow(of path: ListIndexPath) -> Int {
    let elements = fillViewport()
    guard let placed = elements.first(where: { $0.element == .item(path) }) else { return 0 }
    return max(placed.frame.top, coveredRows(of: elements))
  }
}
