import MocoaCore

/// The cursor: the item that keys act on. It is on an item whenever there is one to be on.
///
/// It moves in two dimensions, and after a short line goes back to its column.
extension ListView {
  /// Moves the cursor to an item, and scrolls as little as possible for it to be seen.
  package func moveCursor(to path: ListIndexPath) { moveCursor(to: path, scroll: .visible) }

  /// Moves the cursor to an item, and brings that into the viewport.
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

  /// Moves the cursor to an item, and puts that onto a row of the viewport as far as the list goes.
  package func moveCursor(to path: ListIndexPath, atRow row: Int) {
    guard list?.contains(path) == true else { return }
    setCursor(path)
    guard state.topElement != nil, !viewport.isEmpty else { return setNeedsLayout() }
    scroll(to: .item(path), offset: -min(max(0, row), extent.rows - 1))
    didMove()
  }

  /// Moves the cursor by lines, past what is hidden; negative is upwards.
  ///
  /// An item that is taller than the viewport is scrolled through first.
  ///
  /// - Returns: whether anything moved.
  @discardableResult
  public func moveCursor(by lines: Int) -> Bool {
    guard let start = state.cursor, list?.contains(start) == true else { return false }
    if let path = neighborInSight(of: start, by: lines) {
      setCursor(path)
      onMove?()
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

  /// Moves the cursor to the next item of its line, or else of the list; or the one before.
  ///
  /// - Returns: whether anything moved.
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

  /// Moves the cursor to the first item, or the last.
  public func moveCursorToEnd(forward: Bool) {
    let end = forward ? lastBlock : firstBlock
    guard let path = item(from: end, forward: !forward) else { return }
    setCursor(path)
    scrollToVisible(.item(path), preferringEnd: forward)
    showEnd(forward: forward)
    didMove()
  }

  /// Moves the cursor to the first item of a section, and shows the section from its start.
  ///
  /// - Returns: whether the section has an item that takes room.
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

  /// Moves the cursor to the first item of the next section that has one, or the section before.
  func moveCursorToSection(forward: Bool) {
    guard let list, let cursor else { return }
    var section = cursor.section + (forward ? 1 : cursor.item > 0 ? 0 : -1)
    while (0..<list.numberOfSections).contains(section) {
      if moveCursor(toSection: section) { return }
      section += forward ? 1 : -1
    }
  }

  /// Moves the cursor to the first item of the first section of a name.
  ///
  /// - Returns: whether there is such a section, and it has an item.
  /// - Complexity: O(sections).
  @discardableResult
  func moveCursor(toSectionNamed name: ModuleName) -> Bool {
    guard let list else { return false }
    let sections = 0..<min(list.numberOfSections, list.model.numberOfSections)
    let section = sections.first { list.model.section(at: $0).mocoaName == name }
    return section.map { moveCursor(toSection: $0) } ?? false
  }

  func setCursor(_ path: ListIndexPath, goal: Int? = nil) {
    isCursorLeftBehind = false
    pageRow = nil
    state.goal = goal
    guard path != state.cursor else { return }
    cell(at: state.cursor)?.isCursor = false
    state.cursor = path
    cell(at: path)?.isCursor = true
  }

  /// Puts the cursor onto an item that exists and takes room, the first one if it was nowhere.
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

  /// The row next to one, where both are seen as a whole, so that nothing has to move but the
  /// cursor.
  ///
  /// This is what most keys ask for, and it measures nothing.
  private func neighborInSight(of path: ListIndexPath, by count: Int) -> ListIndexPath? {
    guard isRows, abs(count) == 1, !needsLayout, state.isScrolled(as: laidOut),
      let index = visibleIndex(of: path), visible.indices.contains(index + count),
      let next = visible[index + count].element.indexPath, next.item > 0
    else { return nil }
    // A header that sticks to the top, or is there in its own place.
    let first = visible[0]
    let covered =
      stickyHeader?.frame.rows ?? (first.element.indexPath == nil ? first.frame.rows : 0)
    let top = min(visible[index].frame.top, visible[index + count].frame.top)
    let bottom = visible[max(index, index + count)].frame.bottom
    return top >= covered && bottom <= viewport.rows ? next : nil
  }

  /// Scrolls through an element that does not fit into the viewport, as far as there is more of it.
  private func scrollWithin(_ element: ListElement, by rows: Int) -> Bool {
    let covered = stickyRows(over: element)
    let height = frame(of: element).rows
    guard height > extent.rows - covered, let start = row(of: element) else { return false }
    let rest = rows > 0 ? start + height - extent.rows : covered - start
    guard rest > 0, start < extent.rows, start + height > covered else { return false }
    return scrollTop(by: rows > 0 ? min(rows, rest) : max(rows, -rest)) != 0
  }

  /// Shows what is beyond the last item, or the first: a footer, header or margin, if it fits with
  /// the cursor's item.
  ///
  /// - Returns: whether that made a difference.
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

  /// Shows the start of the section in whose first line an item is, if it fits with the line.
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

  /// Lays out after a move, or, where nothing scrolled, only reports that the cursor moved.
  func didMove() {
    if state.isScrolled(as: laidOut) { onMove?() } else { setNeedsLayout() }
  }
}

// MARK: - Neighbors

extension ListView {
  /// The item of the next line, or the one before, that is nearest to a column.
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
    // The first line of another section, or its last one.
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
        // The line is what lies beside the nearest item.
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

  /// The item beside another one, or else the next one in the order of the list.
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
  /// How far a column is from the rectangle; 0 within.
  fileprivate func distance(toColumn column: Int) -> Int {
    if column < left { return left - column }
    return column < right ? 0 : column - right + 1
  }

  fileprivate var middleColumn: Int { left + columns / 2 }
}

// MARK: - Scrolling

extension ListView {
  /// Moves viewport and cursor by the height of the viewport, less what keeps the reader's place;
  /// negative is upwards.
  func movePage(by pages: Int) {
    guard let top = state.topElement else { return }
    // The last row of one page is the first one of the next, below the sticky header.
    let covered = stickyRows(over: .item(ListIndexPath(section: top.section, item: 0)))
    move(byRows: pages * max(1, extent.rows - 1 - covered))
  }

  /// Moves viewport and cursor by rows of the screen, each as far as it goes; negative is upwards.
  ///
  /// Moves one after another keep to one row of the screen, whatever the heights of the items, so
  /// that as many back lead to where they began.
  func move(byRows rows: Int) {
    guard let cursor = state.cursor, list?.contains(cursor) == true, !viewport.isEmpty else {
      return
    }
    let goal = isRows ? nil : state.goal ?? frame(of: .item(cursor)).middleColumn
    let start = pageRow ?? screenRow(of: cursor)
    let moved = scrollViewport(by: rows)
    let row = min(max(0, start + rows - moved), extent.rows - 1)
    // The same one from both directions.
    moveCursor(toRow: row, goal: goal, forward: true)
    pageRow = row
    didMove()
  }

  /// Scrolls without the cursor, which stays in the viewport.
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

  /// Moves the cursor to the item at a row of the viewport, or else the next one in sight from
  /// there, or the one before.
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

  /// The row of the viewport on which an item begins.
  private func screenRow(of path: ListIndexPath) -> Int {
    let elements = fillViewport()
    guard let placed = elements.first(where: { $0.element == .item(path) }) else { return 0 }
    return max(placed.frame.top, coveredRows(of: elements))
  }
}
