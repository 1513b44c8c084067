/// Measures and fits text, in columns of a terminal.
///
/// A letter takes one column, an ideograph or an emoji two, a combining mark none; a control
/// character takes the one of its visible symbol. Everything that is drawn is measured in this way,
/// so columns always add up. `Documentation/TextWidth.md` has the details.
public enum TextWidth {
  /// Returns the columns of a text in one row.
  ///
  /// - Complexity: O(text). Does not allocate.
  public static func columns(of text: some StringProtocol) -> Int {
    columns(of: text, upTo: .max)
  }

  /// Returns the columns of a text, or the limit if it takes more.
  ///
  /// - Complexity: O(limit), however long the text is. Does not allocate.
  package static func columns(of text: some StringProtocol, upTo limit: Int) -> Int {
    text.withContiguousUTF8 { bytes in
      var reader = GlyphReader(bytes)
      var columns = 0
      while columns < limit, let glyph = reader.next() { columns &+= Int(glyph.columns) }
      return min(columns, limit)
    }
  }

  /// Returns the longest prefix of a text that fits in some columns.
  ///
  /// Invisible and joining characters stay with the last character.
  ///
  /// - Complexity: O(columns). Does not allocate.
  package static func prefix<Content: StringProtocol>(
    of text: Content, fitting columns: Int
  ) -> Content.SubSequence {
    let end = text.withContiguousUTF8 { prefixLength(of: $0, fitting: columns) }
    return text[..<text.utf8.index(text.startIndex, offsetBy: end)]
  }

  /// Returns the longest suffix of a text that fits in some columns.
  ///
  /// - Complexity: O(text). Does not allocate.
  static func suffix<Content: StringProtocol>(
    of text: Content, fitting columns: Int
  ) -> Content.SubSequence {
    let start = text.withContiguousUTF8 { bytes in
      var excess = self.columns(of: text) - columns
      var reader = GlyphReader(bytes)
      var isParted = false
      while let glyph = reader.next() {
        if excess <= 0, glyph.columns > 0, !isParted { return reader.start }
        excess -= Int(glyph.columns)
        isParted = glyph.tail > 0
      }
      return bytes.count
    }
    return text[text.utf8.index(text.startIndex, offsetBy: start)...]
  }

  /// Returns the length in bytes of the longest prefix that fits in some columns.
  static func prefixLength(of bytes: UnsafeBufferPointer<UInt8>, fitting columns: Int) -> Int {
    var reader = GlyphReader(bytes)
    var rest = columns
    while let glyph = reader.next() {
      rest -= Int(glyph.columns)
      if rest < Int(glyph.tail) { return reader.start }
    }
    return bytes.count
  }
}

extension StringProtocol {
  /// Calls a closure with the text's UTF-8, without copying it if it is contiguous.
  func withContiguousUTF8<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(self)
    return copy.withUTF8(body)
  }
}
