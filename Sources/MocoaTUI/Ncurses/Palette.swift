internal import CNcurses

/// Styles as ncurses represents them: attributes and a color pair.
///
/// Results are cached by the numbers of a style and its overlay, so that a cell costs two loads.
struct Palette {
  struct Entry {
    var attributes: UInt32
    /// The number of the color pair, never negative; 0 is the terminal's default.
    var pair: Int32
    /// The visible part of a blank: entries with equal values show the same blank.
    var blank: Blank
  }

  /// The part of a style that is visible without text.
  struct Blank: Equatable {
    var ground: Int32
    var attributes: UInt32
    /// The color of the text, if the attributes make it visible.
    var foreground: Int32
  }

  /// The number of colors of the terminal; 0 if it has none or the user disabled them.
  let colorCount: Int

  /// The numbers of the color pairs created so far.
  ///
  /// They never change, because redefining a pair would change the colors of displayed text.
  private var pairs: [SIMD2<Int32>: Int32] = [SIMD2(-1, -1): 0]

  private var entries: [UInt32: Entry] = [:]
  /// The theme as the terminal can show it.
  private var shownTheme: Theme?
  private var styles: StyleTable?

  /// A Boolean value that indicates whether text can be struck through, which is the attribute
  /// `A_PROTECT` in the embedded terminfo entry.
  private let hasStrikethrough: Bool

  init(colorCount: Int, hasStrikethrough: Bool) {
    self.colorCount = colorCount
    self.hasStrikethrough = hasStrikethrough
  }

  /// Discards what was computed for another theme.
  mutating func use(_ theme: Theme) {
    shownTheme = colorCount == 0 ? theme.withoutColors : theme
    entries.removeAll(keepingCapacity: true)
  }

  /// Discards what was computed for another style table.
  mutating func use(_ theme: Theme, _ styles: StyleTable) {
    guard styles !== self.styles || shownTheme == nil else { return }
    self.styles = styles
    use(theme)
  }

  /// The attributes and the pair of blank cells, whose style has the number 0.
  var body: Entry {
    mutating get { entry(style: 0, overlay: 0, in: styles ?? StyleTable()) }
  }

  /// The attributes and the pair of a cell.
  mutating func entry(style: UInt16, overlay: UInt16, in table: StyleTable) -> Entry {
    let key = UInt32(style) << 16 | UInt32(overlay)
    if let entry = entries[key] { return entry }
    let made = makeEntry(style: style, overlay: overlay, in: table)
    entries[key] = made
    return made
  }

  private mutating func makeEntry(style: UInt16, overlay: UInt16, in table: StyleTable) -> Entry {
    let look =
      shownTheme?.look(style: style, overlay: overlay, in: table, colorCount: colorCount)
      ?? TextStyle()
    let foreground = index(of: look.foreground)
    let background = index(of: look.background)
    let attributes = attributes(of: look)
    let visible = attributes & (CN_UNDERLINE | CN_REVERSE | CN_PROTECT)
    return Entry(
      attributes: attributes, pair: pair(foreground, background),
      blank: Blank(
        ground: background, attributes: visible, foreground: visible == 0 ? -1 : foreground))
  }

  /// The number of a color pair; if no more pairs can be created, that of the background with the
  /// default text color, else 0.
  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    let colors = SIMD2(foreground, background)
    if let pair = pairs[colors] { return pair }
    let number = Int32(clamping: pairs.count)
    guard init_extended_pair(number, foreground, background) == OK else {
      return pairs[SIMD2(-1, background)] ?? 0
    }
    pairs[colors] = number
    return number
  }

  /// The number of a color on this terminal; -1 for the terminal's default.
  private func index(of color: Color?) -> Int32 {
    guard colorCount > 0, let color else { return -1 }
    return color.index(of: colorCount)
  }

  private func attributes(of look: TextStyle) -> UInt32 {
    let bits: [(TextAttributes, UInt32)] = [
      (.bold, CN_BOLD), (.dim, CN_DIM), (.italic, CN_ITALIC), (.underline, CN_UNDERLINE),
      (.reverse, CN_REVERSE), (.strikethrough, hasStrikethrough ? CN_PROTECT : 0),
    ]
    return bits.reduce(0) { look.attributes.contains($1.0) ? $0 | $1.1 : $0 }
  }
}
