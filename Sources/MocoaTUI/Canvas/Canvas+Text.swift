import MocoaCore

/// The alignment of text in a row.
public enum TextAlignment: Hashable, Sendable, Codable {
  /// At the left, after earlier text.
  case leading
  /// Centered in the free columns.
  case center
  /// At the right edge, before earlier trailing text.
  case trailing

  /// Returns the alignment of numbers and other amounts, or that of other texts.
  package static func standard(ofNumbers areNumbers: Bool) -> TextAlignment {
    areNumbers ? .trailing : .leading
  }

  /// Returns the number of free columns before a text.
  func offset(of columns: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, room - columns) / 2
    case .trailing: max(0, room - columns)
    }
  }
}

extension Canvas {
  /// Draws text at a position, in one row, and returns the columns that it took.
  ///
  /// Text that is wider than `columns` (or than the rest of the row) ends in an ellipsis. Sequences
  /// that select colors and attributes (SGR) change the look of the text behind them, over its
  /// style; those of links (OSC 8) are not drawn. Other control characters are drawn as visible
  /// symbols; nothing in the text reaches the terminal as a command. Does not move the pen.
  ///
  /// - Complexity: O(columns), however long the text is.
  @discardableResult
  public func draw(
    _ text: String, at point: Point, columns: Int? = nil, style: StyleName = .body
  ) -> Int {
    let room = size.columns.subtracting(clamping: point.column)
    return drawUnclamped(text, at: point, columns: min(columns ?? .max, room), style: style)
  }

  /// Draws text that may extend beyond the canvas on either side, where it is clipped.
  @discardableResult
  func drawUnclamped(_ text: String, at point: Point, columns limit: Int, style: StyleName)
    -> Int
  {
    guard limit > 0 else { return 0 }
    let place = Point(
      column: frame.left.adding(clamping: point.column),
      row: frame.top.adding(clamping: point.row))
    let isVisible =
      place.row >= clip.top && place.row < clip.bottom && place.column < clip.right
    var text = text
    let used = text.withUTF8 { bytes in
      guard isVisible else { return TextSpan.columns(of: bytes, upTo: limit) }
      var span = TextSpan(
        buffer: buffer, row: place.row, columns: clip.left..<clip.right, start: place.column,
        style: buffer.styles.number(of: style))
      return span.draw(bytes, limit: limit)
    }
    if let highlight, isVisible {
      // No row is wide enough for more.
      if text.utf8.count > Self.highlightLimit {
        text = String(decoding: text.utf8.prefix(Self.highlightLimit), as: UTF8.self)
      }
      // A match may have colors in it.
      text = GraphicRendition.removed(from: text)
      mark(highlight.find(text), of: text, from: point.column, columns: used, row: point.row)
    }
    return used
  }

  /// The number of bytes of a text in which matches are highlighted.
  static let highlightLimit = 16 * 1024

  /// Applies the style of matches to parts of a text that was drawn from a column on.
  package func mark(
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

  /// Draws text in a rectangle, wrapped at its width; the last line may end in an ellipsis.
  ///
  /// - Complexity: O(rectangle), however long the text is.
  public func drawWrapped(_ text: String, in rect: Rect, style: StyleName = .body) {
    guard !rect.isEmpty else { return }
    let lines = TextWidth.lines(of: text, wrappedTo: rect.columns, limit: rect.rows)
    for (row, line) in lines.enumerated() {
      let place = Point(column: rect.left, row: rect.top + row)
      let isCut = row == rect.rows - 1 && text[line.endIndex...].contains { !$0.isWhitespace }
      let shown = TextWidth.resumed(line, in: text)
      draw(isCut ? shown + "…" : shown, at: place, columns: rect.columns, style: style)
    }
  }

  /// Draws text after the previous one, separated by a space.
  ///
  /// Trailing text is at the right edge. If the row is too narrow for both, it takes what it needs,
  /// at most half of the row, and the leading text is truncated with an ellipsis.
  ///
  /// - Returns: The area of the text.
  @discardableResult
  public mutating func write(
    _ text: String, style: StyleName = .body, alignment: TextAlignment = .leading
  ) -> Rect {
    write(alignment, width: { TextWidth.columns(of: text, upTo: $0) }) { canvas, place, columns in
      canvas.draw(text, at: place, columns: columns, style: style)
    }
  }

  /// Draws a line after the previous text, as ``write(_:style:alignment:)`` does.
  ///
  /// - Returns: The area of the line.
  @discardableResult
  public mutating func write(_ line: Line, alignment: TextAlignment = .leading) -> Rect {
    write(alignment, width: { line.columns(upTo: $0) }) { canvas, place, columns in
      canvas.draw(line, at: place, columns: columns)
    }
  }

  /// Moves the pen to the start of the next row.
  public mutating func newLine() {
    pen = Pen(row: pen.row + 1)
  }

  /// Draws text at the pen, up to a number of columns, and returns its area.
  private mutating func write(
    _ alignment: TextAlignment, width: (Int) -> Int, draw: (Canvas, Point, Int) -> Int
  ) -> Rect {
    guard pen.row < size.rows else { return .zero }
    var start = pen.leading == 0 ? 0 : pen.leading + 1
    let end = size.columns - (pen.trailing == 0 ? 0 : pen.trailing + 1)
    var room = max(0, end - start)
    switch alignment {
    case .leading: break
    case .center:
      room = width(room)
      start = max(start, min((size.columns - room) / 2, end - room))
    case .trailing:
      room = min(width(max(0, end)), max(room, size.columns / 2), end)
      start = end - room
      if room > 0, start <= pen.leading { cutLeading(at: start - 1) }
    }
    guard room > 0 else { return .zero }
    let used = draw(self, Point(column: start, row: pen.row), room)
    if alignment == .trailing {
      pen.trailing = size.columns - start
    } else if used > 0 {
      pen.leading = start + used
    }
    return Rect(column: start, row: pen.row, columns: used, rows: 1)
  }

  /// Truncates the leading text before a column, with an ellipsis and a space.
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
