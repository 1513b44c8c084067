import Synchronization

/// The bytes of a stream, read once more from the copy of them, and those that follow.
///
/// A reading may have ended before the stream: with an error in the middle of a document. If the
/// stream failed, so does this source behind its last byte.
final class CopiedSource: ByteSource {
  private let stream: any ByteSource
  private let position = Atomic(0)

  /// Creates a source of the bytes of a stream that no other thread reads any more.
  init(_ stream: any ByteSource) { self.stream = stream }

  var name: String { stream.name }
  var fileName: String { stream.fileName }
  var size: Int? { stream.size }
  var modificationTime: Int? { stream.modificationTime }
  var canReadAgain: Bool { false }
  var notices: [String] { stream.notices }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = try stream.read(into: buffer, at: position.load(ordering: .relaxed))
    if count == 0 { count = try stream.readNext(into: buffer) }
    position.add(count, ordering: .relaxed)
    return count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try stream.read(into: buffer, at: offset)
  }

  func isIdle(for duration: Duration) -> Bool {
    let next = position.load(ordering: .relaxed)
    let isCopied = (try? stream.bytes(in: next..<next + 1).isEmpty) == false
    return !isCopied && stream.isIdle(for: duration)
  }

  func stop() { stream.stop() }
}
