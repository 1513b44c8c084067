extension TextWidth {
  /// Returns the text wrapped to lines of at most some columns.
  ///
  /// A line ends at a line end of the text (LF or CR LF), at spaces, which then belong to neither
  /// line, or next to a wide character; a word that is wider than a line is split. Only a character
  /// that is wider than a line makes a line too wide.
  ///
  /// There are at most `limit` lines; the rest of the text is not read.
  ///
  /// - Precondition: `columns` is positive.
  /// - Complexity: O(text).
  public static func lines(
    of text: String, wrappedTo columns: Int, limit: Int = .max
  ) -> [Substring] {
    precondition(columns > 0, "a line takes at least one column")
    let utf8 = text.utf8
    return lineRanges(of: text, wrappedTo: columns, limit: limit).map { range in
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      return text[start..<utf8.index(start, offsetBy: range.count)]
    }
  }

  private static func lineRanges(
    of text: String, wrappedTo columns: Int, limit: Int
  ) -> [Range<Int>] {
    text.withContiguousUTF8 { bytes in
      var wrapper = LineWrapper(columns: columns, limit: limit)
      var start = 0
      while wrapper.lines.count < limit {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let endsInReturn = end > start && end < bytes.count && bytes[end - 1] == 0x0D
        wrapper.wrap(bytes, start..<(endsInReturn ? end - 1 : end))
        guard end < bytes.count else { break }
        start = end + 1
      }
      return wrapper.lines
    }
  }
}

/// Finds the line breaks of a text, a glyph at a time.
private struct LineWrapper {
  /// A possible line break.
  private struct Break {
    /// The end of the line's text, in bytes.
    var end: Int
    /// The start of the next line's text, in bytes.
    var next: Int
    /// The columns of the text after `next`.
    var columns = 0
  }

  private static let blank: UInt32 = 0x20

  private let columns: Int
  private let limit: Int
  /// The complete lines, in bytes of the text.
  private(set) var lines: [Range<Int>] = []

  /// The start of the line, in bytes.
  private var start = 0
  /// The columns of the line.
  private var used = 0
  /// The last possible line break.
  private var place: Break?
  private var previous = Glyph(Self.blank, 1)
  private var isAfterFlag = false

  init(columns: Int, limit: Int) {
    self.columns = columns
    self.limit = limit
  }

  /// Adds the lines of a part of the text without line ends.
  mutating func wrap(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    (start, used, place) = (range.lowerBound, 0, nil)
    previous = Glyph(Self.blank, 1)
    isAfterFlag = false
    var reader = GlyphReader(UnsafeBufferPointer(rebasing: bytes[range]))
    while lines.count < limit, let glyph = reader.next() {
      // A glyph that joins the previous one is already in the line.
      guard glyph.columns > 0 else { continue }
      add(glyph, at: range.lowerBound + reader.start)
    }
    endLine(at: previous.scalar == Self.blank ? place?.end ?? start : range.upperBound)
  }

  private mutating func add(_ glyph: Glyph, at position: Int) {
    let width = Int(glyph.columns)
    if glyph.scalar == Self.blank {
      let end = previous.scalar == Self.blank ? place?.end : position
      place = end.map { Break(end: $0, next: position + 1) }
    } else {
      if glyph.columns + glyph.tail == 2 || previous.columns == 2 || isAfterFlag,
        previous.tail == 0, previous.scalar != Self.blank
      {
        place = Break(end: position, next: position)
      }
      let needed = width + Int(glyph.tail)
      if used + needed > columns { breakLine(before: position, width: needed) }
      place?.columns += width
    }
    used += width
    isAfterFlag = previous.tail > 0
    previous = glyph
  }

  /// Breaks the line before a glyph that does not fit.
  private mutating func breakLine(before position: Int, width: Int) {
    if let place {
      endLine(at: place.end)
      (start, used) = (place.next, place.columns)
      self.place = nil
    }
    guard used + width > columns, used > 0 else { return }
    // If there are only blanks, the line has an indentation that leaves no room.
    if previous.scalar != Self.blank { endLine(at: position) }
    (start, used) = (position, 0)
  }

  private mutating func endLine(at end: Int) {
    guard lines.count < limit else { return }
    lines.append(start..<max(start, end))
  }
}
