/// A writer of a text into the cells of a row.
struct TextSpan {
  static let ellipsis: UInt32 = 0x2026

  private let buffer: FrameBuffer
  private let cells: UnsafeMutableBufferPointer<ScreenCell>
  /// The columns of the frame that may be drawn on.
  private let clip: Range<Int>
  /// The column of the frame in which the text starts, which may be outside of the clip.
  private let start: Int
  /// The style of the text, and the one with the look that the text has selected.
  private let own: UInt16
  private var style: UInt16
  /// The columns used so far.
  private var used = 0
  /// The column of the last glyph, which marks join; nil if it is not entirely in the clip.
  private var last: Int?

  init(buffer: FrameBuffer, row: Int, columns clip: Range<Int>, start: Int, style: UInt16) {
    self.buffer = buffer
    cells = buffer.touch(row)
    self.clip = clip
    self.start = start
    own = style
    self.style = style
  }

  /// Returns the number of columns that drawing a text would use.
  static func columns(of bytes: UnsafeBufferPointer<UInt8>, upTo limit: Int) -> Int {
    var reader = GlyphReader(bytes)
    var used = 0
    while let glyph = reader.next() {
      guard used + Int(glyph.columns + glyph.tail) <= limit else { return limit }
      used += Int(glyph.columns)
    }
    return used
  }

  /// Draws text, which is truncated with an ellipsis if it takes more columns than a limit.
  ///
  /// - Returns: The number of columns used.
  mutating func draw(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    let plain = drawPlain(bytes, limit: limit)
    if plain == bytes.count { return used }
    var look = TextStyle()
    var reader = GlyphReader(UnsafeBufferPointer(rebasing: bytes[plain...]))
    var flag = Flag()
    while drawGlyphs(&reader, &flag, limit: limit) {
      look.apply(bytes[plain + reader.start..<plain + reader.offset])
      style = buffer.styles.number(own, overlaidWith: look)
    }
    return used
  }

  /// Draws glyphs up to a sequence, which selects another style; returns `false` if there is none.
  ///
  /// Meanwhile the style is a constant, which makes it a fifth faster.
  @inline(__always)
  private mutating func drawGlyphs(
    _ reader: inout GlyphReader, _ flag: inout Flag, limit: Int
  ) -> Bool {
    let style = style
    while let glyph = reader.next() {
      let width = Int(glyph.columns)
      guard used + width + Int(glyph.tail) <= limit else {
        // The ellipsis replaces the second half of a flag, so the first half is removed, too.
        if flag.endsHere, used == limit { used -= 2 }
        cut(at: limit)
        return false
      }
      if width == 0 {
        if glyph == .sequence { return true }
        join(glyph.scalar, isStruck: reader.isStruck)
      } else {
        put(glyph.scalar, width: width, style, at: start + used)
        used += width
        flag = Flag(beginsHere: glyph.tail > 0, endsHere: flag.beginsHere)
      }
    }
    return false
  }

  /// The halves of a flag, of which the last glyph may be one.
  private struct Flag {
    var beginsHere = false
    var endsHere = false
  }

  /// Draws the printable ASCII at the start of a text, without reading glyphs.
  ///
  /// If other text follows, the last character is left out, as a mark may join it.
  ///
  /// - Returns: The number of bytes drawn.
  private mutating func drawPlain(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    let end = min(bytes.count, limit)
    var count = 0
    while count < end, bytes[count] &- 0x20 < 0x5F { count &+= 1 }
    if count < bytes.count { count = max(0, count - 1) }
    used = count
    let visible = (start..<start + count).clamped(to: clip)
    guard !visible.isEmpty else { return count }
    cells.mendHalves(around: visible)
    for column in visible {
      cells[column] = ScreenCell(glyph: UInt32(bytes[column - start]), style: style, overlay: 0)
    }
    return count
  }

  @inline(__always)
  private mutating func put(_ scalar: UInt32, width: Int, _ style: UInt16, at column: Int) {
    last = nil
    let visible = column..<column + width
    guard visible.overlaps(clip) else { return }
    cells.mendHalves(around: visible.clamped(to: clip))
    guard visible.lowerBound >= clip.lowerBound, visible.upperBound <= clip.upperBound else {
      // Half of a wide glyph at an edge of the clip is displayed as a blank.
      let half = visible.clamped(to: clip).lowerBound
      cells[half] = ScreenCell(glyph: ScreenCell.blank.glyph, style: style, overlay: 0)
      return
    }
    last = column
    cells[column] = ScreenCell(glyph: scalar, style: style, overlay: 0)
    guard width == 2 else { return }
    cells[column + 1] = ScreenCell(glyph: ScreenCell.continuation, style: style, overlay: 0)
  }

  /// Joins a scalar to the last glyph; rare, so that it is not in the loop over glyphs.
  @inline(never)
  private func join(_ scalar: UInt32, isStruck: Bool) {
    if isStruck { return strike(scalar) }
    guard let last else { return }
    cells[last].glyph = buffer.glyph(cells[last].glyph, joinedBy: scalar)
  }

  /// Makes the last glyph bold, or underlines it if one of both is an underscore.
  private func strike(_ scalar: UInt32) {
    guard let last else { return }
    let underscore = UInt32(UInt8(ascii: "_"))
    let isUnderlined = (cells[last].glyph == underscore) != (scalar == underscore)
    if isUnderlined, scalar != underscore { cells[last].glyph = scalar }
    let number = buffer.styles.number(
      cells[last].style, overlaidWith: TextStyle(attributes: isUnderlined ? .underline : .bold))
    cells[last].style = number
    if last + 1 < cells.count, cells[last + 1].isContinuation { cells[last + 1].style = number }
  }

  /// Writes the ellipsis into the last column, and blanks the columns before it that are not used.
  private mutating func cut(at limit: Int) {
    if used < limit - 1 { put(ScreenCell.blank.glyph, width: 1, own, at: start + used) }
    put(Self.ellipsis, width: 1, own, at: start + limit - 1)
    used = limit
  }
}
