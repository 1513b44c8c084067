/// A terminal in memory, for tests: it keeps what was shown and takes input from the test.
@MainActor
public final class ScriptedTerminal: Terminal {
  public private(set) var size: Size
  public var isMouseReportingEnabled = true

  /// The last frame, as text without the blanks at the ends of its rows.
  public private(set) var lines: [String] = []

  /// Where the text cursor is, or nil while it is hidden.
  public private(set) var cursor: Point?

  /// How many frames were shown.
  public private(set) var frameCount = 0

  /// What was put into the clipboard last.
  public private(set) var clipboard: String?

  /// How many cells the last frame changed.
  public private(set) var changedCellCount = 0

  /// Whether the screen is taken over.
  public private(set) var isStarted = false

  public var theme = Theme.dark

  private var compositor = Compositor()
  /// The last frame; nil before the first one.
  private(set) var frame: FrameBuffer?
  private var pendingInput: [UInt8] = []
  private var isAtEnd = false

  /// Makes a terminal of a size.
  public init(size: Size) {
    self.size = size
  }

  /// Makes a terminal of some columns and rows.
  public convenience init(columns: Int, rows: Int) {
    self.init(size: Size(columns: columns, rows: rows))
  }

  /// The last frame as one text, a line a row.
  public var picture: String { lines.joined(separator: "\n") }

  /// The style of the cell at a place of the last frame and the one laid over it, if any; nil
  /// outside the frame.
  public func style(at point: Point) -> (style: Style, overlay: Style?)? {
    guard let frame, Rect(origin: .zero, size: frame.size).contains(point) else { return nil }
    return frame.style(at: point)
  }

  /// Gives the terminal another size; ``Application/resize()`` notifies the program.
  public func resize(to size: Size) {
    self.size = size
  }

  /// Types bytes.
  public func type(_ bytes: some Sequence<UInt8>) {
    pendingInput.append(contentsOf: bytes)
  }

  /// Ends the input, as a terminal that is closed does.
  public func hangUp() {
    isAtEnd = true
  }

  public func start() throws { isStarted = true }
  public func stop() { isStarted = false }
  public func updateSize() {}
  public func suspend() {}
  public func resume() {}
  public func release(during body: () -> Void) { body() }
  public func invalidate() { frame = nil }
  public var inputDescriptor: Int32? { nil }

  public var signalDescriptor: Int32? { nil }
  public func readSignals() -> [TerminalSignal] { [] }

  public func readInput(into buffer: inout [UInt8]) -> TerminalInput {
    buffer.removeAll(keepingCapacity: true)
    guard pendingInput.isEmpty else {
      swap(&buffer, &pendingInput)
      return .bytes
    }
    return isAtEnd ? .end : .nothing
  }

  public func copy(_ text: String) { clipboard = text }

  // MARK: Surfaces

  public func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface {
    compositor.makeSurface(frame, styles: styles)
  }

  public func order(_ surfaces: [Surface]) { compositor.order(surfaces) }

  public func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface) {
    compositor.write(buffer, row: row, columns: columns, to: surface)
  }

  public func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool {
    compositor.scroll(surface, rows: rows, by: count)
    return true
  }

  public func remove(_ surface: Surface) { compositor.remove(surface) }

  public func present(cursor: Point?) {
    let shown = compositor.composed(size: size)
    if let frame, frame.size == shown.size {
      changedCellCount = zip(frame.cells, shown.cells).count { $0 != $1 }
    } else {
      changedCellCount = size.columns * size.rows
    }
    frame = shown
    self.cursor = cursor
    lines = shown.lines
    frameCount += 1
  }
}
