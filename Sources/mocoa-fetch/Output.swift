import MocoaSystem

/// The destinations of the body and of the report.
struct Output {
  /// The destination of the body.
  let descriptor = STDOUT_FILENO

  /// A Boolean value that indicates whether file descriptor 3 is open for the report.
  private let hasReport: Bool

  /// Creates the output; call it before other files are opened, which could get the number 3.
  init() {
    hasReport = fcntl(3, F_GETFD) >= 0 && fcntl(3, F_GETFL) & O_ACCMODE != O_RDONLY
    // A file that is opened later must not become standard output.
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// A Boolean value that indicates whether the other end of a pipe has been closed.
  var isAbandoned: Bool {
    var file = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&file, 1, 0) > 0 && file.revents & Int16(POLLERR) != 0
  }

  /// Writes a part of the body; blocks until it is read.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
    guard Self.write(bytes, to: descriptor) else {
      throw .output(reason: String(cString: strerror(errno)))
    }
  }

  /// Writes the status with the address, and each header as a line, to file descriptor 3.
  func report(status: Int, address: String, headers: [String]) {
    guard hasReport else { return }
    var text = (["\(status) \(address)"] + headers).joined(separator: "\n") + "\n"
    text.withUTF8 { _ = Self.write(UnsafeRawBufferPointer($0), to: 3) }
  }

  /// Writes a line to standard error.
  static func writeError(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let count = MocoaSystem.write(file, base + written, bytes.count - written)
      if count > 0 { written += count }
      if count < 0, errno == EAGAIN {
        var full = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = poll(&full, 1, -1)
      } else if count < 0, errno != EINTR {
        return false
      }
    }
    return true
  }
}
