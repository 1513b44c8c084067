import MocoaSystem

/// A JSON number for exact comparison, regardless of its length.
///
/// Numbers of up to 15 significant digits are represented by the nearest floating-point number,
/// which is unique to them (IEEE 754 binary64); between two such neighbors there are at least three
/// unused ones. A longer number is represented by the one next to that of its first 15 digits, and
/// has the other digits in `rest`.
struct Quantity: Sendable {
  /// The nearest floating-point number.
  let double: Double

  /// An unsigned integer with the order of the numbers, at most `0xFFF0_0000_0000_0000`.
  let order: UInt64

  /// Bytes that order numbers of the same `order`.
  ///
  /// None is a prefix of another; empty for numbers that have an `order` of their own.
  let rest: [UInt8]

  init(_ integer: Int) {
    var text = String(integer)
    self =
      text.withUTF8 { Quantity(UnsafeRawBufferPointer($0)) } ?? Quantity(short: Double(integer))
  }

  /// Creates a number from a floating-point number of at most 15 digits.
  init(short double: Double) {
    (self.double, order, rest) = (double, double.orderedBits, [])
  }

  /// Parses a number from its bytes; nil if they are not a number.
  ///
  /// Short decimals are exact by Clinger's fast path (*How to read floating point numbers
  /// accurately*, 1990): both the digits and the power of ten are exact, so that one operation
  /// rounds correctly. The others go through the standard library.
  ///
  /// - Complexity: O(n) for n bytes; allocates nothing for up to 15 digits without an exponent.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let short = ShortDecimal(bytes)
    let isWhole = short.end == bytes.count
    guard short.digitCount > 0, isWhole || bytes[short.end] | 0x20 == UInt8(ascii: "e")
    else { return nil }
    guard !isWhole || short.digitCount > Self.shortCount else {
      let value = Double(short.digits) / Self.powersOfTen[short.scale]
      self.init(short: short.isNegative ? -value : value)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let double = Double(text) else { return nil }
    self.init(LongDecimal(bytes), nearest: double)
  }

  /// The number of digits that are always distinguished by floating-point numbers.
  private static let shortCount = 15

  private init(_ decimal: LongDecimal, nearest double: Double) {
    self.double = double
    let isOrdinary = -290...300 ~= decimal.exponent
    if decimal.digits.isEmpty || isOrdinary && decimal.digits.count <= Self.shortCount {
      (order, rest) = ((decimal.digits.isEmpty ? 0 : double).orderedBits, [])
      return
    }
    var bytes: [UInt8] = []
    let magnitude: Double
    if isOrdinary {
      let head = String(decoding: decimal.digits.prefix(Self.shortCount), as: UTF8.self)
      magnitude = Double("\(head)e\(decimal.exponent - Self.shortCount + 1)") ?? abs(double)
      bytes += decimal.digits.dropFirst(Self.shortCount)
    } else {
      magnitude = decimal.exponent > 0 ? .infinity : 0
      let exponent = UInt64(bitPattern: Int64(decimal.exponent)) ^ 1 << 63
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: exponent >> UInt64(shift)))
      }
      bytes += decimal.farExponent + decimal.digits
    }
    bytes.append(0)
    let place = magnitude.orderedBits + (magnitude.isInfinite ? 0 : 1)
    (order, rest) = decimal.isNegative ? (~place, bytes.map { ~$0 }) : (place, bytes)
  }

  static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

extension Quantity {
  /// A Boolean value that indicates whether a floating-point number has all of its digits.
  var isShort: Bool { rest.isEmpty }

  /// The number without its sign.
  var magnitude: Quantity {
    order < Self.zero ? Quantity(-double, order: ~order, rest: rest.map { ~$0 }) : self
  }

  /// The order of 0.
  private static let zero: UInt64 = 1 << 63

  private init(_ double: Double, order: UInt64, rest: [UInt8]) {
    (self.double, self.order, self.rest) = (double, order, rest)
  }

  /// The number as JSON, with all its digits, if it is not short.
  ///
  /// Of an exponent beyond ±10¹⁸, not all digits are kept.
  var longJSON: [UInt8] {
    let isNegative = order < Self.zero
    let (place, bytes) = (magnitude.order, magnitude.rest.dropLast())
    var (digits, exponent): ([UInt8], Int)
    if place == Self.zero + 1 || place == Double.infinity.orderedBits {
      let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      exponent = Int(Int64(bitPattern: bits ^ 1 << 63))
      digits = bytes.dropFirst(8).filter(\.isDigit)
    } else {
      // 15 digits are those of one floating-point number.
      let head = Double(bitPattern: (place - 1) & ~Self.zero)
      (digits, exponent) = head.digits(Self.shortCount)
      digits += bytes
    }
    return DecimalSum.json(digits.map { $0 - 0x30 }, exponent - digits.count + 1, isNegative)
  }

  var json: [UInt8] { isShort ? DecimalSum.json(double) : longJSON }

  var isInteger: Bool {
    isShort ? double.rounded() == double : !longJSON.contains { $0 == 0x2E || $0 == 0x65 }
  }
}

extension Quantity: Hashable, Comparable {
  static func == (left: Quantity, right: Quantity) -> Bool {
    left.order == right.order && left.rest == right.rest
  }

  static func < (left: Quantity, right: Quantity) -> Bool {
    left.order != right.order
      ? left.order < right.order : left.rest.lexicographicallyPrecedes(right.rest)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(order)
    hasher.combine(rest)
  }
}

extension Double {
  /// The first decimal digits of a positive number, and the exponent of the first one.
  func digits(_ count: Int) -> ([UInt8], exponent: Int) {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = withVaList([self]) { vsnprintf(buffer.baseAddress, 64, "%.\(count - 1)e", $0) }
      return buffer[..<Int(length)].map { UInt8(bitPattern: $0) }
    }
    let parts = text.split(separator: UInt8(ascii: "e"))
    return (
      parts[0].filter(\.isDigit), Int(String(decoding: parts[1], as: UTF8.self)) ?? 0
    )
  }

  /// An unsigned integer with the order of the numbers; at most `0xFFF0_0000_0000_0000`.
  fileprivate var orderedBits: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
