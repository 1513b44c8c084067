/// A colour of a character's text or background.
public enum Color: Hashable, Sendable, Codable {
  /// One of the terminal's own colours: 0–7 normal, 8–15 bright, 16–255 the 256-colour palette.
  case palette(UInt8)
  /// A colour by its parts; the nearest one of the palette where the terminal has no true colour.
  case rgb(UInt8, UInt8, UInt8)

  public static let black = Color.palette(0)
  public static let red = Color.palette(1)
  public static let green = Color.palette(2)
  public static let yellow = Color.palette(3)
  public static let blue = Color.palette(4)
  public static let magenta = Color.palette(5)
  public static let cyan = Color.palette(6)
  public static let white = Color.palette(7)
  public static let gray = Color.palette(8)
}

/// How text is set apart besides its colour.
public struct TextAttributes: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = TextAttributes(rawValue: 1)
  public static let dim = TextAttributes(rawValue: 2)
  public static let italic = TextAttributes(rawValue: 4)
  public static let underline = TextAttributes(rawValue: 8)
  public static let reverse = TextAttributes(rawValue: 16)
}

/// What a style looks like: colours, where they differ from the terminal's own, and attributes.
public struct Look: Hashable, Sendable, Codable {
  /// The colour of the text; nil is the terminal's own, or what lies below.
  public var foreground: Color?
  /// The colour of the background; nil is the terminal's own, or what lies below.
  public var background: Color?
  /// The attributes, added to what lies below.
  public var attributes: TextAttributes

  /// Makes a look; what is not named stays as the terminal has it.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Whether the look has a background of its own.
  var hasBackground: Bool { background != nil || attributes.contains(.reverse) }

  /// The look of text in this look when another one is laid over it.
  ///
  /// One that has both colours replaces this look, so that all that it lies over looks the same.
  public func overlaid(with overlay: Look) -> Look {
    if overlay.foreground != nil && overlay.background != nil { return overlay }
    return Look(
      foreground: overlay.foreground ?? foreground,
      background: overlay.background ?? background,
      attributes: attributes.union(overlay.attributes))
  }
}
