/// Finds the rows of text in which one byte ends each, such as lines.
///
/// Blank rows do not count.
struct DelimiterScanner {
  private let delimiter: UInt8

  /// Whether the row that is open at the end of the bytes so far has more than white space.
  private(set) var hasContent = false

  init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  /// Goes through more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes behind those of the call before.
  ///   - end: Is given the offset of each delimiter that ends a row; returns whether to go on.
  @inline(__always)
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    guard let start = bytes.baseAddress else { return }
    var offset = 0
    var rowStart = 0
    while offset < bytes.count {
      let isWhole = offset + ByteBlock.count <= bytes.count
      let block =
        isWhole
        ? ByteBlock(at: start + offset)
        : ByteBlock(padding: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      let found = block.matches(delimiter)
      var ends = found.isEmpty ? 0 : found.transposed
      while ends != 0 {
        let position = offset + ends.trailingZeroBitCount
        ends &= ends &- 1
        let counts = hasContent || !bytes.isBlank(in: rowStart..<position)
        rowStart = position + 1
        hasContent = false
        if counts, !end(position) { return }
      }
      offset += ByteBlock.count
    }
    hasContent = hasContent || !bytes.isBlank(in: min(rowStart, bytes.count)..<bytes.count)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether there is nothing but white space in a range.
  @inline(__always)
  func isBlank(in range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      guard self[position].isJSONWhitespace else { return false }
      position += 1
    }
    return true
  }
}
