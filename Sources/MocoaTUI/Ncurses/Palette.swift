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
  }

  /// How many colours the terminal has; 0 where it has none or the user wants none.
  let colorCount: Int

  private var entries: [UInt32: Entry] = [:]
  private var theme: Theme?
  private weak var styles: StyleTable?

  init(colorCount: Int) {
    self.colorCount = colorCount
  }

  /// Forgets what was worked out for another theme, or by the numbers of another table.
  ///
  /// - Returns: whether anything was forgotten.
  mutating func use(_ theme: Theme, _ styles: StyleTable) -> Bool {
    guard theme != self.theme || styles !== self.styles else { return false }
    self.theme = theme
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
    guard let theme else { return Entry(attributes: 0, pair: 0) }
    var look = theme[table.styles[Int(style)]]
    if overlay != 0 {
      let over = theme[table.styles[Int(overlay)]]
      look = look.overlaid(with: over)
      // Without colours an overlay that is colour alone would not show.
      if colorCount == 0 && over.attributes.isEmpty { look.attributes.insert(.reverse) }
    }
    return Entry(attributes: Self.attributes(of: look), pair: pair(of: look))
  }

  private func pair(of look: Look) -> Int32 {
    guard colorCount > 0, look.foreground != nil || look.background != nil else { return 0 }
    let foreground = look.foreground.map { $0.index(of: colorCount) } ?? -1
    let background = look.background.map { $0.index(of: colorCount) } ?? -1
    // Where no more pairs can be had, the text shows in the terminal's own colours.
    return max(0, cn_color_pair(foreground, background))
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
