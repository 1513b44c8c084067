/// Sorted runs of rows in an unnamed file, which are merged.
///
/// A row in the file is its number, the lengths of its key and its text, and these two.
struct SortSpill {
  private let file: FileDescriptor
  private var runs: [Range<Int>] = []

  private static let headerLength = 16

  /// The number of bytes per write.
  private static let pieceLength = 1 << 20

  /// Creates a spill without runs in an empty file, or in a temporary one.
  init(file: FileDescriptor? = nil) throws { self.file = try file ?? FileDescriptor.temporary() }

  /// Appends a run of rows, each with its key in two parts, and its text.
  mutating func write(
    _ forEach: (
      (UInt64, Int, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Void
  ) throws {
    let start = runs.last?.upperBound ?? 0
    var end = start
    var buffer: [UInt8] = []
    func flush() throws {
      do {
        try buffer.withUnsafeBytes { try file.write($0, at: end) }
      } catch {
        throw Self.failure(error, "written")
      }
      end += buffer.count
      buffer.removeAll(keepingCapacity: true)
    }
    try forEach { window, row, rest, text in
      withUnsafeBytes(of: row) { buffer.append(contentsOf: $0) }
      for length in [UInt32(8 + rest.count), UInt32(text.count)] {
        withUnsafeBytes(of: length) { buffer.append(contentsOf: $0) }
      }
      withUnsafeBytes(of: window.bigEndian) { buffer.append(contentsOf: $0) }
      buffer.append(contentsOf: rest)
      buffer.append(contentsOf: text)
      if buffer.count >= Self.pieceLength { try flush() }
      return true
    }
    try flush()
    runs.append(start..<end)
  }

  private static func failure(_ error: any Error, _ verb: String) -> FeedError {
    let reason = (error as? SystemError)?.reason.description ?? "\(error)"
    return FeedError(
      source: FileDescriptor.temporaryDirectory,
      reason: .unreadable(
        "the sorted rows cannot be \(verb) (\(reason)); set TMPDIR to another folder, or --memory "
          + "to more"))
  }

  /// Calls a closure with the rows of all runs in order, until it returns `false`.
  ///
  /// - Parameters:
  ///   - bufferLength: The number of bytes of all runs in memory at once, unless rows are longer.
  ///   - body: Receives the number of a row and its text; returns whether to continue.
  /// - Throws: A `FeedError` if the file cannot be read, or the error of the closure.
  func merge(
    bufferLength: Int, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let length = max(64 * 1024, bufferLength / max(1, runs.count))
    // Later runs have later rows.
    var heap = MinHeap<Reader>()
    for (index, run) in runs.enumerated() {
      var reader = Reader(file: file, index: index, rest: run, length: length)
      if try reader.next() { heap.insert(reader) }
    }
    var isWanted = true
    while isWanted, !heap.isEmpty {
      try heap.updateMin { reader in
        isWanted = try reader.withText { try body(reader.row, $0) }
        return try isWanted && reader.next()
      }
    }
  }

  /// Reads a run from front to back.
  private struct Reader: Comparable {
    let file: FileDescriptor
    let index: Int
    /// The range that has not been read yet.
    var rest: Range<Int>
    let length: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private(set) var row = 0
    private var key = 0..<0
    private var text = 0..<0

    init(file: FileDescriptor, index: Int, rest: Range<Int>, length: Int) {
      (self.file, self.index, self.rest, self.length) = (file, index, rest, length)
    }

    /// Moves to the next row; returns `false` at the end.
    mutating func next() throws -> Bool {
      position = text.upperBound
      guard try fill(SortSpill.headerLength) else { return false }
      let lengths = buffer.withUnsafeBytes { bytes in
        row = bytes.loadUnaligned(fromByteOffset: position, as: Int.self)
        return [8, 12].map {
          Int(bytes.loadUnaligned(fromByteOffset: position + $0, as: UInt32.self))
        }
      }
      _ = try fill(SortSpill.headerLength + lengths[0] + lengths[1])
      let start = position + SortSpill.headerLength
      key = start..<start + lengths[0]
      text = key.upperBound..<key.upperBound + lengths[1]
      return true
    }

    /// Reads until a number of bytes are available; returns `false` at the end.
    private mutating func fill(_ count: Int) throws -> Bool {
      guard buffer.count - position < count else { return true }
      guard !rest.isEmpty else { return false }
      buffer.removeFirst(position)
      position = 0
      let end = min(rest.upperBound, rest.lowerBound + max(length, count) - buffer.count)
      do {
        buffer += try file.bytes(in: rest.lowerBound..<end)
      } catch {
        throw SortSpill.failure(error, "read")
      }
      rest = end..<rest.upperBound
      return buffer.count >= count
    }

    func withText<Result>(
      _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      try buffer.withUnsafeBytes { try body($0[rebased: text]) }
    }

    static func == (left: Reader, right: Reader) -> Bool { left.index == right.index }

    static func < (left: Reader, right: Reader) -> Bool {
      left.buffer.withUnsafeBytes { first in
        right.buffer.withUnsafeBytes { second in
          let order = ByteSearch.order(first[rebased: left.key], second[rebased: right.key])
          return order == 0 ? left.index < right.index : order < 0
        }
      }
    }
  }
}
