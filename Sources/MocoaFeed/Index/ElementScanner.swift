/// Finds the commas between the elements of one array, or the members of one object, and its end.
///
/// It starts after the opening bracket and accepts chunks of any length. It examines only quotes,
/// backslashes and brackets, 64 bytes at a time, at memory speed and for any bytes; whether an
/// element is valid JSON is checked when it is displayed. `]` and `}` are not distinguished.
struct ElementScanner {
  private var strings = StringTracker()

  /// The number of open brackets inside the container.
  private var depth = 0

  /// Scans more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after those of the previous call.
  ///   - comma: Receives the offset in `bytes` of each comma between elements; returns whether to
  ///     continue. After it has returned `false`, the scanner must not be used any more.
  /// - Returns: The offset of the closing bracket, or nil if it is not among these bytes.
  @inline(__always)
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, comma: (Int) -> Bool
  ) -> Int? {
    var offset = 0
    while offset < bytes.count {
      let count = min(ByteBlock.count, bytes.count - offset)
      switch scan(ByteBlock(of: bytes, at: offset), count: count, at: offset, comma: comma) {
      case .open: offset += count
      case .closed(let position): return position
      case .stopped: return nil
      }
    }
    return nil
  }

  private enum Outcome {
    case open, stopped
    case closed(Int)
  }

  @inline(__always)
  private mutating func scan(
    _ block: ByteBlock, count: Int, at offset: Int, comma: (Int) -> Bool
  ) -> Outcome {
    let braces = block.withBracketsAsBraces
    let openBits = braces.matches(UInt8(ascii: "{"))
    let closeBits = braces.matches(UInt8(ascii: "}"))
    if depth > 0, openBits.isEmpty, closeBits.isEmpty {
      strings.pass(block, count: count)
      return .open
    }
    let outside = ~strings.inside(block, count: count)
    let opens = openBits.isEmpty ? 0 : openBits.transposed & outside
    let closes = closeBits.isEmpty ? 0 : closeBits.transposed & outside
    let closeCount = closes == 0 ? 0 : closes.nonzeroBitCount
    if depth > closeCount {
      // No comma of this block can separate elements.
      depth += (opens == 0 ? 0 : opens.nonzeroBitCount) - closeCount
      return .open
    }
    let commas = block.matches(UInt8(ascii: ",")).transposed & outside
    return walk(opens: opens, closes: closes, commas: commas, at: offset, comma: comma)
  }

  /// Scans from bracket to bracket, and from comma to comma at the top level.
  @inline(__always)
  private mutating func walk(
    opens: UInt64, closes: UInt64, commas: UInt64, at offset: Int, comma: (Int) -> Bool
  ) -> Outcome {
    var brackets = opens | closes
    var position = 0
    while true {
      let next = brackets == 0 ? ByteBlock.count : brackets.trailingZeroBitCount
      if depth == 0 {
        var between = commas & .bits(from: position, to: next)
        while between != 0 {
          guard comma(offset + between.trailingZeroBitCount) else { return .stopped }
          between &= between &- 1
        }
      }
      if brackets == 0 { return .open }
      if opens & brackets.lowestBit != 0 {
        depth += 1
      } else if depth == 0 {
        return .closed(offset + next)
      } else {
        depth -= 1
      }
      brackets &= brackets &- 1
      position = next
    }
  }
}
