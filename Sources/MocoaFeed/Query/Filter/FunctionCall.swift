/// A call of a function in an expression.
final class FunctionCall: Sendable {
  let function: Function
  let arguments: [Operand]

  /// The regular expression that is the second argument, which `arguments` does not contain.
  private let pattern: RegularExpression?

  init(_ function: Function, _ arguments: [Operand], pattern: RegularExpression? = nil) {
    (self.function, self.arguments, self.pattern) = (function, arguments, pattern)
  }

  /// Calls a closure with the result for a row; nil if there is none.
  func withResult<Result>(
    in row: UnsafeRawBufferPointer, _ body: (OperandValue?) -> Result
  ) -> Result {
    switch function {
    case .coalesce: withFirst(of: arguments[...], in: row, body)
    case .min: withBest(.less, of: arguments[...], in: row, body)
    case .max: withBest(.greater, of: arguments[...], in: row, body)
    case .type:
      arguments[0].withValue(in: row) { OperandValue.with(($0?.typeName ?? "missing").utf8, body) }
    case .length: arguments[0].withValue(in: row) { body($0?.length.map { .number(Double($0)) }) }
    case .number: arguments[0].withValue(in: row) { body($0?.asNumber) }
    case .time: arguments[0].withValue(in: row) { body($0?.time.map { .time($0) }) }
    case .truncate:
      body(
        time(in: row).flatMap { time in
          arguments[1].withValue(in: row) { $0?.seconds }.flatMap { time.truncated(to: $0) }
        }.map { .time($0) })
    case .floor: arguments[0].withValue(in: row) { body($0?.mapped { $0.rounded(.down) }) }
    case .ceil: arguments[0].withValue(in: row) { body($0?.mapped { $0.rounded(.up) }) }
    case .abs: arguments[0].withValue(in: row) { body($0?.mapped(\.magnitude)) }
    case .round:
      arguments[0].withValue(in: row) { value in
        guard let digits = arguments.count > 1 ? integer(1, in: row) : 0 else { return body(nil) }
        return body(value?.mapped { $0.rounded(toDigits: digits) })
      }
    case .concat, .lower, .upper, .trim, .substr, .split, .replace, .extract, .text, .format:
      text(in: row).map { result in
        function == .split
          ? result.withUnsafeBytes { body(.json(.container($0))) } : OperandValue.with(result, body)
      } ?? body(nil)
    }
  }

  // MARK: Choices

  private func withFirst<Result>(
    of arguments: ArraySlice<Operand>, in row: UnsafeRawBufferPointer,
    _ body: (OperandValue?) -> Result
  ) -> Result {
    guard let first = arguments.first else { return body(nil) }
    return first.withValue(in: row) { value in
      if let value, !value.isMissing { return body(value) }
      return withFirst(of: arguments.dropFirst(), in: row, body)
    }
  }

  /// Calls a closure with the argument that compares with all others by a relation.
  private func withBest<Result>(
    _ relation: Comparison.Relation, of arguments: ArraySlice<Operand>, best: OperandValue? = nil,
    in row: UnsafeRawBufferPointer, _ body: (OperandValue?) -> Result
  ) -> Result {
    guard let first = arguments.first else { return body(best) }
    return first.withValue(in: row) { value in
      guard let value, !value.isMissing else { return body(nil) }
      guard let best else {
        return withBest(relation, of: arguments.dropFirst(), best: value, in: row, body)
      }
      let isBetter = Comparison.holds(value, relation, best)
      guard
        isBetter || Comparison.holds(best, relation, value)
          || Comparison.holds(best, .equal, value)
      else { return body(nil) }
      return withBest(
        relation, of: arguments.dropFirst(), best: isBetter ? value : best, in: row, body)
    }
  }

  // MARK: Arguments

  private func integer(_ index: Int, in row: UnsafeRawBufferPointer) -> Int? {
    arguments[index].withValue(in: row) { $0?.number.flatMap { Int(exactly: $0) } }
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
          return text != nil
        }
        guard hasText else { return nil }
      }
      return result
    case .text: return arguments[0].withText(in: row) { $0.map { Array($0) } }
    case .lower: return string(0, in: row).map { Array($0.lowercased().utf8) }
    case .upper: return string(0, in: row).map { Array($0.uppercased().utf8) }
    case .trim:
      return string(0, in: row).map { text in
        Array(
          text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            .map(String.init).joined().utf8)
      }
    case .substr:
      guard let text = string(0, in: row), let start = integer(1, in: row) else { return nil }
      guard arguments.count > 2 else { return Array(text.part(from: start).utf8) }
      return integer(2, in: row).map { Array(text.part(from: start).prefix(max(0, $0)).utf8) }
    case .split:
      guard let text = string(0, in: row), let separator = string(1, in: row) else { return nil }
      return text.parts(separatedBy: separator)
    case .replace:
      guard let new = string(arguments.count - 1, in: row).map({ Array($0.utf8) }) else {
        return nil
      }
      let old = pattern == nil ? string(1, in: row).map { Array($0.utf8) } : []
      guard let old else { return nil }
      return arguments[0].withText(in: row) { text in
        text.map { text in
          if let pattern { return pattern.replacingMatches(in: text, with: new) }
          return old.isEmpty ? Array(text) : Array(text).replacing(old, with: new)
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
    var kinds: [String] = []
    for argument in arguments {
      guard let kind = argument.withValue(in: row, { $0?.kind }) else { return nil }
      kinds.append(kind)
    }
    if function == .extract, kinds[0] == "a text" || kinds[0] == "a number" {
      return "extract finds nothing in a text"
    }
    return "\(function) has no result for \(kinds.joined(separator: " and "))"
  }
}
