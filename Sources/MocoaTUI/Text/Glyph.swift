/// A glyph to draw: a scalar that is safe to send to a terminal, and its columns.
struct Glyph: Equatable, Sendable {
  /// The scalar, which is never a control character; 0 for a sequence, which is not drawn.
  let scalar: UInt32

  /// 1 or 2; or 0 for a sequence, and for what joins the previous glyph: a mark, or a character
  /// that is struck over it.
  let columns: UInt8

  /// The columns of an inseparable next glyph: 1 in the first half of a flag.
  let tail: UInt8

  @inline(__always)
  init(_ scalar: UInt32, _ columns: UInt8, tail: UInt8 = 0) {
    self.scalar = scalar
    self.columns = columns
    self.tail = tail
  }

  /// A sequence that selects how the glyphs behind it look.
  static let sequence = Glyph(0, 0)

  /// The substitute for invalid UTF-8 and for characters that cannot be drawn.
  static let replacement: UInt32 = 0xFFFD

  /// Returns the ASCII substitute for a character of the interface; `?` for others.
  static func asciiSubstitute(for scalar: UInt32) -> UInt32 {
    let substitutes: [Unicode.Scalar: Unicode.Scalar] = [
      "│": "|", "─": "-", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
      "┴": "+", "┼": "+", "…": "~", "×": "x", "▲": "^", "▼": "v", "✓": "*", "↑": "^", "↓": "v",
      "→": ">", "←": "<", "·": ".", "•": "*", "█": "#", "▌": "#", "░": ":", "–": "-", "—": "-",
      "▸": ">", "▾": "v", "▁": ".", "▂": ".", "▃": ".", "▄": "#", "▅": "#", "▆": "#", "▇": "#",
      "▀": "#", "▔": "'", "▏": ".", "▎": ".", "▍": ".", "▋": "#", "▊": "#", "▉": "#",
    ]
    // The dots of lines in charts.
    if scalar == 0x2800 { return 0x20 }
    if 0x2801...0x28FF ~= scalar { return 0x2A }
    return (Unicode.Scalar(scalar).flatMap { substitutes[$0] } ?? "?").value
  }

  /// Returns the visible symbol for a control character, which a terminal would execute.
  ///
  /// A tab is one space; there are no tab stops inside a cell.
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
