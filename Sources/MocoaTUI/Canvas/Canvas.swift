/// A part of a frame to draw on, with its own coordinates, its own clip and a pen.
///
/// What lies outside is clipped, never an error. Text flows: ``write(_:style:alignment:)``
/// continues where the last one ended, and trailing text keeps to the right edge, cutting what is
/// in its way.
///
/// ```swift
/// canvas.write("Ada", style: .title)
/// canvas.write("12:30", style: .secondary, alignment: .trailing)
/// ```
public struct Canvas {
  let buffer: FrameBuffer

  /// Where this canvas lies on the frame; may reach beyond it.
  let frame: Rect

  /// What may be drawn on, in the frame's coordinates.
  let clip: Rect

  /// The row that text flows on, and the columns that are left in it.
  var pen = Pen()

  /// What is set apart in all text that is drawn; nil for nothing.
  var highlight: Highlight?

  /// Where flowing text goes.
  struct Pen {
    var row = 0
    /// The column after the leading text.
    var leading = 0
    /// The columns that trailing text has taken from the right edge.
    var trailing = 0
  }

  /// Makes a canvas on a whole frame.
  public init(_ buffer: FrameBuffer) {
    self.init(buffer: buffer, frame: Rect(origin: .zero, size: buffer.size))
  }

  init(buffer: FrameBuffer, frame: Rect, clip: Rect? = nil) {
    self.buffer = buffer
    self.frame = frame
    let whole = Rect(origin: .zero, size: buffer.size)
    self.clip = frame.intersection(clip ?? whole).intersection(whole)
  }

  /// The extent in columns and rows.
  public var size: Size { frame.size }

  /// The whole canvas, in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The rows that can be seen, in the canvas's own coordinates: a view that is taller than the
  /// screen need not draw the others.
  public var visibleRows: Range<Int> {
    guard !clip.isEmpty else { return 0..<0 }
    return clip.top.subtracting(clamping: frame.top)..<clip.bottom.subtracting(clamping: frame.top)
  }

  /// A canvas on a part of this one; what reaches beyond this one is clipped.
  public func part(_ rect: Rect) -> Canvas {
    var part = Canvas(
      buffer: buffer, frame: rect.offsetBy(columns: frame.left, rows: frame.top), clip: clip)
    part.highlight = highlight
    return part
  }

  /// The same canvas without highlighting, for labels and the like.
  package var withoutHighlight: Canvas {
    var canvas = self
    canvas.highlight = nil
    return canvas
  }

  /// The same canvas for the text of a column, which is highlighted unless another column is to be.
  package func highlighting(columnWithID id: String) -> Canvas {
    highlight?.column == nil || highlight?.column == id ? self : withoutHighlight
  }
}

/// What is set apart in text, such as the matches of a search.
final class Highlight {
  /// The parts of a text that are set apart.
  let find: (String) -> [Range<String.Index>]
  /// The only column in whose texts they are; nil for all.
  let column: String?

  init(column: String?, find: @escaping (String) -> [Range<String.Index>]) {
    self.column = column
    self.find = find
  }
}

extension Canvas {
  /// Blanks a rectangle, or everything.
  public func clear(_ rect: Rect? = nil, style: Style = .body) {
    fill(rect ?? bounds, with: " ", style: style)
  }

  /// Fills a rectangle with a character of one column; another one is drawn as U+FFFD.
  public func fill(_ rect: Rect, with character: Unicode.Scalar, style: Style = .body) {
    let area = clipped(rect)
    guard !area.isEmpty else { return }
    let isNarrow = CharacterClass(of: character.value) == .narrow
    let cell = ScreenCell(
      glyph: isNarrow ? character.value : Glyph.replacement,
      style: buffer.styles.number(of: style), overlay: 0)
    if area.columns == buffer.size.columns {
      return buffer.fill(area.top..<area.bottom, with: cell)
    }
    for row in area.top..<area.bottom {
      let cells = buffer.touch(row)
      cells.mendHalves(around: area.left..<area.right)
      cells.fill(area.left..<area.right, with: cell)
    }
  }

  /// Lays a style over what is drawn in a rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - style: what is laid over it.
  ///   - kept: a style that stays where it was laid before, or nil for none.
  public func overlay(_ rect: Rect, style: Style, keeping kept: Style? = nil) {
    let area = clipped(rect)
    guard !area.isEmpty else { return }
    let number = buffer.styles.number(of: style)
    let keptNumber = kept.map { buffer.styles.number(of: $0) } ?? 0
    for row in area.top..<area.bottom {
      let cells = buffer.touch(row)
      for column in area.left..<area.right
      where keptNumber == 0 || cells[column].overlay != keptNumber {
        cells[column].overlay = number
      }
    }
  }

  /// Moves all that is drawn downwards, or upwards where the count is negative, and blanks what
  /// becomes free.
  ///
  /// - Precondition: the canvas is as wide as its frame.
  func scroll(by rows: Int, style: Style) {
    let area = clipped(bounds)
    guard rows != 0, !area.isEmpty else { return }
    guard abs(rows) < area.rows else { return clear(style: style) }
    buffer.scroll(area.top..<area.bottom, by: -rows)
    buffer.scrolls.append((area.top..<area.bottom, -rows))
    let top = rows > 0 ? visibleRows.lowerBound : visibleRows.upperBound + rows
    clear(Rect(column: 0, row: top, columns: size.columns, rows: abs(rows)), style: style)
  }

  /// Draws a frame of lines inside the edges of a rectangle, with an optional title in its top.
  public func box(_ rect: Rect, style: Style = .border, title: String? = nil) {
    guard rect.columns >= 2, rect.rows >= 2, !clipped(rect).isEmpty else { return }
    let (right, bottom) = (rect.right - 1, rect.bottom - 1)
    for (top, corners) in [(rect.top, ("┌", "┐")), (bottom, ("└", "┘"))] {
      fill(
        Rect(column: rect.left + 1, row: top, columns: rect.columns - 2, rows: 1), with: "─",
        style: style)
      draw(corners.0, at: Point(column: rect.left, row: top), style: style)
      draw(corners.1, at: Point(column: right, row: top), style: style)
    }
    for column in [rect.left, right] {
      fill(
        Rect(column: column, row: rect.top + 1, columns: 1, rows: rect.rows - 2), with: "│",
        style: style)
    }
    guard let title, !title.isEmpty, rect.columns > 6 else { return }
    let start = rect.left + 3
    let used = draw(
      title, at: Point(column: start, row: rect.top), columns: rect.columns - 6, style: style)
    for column in [start - 1, start + used] {
      clear(Rect(column: column, row: rect.top, columns: 1, rows: 1), style: style)
    }
  }

  /// A rectangle in the frame's coordinates, cut to what may be drawn on.
  func clipped(_ rect: Rect) -> Rect {
    rect.offsetBy(columns: frame.left, rows: frame.top).intersection(clip)
  }
}
