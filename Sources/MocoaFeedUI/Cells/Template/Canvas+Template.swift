import MocoaFeed
import MocoaTUI

extension Canvas {
  /// Draws the lines that a template made.
  func draw(_ lines: [[TemplateSpan]], highlighter: Highlighter?) {
    for (row, spans) in lines.prefix(size.rows).enumerated() {
      let split = spans.firstIndex(where: \.isAtRightEdge) ?? spans.count
      let leading = Array(spans[..<split])
      let trailing = Array(spans[split...])
      let wanted = Self.columns(of: trailing, upTo: size.columns)
      let used = Self.columns(of: leading, upTo: size.columns)
      // What keeps to the right takes what it needs, and half of the row where there is a crowd.
      let width = min(wanted, max(size.columns - used, size.columns / 2))
      let gap = wanted > 0 && used > 0 ? 1 : 0
      draw(
        leading, at: Point(column: 0, row: row), columns: size.columns - width - gap,
        highlighter: highlighter)
      draw(
        trailing, at: Point(column: size.columns - width, row: row), columns: width,
        highlighter: highlighter)
    }
  }

  /// Draws pieces one after the other from a place on, in so many columns at most.
  func draw(_ spans: [TemplateSpan], at point: Point, columns: Int, highlighter: Highlighter?) {
    var column = point.column
    let end = point.column + columns
    for span in spans where column < end {
      let room = min(span.columns ?? end - column, end - column)
      let (style, overlay) = span.drawing
      var start = column
      if span.alignsTrailing {
        start += max(0, room - TextWidth.columns(of: span.text, upTo: room))
      }
      let used = drawUnclamped(
        span.text, at: Point(column: start, row: point.row), columns: room, style: style)
      if let overlay {
        self.overlay(
          Rect(column: start, row: point.row, columns: used, rows: 1), style: overlay)
      }
      if let matches = highlighter?(span.text), !matches.isEmpty {
        mark(matches, of: span.text, from: start, columns: used, row: point.row)
      }
      column += span.columns.map { min($0, room) } ?? used
    }
  }

  /// The columns that pieces take, counted up to a limit.
  static func columns(of spans: [TemplateSpan], upTo limit: Int) -> Int {
    var columns = 0
    for span in spans where columns < limit {
      columns += span.columns ?? TextWidth.columns(of: span.text, upTo: limit - columns)
    }
    return min(columns, limit)
  }
}
