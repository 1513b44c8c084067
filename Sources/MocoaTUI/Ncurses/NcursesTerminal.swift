internal import CNcurses
import MocoaSystem

/// A real terminal, driven by ncurses.
///
/// Input is read and parsed here, because ncurses blocks on a single Esc and takes unknown
/// sequences for commands; output goes through ncurses, which finds scrolls. Only one may be
/// started at a time: the state of ncurses is global.
@MainActor
public final class NcursesTerminal: Terminal {
  public internal(set) var size = Size.zero

  /// A Boolean value that indicates whether colors are enabled (`NO_COLOR`, `--color never`).
  private let usesColors: Bool

  /// The name of the terminal, or nil for that of the environment.
  private let name: String

  private let promisesTrueColor: Bool

  var device: TerminalDevice?
  var screen: OpaquePointer?
  var palette = Palette(colorCount: 0, hasStrikethrough: false)

  public var theme = Theme.dark {
    didSet {
      palette.use(theme)
      for window in windows.values { setBackground(of: window) }
    }
  }

  /// A Boolean value that indicates whether the terminal is described by the embedded entry.
  private var usesEmbeddedEntry = false

  /// A Boolean value that indicates whether the terminal's own entry has the sequence that selects
  /// ASCII, which the embedded one leaves out.
  private var selectsASCII = false

  /// The number of colors of a terminal without true color that is described by it.
  private var colorLimit = Int.max

  var windows: [Surface: NcursesWindow] = [:]
  var nextSurface = 0
  /// The visible surfaces, from bottom to top.
  var order: [Surface] = []
  /// The number of spans written since the last frame.
  var writtenRows = 0
  var elements: [cchar_t] = []

  /// A Boolean value that indicates whether the locale supports all characters.
  var isUnicode = true

  /// The streams that ncurses reads and writes, which it does not close.
  private var streams: [UnsafeMutablePointer<FILE>] = []

  private var signals: SignalPipe?
  private var crashGuard: CrashGuard?

  /// A Boolean value that indicates whether the screen was restored and not yet taken over again.
  private(set) var isSuspended = false

  public var asksForBackground = false

  public var windowTitle: String?

  /// The deadline for replies to the background query; nil if none are expected.
  private var replyDeadline: ContinuousClock.Instant?

  /// The time to wait for replies if the program ends right after its start, so that the shell does
  /// not receive them.
  private static let replyPatience = Duration.milliseconds(200)

  public var isMouseReportingEnabled = true {
    didSet {
      guard isMouseReportingEnabled != oldValue, screen != nil else { return }
      device?.write(
        isMouseReportingEnabled ? TerminalModes.mouseOn : TerminalModes.mouseOff)
    }
  }

  /// Creates a terminal from the environment; nothing is changed before ``start()``.
  public convenience init(usesColors: Bool? = nil) {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    self.init(
      name: variable("TERM"), usesColors: usesColors ?? variable("NO_COLOR").isEmpty,
      promisesTrueColor: EmbeddedTerminfo.promisesTrueColor(variable("TERM"), variable("COLORTERM"))
    )
  }

  init(name: String, usesColors: Bool, promisesTrueColor: Bool) {
    (self.name, self.usesColors, self.promisesTrueColor) = (name, usesColors, promisesTrueColor)
  }

  public var inputDescriptor: Int32? { device?.input }

  /// The descriptor on which signals are reported.
  public var signalDescriptor: Int32? { signals?.descriptor }

  public func start() throws {
    guard screen == nil else { return }
    if name.isEmpty || name == "dumb" { throw TerminalError.dumbTerminal(name) }
    let device = try TerminalDevice.open()
    signals = SignalPipe.open()
    crashGuard = CrashGuard(device, restoring: TerminalModes.restore)
    try start(on: device)
  }

  /// Creates a terminal for a device, without signal handlers and without the crash guard.
  func start(on device: TerminalDevice) throws {
    self.device = device
    chooseLocale()
    do {
      try openScreen(device)
    } catch {
      endGuarding()
      closeDevice()
      throw error
    }
    selectASCII()
    configureScreen()
    turnModesOn()
    if asksForBackground {
      device.write(TerminalModes.askForBackground)
      replyDeadline = .now + Self.replyPatience
    }
    updateSize()
  }

  public func stop() {
    guard let screen else { return }
    if !isSuspended { leave() }
    isSuspended = false
    removeWindows()
    delscreen(screen)
    self.screen = nil
    endGuarding()
    closeDevice()
  }

  public func readInput(into buffer: inout [UInt8]) -> TerminalInput {
    let start = buffer.count
    let result = device?.read(into: &buffer) ?? .end
    if replyDeadline != nil, Self.endsReplies(buffer[min(start, buffer.count)...]) {
      replyDeadline = nil
    }
    return result
  }

  /// Returns whether bytes contain the end of the reply to DA1, `ESC [ ? … c`.
  private static func endsReplies(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let start = bytes.firstRange(of: Array("\u{1B}[?".utf8)) else { return false }
    return bytes[start.upperBound...].first { $0 >= 0x40 } == UInt8(ascii: "c")
  }

  /// Reads the replies that are still expected.
  private func drainReplies() {
    var bytes: [UInt8] = []
    while let deadline = replyDeadline, let device, device.waitForInput(until: deadline),
      case .bytes = device.read(into: &bytes), !Self.endsReplies(bytes[...])
    {}
    replyDeadline = nil
  }

  /// The signals that arrived since the last call, in order.
  public func readSignals() -> [TerminalSignal] {
    signals?.drain() ?? []
  }

  public func updateSize() {
    guard screen != nil, let device else { return }
    invalidate()
    guard device.size != size else { return }
    size = device.size
    // Windows of the old size could lie outside the screen.
    removeWindows()
    resizeterm(Int32(size.rows), Int32(size.columns))
  }

  private func removeWindows() {
    for window in windows.values { window.remove() }
    windows = [:]
  }

  public func suspend() {
    guard screen != nil, !isSuspended else { return }
    leave()
    if let signals, let device, !signals.stopJob(on: device) { return }
    enter()
  }

  public func release(during body: () -> Void) {
    guard screen != nil, !isSuspended else { return body() }
    leave()
    body()
    enter()
  }

  public func resume() {
    guard screen != nil, !isSuspended else { return }
    if let signals, let device, !signals.waitForForeground(on: device) { return }
    // ncurses takes over the screen only after it has left it.
    leave()
    enter()
  }

  private func enter() {
    isSuspended = false
    selectASCII()
    updateSize()
    wrefresh(cn_curscr())
    turnModesOn()
  }

  /// Ends line drawing, in which another program may have left the terminal.
  ///
  /// Terminals save the character set with the screen of the shell, and restore both.
  private func selectASCII() {
    if selectsASCII { device?.write(TerminalModes.ascii) }
  }

  private func turnModesOn() {
    device?.write(TerminalModes.inputOn)
    if isMouseReportingEnabled { device?.write(TerminalModes.mouseOn) }
    windowTitle.map { device?.write(TerminalModes.title($0)) }
  }

  public func copy(_ text: String) {
    device?.write(TerminalModes.copy(text))
  }

  public func invalidate() {
    guard screen != nil else { return }
    clearok(cn_curscr(), true)
    // The screen is cleared first, even for few rows.
    writtenRows = Self.unsynchronizedRows + 1
  }
}

// MARK: - Starting

extension NcursesTerminal {
  /// ncurses prints wide characters only in a UTF-8 locale, so `LANG=C` is replaced by one.
  private func chooseLocale() {
    setlocale(LC_CTYPE, "")
    guard let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) != "UTF-8" else {
      return
    }
    isUnicode = setlocale(LC_CTYPE, "C.UTF-8") != nil
  }

  private func openScreen(_ device: TerminalDevice) throws {
    guard let output = openStream(on: device, "w"), let input = openStream(on: device, "r") else {
      throw TerminalError.noTerminal
    }
    // The real size is used, not LINES and COLUMNS.
    use_env(true)
    use_tioctl(true)
    func openEmbedded(_ entry: EmbeddedTerminfo) -> OpaquePointer? {
      entry.with { newterm(entry.rawValue, output, input) }
    }
    let own = cn_entry(name, device.descriptor)
    selectsASCII = own.selectsASCII
    if promisesTrueColor && usesColors {
      screen = openEmbedded(.plain)
    } else if EmbeddedTerminfo.describes(name) {
      // ncurses sends no sequence for text that is struck through, except by the embedded entry.
      if own.strikesThrough {
        colorLimit = max(0, Int(own.colors))
        screen = openEmbedded(own.erasesWithBackground ? .erasing : .plain)
      }
    }
    usesEmbeddedEntry = screen != nil
    if screen == nil { screen = newterm(name, output, input) }
    if screen == nil {
      screen = openEmbedded(.plain)
      usesEmbeddedEntry = true
    }
    guard screen != nil else { throw TerminalError.unsupported(name) }
  }

  /// Opens a separate stream, which is closed together with the device.
  private func openStream(
    on device: TerminalDevice, _ mode: String
  ) -> UnsafeMutablePointer<FILE>? {
    let stream = fdopen(fcntl(device.descriptor, F_DUPFD_CLOEXEC, 3), mode)
    stream.map { streams.append($0) }
    return stream
  }

  private func configureScreen() {
    raw()
    noecho()
    nonl()
    intrflush(nil, false)
    // Otherwise ncurses polls for a key at every fifth row.
    typeahead(-1)
    let hasColors = usesColors && has_colors()
    if hasColors {
      start_color()
      use_default_colors()
    }
    palette = Palette(
      colorCount: hasColors ? min(Int(cn_colors()), colorLimit) : 0,
      hasStrikethrough: usesEmbeddedEntry)
    curs_set(0)
    // ncurses 6.4 makes a system call for each cursor move until the screen was left once.
    endwin()
    doupdate()
  }

  private func leave() {
    drainReplies()
    device?.write(TerminalModes.mouseOff + TerminalModes.inputOff)
    if windowTitle != nil { device?.write(TerminalModes.restoreTitle) }
    curs_set(1)
    endwin()
    selectASCII()
    isSuspended = true
  }

  private func endGuarding() {
    signals?.close()
    signals = nil
    crashGuard?.end()
    crashGuard = nil
  }

  private func closeDevice() {
    for stream in streams { fclose(stream) }
    streams = []
    device?.close()
    device = nil
  }
}
