internal import CNcurses

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension NcursesTerminal {
  public func present(_ frame: FrameBuffer, theme: Theme, cursor: Point?) {
    guard screen != nil, !isSuspended, let device, !size.isEmpty, frame.size == size else { return }
    if palette.use(theme) { shown = nil }
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
    for index in 0..<frame.size.rows {
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

  /// Hands a row to ncurses, which finds out what to send of it.
  ///
  /// A blank between two texts takes the look of the first one where that shows the same: columns
  /// of different colours then need one change of colour between them, not two. Blanks at the end
  /// of a row stay as they are, so that one sequence can erase them.
  private func send(
    _ cells: UnsafeMutableBufferPointer<ScreenCell>, row index: Int, in frame: FrameBuffer
  ) {
    var count = 0
    var column = 0
    let end = (cells.lastIndex { !$0.isBlank } ?? -1) + 1
    var previous: Palette.Entry?
    while column < cells.count {
      let cell = cells[column]
      let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
      var entry = palette.entry(style: cell.style, overlay: cell.overlay, in: frame.styles)
      if cell.isBlank, column < end, let previous, previous.blank == entry.blank {
        entry = previous
      }
      previous = entry
      fill(&row[count], from: cell, isWide: isWide, entry: entry, frame: frame)
      count += 1
      column += 1
      guard isWide else { continue }
      column += 1
      // ncurses holds a wide glyph in one element, a replacement for one in two.
      if row[count - 1].chars.0 == 0xFFFD {
        row[count] = row[count - 1]
        row[count].chars.0 = 0x20
        count += 1
      }
    }
    wmove(cn_stdscr(), Int32(index), 0)
    wadd_wchnstr(cn_stdscr(), row, Int32(count))
  }

  private func fill(
    _ out: inout cchar_t, from cell: ScreenCell, isWide: Bool, entry: Palette.Entry,
    frame: FrameBuffer
  ) {
    out = cchar_t()
    out.attr = entry.attributes | UInt32(truncatingIfNeeded: min(entry.pair, 255)) << 8
    out.ext_color = entry.pair
    if cell.isCluster {
      let scalars = frame.clusters[Int(cell.glyph & ~ScreenCell.clusterBit)].scalars
      out.chars.0 = printable(scalars[0], isWide: isWide)
      if scalars.count > 1 { out.chars.1 = wchar_t(scalars[1]) }
      if scalars.count > 2 { out.chars.2 = wchar_t(scalars[2]) }
      if scalars.count > 3 { out.chars.3 = wchar_t(scalars[3]) }
      if scalars.count > 4 { out.chars.4 = wchar_t(scalars[4]) }
    } else {
      out.chars.0 = printable(cell.glyph, isWide: isWide)
    }
  }

  /// The scalar, or U+FFFD where the C library gives it another width than our table: ncurses
  /// positions by the library, so a disagreement would shift the rest of the row.
  private func printable(_ scalar: UInt32, isWide: Bool) -> wchar_t {
    if scalar == ScreenCell.continuation { return 0x20 }
    if scalar < 0x7F { return wchar_t(scalar) }
    return wcwidth(wchar_t(scalar)) == (isWide ? 2 : 1) ? wchar_t(scalar) : 0xFFFD
  }
}
