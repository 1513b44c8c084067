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

  /// Hands ncurses the spans that differ from the last frame; returns in how many rows.
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
      let span = isWhole ? 0..<new.count : changedSpan(old, new)
      send(span, of: new, row: index, in: frame)
      memcpy(target, source, byteCount)
      touched += 1
    }
    return touched
  }

  /// The columns between the first and the last difference, never cutting a wide glyph of either.
  private func changedSpan(
    _ old: UnsafeMutableBufferPointer<ScreenCell>, _ new: UnsafeMutableBufferPointer<ScreenCell>
  ) -> Range<Int> {
    var (first, end) = (0, new.count)
    while first < end, old[first] == new[first] { first += 1 }
    while end > first, old[end - 1] == new[end - 1] { end -= 1 }
    while first > 0, new[first].isContinuation || old[first].isContinuation { first -= 1 }
    while end < new.count, new[end].isContinuation || old[end].isContinuation { end += 1 }
    return first..<end
  }

  private func send(
    _ span: Range<Int>, of cells: UnsafeMutableBufferPointer<ScreenCell>, row index: Int,
    in frame: FrameBuffer
  ) {
    var count = 0
    var column = span.lowerBound
    while column < span.upperBound {
      let cell = cells[column]
      let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
      let entry = palette.entry(style: cell.style, overlay: cell.overlay, in: frame.styles)
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
    wmove(cn_stdscr(), Int32(index), Int32(span.lowerBound))
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
