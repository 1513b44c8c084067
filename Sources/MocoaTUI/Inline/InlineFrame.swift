/// Generates the text that updates rows of a screen from one frame to another.
struct InlineFrame {
  /// The number of colors of the terminal; 0 if it has none or the user disabled them.
  let colorCount: Int

  private var sequences: [UInt32: String] = [:]
  private var theme: Theme?
  /// The theme as the terminal can show it.
  private var shownTheme: Theme?
  private weak var styles: StyleTable?

  init(colorCount: Int) { self.colorCount = colorCount }

  /// Discards what was computed for another theme or style table.
  ///
  /// - Returns: `true` if anything was discarded.
  mutating func use(_ theme: Theme, _ styles: StyleTable) -> Bool {
    guard theme != self.theme || styles !== self.styles else { return false }
    self.theme = theme
    shownTheme = colorCount == 0 ? theme.withoutColors : theme
    self.styles = styles
    sequences.removeAll(keepingCapacity: true)
    return true
  }

  /// Returns the text of a row, from the first column on.
  ///
  /// Terminals differ in the width of some glyphs: after any that is not ASCII the column is set
  /// again.
  mutating func text(ofRow row: Int, in frame: FrameBuffer) -> String {
    let cells = frame.row(row)
    var end = cells.count
    while end > 0, cells[end - 1] == .blank { end -= 1 }
    var text = ""
    var current: UInt32?
    var isPlaced = true
    for (column, cell) in cells[..<end].enumerated() where !cell.isContinuation {
      let key = UInt32(cell.style) << 16 | UInt32(cell.overlay)
      if key != current {
        text += sequence(for: cell, key, frame.styles)
        current = key
      }
      if !isPlaced { text += "\u{1B}[\(column + 1)G" }
      isPlaced = cell.glyph < 0x7F
      let cluster = frame.cluster(of: cell.glyph)
      for index in 0..<cluster.count {
        text.unicodeScalars.append(Unicode.Scalar(cluster.scalars[index]) ?? "\u{FFFD}")
      }
    }
    guard end < cells.count else { return text + "\u{1B}[m" }
    return text + "\u{1B}[m" + (isPlaced ? "" : "\u{1B}[\(end + 1)G") + "\u{1B}[K"
  }

  private mutating func sequence(
    for cell: ScreenCell, _ key: UInt32, _ table: StyleTable
  ) -> String {
    if let sequence = sequences[key] { return sequence }
    var look =
      shownTheme?.look(
        style: cell.style, overlay: cell.overlay, in: table, colorCount: colorCount) ?? TextStyle()
    look.foreground = color(look.foreground)
    look.background = color(look.background)
    let sequence = look.sequence
    sequences[key] = sequence
    return sequence
  }

  private func color(_ color: Color?) -> Color? {
    guard colorCount > 0, let color else { return nil }
    if colorCount > 256 { return color }
    return .palette(UInt8(clamping: color.index(of: colorCount)))
  }
}
