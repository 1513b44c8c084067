internal import CNcurses

/// Looks as ncurses has them: attributes and a colour pair.
///
/// Answers are kept by the numbers of a style and of what is laid over it, so that a cell costs two
/// loads.
struct Palette {
  struct Entry {
    var attributes: UInt32
    /// The number of the pair of colours, never negative; 0 is the terminal's own.
    var pair: Int32
    /// What a blank shows of it: entries for which this is the same show the same blank.
    var blank: Blank
  }

  /// What of a look is seen where there is no text.
  struct Blank: Equatable {
    var ground: Int32
    var attributes: UInt32
    /// The colour of the text, where the attributes let it be seen.
    var foreground: Int32
  }

  /// How many colours the terminal has; 0 where it has none or the user wants none.
  let colorCount: Int

  private var entries: [UInt32: Entry] = [:]
  private var theme: Theme?
  /// The theme as the terminal can show it.
  private var shownTheme: Theme?
  private var styles: StyleTable?

  init(colorCount: Int) {
    self.colorCount = colorCount
  }

  /// Forgets what was worked out for another theme, or by the numbers of another table.
  ///
  /// - Returns: whether anything was forgotten.
  mutating func use(_ theme: Theme, _ styles: StyleTable) -> Bool {
    guard theme != self.theme || styles !== self.styles else { return false }
    self.theme = theme
    shownTheme = colorCount == 0 ? theme.withoutColors : theme
    self.styles = styles
    entries.removeAll(keepingCapacity: true)
    return true
  }

  /// The attributes and the pair of a cell.
  mutating func entry(style: UInt16, overlay: UInt16, in table: StyleTable) -> Entry {
    let key = UInt32(style) << 16 | UInt32(overlay)
    if let entry = entries[key] { return entry }
    let made = makeEntry(style: style, overlay: overlay, in: table)
    entries[key] = made
    return made
  }

  private func makeEntry(style: UInt16, overlay: UInt16, in table: StyleTable) -> Entry {
    let look =
      shownTheme?.look(style: style, overlay: overlay, in: table, colorCount: colorCount) ?? Look()
    let foreground = index(of: look.foreground)
    let background = index(of: look.background)
    let hasColors = foreground >= 0 || background >= 0
    let attributes = Self.attributes(of: look)
    let visible = attributes & (CN_UNDERLINE | CN_REVERSE)
    // Where no more pairs can be had, the text shows in the terminal's own colours.
    let pair = hasColors ? max(0, cn_color_pair(foreground, background)) : 0
    return Entry(
      attributes: attributes, pair: pair,
      blank: Blank(
        ground: background, attributes: visible, foreground: visible == 0 ? -1 : foreground))
  }

  /// The number of a colour on this terminal; -1 for the terminal's own.
  private func index(of color: Color?) -> Int32 {
    guard colorCount > 0, let color else { return -1 }
    return color.index(of: colorCount)
  }

  private static func attributes(of look: Look) -> UInt32 {
    var bits: UInt32 = 0
    if look.attributes.contains(.bold) { bits |= CN_BOLD }
    if look.attributes.contains(.dim) { bits |= CN_DIM }
    if look.attributes.contains(.italic) { bits |= CN_ITALIC }
    if look.attributes.contains(.underline) { bits |= CN_UNDERLINE }
    if look.attributes.contains(.reverse) { bits |= CN_REVERSE }
    return bits
  }
}
