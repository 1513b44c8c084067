extension TextWidth {
  /// Returns the text without characters that a terminal would execute.
  ///
  /// Control characters become visible symbols (a tab becomes a space), and directional marks are
  /// removed, since they could make a line read as another. All else is unchanged, including
  /// joiners and unknown characters: this is for lines of output, window titles, and the clipboard.
  /// Sequences that select colors are symbols and letters, too.
  ///
  /// - Complexity: O(text). A text of plain ASCII is returned as it is.
  public static func sanitized(_ text: String) -> String {
    guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard !isHarmless(scalar) else {
        result.append(scalar)
        continue
      }
      guard !isDirectional(scalar.value) else { continue }
      result.append(Unicode.Scalar(Glyph.symbol(forControl: scalar.value)) ?? "\u{FFFD}")
    }
    return String(result)
  }

  /// Returns a text of one line with blanks in place of tabs, up to the next multiple of eight
  /// columns.
  ///
  /// Sequences that select colors have no width.
  ///
  /// - Complexity: O(text); a text without tabs is returned as it is.
  package static func expandingTabs(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
    var (result, blanks) = ("", 0)
    for part in text.split(separator: "\t", omittingEmptySubsequences: false) {
      result += String(repeating: " ", count: blanks)
      result += part
      // Each part begins at a multiple of eight columns.
      blanks = 8 - columns(of: String(GraphicRendition.removed(from: part))) % 8
    }
    return result
  }

  /// Returns the columns of valid UTF-8 in one row if it is displayed as it is: without characters
  /// that a terminal would execute, and without sequences that select colors; nil for another text.
  ///
  /// - Complexity: O(text), eight bytes at a time for ASCII. Does not allocate.
  package static func columns(ofPlain utf8: UnsafeRawBufferPointer) -> Int? {
    var offset = 0
    var isASCII = true
    while offset + 8 <= utf8.count {
      let word = utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let low = (word &- 0x2020_2020_2020_2020) & ~word
      let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let controls = low | (delete &- 0x0101_0101_0101_0101) & ~delete
      if controls & 0x8080_8080_8080_8080 != 0 { return nil }
      if word & 0x8080_8080_8080_8080 != 0 { isASCII = false }
      offset += 8
    }
    for byte in utf8[offset...] {
      if byte < 0x20 || byte == 0x7F { return nil }
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return utf8.count }
    guard hasNoControls(utf8) else { return nil }
    var reader = GlyphReader(utf8.assumingMemoryBound(to: UInt8.self))
    var columns = 0
    while let glyph = reader.next() { columns &+= Int(glyph.columns) }
    return columns
  }

  /// Returns the length in bytes of the longest prefix of such a text that fits in some columns.
  package static func length(ofPlain utf8: UnsafeRawBufferPointer, fitting columns: Int) -> Int {
    prefixLength(of: utf8.assumingMemoryBound(to: UInt8.self), fitting: columns)
  }

  /// Returns whether no scalar beyond ASCII is a control character.
  private static func hasNoControls(_ utf8: UnsafeRawBufferPointer) -> Bool {
    for (index, byte) in utf8.enumerated() where [0xC2, 0xD8, 0xE2].contains(byte) {
      let next = utf8[index + 1]
      switch byte {
      case 0xC2: if next < 0xA0 { return false }
      case 0xD8: if next == 0x9C { return false }
      default:
        guard next == 0x80 || next == 0x81 else { continue }
        let scalar = UInt32(0x2000) + UInt32(next & 1) << 6 + UInt32(utf8[index + 2] & 0x3F)
        if scalar == 0x2028 || scalar == 0x2029 || isDirectional(scalar) { return false }
      }
    }
    return true
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0x00..<0xA0, 0x2028, 0x2029: false
    case let value: !isDirectional(value)
    }
  }

  /// Returns whether it is a control of the bidirectional algorithm (UAX #9, 2).
  private static func isDirectional(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
