/// An exact sum of decimal numbers.
///
/// It is exact as long as the numbers have at most a few hundred different exponents; beyond that,
/// the smallest are dropped.
struct DecimalSum: Sendable {
  /// Digits, and the exponent of the last.
  private typealias Part = (digits: Int128, exponent: Int)

  /// The parts of the sum, one per exponent.
  ///
  /// The first needs no allocation.
  private var first: Part = (0, 0)
  private var others: [Part] = []

  /// The number of numbers added.
  private(set) var count = 0

  /// What the numbers measure, and how they are spelled.
  var dimensions: Measure.Dimensions = []

  /// The number of digits added at once: a part can hold 10²⁰ such summands.
  private static let chunkLength = 18

  /// The maximum number of parts, and of digits of a result.
  private static let partLimit = 512
  private static let digitLimit = 2_000

  /// The maximum number of digits before the point without an exponent.
  private static let longestInteger = 40

  /// Adds a JSON number of some rows, which may have a unit.
  mutating func add(
    _ number: UnsafeRawBufferPointer, _ dimension: Measure.Dimensions = [], rows: Int
  ) {
    dimensions.formUnion(dimension)
    add(number, times: Int128(rows))
    count += rows - 1
  }

  /// Adds the sum of some numbers.
  mutating func add(_ sum: UnsafeRawBufferPointer, ofNumbers count: Int) {
    add(sum)
    self.count += count - 1
  }

  /// Adds a JSON number, once or several times, multiplied by a power of ten.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func add(_ number: UnsafeRawBufferPointer, times: Int128 = 1, exponent power: Int = 0) {
    count += 1
    let short = ShortDecimal(number)
    let factor = short.isNegative ? -times : times
    if short.end == number.count, short.digitCount <= Self.chunkLength {
      return add((Int128(short.digits) * factor, power - short.scale))
    }
    let decimal = LongDecimal(number)
    let (digits, limit) = (decimal.digits, 1_000_000_000)
    let last = max(-limit, min(limit, decimal.exponent - digits.count + 1)) + power
    var end = digits.endIndex
    while end > digits.startIndex {
      let start = max(digits.startIndex, end - Self.chunkLength)
      let chunk = digits[start..<end].reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
      add((chunk * factor, last + digits.endIndex - end))
      end = start
    }
  }

  mutating func add(_ other: DecimalSum) {
    dimensions.formUnion(other.dimensions)
    count += other.count
    add(other.first)
    for part in other.others { add(part) }
  }

  private mutating func add(_ part: Part) {
    if part.digits == 0 { return }
    if first.digits == 0 { first.exponent = part.exponent }
    if part.exponent == first.exponent {
      first.digits += part.digits
    } else if let place = others.firstIndex(where: { $0.exponent == part.exponent }) {
      others[place].digits += part.digits
    } else {
      others.append(part)
      guard others.count > Self.partLimit else { return }
      others.sort { $0.exponent > $1.exponent }
      others.removeLast(Self.partLimit / 2)
    }
  }

  // MARK: Results

  /// The digits of the sum without leading and trailing zeros, the last exponent, and the sign.
  private var decimal: (digits: [UInt8], exponent: Int, isNegative: Bool) {
    let parts = ([first] + others).filter { $0.digits != 0 }
    let highest = parts.map(\.exponent).max() ?? 0
    let lowest = parts.map(\.exponent).filter { $0 > highest - Self.digitLimit }.min() ?? 0
    // Signed digits from the lowest, whose carries are propagated below; a part has up to 39.
    var sums = [Int](repeating: 0, count: highest - lowest + 42)
    for part in parts where part.exponent >= lowest {
      var (rest, place) = (part.digits, part.exponent - lowest)
      while rest != 0 {
        sums[place] += Int(rest % 10)
        rest /= 10
        place += 1
      }
    }
    func carry() {
      for place in 0..<sums.count - 1 {
        let over = sums[place] >= 0 ? sums[place] / 10 : -((9 - sums[place]) / 10)
        sums[place] -= over * 10
        sums[place + 1] += over
      }
    }
    carry()
    let isNegative = sums[sums.count - 1] < 0
    if isNegative {
      sums = sums.map { -$0 }
      carry()
    }
    let end = (sums.lastIndex { $0 != 0 } ?? -1) + 1
    let zeros = sums.prefix { $0 == 0 }.count
    guard zeros < end else { return ([], 0, false) }
    return (sums[zeros..<end].reversed().map { UInt8($0) }, lowest + zeros, isNegative)
  }

  /// The sum as a JSON number.
  var json: [UInt8] {
    let (digits, exponent, isNegative) = decimal
    return Self.json(digits, exponent, isNegative)
  }

  /// Returns a number as JSON, in the one form in which sums, calculations and numbers of any
  /// length are written: from 0.000001 to 40 digits without an exponent, `1e-7` and `1.5e40`
  /// beyond.
  ///
  /// - Parameters:
  ///   - digits: The digits, without zeros at their ends.
  ///   - exponent: The exponent of the last one.
  ///   - isNegative: A Boolean value that indicates whether the sign is a minus.
  /// - Returns: The text.
  static func json(_ digits: [UInt8], _ exponent: Int, _ isNegative: Bool) -> [UInt8] {
    guard !digits.isEmpty else { return Array("0".utf8) }
    var text = digits.map { $0 + 0x30 }
    let point = digits.count + exponent
    if exponent >= 0, point <= longestInteger {
      text += [UInt8](repeating: 0x30, count: exponent)
    } else if 0 < point, exponent < 0, point <= longestInteger {
      text.insert(UInt8(ascii: "."), at: point)
    } else if -6 < point, point <= 0 {
      text = Array("0.".utf8) + [UInt8](repeating: 0x30, count: -point) + text
    } else {
      if digits.count > 1 { text.insert(UInt8(ascii: "."), at: 1) }
      text += "e\(point - 1)".utf8
    }
    return isNegative ? [UInt8(ascii: "-")] + text : text
  }

  /// Returns the quotient as the nearest floating-point number.
  ///
  /// - Precondition: `divisor` is greater than 0.
  func quotient(by divisor: Int) -> Double {
    quotientJSON(by: divisor).withUnsafeBytes { Quantity($0)?.double } ?? 0
  }

  /// Returns the quotient as JSON: exact if it has at most 17 digits, else with 15, or with all
  /// those in front of the point.
  func quotientJSON(by divisor: Int) -> [UInt8] {
    var (dividend, exponent, isExact) = (first.digits, first.exponent, true)
    if !others.isEmpty {
      let sum = decimal
      dividend = sum.digits.prefix(Self.dividendLength).reduce(0) { $0 * 10 + Int128($1) }
      if sum.isNegative { dividend.negate() }
      isExact = sum.digits.count <= Self.dividendLength
      exponent = sum.exponent + max(0, sum.digits.count - Self.dividendLength)
    }
    guard dividend != 0 else { return Array("0".utf8) }
    // At least 18 digits, and one behind the point.
    let least = UInt128(divisor) * 100_000_000_000_000_000
    var rest = dividend.magnitude
    while rest < least || exponent > -1 && rest < Self.longestDividend {
      rest *= 10
      exponent -= 1
    }
    let division = rest.quotientAndRemainder(dividingBy: UInt128(divisor))
    var digits = Self.digits(of: division.quotient)
    let length = (digits.lastIndex { $0 != 0 } ?? 0) + 1
    let point = digits.count + exponent
    isExact = isExact && division.remainder == 0 && length <= Self.exactLength
    let count = max(Self.calculatedLength, point <= Self.longestInteger ? point : 0)
    if !isExact, count < digits.count {
      let unit = (count..<digits.count).reduce(UInt128(1)) { unit, _ in unit * 10 }
      exponent += digits.count - count
      digits = Self.digits(of: (division.quotient + unit / 2) / unit)
    }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    return Self.json(digits, exponent, dividend < 0)
  }

  /// The maximum number of digits of an exact quotient, and the number of those of a result that is
  /// not exact.
  private static let (exactLength, calculatedLength) = (17, 15)

  /// The maximum number of digits that are divided, and the number from which none is added.
  private static let dividendLength = 36
  private static let longestDividend = (0..<36).reduce(UInt128(1)) { power, _ in power * 10 }

  private static func digits(of number: UInt128) -> [UInt8] {
    (UInt64(exactly: number).map { String($0) } ?? String(number)).utf8.map { $0 - 0x30 }
  }

  /// Returns a calculated number as JSON, with 15 digits; integers up to 2⁵³ are exact.
  static func json(_ number: Double) -> [UInt8] {
    var json: [UInt8] = []
    append(number, to: &json)
    return json
  }

  /// Appends a calculated number, as ``json(_:)`` has it.
  static func append(_ number: Double, to json: inout [UInt8]) {
    if let integer = Int(exactly: number), integer.magnitude <= 1 << 53 {
      var text = String(integer)
      return text.withUTF8 { json.append(contentsOf: $0) }
    }
    let text = number.description.utf8
    if text.count <= calculatedLength + 1, !text.contains(UInt8(ascii: "e")) {
      return json.append(contentsOf: text)
    }
    let (all, exponent) = number.magnitude.digits(calculatedLength)
    let digits = all[...(all.lastIndex { $0 != 0x30 } ?? 0)].map { $0 - 0x30 }
    json += Self.json(digits, exponent - digits.count + 1, number < 0)
  }
}
