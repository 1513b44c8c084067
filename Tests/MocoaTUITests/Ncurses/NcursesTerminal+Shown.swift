import CNcurses

@testable import MocoaTUI

/// A cell as ncurses believes it to be on the screen.
struct ShownCell: Equatable {
  /// The text; of a wide glyph, it is in the first of its two cells.
  var text: String
  var attributes: TextAttributes
  /// The number of the color, or -1 for the terminal's own.
  var foreground: Int32
  /// The number of the background color, or -1 for the terminal's own.
  var background: Int32
}

extension NcursesTerminal {
  /// What ncurses believes to be at a place of the screen, for tests to compare with what was
  /// drawn; nil outside the screen.
  func shownCell(at point: Point) -> ShownCell? {
    var cell = cchar_t()
    guard screen != nil,
      mvwin_wch(cn_curscr(), Int32(point.row), Int32(point.column), &cell) != ERR
    else { return nil }
    var text = ""
    for scalar in [cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4] {
      guard scalar != 0, let scalar = Unicode.Scalar(UInt32(scalar)) else { break }
      text.unicodeScalars.append(scalar)
    }
    var (foreground, background): (Int32, Int32) = (-1, -1)
    if palette.colorCount > 0, cell.ext_color != 0 {
      extended_pair_content(cell.ext_color, &foreground, &background)
    }
    return ShownCell(
      text: text, attributes: TextAttributes(ncurses: UInt32(cell.attr)),
      foreground: foreground, background: background)
  }
}

extension NcursesTerminal {
  /// Where ncurses believes the cursor to be, for tests.
  var shownCursor: Point? {
    guard screen != nil else { return nil }
    return Point(column: Int(getcurx(cn_curscr())), row: Int(getcury(cn_curscr())))
  }
}

extension TextAttributes {
  fileprivate init(ncurses bits: UInt32) {
    self = []
    // As most cells have none.
    guard bits != 0 else { return }
    let table: [(UInt32, TextAttributes)] = [
      (CN_BOLD, .bold), (CN_DIM, .dim), (CN_ITALIC, .italic), (CN_UNDERLINE, .underline),
      (CN_REVERSE, .reverse), (CN_PROTECT, .strikethrough),
    ]
    for (bit, attribute) in table where bits & bit != 0 { insert(attribute) }
  }
}
