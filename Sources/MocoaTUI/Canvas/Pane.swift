import Glibc

/// The cells of a view that has a surface of its own on the screen, such as a table, a bar or an
/// overlay.
///
/// What is drawn is compared with what the surface shows, and the spans that differ are written. So
/// a view may draw as much as it likes, and a pane that goes away costs nothing below it.
@MainActor
public final class Pane {
  /// Where the pane is on the screen; only what can be seen of its view, and never empty.
  let frame: Rect

  /// What is drawn.
  let buffer: FrameBuffer

  /// What the surface shows; nil where that is unknown, as before the first time.
  private var shown: FrameBuffer?

  private var surface: Surface?
  private var terminal: (any Terminal)?

  /// Makes a blank pane.
  ///
  /// - Precondition: the frame is not empty and lies on the screen.
  public convenience init(frame: Rect) { self.init(frame: frame, styles: StyleTable()) }

  init(frame: Rect, styles: StyleTable) {
    self.frame = frame
    buffer = FrameBuffer(size: frame.size, styles: styles)
    buffer.origin = frame.origin
  }

  /// A canvas on the whole pane.
  public var canvas: Canvas { Canvas(buffer) }

  /// Shows the pane alone on a terminal.
  public func present(on terminal: any Terminal, theme: Theme, cursor: Point? = nil) {
    if terminal.theme != theme {
      terminal.theme = theme
      invalidate()
    }
    terminal.order([surface(on: terminal)])
    write()
    terminal.present(cursor: cursor)
  }

  /// The surface that shows the pane; made when it is first asked for.
  func surface(on terminal: any Terminal) -> Surface {
    if let surface { return surface }
    let made = terminal.makeSurface(frame, styles: buffer.styles)
    (surface, self.terminal) = (made, terminal)
    return made
  }

  /// Removes the surface; the pane is written as a whole when it gets another one.
  func removeSurface() {
    if let surface { terminal?.remove(surface) }
    surface = nil
    shown = nil
  }

  /// Has every cell written again, as after a change of theme.
  func invalidate() { shown = nil }

  /// Writes what differs from what the surface shows.
  func write() {
    guard let surface, let terminal else { return }
    guard let shown else {
      let copy = FrameBuffer(copying: buffer)
      for row in 0..<frame.rows {
        _ = buffer.takeTouch(of: row)
        terminal.write(buffer, row: row, columns: 0..<frame.columns, to: surface)
      }
      self.shown = copy
      return
    }
    if buffer.hasTouchedRows(atLeast: Self.leastRowsToScroll), let move = scroll(of: shown),
      terminal.scroll(surface, rows: move.rows, by: move.count)
    {
      shown.scroll(move.rows, by: move.count)
      for row in move.rows { _ = buffer.touch(row) }
    }
    for row in 0..<frame.rows where buffer.takeTouch(of: row) {
      guard let columns = difference(in: row, from: shown) else { continue }
      terminal.write(buffer, row: row, columns: columns, to: surface)
      let (source, target) = (buffer.row(row), shown.row(row))
      for column in columns { target[column] = source[column] }
    }
  }

  /// The columns of a row in which what is drawn differs from what is shown: whole glyphs, of both.
  private func difference(in row: Int, from shown: FrameBuffer) -> Range<Int>? {
    let (old, new) = (shown.row(row), buffer.row(row))
    guard !Self.isEqual(old, new) else { return nil }
    var (start, end) = (0, new.count)
    while old[start] == new[start] { start += 1 }
    while old[end - 1] == new[end - 1] { end -= 1 }
    while start > 0, old[start].isContinuation || new[start].isContinuation { start -= 1 }
    while end < new.count, old[end].isContinuation || new[end].isContinuation { end += 1 }
    return start..<end
  }

  private static func isEqual(
    _ first: UnsafeMutableBufferPointer<ScreenCell>,
    _ second: UnsafeMutableBufferPointer<ScreenCell>
  ) -> Bool {
    guard let first = first.baseAddress, let other = second.baseAddress else { return true }
    return memcmp(first, other, second.count * MemoryLayout<ScreenCell>.stride) == 0
  }

  // MARK: Scrolling

  /// The fewest rows for which it is worth finding out that they have moved.
  private static let leastRowsToScroll = 6

  /// Rows that have moved as a whole since they were shown, by up to three: the rows that are
  /// affected, and by how many the text in them has moved upwards.
  private func scroll(of shown: FrameBuffer) -> (rows: Range<Int>, count: Int)? {
    var best: (rows: Range<Int>, count: Int, length: Int)?
    for count in [1, -1, 2, -2, 3, -3] where frame.rows > 2 * abs(count) {
      let rows = max(0, -count)..<min(frame.rows, frame.rows - count)
      var start = rows.lowerBound
      for row in rows.lowerBound...rows.upperBound {
        let isMoved =
          row < rows.upperBound && Self.isEqual(buffer.row(row), shown.row(row + count))
        guard !isMoved else { continue }
        if row - start > best?.length ?? Self.leastRowsToScroll - 1 {
          best = (min(start, start + count)..<max(row, row + count), count, row - start)
        }
        start = row + 1
      }
    }
    // Rows that are all alike have not moved.
    guard let best, best.rows.contains(where: { !Self.isEqual(buffer.row($0), shown.row($0)) })
    else { return nil }
    return (best.rows, best.count)
  }
}
