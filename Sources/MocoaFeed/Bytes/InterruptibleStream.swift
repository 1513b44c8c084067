import MocoaSystem
import Synchronization

/// Bytes that arrive once, in order; another thread may interrupt a blocked read.
protocol ByteStream: Sendable {
  /// Reads the next bytes; blocks until there are some.
  ///
  /// - Returns: The number of bytes; 0 at the end, and after `stop`.
  /// - Throws: A `SystemError` or a `FeedError.Reason`, after all bytes before the error have been
  ///   read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// Returns whether `read` would block for longer than a duration.
  func isIdle(for duration: Duration) -> Bool

  /// Ends reading: the current and every later read return 0.
  func stop()
}

/// The bytes of a descriptor.
final class InterruptibleStream: ByteStream {
  private let descriptor: FileDescriptor
  private let wakeReader: FileDescriptor
  private let wakeWriter: FileDescriptor
  private let ended = Atomic(false)

  /// Creates a stream of a descriptor, which it owns.
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
