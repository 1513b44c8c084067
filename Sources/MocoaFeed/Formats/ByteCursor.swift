/// Reads a source from front to back through a buffer of the bytes ahead.
///
/// Used by one thread. Bytes that `ByteSource.readNext` has returned can be visited again.
final class ByteCursor {
  /// The maximum number of bytes that can be buffered ahead of the position.
  static let capacity = 1024 * 1024

  /// The number of bytes read at once; more would no longer fit into the processor's cache.
  private static let chunk = 256 * 1024

  let source: any ByteSource

  let kind: ByteSourceKind

  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// The offset in the source of the first byte of the buffer.
  private var base = 0
  private var lower = 0
  private var upper = 0

  /// The number of bytes of the source that have been read for the first time.
  private var received = 0

  /// The error that ended reading early; for the reader of the bytes, they end there.
  private(set) var failure: (any Error)?

  /// The sample by which the format is detected, once it has been read.
  private(set) var readSample: FormatSample?

  /// The time until which bytes of the sample are awaited, once some were needed.
  var sampleDeadline: ContinuousClock.Instant?

  /// Called with the bytes that are read for the first time.
  private let onNewBytes: (UnsafeRawBufferPointer) -> Void

  /// Called before each read, which may block.
  var beforeReading: () -> Void = {}

  init(_ source: any ByteSource, onNewBytes: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.source = source
    kind = ByteSourceKind(source)
    self.onNewBytes = onNewBytes
  }

  /// Copies of bytes that live as long as the cursor.
  private var kept: [UnsafeMutableRawBufferPointer] = []

  deinit {
    buffer.deallocate()
    for copy in kept { copy.deallocate() }
  }

  /// Returns a copy of bytes that lives as long as the cursor.
  func keep(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    kept.append(copy)
    return UnsafeRawBufferPointer(copy)
  }

  /// The offset of the position in the source.
  var offset: Int { base + lower }

  /// A Boolean value that indicates whether the next bytes have been read before.
  var isBehind: Bool { base + upper < received }

  /// The bytes ahead of the position that are in the buffer.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[lower..<upper])
  }

  /// Moves the position forward.
  func advance(_ count: Int) {
    precondition(count <= upper - lower, "A cursor cannot skip bytes that were not read.")
    lower += count
  }

  /// Moves back to an earlier offset.
  func seek(to offset: Int) {
    precondition(offset <= received, "A cursor cannot move to bytes that were not read.")
    (base, lower, upper) = (offset, 0, 0)
  }

  /// Moves back to an earlier offset, from which on the format is detected again.
  func restart(at offset: Int) {
    seek(to: offset)
    (readSample, sampleDeadline) = (nil, nil)
  }

  /// Moves to an offset beyond the bytes read so far; those between were read elsewhere.
  func skip(to offset: Int) {
    kind.file?.skip(to: offset)
    (base, lower, upper, received) = (offset, 0, 0, offset)
  }

  /// The sample by which the format is detected; read when it is needed for the first time.
  var formatSample: FormatSample {
    get throws {
      if let readSample { return readSample }
      let sample = try FormatSample(self)
      readSample = sample
      return sample
    }
  }

  /// Reads more when all buffered bytes have been consumed; returns `false` at the end of the
  /// source.
  func fill() throws -> Bool {
    if lower < upper { return true }
    (base, lower, upper) = (base + upper, 0, 0)
    return try read()
  }

  /// Reads more bytes after those in the buffer; returns `false` at the end, or if the buffer is
  /// full.
  func extend() throws -> Bool {
    if lower > 0 {
      buffer.copyMemory(from: bytes)
      base += lower
      upper -= lower
      lower = 0
    }
    return try read()
  }

  /// Releases the memory of the buffer until bytes are read again.
  ///
  /// - Precondition: There are no bytes in the buffer ahead of the position.
  func releaseBuffer() {
    precondition(lower == upper, "Bytes that were not visited would be lost.")
    (base, lower, upper) = (offset, 0, 0)
    buffer.deallocate()
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  private func read() throws -> Bool {
    if buffer.isEmpty { buffer = .allocate(byteCount: Self.capacity, alignment: 64) }
    let room = UnsafeMutableRawBufferPointer(
      rebasing: buffer[upper..<min(upper + Self.chunk, buffer.count)])
    guard room.count > 0 else { return false }
    beforeReading()
    let start = base + upper
    let count: Int
    if start < received {
      let again = UnsafeMutableRawBufferPointer(
        rebasing: room[..<min(room.count, received - start)])
      count = try source.read(into: again, at: start)
    } else {
      count = readNew(into: room)
      received += count
      onNewBytes(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
    upper += count
    return count > 0
  }

  private func readNew(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard failure == nil else { return 0 }
    do {
      return try source.readNext(into: room)
    } catch {
      failure = error
      return 0
    }
  }
}

// MARK: - Reading tokens

extension ByteCursor {
  /// The byte at the position, or nil at the end.
  func peek() throws -> UInt8? {
    guard try fill() else { return nil }
    return buffer[lower]
  }

  /// Moves to the next byte that is not white space, and returns it; nil at the end.
  func skipWhitespace() throws -> UInt8? {
    while let byte = try peek() {
      guard byte.isJSONWhitespace else { return byte }
      lower += 1
    }
    return nil
  }

  /// Moves past line feeds and carriage returns.
  func skipLineEnds() throws {
    while let byte = try peek(), byte == 0x0A || byte == 0x0D { lower += 1 }
  }

  /// Moves past the string whose opening quote is at the position; returns at most `limit` of its
  /// first bytes, including quotes, or nil if it is unterminated.
  func readString(limit: Int = 0) throws -> [UInt8]? {
    var result: [UInt8] = []
    var escaped = false
    var isFirst = true
    while let byte = try peek() {
      lower += 1
      if result.count < limit { result.append(byte) }
      if !isFirst, !escaped, byte == UInt8(ascii: "\"") { return result }
      escaped = !escaped && byte == UInt8(ascii: "\\")
      isFirst = false
    }
    return nil
  }

  /// Moves past the value at the position, regardless of its type; returns whether it is complete.
  func skipValue() throws -> Bool {
    switch try peek() {
    case nil: return false
    case UInt8(ascii: "\""): return try readString() != nil
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      lower += 1
      return try leaveContainer()
    default:
      _ = try readScalar()
      return true
    }
  }

  /// Moves past the number or word at the position, and returns its first bytes.
  func readScalar() throws -> [UInt8] {
    var result: [UInt8] = []
    while let byte = try peek(), !byte.endsScalar {
      lower += 1
      if result.count < Self.longestWord { result.append(byte) }
    }
    return result
  }

  /// The maximum number of bytes of a number or word that are examined.
  private static let longestWord = 512

  /// Moves past the end of the array or object that contains the position, and calls a closure for
  /// each comma between elements; returns `false` if the source ends first.
  func leaveContainer(onComma: () -> Void = {}) throws -> Bool {
    var scanner = ElementScanner()
    while try fill() {
      let close = scanner.scan(bytes) { _ in
        onComma()
        return true
      }
      if let close {
        advance(close + 1)
        return true
      }
      advance(bytes.count)
    }
    return false
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte ends a number or a word.
  var endsScalar: Bool {
    isJSONWhitespace || self == UInt8(ascii: ",") || self == UInt8(ascii: "]")
      || self == UInt8(ascii: "}")
  }
}
