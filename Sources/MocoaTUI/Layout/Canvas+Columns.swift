extension Canvas {
  /// Draws text in a column of a table, on the first row of the canvas, clipped to the column.
  ///
  /// Text that is wider than the column ends in an ellipsis; text that is partly scrolled out of
  /// view begins with one.
  package func draw(
    _ text: String, in entry: ColumnLayout.Entry, of layout: ColumnLayout, style: StyleName
  ) {
    draw(in: entry, of: layout, width: { TextWidth.columns(of: text, upTo: $0) }) {
      $0.drawUnclamped(text, at: Point(column: $1, row: 0), columns: $2, style: style)
    }
  }

  /// Draws a line in a column of a table, as ``draw(_:in:of:style:)`` does.
  package func draw(_ line: Line, in entry: ColumnLayout.Entry, of layout: ColumnLayout) {
    draw(in: entry, of: layout, width: { line.columns(upTo: $0) }) {
      $0.drawUnclamped(line, at: Point(column: $1, row: 0), columns: $2)
    }
  }

  private func draw(
    in entry: ColumnLayout.Entry, of layout: ColumnLayout, width: (Int) -> Int,
    draw: (Canvas, Int, Int) -> Int
  ) {
    guard let range = layout.visibleRange(of: entry, paneColumns: size.columns) else { return }
    let window = highlighting(columnWithID: entry.column.id)
      .part(Rect(column: range.lowerBound, row: 0, columns: range.count, rows: 1))
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
