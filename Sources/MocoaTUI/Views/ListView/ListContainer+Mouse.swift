import MocoaCore

/// The mouse: a click puts the cursor onto a row, a second one opens it, the right button shows
/// what can be done with it, and dragging marks rows.
extension ListContainer {
  /// What a button of the mouse does; the wheel is the view's own.
  func handleButton(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(.left): click(at: event.point)
    case .press(.right): showRowActions(at: event.point)
    case .drag(.left): drag(to: event.point)
    default: false
    }
  }

  /// One click puts the cursor onto a row, a second one soon after opens it.
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
    if isDouble { openCursorRow() }
    return true
  }

  private func showRowActions(at point: Point) -> Bool {
    guard let path = item(at: point) else { return false }
    application?.focus(self)
    moveCursor(to: path)
    return showRowActions()
  }

  /// Dragging marks all from the row that was pressed to the one under the mouse; beyond the edge
  /// it scrolls.
  private func drag(to point: Point) -> Bool {
    guard let list else { return false }
    if point.row < viewport.top || point.row >= viewport.bottom, let cursor,
      marks.drag(to: cursor, in: list)
    {
      _ = perform(point.row < viewport.top ? .moveUp : .moveDown)
      return self.cursor.map { marks.drag(to: $0, in: list) } ?? true
    }
    let nearest = Point(
      column: max(viewport.left, min(point.column, viewport.right - 1)),
      row: max(viewport.top, min(point.row, viewport.bottom - 1)))
    guard let path = item(at: nearest), marks.drag(to: path, in: list) else { return false }
    moveCursor(to: path)
    return true
  }

  /// Goes to the part of the list that a place of the scroll bar stands for.
  ///
  /// - Returns: whether the mouse is on the bar, or was when it was pressed.
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

  /// Draws where in the list the viewport is, where there is a bar for it.
  func drawScrollBar(in canvas: Canvas) {
    guard let bar = scrollBarFrame else { return }
    ScrollBar.draw(numbering.position(of: visibleIndexPaths, in: list), in: canvas.part(bar))
  }
}
