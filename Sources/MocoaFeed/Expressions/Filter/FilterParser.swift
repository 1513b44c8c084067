/// A recursive-descent parser of filter expressions.
///
/// In order of increasing precedence: `||`, `&&`, `!`, comparisons, `+ -`, `* / %`, a sign,
/// parentheses.
struct FilterParser {
  let text: String
  let tokens: [FilterToken]
  let lookup: MemberLookup
  var index = 0

  private var members: [MemberPath] = []

  /// Members that no sampled row has.
  private var watches: [MemberWatch] = []

  /// What is said of texts in quotes that are names of members.
  var notes: [String] = []

  /// The comparisons with dates.
  var dates: [DateWatch] = []

  /// The ranges of titles of columns, with the members that they refer to.
  private var titles: [(range: Range<String.Index>, path: MemberPath)] = []

  /// The paths of names that have been resolved.
  private var paths: [String: MemberPath] = [:]

  /// A Boolean value that indicates whether a condition that is a text in quotes, and no member, is
  /// a search.
  private var isSearching = false

  /// The maximum number of calculations: each adds a level of evaluation.
  static let calculationLimit = 500
  var calculationCount = 0

  /// The maximum number of open parentheses, signs and negations.
  private static let depthLimit = 200
  var depth = 0

  /// A Boolean expression, or one with a value.
  enum Node {
    case condition(Condition)
    case operand(Operand)
    /// A quoted string, which names a member if there is no other.
    case quoted(String)
  }

  private init(_ text: String, _ lookup: @escaping MemberLookup) throws(FilterSyntaxError) {
    (self.text, self.lookup) = (text, lookup)
    tokens = try FilterLexer.tokens(of: text).withCalculations(in: text, lookup)
  }

  /// Parses a whole expression.
  ///
  /// - Returns: The condition, its members, those of them that no sampled row has, notes, and
  ///   comparisons with dates.
  static func parse(
    _ text: String, _ lookup: @escaping MemberLookup
  ) throws(FilterSyntaxError) -> (
    condition: Condition, members: [MemberPath], watches: [MemberWatch], notes: [String],
    dates: [DateWatch]
  ) {
    var parser = try FilterParser(text, lookup)
    parser.isSearching = true
    let condition = try parser.condition(parser.disjunction(), from: 0)
    guard parser.token.kind == .end else {
      let isClose = parser.token.kind == .sign(.close)
      throw parser.error(isClose ? "unexpected ')'; nothing is open" : parser.expectedOperator)
    }
    let watches = parser.watches
    return (
      watches.isEmpty ? condition : .watching(watches, condition), parser.members, watches,
      parser.notes, parser.dates
    )
  }

  /// Parses a whole expression that has a value for each row.
  ///
  /// - Returns: The expression, the members in it that no sampled row has, the text with titles of
  ///   columns replaced by members, and notes.
  static func parseValue(
    _ text: String, _ lookup: @escaping MemberLookup
  ) throws(FilterSyntaxError) -> (DerivedExpression, [MemberWatch], String, [String]) {
    var parser = try FilterParser(text, lookup)
    let node = try parser.disjunction()
    guard parser.token.kind == .end else {
      let isList = parser.token.kind == .sign(.comma)
      throw parser.error(
        isList ? "unexpected ','; --derive is given for each member" : "expected an operator")
    }
    let expression: DerivedExpression
    if case .condition(let condition) = node {
      expression = .condition(condition)
    } else if case .operand(.number) = node, let number = parser.number {
      expression = .number(number)
    } else {
      expression = .operand(try parser.operand(node, at: 0, isNamed: false, isCalculated: true))
    }
    var expanded = text
    for (range, path) in parser.titles.reversed() {
      expanded.replaceSubrange(range, with: path.filterText)
    }
    return (expression, parser.watches, expanded, parser.notes)
  }

  /// The number as JSON with all its digits, if the text is nothing else.
  private var number: [UInt8]? {
    guard tokens.count == 2 else { return nil }
    var sum = DecimalSum()
    Array(text[tokens[0].range].utf8.drop { $0 == UInt8(ascii: "+") }).withUnsafeBytes {
      sum.add($0)
    }
    return sum.json
  }

  // MARK: Tokens

  var token: FilterToken { tokens[index] }

  mutating func take(_ sign: FilterToken.Sign) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    index += 1
    return true
  }

  func error(_ message: String) -> FilterSyntaxError { error(message, at: token.range) }

  func error(_ message: String, at range: Range<String.Index>) -> FilterSyntaxError {
    FilterSyntaxError(message, at: range, in: text)
  }

  var expectedOperator: String {
    let message = "expected '&&' or '||'"
    if token.kind == .sign(.not), index > 0, case .path(let name) = tokens[index - 1].kind,
      tokens[index - 1].range.upperBound == token.range.lowerBound
    {
      return "\(message); put a name that has '!' in quotes: \"\(name)!\""
    }
    guard case .path(let word) = token.kind else { return message }
    if index > 0, case .value(.number) = tokens[index - 1].kind,
      case let quantity = "\(text[tokens[index - 1].range])\(word)",
      Operand(constant: quantity) != nil
    {
      return "\(message); write \(quantity) without a blank"
    }
    let names = ["and", "or", "not", "in", "contains", "starts", "ends", "matches"]
    let hint = NearestNames.hint(for: word, among: names)
    let first = tokens[..<index].lastIndex { !$0.isWord }.map { $0 + 1 } ?? 0
    let end = tokens[index...].firstIndex { !$0.isWord } ?? index
    // `CONTAINER ID == 1` and `name == Ada Lovelace`.
    let isName = tokens[end].isRelation
    guard index > 0, case .path = tokens[index - 1].kind, isName || hint.isEmpty else {
      return message + hint
    }
    let words = text[tokens[first].range.lowerBound..<tokens[end - 1].range.upperBound]
    return "\(message); put a \(isName ? "name" : "text") with blanks in quotes: \"\(words)\""
  }

  // MARK: Conditions

  /// Parses an expression as a condition; a member alone must be neither false nor null.
  mutating func condition(
    _ node: Node, from first: Int
  ) throws(FilterSyntaxError) -> Condition {
    switch node {
    case .condition(let condition): return condition
    case .operand(.member(let path)): return .isTrue(path)
    case .operand(.bool(let value)): return .constant(value)
    case .quoted(let text) where isSearching && !lookup(text).isMember:
      return .text(TextPattern(plain: text))
    case .quoted(let name): return .isTrue(path(of: .quoted(name), at: first))
    case .operand: throw error("expected a comparison, such as '=='")
    }
  }

  mutating func disjunction() throws(FilterSyntaxError) -> Node {
    let start = index
    let first = try conjunction()
    guard token.kind == .sign(.or) else { return first }
    var parts = [try condition(first, from: start)]
    while take(.or) {
      let start = index
      parts.append(try condition(conjunction(), from: start))
    }
    return .condition(.any(parts))
  }

  private mutating func conjunction() throws(FilterSyntaxError) -> Node {
    let start = index
    let first = try negation()
    guard token.kind == .sign(.and) else { return first }
    var parts = [try condition(first, from: start)]
    while take(.and) {
      let start = index
      parts.append(try condition(negation(), from: start))
    }
    return .condition(.all(parts))
  }

  private mutating func negation() throws(FilterSyntaxError) -> Node {
    guard take(.not) else { return try comparison() }
    try open()
    defer { depth -= 1 }
    let start = index
    return .condition(.not(try condition(negation(), from: start)))
  }

  mutating func open() throws(FilterSyntaxError) {
    depth += 1
    guard depth <= Self.depthLimit else { throw error("the expression is nested too deeply") }
  }

  // MARK: Values

  /// Parses an expression as a value; if `isNamed`, a quoted string is the name of a member.
  ///
  /// What is calculated with may be meant as the member whose name it is.
  mutating func operand(
    _ node: Node, at first: Int, isNamed: Bool, isCalculated: Bool = false
  ) throws(FilterSyntaxError) -> Operand {
    switch node {
    case .operand(let operand): return operand
    case .quoted(let text):
      if isCalculated, let note = note(onName: text) { notes.append(note) }
      return isNamed ? .member(path(of: .quoted(text), at: first)) : .text(ComparedText(text))
    case .condition:
      throw error(
        "a comparison has no value; combine comparisons by '&&' or '||'", at: tokens[first].range)
    }
  }

  mutating func sum() throws(FilterSyntaxError) -> Node {
    try calculation([.plus: .plus, .minus: .minus]) { parser throws(FilterSyntaxError) in
      try parser.calculation([.times: .times, .divided: .divided, .remainder: .remainder]) {
        parser throws(FilterSyntaxError) in try parser.factor()
      }
    }
  }

  private mutating func calculation(
    _ signs: KeyValuePairs<FilterToken.Sign, Operand.Arithmetic>,
    _ part: (inout FilterParser) throws(FilterSyntaxError) -> Node
  ) throws(FilterSyntaxError) -> Node {
    let first = index
    var result = try part(&self)
    while case .sign(let sign) = token.kind, let arithmetic = signs.first(where: { $0.key == sign })
    {
      let range = token.range
      try count(at: range)
      index += 1
      let second = index
      let right = try operand(part(&self), at: second, isNamed: false, isCalculated: true)
      let left = try operand(result, at: first, isNamed: false, isCalculated: true)
      if right.clock(typedAs: typed(second..<index)) != nil {
        let clock = typed(second..<index)
        let (one, other) = (Int(clock.prefix(2)) ?? 0, Int(clock.suffix(2)) ?? 0)
        throw error(
          "\(clock) may be hours or minutes: \(one)h\(other)m or \(one)m\(other)s",
          at: tokens[second].range)
      }
      result = .operand(try calculated(arithmetic.value, left, right, at: range))
    }
    return result
  }

  /// Counts a calculation or a call.
  mutating func count(at range: Range<String.Index>) throws(FilterSyntaxError) {
    calculationCount += 1
    guard calculationCount <= Self.calculationLimit else {
      throw error("a filter has at most \(Self.calculationLimit) calculations", at: range)
    }
  }

  /// Returns a calculation; for constants, its result.
  private func calculated(
    _ sign: Operand.Arithmetic, _ left: Operand, _ right: Operand, at range: Range<String.Index>
  ) throws(FilterSyntaxError) -> Operand {
    if case .duration(let seconds) = right, sign == .plus || sign == .minus {
      let change = sign == .plus ? seconds.double : -seconds.double
      let none = UnsafeRawBufferPointer(start: nil, count: 0)
      let isTime = left.withValue(in: none) { if case .time? = $0 { true } else { false } }
      if isTime, left.withValue(in: none, { $0?.time?.advanced(bySeconds: change) }) == nil {
        throw error("this cannot be calculated; times are of the years 0 to 9999", at: range)
      }
      switch left {
      case .now(let base): return .now(seconds: base + change)
      case .today(let base): return .today(seconds: base + change)
      default: break
      }
    }
    for operand in [left, right] {
      switch operand {
      case .bool, .null:
        throw error("expected numbers, times or durations on both sides", at: range)
      default: break
      }
    }
    if sign == .plus, left.isText || right.isText {
      return .call(FunctionCall(.concat, [left, right]))
    }
    let calculation =
      sign == .times
      ? Operand.Calculation(sign, left.fraction, right.fraction)
      : Operand.Calculation(sign, left, right)
    guard left.isConstant, right.isConstant else { return .calculation(calculation) }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let result: Operand? =
      switch calculation.result(in: none) {
      case .number(let value): .scaled(value, [])
      case .measure(let value, let unit): .scaled(value, unit)
      case .json(.number(let value)): .number(value)
      case .time(let time): .time(time)
      case .duration(let seconds): .duration(seconds)
      case .json, nil: nil
      }
    guard let result else {
      let fault = calculation.fault(in: none)
      let notes = [left, right].compactMap { operand -> String? in
        guard case .text(let text) = operand else { return nil }
        // No rows are known yet.
        if case .unknown(_, let members, _) = lookup(text.plain), members.isEmpty {
          return Self.note(onText: text.plain)
        }
        return note(onName: text.plain)
      }
      let hint = notes.first.map { "; \($0)" } ?? ""
      throw error((fault ?? "this cannot be calculated") + hint, at: range)
    }
    return result
  }

  mutating func factor() throws(FilterSyntaxError) -> Node {
    let first = index
    guard take(.minus) else { return try primary() }
    try open()
    defer { depth -= 1 }
    let zero = Operand.number(Quantity(0))
    let operand = try operand(factor(), at: first + 1, isNamed: false)
    return .operand(try calculated(.minus, zero, operand, at: tokens[first].range))
  }

  private mutating func primary() throws(FilterSyntaxError) -> Node {
    let first = index
    switch token.kind {
    case .path(let name) where isCall: return try call(name)
    case .sign(.text(let test)) where isCall: return try call(test)
    case .path(let name):
      index += 1
      return .operand(.member(path(of: .path(name), at: first)))
    case .value(let operand):
      index += 1
      return .operand(operand)
    case .string(let string):
      index += 1
      return .quoted(string)
    case .sign(.open):
      let opening = token
      index += 1
      try open()
      defer { depth -= 1 }
      let node = try disjunction()
      guard take(.close) else {
        throw token.kind == .end
          ? error("the closing ')' is missing", at: opening.range) : error(expectedOperator)
      }
      return node
    case .end:
      throw error(
        index == 0
          ? "expected an expression" : "the expression ends where a member or a value is expected")
    default: throw error("expected a member or a value")
    }
  }

  // MARK: Members

  enum Name {
    case path(String)
    case quoted(String)
  }

  mutating func path(of name: Name, at token: Int) -> MemberPath {
    let key =
      switch name {
      case .path(let text): "." + text
      case .quoted(let text): "\"" + text
      }
    let known = paths[key]
    let path = known ?? resolved(name, at: token)
    if known == nil {
      paths[key] = path
      members.append(path)
    }
    // A short name stays one, as rows may have it themselves.
    if case .path(let typed) = name, path.keys != MemberPath(typed).keys, !path.isCompleted {
      titles.append((tokens[token].range, path))
    }
    return path
  }

  /// Returns the path of a member; one that no sampled row has is watched.
  private mutating func resolved(_ name: Name, at token: Int) -> MemberPath {
    let path: MemberPath
    let typed: String
    switch name {
    case .path(let text): (path, typed) = (MemberPath(text), text)
    case .quoted(let key): (path, typed) = (MemberPath(keys: [key]), key)
    }
    var message = "no row has a member '\(typed)'"
    switch lookup(typed) {
    case .known(let known): return known
    case .assumed: break
    case .unknown(_, _, let hint) where !hint.isEmpty:
      return watched(path, message + hint, at: token)
    case .unknown(let suggestions, let members, _):
      if let nearest = suggestions.first {
        // Kernel logs count from the start.
        message +=
          (typed, nearest) == ("time", "uptime")
          ? "; 'uptime' is the time since the start; dmesg -T prints times"
          : "; did you mean '\(nearest)'?"
      } else if !isBehindOperator(token) {
        message += NearestNames.list(of: members, upTo: NearestNames.memberLimit)
      }
    }
    if message.last != "?", case .path = name, isBehindOperator(token) {
      message += advice(onWord: typed, at: token)
    }
    return watched(path, message, at: token)
  }

  private mutating func watched(
    _ path: MemberPath, _ message: String, at token: Int
  ) -> MemberPath {
    watches.append(MemberWatch(path, error(message, at: tokens[token].range)))
    return path
  }

  private func isBehindOperator(_ index: Int) -> Bool {
    guard index > 0, case .sign(let sign) = tokens[index - 1].kind else { return false }
    switch sign {
    // A function takes members first.
    case .open: return index < 2 || !tokens[index - 2].isNameOfFunction
    case .relation, .openBracket, .comma, .isIn: return true
    default: return false
    }
  }
}
