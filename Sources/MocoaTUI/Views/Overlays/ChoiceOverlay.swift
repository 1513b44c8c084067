/// An overlay for choosing one of several lines by keys, the mouse wheel or a click.
@MainActor
package class ChoiceOverlay: OverlayView {
  private var cursor = 0

  var choiceCount: Int { 0 }

  /// The row of the first line in the overlay.
  var firstRow: Int { 1 }

  /// Draws a line on a canvas of one row.
  func draw(choice index: Int, in canvas: inout Canvas) {}

  /// Called when a line was chosen.
  func choose(_ index: Int) {}

  private var visibleRows: Int { max(1, frame.rows - firstRow - 1) }

  /// The index of the first visible line.
  private var firstVisible: Int { max(0, cursor - visibleRows + 1) }

  func drawChoices(in canvas: Canvas) {
    for index in firstVisible..<max(firstVisible, min(choiceCount, firstVisible + visibleRows)) {
      let row = firstRow + index - firstVisible
      let line = Rect(column: 1, row: row, columns: frame.columns - 2, rows: 1)
      var part = canvas.part(line.inset(by: Insets(left: 1, right: 1)))
      draw(choice: index, in: &part)
      if index == cursor { canvas.overlay(line, style: .cursorRow) }
    }
  }

  /// Moves the cursor to the first line.
  func resetCursor() {
    cursor = 0
    setNeedsDisplay()
  }

  func move(by step: Int) {
    guard choiceCount > 0 else { return }
    cursor = (cursor + step + choiceCount) % choiceCount
    setNeedsDisplay()
  }

  func chooseCursor() {
    if cursor < choiceCount { choose(cursor) }
  }

  package override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return super.handle(event) }
    if case .wheel(let direction) = mouse.action { move(by: direction == .up ? -1 : 1) }
    let row = mouse.row - firstRow
    if case .press(.left) = mouse.action, bounds.contains(mouse.point),
      (0..<visibleRows).contains(row), firstVisible + row < choiceCount
    {
      choose(firstVisible + row)
      return true
    }
    return super.handle(event)
  }
}
