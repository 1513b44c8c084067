/// A terminal that displays surfaces and delivers input: a real one, or a scripted one in tests.
///
/// It lives on the main thread. Input is bytes, to be parsed by `InputParser`.
@MainActor
public protocol Terminal: AnyObject {
  /// The size in columns and rows; may be 0 × 0.
  var size: Size { get }

  /// The position of the surfaces on the screen, as mouse positions refer to the whole screen.
  var origin: Point { get }

  /// Takes over the screen.
  ///
  /// - Throws: A ``TerminalError`` if that is impossible; the terminal is then unchanged.
  func start() throws

  /// Restores the screen; has no effect if it was not taken over.
  func stop()

  /// Updates the size after the screen was resized; surfaces may be lost if it has changed.
  func updateSize()

  /// Restores the screen, stops the job as Ctrl-Z does, and takes over again when it continues.
  func suspend()

  /// Restores the screen while another program uses the terminal, and takes it over again.
  ///
  /// - Parameter body: Uses the terminal; returns when it can be taken over.
  func release(during body: () -> Void)

  /// Takes over the screen again after the program was stopped without notice.
  func resume()

  /// The theme; cells that were written before keep their looks.
  var theme: Theme { get set }

  /// Creates a surface above all others, blank in the style `.body`.
  ///
  /// - Parameters:
  ///   - frame: The non-empty area on the screen.
  ///   - styles: The style table of the cells written to it; the same one for all surfaces.
  /// - Returns: The surface.
  func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface

  /// Orders the surfaces from bottom to top; those left out are hidden.
  func order(_ surfaces: [Surface])

  /// Copies columns of a row to a surface; both begin and end with whole glyphs.
  func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface)

  /// Scrolls rows of a surface up, or down if the count is negative, and clears the freed rows.
  ///
  /// - Returns: `true` if that was done; else the rows are unchanged.
  func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool

  /// Removes a surface, and reveals what is below it.
  func remove(_ surface: Surface)

  /// Presents all changes since the last call, by sending the differences at once.
  ///
  /// - Parameter cursor: The position of the text cursor on the screen, or nil to hide it.
  func present(cursor: Point?)

  /// Discards the known contents of the screen, so that everything is sent the next time.
  func invalidate()

  /// The file descriptor of the input, or nil if it has none.
  var inputDescriptor: Int32? { get }

  /// A Boolean value that indicates whether there is input that the descriptor does not report.
  var hasPendingInput: Bool { get }

  /// Reads the pending input; the buffer is empty at its end.
  func readInput(into buffer: inout [UInt8]) -> TerminalInput

  /// The file descriptor on which signals are reported, or nil if there is none.
  var signalDescriptor: Int32? { get }

  /// Returns the signals that arrived since the last call, in order.
  func readSignals() -> [TerminalSignal]

  /// Copies a text to the clipboard of the terminal's user, by OSC 52.
  func copy(_ text: String)

  /// Whether the terminal is asked for its background when it is started.
  var asksForBackground: Bool { get set }

  /// The title of the window while the screen is taken over; nil leaves it as it is.
  var windowTitle: String? { get set }

  /// A Boolean value that indicates whether mouse events are reported.
  var isMouseReportingEnabled: Bool { get set }
}

extension Terminal {
  /// False: it cannot be asked.
  public var asksForBackground: Bool {
    get { false }
    set {}
  }

  /// Nil: it has no window of its own.
  public var windowTitle: String? {
    get { nil }
    set {}
  }

  /// The top left corner of the screen.
  public var origin: Point { .zero }

  /// `false`: the descriptor reports all input.
  public var hasPendingInput: Bool { false }
}

/// The result of reading input.
public enum TerminalInput: Hashable, Sendable {
  /// Bytes were read.
  case bytes
  /// There is no input yet.
  case nothing
  /// The terminal is gone.
  case end
}

/// The reason why the screen cannot be taken over.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program has no terminal.
  case noTerminal
  /// The terminal can only print lines.
  case dumbTerminal(String)
  /// ncurses does not support it.
  case unsupported(String)

  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on"
    case .dumbTerminal(let name):
      name.isEmpty
        ? "TERM is not set, so the terminal's capabilities are unknown"
        : "the terminal \"\(name)\" cannot address its screen; --plain prints rows without it"
    case .unsupported(let name): "the terminal \"\(name)\" is not supported"
    }
  }
}

/// A signal to a full-screen program.
public enum TerminalSignal: Hashable, Sendable {
  /// The screen was resized.
  case resize
  /// Ctrl-Z from outside, or `kill -TSTP`.
  case stop
  /// The program continues after it was stopped by a signal that cannot be caught.
  case resume
  /// The program should end, with this signal's number.
  case end(Int32)
}
