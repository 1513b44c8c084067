/// Goes through the bytes of rows in order, as fast as their ends are found.
///
/// One thread uses it; the index may grow meanwhile. Nothing is allocated for a row.
struct RowPass: ~Copyable {
  /// How many bytes are read at once, unless the rows between two anchors are longer.
  private static let windowLength = 512 * 1024

  private let source: any ByteSource
  private let index: RowIndex

  /// How much of a row is read at most, in bytes.
  private let longestRow: Int

  private var buffer: UnsafeMutableRawBufferPointer
  private var window = 0..<0

  /// The last row, where it was converted.
  private var converted: [UInt8] = []

  init(source: any ByteSource, index: RowIndex, longestRow: Int) {
    self.source = source
    self.index = index
    self.longestRow = longestRow
    buffer = .allocate(byteCount: Self.windowLength, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// Hands over rows one by one.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - isWanted: Is given the bytes of some dozen rows; returns whether any can be wanted.
  ///     The others are not taken apart.
  ///     Rows that are not JSON in the source are converted all the same.
  ///   - body: Is given the number of a row, its bytes with no white space around them, and the
  ///     offset of the first of them in the source; returns whether to go on. A row that cannot be
  ///     converted to JSON has no bytes.
  /// - Throws: A `FeedError` where the source has become shorter or cannot be read, and what `body`
  ///   throws.
  mutating func forEachRow(
    in rows: Range<Int>, where isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true },
    body: (Int, UnsafeRawBufferPointer, Int) throws -> Bool
  ) throws {
    guard rows.lowerBound < rows.upperBound else { return }
    var block = index.block(containing: rows.lowerBound)
    var finder = RowFinder(block: block)
    let coding = index.coding
    while true {
      let bytes = try load(block.bytes)
      var wanted = block.rows.clamped(to: rows)
      if !coding.isJSON || isWanted(bytes) {
        finder.scan(bytes, at: block.bytes.lowerBound)
        finder.finish()
        guard finder.isDone else { throw FeedError(source: source.name, reason: .rowGone) }
      } else {
        wanted = rows.upperBound..<rows.upperBound
      }
      for number in wanted {
        let found = finder.rows[number - block.rows.lowerBound]
        let start = min(found.lowerBound - block.bytes.lowerBound, bytes.count)
        let end = min(found.upperBound - block.bytes.lowerBound, bytes.count)
        guard coding.isJSON else {
          convert(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), coding)
          guard try converted.withUnsafeBytes({ try body(number, $0, found.lowerBound) }) else {
            return
          }
          continue
        }
        let row = bytes.trimmed(from: start, to: end)
        let text = UnsafeRawBufferPointer(rebasing: bytes[row])
        guard try body(number, text, block.bytes.lowerBound + row.lowerBound) else { return }
      }
      guard block.rows.upperBound < rows.upperBound else { return }
      block = index.block(containing: block.rows.upperBound)
      finder.begin(block)
    }
  }

  private mutating func convert(_ row: UnsafeRawBufferPointer, _ coding: RowCoding) {
    converted.removeAll(keepingCapacity: true)
    do {
      try coding.append(row, to: &converted)
    } catch {
      converted.removeAll(keepingCapacity: true)
    }
  }

  /// The bytes of a range, of which as many as a row may have.
  private mutating func load(_ range: Range<Int>) throws -> UnsafeRawBufferPointer {
    let count = min(range.count, max(Self.windowLength, longestRow))
    if range.lowerBound < window.lowerBound || range.lowerBound + count > window.upperBound {
      if count > buffer.count {
        buffer.deallocate()
        buffer = .allocate(byteCount: count, alignment: 64)
      }
      let read = try source.read(into: buffer, at: range.lowerBound)
      window = range.lowerBound..<range.lowerBound + read
      guard read >= count else { throw FeedError(source: source.name, reason: .rowGone) }
    }
    let start = range.lowerBound - window.lowerBound
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
  }
}

extension UnsafeRawBufferPointer {
  /// A range without white space and record separators at its ends.
  func trimmed(from lower: Int, to upper: Int) -> Range<Int> {
    var lower = Swift.min(lower, upper)
    var upper = upper
    while lower < upper, self[lower].isJSONWhitespace || self[lower] == 0x1E { lower += 1 }
    while lower < upper, self[upper - 1].isJSONWhitespace { upper -= 1 }
    return lower..<upper
  }
}
