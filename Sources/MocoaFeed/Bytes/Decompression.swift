import Dispatch
import Synchronization

/// Decompresses a stream on a thread of its own, a megabyte ahead of the reader of the bytes.
final class Decompression: Sendable {
  private struct State {
    var pieces: [[UInt8]] = []
    /// The piece that is read, and how many of its bytes have been read.
    var current: (bytes: [UInt8], count: Int) = ([], 0)
    var failure: (any Error)?
    var isStopped = false
  }

  private static let (pieceLength, inputLength, pieceLimit) = (256 * 1024, 128 * 1024, 4)

  private let stream: InterruptibleStream
  private let state = Mutex(State())
  /// Counts the pieces that there is room for.
  ///
  /// A semaphore that is released with a count below its first one ends the program, so it begins
  /// with none.
  private let free = DispatchSemaphore(value: 0)
  /// Counts the pieces, and the end.
  private let filled = DispatchSemaphore(value: 0)

  /// Starts to decompress a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - first: What has been read of it.
  ///   - compression: How it is compressed.
  /// - Throws: A `FeedError.Reason` where the format is not supported.
  init(
    of stream: InterruptibleStream, after first: [UInt8], _ compression: Compression
  ) throws(FeedError.Reason) {
    self.stream = stream
    for _ in 0..<Self.pieceLimit { free.signal() }
    // Fails here, on the thread of the reader, or not at all.
    _ = try compression.makeDecoder()
    DispatchQueue(label: "mocoa.decompress", qos: .userInitiated).async { [self] in
      do { try run(compression.makeDecoder(), first) } catch {
        state.withLock { $0.failure = error }
      }
      filled.signal()
    }
  }

  /// Reads the next bytes; waits for them.
  ///
  /// - Returns: How many; 0 at the end, and after `stop`.
  /// - Throws: A `FeedError.Reason`, or a `SystemError`, when all bytes before it have been read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = state.withLock { state in
        let rest = state.current.bytes[state.current.count...].prefix(buffer.count)
        buffer.copyBytes(from: rest)
        state.current.count += rest.count
        return rest.count
      }
      if count > 0 { return count }
      filled.wait()
      let hasMore = try state.withLock { state in
        guard !state.isStopped, !state.pieces.isEmpty else {
          if let failure = state.failure, !state.isStopped { throw failure }
          return false
        }
        state.current = (state.pieces.removeFirst(), 0)
        return true
      }
      guard hasMore else {
        filled.signal()
        return 0
      }
      free.signal()
    }
  }

  /// A Boolean value that indicates whether `read` would wait for longer than some time.
  func isIdle(for duration: Duration) -> Bool {
    if state.withLock({ $0.current.count < $0.current.bytes.count }) { return false }
    let nanoseconds = Int(duration / .nanoseconds(1))
    guard filled.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return true }
    filled.signal()
    return false
  }

  /// Ends every wait; the stream is stopped by its owner.
  func stop() {
    state.withLock { $0.isStopped = true }
    free.signal()
    filled.signal()
  }

  private func run(_ decoder: any StreamDecoder, _ first: [UInt8]) throws {
    let input = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(Self.inputLength, first.count), alignment: 64)
    defer { input.deallocate() }
    input.copyBytes(from: first)
    var count = first.count
    while count > 0 {
      var rest = UnsafeRawBufferPointer(rebasing: input[..<count])[...]
      var piece: [UInt8]
      repeat {
        var failure: (any Error)?
        piece = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { output, length in
          do {
            length = try decoder.decode(&rest, into: UnsafeMutableRawBufferPointer(output))
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
        guard add(piece) else { return }
      } while !rest.isEmpty || piece.count == Self.pieceLength
      count = try stream.read(into: input)
    }
    if !decoder.isComplete { throw FeedError.Reason.corrupt(decoder.format, "it ends too early") }
  }

  /// Hands a piece over, when there is room.
  ///
  /// - Returns: Whether more are wanted.
  private func add(_ piece: [UInt8]) -> Bool {
    guard !piece.isEmpty else { return !state.withLock { $0.isStopped } }
    free.wait()
    let isWanted = state.withLock { state in
      if !state.isStopped { state.pieces.append(piece) }
      return !state.isStopped
    }
    if isWanted { filled.signal() }
    return isWanted
  }
}
