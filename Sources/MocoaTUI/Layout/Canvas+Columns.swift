extension Canvas {
  /// Draws text in a column of a table, on a row of the canvas, clipped to the column.
  ///
  /// Text that is wider than the column ends in an ellipsis; text that is partly scrolled out of
  /// view begins with one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - entry: The column in `layout`.
  ///   - layout: The layout of the columns.
  ///   - row: The row of the canvas.
  ///   - style: The style of the text.
  package func draw(
    _ text: String, in entry: ColumnLayout.Entry, of layout: ColumnLayout, row: Int = 0,
    style: StyleName
  ) {
    draw(in: entry, of: layout, row: row, width: { TextWidth.columns(of: text, upTo: $0) }) {
      $0.drawUnclamped(text, at: Point(column: $1, row: 0), columns: $2, style: style)
    }
  }

  /// Draws a line in a column of a table, as ``draw(_:in:of:row:style:)`` does.
  package func draw(
    _ line: Line, in entry: ColumnLayout.Entry, of layout: ColumnLayout, row: Int = 0
  ) {
    draw(in: entry, of: layout, row: row, width: { line.columns(upTo: $0) }) {
      $0.drawUnclamped(line, at: Point(column: $1, row: 0), columns: $2)
    }
  }

  private func draw(
    in entry: ColumnLayout.Entry, of layout: ColumnLayout, row: Int, width: (Int) -> Int,
    draw: (Canvas, Int, Int) -> Int
  ) {
    guard let range = layout.visibleRange(of: entry, paneColumns: size.columns) else { return }
    let window = highlighting(columnWithID: entry.column.id)
      .part(Rect(column: range.lowerBound, row: row, columns: range.count, rows: 1))
    // The pane clips what is scrolled out of view; the text is laid out in the whole column.
    let columns = min(entry.columns, size.columns - entry.left)
    var start = entry.left - range.lowerBound
    if entry.column.alignment != .leading {
      start += entry.column.alignment.offset(of: width(columns), in: columns)
    }
    let used = draw(window, start, columns)
    // A partly visible value must not be mistaken for a whole one.
    if start < 0, start + used > 0 {
      window.withoutHighlight.draw("…", at: .zero, style: entry.column.style)
    }
  }
}
