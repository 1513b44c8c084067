internal import CNcurses
import Glibc

/// A surface is a window of ncurses with a panel, which knows what covers it.
struct NcursesWindow {
  let window: UnsafeMutablePointer<WINDOW>
  let panel: UnsafeMutablePointer<PANEL>

  /// Makes a blank window above all others; nil where there is no memory, or no such place.
  ///
  /// - Precondition: the frame is not empty: 0 columns or rows would mean as many as there are.
  @MainActor init?(_ frame: Rect) {
    precondition(!frame.isEmpty, "A window has cells.")
    guard
      let window = newwin(
        Int32(frame.rows), Int32(frame.columns), Int32(frame.top), Int32(frame.left))
    else { return nil }
    guard let panel = new_panel(window) else {
      delwin(window)
      return nil
    }
    (self.window, self.panel) = (window, panel)
  }

  /// Frees the window.
  ///
  /// Its panel goes first, which has what is below shown again.
  @MainActor func remove() {
    del_panel(panel)
    delwin(window)
  }
}

extension NcursesTerminal {
  public func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface {
    let surface = Surface(number: nextSurface)
    nextSurface += 1
    palette.use(theme, styles)
    if screen != nil { windows[surface] = NcursesWindow(frame) }
    return surface
  }

  public func order(_ surfaces: [Surface]) {
    let shown = Set(surfaces)
    for (surface, window) in windows where !shown.contains(surface) { hide_panel(window.panel) }
    for surface in surfaces { windows[surface].map { _ = top_panel($0.panel) } }
  }

  public func remove(_ surface: Surface) { windows.removeValue(forKey: surface)?.remove() }

  public func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface) {
    guard let window = windows[surface]?.window, !columns.isEmpty else { return }
    let cells = buffer.row(row)
    if elements.count <= cells.count {
      elements = Array(repeating: cchar_t(), count: cells.count + 1)
    }
    let span = elements.withUnsafeMutableBufferPointer { elements in
      fill(elements, from: cells, columns: columns, in: buffer)
    }
    wmove(window, Int32(row), Int32(columns.lowerBound))
    elements.withUnsafeBufferPointer { elements in
      _ = wadd_wchnstr(window, elements.baseAddress.map { $0 + span.lowerBound }, Int32(span.count))
    }
    writtenRows += 1
  }

  /// A hint: ncurses finds the scroll by itself, but the rows need not be written.
  public func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool {
    guard let window = windows[surface]?.window else { return false }
    scrollok(window, true)
    wsetscrreg(window, Int32(rows.lowerBound), Int32(rows.upperBound - 1))
    wscrl(window, Int32(count))
    // Else a glyph in the last cell would scroll the window.
    scrollok(window, false)
    return true
  }

  public func present(cursor: Point?) {
    guard screen != nil, !isSuspended, let device, !size.isEmpty else { return }
    update_panels()
    // Last, as each window that is refreshed brings its own.
    leaveok(cn_newscr(), cursor == nil)
    if let cursor { wmove(cn_newscr(), Int32(cursor.row), Int32(cursor.column)) }
    // Sends nothing where the cursor is as it was.
    curs_set(cursor == nil ? 0 : 1)
    // Between the marks, so that a terminal that knows them shows the frame at once. A few rows are
    // one write anyway, and come sooner without.
    let isSynchronized = writtenRows > Self.unsynchronizedRows
    writtenRows = 0
    if isSynchronized { device.write(TerminalModes.synchronizedOn) }
    doupdate()
    if isSynchronized { device.write(TerminalModes.synchronizedOff) }
  }

  /// How many rows are sent without the marks of synchronized output.
  private static let unsynchronizedRows = 4

  /// Writes a row as ncurses has it; returns which elements show some of its columns.
  ///
  /// A blank between two texts takes the look of the first one where that shows the same: columns
  /// of different colours then need one change of colour between them, not two. Blanks at the end
  /// of a row stay as they are, so that one sequence can erase them.
  private func fill(
    _ elements: UnsafeMutableBufferPointer<cchar_t>,
    from cells: UnsafeMutableBufferPointer<ScreenCell>, columns: Range<Int>, in frame: FrameBuffer
  ) -> Range<Int> {
    var count = 0
    var start = 0
    var styled = cells[0]
    var entry = palette.entry(style: styled.style, overlay: styled.overlay, in: frame.styles)
    var shown = entry
    var column = 0
    var textEnd = cells.count
    while textEnd > 0, cells[textEnd - 1].isBlank { textEnd -= 1 }
    while column < columns.upperBound {
      if column == columns.lowerBound { start = count }
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
    return start..<count
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
    // In a locale of single bytes, what it has no byte for would be left blank.
    if !isUnicode, wctob(wint_t(scalar)) == EOF {
      return wchar_t(Glyph.asciiSubstitute(for: scalar))
    }
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
