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
    switch scroll {
    case .visible: scrollToVisible(.item(path))
    case .top: setTop(.item(path), offset: 0)
    case .middle:
      let height = height(of: .item(path))
      setTop(.item(path), offset: -(max(0, viewport.rows - height) / 2))
    case .bottom:
      setTop(.item(path), offset: min(height(of: .item(path)), viewport.rows) - viewport.rows)
    }
    didMove()
  }

  /// Moves the cursor by rows of the list, past what is hidden; negative is upwards.
  ///
  /// - Returns: whether the cursor moved.
  @discardableResult
  public func moveCursor(by count: Int) -> Bool {
    guard let start = state.cursor else { return false }
    var path = start
    for _ in 0..<abs(count) {
      guard let next = item(near: .item(path), forward: count > 0) else { break }
      path = next
    }
    guard path != start else {
      // At an end: show what is beyond the last row, such as a header or footer.
      return scrollToEnd(forward: count > 0)
    }
    setCursor(path)
    scrollToVisible(.item(path))
    revealHeader(above: path)
    didMove()
    return true
  }

  /// Moves viewport and cursor by the height of the viewport; negative is upwards.
  public func movePage(by pages: Int) {
    guard let start = state.cursor, let top = state.topElement else { return }
    let distance = pages * max(1, viewport.rows - 1)
    let moved = scrollTop(by: distance) + settleEnd()
    let limit = viewport.rows + abs(distance) + 1
    let before = self.distance(
      from: min(top, .item(start)), to: max(top, .item(start)), limit: limit)
    let keeps = before != nil && abs(moved) == abs(distance)
    let row = keeps ? min(before ?? 0, viewport.rows - 1) : pages > 0 ? viewport.rows - 1 : 0
    if let path = item(atRow: row, forward: pages > 0) ?? item(atRow: row, forward: pages < 0) {
      setCursor(path)
      scrollToVisible(.item(path))
    }
    didMove()
  }

  /// Moves the cursor to the first row, or the last.
  public func moveCursorToEnd(forward: Bool) {
    let end = forward ? lastElement : firstElement
    guard let end else { return }
    let path: ListIndexPath?
    if let candidate = end.indexPath, height(of: end) > 0 {
      path = candidate
    } else {
      path = item(near: end, forward: !forward)
    }
    guard let path else { return }
    setCursor(path)
    scrollToVisible(.item(path))
    scrollToEnd(forward: forward)
    didMove()
  }

  /// Moves the cursor to the first row of the next section that has one, or the previous section.
  public func moveCursorToSection(forward: Bool) {
    guard let list, let cursor = state.cursor else { return }
    var section = cursor.section + (forward ? 1 : cursor.item > 0 ? 0 : -1)
    while (0..<list.numberOfSections).contains(section) {
      if list.numberOfItems(in: section) > 0 {
        setCursor(ListIndexPath(section: section, item: 0))
        setTop(header(of: section) ?? .item(ListIndexPath(section: section, item: 0)), offset: 0)
        return didMove()
      }
      section += forward ? 1 : -1
    }
  }

  /// Scrolls without the cursor, which stays in the viewport.
  public func scroll(by rows: Int) {
    guard state.topElement != nil else { return }
    scrollTop(by: rows)
    settleEnd()
    layOutRows()
    if let cursor = state.cursor, !visibleIndexPaths.contains(cursor) {
      let path = rows > 0 ? visibleIndexPaths.first : visibleIndexPaths.last
      path.map(setCursor)
    }
    didMove()
  }

  func setCursor(_ path: ListIndexPath) {
    guard path != state.cursor else { return }
    cell(at: state.cursor)?.isCursor = false
    state.cursor = path
    cell(at: path)?.isCursor = true
  }

  /// Puts the cursor onto a row that exists, the first one in sight if it was nowhere.
  func settleCursor() {
    guard let list else { return state.cursor = nil }
    if let cursor = state.cursor, list.contains(cursor) { return }
    guard let cursor = state.cursor else {
      return state.cursor = firstElement.flatMap { $0.indexPath ?? item(near: $0, forward: true) }
    }
    let nearest = nearest(to: .item(cursor))
    state.cursor = nearest.flatMap { element in
      element.indexPath ?? item(near: element, forward: false)
        ?? item(near: element, forward: true)
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

  /// The row of the list at a row of the viewport, or the next one from there.
  func item(atRow row: Int, forward: Bool) -> ListIndexPath? {
    guard var element = state.topElement else { return nil }
    var bottom = height(of: element) - state.topOffset
    while bottom <= row, let next = self.element(after: element) {
      element = next
      bottom += height(of: element)
    }
    if let path = element.indexPath, height(of: element) > 0 { return path }
    return item(near: element, forward: forward)
  }

  private func setTop(_ element: TableElement, offset: Int) {
    state.topElement = element
    state.topOffset = 0
    scrollTop(by: offset)
    settleEnd()
  }

  /// Takes back what the viewport shows of the nothing after the last row.
  ///
  /// - Returns: the rows by which that moves the viewport, negative or 0.
  @discardableResult
  private func settleEnd() -> Int {
    guard let last = lastElement, let top = state.topElement,
      let distance = distance(from: top, to: last, limit: viewport.rows + state.topOffset)
    else { return 0 }
    let end = distance - state.topOffset + height(of: last)
    return end < viewport.rows ? scrollTop(by: end - viewport.rows) : 0
  }

  @discardableResult
  private func scrollToEnd(forward: Bool) -> Bool {
    guard let end = forward ? lastElement : firstElement, end.indexPath == nil else { return false }
    guard let cursor = state.cursor else { return false }
    let limit = viewport.rows - height(of: .item(cursor))
    let near = distance(from: min(end, .item(cursor)), to: max(end, .item(cursor)), limit: limit)
    guard near != nil else { return false }
    scrollToVisible(end)
    setNeedsLayout()
    return true
  }

  /// Shows the header of the section whose first row the cursor is on.
  private func revealHeader(above path: ListIndexPath) {
    guard path.item == 0, let header = header(of: path.section), let top = state.topElement,
      top > header || (top == header && state.topOffset > 0)
    else { return }
    scrollToVisible(header)
  }

  /// Lays out after a move, or, where nothing scrolled, only tells that the cursor moved.
  func didMove() {
    if state.topElement != laidOutTop?.element || state.topOffset != laidOutTop?.offset {
      setNeedsLayout()
    } else {
      onMove?()
    }
  }
}
