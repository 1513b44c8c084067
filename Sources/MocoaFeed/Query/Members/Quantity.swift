/// A JSON number as queries compare it: exactly among integers, else as floating point.
struct Quantity: Hashable, Sendable {
  /// The nearest floating-point number.
  let double: Double

  /// The number, where it is an integer of 64 bits that is written without fraction and exponent.
  let integer: Int64?

  init(_ integer: Int64) {
    double = Double(integer)
    self.integer = integer
  }

  /// Reads a number from its bytes; nil where they are none.
  ///
  /// Short decimals are exact by Clinger's fast path (*How to read floating point numbers
  /// accurately*, 1990): both the digits and the power of ten are exact, so that one operation
  /// rounds right. The others go through the standard library.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { position = 1 }
    var digits: UInt64 = 0
    var digitCount = 0
    var scale = 0
    var hasPoint = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isDigit {
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        digitCount += 1
        if hasPoint { scale += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard digitCount > 0 else { return nil }
    if position == bytes.count, digitCount <= 18 {
      let signed = isNegative ? -Int64(digits) : Int64(digits)
      if !hasPoint {
        self.init(signed)
        return
      }
      if digits < 1 << 53, scale < Self.powersOfTen.count {
        let value = Double(digits) / Self.powersOfTen[scale]
        self.init(double: isNegative ? -value : value, integer: nil)
        return
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = Double(text) else { return nil }
    self.init(double: value, integer: Int64(text))
  }

  private init(double: Double, integer: Int64?) {
    self.double = double
    self.integer = integer
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

extension Quantity: Comparable {
  static func == (left: Quantity, right: Quantity) -> Bool {
    if let first = left.integer, let second = right.integer { return first == second }
    return left.double == right.double
  }

  static func < (left: Quantity, right: Quantity) -> Bool {
    if let first = left.integer, let second = right.integer { return first < second }
    return left.double < right.double
  }

  func hash(into hasher: inout Hasher) { hasher.combine(double) }
}
