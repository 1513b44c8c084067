import MocoaCore

/// The cursor: it moves in two dimensions, and after a short line goes back to where it was.
extension CollectionView {
  /// A direction as the layout sees it.
  enum Direction {
    /// To the line after this one, or before.
    case nextLine, previousLine
    /// To the item after this one in the line, or before.
    case nextItem, previousItem

    var isForward: Bool { self == .nextLine || self == .nextItem }
  }

  /// Moves the cursor to an item, and scrolls as little as need be for it to be seen.
  public func moveCursor(
    to path: ListIndexPath, scroll: ListSelectionChange.ScrollPosition = .visible
  ) {
    guard list?.contains(path) == true else { return }
    let place = frame(of: path)
    state.goal = nil
    setCursor(path)
    switch scroll {
    case .visible: reveal(path)
    case .top: state.offset = place.top - stickyRows(ofSection: path.section)
    case .middle: state.offset = place.top - (extent.rows - place.rows) / 2
    case .bottom: state.offset = place.bottom - extent.rows
    }
    didMove()
  }

  /// Moves the cursor to a neighbour.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  func moveCursor(_ direction: Direction) -> Bool {
    guard let cursor = state.cursor, list?.contains(cursor) == true else { return false }
    let place = frame(of: cursor)
    let goal = state.goal ?? place.left + place.columns / 2
    let isAcross = direction == .nextItem || direction == .previousItem
    let next =
      isAcross
      ? itemBeside(cursor, place, forward: direction.isForward)
      : itemInLine(beyond: place, goal: goal, forward: direction.isForward)
    guard let next else { return scrollToEnd(forward: direction.isForward) }
    setCursor(next)
    state.goal = isAcross ? nil : goal
    reveal(next)
    didMove()
    return true
  }

  /// Moves the cursor by the height of the viewport.
  func movePage(forward: Bool, rows: Int) {
    guard let start = state.cursor, list?.contains(start) == true else { return }
    let origin = frame(of: start)
    let goal = state.goal ?? origin.left + origin.columns / 2
    var (path, place) = (start, origin)
    while abs(place.top - origin.top) < max(1, rows),
      let next = itemInLine(beyond: place, goal: goal, forward: forward)
    {
      (path, place) = (next, frame(of: next))
    }
    state.offset = max(0, state.offset + place.top - origin.top)
    setCursor(path)
    state.goal = goal
    reveal(path)
    didMove()
  }

  /// Moves the cursor to the first item, or the last.
  package func moveCursorToEnd(forward: Bool) {
    guard let list else { return }
    let order = 0..<list.numberOfSections
    let section =
      forward
      ? order.last { list.numberOfItems(in: $0) > 0 }
      : order.first { list.numberOfItems(in: $0) > 0 }
    guard let section else { return }
    let item = forward ? list.numberOfItems(in: section) - 1 : 0
    var path = ListIndexPath(section: section, item: item)
    if frame(of: path).isEmpty { path = self.path(after: path, forward: !forward) ?? path }
    moveCursor(to: path)
    scrollToEnd(forward: forward)
  }

  /// Moves the cursor to the first item of a section, and shows the section from its start.
  ///
  /// - Returns: whether the section has an item.
  @discardableResult
  public func moveCursor(toSection section: Int) -> Bool {
    guard let list, (0..<list.numberOfSections).contains(section),
      list.numberOfItems(in: section) > 0
    else { return false }
    moveCursor(to: ListIndexPath(section: section, item: 0))
    state.offset = sections[section].start
    didMove()
    return true
  }

  /// Scrolls without the cursor, which stays in the viewport.
  public func scroll(by rows: Int) {
    extend(toRow: state.offset + extent.rows + max(0, rows))
    let most = max(0, end - extent.rows)
    state.offset = max(0, min(state.offset + rows, most))
    let seen = items(in: state.offset + coveredRows..<state.offset + extent.rows)
    if let cursor = state.cursor, !seen.contains(where: { $0.path == cursor }) {
      let nearest = rows > 0 ? seen.first : seen.last
      nearest.map { setCursor($0.path) }
    }
    didMove()
  }

  func setCursor(_ path: ListIndexPath) {
    guard path != state.cursor else { return }
    cell(at: state.cursor)?.isCursor = false
    state.cursor = path
    cell(at: path)?.isCursor = true
  }

  /// Puts the cursor onto an item that exists.
  ///
  /// One that takes no room, as what is hidden does, leaves it to the next that does.
  func settleCursor() {
    settleCursorInList()
    guard let cursor = state.cursor, frame(of: cursor).isEmpty else { return }
    let next = path(after: cursor, forward: true) ?? path(after: cursor, forward: false)
    state.cursor = next ?? cursor
  }

  private func settleCursorInList() {
    guard let list else { return state.cursor = nil }
    if let cursor = state.cursor, list.contains(cursor) { return }
    let sections = (0..<list.numberOfSections).filter { list.numberOfItems(in: $0) > 0 }
    guard let cursor = state.cursor else {
      return state.cursor = sections.first.map { ListIndexPath(section: $0, item: 0) }
    }
    let section = sections.last { $0 <= cursor.section } ?? sections.first
    state.cursor = section.map {
      let last = list.numberOfItems(in: $0) - 1
      return ListIndexPath(section: $0, item: $0 == cursor.section ? min(cursor.item, last) : last)
    }
  }

  /// Scrolls as little as need be for an item to be seen, with the header above the first line.
  func reveal(_ path: ListIndexPath) {
    let place = frame(of: path)
    let section = sections[path.section]
    let isFirstLine = place.top == section.frame(of: 0).top
    let showsHeader = isFirstLine && place.bottom - section.start <= extent.rows
    let top = showsHeader ? section.start : place.top - stickyRows(ofSection: path.section)
    if place.bottom > state.offset + extent.rows { state.offset = place.bottom - extent.rows }
    if top < state.offset { state.offset = top }
  }

  /// Shows what is beyond the first or the last item, such as a header or a footer.
  @discardableResult
  private func scrollToEnd(forward: Bool) -> Bool {
    extend(toRow: state.offset + 2 * extent.rows)
    guard !forward || isComplete else { return false }
    let offset = forward ? max(0, end - extent.rows) : 0
    guard let cursor = state.cursor, offset != state.offset else { return false }
    let place = frame(of: cursor)
    guard place.bottom > offset, place.top < offset + extent.rows else { return false }
    state.offset = offset
    didMove()
    return true
  }

  func didMove() {
    if state.offset != laidOutOffset { setNeedsLayout() } else { onMove?() }
  }
}

// MARK: - Neighbours

extension CollectionView {
  /// The item of the next line, or the one before, that is nearest to where the cursor wants to be.
  private func itemInLine(beyond place: Rect, goal: Int, forward: Bool) -> ListIndexPath? {
    func isBeyond(_ other: Rect) -> Bool {
      forward ? other.top >= place.bottom : other.bottom <= place.top
    }
    guard let nearest = nearestItem(beyond: place, forward: forward, where: isBeyond) else {
      return nil
    }
    // The line is what lies beside the nearest item.
    let line = items(in: nearest.top..<nearest.bottom).filter { isBeyond($0.frame) }
    return line.min { first, second in
      let order = (first.frame.distance(toColumn: goal), abs(first.frame.top - place.top))
      return order < (second.frame.distance(toColumn: goal), abs(second.frame.top - place.top))
    }?.path
  }

  /// The place of the item that comes first after a place, or last before it.
  private func nearestItem(
    beyond place: Rect, forward: Bool, where isBeyond: (Rect) -> Bool
  ) -> Rect? {
    var step = max(8, extent.rows)
    while true {
      let rows =
        forward
        ? place.bottom..<place.bottom + step : max(0, place.top - step)..<max(0, place.top)
      let found = items(in: rows).map(\.frame).filter(isBeyond)
      let nearest =
        forward ? found.min { $0.top < $1.top } : found.max { $0.bottom < $1.bottom }
      if let nearest { return nearest }
      if forward ? isComplete && end <= rows.upperBound : rows.lowerBound == 0 { return nil }
      step *= 2
    }
  }

  /// The item beside another one, or else the next one in the order of the list.
  private func itemBeside(
    _ path: ListIndexPath, _ place: Rect, forward: Bool
  ) -> ListIndexPath? {
    let beside = items(in: place.top..<place.bottom).filter {
      forward ? $0.frame.left >= place.right : $0.frame.right <= place.left
    }
    let nearest = beside.min { first, second in
      let distance = abs(first.frame.left - place.left) - abs(second.frame.left - place.left)
      return distance != 0
        ? distance < 0 : abs(first.frame.top - place.top) < abs(second.frame.top - place.top)
    }
    if let nearest { return nearest.path }
    guard let next = self.path(after: path, forward: forward) else { return nil }
    let other = frame(of: next)
    return (forward ? other.top >= place.top : other.bottom <= place.bottom) ? next : nil
  }

  /// The next item that takes room, in the order of the list.
  private func path(after path: ListIndexPath, forward: Bool) -> ListIndexPath? {
    guard let list else { return nil }
    var next = path
    while true {
      next.item += forward ? 1 : -1
      while !(0..<list.numberOfItems(in: next.section)).contains(next.item) {
        next.section += forward ? 1 : -1
        guard (0..<list.numberOfSections).contains(next.section) else { return nil }
        next.item = forward ? 0 : list.numberOfItems(in: next.section) - 1
      }
      if !frame(of: next).isEmpty { return next }
    }
  }
}

extension Rect {
  /// How far a column is from the rectangle; 0 within.
  fileprivate func distance(toColumn column: Int) -> Int {
    if column < left { return left - column }
    return column < right ? 0 : column - right + 1
  }
}
