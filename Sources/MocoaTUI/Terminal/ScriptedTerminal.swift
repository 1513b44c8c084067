/// A terminal in memory, for tests: it records frames and takes input from the test.
@MainActor
public final class ScriptedTerminal: Terminal {
  public private(set) var size: Size
  public var isMouseReportingEnabled = true

  /// The last frame, as text without trailing spaces.
  public private(set) var lines: [String] = []

  /// The position of the text cursor, or nil while it is hidden.
  public private(set) var cursor: Point?

  /// The number of frames presented.
  public private(set) var frameCount = 0

  /// The text that was last copied to the clipboard.
  public private(set) var clipboard: String?

  /// The number of cells that the last frame changed.
  private(set) var changedCellCount = 0

  /// A Boolean value that indicates whether the screen is taken over.
  private(set) var isStarted = false

  public var theme = Theme.dark

  private var compositor = Compositor()
  /// The last frame; nil before the first one.
  private(set) var frame: FrameBuffer?
  private var pendingInput: [UInt8] = []
  private var isAtEnd = false

  init(size: Size) {
    self.size = size
  }

  /// Creates a terminal with a number of columns and rows.
  public convenience init(columns: Int, rows: Int) {
    self.init(size: Size(columns: columns, rows: rows))
  }

  /// The last frame as text, one line per row.
  public var picture: String { lines.joined(separator: "\n") }

  /// Returns the style of a cell of the last frame and its overlay, if any; nil outside the frame.
  public func style(at point: Point) -> (style: StyleName, overlay: StyleName?)? {
    guard let frame, Rect(origin: .zero, size: frame.size).contains(point) else { return nil }
    return frame.style(at: point)
  }

  /// Changes the size of the terminal; ``Application/resize()`` notifies the program.
  public func resize(to size: Size) {
    self.size = size
  }

  /// Types bytes.
  public func type(_ bytes: some Sequence<UInt8>) {
    pendingInput.append(contentsOf: bytes)
  }

  /// Ends the input, as when a terminal is closed.
  func hangUp() {
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
