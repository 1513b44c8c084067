import Glibc
import Synchronization

/// Bytes that come once, in order, and may be waited for; another thread may end the wait.
protocol ByteStream: Sendable {
  /// Reads the next bytes; waits for them.
  ///
  /// - Returns: How many; 0 at the end, and after `stop`.
  /// - Throws: A `SystemError` or a `FeedError.Reason`, when all bytes before it have been read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// A Boolean value that indicates whether `read` would wait for longer than some time.
  func isIdle(for duration: Duration) -> Bool

  /// Makes every read, the present one too, return 0.
  func stop()
}

/// The bytes of a descriptor.
final class InterruptibleStream: ByteStream {
  private let descriptor: FileDescriptor
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor
  private let ended = Atomic(false)

  /// Takes over a descriptor.
  ///
  /// - Throws: A `SystemError`.
  init(_ descriptor: FileDescriptor) throws {
    self.descriptor = descriptor
    (wakeReader, wakeWriter) = try FileDescriptor.pipe()
  }

  /// A Boolean value that indicates whether the end of the bytes has been read.
  var hasEnded: Bool { ended.load(ordering: .relaxed) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while descriptor.waitForBytes(orFor: wakeReader) {
      guard let count = try descriptor.read(into: buffer) else { continue }
      if count == 0 { ended.store(true, ordering: .relaxed) }
      return count
    }
    return 0
  }

  func isIdle(for duration: Duration) -> Bool { !descriptor.waitForBytes(timeout: duration) }

  func stop() { _ = write(wakeWriter.number, "x", 1) }
}
