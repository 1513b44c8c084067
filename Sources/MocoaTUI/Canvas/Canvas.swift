/// An area of a frame to draw on, with its own coordinates, clip and pen.
///
/// Drawing outside of the area is clipped, and is no error. Text flows:
/// ``write(_:style:alignment:)`` continues after the previous text; trailing text is at the right
/// edge, and truncates leading text if there is not enough space for both.
///
/// ```swift
/// canvas.write("Ada", style: .title)
/// canvas.write("12:30", style: .secondary, alignment: .trailing)
/// ```
public struct Canvas {
  let buffer: FrameBuffer

  /// The area of the canvas in the frame; may extend beyond it.
  let frame: Rect

  /// The drawable area, in the frame's coordinates.
  let clip: Rect

  /// The row of flowing text, and the columns that are free in it.
  var pen = Pen()

  /// The text that is highlighted wherever it is drawn; nil for none.
  var highlight: Highlight?

  /// The position of flowing text.
  struct Pen {
    var row = 0
    /// The column after the leading text.
    var leading = 0
    /// The columns that trailing text has taken from the right edge.
    var trailing = 0
  }

  /// Creates a canvas on a whole frame.
  public init(_ buffer: FrameBuffer) {
    self.init(buffer: buffer, frame: Rect(origin: .zero, size: buffer.size))
  }

  init(buffer: FrameBuffer, frame: Rect, clip: Rect? = nil) {
    self.buffer = buffer
    self.frame = frame
    let whole = Rect(origin: .zero, size: buffer.size)
    self.clip = frame.intersection(clip ?? whole).intersection(whole)
  }

  /// The size in columns and rows.
  public var size: Size { frame.size }

  /// The whole canvas, in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The visible rows, in the canvas's coordinates; a view need not draw the others.
  public var visibleRows: Range<Int> {
    guard !clip.isEmpty else { return 0..<0 }
    return clip.top.subtracting(clamping: frame.top)..<clip.bottom.subtracting(clamping: frame.top)
  }

  /// Returns a canvas on a part of this one; what extends beyond this one is clipped.
  public func part(_ rect: Rect) -> Canvas {
    var part = Canvas(
      buffer: buffer, frame: rect.offsetBy(columns: frame.left, rows: frame.top), clip: clip)
    part.highlight = highlight
    return part
  }

  /// The canvas without highlighting, such as for labels.
  package var withoutHighlight: Canvas {
    var canvas = self
    canvas.highlight = nil
    return canvas
  }

  /// Returns the canvas for the text of a column, with highlighting if it applies to the column.
  package func highlighting(columnWithID id: String) -> Canvas {
    highlight?.column == nil || highlight?.column == id ? self : withoutHighlight
  }
}

/// Highlighting of text, such as the matches of a search.
final class Highlight {
  let find: (String) -> [Range<String.Index>]
  /// The only column to highlight; nil means all.
  let column: String?

  init(column: String?, find: @escaping (String) -> [Range<String.Index>]) {
    self.column = column
    self.find = find
  }
}

extension Canvas {
  /// Clears a rectangle, or everything.
  public func clear(_ rect: Rect? = nil, style: StyleName = .body) {
    fill(rect ?? bounds, with: " ", style: style)
  }

  /// Fills a rectangle with a one-column character; others are drawn as U+FFFD.
  public func fill(_ rect: Rect, with character: Unicode.Scalar, style: StyleName = .body) {
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

  /// Applies a style to what is drawn in a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - style: The style.
  ///   - kept: A style that is kept where it was applied before, or nil.
  public func overlay(_ rect: Rect, style: StyleName, keeping kept: StyleName? = nil) {
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

  /// Moves the content down, or up if the count is negative, and clears the freed rows.
  ///
  /// - Precondition: The canvas is as wide as its frame.
  func scroll(by rows: Int, style: StyleName) {
    let area = clipped(bounds)
    guard rows != 0, !area.isEmpty else { return }
    guard abs(rows) < area.rows else { return clear(style: style) }
    buffer.scroll(area.top..<area.bottom, by: -rows)
    buffer.scrolls.append((area.top..<area.bottom, -rows))
    let top = rows > 0 ? visibleRows.lowerBound : visibleRows.upperBound + rows
    clear(Rect(column: 0, row: top, columns: size.columns, rows: abs(rows)), style: style)
  }

  /// Draws a border inside the edges of a rectangle, with an optional title at its top.
  public func box(_ rect: Rect, style: StyleName = .border, title: String? = nil) {
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
    if let title { drawTitle(title, of: rect, style: style) }
  }

  /// Draws the title in the upper edge of a border.
  func drawTitle(_ title: String, of rect: Rect, style: StyleName) {
    guard !title.isEmpty, rect.columns > 6, rect.rows >= 2 else { return }
    let start = rect.left + 3
    let used = draw(
      title, at: Point(column: start, row: rect.top), columns: rect.columns - 6, style: style)
    for column in [start - 1, start + used] {
      clear(Rect(column: column, row: rect.top, columns: 1, rows: 1), style: style)
    }
  }

  /// Returns a rectangle in the frame's coordinates, clipped to the drawable area.
  func clipped(_ rect: Rect) -> Rect {
    rect.offsetBy(columns: frame.left, rows: frame.top).intersection(clip)
  }
}
