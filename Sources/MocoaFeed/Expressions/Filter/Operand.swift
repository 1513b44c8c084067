/// A side of a comparison: a constant, a member, or a calculation.
enum Operand: Sendable {
  enum Arithmetic: Sendable { case plus, minus, times, divided, remainder }

  /// Two operands and what is done with them; one reference, which no row counts.
  final class Calculation: Sendable {
    let sign: Arithmetic
    let left: Operand
    let right: Operand

    init(_ sign: Arithmetic, _ left: Operand, _ right: Operand) {
      (self.sign, self.left, self.right) = (sign, left, right)
    }

    /// Returns the result for a row; nil if there is none.
    func result(in row: UnsafeRawBufferPointer) -> OperandValue? {
      Operand.withValues(of: left, right, in: row) { left, right in
        guard let left, let right else { return nil }
        return sign.result(left, right)
      }
    }
  }

  /// The first operand where the condition holds, else the second one.
  final class Choice: Sendable {
    let condition: Condition
    let first: Operand
    let second: Operand

    init(_ condition: Condition, _ first: Operand, _ second: Operand) {
      (self.condition, self.first, self.second) = (condition, first, second)
    }

    /// Returns the operand that is chosen for a row.
    func operand(in row: UnsafeRawBufferPointer) -> Operand {
      condition.holds(for: row) ? first : second
    }
  }

  case member(MemberPath)
  case text(ComparedText)
  case number(Quantity)
  /// A number with a unit, or a calculated number.
  case scaled(Double, Measure.Dimensions)
  case time(Timestamp)
  /// A number of seconds.
  case duration(Quantity)
  case bool(Bool)
  case null
  /// The time when the row is tested, plus a number of seconds.
  case now(seconds: Double)
  /// The midnight before `now` in UTC, plus a number of seconds.
  case today(seconds: Double)
  case calculation(Calculation)
  case call(FunctionCall)
  case choice(Choice)
  /// An element or a member of a result; a negative position counts from the end.
  indirect case element(Operand, MemberPath)

  /// The operands from which it is calculated.
  private var parts: [Operand] {
    switch self {
    case .calculation(let calculation): [calculation.left, calculation.right]
    case .choice(let choice): [choice.first, choice.second]
    case .call(let call): call.arguments
    case .element(let operand, _): [operand]
    default: []
    }
  }

  /// The condition of a choice.
  private var condition: Condition? {
    if case .choice(let choice) = self { choice.condition } else { nil }
  }

  /// A Boolean value that indicates whether a regular expression exceeded its limit on a row.
  var hasFailedPattern: Bool {
    if case .call(let call) = self, call.hasFailedPattern { return true }
    return condition?.hasFailedPattern == true || parts.contains(where: \.hasFailedPattern)
  }

  /// The conditions of the choices in it, and those of choices in these.
  var conditions: [Condition] {
    (condition.map { [$0] + $0.choices } ?? []) + parts.flatMap(\.conditions)
  }

  /// The tallies of the comparisons in it.
  var tallies: [CalculationTally] { (condition?.tallies ?? []) + parts.flatMap(\.tallies) }

  /// The members that are looked at; nil where all are.
  var members: [MemberPath]? {
    if case .member(let path) = self { return [path] }
    return ((condition.map { [$0.members] } ?? []) + parts.map(\.members)).joined
  }

  /// A Boolean value that indicates whether the value is independent of members.
  var isConstant: Bool {
    switch self {
    case .member, .choice: false
    default: parts.allSatisfy(\.isConstant)
    }
  }

  /// A Boolean value that indicates whether the value is calculated, so that there may be none.
  var isComputed: Bool {
    switch self {
    case .calculation, .call, .choice, .element: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the value is calculated for each row.
  var isCalculated: Bool { isComputed && !isConstant }

  /// Parses an unquoted constant: a number with or without unit, a duration, a date or a time.
  init?(constant word: String) {
    let bytes = Array(word.utf8)
    let operand = bytes.withUnsafeBytes { bytes -> Operand? in
      if let time = Timestamp(bytes) ?? Timestamp(hour: bytes) { return .time(time) }
      let digits =
        bytes.first == UInt8(ascii: "+")
        ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
      if let quantity = Quantity(digits) { return .number(quantity) }
      return Measure(digits).map {
        $0.isDuration ? .duration($0.quantity) : .scaled($0.value, $0.dimension)
      }
    }
    guard let operand else { return nil }
    self = operand
  }
}

extension Operand: Equatable {
  /// Returns whether both are equal constants of one kind, or the same member.
  static func == (left: Operand, right: Operand) -> Bool {
    switch (left, right) {
    case (.member(let left), .member(let right)): left == right
    case (.text(let left), .text(let right)): left.escaped == right.escaped
    case (.number(let left), .number(let right)): left == right
    case (.scaled(let left, let unit), .scaled(let right, let other)):
      left == right && unit == other
    case (.time(let left), .time(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    case (.now(let left), .now(let right)), (.today(let left), .today(let right)): left == right
    default: false
    }
  }
}

/// A string with which values are compared.
struct ComparedText: Sendable {
  /// The text as the content of a JSON string.
  let escaped: [UInt8]

  init(_ text: String) { escaped = Array(JSONText.quoted(text).dropFirst().dropLast()) }

  /// The text.
  var plain: String { escaped.withUnsafeBytes { JSONText.unescaped($0) } }
}

/// The value of an operand for one row.
enum OperandValue {
  /// A value of the row, or a constant of that kind.
  case json(QueryValue)
  case number(Double)
  /// A number with a unit that is no duration.
  case measure(Double, Measure.Dimensions)
  case time(Timestamp)
  /// A number of seconds.
  case duration(Quantity)

  /// The value as a number: strings are parsed, as in `"5M"`.
  var number: Double? { measure?.number }

  /// The value as a number, its unit, and whether the number has all of its digits.
  var measure: (number: Double, unit: Measure.Dimensions, isExact: Bool)? {
    switch self {
    case .number(let value): return (value, [], true)
    case .measure(let value, let unit): return (value, unit, true)
    case .json(.number(let quantity)): return (quantity.double, [], quantity.isShort)
    case .json(.text(let content)):
      return QueryValue.withText(content) { content in
        guard let reading = NumberReading(content), reading.dimension != .duration else {
          return nil
        }
        return (reading.quantity.double, reading.unit, reading.quantity.isShort)
      }
    case .duration, .time, .json: return nil
    }
  }

  /// Parses a number in a string; nil for a duration.
  static func number(_ content: UnsafeRawBufferPointer) -> Quantity? {
    QueryValue.withText(content) { content in
      guard let reading = NumberReading(content), reading.dimension != .duration else { return nil }
      return reading.quantity
    }
  }

  /// The value as a time: numbers are times since 1970.
  var time: Timestamp? {
    switch self {
    case .time(let time): time
    case .json(.text(let content)):
      QueryValue.withText(content) { Timestamp($0) } ?? epoch
    case .number, .json(.number): epoch
    case .measure, .duration, .json: nil
    }
  }

  /// The time since 1970 that a number without unit is.
  private var epoch: Timestamp? {
    guard let measure, measure.unit.isEmpty else { return nil }
    guard !measure.isExact, let longNumber else { return Timestamp(epoch: measure.number) }
    return Timestamp(epoch: longNumber)
  }

  /// The value as a time in a calculation, in which numbers may be something else: those that are
  /// times of the years 1990 to 2099.
  var instant: Timestamp? {
    switch self {
    case .time(let time): time
    case .json(.text(let content)) where QueryValue.withText(content, { Timestamp($0) }) != nil:
      time
    default: epoch.flatMap { 631_152_000..<4_102_444_800 ~= $0.seconds ? $0 : nil }
    }
  }

  /// The value; if it is a text with a duration that is no time of day, that duration.
  var withUnit: OperandValue {
    guard case .json(.text(let content)) = self else { return self }
    return QueryValue.withText(content) { content in
      guard let reading = NumberReading(content), reading.dimension == .duration,
        !Measure.mayBeTimeOfDay(content)
      else { return self }
      return .duration(reading.quantity)
    }
  }

  /// The value as a duration in seconds: numbers are seconds, but not those in texts, beside which
  /// others have a unit.
  var seconds: Quantity? {
    switch self {
    case .duration(let seconds): return seconds
    case .json(.text(let content)):
      return QueryValue.withText(content) { content in
        guard let reading = NumberReading(content),
          reading.dimension.isEmpty || reading.dimension == .duration,
          !Measure.mayBeTimeOfDay(content)
        else { return nil }
        return reading.quantity
      }
    case .measure: return nil
    default: return exactNumber
    }
  }

  /// The value as a duration in a calculation, in which numbers may be times; 0 needs no unit.
  var secondsWithUnit: Quantity? {
    if case .duration(let seconds) = withUnit { return seconds }
    return seconds?.double == 0 ? Quantity(short: 0) : nil
  }
}

extension Operand {
  /// A Boolean value that indicates whether its value has no bytes but those of the row.
  private var isPlain: Bool {
    switch self {
    case .text, .call, .choice, .element: false
    default: true
    }
  }

  /// Returns the operand's value for a row; nil if there is none, or if it is not plain.
  private func plainValue(in row: UnsafeRawBufferPointer) -> OperandValue? {
    switch self {
    case .member(let path):
      path.range(in: row).flatMap { QueryValue(row[rebased: $0]).map { .json($0) } }
    case .number(let quantity): .json(.number(quantity))
    case .scaled(let value, let unit): .measure(value, unit)
    case .time(let time): .time(time)
    case .duration(let seconds): .duration(seconds)
    case .bool(let value): .json(.bool(value))
    case .null: .json(.null)
    case .now(let seconds): Timestamp.now.advanced(bySeconds: seconds).map { .time($0) }
    case .today(let seconds): Timestamp.today.advanced(bySeconds: seconds).map { .time($0) }
    case .calculation(let calculation): calculation.result(in: row)
    case .text, .call, .choice, .element: nil
    }
  }

  /// Calls a closure with the operand's value for a row; nil if there is none.
  func withValue<Result>(
    in row: UnsafeRawBufferPointer, _ body: (OperandValue?) -> Result
  ) -> Result {
    switch self {
    case .text(let text): text.escaped.withUnsafeBytes { body(.json(.text($0))) }
    case .call(let call): call.withResult(in: row, body)
    case .choice(let choice): choice.operand(in: row).withValue(in: row, body)
    case .element(let operand, let path):
      (operand.withValue(in: row) { $0?.element(at: path) } ?? []).withUnsafeBytes {
        body(QueryValue($0).map { .json($0) })
      }
    default: body(plainValue(in: row))
    }
  }

  /// Calls a closure with the values of two operands for a row.
  ///
  /// Closures in one another, which count references, are needed for few of them.
  static func withValues<Result>(
    of left: Operand, _ right: Operand, in row: UnsafeRawBufferPointer,
    _ body: (OperandValue?, OperandValue?) -> Result
  ) -> Result {
    if left.isPlain, right.isPlain {
      return body(left.plainValue(in: row), right.plainValue(in: row))
    }
    return left.withValue(in: row) { left in right.withValue(in: row) { body(left, $0) } }
  }
}

extension Operand.Arithmetic {
  /// Returns the result for two values; nil if there is none, as for a division by zero.
  func result(_ left: OperandValue, _ right: OperandValue) -> OperandValue? {
    let values = (left: left.withUnit, right: right.withUnit)
    let (left, right) = values
    if left.isPercentage || right.isPercentage { return withPercentage(left, right) }
    switch values {
    case (.time, .time), (.time, .json), (.json, .time):
      guard self == .minus, let left = left.instant, let right = right.instant else {
        return nil
      }
      return .duration(left.seconds(since: right))
    case (.time(let time), .duration(let seconds)):
      return self == .plus || self == .minus
        ? time.advanced(by: seconds, isBack: self == .minus).map { .time($0) } : nil
    case (.duration(let seconds), .time(let time)):
      return self == .plus ? time.advanced(by: seconds).map { .time($0) } : nil
    case (.duration, _), (_, .duration): return withDuration(left, right)
    default:
      if let left = left.measure, let right = right.measure {
        let areMixed = left.unit.union(right.unit).areMixed
        if areMixed, addsLike { return nil }
        let number = apply(left.number, right.number)
        let hasAllDigits =
          left.isExact && right.isExact
          && number.map { isExact($0, of: left.number, right.number) } ?? true
        if !hasAllDigits {
          let exact = decimal(values.left.exactNumber, values.right.exactNumber)?.quantity
          if let exact { return .json(.number(exact)) }
          if self == .remainder, left.unit.union(right.unit).isEmpty { return nil }
        }
        return number.map { .number(rounded($0, of: values)) }
      }
      // Two members with times in strings, or one of them with seconds since 1970.
      guard self == .minus, let left = left.instant, let right = right.instant else { return nil }
      return .duration(left.seconds(since: right))
    }
  }

  /// Returns the result for a percentage and another one, or 0.
  ///
  /// Two have a sum that is one, and a quotient that is a number. Beside others, 20% may be 20 or
  /// 0.2.
  private func withPercentage(_ left: OperandValue, _ right: OperandValue) -> OperandValue? {
    let areAlike = [left, right].allSatisfy {
      $0.isPercentage || addsLike && $0.number == 0 && $0.measure?.unit.isEmpty ?? false
    }
    guard self != .times, areAlike,
      let first = left.number, let second = right.number,
      let number = result(.number(first), .number(second))?.number
    else { return nil }
    return addsLike ? .measure(number, .percentage) : .number(number)
  }

  private func withDuration(_ left: OperandValue, _ right: OperandValue) -> OperandValue? {
    // A member that contains a time, and a duration.
    if self == .plus || self == .minus, case .duration(let seconds) = right,
      case .json(.text(let content)) = left,
      let time = QueryValue.withText(content, { Timestamp($0) })
    {
      return time.advanced(by: seconds, isBack: self == .minus).map { .time($0) }
    }
    switch (self, left, right) {
    case (.plus, _, _), (.minus, _, _), (.remainder, _, _):
      guard let left = left.secondsWithUnit, let right = right.secondsWithUnit else { return nil }
      let (one, two) = (left.double, right.double)
      if left.isShort, right.isShort, one.rounded() == one, two.rounded() == two,
        max(one.magnitude, two.magnitude) < 1e15, let sum = apply(one, two), sum.magnitude < 1e15
      {
        return .duration(Quantity(short: sum + 0))
      }
      // Nanoseconds are kept, which 15 digits of seconds may not have.
      if let exact = decimal(left, right)?.quantity { return .duration(exact) }
      return apply(left.double, right.double).map { .duration(Quantity(short: rounded($0))) }
    case (.times, .duration, .duration): return nil
    case (.times, _, _):
      guard let first = left.exactNumber, let second = right.exactNumber else { return nil }
      let number = apply(first.double, second.double)
      let hasAllDigits =
        first.isShort && second.isShort
        && number.map { isExact($0, of: first.double, second.double) } ?? true
      if !hasAllDigits, let exact = decimal(first, second)?.quantity { return .duration(exact) }
      return number.map { .duration(Quantity(short: rounded($0, of: (left, right)))) }
    case (.divided, _, .duration(let seconds)):
      return left.secondsWithUnit.flatMap { apply($0.double, seconds.double) }
        .map { .number(rounded($0)) }
    case (.divided, .duration(let seconds), _):
      return right.number.flatMap { apply(seconds.double, $0) }
        .map { .duration(Quantity(short: rounded($0))) }
    default: return nil
    }
  }

  /// A Boolean value that indicates whether both sides must have the same unit.
  var addsLike: Bool { self == .plus || self == .minus || self == .remainder }

  /// Returns whether a result has the digits of numbers that have all of theirs, at least the first
  /// 15.
  private func isExact(_ result: Double, of left: Double, _ right: Double) -> Bool {
    let areIntegers = { left.rounded() == left && right.rounded() == right }
    switch self {
    case .plus, .minus:
      // What remains of digits that cancel one another is the error of both numbers: 20 - 19.99.
      return result.magnitude < 9e15
        && (left.magnitude + right.magnitude <= 3 * result.magnitude || areIntegers())
    case .times: return result.magnitude < 9e15
    case .divided: return true
    case .remainder: return max(left.magnitude, right.magnitude) < 9e15 && areIntegers()
    }
  }

  /// Returns the result with up to 38 digits; nil if it has more.
  private func decimal(_ left: Quantity?, _ right: Quantity?) -> ExactDecimal? {
    guard let left = left.flatMap({ ExactDecimal($0) }),
      let right = right.flatMap({ ExactDecimal($0) })
    else { return nil }
    return left.result(self, right)
  }

  /// Returns a result with 15 digits, rounded once: where the nearest floating-point number may be
  /// rounded to others than the result itself, that is computed.
  private func rounded(
    _ result: Double, of values: (left: OperandValue, right: OperandValue)
  ) -> Double {
    guard self != .divided, result.isNearHalf(ofSignificant: 15) else { return rounded(result) }
    let exact = decimal(values.left.exactNumber, values.right.exactNumber)
    return exact?.rounded(toSignificant: 15)?.quantity?.double ?? rounded(result)
  }

  /// Returns a result as it is written, with 15 digits: 0.1 + 0.2 is 0.3.
  ///
  /// A quotient that has more stays as it is, so that a third times 3 is 1.
  private func rounded(_ result: Double) -> Double {
    guard result.rounded() != result else { return result }
    return self == .divided
      ? result.rounded(toSignificant: 12, within: 15) : result.rounded(toSignificant: 15)
  }

  private func apply(_ left: Double, _ right: Double) -> Double? {
    let result =
      switch self {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      case .divided: left / right
      case .remainder: left.truncatingRemainder(dividingBy: right)
      }
    return result.isFinite ? result : nil
  }
}
