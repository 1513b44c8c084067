/// What is wrong with a filter, a search or a sort order that somebody typed, and where.
public struct FilterSyntaxError: Error, Hashable, Sendable {
  /// The text that was typed.
  public let text: String

  /// What is wrong, as part of a sentence.
  public let message: String

  private let range: Range<String.Index>

  /// Where in the text, in characters from 0; the length of the text where something is missing.
  ///
  /// - Complexity: O(n) for n characters.
  public var offset: Int { text.distance(from: text.startIndex, to: range.lowerBound) }

  /// How many characters are meant, at least 1.
  public var length: Int { max(1, text.distance(from: range.lowerBound, to: range.upperBound)) }

  /// Makes an error about a part of a text.
  init(_ message: String, at range: Range<String.Index>, in text: String) {
    self.text = text
    self.message = message
    self.range = range
  }

  /// Makes an error about the character at an offset in UTF-8.
  init(_ message: String, atByte offset: Int, in text: String) {
    let start = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    let end = start < text.endIndex ? text.index(after: start) : start
    self.init(message, at: start..<end, in: text)
  }

  /// The same error about a longer text of which this one was a part.
  func shifted(by offset: Int, in text: String) -> FilterSyntaxError {
    let places = [self.offset, self.offset + length].map {
      text.index(text.startIndex, offsetBy: offset + $0, limitedBy: text.endIndex) ?? text.endIndex
    }
    return FilterSyntaxError(message, at: places[0]..<places[1], in: text)
  }
}

extension FilterSyntaxError: CustomStringConvertible {
  /// The message, the column from 1, and the text that it is about: `expected …, at 7 near '&&'`.
  public var description: String {
    let near = text.dropFirst(offset).prefix(length)
    let place = "at \(offset + 1)"
    return near.isEmpty ? "\(message), \(place)" : "\(message), \(place) near '\(near)'"
  }

  /// Two lines: the text, and carets below what is meant; of a long text only what is around it.
  ///
  /// - Parameter width: How many columns a character takes; 1 unless told.
  /// - Returns: The lines, without a line feed at the end.
  public func marked(width: (Character) -> Int = { _ in 1 }) -> String {
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
