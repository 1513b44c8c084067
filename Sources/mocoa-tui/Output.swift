import MocoaTUI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One of the program's two ways out, written to without a buffer.
enum Output: Int32 {
  case standard = 1
  case error = 2

  /// Whether it leads to a terminal.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has that it leads to, or nil.
  var terminalColumns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes text, all of it; gives up quietly when nobody reads.
  ///
  /// - Returns: Whether all of it was taken.
  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes bytes, all of them; gives up quietly when nobody reads.
  ///
  /// - Returns: Whether all of them were taken.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(
          rawValue, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Writes whole lines of a feed: to a terminal with nothing in them that it would obey.
  ///
  /// - Returns: Whether all of them were taken.
  @discardableResult
  func write(linesOfFeed bytes: [UInt8]) -> Bool {
    guard isTerminal else { return write(bytes) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return write(
      lines.map { line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return TextWidth.sanitized(String(decoding: line, as: UTF8.self))
      }
      .joined(separator: "\n"))
  }

  /// Whether there is a terminal to show an interface on, even if both ends of the program are
  /// pipes.
  static var canShowInterface: Bool {
    if Output.standard.isTerminal && isStandardInputTerminal { return true }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  /// Whether the user wants no colours (https://no-color.org).
  static var isColorRefused: Bool {
    guard let value = getenv("NO_COLOR") else { return false }
    return value[0] != 0
  }

  /// Has a reader that goes away seen as one that wants no more, and not as a reason to be killed.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process.
  static func exit(_ status: Int32) -> Never {
    systemExit(status)
  }
}

/// Whether standard input is a terminal.
var isStandardInputTerminal: Bool { isatty(0) == 1 }

private func systemWrite(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(fd, bytes, count)
}

private func systemExit(_ status: Int32) -> Never { exit(status) }
