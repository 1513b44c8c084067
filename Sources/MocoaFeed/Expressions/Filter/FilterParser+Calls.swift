// Calls of functions in expressions, and patterns.

extension RowFilter {
  package static var functionNames: [String] { FilterParser.functionNames }
}

extension FilterParser {
  /// A Boolean value that indicates whether the token is a name directly in front of a parenthesis.
  var isCall: Bool {
    let next = tokens[min(index + 1, tokens.count - 1)]
    return next.kind == .sign(.open) && next.range.lowerBound == token.range.upperBound
  }

  static let functionNames =
    Function.allCases.map(\.rawValue) + ["if", "exists", "contains", "starts", "ends", "matches"]

  /// The functions of other languages, and the calls that mean the same.
  private static let callsOfOthers = [
    "year": #"format(time, "%Y")"#, "month": #"format(time, "%m")"#,
    "day": #"format(time, "%d")"#, "hour": #"format(time, "%H")"#,
    "minute": #"format(time, "%M")"#, "weekday": #"format(time, "%A")"#,
    "date": "truncate(time, 1d)", "strftime": #"format(time, "%Y-%m-%d")"#,
    "startswith": #"starts(text, "x")"#, "endswith": #"ends(text, "x")"#,
    "len": "length(text)", "strlen": "length(text)", "size": "length(value)",
    "substring": "substr(text, start, length)", "ifnull": "coalesce(a, b)",
    "nvl": "coalesce(a, b)", "isnull": "value == null", "int": "floor(number(value))",
    "float": "number(value)", "str": "text(value)", "string": "text(value)",
  ]

  /// Returns whether a name is that of a function of `--agg`, which takes the values of many rows.
  private static func isAggregate(_ name: String) -> Bool {
    ["count", "sum", "mean", "avg", "unique", "median"].contains(name)
      || name.first == "p" && name.count > 1 && name.dropFirst().allSatisfy(\.isNumber)
  }

  /// What to type for the call of an aggregate that begins with the token.
  private var aggregateHint: String {
    var (end, depth) = (index + 1, 0)
    repeat {
      if tokens[end].kind == .sign(.open) { depth += 1 }
      if tokens[end].kind == .sign(.close) { depth -= 1 }
      end += 1
    } while depth > 0 && end < tokens.count - 1
    let call = text[token.range.lowerBound..<tokens[end - 1].range.upperBound]
    return " is computed over rows by --agg 'x = \(call)', and tested by --group-filter 'x > 1'; "
      + "a member of this name is in quotes: \"\(call)\""
  }

  /// Parses a call of a function by its name.
  mutating func call(_ name: String) throws(FilterSyntaxError) -> Node {
    let range = token.range
    guard Self.functionNames.contains(name) else {
      if Self.isAggregate(name) { throw error("'\(name)'" + aggregateHint, at: range) }
      let words = name.lowercased().split(separator: "_").map(String.init)
      let hint =
        Self.callsOfOthers[name.lowercased()].map { "; \($0)" }
        ?? words.first(where: Self.functionNames.contains).map { "; did you mean '\($0)'?" }
        ?? NearestNames.hint(for: name, among: Self.functionNames)
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
    let found = try condition(test, of: operand)
    try close(opening, of: name)
    return .condition(test == .matchesNot ? .not(found) : found)
  }

  mutating func pattern(
    _ test: FilterToken.TextTest
  ) throws(FilterSyntaxError) -> TextPattern {
    let range = token.range
    let source: String
    switch token.kind {
    case .string(let text), .regex(let text): source = text
    case .path(let name):
      if case .known = lookup(name) {
        throw error("'\(name)' is a member; a text is in quotes: \"\(name)\"", at: range)
      }
      source = String(text[range])
    case .value: source = String(text[range])
    default: throw error("expected a text in quotes")
    }
    let isPattern: Bool
    switch token.kind {
    case .regex: isPattern = true
    case .string: isPattern = test == .matches || test == .matchesNot
    default: isPattern = false
    }
    index += 1
    guard !isPattern else {
      do {
        return try TextPattern(regex: source)
      } catch {
        let offset = text.distance(from: text.startIndex, to: range.lowerBound) + 1
        throw error.shifted(by: offset, in: text)
      }
    }
    switch test {
    case .starts: return try TextPattern(plain: source, anchor: .start)
    case .ends: return try TextPattern(plain: source, anchor: .end)
    case .contains, .matches, .matchesNot: return TextPattern(plain: source)
    }
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
    return .choice(Operand.Choice(condition, values[0], values[1]))
  }

  private mutating func call(
    _ function: Function, at range: Range<String.Index>
  ) throws(FilterSyntaxError) -> FunctionCall {
    var arguments: [Operand] = []
    var pattern: RegularExpression?
    var count = 0
    /// The tokens of the last argument.
    var intervals: ArraySlice<FilterToken> = []
    if token.kind != .sign(.close) {
      repeat {
        let start = index
        count += 1
        if count == 2, function.takesPattern, let source = expression(of: function) {
          pattern = try regularExpression(source)
        } else {
          let node = try sum()
          arguments.append(try operand(node, at: start, isNamed: false, isCalculated: true))
          intervals = tokens[start..<index]
        }
      } while take(.comma)
    }
    guard function.arity.contains(count) else {
      let number = count < function.arity.lowerBound ? "few" : "many"
      let isAggregate = count == 1 && (function == .min || function == .max)
      let hint = isAggregate ? "; over rows: --agg 'x = \(function)(a)'" : ""
      throw error("'\(function)' has too \(number) arguments: \(function.form)\(hint)", at: range)
    }
    if function == .replace, case .text(let new)? = arguments.last,
      let number = pattern?.unknownGroup(in: RegularExpression.Replacement(new.plain))
    {
      throw error("the expression has no group \(number), for which '$\(number)' stands", at: range)
    }
    if function == .extract, pattern == nil {
      throw error("'extract' takes a regular expression: \(function.form)", at: range)
    }
    if function == .extract, let pattern, case .number(let group)? = arguments.dropFirst().first,
      group.double > Double(pattern.groupCount)
    {
      let number = DecimalSum.json(group.double)
      throw error(
        "the expression has no group \(String(decoding: number, as: UTF8.self))", at: range)
    }
    if function == .format, case .text(let format) = arguments[1],
      Timestamp(microseconds: 0).text(format: format.plain) == nil
    {
      throw error(
        "'format' knows %Y %m %d %H %M %S %j %F %T %a %A %u %b %B %s and %%", at: range)
    }
    var months: Int?
    if function == .truncate, let interval = intervals.first, intervals.count == 1 {
      months = Measure.months(in: String(text[interval.range]))
      if months == 0 {
        throw error(
          "'truncate' takes whole months or years, such as 1month, 3months or 1y",
          at: interval.range)
      }
    }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    if function == .truncate, arguments[1].isConstant,
      let seconds = arguments[1].withValue(in: none, { $0?.seconds }), seconds.double <= 0
    {
      throw error("'truncate' takes an interval of more than 0, such as 1h", at: range)
    }
    return FunctionCall(function, arguments, pattern: pattern, months: months)
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

  /// Parses the path behind a call, as in `split(name, ".")[0]` and `json(text).user.id`.
  private mutating func element(of operand: Operand) throws(FilterSyntaxError) -> Operand {
    var path = ""
    while true {
      if case .path(let names) = token.kind, names.first == ".",
        token.range.lowerBound == tokens[index - 1].range.upperBound
      {
        path += names
        index += 1
        continue
      }
      guard take(.openBracket) else { break }
      if case .string(let key) = token.kind {
        path += "[\(MemberPath.quoted(key))]"
      } else if case .value(.number(let number)) = token.kind,
        let position = Int(exactly: number.double)
      {
        path += "[\(position)]"
      } else {
        throw error("expected a position, such as [0], or [-1] for the last one")
      }
      index += 1
      guard take(.closeBracket) else { throw error("the closing ']' is missing") }
    }
    return path.isEmpty ? operand : .element(operand, MemberPath(path))
  }
}

extension FilterToken {
  /// A Boolean value that indicates whether the token is the name of a function.
  var isNameOfFunction: Bool {
    if case .path(let name) = kind { Function(rawValue: name) != nil } else { false }
  }
}

extension String {
  /// What is said of an age in quotes, which is no time: `"1 hour ago"`; nil for other texts.
  var ageNote: String? {
    guard hasSuffix(" ago"), let age = Array(utf8).withUnsafeBytes({ Measure($0) }), age.isDuration
    else { return nil }
    return "\(MemberPath.quoted(self)) is a text; the time is now - "
      + Measure.text(ofSeconds: age.value)
  }
}
