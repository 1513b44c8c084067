/// Which rows stay: those that a text or an expression over their members describes.
///
/// ```swift
/// let filter = try RowFilter(parsing: #"score > 10 && author.name ~ "li""#)
/// filter.matches(row.json)
/// ```
///
/// An expression compares members with values: `==`, `!=`, `<`, `<=`, `>`, `>=`; `~` finds a
/// regular expression in texts, `!~` does not; `&&`, `||`, `!` and parentheses combine. A name
/// alone is true if the row has the member and it is neither `false` nor `null`. A comparison with
/// a missing member is false. Times (RFC 3339) are compared as times, and need no quotes.
///
/// A text is taken for an expression if it has one of these signs outside of quotes, or begins with
/// `!`. All other texts are looked for as `RowSearch` does. In quotes a text is always looked for.
public struct RowFilter: Sendable {
  /// The filter as it was typed.
  public let text: String

  /// Whether the filter is an expression over members, and not a text that is looked for.
  public let isExpression: Bool

  let condition: Condition

  /// Reads a filter as people type it.
  ///
  /// - Parameters:
  ///   - text: An expression or a text.
  ///   - isMember: Whether rows have a member, so that `column:text` is looked for in it.
  /// - Throws: What is wrong with an expression, or with a regular expression, and where.
  public init(
    parsing text: String, isMember: (String) -> Bool = { _ in true }
  ) throws(FilterSyntaxError) {
    self.text = text
    isExpression = Self.isExpression(text)
    condition =
      isExpression
      ? try FilterParser.parse(text)
      : try RowSearch(parsing: text, isMember: isMember).condition
  }

  /// A filter that lets the rows stay that a search finds.
  public init(_ search: RowSearch) {
    text = search.text
    isExpression = false
    condition = search.condition
  }

  /// Whether a row stays.
  ///
  /// - Complexity: O(n) for n bytes; no values are made.
  public func matches(_ row: JSONBytes) -> Bool {
    row.withBytes { condition.holds(for: $0) }
  }

  /// Whether a row stays, from bytes that may have white space around them.
  public func matches(_ row: UnsafeRawBufferPointer) -> Bool { condition.holds(for: row) }

  /// Whether a text has a sign of an expression outside of quotes, or begins with `!`.
  static func isExpression(_ text: String) -> Bool {
    // What begins with a backslash is a regular expression that is looked for.
    let start = text.drop { $0.isWhitespace }
    if start.first == "\\" { return false }
    var quote: Character?
    var previous: Character = " "
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else {
        switch character {
        case "\"", "'":
          // An apostrophe within a word is none that opens a quotation.
          if !previous.isLetter { quote = character }
        case "<", ">", "~": return true
        case "=" where previous == "=" || previous == "!": return true
        case "&" where previous == "&": return true
        case "|" where previous == "|": return true
        default: break
        }
      }
      previous = character
    }
    return start.first == "!" && start.dropFirst().first.map { !$0.isWhitespace } ?? false
  }
}

extension RowFilter: Hashable {
  /// Filters are equal when they were typed alike.
  public static func == (left: RowFilter, right: RowFilter) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
