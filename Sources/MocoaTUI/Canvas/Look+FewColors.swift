extension Look {
  /// The look on a terminal of 8 or 16 colours, which has next to no greys and no pale colours:
  /// attributes stand for them.
  ///
  /// They would become black or white there, and be invisible on a background of that colour.
  func reduced(to colorCount: Int) -> Look {
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
  /// A Boolean value that indicates whether it is one of the greys between black and white.
  fileprivate var isGray: Bool {
    guard let (red, green, blue) = mixedParts else { return false }
    return red == green && green == blue && red > 0 && red < 255
  }

  /// Indicates whether it is a grey that is neither near to black nor to white.
  fileprivate var isMiddleGray: Bool {
    guard let (red, _, _) = mixedParts else { return false }
    return (40..<190).contains(red)
  }

  /// Returns whether it becomes black, white or grey among so many colours.
  fileprivate func isLost(among colorCount: Int) -> Bool {
    mixedParts != nil && [0, 7, 8, 15].contains(index(of: colorCount))
  }

  /// The parts of a colour; nil for what the terminal itself calls by a name, such as its grey.
  private var mixedParts: (UInt8, UInt8, UInt8)? {
    switch self {
    case .palette(let index): index < 16 ? nil : Self.components(ofPaletteIndex: index)
    case .rgb(let red, let green, let blue): (red, green, blue)
    }
  }

  /// Returns whether the colour has a hue.
  static func isColorful(_ color: (UInt8, UInt8, UInt8)) -> Bool {
    let parts = [color.0, color.1, color.2]
    return (parts.max() ?? 0) - (parts.min() ?? 0) >= 48
  }
}
