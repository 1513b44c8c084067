/// The side of a row that flowing text keeps to.
public enum TextAlignment: Hashable, Sendable, Codable {
  /// From the left, after what stands there.
  case leading
  /// Against the right edge, before what stands there.
  case trailing
}

extension Canvas {
  /// Draws text from a place on, in one row, and returns the columns that it took.
  ///
  /// Text that is wider than `columns` (or than what is left of the row) ends in an ellipsis.
  /// Control characters are drawn as visible symbols; nothing from the text reaches the terminal as
  /// a command. Does not move the pen.
  ///
  /// - Complexity: O(columns), however long the text is.
  @discardableResult
  public func draw(
    _ text: String, at point: Point, columns: Int? = nil, style: Style = .body
  ) -> Int {
    let room = size.columns.subtracting(clamping: point.column)
    return drawUnclamped(text, at: point, columns: min(columns ?? .max, room), style: style)
  }

  /// Draws text that may reach beyond the canvas on either side, where it is clipped.
  @discardableResult
  package func drawUnclamped(_ text: String, at point: Point, columns limit: Int, style: Style)
    -> Int
  {
    guard limit > 0 else { return 0 }
    let place = Point(
      column: frame.left.adding(clamping: point.column),
      row: frame.top.adding(clamping: point.row))
    let isVisible =
      place.row >= clip.top && place.row < clip.bottom && place.column < clip.right
    var text = text
    return text.withUTF8 { bytes in
      guard isVisible else { return TextSpan.columns(of: bytes, upTo: limit) }
      var span = TextSpan(
        buffer: buffer, row: place.row, columns: clip.left..<clip.right, start: place.column,
        style: buffer.styles.number(of: style))
      return span.draw(bytes, limit: limit)
    }
  }

  /// Draws text in a rectangle, in lines that are wrapped at its width; where it has too few rows,
  /// the last line ends in an ellipsis.
  ///
  /// - Complexity: O(rectangle), however long the text is.
  public func drawWrapped(_ text: String, in rect: Rect, style: Style = .body) {
    guard !rect.isEmpty else { return }
    let lines = TextWidth.lines(of: text, wrappedTo: rect.columns, limit: rect.rows)
    for (row, line) in lines.enumerated() {
      let place = Point(column: rect.left, row: rect.top + row)
      let isCut = row == rect.rows - 1 && text[line.endIndex...].contains { !$0.isWhitespace }
      draw(isCut ? line + "…" : String(line), at: place, columns: rect.columns, style: style)
    }
  }

  /// Draws text that continues where the last one ended, with a blank between the two.
  ///
  /// Trailing text keeps to the right edge. When the row is too narrow for both, it takes what it
  /// needs, at most half of the row, and the leading text before it is cut with an ellipsis.
  public mutating func write(
    _ text: String, style: Style = .body, alignment: TextAlignment = .leading
  ) {
    guard pen.row < size.rows else { return }
    switch alignment {
    case .leading: writeLeading(text, style: style)
    case .trailing: writeTrailing(text, style: style)
    }
  }

  /// Moves the pen to the start of the next row.
  public mutating func newLine() {
    pen = Pen(row: pen.row + 1)
  }

  private mutating func writeLeading(_ text: String, style: Style) {
    let start = pen.leading == 0 ? 0 : pen.leading + 1
    let end = size.columns - (pen.trailing == 0 ? 0 : pen.trailing + 1)
    guard end > start else { return }
    let used = draw(
      text, at: Point(column: start, row: pen.row), columns: end - start, style: style)
    if used > 0 { pen.leading = start + used }
  }

  private mutating func writeTrailing(_ text: String, style: Style) {
    let right = size.columns - (pen.trailing == 0 ? 0 : pen.trailing + 1)
    let free = right - (pen.leading == 0 ? 0 : pen.leading + 1)
    let wanted = TextWidth.columns(of: text, upTo: right)
    let width = min(wanted, max(free, size.columns / 2), right)
    guard width > 0 else { return }
    let start = right - width
    if start <= pen.leading { cutLeading(at: start - 1) }
    draw(text, at: Point(column: start, row: pen.row), columns: width, style: style)
    pen.trailing = size.columns - start
  }

  /// Ends the leading text before a column, with an ellipsis and a blank; where there is no room
  /// for these, nothing is left of it.
  private mutating func cutLeading(at column: Int) {
    let end = max(0, column)
    clear(Rect(column: end, row: pen.row, columns: pen.leading - end, rows: 1))
    pen.leading = end
    guard column > 0 else { return }
    let place = Point(column: frame.left + column - 1, row: frame.top + pen.row)
    guard clip.contains(place) else { return }
    let cells = buffer.touch(place.row)
    cells.mendHalves(around: place.column..<place.column + 1)
    cells[place.column].glyph = TextSpan.ellipsis
  }
}
