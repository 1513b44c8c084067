/// A run of a line in one style.
public struct TextRun: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text; its own colors are drawn over the style, other control characters as symbols.
  public var text: String

  /// The style of the text.
  public var style: StyleName

  /// A style that overlays the other one; nil for none.
  public var overlay: StyleName?

  /// The width in columns; nil for as many as the text needs.
  public var columns: Int?

  /// The alignment of the text in its width.
  public var alignment: TextAlignment

  /// Creates a run.
  public init(
    _ text: String, style: StyleName = .body, overlay: StyleName? = nil, columns: Int? = nil,
    alignment: TextAlignment = .leading
  ) {
    (self.text, self.style, self.overlay) = (text, style, overlay)
    (self.columns, self.alignment) = (columns, alignment)
  }

  /// Creates a run of plain text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns the columns that the run takes, or the limit if it takes more.
  func columns(upTo limit: Int) -> Int {
    columns.map { min(max(0, $0), limit) } ?? TextWidth.columns(of: text, upTo: limit)
  }
}

/// Styled text on one line: consecutive runs.
///
/// ```swift
/// canvas.write([TextRun(name, style: .title, columns: 12), " ", TextRun("new", style: .badge)])
/// ```
/// Runs that are not an array literal make a line by ``init(_:)``: `canvas.write(Line(runs))`.
public struct Line: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// The runs, from left to right.
  public var runs: [TextRun]

  /// Creates a line of runs.
  public init(_ runs: [TextRun] = []) { self.runs = runs }

  /// Creates a line in one style.
  public init(_ text: String, style: StyleName = .body) { self.init([TextRun(text, style: style)]) }

  /// Creates a line of runs.
  public init(arrayLiteral runs: TextRun...) { self.init(runs) }

  /// Creates a line of plain text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns the columns that the line takes, or the limit if it takes more.
  ///
  /// - Complexity: O(limit).
  public func columns(upTo limit: Int = .max) -> Int {
    var columns = 0
    for run in runs where columns < limit { columns += run.columns(upTo: limit - columns) }
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
  func drawUnclamped(_ line: Line, at point: Point, columns limit: Int) -> Int {
    guard limit > 0 else { return 0 }
    var place = point
    var used = 0
    var last = StyleName.body
    for run in line.runs {
      let width = run.columns(upTo: limit - used)
      guard width > 0 || used == limit && !run.text.isEmpty && run.columns ?? 1 > 0 else {
        continue
      }
      guard used < limit else {
        place.column = point.column + limit - 1
        drawUnclamped("…", at: place, columns: 1, style: last)
        break
      }
      place.column = point.column + used
      if run.columns != nil, run.alignment != .leading {
        let columns = TextWidth.columns(of: run.text, upTo: width)
        place.column += run.alignment.offset(of: columns, in: width)
      }
      let drawn = drawUnclamped(
        run.text, at: place, columns: run.columns == nil ? limit - used : width,
        style: run.style)
      if let overlay = run.overlay {
        let area = Rect(origin: place, size: Size(columns: drawn, rows: 1))
        self.overlay(area, style: overlay, keeping: .match)
      }
      used += width
      last = run.style
    }
    return used
  }
}
