/// The colors from which the styles of a ``Theme`` are made.
///
/// Text in the rows has the terminal's own color, and the background stays that of the terminal.
///
/// ```swift
/// var palette = ThemePalette.dark
/// palette.cursor = .rgb(0x2D, 0x4F, 0x3C)
/// let forest = Theme(name: "forest", palette: palette)
/// ```
public struct ThemePalette: Hashable, Sendable {
  /// The text of the status bar and of the current row.
  public var text: Color
  /// Less important text.
  public var secondary: Color
  /// The least important text, lines and boxes.
  public var tertiary: Color
  /// Numbers.
  public var number: Color
  /// Dates, times and the names of members.
  public var date: Color
  /// `true`, `false` and `null`.
  public var keyword: Color
  /// Strings in JSON text.
  public var string: Color
  /// Links.
  public var link: Color
  /// The headers of sections.
  public var heading: Color
  /// Messages of success.
  public var success: Color
  /// Warnings and placeholders.
  public var warning: Color
  /// Errors.
  public var error: Color
  /// The text of marked rows.
  public var mark: Color
  /// The background of the status bar, and of the current row of a list without the focus.
  public var bar: Color
  /// The background of the current row.
  public var cursor: Color
  /// The background of rows that have just changed.
  public var change: Color
  /// The background of matches of a search.
  public var match: Color
  /// The text of matches of a search.
  public var matchText: Color

  /// Creates a palette from its colors in the order of the properties.
  private init(_ colors: (Int) -> Color) {
    (text, secondary, tertiary) = (colors(0), colors(1), colors(2))
    (number, date, keyword) = (colors(3), colors(4), colors(5))
    (string, link, heading) = (colors(6), colors(7), colors(8))
    (success, warning, error, mark) = (colors(9), colors(10), colors(11), colors(12))
    (bar, cursor, change) = (colors(13), colors(14), colors(15))
    (match, matchText) = (colors(16), colors(17))
  }

  /// The colors of the theme ``Theme/dark``, of the 256 colors of most terminals.
  public static let dark = Self(
    indexes: 255, 245, 240, 150, 110, 176, 180, 74, 223, 114, 179, 203, 227, 236, 24, 58, 220, 16)

  /// The colors of the theme ``Theme/light``.
  public static let light = Self(
    indexes: 16, 241, 246, 28, 25, 90, 94, 26, 88, 28, 130, 160, 88, 253, 153, 229, 220, 16)

  private init(indexes: UInt8...) { self.init { .palette(indexes[$0]) } }

  private init(_ values: [UInt32]) {
    self.init { index in
      let parts = [16, 8, 0].map { UInt8(truncatingIfNeeded: values[index] >> $0) }
      return .rgb(parts[0], parts[1], parts[2])
    }
  }

  /// The looks of the styles that have colors.
  var looks: [String: TextStyle] {
    [
      "secondary": TextStyle(foreground: secondary),
      "tertiary": TextStyle(foreground: tertiary),
      "number": TextStyle(foreground: number),
      "date": TextStyle(foreground: date),
      "keyword": TextStyle(foreground: keyword),
      "string": TextStyle(foreground: string),
      "key": TextStyle(foreground: date),
      "link": TextStyle(foreground: link),
      "section-header": TextStyle(foreground: heading, attributes: .bold),
      "column-header": TextStyle(foreground: secondary, attributes: .underline),
      "border": TextStyle(foreground: tertiary),
      "status-bar": TextStyle(foreground: text, background: bar),
      "status-bar-strong": TextStyle(foreground: text, background: bar, attributes: .bold),
      "success": TextStyle(foreground: success),
      "warning": TextStyle(foreground: warning),
      "error": TextStyle(foreground: error),
      "placeholder": TextStyle(foreground: warning),
      "cursor-row": TextStyle(foreground: text, background: cursor),
      "inactive-cursor-row": TextStyle(background: bar),
      "marked-row": TextStyle(foreground: mark, attributes: .bold),
      "marked-cursor-row": TextStyle(foreground: mark, background: cursor, attributes: .bold),
      "changed-row": TextStyle(background: change),
      "match": TextStyle(foreground: matchText, background: match),
    ]
  }
}

extension ThemePalette {
  /// Palettes after well-known ones, by the names of their themes.
  static let known: [(name: String, palette: ThemePalette)] = [
    (
      "catppuccin-latte",
      [
        0x4C4F69, 0x6C6F85, 0x8C8FA1, 0xFE640B, 0x1E66F5, 0x8839EF, 0x40A02B, 0x209FB5, 0xDF8E1D,
        0x40A02B, 0xDF8E1D, 0xD20F39, 0xD20F39, 0xCCD0DA, 0xBCC0CC, 0xF5E6BF, 0xDF8E1D, 0x11111B,
      ]
    ),
    (
      "catppuccin-mocha",
      [
        0xCDD6F4, 0xA6ADC8, 0x6C7086, 0xFAB387, 0x89B4FA, 0xCBA6F7, 0xA6E3A1, 0x74C7EC, 0xF9E2AF,
        0xA6E3A1, 0xF9E2AF, 0xF38BA8, 0xF9E2AF, 0x313244, 0x45475A, 0x4A4638, 0xF9E2AF, 0x11111B,
      ]
    ),
    (
      "dracula",
      [
        0xF8F8F2, 0xB8BBD0, 0x6272A4, 0xBD93F9, 0x8BE9FD, 0xFF79C6, 0xF1FA8C, 0x8BE9FD, 0xFFB86C,
        0x50FA7B, 0xFFB86C, 0xFF5555, 0xF1FA8C, 0x343746, 0x44475A, 0x4B4B2F, 0xF1FA8C, 0x282A36,
      ]
    ),
    (
      "gruvbox-dark",
      [
        0xEBDBB2, 0xA89984, 0x7C6F64, 0xD3869B, 0x83A598, 0xFB4934, 0xB8BB26, 0x8EC07C, 0xFABD2F,
        0xB8BB26, 0xFE8019, 0xFB4934, 0xFABD2F, 0x3C3836, 0x504945, 0x45472A, 0xFABD2F, 0x282828,
      ]
    ),
    (
      "gruvbox-light",
      [
        0x3C3836, 0x665C54, 0x928374, 0x8F3F71, 0x076678, 0x9D0006, 0x79740E, 0x427B58, 0xB57614,
        0x79740E, 0xAF3A03, 0x9D0006, 0x9D0006, 0xEBDBB2, 0xD5C4A1, 0xF2E5A0, 0xD79921, 0x282828,
      ]
    ),
    (
      "nord",
      [
        0xECEFF4, 0xA7B1C2, 0x616E88, 0xB48EAD, 0x81A1C1, 0x81A1C1, 0xA3BE8C, 0x88C0D0, 0xEBCB8B,
        0xA3BE8C, 0xEBCB8B, 0xBF616A, 0xEBCB8B, 0x3B4252, 0x434C5E, 0x4F4D38, 0xEBCB8B, 0x2E3440,
      ]
    ),
    (
      "one-dark",
      [
        0xDCDFE4, 0xABB2BF, 0x5C6370, 0xD19A66, 0x61AFEF, 0xC678DD, 0x98C379, 0x56B6C2, 0xE5C07B,
        0x98C379, 0xE5C07B, 0xE06C75, 0xE5C07B, 0x2C313C, 0x3E4452, 0x43412F, 0xE5C07B, 0x282C34,
      ]
    ),
    (
      "rose-pine",
      [
        0xE0DEF4, 0x908CAA, 0x6E6A86, 0xEBBCBA, 0x9CCFD8, 0xC4A7E7, 0xF6C177, 0xC4A7E7, 0xEBBCBA,
        0x9CCFD8, 0xF6C177, 0xEB6F92, 0xF6C177, 0x26233A, 0x403D52, 0x3F3A28, 0xF6C177, 0x191724,
      ]
    ),
    (
      "solarized-dark",
      [
        0xEEE8D5, 0x93A1A1, 0x586E75, 0xD33682, 0x268BD2, 0x859900, 0x2AA198, 0x6C71C4, 0xCB4B16,
        0x859900, 0xB58900, 0xDC322F, 0xB58900, 0x073642, 0x0F4B5C, 0x3B3A10, 0xB58900, 0x002B36,
      ]
    ),
    (
      "solarized-light",
      [
        0x073642, 0x657B83, 0x93A1A1, 0xD33682, 0x268BD2, 0x859900, 0x2AA198, 0x6C71C4, 0xCB4B16,
        0x859900, 0xB58900, 0xDC322F, 0xDC322F, 0xEEE8D5, 0xDDD6C1, 0xF2E4A9, 0xB58900, 0x002B36,
      ]
    ),
    (
      "tokyo-night",
      [
        0xC0CAF5, 0x9AA5CE, 0x565F89, 0xFF9E64, 0x7AA2F7, 0xBB9AF7, 0x9ECE6A, 0x7DCFFF, 0xE0AF68,
        0x9ECE6A, 0xE0AF68, 0xF7768E, 0xE0AF68, 0x24283B, 0x33467C, 0x3D3A2A, 0xE0AF68, 0x1A1B26,
      ]
    ),
  ].map { (name: $0, palette: ThemePalette($1)) }
}
