import MocoaCore

/// Reads UTF-8 as a terminal displays it, a glyph at a time.
///
/// This is the only place that determines the width of text; measuring, truncating and drawing all
/// use it and so agree. It relies on what all terminals agree on: a scalar has the width of
/// Unicode's data, a mark joins the previous character (at most four, as in a cell of ncurses), and
/// of a sequence of emoji that some terminals draw as one and some as several, only the first is
/// drawn. No glyph is a control character.
///
/// A sequence that selects colors is a glyph that takes no columns, and a character that is struck
/// over another one joins it as a mark does (``GraphicRendition``).
///
/// It allocates nothing. The bytes must outlive it.
struct GlyphReader {
  /// The maximum number of marks on one character.
  static let markLimit: UInt8 = 4

  /// The state of an emoji sequence, which following characters may continue.
  private enum Emoji {
    case none
    /// A pictograph, which a skin tone may follow.
    case pictograph
    /// A pictograph and a joiner, which another pictograph may follow.
    case joined
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var emoji = Emoji.none
  private var marks = Self.markLimit  // Nothing to join at the start.
  /// A Boolean value that indicates whether the last glyph was the first half of a flag.
  private var isInFlag = false

  /// The number of bytes read.
  private(set) var offset = 0

  /// The start of the last glyph's scalar, in bytes.
  ///
  /// Text may be truncated there: invisible characters stay with the previous glyph.
  private(set) var start = 0

  /// A Boolean value that indicates whether the last glyph is struck over the one in front of it.
  var isStruck: Bool { bytes[start] == GraphicRendition.backspace }

  /// Creates a reader at the start of UTF-8; invalid bytes read as U+FFFD.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the next glyph, or nil at the end.
  @inline(__always)
  mutating func next() -> Glyph? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    guard byte &- 0x20 < 0x5F else { return nextBeyondASCII() }
    start = offset
    offset &+= 1
    marks = 0
    emoji = .none
    return Glyph(UInt32(byte), 1)
  }

  /// Returns the next glyph of any kind.
  private mutating func nextBeyondASCII() -> Glyph? {
    while offset < bytes.count {
      let previous = start
      start = offset
      let scalar = readScalar()
      switch CharacterClass(of: scalar) {
      case .narrow:
        guard Self.regionalIndicators.contains(scalar) else { return base(scalar, 1) }
        // A flag is two of them; its halves are cells of their own.
        isInFlag = !isInFlag && isBeforeRegionalIndicator
        return base(scalar, 1, tail: isInFlag ? 1 : 0)
      case .wide: return base(scalar, 2)
      case .replaced:
        if scalar < 0x20, let glyph = rendition(after: previous) { return glyph }
        return base(Glyph.symbol(forControl: scalar), 1)
      case .narrowPictograph:
        if let glyph = pictograph(scalar, 1) { return glyph }
      case .widePictograph:
        if let glyph = pictograph(scalar, 2) { return glyph }
      case .modifier:
        if emoji != .pictograph { return base(scalar, 2) }
      case .joining:
        guard marks < Self.markLimit else { continue }
        marks += 1
        return Glyph(scalar, 0)
      case .invisible:
        if scalar == 0x200D, emoji == .pictograph { emoji = .joined }
      }
    }
    return nil
  }

  private mutating func base(_ scalar: UInt32, _ columns: UInt8, tail: UInt8 = 0) -> Glyph {
    marks = 0
    emoji = .none
    return Glyph(scalar, columns, tail: tail)
  }

  /// Returns the sequence that a control character begins, or the glyph behind it that is struck
  /// over the one at an offset; nil if it is another control character.
  @inline(never)
  private mutating func rendition(after previous: Int) -> Glyph? {
    let text = UnsafeRawBufferPointer(bytes)
    switch bytes[start] {
    case GraphicRendition.escape:
      guard let end = GraphicRendition.endOfSequence(at: offset, in: text) else { return nil }
      offset = end
      return .sequence
    case GraphicRendition.backspace:
      let first = bytes[previous] == GraphicRendition.backspace ? previous + 1 : previous
      let struck = GraphicRendition.overstrike(at: start, over: first, in: text)
      guard let (kind, end) = struck else { return nil }
      var ahead = self
      let scalar = ahead.readScalar()
      guard kind != .overUnderscore || CharacterClass(of: scalar) == .narrow else { return nil }
      offset = end
      return Glyph(scalar, 0)
    default: return nil
    }
  }

  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// A Boolean value that indicates whether a regional indicator comes next.
  private var isBeforeRegionalIndicator: Bool {
    var ahead = self
    return offset < bytes.count && Self.regionalIndicators.contains(ahead.readScalar())
  }

  /// Returns a pictograph, unless a joiner makes it part of the previous one.
  private mutating func pictograph(_ scalar: UInt32, _ columns: UInt8) -> Glyph? {
    let isPart = emoji == .joined
    emoji = .pictograph
    guard !isPart else { return nil }
    marks = 0
    return Glyph(scalar, columns)
  }

  /// Decodes a scalar of at least one byte.
  ///
  /// Invalid bytes are U+FFFD, once for each "maximal subpart" (Unicode Standard, 3.9), as in
  /// Swift's own decoding.
  private mutating func readScalar() -> UInt32 {
    let first = bytes[offset]
    offset &+= 1
    guard first >= 0x80 else { return UInt32(first) }
    var value: UInt32
    var remaining: Int
    switch first {
    case 0xC2...0xDF: (value, remaining) = (UInt32(first & 0x1F), 1)
    case 0xE0...0xEF: (value, remaining) = (UInt32(first & 0x0F), 2)
    case 0xF0...0xF4: (value, remaining) = (UInt32(first & 0x07), 3)
    default: return Glyph.replacement
    }
    var valid = ScalarDecoder.validSecondBytes(after: first)
    while remaining > 0 {
      guard offset < bytes.count, valid.contains(bytes[offset]) else { return Glyph.replacement }
      value = value << 6 | UInt32(bytes[offset] & 0x3F)
      valid = 0x80...0xBF
      offset &+= 1
      remaining -= 1
    }
    return value
  }
}
