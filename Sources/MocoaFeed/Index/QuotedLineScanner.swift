/// Finds the ends of rows in a stream of chunks.
protocol StreamScanner {
  /// A Boolean value that indicates whether an unfinished row follows the last end.
  var hasContent: Bool { get }

  /// Scans more bytes; `end` receives the offset of the end of each row, and returns whether to
  /// continue.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool)

  /// Reads the row that has no end yet as if the rows ended here, if it may be several.
  ///
  /// - Parameter end: Receives the offset, from the end of the bytes so far, of the end of each row
  ///   but the last.
  func finish(end: (Int) -> Void)

  /// Ends a row that later lines might still belong to, since none arrived in time.
  ///
  /// - Returns: The offset of its end, from the end of the bytes so far; nil if there is none.
  mutating func flush() -> Int?

  /// A Boolean value that indicates whether the line in which the bytes end belongs to the row
  /// before it, though it may be cut.
  var restContinuesRow: Bool { get }

  /// The offset, from the first byte that was scanned, at which something else begins; nil if
  /// nothing does.
  var end: Int? { get }

  /// Notes on the table, when all its rows have been found.
  var notes: [TableNote] { get }
}

extension StreamScanner {
  var notes: [TableNote] { [] }
  func finish(end: (Int) -> Void) {}
  mutating func flush() -> Int? { nil }
  var restContinuesRow: Bool { false }
  var end: Int? { nil }
}

/// Finds the rows of a table with optionally quoted fields (RFC 4180).
///
/// A line feed inside quotes does not end a row. Empty lines are rows only if the table has one
/// column.
///
/// A quote is significant only at the start of a field. While that holds for all, the quoted ranges
/// follow from the parity of quotes, 64 bytes at a time; other blocks are scanned byte by byte.
struct QuotedLineScanner: StreamScanner {
  private enum State {
    case fieldStart, unquoted, quoted
    /// After a quote that ends a field, unless another quote follows.
    case quoteInQuoted
  }

  let separator: UInt8

  let keepsEmptyLines: Bool

  /// A Boolean value that indicates whether blanks may be in front of a field in quotes.
  let skipsBlanks: Bool

  private(set) var hasContent = false
  private var state = State.fieldStart

  init(separator: UInt8, keepsEmptyLines: Bool = false, skipsBlanks: Bool = false) {
    (self.separator, self.keepsEmptyLines) = (separator, keepsEmptyLines)
    self.skipsBlanks = skipsBlanks
  }

  @inline(__always)
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    var offset = 0
    var rowStart = 0
    while offset < bytes.count {
      let count = min(ByteBlock.count, bytes.count - offset)
      var ends = self.ends(
        in: ByteBlock(of: bytes, at: offset), bytes[rebased: offset..<offset + count])
      while ends != 0 {
        let position = offset + ends.trailingZeroBitCount
        ends &= ends &- 1
        let isEmpty = position == rowStart || position == rowStart + 1 && bytes[rowStart] == 0x0D
        let counts = hasContent || keepsEmptyLines || !isEmpty
        rowStart = position + 1
        hasContent = false
        if counts, !end(position) { return }
      }
      offset += count
    }
    let isEmpty =
      rowStart == bytes.count || rowStart + 1 == bytes.count && bytes[rowStart] == 0x0D
    hasContent = hasContent || !isEmpty
  }

  /// Returns the mask of the line feeds of a block that end rows.
  @inline(__always)
  private mutating func ends(in block: ByteBlock, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if skipsBlanks { return endsByteByByte(in: bytes) }
    let feeds = block.matches(0x0A)
    let ends = feeds.isEmpty ? 0 : feeds.transposed
    let quotes = block.matches(UInt8(ascii: "\""))
    let last = bytes[bytes.count - 1]
    if quotes.isEmpty {
      guard state != .quoted else { return 0 }
      state = last == separator || last == 0x0A ? .fieldStart : .unquoted
      return ends
    }
    let quoteBits = quotes.transposed
    let inside = quoteBits.prefixParity ^ (state == .quoted ? ~0 : 0)
    let mayOpen: UInt64 = state == .fieldStart || state == .quoteInQuoted ? 1 : 0
    let before = (quoteBits | block.matches(separator).transposed | ends) << 1 | mayOpen
    guard quoteBits & inside & ~before == 0 else { return endsByteByByte(in: bytes) }
    let isInside = inside & 1 << UInt64(bytes.count - 1) != 0
    state =
      isInside
      ? .quoted
      : last == UInt8(ascii: "\"")
        ? .quoteInQuoted : last == separator || last == 0x0A ? .fieldStart : .unquoted
    return ends & ~inside
  }

  private mutating func endsByteByByte(in bytes: UnsafeRawBufferPointer) -> UInt64 {
    var ends: UInt64 = 0
    for (position, byte) in bytes.enumerated() {
      let isQuote = byte == UInt8(ascii: "\"")
      switch state {
      case .quoted: state = isQuote ? .quoteInQuoted : .quoted
      case .fieldStart where isQuote, .quoteInQuoted where isQuote: state = .quoted
      case .fieldStart where skipsBlanks && byte == 0x20: break
      default:
        state = byte == separator || byte == 0x0A ? .fieldStart : .unquoted
        if byte == 0x0A { ends |= 1 << UInt64(position) }
      }
    }
    return ends
  }
}
