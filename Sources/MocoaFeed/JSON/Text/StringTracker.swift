/// Tracks from block to block which bytes are inside a JSON string.
///
/// It accepts any bytes: a backslash escapes a quote outside strings, too, which does not occur in
/// valid JSON.
struct StringTracker {
  /// All bits set if a string is open at the end of the last block, otherwise none.
  private(set) var openString: UInt64 = 0

  /// 1 if the first byte of the next block is escaped, otherwise 0.
  private var escapedNext: UInt64 = 0

  /// Returns which bytes of a block are inside a string.
  ///
  /// - Parameters:
  ///   - block: The bytes after those of the previous call.
  ///   - count: The number of bytes to process; the others must be neither quotes nor backslashes.
  /// - Returns: The mask of the bytes inside strings, including opening quotes.
  @inline(__always)
  mutating func inside(_ block: ByteBlock, count: Int) -> UInt64 {
    let quotes = block.matches(UInt8(ascii: "\""))
    let backslashes = block.matches(UInt8(ascii: "\\"))
    if backslashes.isEmpty, escapedNext == 0 {
      if quotes.isEmpty { return openString }
      return advance(over: quotes.transposed)
    }
    let escaped = escapedBytes(backslashes: backslashes.transposed, count: count)
    return advance(over: quotes.transposed & ~escaped)
  }

  /// Processes a block without computing which bytes are inside a string.
  @inline(__always)
  mutating func pass(_ block: ByteBlock, count: Int) {
    let quotes = block.matches(UInt8(ascii: "\""))
    guard escapedNext == 0, block.matches(UInt8(ascii: "\\")).isEmpty else {
      _ = inside(block, count: count)
      return
    }
    // The parity of the number of quotes does not depend on their order.
    openString ^= 0 &- UInt64(truncatingIfNeeded: quotes.bits.nonzeroBitCount & 1)
  }

  @inline(__always)
  private mutating func advance(over quotes: UInt64) -> UInt64 {
    let inside = quotes.prefixParity ^ openString
    openString = UInt64(bitPattern: Int64(bitPattern: inside) >> 63)
    return inside
  }

  /// Returns the mask of the bytes that follow an unescaped backslash.
  private mutating func escapedBytes(backslashes: UInt64, count: Int) -> UInt64 {
    var escaped = escapedNext
    var rest = backslashes & ~escaped
    escapedNext = 0
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      if position + 1 == count {
        escapedNext = 1
        break
      }
      let next: UInt64 = 1 << UInt64(position + 1)
      escaped |= next
      rest &= ~(rest.lowestBit | next)
    }
    return escaped
  }
}
