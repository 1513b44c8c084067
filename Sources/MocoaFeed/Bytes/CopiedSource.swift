import Synchronization

/// The bytes of a stream that has ended, read once more from the copy of them.
final class CopiedSource: ByteSource {
  private let stream: any ByteSource
  private let position = Atomic(0)
  private let isStopped = Atomic(false)

  /// Creates a source of the bytes that a stream has returned.
  init(_ stream: any ByteSource) { self.stream = stream }

  var name: String { stream.name }
  var size: Int? { stream.size }
  var canReadAgain: Bool { false }
  var notices: [String] { stream.notices }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isStopped.load(ordering: .relaxed) else { return 0 }
    let count = try stream.read(into: buffer, at: position.load(ordering: .relaxed))
    position.add(count, ordering: .relaxed)
    return count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try stream.read(into: buffer, at: offset)
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
