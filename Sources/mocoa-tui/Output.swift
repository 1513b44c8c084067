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

  /// Writes text, all of it; gives up quietly when nobody reads.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(
          rawValue, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
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
