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
