/// A call of a function in an expression.
final class FunctionCall: Sendable {
  let function: Function
  let arguments: [Operand]

  /// The regular expression that is the second argument, which `arguments` does not contain.
  private let pattern: RegularExpression?

  /// The last argument of `replace` by a regular expression, if it is a constant.
  private let replacement: RegularExpression.Replacement?

  /// The interval of `truncate`, if it is one of calendar months or years.
  private let months: Int?

  /// A Boolean value that indicates whether an argument is the level of a log.
  private let hasLevel: Bool

  init(
    _ function: Function, _ arguments: [Operand], pattern: RegularExpression? = nil,
    months: Int? = nil
  ) {
    (self.function, self.arguments, self.pattern) = (function, arguments, pattern)
    self.months = months
    hasLevel = arguments.contains(where: \.hasLevel)
    guard function == .replace, pattern != nil, let new = arguments.last, new.isConstant else {
      replacement = nil
      return
    }
    replacement = new.withText(in: UnsafeRawBufferPointer(start: nil, count: 0)) { text in
      text.map { RegularExpression.Replacement(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// A Boolean value that indicates whether a regular expression exceeded its limit on a row.
  var hasFailedPattern: Bool { pattern?.hasFailed == true }

  /// Calls a closure with the result for a row; nil if there is none.
  ///
  /// It passes the closure on, but never in another one: the compiler would create a function for
  /// each combination of calls.
  func withResult<Result>(
    in row: UnsafeRawBufferPointer, _ body: (OperandValue?) -> Result
  ) -> Result {
    switch function {
    case .coalesce, .min, .max:
      return choice(in: row).map { arguments[$0].withValue(in: row, body) } ?? body(nil)
    case .type:
      let name = arguments[0].withValue(in: row) { $0?.typeName ?? "missing" }
      return OperandValue.with(name.utf8, body)
    case .length, .number, .time, .truncate, .floor, .ceil, .abs, .round:
      return body(scalar(in: row))
    case .json:
      let value = arguments[0].withText(in: row) { text in
        text.flatMap { try? JSONFormatter.format($0, indentation: nil) }
      }
      return (value ?? []).withUnsafeBytes { body(QueryValue($0).map { .json($0) }) }
    case .concat, .lower, .upper, .trim, .substr, .split, .replace, .extract, .text, .format:
      guard let result = text(in: row), result.count <= JSONBytes.longestRow else {
        return body(nil)
      }
      return function == .split
        ? result.withUnsafeBytes { body(.json(.container($0))) } : OperandValue.with(result, body)
    }
  }

  // MARK: Choices

  /// Returns the argument that is the result; the last one if all are missing or null.
  private func choice(in row: UnsafeRawBufferPointer) -> Int? {
    if function == .coalesce {
      return arguments.firstIndex { $0.withValue(in: row) { $0?.isMissing == false } }
        ?? arguments.count - 1
    }
    var best = 0
    for index in arguments.indices {
      guard let isBetter = isArgument(index, betterThan: best, in: row) else { return nil }
      if isBetter { best = index }
    }
    return best
  }

  /// Returns whether an argument is less, or greater for `max`, than another one; nil if they do
  /// not compare.
  private func isArgument(
    _ index: Int, betterThan best: Int, in row: UnsafeRawBufferPointer
  ) -> Bool? {
    let relation: Comparison.Relation = function == .min ? .less : .greater
    let isTyped = arguments[index].isTypedPercentage || arguments[best].isTypedPercentage
    return arguments[index].withValue(in: row) { value -> Bool? in
      guard let value, !value.isMissing else { return nil }
      return arguments[best].withValue(in: row) { best -> Bool? in
        if hasLevel, case .json(let value) = value, case .json(let best)? = best,
          let level = value.level, let best = best.level
        {
          return relation.holds(level, best)
        }
        return best.flatMap { Comparison.result(value, relation, $0, isTyped: isTyped) }
      }
    }
  }

  // MARK: Numbers and times

  private func scalar(in row: UnsafeRawBufferPointer) -> OperandValue? {
    switch function {
    case .length: return arguments[0].withValue(in: row) { $0?.length.map { .number(Double($0)) } }
    case .number: return arguments[0].withValue(in: row) { $0?.asNumber }
    case .time: return time(in: row).map { .time($0) }
    case .truncate:
      return time(in: row).flatMap { time in
        let months =
          arguments[1].isConstant ? months : string(1, in: row).flatMap { Measure.months(in: $0) }
        if let months { return time.truncated(toMonths: months) }
        return arguments[1].withValue(in: row) { $0?.seconds }.flatMap {
          time.truncated(to: $0.double)
        }
      }.map { .time($0) }
    case .floor: return rounded(in: row, .down) { $0.rounded(.down) }
    case .ceil: return rounded(in: row, .up) { $0.rounded(.up) }
    case .abs:
      return arguments[0].withValue(in: row) { value in
        value?.longNumber.map { .json(.number($0.magnitude)) } ?? value?.mapped(\.magnitude)
      }
    case .round:
      guard let digits = arguments.count > 1 ? integer(1, in: row) : 0 else { return nil }
      return rounded(in: row, .toNearestOrAwayFromZero, toDigits: digits) {
        $0.rounded(toDigits: digits)
      }
    default: return nil
    }
  }

  /// Returns the first argument, rounded; an integer of any length stays as it is.
  private func rounded(
    in row: UnsafeRawBufferPointer, _ rule: FloatingPointRoundingRule, toDigits digits: Int = 0,
    _ round: (Double) -> Double
  ) -> OperandValue? {
    arguments[0].withValue(in: row) { value in
      guard let number = value?.longNumber else { return value?.mapped(round) }
      if digits >= 0, number.isInteger { return .json(.number(number)) }
      let exact = ExactDecimal(number)?.rounded(toDigits: digits, rule)?.quantity
      return exact.map { .json(.number($0)) } ?? value?.mapped(round)
    }
  }

  // MARK: Arguments

  /// Returns an argument that is an integer; one that exceeds all lengths is replaced by another
  /// such, with which can be calculated.
  private func integer(_ index: Int, in row: UnsafeRawBufferPointer) -> Int? {
    arguments[index].withValue(in: row) { $0?.number.flatMap { Int(exactly: $0) } }
      .map { min(max($0, -1 << 53), 1 << 53) }
  }

  private func time(in row: UnsafeRawBufferPointer) -> Timestamp? {
    arguments[0].withValue(in: row) { $0?.time }
  }

  private func string(_ index: Int, in row: UnsafeRawBufferPointer) -> String? {
    arguments[index].withText(in: row) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: Texts

  /// Returns the text that is the result, or the JSON array of `split`.
  private func text(in row: UnsafeRawBufferPointer) -> [UInt8]? {
    switch function {
    case .concat:
      var result: [UInt8] = []
      for argument in arguments {
        let hasText = argument.withText(in: row) { text in
          if let text { result.append(contentsOf: text) }
          return text != nil && result.count <= JSONBytes.longestRow
        }
        guard hasText else { return nil }
      }
      return result
    case .text: return arguments[0].withText(in: row) { $0.map { Array($0) } }
    case .lower: return string(0, in: row).map { Array($0.lowercased().utf8) }
    case .upper: return string(0, in: row).map { Array($0.uppercased().utf8) }
    case .trim: return string(0, in: row).map { Array($0[...].trimmingSpaces.utf8) }
    case .substr:
      guard let text = string(0, in: row), let start = integer(1, in: row) else { return nil }
      guard arguments.count > 2 else { return Array(text.part(from: start).utf8) }
      return integer(2, in: row).map { Array(text.part(from: start).prefix(max(0, $0)).utf8) }
    case .split:
      if let pattern {
        return arguments[0].withText(in: row) { $0.map { pattern.parts(of: $0).json } }
      }
      guard let text = string(0, in: row), let separator = string(1, in: row) else { return nil }
      return text.parts(separatedBy: separator).json
    case .replace:
      if let pattern {
        let new = replacement ?? string(1, in: row).map { RegularExpression.Replacement($0) }
        guard let new else { return nil }
        return arguments[0].withText(in: row) { text in
          text.flatMap { pattern.replacingMatches(in: $0, with: new, upTo: JSONBytes.longestRow) }
        }
      }
      guard let old = string(1, in: row), let new = string(2, in: row) else { return nil }
      let finder = ByteFinder(old, ignoresCase: false)
      return arguments[0].withText(in: row) { text in
        text.flatMap {
          finder.replacingMatches(in: $0, with: Array(new.utf8), upTo: JSONBytes.longestRow)
        }
      }
    case .extract:
      let group = arguments.count > 1 ? integer(1, in: row) : pattern?.defaultGroup
      guard let group, let pattern else { return nil }
      return arguments[0].withText(in: row) { text in
        text.flatMap { text in pattern.group(group, in: text).map { Array(text[rebased: $0]) } }
      }
    case .format:
      guard let time = time(in: row), let format = string(1, in: row) else { return nil }
      return time.text(format: format).map { Array($0.utf8) }
    default: return nil
    }
  }
}

extension FunctionCall {
  /// Returns why the call has no result for a row; nil if it has one, or if a value is missing.
  func fault(in row: UnsafeRawBufferPointer) -> String? {
    if function == .coalesce { return arguments.last?.fault(in: row) }
    for argument in arguments {
      if let fault = argument.fault(in: row) { return fault }
    }
    guard withResult(in: row, { $0 == nil }) else { return nil }
    var (kinds, hint): ([String], String) = ([], "")
    for argument in arguments {
      // A constant is not missing.
      let kind = argument.withValue(in: row) { value -> String? in
        if let value, value.mayBeTimeOfDay { hint = value.clockHint(argument.memberText) }
        let isPercentage = value?.isPercentage == true && [.min, .max].contains(function)
        if isPercentage { hint = argument.percentageHint }
        return argument.isConstant || isPercentage ? value?.contentKind : value?.kind
      }
      guard let kind else { return nil }
      kinds.append(kind)
    }
    if function == .extract, kinds[0] == "a text" || kinds[0] == "a number" {
      return "extract finds nothing in a text"
    }
    let areTexts = !kinds.contains { $0 == "an object" || $0 == "an array" }
    if areTexts, [.replace, .concat].contains(function) {
      return "the text that \(function) makes is longer than \(JSONBytes.longestRow >> 20) MiB"
    }
    return "\(function) has no result for \(kinds.joined(separator: " and "))\(hint)"
  }
}
