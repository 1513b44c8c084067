import MocoaCore
import MocoaFeedUI
import MocoaSystem

/// An error of writing standard output, or the file in its place.
struct OutputError: Error, CustomStringConvertible {
  /// The system's error number.
  let code: Int32

  var file: String?

  /// A Boolean value that indicates whether the reader of a pipe has closed it, as `head` does.
  var isClosedPipe: Bool { code == EPIPE }

  var description: String {
    (file.map { "\($0): not written: " } ?? "standard output: ") + String(cString: strerror(code))
  }
}

/// An error of the user's words or files, for which the program exits with 2.
protocol WrongUsage: Error {}

/// Standard output and standard error, unbuffered.
enum Output: Int32 {
  case standard = 1
  case error = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The size of the terminal, or nil if it is not one.
  var terminalSize: Size? {
    var size = winsize()
    guard isTerminal, ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        systemWrite(rawValue, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw OutputError(code: count < 0 ? errno : EIO) }
      start += count
    }
  }

  /// Writes lines of a feed, without colors and control characters to a terminal.
  func write(linesOfFeed bytes: [UInt8]) throws(OutputError) {
    guard isTerminal else { return try write(bytes) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try write(
      lines.map { line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let text = GraphicRendition.removed(from: String(decoding: line, as: UTF8.self))
        return TextWidth.sanitized(text)
      }
      .joined(separator: "\n"))
  }

  /// A Boolean value that indicates whether there is a terminal, even if both streams are pipes.
  static var canShowInterface: Bool {
    if Output.standard.isTerminal && isStandardInputTerminal { return true }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  /// A Boolean value that indicates whether the user disabled colors (https://no-color.org).
  static var isColorRefused: Bool {
    guard let value = getenv("NO_COLOR") else { return false }
    return value[0] != 0
  }

  /// Ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe, or beyond the limit of the size
  /// of a file, is an error; SIGQUIT ends the program.
  static func prepareSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    // Where it is installed, Swift's runtime writes a backtrace, and the program goes on.
    let handler = unsafeBitCast(signal(SIGQUIT, SIG_DFL), to: UInt.self)
    if handler == unsafeBitCast(SIG_IGN, to: UInt.self) { _ = signal(SIGQUIT, SIG_IGN) }
  }

  /// Opens closed standard descriptors, so that no other file gets their numbers.
  static func openClosedDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes lines to standard error without control characters, ignoring errors.
  static func note(_ lines: String) {
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
    try? Output.error.write(
      lines.map { shortened(TextWidth.sanitized(String($0))) }.joined(separator: "\n") + "\n")
  }

  /// Writes a sentence to standard error, as one line: `mocoa-tui: …`.
  static func say(_ sentence: String) { note("mocoa-tui: " + TextWidth.sanitized(sentence)) }

  /// The maximum length of a line of standard error, in characters.
  static let longestLine = 500

  /// Returns a line without its middle if it is too long; names are at the start, reasons at the
  /// end.
  private static func shortened(_ line: String) -> String {
    guard line.utf8.count > longestLine, line.count > longestLine else { return line }
    let half = longestLine / 2
    return line.prefix(half - 1) + " … " + line.suffix(half - 2)
  }

  /// Writes an error to standard error as `mocoa-tui: …`; a closed pipe is not reported.
  ///
  /// - Returns: The exit status: 2 for wrong usage, 141 for a closed pipe, as if SIGPIPE had ended
  ///   the program, and otherwise 1.
  @discardableResult
  static func report(_ error: any Error) -> Int32 {
    if let faults = error as? ResultFaults {
      faults.lines.forEach(say)
      return faults.failures.contains(where: \.isWrongUsage) ? 2 : 1
    }
    if let error = error as? OutputError, error.isClosedPipe { return 128 + SIGPIPE }
    // A line feed in a file name must not begin another line.
    note("mocoa-tui: " + ((error as? UsageError)?.description ?? TextWidth.sanitized("\(error)")))
    let isOfFeed = (error as? FeedError)?.isWrongUsage ?? false
    return isOfFeed || error is TerminalError || error is any WrongUsage ? 2 : 1
  }

  /// Exits; an error of closing standard output makes the status 1.
  static func exit(_ status: Int32) -> Never {
    if status == 0, close(standard.rawValue) != 0, errno != EBADF {
      systemExit(report(OutputError(code: errno)))
    }
    systemExit(status)
  }
}

var isStandardInputTerminal: Bool { isatty(0) == 1 }

/// A Boolean value that indicates whether standard input is the null device, as in jobs of cron.
var isStandardInputNull: Bool {
  var (input, null) = (stat(), stat())
  return fstat(0, &input) == 0 && input.st_mode & S_IFMT == S_IFCHR
    && stat("/dev/null", &null) == 0 && input.st_rdev == null.st_rdev
}

private func systemWrite(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(fd, bytes, count)
}

private func systemExit(_ status: Int32) -> Never { exit(status) }
