import MocoaSystem

/// The cells of a view with its own surface on the screen, such as a table, a bar or an overlay.
///
/// The drawn cells are compared with the contents of the surface, and the spans that differ are
/// written. So redrawing is cheap, and removing a pane needs no drawing below it.
@MainActor
public final class Pane {
  /// The visible area of the view on the screen; never empty.
  let frame: Rect

  /// The drawn cells.
  let buffer: FrameBuffer

  /// The contents of the surface; nil if there is none.
  private var shown: FrameBuffer?

  private var surface: Surface?
  private var terminal: (any Terminal)?

  /// Creates a blank pane.
  ///
  /// - Precondition: `frame` is not empty and lies on the screen.
  public convenience init(frame: Rect) { self.init(frame: frame, styles: StyleTable()) }

  init(frame: Rect, styles: StyleTable) {
    self.frame = frame
    buffer = FrameBuffer(size: frame.size, styles: styles)
    buffer.origin = frame.origin
  }

  /// A canvas on the whole pane.
  public var canvas: Canvas { Canvas(buffer) }

  /// Presents the pane alone on a terminal.
  public func present(on terminal: any Terminal, theme: Theme, cursor: Point? = nil) {
    if terminal.theme != theme {
      terminal.theme = theme
      invalidate()
    }
    terminal.order([surface(on: terminal)])
    write()
    terminal.present(cursor: cursor)
  }

  /// Returns the surface that displays the pane, creating it if needed.
  func surface(on terminal: any Terminal) -> Surface {
    if let surface { return surface }
    let made = terminal.makeSurface(frame, styles: buffer.styles)
    (surface, self.terminal) = (made, terminal)
    shown = FrameBuffer(size: frame.size, styles: buffer.styles)
    return made
  }

  /// Removes the surface; the pane is written completely when it gets another one.
  func removeSurface() {
    if let surface { terminal?.remove(surface) }
    surface = nil
    shown = nil
  }

  /// Invalidates the contents of the surface, so that all cells are written again.
  func invalidate() {
    shown?.fill(0..<frame.rows, with: .unknown)
    for row in 0..<frame.rows { _ = buffer.touch(row) }
  }

  /// Writes the differences from the contents of the surface.
  func write() {
    guard let surface, let terminal, let shown else { return }
    defer { buffer.scrolls.removeAll(keepingCapacity: true) }
    for (rows, count) in buffer.scrolls {
      if terminal.scroll(surface, rows: rows, by: count) {
        shown.scroll(rows, by: count)
      } else {
        for row in rows { _ = buffer.touch(row) }
      }
    }
    for row in 0..<frame.rows where buffer.takeTouch(of: row) {
      guard let columns = difference(in: row, from: shown) else { continue }
      terminal.write(buffer, row: row, columns: columns, to: surface)
      let (source, target) = (buffer.row(row), shown.row(row))
      for column in columns { target[column] = source[column] }
    }
  }

  /// Returns the columns of a row that differ from what is displayed: whole glyphs, of both.
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
}
