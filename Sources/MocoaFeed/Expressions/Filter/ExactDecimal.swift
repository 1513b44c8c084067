/// A decimal of up to 38 digits, for results that floating-point numbers do not have.
struct ExactDecimal {
  /// The number without its point.
  private let digits: Int128

  /// The number of digits behind the point.
  private let scale: Int

  private init(_ digits: Int128, scale: Int) { (self.digits, self.scale) = (digits, scale) }

  /// Creates a decimal; nil for a number of more digits, also of zeros in front of the point.
  init?(_ quantity: Quantity) {
    let text = quantity.isShort ? DecimalSum.json(quantity.double) : quantity.longJSON
    let decimal = text.withUnsafeBytes { LongDecimal($0) }
    guard decimal.farExponent.isEmpty, decimal.digits.count <= Self.digitLimit else { return nil }
    let digits = decimal.digits.reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
    let scale = decimal.digits.count - 1 - decimal.exponent
    let whole = Self.product(digits, power: max(0, -scale))
    guard scale <= Self.digitLimit, let whole else { return nil }
    self.init(decimal.isNegative ? -whole : whole, scale: max(0, scale))
  }

  /// Creates the decimal of a number of 10⁻¹⁸.
  init(attoseconds: Int128) { self.init(attoseconds, scale: 18) }

  /// All numbers of so many digits are 128-bit integers.
  private static let digitLimit = 38

  /// Returns a number times a power of ten; nil if it has too many digits.
  private static func product(_ number: Int128, power: Int) -> Int128? {
    if number == 0 { return 0 }
    guard power <= digitLimit else { return nil }
    let (product, isTooLong) = number.multipliedReportingOverflow(
      by: (0..<power).reduce(Int128(1)) { power, _ in power * 10 })
    return isTooLong ? nil : product
  }

  /// Returns the result of a calculation; nil if it has too many digits, for a division, and for
  /// the remainder of one by zero.
  func result(_ sign: Operand.Arithmetic, _ other: ExactDecimal) -> ExactDecimal? {
    if sign == .times {
      let (product, isTooLong) = digits.multipliedReportingOverflow(by: other.digits)
      return isTooLong ? nil : ExactDecimal(product, scale: scale + other.scale)
    }
    if sign == .remainder { return remainder(other) }
    let common = max(scale, other.scale)
    guard let left = Self.product(digits, power: common - scale),
      let right = Self.product(other.digits, power: common - other.scale)
    else { return nil }
    let (result, isTooLong) =
      switch sign {
      case .plus: left.addingReportingOverflow(right)
      case .minus: left.subtractingReportingOverflow(right)
      case .times, .divided, .remainder: (0, true)
      }
    return isTooLong ? nil : ExactDecimal(result, scale: common)
  }

  /// Returns the remainder of the division by another number, with the sign of this one; nil for a
  /// division by zero, and if the other one has too many digits.
  private func remainder(_ other: ExactDecimal) -> ExactDecimal? {
    let common = max(scale, other.scale)
    // A number of more digits is the larger one.
    guard let divisor = Self.product(other.digits, power: common - other.scale) else { return self }
    guard divisor != 0 else { return nil }
    var rest = digits % divisor
    for _ in scale..<common {
      let (product, isTooLong) = rest.multipliedReportingOverflow(by: 10)
      guard !isTooLong else { return nil }
      rest = product % divisor
    }
    return ExactDecimal(rest, scale: common)
  }

  /// Returns the number rounded to a number of digits behind the point, or to tens or hundreds if
  /// it is negative; nil if it has too many digits then.
  ///
  /// - Parameters:
  ///   - count: The number of digits.
  ///   - rule: Down, up, or to the nearest one, halves away from zero.
  /// - Returns: The rounded number.
  func rounded(toDigits count: Int, _ rule: FloatingPointRoundingRule) -> ExactDecimal? {
    guard count < scale else { return self }
    guard let unit = Self.product(1, power: scale - count) else { return nil }
    var (result, rest) = digits.quotientAndRemainder(dividingBy: unit)
    switch rule {
    case .down: if rest < 0 { result -= 1 }
    case .up: if rest > 0 { result += 1 }
    default:
      // Twice the rest may have too many digits.
      if rest.magnitude >= unit.magnitude - rest.magnitude { result += digits < 0 ? -1 : 1 }
    }
    return Self.product(result, power: max(0, -count)).map {
      ExactDecimal($0, scale: max(0, count))
    }
  }

  /// Returns the number rounded to a number of digits, halves away from zero.
  func rounded(toSignificant count: Int) -> ExactDecimal? {
    let length = String(digits.magnitude).utf8.count
    return rounded(toDigits: scale - max(0, length - count), .toNearestOrAwayFromZero)
  }

  /// Returns the number rounded to 10⁻⁹, of which it is a multiple; nil if it has too many digits.
  var nanoseconds: Int128? {
    rounded(toDigits: 9, .toNearestOrAwayFromZero).flatMap {
      Self.product($0.digits, power: 9 - $0.scale)
    }
  }

  /// The number for comparisons and output.
  var quantity: Quantity? {
    var (rest, exponent) = (digits.magnitude, -scale)
    while exponent < 0, rest % 10 == 0 { (rest, exponent) = (rest / 10, exponent + 1) }
    let text = DecimalSum.json(
      rest == 0 ? [] : "\(rest)".utf8.map { $0 - 0x30 }, exponent, digits < 0)
    return text.withUnsafeBytes { Quantity($0) }
  }
}
