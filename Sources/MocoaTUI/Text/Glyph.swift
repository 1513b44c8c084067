/// One thing to draw: a scalar value that is safe to send to a terminal, and the columns it takes.
package struct Glyph: Equatable, Sendable {
  /// What to draw, which is never a control character.
  package let scalar: UInt32

  /// 1 or 2; or 0 for a mark that joins the glyph before it.
  package let columns: UInt8

  /// The columns of what follows and must not be parted from it: 1 in the first half of a flag.
  let tail: UInt8

  @inline(__always)
  init(_ scalar: UInt32, _ columns: UInt8, tail: UInt8 = 0) {
    self.scalar = scalar
    self.columns = columns
    self.tail = tail
  }

  /// What stands for bytes that are not UTF-8 and for characters that cannot be drawn.
  static let replacement: UInt32 = 0xFFFD

  /// What stands for a character of the interface where only ASCII can be shown; `?` for others.
  static func asciiSubstitute(for scalar: UInt32) -> UInt32 {
    let substitutes: [Unicode.Scalar: Unicode.Scalar] = [
      "│": "|", "─": "-", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
      "┴": "+", "┼": "+", "…": "~", "×": "x", "▲": "^", "▼": "v", "✓": "*", "↑": "^", "↓": "v",
      "→": ">", "←": "<", "·": ".", "•": "*", "█": "#", "▌": "#", "░": ":", "–": "-", "—": "-",
      "▸": ">", "▾": "v",
    ]
    return (Unicode.Scalar(scalar).flatMap { substitutes[$0] } ?? "?").value
  }

  /// The visible symbol for a control character, which a terminal would obey.
  ///
  /// A tab is one blank; there are no tab stops inside a cell.
  @inline(__always)
  static func symbol(forControl scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x09: 0x20
    case 0x00..<0x20: 0x2400 + scalar
    case 0x7F: 0x2421
    default: replacement
    }
  }
}
