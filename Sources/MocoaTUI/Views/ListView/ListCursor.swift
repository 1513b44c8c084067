import MocoaCore

/// What the next move of a cursor depends on besides its position.
struct CursorMemory {
  /// The row of the viewport in which the cursor stays during consecutive moves by pages.
  var pageRow: Int?

  /// A Boolean value that indicates whether the viewport was scrolled to a part without items.
  var isLeftBehind = false
}

/// The cursor and the scroll position of a list, which move within its geometry.
///
/// The cursor is the item that keys apply to, which exists whenever the list has a visible item.
/// It moves in two dimensions, and returns to its column after a short line.
@MainActor struct ListCursor<Measures: ListMeasures> {
  private(set) var state: ListViewState
  private(set) var memory = CursorMemory()
  let geometry: ListGeometry<Measures>

  private var extent: Size { geometry.extent }

  /// The item under the cursor; nil if it is not in the list.
  private var current: ListIndexPath? {
    guard let cursor = state.cursor, geometry.contains(cursor) else { return nil }
    return cursor
  }

  /// Moves the top and the cursor to elements that are in the list.
  ///
  /// It must be called after each change of the list, before other access to them.
  mutating func settle() {
    let top =
      state.topElement.flatMap { geometry.nearest(to: $0) }
      ?? geometry.firstBlock.map { geometry.element(of: $0) }
    if top != state.topElement { (state.topElement, state.topOffset) = (top, 0) }
    scrollTop(by: 0)
    settleCursor()
  }

  /// Moves a missing cursor to the first item, and one on a missing or hidden item to a near one.
  private mutating func settleCursor() {
    guard let cursor = state.cursor, let nearest = geometry.nearest(to: .item(cursor)) else {
      return state.cursor = geometry.item(from: geometry.firstBlock, forward: true)
    }
    if let path = nearest.indexPath, geometry.takesRoom(path) { return state.cursor = path }
    state.cursor =
      geometry.item(near: nearest, forward: true) ?? geometry.item(near: nearest, forward: false)
  }

  /// Scrolls as little as possible to the cursor, or entirely to its item.
  ///
  /// - Returns: The elements in the viewport.
  mutating func layOut(revealsCursor: Bool) -> [PlacedElement<Measures.Content>] {
    let elements = fillViewport()
    guard let cursor = state.cursor else { return elements }
    let isInSight = geometry.isInSight(cursor, of: elements)
    if memory.isLeftBehind, !isInSight {
      move(toRow: 0, goal: state.goal, forward: true)
    } else if revealsCursor || !isInSight {
      scrollToVisible(.item(cursor))
      return fillViewport()
    }
    return elements
  }

  // MARK: Moves, which return whether the cursor or the viewport was moved

  /// Moves the cursor to an item of the list, and scrolls it to a position of the viewport.
  mutating func move(to path: ListIndexPath, scroll: ListViewModel.ScrollPosition) -> Bool {
    guard geometry.contains(path) else { return false }
    setCursor(path)
    guard state.topElement != nil else { return true }
    let element = ListElement.item(path)
    let rows = geometry.frame(of: element).rows
    switch scroll {
    case .visible:
      scrollToVisible(element)
      revealStart(ofSectionAbove: path)
    case .top: self.scroll(to: element, offset: -geometry.stickyRows(ofSection: path.section))
    case .middle: self.scroll(to: element, offset: -(max(0, extent.rows - rows) / 2))
    case .bottom: self.scroll(to: element, offset: min(rows, extent.rows) - extent.rows)
    }
    return true
  }

  /// Moves the cursor to an item of the list, and scrolls it to a row of the viewport if possible.
  mutating func move(to path: ListIndexPath, atRow row: Int) -> Bool {
    guard geometry.contains(path) else { return false }
    setCursor(path)
    guard state.topElement != nil, !extent.isEmpty else { return true }
    scroll(to: .item(path), offset: -min(max(0, row), extent.rows - 1))
    return true
  }

  /// Moves the cursor by lines, or upwards if negative, skipping hidden items.
  ///
  /// An item that is taller than the viewport is scrolled to its end first.
  mutating func move(by lines: Int) -> Bool {
    guard let start = current else { return false }
    if scrollWithin(start, by: lines) { return true }
    let goal = goal(at: start)
    var path = start
    for _ in 0..<abs(lines) {
      guard let next = itemInLine(beside: path, goal: goal, forward: lines > 0) else { break }
      path = next
    }
    return move(from: start, to: path, goal: goal, forward: lines > 0)
  }

  /// Moves the cursor to the next or previous item of its line, or else of the list.
  mutating func moveWithinLine(forward: Bool) -> Bool {
    if geometry.hasRows { return move(by: forward ? 1 : -1) }
    guard let start = current else { return false }
    let next = itemBeside(start, forward: forward)
    return move(from: start, to: next ?? start, goal: nil, forward: forward)
  }

  private mutating func move(
    from start: ListIndexPath, to path: ListIndexPath, goal: Int?, forward: Bool
  ) -> Bool {
    guard path != start else { return showEnd(forward: forward) }
    setCursor(path, goal: goal)
    scrollToVisible(.item(path), preferringEnd: !forward)
    revealStart(ofSectionAbove: path)
    return true
  }

  /// Moves the cursor to the last item, or to the first one.
  mutating func moveToEnd(forward: Bool) -> Bool {
    let end = forward ? geometry.lastBlock : geometry.firstBlock
    guard let path = geometry.item(from: end, forward: !forward) else { return false }
    setCursor(path)
    scrollToVisible(.item(path), preferringEnd: forward)
    showEnd(forward: forward)
    return true
  }

  /// Moves the cursor to the first item of a section, and scrolls to the start of the section.
  ///
  /// - Returns: `true` if the section has a visible item.
  mutating func move(toSection section: Int) -> Bool {
    guard (0..<geometry.measures.numberOfSections).contains(section),
      let start = geometry.firstBlock(ofSection: section),
      let path = geometry.item(from: start, forward: true), path.section == section
    else { return false }
    setCursor(path)
    scroll(to: ListPosition(block: start, offset: 0))
    return true
  }

  /// Moves the cursor to the first item of the next or previous section that is not empty.
  mutating func moveToSection(forward: Bool) -> Bool {
    guard let cursor = state.cursor else { return false }
    var section = cursor.section + (forward ? 1 : cursor.item > 0 ? 0 : -1)
    while (0..<geometry.measures.numberOfSections).contains(section) {
      if move(toSection: section) { return true }
      section += forward ? 1 : -1
    }
    return false
  }

  /// Moves viewport and cursor by pages, or upwards if negative; pages overlap by one row.
  mutating func move(byPages pages: Int) -> Bool {
    guard let top = state.topElement else { return false }
    // The last row of a page is the first one of the next, below the sticky header.
    let covered = geometry.stickyRows(ofSection: top.section)
    return move(byRows: pages * max(1, extent.rows - 1 - covered))
  }

  /// Moves viewport and cursor by rows of the screen, or upwards if negative, as far as possible.
  ///
  /// Consecutive moves keep the cursor on one row of the screen, whatever the heights of the items,
  /// so that the same number of moves back returns to the start.
  mutating func move(byRows rows: Int) -> Bool {
    guard let cursor = current, !extent.isEmpty else { return false }
    let goal = goal(at: cursor)
    let start = memory.pageRow ?? screenRow(of: cursor)
    let moved = scrollViewport(by: rows)
    let row = min(max(0, start + rows - moved), extent.rows - 1)
    // The same direction for both, so that moves back reach the same item.
    move(toRow: row, goal: goal, forward: true)
    memory.pageRow = row
    return true
  }

  /// Scrolls by rows, or upwards if negative; the cursor moves only to stay in the viewport.
  mutating func scroll(by rows: Int) -> Bool {
    guard state.topElement != nil, !extent.isEmpty, scrollViewport(by: rows) != 0 else {
      return false
    }
    memory.pageRow = nil
    let elements = geometry.fill(from: state).elements
    if let cursor = state.cursor, !geometry.isInSight(cursor, of: elements) {
      let edge = rows > 0 ? geometry.coveredRows(of: elements) : extent.rows - 1
      move(toRow: edge, goal: state.goal, forward: rows > 0)
    }
    return true
  }

  /// Moves the cursor to the item at a row of the viewport, or else to the nearest visible one.
  ///
  /// The direction determines whether a later or an earlier one is preferred.
  private mutating func move(toRow row: Int, goal: Int?, forward: Bool) {
    let elements = geometry.fill(from: state).elements
    let covered = geometry.coveredRows(of: elements)
    let row = max(row, covered)
    var (next, previous): (PlacedElement<Measures.Content>?, PlacedElement<Measures.Content>?)
    for item in elements where item.element.indexPath != nil && item.frame.bottom > covered {
      if next == nil, item.frame.bottom > row { next = item }
      if item.frame.top <= row { previous = item }
    }
    guard var nearest = forward ? next ?? previous : previous ?? next else {
      return memory.isLeftBehind = true
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

  private mutating func setCursor(_ path: ListIndexPath, goal: Int? = nil) {
    (state.cursor, state.goal, memory) = (path, goal, CursorMemory())
  }

  /// Returns the column that the cursor keeps in moves from an item; nil in rows.
  private func goal(at path: ListIndexPath) -> Int? {
    geometry.hasRows ? nil : state.goal ?? geometry.frame(of: .item(path)).middleColumn
  }

  /// Returns the first visible row of an item in the viewport, below the sticky header.
  private mutating func screenRow(of path: ListIndexPath) -> Int {
    let elements = fillViewport()
    guard let placed = elements.first(where: { $0.element == .item(path) }) else { return 0 }
    return max(placed.frame.top, geometry.coveredRows(of: elements))
  }
}

// MARK: - Scrolling

extension ListCursor {
  /// Returns the elements in the viewport, after scrolling to remove a gap below the last one.
  private mutating func fillViewport() -> [PlacedElement<Measures.Content>] {
    closeGap()
    return geometry.fill(from: state).elements
  }

  /// Scrolls upwards to remove a gap after the last element, and returns by how many rows.
  @discardableResult
  private mutating func closeGap() -> Int {
    let gap = geometry.fill(from: state).gap
    return gap > 0 ? scrollTop(by: -gap) : 0
  }

  /// Moves the viewport by rows, or upwards if negative, as far as elements fill it.
  private mutating func scrollViewport(by rows: Int) -> Int { scrollTop(by: rows) + closeGap() }

  /// Moves the top of the viewport by rows, or upwards if negative, within the list.
  @discardableResult
  private mutating func scrollTop(by rows: Int) -> Int {
    guard var position = geometry.top(of: state) else { return 0 }
    let moved = geometry.move(&position, by: rows)
    (state.topElement, state.topOffset) = geometry.element(at: position)
    return moved
  }

  /// Scrolls a position to the top, as far as the list then fills the viewport.
  private mutating func scroll(to position: ListPosition) {
    let start = ListPosition(block: position.block, offset: 0)
    (state.topElement, state.topOffset) = geometry.element(at: start)
    scrollTop(by: position.offset)
    closeGap()
  }

  /// Scrolls the row at an offset from an element to the top, as far as the list permits.
  private mutating func scroll(to element: ListElement, offset: Int) {
    guard var position = geometry.position(of: element) else { return }
    position.offset += offset
    scroll(to: position)
  }

  /// Scrolls as little as possible to make an element entirely visible below the sticky header.
  ///
  /// If it is taller than the viewport, its start is made visible, or its end if preferred.
  private mutating func scrollToVisible(_ element: ListElement, preferringEnd: Bool = false) {
    guard !extent.isEmpty, let top = geometry.top(of: state),
      let position = geometry.position(of: element)
    else { return }
    let covered = geometry.stickyRows(ofSection: element.section)
    let height = geometry.frame(of: element).rows
    let isTall = height > extent.rows - covered
    let row = geometry.row(of: position, from: state)
    let isAbove = row.map { $0 < covered } ?? (position.block < top.block)
    if isTall ? !preferringEnd : isAbove { return scroll(to: element, offset: -covered) }
    guard let row, !isTall else { return scroll(to: element, offset: height - extent.rows) }
    if row + height > extent.rows { scrollTop(by: row + height - extent.rows) }
  }

  /// Scrolls within an item that does not fit into the viewport, up to its edge.
  private mutating func scrollWithin(_ path: ListIndexPath, by rows: Int) -> Bool {
    let covered = geometry.stickyRows(ofSection: path.section)
    let height = geometry.frame(of: .item(path)).rows
    guard height > extent.rows - covered, let position = geometry.position(of: .item(path)),
      let start = geometry.row(of: position, from: state)
    else { return false }
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
  private mutating func showEnd(forward: Bool) -> Bool {
    guard let cursor = state.cursor, let position = geometry.position(of: .item(cursor)),
      let end = forward ? geometry.lastBlock : geometry.firstBlock
    else { return false }
    let before = state
    if forward {
      let rows = geometry.rows(of: end, limit: position.offset + 2 * extent.rows)
      let distance = geometry.distance(
        from: position.block, to: end, limit: position.offset + extent.rows)
      guard let distance, distance + rows - position.offset <= extent.rows else { return false }
      scroll(to: ListPosition(block: end, offset: rows - extent.rows))
    } else {
      let bottom = position.offset + geometry.frame(of: .item(cursor)).rows
      guard bottom <= extent.rows,
        geometry.distance(from: end, to: position.block, limit: extent.rows - bottom) != nil
      else { return false }
      scroll(to: ListPosition(block: end, offset: 0))
    }
    return !state.isScrolled(as: before)
  }

  /// Scrolls to the start of a section if an item is in its first line, and both fit.
  private mutating func revealStart(ofSectionAbove path: ListIndexPath) {
    let first = ListElement.item(ListIndexPath(section: path.section, item: 0))
    guard let top = geometry.top(of: state), let block = geometry.block(of: .item(path)),
      let start = geometry.firstBlock(ofSection: path.section), geometry.block(of: first) == block
    else { return }
    let frame = geometry.frame(of: .item(path))
    let isAbove = start == top.block ? top.offset > 0 : start < top.block
    guard frame.top == geometry.frame(of: first).top, isAbove,
      geometry.distance(from: start, to: block, limit: extent.rows - frame.bottom) != nil
    else { return }
    scroll(to: ListPosition(block: start, offset: 0))
  }
}

// MARK: - Neighbors

extension ListCursor {
  /// Returns the item of the next or previous line that is nearest to a column.
  private func itemInLine(
    beside path: ListIndexPath, goal: Int?, forward: Bool
  ) -> ListIndexPath? {
    guard let goal, let block = geometry.block(of: .item(path)) else {
      return geometry.item(near: .item(path), forward: forward)
    }
    let place = geometry.frame(of: .item(path))
    if let next = itemInLine(
      ofSection: path.section, beyond: place, goal: goal, forward: forward)
    {
      return next
    }
    let other = geometry.item(
      from: geometry.block(beside: block, forward: forward), forward: forward)
    guard let other else { return nil }
    // The first or last line of another section.
    let row = forward ? 0 : geometry.section(other.section).rows
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
      let found = geometry.items(ofSection: section, in: rows).map(\.frame).filter(isBeyond)
      if let nearest = forward
        ? found.min(by: { $0.top < $1.top }) : found.max(by: { $0.bottom < $1.bottom })
      {
        // The line consists of the items beside the nearest one.
        let line = geometry.items(ofSection: section, in: nearest.top..<nearest.bottom)
          .filter { isBeyond($0.frame) }
        return line.min { first, second in
          (first.frame.distance(toColumn: goal), abs(first.frame.top - place.top))
            < (second.frame.distance(toColumn: goal), abs(second.frame.top - place.top))
        }?.path
      }
      let placed = geometry.section(section, toRow: rows.upperBound)
      if forward ? placed.isComplete && placed.rows <= rows.upperBound : rows.lowerBound == 0 {
        return nil
      }
      step *= 2
    }
  }

  /// Returns the item beside another one, or else the next or previous one of the list.
  private func itemBeside(_ path: ListIndexPath, forward: Bool) -> ListIndexPath? {
    let place = geometry.frame(of: .item(path))
    let beside = geometry.items(ofSection: path.section, in: place.top..<place.bottom).filter {
      forward ? $0.frame.left >= place.right : $0.frame.right <= place.left
    }
    let nearest = beside.min { first, second in
      (abs(first.frame.left - place.left), abs(first.frame.top - place.top))
        < (abs(second.frame.left - place.left), abs(second.frame.top - place.top))
    }
    if let nearest { return nearest.path }
    guard let next = geometry.item(near: .item(path), forward: forward) else { return nil }
    guard next.section == path.section else { return next }
    let other = geometry.frame(of: .item(next))
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
