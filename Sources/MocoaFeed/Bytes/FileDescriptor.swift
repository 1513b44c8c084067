import CProcess
import Dispatch
import MocoaSystem

/// An open file that is closed when it is no longer referenced.
final class FileDescriptor: Sendable {
  /// The descriptor's number.
  let number: CInt

  /// Creates an owner of an open file, which it closes.
  init(owning number: CInt) {
    self.number = number
  }

  deinit {
    let number = number
    if isSlowToClose {
      DispatchQueue.global(qos: .utility).async { _ = close(number) }
    } else {
      _ = close(number)
    }
  }

  private var isSlowToClose: Bool {
    guard let status = try? status() else { return false }
    return status.st_nlink == 0 && status.st_size > 1 << 20
  }

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - nonBlocking: A Boolean value that indicates whether opening a pipe without a writer
  ///     returns at once.
  /// - Returns: The open file.
  /// - Throws: A `SystemError`.
  static func open(readOnly path: String, nonBlocking: Bool = false) throws -> FileDescriptor {
    let flags = O_RDONLY | O_CLOEXEC | (nonBlocking ? O_NONBLOCK : 0)
    let name = path.systemName
    while true {
      let number = openFile(name, flags)
      if number >= 0 { return FileDescriptor(owning: number) }
      if errno != EINTR { throw SystemError.current }
    }
  }

  /// Returns a second descriptor for an open file.
  static func duplicate(of number: CInt) throws -> FileDescriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError.current }
    return FileDescriptor(owning: copy)
  }

  /// Creates an unnamed file in the temporary folder; it is deleted when it is closed.
  static func temporary() throws -> FileDescriptor {
    let directory = temporaryDirectory
    var template = Array("\(directory)/mocoa-XXXXXX".utf8CString)
    let number = cprocess_temporary(&template)
    guard number >= 0 else {
      let reason = String(cString: strerror(errno))
      throw FeedError(
        source: directory,
        reason: .unreadable(
          "no temporary files can be made (\(reason)); set TMPDIR to another folder"))
    }
    _ = unlink(template)
    return FileDescriptor(owning: number)
  }

  /// The folder for temporary files: `$TMPDIR`, or else `/tmp`.
  static var temporaryDirectory: String {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
    return String(cString: value)
  }

  /// Creates a pipe that commands do not inherit.
  static func pipe() throws -> (reader: FileDescriptor, writer: FileDescriptor) {
    var ends: [CInt] = [-1, -1]
    guard cprocess_pipe(&ends) == 0 else { throw SystemError.current }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  /// Waits until the file can be read or has ended; returns `false` if the other one can be read
  /// before.
  func waitForBytes(orFor other: FileDescriptor) -> Bool {
    var files = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other.number, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, nfds_t(files.count), -1) < 0, errno == EINTR {}
    return files[1].revents == 0
  }

  /// Waits until the file can be read or has ended; returns `false` after the timeout.
  func waitForBytes(timeout: Duration) -> Bool {
    var file = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, CInt(clamping: Int(timeout / .milliseconds(1)))) != 0
  }

  /// Returns the kind and size of the file.
  func status() throws -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError.current }
    return status
  }

  /// Returns the number of bytes free on the disk of the file.
  func freeSpace() throws -> Int {
    var status = statvfs()
    guard fstatvfs(number, &status) == 0 else { throw SystemError.current }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        .partialValue)
  }

  /// Reads at an offset, until the buffer is full or the file ends.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = pread(number, base + filled, buffer.count - filled, off_t(offset + filled))
      if count > 0 { filled += count }
      if count == 0 { break }
      if count < 0, errno != EINTR { throw SystemError.current }
    }
    return filled
  }

  /// Returns the bytes of a range; fewer if the file ends before.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    guard !range.isEmpty else { return [] }
    return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
    }
  }

  /// Reads the available bytes at the position of the file.
  ///
  /// - Returns: The number of bytes; 0 at the end; nil if none are available yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
    while true {
      let count = readFile(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return nil }
      if errno != EINTR { throw SystemError.current }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let count = pwrite(number, base + written, bytes.count - written, off_t(offset + written))
      if count > 0 { written += count }
      if count < 0, errno != EINTR { throw SystemError.current }
    }
  }
}

// The system's functions, under names that are not shadowed by the methods above.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt) -> CInt { open(path, flags) }
private func readFile(_ number: CInt, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, base, count)
}

/// An error number of the system.
struct SystemError: Error, Equatable {
  let number: CInt

  /// The error of the last system call.
  static var current: SystemError { SystemError(number: errno) }

  /// The cause, as a known one or with the system's message.
  var reason: FeedError.Reason {
    switch number {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .notPermitted
    case EISDIR: .isDirectory
    case EMFILE, ENFILE:
      .unreadable("too many open files; ulimit -n allows \(DescriptorLimit.current)")
    default: .unreadable(String(cString: strerror(number)))
    }
  }
}
