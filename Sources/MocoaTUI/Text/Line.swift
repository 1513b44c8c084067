/// A span of a line in one style.
public struct Span: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text; control characters are drawn as visible symbols.
  public var text: String

  /// The style of the text.
  public var style: Style

  /// A style that overlays the other one; nil for none.
  public var overlay: Style?

  /// The width in columns; nil for as many as the text needs.
  public var columns: Int?

  /// The alignment of the text in its width.
  public var alignment: TextAlignment

  /// Creates a span.
  public init(
    _ text: String, style: Style = .body, overlay: Style? = nil, columns: Int? = nil,
    alignment: TextAlignment = .leading
  ) {
    self.text = text
    self.style = style
    self.overlay = overlay
    self.columns = columns
    self.alignment = alignment
  }

  /// Creates a span of plain text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns the columns that the span takes, or the limit if it takes more.
  func columns(upTo limit: Int) -> Int {
    columns.map { min(max(0, $0), limit) } ?? TextWidth.columns(of: text, upTo: limit)
  }
}

/// Styled text on one line: consecutive spans.
///
/// ```swift
/// canvas.write([Span(name, style: .title, columns: 12), " ", Span("new", style: .badge)])
/// ```
public struct Line: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// The spans, from left to right.
  public var spans: [Span]

  /// Creates a line of spans.
  public init(_ spans: [Span] = []) { self.spans = spans }

  /// Creates a line in one style.
  public init(_ text: String, style: Style = .body) { self.init([Span(text, style: style)]) }

  /// Creates a line of spans.
  public init(arrayLiteral spans: Span...) { self.init(spans) }

  /// Creates a line of plain text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns the columns that the line takes, or the limit if it takes more.
  ///
  /// - Complexity: O(limit).
  public func columns(upTo limit: Int = .max) -> Int {
    var columns = 0
    for span in spans where columns < limit { columns += span.columns(upTo: limit - columns) }
    return columns
  }
}

extension Canvas {
  /// Draws a line at a position, and returns the columns that it took.
  ///
  /// A line that is wider than `columns`, or than the rest of the row, ends in an ellipsis. Does
  /// not move the pen.
  ///
  /// - Complexity: O(columns), however long the line is.
  @discardableResult
  public func draw(_ line: Line, at point: Point, columns: Int? = nil) -> Int {
    let room = size.columns.subtracting(clamping: point.column)
    return drawUnclamped(line, at: point, columns: min(columns ?? .max, room))
  }

  /// Draws a line that may extend beyond the canvas on either side, where it is clipped.
  @discardableResult
  package func drawUnclamped(_ line: Line, at point: Point, columns limit: Int) -> Int {
    guard limit > 0 else { return 0 }
    var place = point
    var used = 0
    var last = Style.body
    for span in line.spans {
      let width = span.columns(upTo: limit - used)
      guard width > 0 || used == limit && !span.text.isEmpty && span.columns ?? 1 > 0 else {
        continue
      }
      guard used < limit else {
        place.column = point.column + limit - 1
        drawUnclamped("…", at: place, columns: 1, style: last)
        break
      }
      place.column = point.column + used
      if span.columns != nil, span.alignment != .leading {
        let columns = TextWidth.columns(of: span.text, upTo: width)
        place.column += span.alignment.offset(of: columns, in: width)
      }
      let drawn = drawUnclamped(
        span.text, at: place, columns: span.columns == nil ? limit - used : width,
        style: span.style)
      if let overlay = span.overlay {
        let area = Rect(origin: place, size: Size(columns: drawn, rows: 1))
        self.overlay(area, style: overlay, keeping: .match)
      }
      used += width
      last = span.style
    }
    return used
  }
}
