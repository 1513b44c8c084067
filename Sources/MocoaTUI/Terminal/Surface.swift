/// The number of a surface: a rectangle of the screen with its own cells, above or below others.
///
/// Panes are displayed by surfaces: windows of ncurses, or memory.
public struct Surface: Hashable, Sendable {
  let number: Int
}

/// Surfaces in memory, composed exactly as ncurses composes its panels.
@MainActor
struct Compositor {
  private struct Layer {
    var frame: Rect
    var cells: FrameBuffer
  }

  private var layers: [Surface: Layer] = [:]
  private var order: [Surface] = []
  private var nextNumber = 0

  mutating func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface {
    let surface = Surface(number: nextNumber)
    nextNumber += 1
    layers[surface] = Layer(frame: frame, cells: FrameBuffer(size: frame.size, styles: styles))
    order.append(surface)
    return surface
  }

  mutating func order(_ surfaces: [Surface]) { order = surfaces }

  mutating func remove(_ surface: Surface) {
    layers[surface] = nil
    order.removeAll { $0 == surface }
  }

  mutating func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface) {
    guard let cells = layers[surface]?.cells else { return }
    let (source, target) = (buffer.row(row), cells.row(row))
    target.mendHalves(around: columns)
    for column in columns { target[column] = source[column] }
  }

  func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) {
    layers[surface]?.cells.scroll(rows, by: count)
  }

  /// Composes all surfaces, from bottom to top; uncovered cells are blank.
  ///
  /// An uncovered half of a wide glyph is a space in the default style.
  func composed(size: Size) -> FrameBuffer {
    let styles = order.first.flatMap { layers[$0]?.cells.styles } ?? StyleTable()
    let screen = FrameBuffer(size: size, styles: styles)
    for case let layer? in order.map({ layers[$0] }) {
      let area = layer.frame.intersection(Rect(origin: .zero, size: size))
      guard !area.isEmpty else { continue }
      for row in area.top..<area.bottom {
        let source = layer.cells.row(row - layer.frame.top)
        let target = screen.row(row)
        if area.left > 0, target[area.left].isContinuation { target[area.left - 1] = .blank }
        if area.right < size.columns, target[area.right].isContinuation {
          target[area.right] = .blank
        }
        for column in area.left..<area.right { target[column] = source[column - layer.frame.left] }
      }
    }
    return screen
  }
}
