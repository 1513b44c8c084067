internal import CNcurses

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal's file descriptor, owned: standard input where both ends of the program are
/// terminals, else `/dev/tty`, so that pipes on either side stay pipes.
struct TerminalDevice {
  let descriptor: Int32

  static func open() throws -> TerminalDevice {
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let descriptor =
      isInteractive
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      : openDevice("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw TerminalError.noTerminal }
    return TerminalDevice(descriptor: descriptor)
  }

  /// The extent that the kernel knows, or nil.
  var size: Size? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// How the terminal is set, or nil where it is none.
  var settings: termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Sets the terminal as it was.
  func restore(_ settings: termios) {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Has every byte come as it is typed, and go as it is written.
  func setRaw() {
    guard var settings else { return }
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: whether there is, in time.
  func waitForInput(until deadline: ContinuousClock.Instant) -> Bool {
    let milliseconds = max(0, (deadline - .now) / .milliseconds(1))
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(milliseconds)) > 0
  }

  /// Whether the terminal is the program's to use, and not that of another job.
  var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Writes bytes, all of them, or gives up when the terminal is gone.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = UnsafeBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
          systemWrite(descriptor, $0.baseAddress, $0.count)
        }
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Reads what has come; nil at the end.
  func read(into buffer: inout [UInt8], capacity: Int = 4096) -> TerminalInput {
    buffer.removeAll(keepingCapacity: true)
    let (count, failure) = withUnsafeTemporaryAllocation(
      byteCount: capacity, alignment: 1
    ) { bytes in
      let count = systemRead(descriptor, bytes.baseAddress, bytes.count)
      let failure = errno
      if count > 0 { buffer.append(contentsOf: bytes[..<count]) }
      return (count, failure)
    }
    if count > 0 { return .bytes }
    return count < 0 && (failure == EINTR || failure == EAGAIN) ? .nothing : .end
  }

  func close() {
    _ = systemClose(descriptor)
  }
}

private func openDevice(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemWrite(_ fd: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  write(fd, bytes, count)
}
private func systemRead(_ fd: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(fd, bytes, count)
}
private func systemClose(_ fd: Int32) -> Int32 { close(fd) }
