/// What shows surfaces and delivers input: a real terminal, or a scripted one in tests.
///
/// Lives on the main thread. Input comes as bytes, to be parsed by ``InputParser``.
@MainActor
public protocol Terminal: AnyObject {
  /// The extent in columns and rows; may be 0 × 0.
  var size: Size { get }

  /// Where on the screen the surfaces are shown, as the mouse reports places of the whole screen.
  var origin: Point { get }

  /// Takes the screen over.
  ///
  /// - Throws: ``TerminalError`` where that cannot be done; the terminal is then as it was.
  func start() throws

  /// Gives the screen back as it was found. Does nothing when it was not taken over.
  func stop()

  /// Asks how large the screen is now, after it was resized; surfaces may be lost where the size is
  /// another one.
  func updateSize()

  /// Gives the screen back, stops the whole job as Ctrl-Z does, and takes the screen over again
  /// when the job continues.
  func suspend()

  /// Gives the screen back while another program has the terminal, and takes it over again.
  ///
  /// - Parameter body: Has the terminal; returns when it can be taken over.
  func release(during body: () -> Void)

  /// Takes the screen over again after the program was stopped without notice, and something else
  /// may have changed the terminal.
  func resume()

  /// What the styles of cells look like; cells that were written before keep their looks.
  var theme: Theme { get set }

  /// Makes a surface above all others, blank in the style `.body`.
  ///
  /// - Parameters:
  ///   - frame: where it is on the screen, of which it is a part that is not empty.
  ///   - styles: the table of the cells that are written to it; the same one for all surfaces.
  /// - Returns: the surface.
  func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface

  /// Puts the surfaces above one another, from the bottom to the top; those left out are hidden.
  func order(_ surfaces: [Surface])

  /// Copies columns of a row to the same place of a surface. They begin and end with whole glyphs,
  /// also of what they replace.
  func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface)

  /// Moves the text of some rows of a surface upwards, or downwards where the count is negative,
  /// and blanks what becomes free.
  ///
  /// - Returns: whether that was done; else the rows are as they were.
  func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool

  /// Removes a surface; what is below it shows again.
  func remove(_ surface: Surface)

  /// Shows what was written, made, ordered and removed since the last time: what differs is sent at
  /// once.
  ///
  /// - Parameter cursor: where on the screen the text cursor blinks, or nil to hide it.
  func present(cursor: Point?)

  /// Forgets what is on the screen, so that all of it is sent the next time.
  func invalidate()

  /// The file descriptor on which input comes, or nil where it comes otherwise.
  var inputDescriptor: Int32? { get }

  /// Whether there is input that the descriptor does not report.
  var hasPendingInput: Bool { get }

  /// Reads the pending input; empty at its end.
  func readInput(into buffer: inout [UInt8]) -> TerminalInput

  /// The file descriptor on which signals are reported, or nil where none are.
  var signalDescriptor: Int32? { get }

  /// The signals that arrived since the last call, in order.
  func readSignals() -> [TerminalSignal]

  /// Puts text into the clipboard of the terminal's user, by OSC 52.
  func copy(_ text: String)

  /// Whether clicks, drags and the wheel are reported; while they are, the terminal's own text
  /// selection needs a modifier key.
  var isMouseReportingEnabled: Bool { get set }
}

extension Terminal {
  /// The corner of the screen.
  public var origin: Point { .zero }

  /// False: the descriptor reports all input.
  public var hasPendingInput: Bool { false }
}

/// What came of reading input.
public enum TerminalInput: Hashable, Sendable {
  /// Bytes came.
  case bytes
  /// Nothing is there yet.
  case nothing
  /// The terminal is gone.
  case end
}

/// Why the screen cannot be taken over.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program has no terminal.
  case noTerminal
  /// The terminal can only print line after line.
  case dumbTerminal(String)
  /// ncurses cannot drive it.
  case unsupported(String)

  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on"
    case .dumbTerminal(let name):
      name.isEmpty
        ? "TERM is not set, so the terminal's abilities are unknown"
        : "the terminal \"\(name)\" cannot address its screen; --plain prints rows without it"
    case .unsupported(let name): "the terminal \"\(name)\" cannot be driven"
    }
  }
}

/// A signal of the system to a full-screen program.
public enum TerminalSignal: Hashable, Sendable {
  /// The screen has another size.
  case resize
  /// Ctrl-Z from outside, or `kill -TSTP`.
  case stop
  /// The program continues after it was stopped by a signal that cannot be caught.
  case resume
  /// The program shall end, with this signal's number.
  case end(Int32)
}
