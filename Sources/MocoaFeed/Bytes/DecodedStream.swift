/// Decodes a stream on its own thread, two megabytes ahead of the reader.
final class DecodedStream: ByteStream {
  private struct State {
    /// The numbers of pieces that have been filled and that have been read.
    var (filled, read) = (0, 0)
    /// The number of bytes in each piece, and the position in the current one.
    var lengths = [Int](repeating: 0, count: pieceCount)
    var position = 0
    /// The result at the end of the stream; nil before.
    var end: Result<Void, any Error>?
    var isStopped = false
  }

  private static let (pieceLength, pieceCount, inputLength) = (512 * 1024, 4, 256 * 1024)

  private let stream: InterruptibleStream
  private let state = Monitor(State())
  /// A ring of pieces: written by the decoder's thread, read once they have been filled.
  private nonisolated(unsafe) let pieces = UnsafeMutableRawBufferPointer.allocate(
    byteCount: pieceCount * pieceLength, alignment: 64)

  /// Starts decompressing a stream, of which some bytes have been read.
  init(
    of stream: InterruptibleStream, after first: [UInt8],
    _ makeDecoder: @escaping @Sendable () throws(FeedError.Reason) -> any StreamDecoder
  ) throws(FeedError.Reason) {
    self.stream = stream
    // An unsupported format is an error here, on the reader's thread.
    _ = try makeDecoder()
    try BlockingThread.start { [self] in
      let end = Result { try run(makeDecoder(), first) }
      state.withLock { $0.end = end }
    }
  }

  deinit { pieces.deallocate() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let piece = try state.wait { state -> UnsafeRawBufferPointer? in
      if state.isStopped { return .init(start: nil, count: 0) }
      if state.read < state.filled {
        let slot = state.read % Self.pieceCount
        let bytes = pieces[slot * Self.pieceLength..<(slot + 1) * Self.pieceLength]
        return .init(
          rebasing: bytes[(bytes.startIndex + state.position)...].prefix(
            min(buffer.count, state.lengths[slot] - state.position)))
      }
      try state.end?.get()
      return state.end.map { _ in .init(start: nil, count: 0) }
    }
    guard let piece, !piece.isEmpty else { return 0 }
    buffer.copyMemory(from: piece)
    state.withLock { state in
      state.position += piece.count
      guard state.position == state.lengths[state.read % Self.pieceCount] else { return }
      (state.read, state.position) = (state.read + 1, 0)
    }
    return piece.count
  }

  func isIdle(for duration: Duration) -> Bool {
    state.wait(timeout: duration) { $0.read < $0.filled || $0.end != nil ? () : nil } == nil
  }

  /// Ends reading: every read returns 0; the owner stops the stream.
  func stop() {
    state.withLock { $0.isStopped = true }
  }

  private func run(_ decoder: any StreamDecoder, _ first: [UInt8]) throws {
    let input = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(Self.inputLength, first.count), alignment: 64)
    defer { input.deallocate() }
    input.copyBytes(from: first)
    var count = first.count
    while count > 0 {
      var rest = UnsafeRawBufferPointer(rebasing: input[..<count])[...]
      var isFull = false
      while !rest.isEmpty || isFull {
        guard let slot = freeSlot() else { return }
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: pieces[slot * Self.pieceLength..<(slot + 1) * Self.pieceLength])
        let length = try decoder.decode(&rest, into: piece)
        isFull = length == piece.count
        if length > 0 {
          state.withLock { state in
            state.lengths[slot] = length
            state.filled += 1
          }
        }
      }
      count = decoder.hasEnded ? 0 : try stream.read(into: input)
    }
    if !decoder.isComplete { throw FeedError.Reason.corrupt(decoder.format, "it ends too early") }
  }

  /// Returns the next free slot, blocking until there is one; nil after `stop`.
  private func freeSlot() -> Int? {
    _ = state.wait { $0.isStopped || $0.filled - $0.read < Self.pieceCount ? () : nil }
    return state.withLock { $0.isStopped ? nil : $0.filled % Self.pieceCount }
  }
}
