/// The sign, the digits and the point of a number in a text, up to an exponent.
struct ShortDecimal {
  let isNegative: Bool

  /// The digits as an integer, if there are at most 19.
  private(set) var digits: UInt64 = 0

  /// The number of digits, with zeros in front, and of those behind the point.
  private(set) var (digitCount, scale) = (0, 0)

  /// The offset of the first byte that belongs to something else.
  private(set) var end: Int

  /// Reads bytes; without digits if they do not begin with a number.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    isNegative = bytes.first == UInt8(ascii: "-")
    end = isNegative ? 1 : 0
    var hasPoint = false
    while end < bytes.count {
      let byte = bytes[end]
      if byte.isDigit {
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        digitCount += 1
        if hasPoint { scale += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      end += 1
    }
  }
}

/// A number of any length: its digits, without leading and trailing zeros, and its exponent.
struct LongDecimal {
  let isNegative: Bool
  private(set) var digits: [UInt8] = []
  /// The exponent of the first digit.
  private(set) var exponent = 0
  /// Bytes that order exponents beyond ±10¹⁸; empty for others.
  private(set) var farExponent: [UInt8] = []

  init(_ bytes: UnsafeRawBufferPointer) {
    isNegative = bytes.first == UInt8(ascii: "-")
    var hasPoint = false
    var position = isNegative ? 1 : 0
    // The position of the point, counted from the first nonzero digit.
    var point = 0
    while position < bytes.count, bytes[position].isDigit || bytes[position] == UInt8(ascii: ".") {
      if bytes[position].isDigit {
        if !digits.isEmpty || bytes[position] != UInt8(ascii: "0") {
          digits.append(bytes[position])
          if !hasPoint { point += 1 }
        } else if hasPoint {
          point -= 1
        }
      } else {
        hasPoint = true
      }
      position += 1
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    exponent = point - 1
    read(exponent: bytes[min(position + 1, bytes.count)...])
  }

  private mutating func read(exponent bytes: Slice<UnsafeRawBufferPointer>) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = bytes.filter(\.isDigit).drop { $0 == UInt8(ascii: "0") }
    var result = digits.prefix(18).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    if digits.count > 18 {
      result = 1_000_000_000_000_000_000
      let order = withUnsafeBytes(of: digits.count.bigEndian) { Array($0) } + digits
      farExponent = isNegative ? order.map { ~$0 } : order
    }
    exponent += isNegative ? -result : result
  }
}
