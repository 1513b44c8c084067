import MocoaSystem

/// A real terminal that uses some rows below the shell's prompt.
///
/// Earlier output remains visible, and nothing is left of the list when the program ends. ncurses
/// has the whole screen or a single row, so the rows are written here: each changed one, from its
/// start. Their position is requested from the terminal.
@MainActor
package final class InlineTerminal: Terminal {
  package private(set) var size = Size.zero

  /// The position of the first row on the screen.
  package private(set) var origin = Point.zero

  private let height: InlineHeight
  private let name: String
  private var frames: InlineFrame
  private var device: TerminalDevice?
  private var signals: SignalPipe?
  private var crashGuard: CrashGuard?
  private var settings: termios?
  private var isSuspended = false

  /// Input that arrived while a report was awaited.
  private var pendingInput: [UInt8] = []
  /// A Boolean value that indicates whether the terminal reports its cursor, as far as is known.
  private var reportsCursor = true

  /// The contents of the rows, or nil if unknown.
  private var shown: FrameBuffer?
  private var compositor = Compositor()
  private var shownCursor: Point?

  package var isMouseReportingEnabled = true {
    didSet {
      guard isMouseReportingEnabled != oldValue, settings != nil, !isSuspended else { return }
      device?.write(isMouseReportingEnabled ? TerminalModes.mouseOn : TerminalModes.mouseOff)
    }
  }

  /// Creates a terminal from the environment; nothing is changed before ``start()``.
  package init(height: InlineHeight) {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    self.height = height
    name = variable("TERM")
    frames = InlineFrame(
      colorCount: variable("NO_COLOR").isEmpty
        ? Self.colorCount(of: name, variable("COLORTERM")) : 0)
  }

  private static func colorCount(of name: String, _ promise: String) -> Int {
    if EmbeddedTerminfo.promisesTrueColor(name, promise) { return 1 << 24 }
    if EmbeddedTerminfo.describes(name) || name.contains("256color") { return 256 }
    return name.hasPrefix("vt") ? 0 : 8
  }

  package func start() throws {
    guard settings == nil else { return }
    if name.isEmpty || name == "dumb" { throw TerminalError.dumbTerminal(name) }
    let device = try TerminalDevice.open()
    guard let settings = device.settings else {
      device.close()
      throw TerminalError.noTerminal
    }
    self.device = device
    self.settings = settings
    signals = SignalPipe.open()
    crashGuard = CrashGuard(device, restoring: TerminalModes.restoreInline)
    enter()
  }

  package func stop() {
    guard settings != nil else { return }
    if !isSuspended { leave() }
    isSuspended = false
    settings = nil
    signals?.close()
    signals = nil
    crashGuard?.end()
    crashGuard = nil
    device?.close()
    device = nil
    shown = nil
  }

  package func suspend() {
    guard settings != nil, !isSuspended, let device, let signals else { return }
    leave()
    guard signals.stopJob(on: device) else { return }
    enter()
  }

  package func release(during body: () -> Void) {
    guard settings != nil, !isSuspended else { return body() }
    leave()
    body()
    enter()
  }

  package func resume() {
    guard settings != nil, !isSuspended, let device, let signals,
      signals.waitForForeground(on: device)
    else { return }
    enter()
  }

  package func updateSize() {
    guard settings != nil, !isSuspended else { return }
    // The cursor goes with its line, and so do the rows, however the terminal rewraps lines.
    let row = shownCursor?.row ?? 0
    claimRows(from: askForCursor().map { max(0, $0.row - row) })
  }

  package func invalidate() { shown = nil }

  package func copy(_ text: String) { device?.write(TerminalModes.copy(text)) }

  // MARK: Input

  package var inputDescriptor: Int32? { device?.input }

  package var hasPendingInput: Bool { !pendingInput.isEmpty }

  package func readInput(into buffer: inout [UInt8]) -> TerminalInput {
    guard pendingInput.isEmpty else {
      buffer = pendingInput
      pendingInput = []
      return .bytes
    }
    return device?.read(into: &buffer) ?? .end
  }

  package var signalDescriptor: Int32? { signals?.descriptor }

  package func readSignals() -> [TerminalSignal] { signals?.drain() ?? [] }

  // MARK: Output

  package var theme = Theme.dark {
    didSet { shown = nil }
  }

  package func makeSurface(_ frame: Rect, styles: StyleTable) -> Surface {
    compositor.makeSurface(frame, styles: styles)
  }

  package func order(_ surfaces: [Surface]) { compositor.order(surfaces) }

  package func write(_ buffer: FrameBuffer, row: Int, columns: Range<Int>, to surface: Surface) {
    compositor.write(buffer, row: row, columns: columns, to: surface)
  }

  package func scroll(_ surface: Surface, rows: Range<Int>, by count: Int) -> Bool { false }

  package func remove(_ surface: Surface) { compositor.remove(surface) }

  package func present(cursor: Point?) {
    guard settings != nil, !isSuspended, let device else { return }
    let frame = compositor.composed(size: size)
    if frames.use(theme, frame.styles) { shown = nil }
    let text = changes(to: frame)
    guard !text.isEmpty || cursor != shownCursor else { return }
    shownCursor = cursor
    device.write(
      TerminalModes.synchronizedOn + "\u{1B}[?25l" + text + place(cursor ?? .zero)
        + (cursor == nil ? "" : "\u{1B}[?25h") + TerminalModes.synchronizedOff)
  }

  private func changes(to frame: FrameBuffer) -> String {
    var text = ""
    for row in 0..<frame.size.rows {
      let cells = frame.row(row)
      if let shown, shown.row(row).elementsEqual(cells) { continue }
      text += place(Point(column: 0, row: row)) + frames.text(ofRow: row, in: frame)
    }
    shown = frame
    return text
  }

  private func place(_ point: Point) -> String {
    "\u{1B}[\(origin.row + point.row + 1);\(point.column + 1)H"
  }

  // MARK: The rows

  private func enter() {
    isSuspended = false
    device?.setRaw()
    device?.write("\u{1B}[?7l" + TerminalModes.inputOn)
    if isMouseReportingEnabled { device?.write(TerminalModes.mouseOn) }
    claimRows(from: nil)
  }

  private func leave() {
    device?.write(
      TerminalModes.mouseOff + TerminalModes.inputOff + "\u{1B}[m" + place(.zero)
        + "\u{1B}[J\u{1B}[?7h\u{1B}[?25h")
    if let settings { device?.restore(settings) }
    isSuspended = true
  }

  /// Makes room for the rows, at the cursor or at their previous position, and clears them.
  private func claimRows(from row: Int?) {
    guard let device else { return }
    let screen = device.size
    shown = nil
    shownCursor = nil
    size = Size(columns: screen.columns, rows: height.rows(of: screen.rows))
    guard !size.isEmpty else { return }
    // What is in the row of the cursor stays. If the terminal does not report the cursor, its
    // bottom rows are used.
    let start = row ?? askForCursor().map { $0.column > 0 ? $0.row + 1 : $0.row } ?? screen.rows
    origin.row = max(0, min(start, screen.rows - size.rows))
    let missing = max(0, start + size.rows - screen.rows)
    device.write(
      "\u{1B}[\(screen.rows);1H" + String(repeating: "\n", count: missing) + place(.zero)
        + "\u{1B}[J")
  }

  /// Requests the position of the cursor; nil if the terminal does not reply in time.
  private func askForCursor() -> Point? {
    guard let device, reportsCursor else { return nil }
    device.write(CursorReport.request)
    let deadline = ContinuousClock.now + .seconds(1)
    var bytes: [UInt8] = []
    while device.waitForInput(until: deadline) {
      guard case .bytes = device.read(into: &bytes) else { return nil }
      pendingInput += bytes
      if let point = CursorReport.take(from: &pendingInput) { return point }
    }
    // A terminal that is asked again for each new size would hold up everything each time.
    reportsCursor = false
    return nil
  }
}
