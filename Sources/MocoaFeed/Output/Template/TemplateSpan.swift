/// A piece of a line that a template makes of a row, to be shown on a screen.
public struct TemplateSpan: Hashable, Sendable {
  /// The text; control characters are still in it.
  public var text: String
  /// The names of its styles, later ones over earlier ones.
  public var styles: [String]
  /// How many columns the text has; nil for as many as it needs.
  public var columns: Int?
  /// Whether the text keeps to the right of its columns.
  public var alignsTrailing: Bool
  /// Whether the piece, and so all after it, keeps to the right edge of the line.
  public var isAtRightEdge: Bool

  /// Makes a piece.
  public init(
    text: String, styles: [String] = [], columns: Int? = nil, alignsTrailing: Bool = false,
    isAtRightEdge: Bool = false
  ) {
    self.text = text
    self.styles = styles
    self.columns = columns
    self.alignsTrailing = alignsTrailing
    self.isAtRightEdge = isAtRightEdge
  }
}

extension RowTemplate {
  /// The pieces for a row, line by line; there are `lineCount` lines.
  public func lines(
    for row: JSONBytes, clock: TemplateClock = .system
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
  fileprivate func span(for row: JSONBytes, clock: TemplateClock) -> TemplateSpan {
    let value = value(in: row, clock: clock)
    return TemplateSpan(
      text: value.plainText, styles: styles(for: row, value: value), columns: columns,
      alignsTrailing: alignsTrailing && columns != nil)
  }
}
