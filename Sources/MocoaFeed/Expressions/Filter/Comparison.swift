/// A comparison of two values; false if a member is missing or the values are not comparable.
///
/// Values of different kinds are unequal, and so are any value but null and a missing member.
///
/// Truth values equal the texts `true` and `false`, of which tables consist; `TRUE` and `False` are
/// reported.
///
/// Numbers are compared with numbers, including those in strings; times with times, with strings
/// that contain one and with numbers of seconds, milliseconds, microseconds or nanoseconds since
/// 1970; durations with durations in strings and with numbers of seconds. Two strings are compared
/// as times if both are; otherwise for equality by their bytes, and for order by ``TextOrder``.
/// Values of different kinds are unequal, and neither is less than the other; so are a size, a
/// percentage and a duration. Texts beside a constant time or number with a unit that they do not
/// compare with are reported. The order of the levels of a log is that of their severity, and they
/// are equal in any spelling.
final class Comparison: Sendable {
  typealias Relation = MemberTest.Relation

  let left: Operand
  let relation: Relation
  let right: Operand

  /// The member, if it is compared with a number: the most frequent case by far.
  let member: MemberPath?
  private let number: Quantity

  /// The member with the level of a log, if it is compared with a level.
  let severity: (member: MemberPath, relation: Relation, level: LogLevel, name: UInt128)?

  /// A Boolean value that indicates whether one side is a percentage as it is typed.
  let hasTypedPercentage: Bool

  /// The sides that are calculated, and whether they have values.
  private let calculated: [Operand]

  /// Whether tested rows have a result.
  let tally = CalculationTally()

  init(left: Operand, relation: Relation, right: Operand) {
    (self.left, self.relation, self.right) = (left, relation, right)
    calculated = [left, right].filter(\.isCalculated)
    hasTypedPercentage = left.isTypedPercentage || right.isTypedPercentage
    severity = Self.severity(left, relation, right) ?? Self.severity(right, relation.mirrored, left)
    if case .member(let member) = left, case .number(let number) = right {
      (self.member, self.number) = (member, number)
    } else {
      (member, number) = (nil, Quantity(0))
    }
  }

  private static func severity(
    _ left: Operand, _ relation: Relation, _ right: Operand
  ) -> (MemberPath, Relation, LogLevel, UInt128)? {
    guard case .member(let member) = left, case .text(let text) = right, member.hasLevel,
      let level = LogLevel(value: text.plain), let name = LogLevel.name(of: text.plain.utf8)
    else { return nil }
    return (member, relation, level, name)
  }

  /// Returns whether the comparison holds for the bytes of a row.
  func holds(for row: UnsafeRawBufferPointer) -> Bool {
    if let severity {
      let value = severity.member.range(in: row).flatMap { QueryValue(row[rebased: $0]) }
      if relation.isOrder {
        guard let value, !value.isMissing else { return false }
        if let level = value.level { return severity.relation.holds(level, severity.level) }
        tally.add { "\(OperandValue.json(value).shown) is not compared with a level" }
        return false
      }
      if let name = value?.levelName { return relation.holds(ifEqual: name == severity.name) }
    }
    if let member { return holds(for: member.range(in: row).map { row[rebased: $0] }) }
    return Operand.withValues(of: left, right, in: row) { left, right in
      guard let left, let right else {
        if !calculated.isEmpty { tally.add(withoutValue: calculated, row) }
        // A calculation of missing members is missing, too; one without a result is not.
        guard relation == .unequal, let only = left ?? right,
          self.left.fault(in: row) == nil, self.right.fault(in: row) == nil
        else { return false }
        if case .json(.null) = only { return false }
        return true
      }
      if !calculated.isEmpty { tally.addValue() }
      return holds(left, right)
    }
  }

  /// Returns whether the comparison holds for a value of its only member.
  @inline(__always)
  func holds(for value: UnsafeRawBufferPointer?) -> Bool {
    guard let value = value.flatMap({ QueryValue($0) }) else { return relation == .unequal }
    if case .number(let left) = value { return relation.holds(left, number) }
    return holds(.json(value), .json(.number(number)))
  }

  /// Returns whether the comparison holds for two values; notes a text or a time that has no order
  /// relative to the other value.
  private func holds(_ left: OperandValue, _ right: OperandValue) -> Bool {
    if let result = Self.result(left, relation, right, isTyped: hasTypedPercentage) {
      return result
    }
    if isNoted(left, right) { tally.add { fault(left, right) } }
    return relation == .unequal
  }

  /// Returns whether it is reported that two values are not comparable: where what one of
  /// them is is uncertain, where one of them is a text or a time, for an order, and for equality,
  /// where a text is beside a constant of another kind.
  private func isNoted(_ left: OperandValue, _ right: OperandValue) -> Bool {
    guard !left.isMissing, !right.isMissing else { return false }
    let isUncertain =
      Self.haveUncertainPercentage(left, right, isTyped: hasTypedPercentage)
      || left.isTruth(unlike: right) || right.isTruth(unlike: left)
      || left.mayBeTimeOfDay && right.isNumberOrDuration
      || right.mayBeTimeOfDay && left.isNumberOrDuration
    if isUncertain { return true }
    if relation.isOrder { return [left, right].contains { $0.isText || $0.isTime } }
    return self.left.isConstant
      ? right.isText(unlike: left) : self.right.isConstant && left.isText(unlike: right)
  }

  /// Reports a value that is in no list with the right side, if both are not comparable.
  func note(_ value: OperandValue, in row: UnsafeRawBufferPointer) {
    if case .number = right, case .json(.number) = value { return }
    right.withValue(in: row) { constant in
      if let constant { _ = holds(value, constant) }
    }
  }

  /// Returns whether one value is a percentage, and the other a number that may be one or its
  /// fraction: any number beside `10%` if that is typed, and 0.1 or 1 beside a member with
  /// percentages, or a result.
  static func haveUncertainPercentage(
    _ left: OperandValue, _ right: OperandValue, isTyped: Bool
  ) -> Bool {
    guard left.isPercentage != right.isPercentage else { return false }
    let (percentage, other) = left.isPercentage ? (left, right) : (right, left)
    guard let number = other.measure, number.unit.isEmpty, number.number != 0 else { return false }
    return isTyped ? percentage.number != 0 : number.number.magnitude <= 1
  }

  /// Returns what a number or a percentage may be that has no order beside the other.
  static func percentageFault(
    _ left: OperandValue, _ right: OperandValue, isTyped: Bool
  ) -> String {
    let (percentage, other) = left.isPercentage ? (left, right) : (right, left)
    func text(_ number: Double) -> String {
      String(decoding: DecimalSum.json(number.rounded(toSignificant: 15)), as: UTF8.self)
    }
    if !isTyped {
      let number = other.number ?? 0
      return "\(percentage.shown) is not compared with \(other.shown), which may be "
        + "\(text(number * 100))% or \(text(number))%"
    }
    let percents = percentage.number ?? 0
    return "\(other.shown) is not compared with \(text(percents))%, which may be "
      + "\(text(percents)) or \(text(percents / 100))"
  }

  /// Returns why two values have no order, one of which is a text or a time.
  private func fault(_ left: OperandValue, _ right: OperandValue) -> String {
    let isTyped = hasTypedPercentage
    if Self.haveUncertainPercentage(left, right, isTyped: isTyped) {
      return Self.percentageFault(left, right, isTyped: isTyped)
    }
    let isLeft = left.isText || !right.isText && right.isTime
    let (text, other) = isLeft ? (left, right) : (right, left)
    let (kind, otherKind) = (text.contentKind, other.contentKind)
    let shown = text.shown + (kind == "a text" ? "" : ", \(kind),")
    let operands = zip([left, right], [self.left, self.right])
    let clock = operands.first { $0.0.mayBeTimeOfDay }.map { $0.0.clockHint($0.1.memberText) }
    let hint =
      switch Set([kind, otherKind]) {
      case ["a time", "a number"]: "; a date has a day, 2026-01-31"
      case ["a time", "a duration"]: "; now - 2h and today + 19h30m are times"
      case ["a duration"], ["a duration", "a number"]: clock ?? ""
      case ["a text", "a Boolean"] where text.isTruth(unlike: other):
        (isLeft ? self.left : self.right).memberText
          .map { "; \($0) == \(other.truth(writtenAs: text)) finds it" }
          ?? "; true and false are written without quotes"
      default: ""
      }
    guard other.isText else { return "\(shown) is not compared with \(otherKind)\(hint)" }
    guard kind == otherKind, kind == "a number" else {
      return "\(shown) is not compared with \(other.shown), \(otherKind)\(hint)"
    }
    let name = [self.left, self.right].lazy.compactMap(\.memberText).first ?? "a"
    return "\(text.shown) and \(other.shown) have another order as numbers than as versions; "
      + "number(\(name)) compares numbers, \"v\" + \(name) versions"
  }

  /// Returns whether a relation holds between two values, one of which may be a percentage as it
  /// is typed.
  static func holds(
    _ left: OperandValue, _ relation: Relation, _ right: OperandValue, isTyped: Bool
  ) -> Bool {
    result(left, relation, right, isTyped: isTyped) ?? (relation == .unequal)
  }

  /// Returns whether a relation holds between two values, one of which may be a percentage as it
  /// is typed; nil if they are not comparable.
  static func result(
    _ left: OperandValue, _ relation: Relation, _ right: OperandValue, isTyped: Bool
  ) -> Bool? {
    switch (left, right) {
    case (.json(let first), .json(let second)): return result(first, relation, second)
    case (.time, _), (_, .time):
      guard let first = left.instant, let second = right.instant else { return nil }
      return relation.holds(first, second)
    case (.duration, _), (_, .duration):
      guard let first = left.seconds, let second = right.seconds else { return nil }
      return relation.holds(first, second)
    default:
      guard let first = left.measure, let second = right.measure,
        !first.unit.union(second.unit).areMixed,
        !haveUncertainPercentage(left, right, isTyped: isTyped)
      else { return nil }
      return relation.holds(first.number, second.number)
    }
  }

  private static func result(
    _ left: QueryValue, _ relation: Relation, _ right: QueryValue
  ) -> Bool? {
    switch (left, right) {
    case (.number(let left), .number(let right)): return relation.holds(left, right)
    case (.bool, .bool), (.null, .null), (.container, .container):
      return relation.isOrder ? nil : relation.holds(ifEqual: areEqual(left, right))
    case (.bool(let truth), .text(let content)), (.text(let content), .bool(let truth)):
      let other = QueryValue.withText(content) { $0.isTruth ? $0.truth : nil }
      return relation.isOrder ? nil : other.map { relation.holds(ifEqual: $0 == truth) }
    case (.text(let left), .text(let right)):
      return QueryValue.withText(left) { left in
        QueryValue.withText(right) { result(left, relation, $0) }
      }
    case (.number(let left), .text(let content)): return result(left, relation, content)
    case (.text(let content), .number(let right)):
      return result(right, relation.mirrored, content)
    default: return nil
    }
  }

  /// Returns whether two values that have no order are equal.
  private static func areEqual(_ left: QueryValue, _ right: QueryValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.container(let left), .container(let right)): ValueIdentity.areEqual(left, right)
    default: true
    }
  }

  /// Compares a number with a string that may contain one, or a time.
  private static func result(
    _ number: Quantity, _ relation: Relation, _ content: UnsafeRawBufferPointer
  ) -> Bool? {
    if let other = OperandValue.number(content) {
      let isUncertain =
        number.double.magnitude <= 1
        && haveUncertainPercentage(.json(.number(number)), .json(.text(content)), isTyped: false)
      return isUncertain ? nil : relation.holds(number, other)
    }
    let time = QueryValue.withText(content) { Timestamp($0) }
    // A year is no time since 1970.
    guard let time, let other = OperandValue.json(.number(number)).instant else { return nil }
    return relation.holds(other, time)
  }

  private static func result(
    _ left: UnsafeRawBufferPointer, _ relation: Relation, _ right: UnsafeRawBufferPointer
  ) -> Bool? {
    if relation.isOrder { return TextOrder.compare(left, right).map { relation.holds($0, 0) } }
    if let left = Timestamp(left), let right = Timestamp(right) {
      return relation.holds(left, right)
    }
    return relation.holds(ifEqual: ByteSearch.isEqual(left, right))
  }
}

extension MemberTest.Relation {
  @inline(__always)
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .unequal: left != right
    case .less: left < right
    case .atMost: left <= right
    case .greater: left > right
    case .atLeast: left >= right
    }
  }

  /// Returns whether the relation holds between unordered values.
  func holds(ifEqual isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .unequal: !isEqual
    case .less, .atMost, .greater, .atLeast: false
    }
  }

  var isOrder: Bool { self != .equal && self != .unequal }

  /// The relation with its sides swapped.
  fileprivate var mirrored: Self {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .atMost: .atLeast
    case .greater: .less
    case .atLeast: .atMost
    }
  }
}
