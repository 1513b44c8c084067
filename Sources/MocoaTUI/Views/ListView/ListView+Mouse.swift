import MocoaCore

/// Mouse input: a click moves the cursor, a double click opens, a right click lists actions.
///
/// Dragging marks items; the wheel scrolls.
extension ListView {
  func handleMouse(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .wheel(.down): scroll(by: 3)
    case .wheel(.up): scroll(by: -3)
    case .wheel(.right): return scrollSideways(by: 1)
    case .wheel(.left): return scrollSideways(by: -1)
    case .press(.left): return click(at: event.point)
    case .press(.right): return showRowActions(at: event.point)
    case .drag(.left): return drag(to: event.point)
    default: return false
    }
    return true
  }

  func item(at point: Point) -> ListIndexPath? {
    guard viewport.contains(point) else { return nil }
    let point = Point(column: point.column - viewport.left, row: point.row - viewport.top)
    if let stickyHeader, stickyHeader.frame.contains(point) { return nil }
    return visible.first { $0.frame.contains(point) }?.element.indexPath
  }

  /// Moves the cursor to the clicked item, and opens it on a double click.
  private func click(at point: Point) -> Bool {
    let item = item(at: point)
    marks.beginDrag(at: item)
    guard let path = item else { return false }
    application?.focus(self)
    marks.setAnchor(path)
    let time = now()
    let isDouble =
      lastClick.map { $0.path == path && time - $0.time < .milliseconds(400) } ?? false
    lastClick = isDouble ? nil : (path, time)
    moveCursor(to: path)
    if isDouble { selectCursorItem() }
    return true
  }

  private func showRowActions(at point: Point) -> Bool {
    guard let path = item(at: point) else { return false }
    application?.focus(self)
    moveCursor(to: path)
    return showRowActions()
  }

  /// Marks the items from the pressed one to that under the mouse; scrolls beyond the edges.
  private func drag(to point: Point) -> Bool {
    guard let list else { return false }
    if point.row < viewport.top || point.row >= viewport.bottom, let cursor,
      marks.drag(to: cursor, in: list)
    {
      move(forward: point.row >= viewport.bottom, isAcross: isHorizontal)
      return self.cursor.map { marks.drag(to: $0, in: list) } ?? true
    }
    let nearest = Point(
      column: max(viewport.left, min(point.column, viewport.right - 1)),
      row: max(viewport.top, min(point.row, viewport.bottom - 1)))
    guard let path = item(at: nearest), marks.drag(to: path, in: list) else { return false }
    moveCursor(to: path)
    return true
  }

  // MARK: The scroll bar

  var showsScrollBar: Bool { hasScrollBar && !isHorizontal }

  private var scrollBarFrame: Rect? {
    guard showsScrollBar else { return nil }
    return Rect(column: viewport.right, row: viewport.top, columns: 1, rows: viewport.rows)
  }

  /// Moves the cursor to the part of the list at a position of the scroll bar.
  ///
  /// - Returns: `true` if the mouse was pressed on the bar.
  func handleScrollBar(_ event: MouseEvent) -> Bool {
    guard let bar = scrollBarFrame else { return false }
    switch event.action {
    case .press(.left): isDraggingBar = event.column == bar.left
    case .drag(.left): break
    default: return false
    }
    guard isDraggingBar else { return false }
    let path = numbering.path(atPart: event.row - bar.top, of: bar.rows, in: list)
    path.map { moveCursor(to: $0) }
    return true
  }

  func drawScrollBar(in canvas: Canvas) {
    guard let bar = scrollBarFrame else { return }
    ScrollBar.draw(numbering.position(of: visibleIndexPaths, in: list), in: canvas.part(bar))
  }
}
