// Calls of functions in expressions.

extension RowFilter {
  /// The names of all functions of expressions.
  package static var functionNames: [String] { FilterParser.functionNames }
}

extension FilterParser {
  /// A Boolean value that indicates whether the token is a name directly in front of a parenthesis.
  var isCall: Bool {
    let next = tokens[min(index + 1, tokens.count - 1)]
    return next.kind == .sign(.open) && next.range.lowerBound == token.range.upperBound
  }

  /// The names of all functions.
  static let functionNames =
    Function.allCases.map(\.rawValue) + ["if", "exists", "contains", "starts", "ends", "matches"]

  /// Parses a call of a function by its name.
  mutating func call(_ name: String) throws(FilterSyntaxError) -> Node {
    let range = token.range
    guard Self.functionNames.contains(name) else {
      let hint = NearestNames.hint(for: name, among: Self.functionNames)
      throw error("there is no function '\(name)'" + hint, at: range)
    }
    try count(at: range)
    try open()
    defer { depth -= 1 }
    let opening = tokens[index + 1].range
    index += 2
    let node: Node
    switch name {
    case "if": node = .operand(try choice(at: range))
    case "exists":
      let start = index
      guard case .member(let path) = try operand(sum(), at: start, isNamed: true) else {
        throw error("'exists' takes a member, such as exists(deleted)", at: range)
      }
      node = .condition(.exists(path))
    default: node = .operand(.call(try call(Function(rawValue: name) ?? .text, at: range)))
    }
    try close(opening, of: name)
    guard case .operand(let operand) = node else { return node }
    return .operand(try element(of: operand))
  }

  /// Parses `contains(title, "raven")`, which is the same as `title contains "raven"`.
  mutating func call(_ test: FilterToken.TextTest) throws(FilterSyntaxError) -> Node {
    let name = String(text[token.range])
    let opening = tokens[index + 1].range
    index += 2
    let start = index
    let operand = try operand(sum(), at: start, isNamed: true)
    guard !operand.isConstant, take(.comma) else {
      throw error(
        "'\(name)' takes a member and a text, such as \(name)(title, \"raven\")",
        at: tokens[start].range)
    }
    let pattern = try pattern(test)
    try close(opening, of: name)
    return .condition(.matches(operand, pattern))
  }

  private mutating func close(
    _ opening: Range<String.Index>, of name: String
  ) throws(FilterSyntaxError) {
    guard !take(.close) else { return }
    guard token.kind != .end else { throw error("the closing ')' is missing", at: opening) }
    let form = Function(rawValue: name).map { ": \($0.form)" } ?? ""
    throw token.kind == .sign(.comma)
      ? error("'\(name)' has too many arguments" + form) : error("expected ',' or ')'" + form)
  }

  /// Parses the condition and the two values of `if`.
  private mutating func choice(
    at range: Range<String.Index>
  ) throws(FilterSyntaxError) -> Operand {
    let start = index
    let condition = try condition(disjunction(), from: start)
    var values: [Operand] = []
    while take(.comma) {
      let start = index
      values.append(try operand(sum(), at: start, isNamed: false))
    }
    guard values.count == 2 else {
      throw error(
        "'if' takes a condition and two values, such as if(score > 9, \"high\", \"low\")", at: range
      )
    }
    return .choice(condition, values[0], values[1])
  }

  private mutating func call(
    _ function: Function, at range: Range<String.Index>
  ) throws(FilterSyntaxError) -> FunctionCall {
    var arguments: [Operand] = []
    var pattern: RegularExpression?
    var count = 0
    if token.kind != .sign(.close) {
      repeat {
        let start = index
        count += 1
        if count == 2, function.takesPattern, let source = expression(of: function) {
          pattern = try regularExpression(source)
        } else {
          // The first text is that of a member, as in a comparison.
          let node = try sum()
          arguments.append(try operand(node, at: start, isNamed: false))
        }
      } while take(.comma)
    }
    guard function.arity.contains(count) else {
      let number = count < function.arity.lowerBound ? "few" : "many"
      throw error("'\(function)' has too \(number) arguments: \(function.form)", at: range)
    }
    if function == .extract, pattern == nil {
      throw error("'extract' takes a regular expression: \(function.form)", at: range)
    }
    if function == .format, case .text(let format) = arguments[1],
      Timestamp(microseconds: 0).text(format: format.plain) == nil
    {
      throw error(
        "'format' knows %Y %m %d %H %M %S %j %F %T %a %A %u %b %B %s and %%", at: range)
    }
    return FunctionCall(function, arguments, pattern: pattern)
  }

  /// Takes the source of a regular expression: between slashes, or a text for `extract`.
  private mutating func expression(of function: Function) -> String? {
    switch token.kind {
    case .regex(let source): return source
    case .string(let source) where function == .extract: return source
    default: return nil
    }
  }

  private mutating func regularExpression(
    _ source: String
  ) throws(FilterSyntaxError) -> RegularExpression {
    let start = token.range.lowerBound
    index += 1
    do {
      // A search may ignore case, but what changes a value does not.
      return try RegularExpression(parsing: source, ignoresCase: false)
    } catch {
      throw error.shifted(by: text.distance(from: text.startIndex, to: start) + 1, in: text)
    }
  }

  /// Parses the position behind a call, as in `split(name, ".")[0]`.
  private mutating func element(of operand: Operand) throws(FilterSyntaxError) -> Operand {
    guard take(.openBracket) else { return operand }
    guard case .value(.number(let number)) = token.kind, let position = Int(exactly: number.double)
    else { throw error("expected a position, such as [0], or [-1] for the last one") }
    index += 1
    guard take(.closeBracket) else { throw error("the closing ']' is missing") }
    return .element(operand, position)
  }
}
