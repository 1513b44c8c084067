extension TextStyle {
  /// Returns the look on a terminal with few colors: attributes replace grays and pale colors.
  ///
  /// With 8 or 16 colors they would become black or white, and be invisible on a background of that
  /// color.
  func reduced(to colorCount: Int) -> TextStyle {
    var look = self
    if let background, background.isLost(among: colorCount) {
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
  /// A Boolean value that indicates whether the color is a gray between black and white.
  fileprivate var isGray: Bool {
    guard let (red, green, blue) = mixedParts else { return false }
    return red == green && green == blue && red > 0 && red < 255
  }

  /// A Boolean value that indicates whether a gray is neither near black nor near white.
  fileprivate var isMiddleGray: Bool {
    guard let (red, _, _) = mixedParts else { return false }
    return (40..<190).contains(red)
  }

  /// Returns whether the color becomes black, white or gray with a number of colors.
  fileprivate func isLost(among colorCount: Int) -> Bool {
    mixedParts != nil && [0, 7, 8, 15].contains(index(of: colorCount))
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
