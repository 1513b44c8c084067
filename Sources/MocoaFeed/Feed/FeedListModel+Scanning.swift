/// Ways through all rows at the speed of memory, for searching, sorting and comparing.
///
/// Any thread may use them, while rows are still being found. They read the source once from front
/// to back, and make nothing that stays.
extension FeedListModel {
  /// How many bytes of the source have been read.
  public var byteCount: Int { parts.last?.bytes.upperBound ?? 0 }

  /// Hands over the bytes of rows, in order.
  ///
  /// The bytes are as the source has them, unchecked, with no white space around them; what is not
  /// JSON there is converted, and has no bytes where it cannot be. Of a row longer than
  /// `FeedOptions.longestRow` only so much is handed over.
  ///
  /// - Complexity: O(n) for n bytes of these rows: about the time that finding them took.
  /// - Parameters:
  ///   - numbers: The numbers of the rows in the whole feed; nil means all.
  ///   - body: Is given the number of a row and its bytes, which are valid during the call only;
  ///     returns whether to go on.
  /// - Throws: A `FeedError` where the source has become shorter or cannot be read, and what `body`
  ///   throws.
  /// - Precondition: The rows are there.
  public func forEachRow(
    in numbers: Range<Int>? = nil,
    _ body: (_ number: Int, _ bytes: UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let numbers = numbers ?? 0..<numberOfRows
    precondition(numbers.clamped(to: 0..<numberOfRows) == numbers, "There are no such rows.")
    var isWanted = true
    for part in parts where isWanted && part.rows.overlaps(numbers) {
      let first = part.rows.lowerBound
      let own = numbers.clamped(to: part.rows)
      var pass = part.store.makePass()
      try pass.forEachRow(in: own.lowerBound - first..<own.upperBound - first) { number, bytes, _ in
        isWanted = try body(first + number, bytes)
        return isWanted
      }
    }
  }

  /// Hands over the bytes of the source piece by piece, whatever they hold.
  ///
  /// - Parameters:
  ///   - range: Offsets in the source; nil means all that has been read.
  ///   - overlap: How many bytes at the end of a piece are also the first of the next, so that what
  ///     is looked for is found where it lies across two pieces.
  ///   - body: Is given the offset of a piece and its bytes, which are valid during the call only;
  ///     returns whether to go on.
  /// - Throws: A `FeedError` where the source cannot be read, and what `body` throws.
  public func forEachChunk(
    in range: Range<Int>? = nil, overlap: Int = 0,
    _ body: (_ offset: Int, _ bytes: UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let range = (range ?? 0..<byteCount).clamped(to: 0..<byteCount)
    let length = max(512 * 1024, 2 * overlap)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 64)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(length, range.upperBound - offset)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = try read(into: part, at: offset)
      let bytes = UnsafeRawBufferPointer(rebasing: part[..<count])
      guard count > 0, try body(offset, bytes) else { return }
      offset += count
      if offset < range.upperBound, count > overlap { offset -= overlap }
    }
  }

  /// Reads bytes of the source that holds an offset.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let part = part { $0.bytes.upperBound > offset }
    let wanted = min(buffer.count, part.bytes.upperBound - offset)
    return try part.store.source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]),
      at: offset - part.bytes.lowerBound)
  }

  /// Where a row is in the source, in bytes.
  ///
  /// - Complexity: O(1): some dozen rows are looked through where none near was asked for before.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  public func byteRange(ofRow number: Int) throws -> Range<Int> {
    let part = part { $0.rows.upperBound > number }
    let range = try part.store.reader.range(ofRow: number - part.rows.lowerBound)
    return range.lowerBound + part.bytes.lowerBound..<range.upperBound + part.bytes.lowerBound
  }

  /// The row that a byte of the source belongs to, or nil where it belongs to none.
  ///
  /// - Complexity: O(log n) for n rows.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  public func rowNumber(atOffset offset: Int) throws -> Int? {
    let part = part { $0.bytes.upperBound > offset }
    let offset = offset - part.bytes.lowerBound
    guard let block = part.store.index.block(containingOffset: offset) else { return nil }
    for number in block.rows where number < part.rows.count {
      let range = try part.store.reader.range(ofRow: number)
      if offset < range.upperBound {
        return range.contains(offset) ? number + part.rows.lowerBound : nil
      }
    }
    return nil
  }
}
