/// A color of text or background.
public enum Color: Hashable, Sendable, Codable {
  /// One of the terminal's own colors: 0–7 normal, 8–15 bright, 16–255 the 256-color palette.
  case palette(UInt8)
  /// A color by its components; on terminals without true color, the nearest one of the palette.
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

/// Text attributes other than color.
public struct TextAttributes: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = TextAttributes(rawValue: 1)
  public static let dim = TextAttributes(rawValue: 2)
  public static let italic = TextAttributes(rawValue: 4)
  public static let underline = TextAttributes(rawValue: 8)
  public static let reverse = TextAttributes(rawValue: 16)
  /// A line through the text.
  ///
  /// ncurses has no attribute for it. It is drawn on terminals with true color or `smxx` in their
  /// entry of terminfo, such as `xterm-256color`, and in a part of the screen; others, such as the
  /// console of Linux, show plain text.
  public static let strikethrough = TextAttributes(rawValue: 32)
}

/// The look of a style: colors, where they differ from the terminal's own, and attributes.
///
/// It has no address of a link, as a cell of ncurses has no room for one: of links in text (OSC 8),
/// only the text is drawn; see `Documentation/Decisions/no-links-in-cells.md`.
public struct TextStyle: Hashable, Sendable, Codable {
  /// The color of the text; nil means the terminal's own, or that of the look below.
  public var foreground: Color?
  /// The color of the background; nil means the terminal's own, or that of the look below.
  public var background: Color?
  /// The attributes, added to those of the look below.
  public var attributes: TextAttributes

  /// Creates a look; omitted parts are the terminal's own.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  var hasBackground: Bool { background != nil || attributes.contains(.reverse) }

  /// Returns the look with another one laid over it.
  ///
  /// An overlay with both colors replaces this look, so that everything below it looks the same.
  func overlaid(with overlay: TextStyle) -> TextStyle {
    if overlay.foreground != nil && overlay.background != nil { return overlay }
    return TextStyle(
      foreground: overlay.foreground ?? foreground,
      background: overlay.background ?? background,
      attributes: attributes.union(overlay.attributes))
  }
}

/// The former name of ``TextStyle``.
@available(*, deprecated, renamed: "TextStyle") public typealias Look = TextStyle
