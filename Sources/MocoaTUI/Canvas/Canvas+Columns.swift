extension Canvas {
  /// Draws text into a column of a table, on a row of the canvas; what is scrolled away is clipped.
  ///
  /// Text that is wider than the column ends in an ellipsis; what is left of text that was scrolled
  /// away in part begins with one.
  ///
  /// - Parameters:
  ///   - text: what is drawn.
  ///   - entry: the column, as `layout` has it.
  ///   - layout: where the columns lie.
  ///   - row: the row of the canvas.
  ///   - style: how the text is drawn.
  ///   - matches: parts of the text that are set apart, such as what a search has found.
  public func draw(
    _ text: String, in entry: ColumnLayout.Entry, of layout: ColumnLayout, row: Int = 0,
    style: Style, matches: [Range<String.Index>] = []
  ) {
    guard let range = layout.visibleRange(of: entry, paneColumns: size.columns) else { return }
    let window = part(Rect(column: range.lowerBound, row: row, columns: range.count, rows: 1))
    // The window cuts what is scrolled away; the text keeps to the whole column.
    let columns = min(entry.columns, size.columns - entry.left)
    var start = entry.left - range.lowerBound
    if entry.column.alignment == .trailing {
      start += max(0, columns - TextWidth.columns(of: text, upTo: columns))
    }
    let used = window.drawUnclamped(
      text, at: Point(column: start, row: 0), columns: columns, style: style)
    // What is left of a value must not be taken for one.
    if start < 0, start + used > 0 { window.draw("…", at: .zero, style: style) }
    window.mark(matches, of: text, from: start, columns: used)
  }

  /// Lays the style of matches over parts of a text that was drawn from a column on.
  public func mark(
    _ matches: [Range<String.Index>], of text: String, from start: Int, columns: Int, row: Int = 0
  ) {
    for match in matches {
      let before = TextWidth.columns(of: text[..<match.lowerBound], upTo: columns)
      guard before < columns else { return }
      let width = max(1, TextWidth.columns(of: text[match], upTo: columns - before))
      overlay(
        Rect(column: start + before, row: row, columns: width, rows: 1), style: .match)
    }
  }
}
