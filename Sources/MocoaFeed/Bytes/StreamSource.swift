import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe, a terminal or a device: bytes that come once, and are kept in a nameless file on disk.
public final class StreamSource: ByteSource {
  /// What errors call the source.
  public let name: String
  public var size: Int? { nil }
  private let stream: FileDescriptor
  private let copy: FileDescriptor
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor
  private let length = Mutex(0)

  /// Takes over a stream.
  ///
  /// - Throws: A `FeedError` where there is no room for the copy.
  init(_ stream: FileDescriptor, name: String) throws {
    self.name = name
    self.stream = stream
    do {
      copy = try FileDescriptor.anonymous(in: Self.temporaryDirectory)
      var ends: [CInt] = [0, 0]
      guard pipe(&ends) == 0 else { throw SystemError.current }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      wakeReader = FileDescriptor(owning: ends[0])
      wakeWriter = FileDescriptor(owning: ends[1])
    } catch let error as SystemError {
      throw FeedError(source: Self.temporaryDirectory, reason: error.reason)
    }
  }

  private static var temporaryDirectory: String {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
    return String(cString: value)
  }

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      var received: Int?
      while received == nil {
        guard waitForBytes() else { return 0 }
        received = try stream.read(into: buffer)
      }
      let count = received ?? 0
      let offset = length.withLock { $0 }
      try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      length.withLock { $0 += count }
      return count
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, length.withLock { $0 } - offset))
    do {
      return try copy.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public func stop() {
    _ = write(wakeWriter.number, "x", 1)
  }

  /// Waits until there is something to read, or the end; false after `stop`.
  private func waitForBytes() -> Bool {
    var files = [
      pollfd(fd: stream.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeReader.number, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, nfds_t(files.count), -1) < 0, errno == EINTR {}
    return files[1].revents == 0
  }
}
