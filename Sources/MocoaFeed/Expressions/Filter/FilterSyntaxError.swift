/// A syntax error in a filter, a search or a sort order, and its position.
package struct FilterSyntaxError: Error, Hashable, Sendable {
  /// The text that was typed.
  let text: String

  /// The description, as part of a sentence.
  package let message: String

  private let range: Range<String.Index>

  /// The position in characters, counted from 0; the length of the text if something is missing.
  ///
  /// - Complexity: O(n) for n characters.
  package var offset: Int { text.distance(from: text.startIndex, to: range.lowerBound) }

  /// The number of characters concerned, at least 1.
  package var length: Int { max(1, text.distance(from: range.lowerBound, to: range.upperBound)) }

  /// Creates an error about a part of a text.
  init(_ message: String, at range: Range<String.Index>, in text: String) {
    (self.text, self.message, self.range) = (text, message, range)
  }

  /// Creates an error about the character at a UTF-8 offset.
  init(_ message: String, atByte offset: Int, in text: String) {
    let start = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    let end = start < text.endIndex ? text.index(after: start) : start
    self.init(message, at: start..<end, in: text)
  }

  /// Returns the same error about a longer text that contains this one.
  func shifted(by offset: Int, in text: String) -> FilterSyntaxError {
    let places = [self.offset, self.offset + length].map {
      text.index(text.startIndex, offsetBy: max(0, offset + $0), limitedBy: text.endIndex)
        ?? text.endIndex
    }
    return FilterSyntaxError(message, at: places[0]..<places[1], in: text)
  }

  /// Returns the same error with more text at the end of its message.
  package func adding(_ hint: String) -> FilterSyntaxError {
    FilterSyntaxError(message + hint, at: range, in: text)
  }
}

extension FilterSyntaxError: CustomStringConvertible {
  /// The message, the column from 1, and the text concerned: `expected …, at 7 near '&&'`.
  package var description: String {
    let near = text.dropFirst(offset).prefix(length)
    let place = "at \(offset + 1)"
    return near.isEmpty ? "\(message), \(place)" : "\(message), \(place) near '\(near)'"
  }

  /// Returns two lines: the text, truncated if it is long, and carets below the error.
  package func marked(width: (Character) -> Int = { _ in 1 }) -> String {
    let (offset, limit) = (offset, 200)
    let start = text.count > limit ? max(0, offset - limit / 2) : 0
    let end = text.count > limit ? start + limit : text.count
    let lead = start > 0 ? "…" : ""
    let before = (lead + text.prefix(offset).dropFirst(start)).reduce(0) { $0 + width($1) }
    let meant = text.dropFirst(offset).prefix(min(length, limit / 2)).reduce(0) { $0 + width($1) }
    return lead + text.prefix(end).dropFirst(start) + (end < text.count ? "…" : "") + "\n"
      + String(repeating: " ", count: before) + String(repeating: "^", count: max(1, meant))
  }
}
