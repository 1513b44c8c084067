internal import CNcurses
import Glibc

extension NcursesTerminal {
  public func present(_ frame: FrameBuffer, theme: Theme, cursor: Point?) {
    guard screen != nil, !isSuspended, let device, !size.isEmpty, frame.size == size else {
      return
    }
    // Styles and clusters have other numbers in another frame.
    if palette.use(theme, frame.styles) || frame !== drawnOn { shown = nil }
    drawnOn = frame
    let touchedRows = send(frame)
    guard touchedRows > 0 || cursor != shownCursor else { return }
    place(cursor)
    wnoutrefresh(cn_stdscr())
    // Between the marks, so that a terminal that knows them shows the frame at once. A few rows are
    // one write anyway, and come sooner without.
    let isSynchronized = touchedRows > Self.unsynchronizedRows
    if isSynchronized { device.write(TerminalModes.synchronizedOn) }
    doupdate()
    if isSynchronized { device.write(TerminalModes.synchronizedOff) }
  }

  /// How many rows are sent without the marks of synchronized output.
  private static let unsynchronizedRows = 4

  private func place(_ cursor: Point?) {
    shownCursor = cursor
    leaveok(cn_stdscr(), cursor == nil)
    if let cursor { wmove(cn_stdscr(), Int32(cursor.row), Int32(cursor.column)) }
    curs_set(cursor == nil ? 0 : 1)
  }

  /// Hands ncurses the rows that differ from the last frame; returns how many there are.
  private func send(_ frame: FrameBuffer) -> Int {
    let isWhole = shown == nil
    let previous = shown ?? FrameBuffer(size: frame.size)
    shown = previous
    if row.count < frame.size.columns {
      row = Array(repeating: cchar_t(), count: frame.size.columns)
    }
    var touched = 0
    for index in 0..<frame.size.rows where frame.takeTouch(of: index) || isWhole {
      let (old, new) = (previous.row(index), frame.row(index))
      let byteCount = new.count * MemoryLayout<ScreenCell>.stride
      guard let source = new.baseAddress, let target = old.baseAddress else { continue }
      if !isWhole && memcmp(target, source, byteCount) == 0 { continue }
      send(new, row: index, in: frame)
      memcpy(target, source, byteCount)
      touched += 1
    }
    return touched
  }

  private func send(
    _ cells: UnsafeMutableBufferPointer<ScreenCell>, row index: Int, in frame: FrameBuffer
  ) {
    let count = row.withUnsafeMutableBufferPointer { elements in
      fill(elements, from: cells, in: frame)
    }
    wmove(cn_stdscr(), Int32(index), 0)
    wadd_wchnstr(cn_stdscr(), row, Int32(count))
  }

  /// Writes a row as ncurses has it; returns how many elements these are.
  ///
  /// A blank between two texts takes the look of the first one where that shows the same: columns
  /// of different colours then need one change of colour between them, not two. Blanks at the end
  /// of a row stay as they are, so that one sequence can erase them.
  private func fill(
    _ elements: UnsafeMutableBufferPointer<cchar_t>,
    from cells: UnsafeMutableBufferPointer<ScreenCell>, in frame: FrameBuffer
  ) -> Int {
    var count = 0
    var styled = cells[0]
    var entry = palette.entry(style: styled.style, overlay: styled.overlay, in: frame.styles)
    var shown = entry
    var column = 0
    var textEnd = cells.count
    while textEnd > 0, cells[textEnd - 1].isBlank { textEnd -= 1 }
    while column < cells.count {
      let cell = cells[column]
      // Neighbours are mostly alike, and looking up is dear.
      if cell.style != styled.style || cell.overlay != styled.overlay {
        styled = cell
        entry = palette.entry(style: cell.style, overlay: cell.overlay, in: frame.styles)
      }
      if !cell.isBlank || column >= textEnd || shown.blank != entry.blank { shown = entry }
      let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
      column += isWide ? 2 : 1
      elements[count] = element(cell, isWide: isWide, shown, in: frame)
      count += 1
      // ncurses holds a wide glyph in one element, a replacement for one in two.
      if isWide, elements[count - 1].chars.0 == Self.replacement {
        elements[count] = shown.element(0x20)
        count += 1
      }
    }
    return count
  }

  private func element(
    _ cell: ScreenCell, isWide: Bool, _ entry: Palette.Entry, in frame: FrameBuffer
  ) -> cchar_t {
    guard cell.isCluster else { return entry.element(printable(cell.glyph, isWide: isWide)) }
    let scalars = frame.cluster(of: cell.glyph).scalars
    var element = entry.element(printable(scalars[0], isWide: isWide))
    guard element.chars.0 != Self.replacement else { return element }
    element.chars.1 = wchar_t(scalars[1])
    element.chars.2 = wchar_t(scalars[2])
    element.chars.3 = wchar_t(scalars[3])
    element.chars.4 = wchar_t(scalars[4])
    return element
  }

  private static let replacement = wchar_t(Glyph.replacement)

  /// The scalar, or U+FFFD where the C library gives it another width than our table: ncurses
  /// positions by the library, so a disagreement would shift the rest of the row.
  private func printable(_ scalar: UInt32, isWide: Bool) -> wchar_t {
    if scalar == ScreenCell.continuation { return 0x20 }
    if scalar < 0x7F { return wchar_t(scalar) }
    return wcwidth(wchar_t(scalar)) == (isWide ? 2 : 1) ? wchar_t(scalar) : Self.replacement
  }
}

extension Palette.Entry {
  /// A scalar in this look.
  func element(_ scalar: wchar_t) -> cchar_t {
    cchar_t(
      attr: attributes | UInt32(min(pair, 255)) << 8, chars: (scalar, 0, 0, 0, 0),
      ext_color: pair)
  }
}
