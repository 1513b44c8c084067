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
    drawUnclamped(
      text, at: point, columns: min(columns ?? .max, size.columns - point.column), style: style)
  }

  /// Draws text that may reach beyond the canvas on either side, where it is clipped.
  @discardableResult
  func drawUnclamped(_ text: String, at point: Point, columns limit: Int, style: Style) -> Int {
    guard limit > 0 else { return 0 }
    let row = frame.top + point.row
    let isVisible = row >= clip.top && row < clip.bottom
    var span = TextSpan(
      start: frame.left + point.column, limit: limit, style: buffer.styles.number(of: style))
    var text = text
    text.withUTF8 { bytes in
      guard isVisible else { return span.measure(bytes) }
      span.draw(bytes, in: buffer, row: row, clip: clip)
    }
    return span.columns
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
    if start <= pen.leading, pen.leading > 0 { cutLeading(at: start - 1) }
    draw(text, at: Point(column: start, row: pen.row), columns: width, style: style)
    pen.trailing = size.columns - start
  }

  /// Ends the leading text before a column, with an ellipsis and a blank.
  private mutating func cutLeading(at column: Int) {
    guard column > 0 else { return }
    let row = frame.top + pen.row
    let position = frame.left + column - 1
    clear(Rect(column: column, row: pen.row, columns: pen.leading - column, rows: 1))
    if clip.contains(Point(column: position, row: row)) {
      let cells = buffer.row(row)
      mendHalves(cells, from: position, to: position + 1)
      cells[position].glyph = TextSpan.ellipsis
    }
    pen.leading = column
  }
}

/// One run of text on its way into a row of a frame.
struct TextSpan {
  static let ellipsis: UInt32 = 0x2026

  /// The first column, in the frame's coordinates.
  var start: Int
  /// The columns that may be used.
  var limit: Int
  /// The number of the style.
  var style: UInt16
  /// The columns used so far.
  var columns = 0

  init(start: Int, limit: Int, style: UInt16) {
    self.start = start
    self.limit = limit
    self.style = style
  }

  /// Only counts the columns, as drawing would.
  mutating func measure(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = GlyphReader(bytes)
    while let glyph = reader.next() {
      guard columns + Int(glyph.columns) <= limit else {
        columns = limit
        return
      }
      columns += Int(glyph.columns)
    }
  }

  mutating func draw(
    _ bytes: UnsafeBufferPointer<UInt8>, in buffer: FrameBuffer, row: Int, clip: Rect
  ) {
    let cells = buffer.row(row)
    var reader = GlyphReader(bytes)
    while let glyph = reader.next() {
      let width = Int(glyph.columns)
      guard columns + width <= limit else {
        cut(cells, clip: clip)
        return
      }
      let column = start + columns
      if width == 0 {
        join(glyph.scalar, to: column - 1, cells: cells, buffer: buffer, clip: clip)
      } else {
        put(glyph.scalar, width: width, at: column, cells: cells, clip: clip)
        columns += width
      }
    }
  }

  private func put(
    _ scalar: UInt32, width: Int, at column: Int,
    cells: UnsafeMutableBufferPointer<ScreenCell>, clip: Rect
  ) {
    guard column < clip.right, column + width > clip.left else { return }
    // Half of a wide glyph at an edge of the clip shows as a blank.
    let fits = column >= clip.left && column + width <= clip.right
    let first = max(column, clip.left)
    let end = min(column + width, clip.right)
    mendHalves(cells, first, end)
    for index in first..<end {
      let glyph = !fits ? 0x20 : index == column ? scalar : ScreenCell.continuation
      cells[index] = ScreenCell(glyph: glyph, style: style, overlay: 0)
    }
  }

  private func join(
    _ scalar: UInt32, to column: Int,
    cells: UnsafeMutableBufferPointer<ScreenCell>, buffer: FrameBuffer, clip: Rect
  ) {
    guard columns > 0, column >= clip.left, column < clip.right else { return }
    var column = column
    if cells[column].isContinuation { column -= 1 }
    guard column >= clip.left, !cells[column].isContinuation else { return }
    cells[column].glyph = buffer.glyph(cells[column].glyph, joinedBy: scalar)
  }

  /// Puts the ellipsis into the last column and blanks what a wide glyph left open before it.
  private mutating func cut(_ cells: UnsafeMutableBufferPointer<ScreenCell>, clip: Rect) {
    let last = start + limit - 1
    for column in start + columns..<max(start + columns, last) {
      put(0x20, width: 1, at: column, cells: cells, clip: clip)
    }
    put(Self.ellipsis, width: 1, at: last, cells: cells, clip: clip)
    columns = limit
  }

  @inline(__always)
  private func mendHalves(
    _ cells: UnsafeMutableBufferPointer<ScreenCell>, _ start: Int, _ end: Int
  ) {
    if start > 0, cells[start].isContinuation { cells[start - 1].glyph = 0x20 }
    if end < cells.count, cells[end].isContinuation { cells[end].glyph = 0x20 }
  }
}
