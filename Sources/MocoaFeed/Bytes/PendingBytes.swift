/// Bytes that a source makes itself: read once in order, and then again from a copy.
///
/// One thread puts and takes them, any thread may read them again.
final class PendingBytes: Sendable {
  private let bytes = Monitor<ArraySlice<UInt8>>([])
  private let copy = StreamCopy()

  /// Sets the next bytes; those before have been taken.
  func put(_ next: [UInt8]) { bytes.withLock { $0 = next[...] } }

  /// Moves as many bytes into a buffer as fit, and keeps a copy of them; returns their number.
  func take(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let part = bytes.withLock { bytes in
      let part = bytes.prefix(buffer.count)
      bytes = bytes.dropFirst(part.count)
      return part
    }
    buffer.copyBytes(from: part)
    if !part.isEmpty { try part.withUnsafeBytes { try copy.append($0) } }
    return part.count
  }

  /// Reads bytes that were taken, until the buffer is full or they end; returns 0 if they have been
  /// released.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try copy.read(into: buffer, at: offset)
  }

  /// Frees the copy of the bytes before an offset.
  func release(before offset: Int) { copy.release(before: offset) }
}
