@testable import MocoaFeed

/// Bytes in memory of which it is known how many were read again, and which can become fewer.
final class CountingSource: ByteSource {
  let name = "counted"
  private let bytes: MemorySource
  private let state = Monitor((count: 0, limit: Int.max))

  init(_ text: String) { bytes = MemorySource(text) }

  var size: Int? { bytes.size }

  /// How many bytes have been read with `read`.
  var bytesRead: Int { state.withLock { $0.count } }

  /// Makes reading end at an offset.
  func cut(to limit: Int) { state.withLock { $0.limit = limit } }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    bytes.readNext(into: buffer)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let limit = state.withLock { $0.limit }
    let count = min(bytes.read(into: buffer, at: offset), max(0, limit - offset))
    state.withLock { $0.count += count }
    return count
  }

  func stop() { bytes.stop() }
}
