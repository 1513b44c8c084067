extension TextStyle {
  /// Returns the look on a terminal with few colors: attributes replace grays and pale colors.
  ///
  /// With 8 or 16 colors they would become black or white, and be invisible on a background of that
  /// color.
  func reduced(to colorCount: Int) -> TextStyle {
    var look = self
    // Two colors that become the same one.
    let isUnreadable =
      foreground != background
      && foreground?.index(of: colorCount) == background?.index(of: colorCount)
    if let background, isUnreadable || background.isLost(among: colorCount) {
      look.background = nil
      look.foreground = nil
      look.attributes.insert(foreground == nil ? .underline : .reverse)
    } else if background == nil, let foreground, foreground.isGray {
      look.foreground = nil
      if foreground.isMiddleGray { look.attributes.insert(.dim) }
    }
    return look
  }
}

extension Color {
  /// A Boolean value that indicates whether the color is between black and white, without a
  /// distinct hue.
  fileprivate var isGray: Bool {
    guard let parts = mixedParts, !Self.isColorful(parts) else { return false }
    return parts != (0, 0, 0) && parts != (255, 255, 255)
  }

  /// A Boolean value that indicates whether a gray is neither near black nor near white.
  fileprivate var isMiddleGray: Bool { (40..<190).contains(mixedParts?.1 ?? 0) }

  /// Returns whether a background becomes black, white or gray with a number of colors, or, as it
  /// is almost black, a color that is much brighter.
  fileprivate func isLost(among colorCount: Int) -> Bool {
    guard let (red, green, blue) = mixedParts else { return false }
    return max(red, green, blue) < 72 || [0, 7, 8, 15].contains(index(of: colorCount))
  }

  /// The components of the color; nil for the terminal's own colors.
  private var mixedParts: (UInt8, UInt8, UInt8)? {
    switch self {
    case .palette(let index): index < 16 ? nil : Self.components(ofPaletteIndex: index)
    case .rgb(let red, let green, let blue): (red, green, blue)
    }
  }

  /// Returns whether a color has a distinct hue.
  static func isColorful(_ color: (UInt8, UInt8, UInt8)) -> Bool {
    let parts = [color.0, color.1, color.2]
    return (parts.max() ?? 0) - (parts.min() ?? 0) >= 48
  }
}
