internal import CNcurses
import MocoaSystem

/// The terminal's file descriptor, owned: standard input if both standard streams are terminals and
/// it is writable, else `/dev/tty`, so that pipes on either side remain pipes.
struct TerminalDevice {
  let descriptor: Int32

  /// The same terminal for reading without blocking: what has been announced may be gone.
  ///
  /// It is opened again, as the mode would apply to the shell, too, and to what is written. Where
  /// that is not permitted, it is the descriptor.
  let input: Int32

  /// The size if the kernel does not know it; read before ncurses sets the two variables.
  private let usualSize = Size(
    columns: extent(ofVariable: "COLUMNS", 80), rows: extent(ofVariable: "LINES", 24))

  init(descriptor: Int32) {
    self.descriptor = descriptor
    let again = MocoaSystem.open(
      "/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    input = again < 0 ? descriptor : again
  }

  static func open() throws -> TerminalDevice {
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    // After `</dev/tty`, and in `xargs -o`, standard input may be read-only.
    let isWritable = fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_RDWR
    let descriptor =
      isInteractive && isWritable
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      : MocoaSystem.open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw TerminalError.noTerminal }
    return TerminalDevice(descriptor: descriptor)
  }

  /// The size that the kernel reports; if unknown (as on a serial line), that of the environment
  /// (`COLUMNS`, `LINES`), else 80 × 24.
  ///
  /// Never empty, and at most 4,096 in each direction: ncurses counts in 16 bits.
  var size: Size {
    var window = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
    return Size(
      columns: window.ws_col > 0 ? min(Int(window.ws_col), Self.limit) : usualSize.columns,
      rows: window.ws_row > 0 ? min(Int(window.ws_row), Self.limit) : usualSize.rows)
  }

  private static let limit = 4_096

  private static func extent(ofVariable name: String, _ usual: Int) -> Int {
    guard let number = getenv(name).flatMap({ Int(String(cString: $0)) }) else { return usual }
    return (1...1_000).contains(number) ? number : usual
  }

  /// The settings of the terminal, or nil if the descriptor is not one.
  var settings: termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  func restore(_ settings: termios) {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Switches to raw mode: bytes are delivered as typed, and sent as written.
  func setRaw() {
    guard var settings else { return }
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Waits until there is input.
  ///
  /// - Returns: `true` if there is input in time.
  func waitForInput(until deadline: ContinuousClock.Instant) -> Bool {
    let milliseconds = max(0, (deadline - .now) / .milliseconds(1))
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(milliseconds)) > 0
  }

  /// A Boolean value that indicates whether the program is the terminal's foreground job.
  var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Writes all bytes, or gives up when the terminal is gone.
  func write(_ text: String) { _ = writeAll(text, to: descriptor) }

  /// Reads the pending bytes; never blocks.
  ///
  /// While the program was stopped, the shell may have read the input that had been announced, and
  /// in the mode of lines the system announces input that it then waits for.
  func read(into buffer: inout [UInt8]) -> TerminalInput {
    guard waitForInput(until: .now) else { return .nothing }
    let capacity = 4_096
    // Directly into the buffer, whose memory is reused.
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: repeatElement(0, count: capacity))
    let count = buffer.withUnsafeMutableBytes { MocoaSystem.read(input, $0.baseAddress, $0.count) }
    let failure = errno
    buffer.removeLast(capacity - max(0, count))
    if count > 0 { return .bytes }
    return count < 0 && (failure == EINTR || failure == EAGAIN) ? .nothing : .end
  }

  func close() {
    if input != descriptor { _ = MocoaSystem.close(input) }
    _ = MocoaSystem.close(descriptor)
  }
}
