/// Finds rows of text that are terminated by one byte, such as lines.
struct DelimiterScanner: StreamScanner {
  /// The rows that are skipped.
  enum Blank {
    /// Rows of white space only.
    case whitespace
    /// Empty rows, and those of a carriage return only.
    case empty
    /// None.
    case never
  }

  private let delimiter: UInt8
  private let blank: Blank

  /// A Boolean value that indicates whether an unterminated row at the end counts.
  private(set) var hasContent = false

  init(delimiter: UInt8, blank: Blank = .whitespace) {
    (self.delimiter, self.blank) = (delimiter, blank)
  }

  /// Scans more bytes; `end` receives the offset of each delimiter that ends a row, and returns
  /// whether to continue.
  @inline(__always)
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    var offset = 0
    var rowStart = 0
    while offset < bytes.count {
      let found = ByteBlock(of: bytes, at: offset).matches(delimiter)
      var ends = found.isEmpty ? 0 : found.transposed
      while ends != 0 {
        let position = offset + ends.trailingZeroBitCount
        ends &= ends &- 1
        let counts =
          hasContent || blank == .never || !isBlank(rowStart..<position, of: bytes)
        rowStart = position + 1
        hasContent = false
        if counts, !end(position) { return }
      }
      offset += ByteBlock.count
    }
    let rest = min(rowStart, bytes.count)..<bytes.count
    hasContent = hasContent || !isBlank(rest, of: bytes)
  }

  @inline(__always)
  private func isBlank(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Bool {
    switch blank {
    case .whitespace: bytes.isBlank(in: range)
    case .empty: range.isEmpty || range.count == 1 && bytes[range.lowerBound] == 0x0D
    case .never: range.isEmpty
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether a range contains only white space.
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
