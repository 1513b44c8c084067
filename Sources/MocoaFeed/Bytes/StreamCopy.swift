import MocoaSystem

/// A copy of the bytes of a stream, to be read again.
///
/// It is in memory while it is small, and then in an unnamed file of up to half of the free space
/// on its disk. One thread appends, any thread may read.
final class StreamCopy: Sendable {
  private struct State {
    /// The bytes from `start` on, in blocks, while there is no file.
    var blocks: [[UInt8]] = []
    var start = 0
    var length = 0
    var file: FileDescriptor?
    var limit = Int.max
  }

  /// The maximum number of bytes kept in memory.
  static let memoryLimit = 8 << 20

  /// The number of bytes kept before the needed ones, to compute lines and columns of errors.
  private static let retention = 1 << 20

  private static let blockLength = 256 * 1024

  private let state = Monitor(State())

  var hasFile: Bool { state.withLock { $0.file != nil } }

  /// Appends bytes.
  ///
  /// - Throws: A `FeedError` if no temporary file can be made, a `FeedError.Reason` if the limit is
  ///   reached, or a `SystemError`.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    let (file, end) = try state.withLock { state in
      let end = state.length
      if state.file == nil, state.length - state.start + bytes.count > Self.memoryLimit {
        try Self.moveToFile(&state)
      }
      if state.length + bytes.count > state.limit {
        throw FeedError.Reason.copyLimit(state.limit, folder: FileDescriptor.temporaryDirectory)
      }
      if state.file == nil { Self.append(bytes, to: &state) }
      return (state.file, end)
    }
    guard let file else { return }
    try file.write(bytes, at: end)
    state.withLock { state in
      if state.file == nil { Self.append(bytes, to: &state) } else { state.length += bytes.count }
    }
  }

  /// Reads bytes that have been appended, until the buffer is full or they end; returns 0 if they
  /// have been released.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let (file, filled) = state.withLock { state in
      let count = max(0, min(buffer.count, state.length - offset))
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      return (state.file, state.file == nil ? Self.read(into: part, at: offset, state) : count)
    }
    guard let file else { return filled }
    return try file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<filled]), at: offset)
  }

  /// Frees the memory of bytes that are no longer needed; or the file, if few bytes follow.
  func release(before offset: Int) {
    state.withLock { state in
      let count = (offset - Self.retention - state.start) / Self.blockLength
      guard count > 0 else { return }
      let start = state.start + count * Self.blockLength
      guard let file = state.file else {
        state.blocks.removeFirst(count)
        return state.start = start
      }
      guard state.length - start <= Self.memoryLimit / 2,
        let rest = try? file.bytes(in: start..<state.length)
      else { return }
      (state.file, state.limit) = (nil, .max)
      (state.start, state.length) = (start, start)
      rest.withUnsafeBytes { Self.append($0, to: &state) }
    }
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to state: inout State) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let room = blockLength - (state.length - state.start) % blockLength
      if room == blockLength { state.blocks.append([]) }
      let part = rest.prefix(room)
      state.blocks[state.blocks.count - 1].append(contentsOf: part)
      state.length += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  private static func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int, _ state: borrowing State
  ) -> Int {
    guard offset >= state.start else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let (block, position) = (offset + filled - state.start).quotientAndRemainder(
        dividingBy: blockLength)
      let part = state.blocks[block][position...].prefix(buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
      filled += part.count
    }
    return filled
  }

  private static func moveToFile(_ state: inout State) throws {
    let file = try FileDescriptor.temporary()
    var offset = state.start
    for block in state.blocks {
      try block.withUnsafeBytes { try file.write($0, at: offset) }
      offset += block.count
    }
    state.file = file
    state.blocks = []
    state.limit = state.length + (try file.freeSpace()) / 2
  }
}
