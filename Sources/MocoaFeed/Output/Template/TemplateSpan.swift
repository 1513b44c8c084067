/// A part of a line of a template for a row, for display on a screen.
package struct TemplateSpan: Hashable, Sendable {
  /// The text; it may contain control characters.
  package var text: String
  /// The names of its styles; later ones override earlier ones.
  package var styles: [String]
  /// The width in columns; nil for as many as needed.
  package var columns: Int?
  /// A Boolean value that indicates whether the text is right-aligned in its width.
  package var alignsTrailing: Bool
  /// A Boolean value that indicates whether this and all following spans are at the right edge.
  package var isAtRightEdge: Bool

  /// Creates a span.
  package init(
    text: String, styles: [String] = [], columns: Int? = nil, alignsTrailing: Bool = false,
    isAtRightEdge: Bool = false
  ) {
    (self.text, self.styles, self.columns) = (text, styles, columns)
    (self.alignsTrailing, self.isAtRightEdge) = (alignsTrailing, isAtRightEdge)
  }
}

extension RowTemplate {
  /// Returns the spans for a row, line by line; there are `lineCount` lines.
  package func lines(
    for row: JSONBytes, clock: LocalClock = .system
  ) -> [[TemplateSpan]] {
    var lines: [[TemplateSpan]] = [[]]
    var isAtRightEdge = false
    for part in parts {
      switch part {
      case .text(let text):
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 {
            lines.append([])
            isAtRightEdge = false
          }
          guard !line.isEmpty else { continue }
          let span = TemplateSpan(text: String(line), isAtRightEdge: isAtRightEdge)
          lines[lines.count - 1].append(span)
        }
      case .field(let field):
        if field.alignsTrailing, field.columns == nil { isAtRightEdge = true }
        var span = field.span(for: row, clock: clock)
        span.isAtRightEdge = isAtRightEdge
        lines[lines.count - 1].append(span)
      }
    }
    return lines
  }
}

extension TemplateField {
  fileprivate func span(for row: JSONBytes, clock: LocalClock) -> TemplateSpan {
    let value = value(in: row, clock: clock)
    return TemplateSpan(
      text: value.plainText, styles: styles(for: row, value: value), columns: columns,
      alignsTrailing: alignsTrailing && columns != nil)
  }
}
