/// How much room text takes on a terminal, counted in columns, and how to make it fit.
///
/// A letter takes one column, an ideograph or an emoji two, a combining mark none; a control
/// character takes the one of the symbol that is drawn for it. Everything that is drawn is measured
/// in this way, so columns always add up. `Documentation/TextWidth.md` says more.
public enum TextWidth {
  /// The columns that a text takes in one row.
  ///
  /// - Complexity: O(text). Does not allocate.
  public static func columns(of text: some StringProtocol) -> Int {
    columns(of: text, upTo: .max)
  }

  /// The columns that a text takes, or the limit if it takes more.
  ///
  /// - Complexity: O(limit), however long the text is. Does not allocate.
  public static func columns(of text: some StringProtocol, upTo limit: Int) -> Int {
    text.withContiguousUTF8 { bytes in
      var reader = GlyphReader(bytes)
      var columns = 0
      while columns < limit, let glyph = reader.next() { columns &+= Int(glyph.columns) }
      return min(columns, limit)
    }
  }

  /// The longest start of a text that takes no more than some columns.
  ///
  /// What does not show, or joins the last character, goes with it.
  ///
  /// - Complexity: O(columns). Does not allocate.
  public static func prefix<Text: StringProtocol>(
    of text: Text, fitting columns: Int
  ) -> Text.SubSequence {
    let end = text.withContiguousUTF8 { prefixLength(of: $0, fitting: columns) }
    return text[..<text.utf8.index(text.startIndex, offsetBy: end)]
  }

  /// The longest end of a text that takes no more than some columns.
  ///
  /// - Complexity: O(text). Does not allocate.
  public static func suffix<Text: StringProtocol>(
    of text: Text, fitting columns: Int
  ) -> Text.SubSequence {
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

  /// The bytes of the longest start of a text that takes no more than some columns.
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
  /// Calls a function with the text's UTF-8, without copying it where it is in one piece.
  func withContiguousUTF8<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(self)
    return copy.withUTF8(body)
  }
}
