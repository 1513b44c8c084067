import MocoaCore

/// The cursor: the row that keys act on. It is on a row of the list whenever there is one to be on.
extension TableView {
  /// Moves the cursor to a row, and scrolls as little as need be for it to be seen.
  public func moveCursor(
    to path: ListIndexPath, scroll: ListSelectionChange.ScrollPosition = .visible
  ) {
    guard list?.contains(path) == true else { return }
    setCursor(path)
    guard state.topElement != nil else { return setNeedsLayout() }
    let height = height(of: .item(path))
    switch scroll {
    case .visible: scrollToVisible(.item(path))
    case .top: setTop(.item(path), offset: -stickyHeight(over: .item(path)))
    case .middle: setTop(.item(path), offset: -(max(0, viewport.rows - height) / 2))
    case .bottom: setTop(.item(path), offset: min(height, viewport.rows) - viewport.rows)
    }
    didMove()
  }

  /// The row of the viewport that the cursor's row begins on; nil where it is not in sight.
  package var screenRowOfCursor: Int? {
    guard let cursor = state.cursor else { return nil }
    return visible.first { $0.element == .item(cursor) }?.top
  }

  /// Moves the cursor to a row, and puts that onto a row of the viewport as far as the list goes.
  package func moveCursor(to path: ListIndexPath, atRow row: Int) {
    guard list?.contains(path) == true else { return }
    setCursor(path)
    guard state.topElement != nil, !viewport.isEmpty else { return setNeedsLayout() }
    setTop(.item(path), offset: -min(max(0, row), viewport.rows - 1))
    didMove()
  }

  /// Moves the cursor by rows of the list, past what is hidden; negative is upwards.
  ///
  /// A row that is taller than the viewport is scrolled through first.
  ///
  /// - Returns: whether anything moved.
  @discardableResult
  public func moveCursor(by count: Int) -> Bool {
    guard let start = state.cursor else { return false }
    if let path = neighbourInSight(of: start, by: count) {
      setCursor(path)
      onMove?()
      return true
    }
    if scrollWithin(.item(start), by: count) {
      didMove()
      return true
    }
    var path = start
    for _ in 0..<abs(count) {
      guard let next = item(near: .item(path), forward: count > 0) else { break }
      path = next
    }
    if path != start {
      setCursor(path)
      scrollToVisible(.item(path), preferringEnd: count < 0)
      revealHeader(above: path)
    } else if !showEnd(forward: count > 0) {
      return false
    }
    didMove()
    return true
  }

  /// Moves the cursor to the first row, or the last.
  public func moveCursorToEnd(forward: Bool) {
    guard let end = forward ? lastElement : firstElement else { return }
    let isRow = end.indexPath != nil && height(of: end) > 0
    guard let path = isRow ? end.indexPath : item(near: end, forward: !forward) else { return }
    setCursor(path)
    scrollToVisible(.item(path), preferringEnd: forward)
    showEnd(forward: forward)
    didMove()
  }

  /// Moves the cursor to the first row of a section, and shows the section from its start.
  ///
  /// - Returns: whether the section has a row that takes room.
  @discardableResult
  public func moveCursor(toSection section: Int) -> Bool {
    guard let list, (0..<list.numberOfSections).contains(section),
      let path = item(near: .header(section), forward: true), path.section == section
    else { return false }
    setCursor(path)
    setTop(header(of: section) ?? .item(path), offset: 0)
    didMove()
    return true
  }

  func setCursor(_ path: ListIndexPath) {
    isCursorLeftBehind = false
    pageRow = nil
    guard path != state.cursor else { return }
    cell(at: state.cursor)?.isCursor = false
    state.cursor = path
    cell(at: path)?.isCursor = true
  }

  /// Puts the cursor onto a row that exists and takes room, the first one if it was nowhere.
  func settleCursor() {
    guard let list, let start = state.cursor.map({ .item($0) }) ?? firstElement else {
      state.cursor = nil
      return
    }
    if let cursor = state.cursor, list.contains(cursor), height(of: start) > 0 { return }
    let nearest = nearest(to: start)
    state.cursor = nearest.flatMap { element in
      if let path = element.indexPath, height(of: element) > 0 { return path }
      return item(near: element, forward: true) ?? item(near: element, forward: false)
    }
  }

  /// The next row that takes room, after or before an element.
  func item(near start: TableElement, forward: Bool) -> ListIndexPath? {
    var element = start
    var steps = 0
    while let next = forward ? self.element(after: element) : self.element(before: element) {
      if case .item(let path) = next, height(of: next) > 0 { return path }
      steps += 1
      if steps > Self.hiddenElementLimit { return nil }
      element = next
    }
    return nil
  }

  /// The row next to one, where both are seen as a whole, so that nothing has to move but the
  /// cursor.
  ///
  /// This is what most keys ask for, and it measures nothing.
  private func neighbourInSight(of path: ListIndexPath, by count: Int) -> ListIndexPath? {
    guard abs(count) == 1, !needsLayout, laidOut == Position(of: state),
      let index = visibleIndex(of: path), visible.indices.contains(index + count),
      let next = visible[index + count].element.indexPath, next.item > 0
    else { return nil }
    // A header that sticks to the top, or would if it were not there by itself.
    let first = visible[0]
    let covered = stickyHeader?.height ?? (first.element.indexPath == nil ? first.height : 0)
    let top = min(visible[index].top, visible[index + count].top)
    let bottom = visible[max(index, index + count)]
    return top >= covered && bottom.top + bottom.height <= viewport.rows ? next : nil
  }

  /// Scrolls through an element that does not fit into the viewport, as far as there is more of it.
  private func scrollWithin(_ element: TableElement, by rows: Int) -> Bool {
    let covered = stickyHeight(over: element)
    let height = height(of: element)
    guard height > viewport.rows - covered, let top = state.topElement, top <= element,
      let distance = distance(from: top, to: element, limit: viewport.rows + state.topOffset)
    else { return false }
    let start = distance - state.topOffset
    let rest = rows > 0 ? start + height - viewport.rows : covered - start
    guard rest > 0, start < viewport.rows, start + height > covered else { return false }
    return scrollTop(by: rows > 0 ? min(rows, rest) : max(rows, -rest)) != 0
  }

  /// Shows what is beyond the last row, or the first: a footer or header, if it fits with the row.
  ///
  /// - Returns: whether that made a difference.
  @discardableResult
  private func showEnd(forward: Bool) -> Bool {
    guard let end = forward ? lastElement : firstElement, end.indexPath == nil,
      let cursor = state.cursor
    else { return false }
    let row = TableElement.item(cursor)
    let last = max(row, end)
    let limit = viewport.rows - height(of: last)
    guard distance(from: min(row, end), to: last, limit: limit) != nil else { return false }
    let before = Position(of: state)
    scrollToVisible(end)
    return Position(of: state) != before
  }

  /// Shows the header of the section whose first row the cursor is on, if it fits with the row.
  private func revealHeader(above path: ListIndexPath) {
    guard path.item == 0, let header = header(of: path.section),
      height(of: header) + height(of: .item(path)) <= viewport.rows,
      let top = state.topElement, top > header || (top == header && state.topOffset > 0)
    else { return }
    scrollToVisible(header)
  }

  /// Lays out after a move, or, where nothing scrolled, only tells that the cursor moved.
  func didMove() {
    if Position(of: state) != laidOut { setNeedsLayout() } else { onMove?() }
  }
}
