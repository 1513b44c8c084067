internal import CNcurses
import MocoaSystem

/// Surfaces as ncurses windows with panels, which track what covers them.
struct NcursesWindow {
  let window: UnsafeMutablePointer<WINDOW>
  let panel: UnsafeMutablePointer<PANEL>
  let frame: Rect

  /// Creates a blank window above all others; nil if memory or the frame does not allow it.
  ///
  /// - Precondition: The frame is not empty: ncurses takes 0 columns or rows for all of them.
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
    (self.window, self.panel, self.frame) = (window, panel, frame)
  }

  /// Scrolls rows of a window without moving the window.
  static func scroll(_ window: UnsafeMutablePointer<WINDOW>, rows: Range<Int>, by count: Int) {
    scrollok(window, true)
    wsetscrreg(window, Int32(rows.lowerBound), Int32(rows.upperBound - 1))
    wscrl(window, Int32(count))
    // Otherwise a glyph in the last cell would scroll the window.
    scrollok(window, false)
  }

  /// Frees the window.
  ///
  /// Its panel is removed first, which reveals what is below.
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
    guard screen != nil, let window = NcursesWindow(frame) else { return surface }
    windows[surface] = window
    if setBackground(of: window) { werase(window.window) }
    return surface
  }

  /// Sets the background of a window to the body style; returns whether that is not plain.
  @discardableResult
  func setBackground(of window: NcursesWindow) -> Bool {
    let body = palette.body
    var blank = body.element(0x20)
    wbkgrndset(window.window, &blank)
    return body.pair != 0 || body.attributes != 0
  }

  public func order(_ surfaces: [Surface]) {
    order = surfaces
    let shown = Set(surfaces)
    for (surface, window) in windows where !shown.contains(surface) { hide_panel(window.panel) }
    for surface in surfaces { windows[surface].map { _ = top_panel($0.panel) } }
  }

  public func remove(_ surface: Surface) { windows.removeValue(forKey: surface)?.remove() }

  public func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface) {
    guard let window = windows[surface]?.window, !columns.isEmpty else { return }
    let cells = UnsafeMutableBufferPointer(rebasing: buffer.row(row)[columns])
    if elements.count <= cells.count {
      elements = Array(repeating: cchar_t(), count: cells.count + 1)
    }
    let count = elements.withUnsafeMutableBufferPointer { fill($0, from: cells, in: buffer) }
    wmove(window, Int32(row), Int32(columns.lowerBound))
    wadd_wchnstr(window, elements, Int32(count))
    writtenRows += 1
  }

  /// An optimization: ncurses finds the scroll in any case, but the rows need not be written.
  ///
  /// For uncovered rows of the full width, the next screen of ncurses is scrolled as well: rows
  /// that remain need not be copied to it. Of a page, of which hardly a row remains, the cells that
  /// differ are written instead: moving and blanking all others, twice, takes longer.
  public func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool {
    let isPage = abs(count) > Self.unsynchronizedRows && 2 * abs(count) > rows.count
    guard !isPage, let shown = windows[surface] else { return false }
    let isWhole = abs(count) < rows.count && !is_wintouched(shown.window) && isAlone(surface, rows)
    NcursesWindow.scroll(shown.window, rows: rows, by: count)
    guard isWhole, let screen = cn_newscr() else { return true }
    let top = shown.frame.top
    NcursesWindow.scroll(
      screen, rows: rows.lowerBound + top..<rows.upperBound + top, by: count)
    wtouchln(
      shown.window, Int32(rows.lowerBound + max(0, -count)), Int32(rows.count - abs(count)), 0)
    return true
  }

  /// Returns whether a surface has the width of the screen, and some of its rows are uncovered.
  private func isAlone(_ surface: Surface, _ rows: Range<Int>) -> Bool {
    guard let frame = windows[surface]?.frame, frame.columns == size.columns,
      let place = order.firstIndex(of: surface)
    else { return false }
    return order[(place + 1)...].allSatisfy { other in
      guard let other = windows[other]?.frame else { return true }
      return other.bottom <= frame.top + rows.lowerBound || other.top >= frame.top + rows.upperBound
    }
  }

  public func present(cursor: Point?) {
    guard screen != nil, !isSuspended, let device, !size.isEmpty else { return }
    update_panels()
    // Last, because each refreshed window sets its own cursor.
    leaveok(cn_newscr(), cursor == nil)
    if let cursor { wmove(cn_newscr(), Int32(cursor.row), Int32(cursor.column)) }
    // Sends nothing if the cursor is unchanged.
    curs_set(cursor == nil ? 0 : 1)
    // Between the marks of synchronized output, so that a terminal displays the frame at once.
    // A few rows are one write anyway, and appear sooner without them.
    let isSynchronized = writtenRows > Self.unsynchronizedRows
    writtenRows = 0
    if isSynchronized { device.write(TerminalModes.synchronizedOn) }
    doupdate()
    if isSynchronized { device.write(TerminalModes.synchronizedOff) }
  }

  /// The maximum number of rows that are sent without the marks of synchronized output.
  static let unsynchronizedRows = 4

  /// Converts cells to elements of ncurses; returns their number.
  ///
  /// A blank between two texts takes the style of the first one if that looks the same: columns of
  /// different colors then need one change of color between them, not two. Trailing blanks are
  /// unchanged, so that one sequence can erase them.
  private func fill(
    _ elements: UnsafeMutableBufferPointer<cchar_t>,
    from cells: UnsafeMutableBufferPointer<ScreenCell>, in frame: FrameBuffer
  ) -> Int {
    var textEnd = cells.count
    while textEnd > 0, cells[textEnd - 1].isBlank { textEnd -= 1 }
    var (count, column) = (0, 0)
    var shown: Palette.Entry?
    while column < cells.count {
      // Adjacent cells mostly have the same style, and the lookup is expensive.
      let first = cells[column]
      let entry = palette.entry(style: first.style, overlay: first.overlay, in: frame.styles)
      var blank = (shown?.blank == entry.blank ? shown ?? entry : entry).element(0x20)
      while column < textEnd, cells[column].isBlank, cells[column].isStyled(as: first) {
        elements[count] = blank
        column += 1
        count += 1
      }
      if column < cells.count, cells[column].isStyled(as: first) {
        shown = entry
        blank = entry.element(0x20)
      }
      while column < cells.count, cells[column].isStyled(as: first) {
        let cell = cells[column]
        if cell.glyph < 0x7F {
          elements[count] = blank
          elements[count].chars.0 = wchar_t(cell.glyph)
          column += 1
          count += 1
          continue
        }
        let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
        column += isWide ? 2 : 1
        elements[count] = element(cell, isWide: isWide, entry, in: frame)
        count += 1
        // ncurses stores a wide glyph in one element, its replacement in two.
        if isWide, elements[count - 1].chars.0 == Self.replacement {
          elements[count] = blank
          count += 1
        }
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

  /// The scalar, or U+FFFD if the C library has another width for it than our table: ncurses uses
  /// the library's, so that a difference would shift the rest of the row.
  private func printable(_ scalar: UInt32, isWide: Bool) -> wchar_t {
    if scalar == ScreenCell.continuation { return 0x20 }
    if scalar < 0x7F { return wchar_t(scalar) }
    // A single-byte locale would leave characters without a byte blank.
    if !isUnicode, wctob(wint_t(scalar)) == EOF {
      return wchar_t(Glyph.asciiSubstitute(for: scalar))
    }
    return wcwidth(wchar_t(scalar)) == (isWide ? 2 : 1) ? wchar_t(scalar) : Self.replacement
  }
}

extension Palette.Entry {
  /// A scalar with these attributes.
  func element(_ scalar: wchar_t) -> cchar_t {
    cchar_t(
      attr: attributes | UInt32(min(pair, 255)) << 8, chars: (scalar, 0, 0, 0, 0),
      ext_color: pair)
  }
}
