extension FilterParser {
  /// Parses a comparison, or a value alone.
  mutating func comparison() throws(FilterSyntaxError) -> Node {
    let first = index
    let left = try sum()
    let sign = index
    let isNegated = isNegatedTest && take(.not)
    guard case .sign(let kind) = token.kind else { return left }
    switch kind {
    case .relation(let relation):
      index += 1
      let second = index
      let right = try sum()
      if case .sign(.relation) = token.kind { throw chained(first, second) }
      let condition = try comparison(
        (left, first), relation, at: tokens[sign].range, (right, second))
      return .condition(condition)
    case .isIn:
      index += 1
      let values = try list()
      let list = values.map(\.operand)
      let isMember = list.contains { !$0.isConstant }
      let operand = try operand(left, at: first, isNamed: !isMember)
      guard isMember || !operand.isConstant else { throw withoutMember(at: first) }
      let watch = DateWatch(
        of: operand, and: values, texts: (typed(first..<sign), typed(sign..<index)))
      return .condition(dated(Condition(operand, in: list, isNegated: isNegated), watch))
    case .text(let test):
      let operand = try operand(left, at: first, isNamed: true)
      guard !operand.isConstant else {
        throw error(
          "a text is searched for in a member; put its name on the left", at: tokens[first].range)
      }
      index += 1
      let found = try condition(test, of: operand)
      return .condition(isNegated != (test == .matchesNot) ? .not(found) : found)
    default: return left
    }
  }

  /// A Boolean value that indicates whether the next but one token is `in` or searches for a text,
  /// so that `not` may be in front.
  private var isNegatedTest: Bool {
    switch tokens[min(index + 1, tokens.count - 1)].kind {
    case .sign(.isIn), .sign(.text): true
    default: false
    }
  }

  /// Returns the error of a second relation: `1 < x < 4`.
  private mutating func chained(_ first: Int, _ second: Int) -> FilterSyntaxError {
    let (one, middle, sign) = (typed(first..<index), typed(second..<index), token.range)
    index += 1
    let third = index
    _ = try? sum()
    let other = "\(middle) \(text[sign]) \(typed(third..<index))"
    return error("expected '&&' or '||'; write \(one) && \(other)", at: sign)
  }

  /// Parses what is searched for in the values of an operand, the same for all rows, a member, or a
  /// calculation.
  mutating func condition(
    _ test: FilterToken.TextTest, of operand: Operand
  ) throws(FilterSyntaxError) -> Condition {
    // `starts with "a"` reads better.
    if test == .starts || test == .ends, token.kind == .path("with"),
      tokens[index + 1].kind != .end
    {
      index += 1
    }
    guard test != .matches, test != .matchesNot, isSoughtByRow else {
      return .matches(operand, try pattern(test))
    }
    let start = index
    let sought = try self.operand(sum(), at: start, isNamed: false)
    if case .member(let path) = sought {
      notes.append(
        "\(path.filterText) is the member; a text is in quotes: \(MemberPath.quoted(path.text))")
    }
    // As for a text in lower case, case makes no difference.
    let whole = Operand.call(FunctionCall(.lower, [operand]))
    let part = Operand.call(FunctionCall(.lower, [sought]))
    let length = Operand.call(FunctionCall(.length, [part]))
    let (zero, one) = (Operand.number(Quantity(0)), Operand.number(Quantity(1)))
    let comparison =
      switch test {
      case .starts:
        Comparison(
          left: .call(FunctionCall(.substr, [whole, zero, length])), relation: .equal, right: part)
      case .ends:
        Comparison(
          left: .call(
            FunctionCall(
              .substr,
              [
                whole,
                .calculation(
                  Operand.Calculation(.minus, .call(FunctionCall(.length, [whole])), length)),
              ])), relation: .equal, right: part)
      case .contains, .matches, .matchesNot:
        Comparison(
          left: .call(FunctionCall(.length, [.call(FunctionCall(.split, [whole, part]))])),
          relation: .greater, right: one)
      }
    return .comparison(comparison)
  }

  /// A Boolean value that indicates whether a member, a call, or a calculation with a text comes
  /// next.
  private var isSoughtByRow: Bool {
    switch token.kind {
    case .path(let name): if case .known = lookup(name) { true } else { isCall }
    case .string: tokens[index + 1].kind == .sign(.plus)
    default: false
    }
  }

  /// Returns the comparison of two expressions.
  mutating func comparison(
    _ left: (node: Node, token: Int), _ relation: Comparison.Relation,
    at sign: Range<String.Index>, _ right: (node: Node, token: Int)
  ) throws(FilterSyntaxError) -> Condition {
    var second = try operand(right.node, at: right.token, isNamed: false)
    var first = try operand(left.node, at: left.token, isNamed: second.isConstant)
    // `t > 12:05` as `t > "12:05"`: which of both it is depends on the texts.
    first = first.clock(typedAs: typed(left.token..<right.token - 1)) ?? first
    second = second.clock(typedAs: typed(right.token..<index)) ?? second
    guard !first.isConstant || !second.isConstant else { throw withoutMember(at: left.token) }
    for operand in [first, second] where relation.isOrder {
      switch operand {
      case .bool, .null:
        throw error("only '==' and '!=' compare with true, false and null", at: sign)
      case .text(let text):
        if let value = Array(text.plain.utf8).withUnsafeBytes(SeemingValue.init) {
          notes.append("\(value), so that texts are compared")
        }
        if [first, second].contains(where: \.hasLevel), LogLevel(value: text.plain) == nil {
          notes.append(
            "\(MemberPath.quoted(text.plain)) is no level, so that texts are compared")
        }
        text.plain.ageNote.map { notes.append($0) }
      default: break
      }
    }
    if case .duration = second, let note = first.unitNote { notes.append(note) }
    let condition = Condition.comparison(
      Comparison(left: first, relation: relation, right: second))
    guard !relation.isOrder else { return condition }
    let one = (operand: first, text: typed(left.token..<right.token - 1))
    let other = (operand: second, text: typed(right.token..<index))
    let (value, date) = first.isConstant ? (other, one) : (one, other)
    let rest = "\(text[sign]) \(date.text)"
    return dated(
      condition, DateWatch(of: value.operand, and: [date], texts: (value.text, rest[...])))
  }

  /// Returns a condition that also counts rows of dates, if it compares with some.
  mutating func dated(_ condition: Condition, _ watch: DateWatch?) -> Condition {
    guard let watch else { return condition }
    dates.append(watch)
    return .dated(watch, condition)
  }

  /// Returns the text of some tokens.
  func typed(_ tokens: Range<Int>) -> Substring {
    let tokens = self.tokens[tokens]
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return text[first.range.lowerBound..<last.range.upperBound]
  }

  func withoutMember(at token: Int) -> FilterSyntaxError {
    let texts = tokens.lazy.compactMap { if case .string(let text) = $0.kind { text } else { nil } }
    let hint = texts.first.map(Self.note) ?? "name one, such as status"
    return error("no member is compared; \(hint)", at: tokens[token].range)
  }

  /// Returns what is said of a text in quotes if it is the name of a member.
  func note(onName text: String) -> String? {
    guard case .known(let path) = lookup(text), path.keys == [text] else { return nil }
    return Self.note(onText: text)
  }

  /// What is said of a text in quotes that is the name of a member.
  static func note(onText text: String) -> String {
    let name = MemberPath(keys: [text]).filterText
    return "\(MemberPath.quoted(text)) in quotes is a text here; the member is "
      + (name.first == "\"" ? ".\(name)" : name)
  }

  /// Returns what may be meant by a word behind an operator that is no member.
  func advice(onWord word: String, at index: Int) -> String {
    if word == "yesterday" { return "; it is today - 1d" }
    if let number = Self.number(meantBy: word) { return "; did you mean \(number)?" }
    if case .sign(.relation(let relation)) = tokens[index - 1].kind, relation.isOrder,
      word.utf8.first?.isDigit == true
    {
      return "; it is no number with a known unit, such as 5M, 5Mi, 5% or 5m"
    }
    return "; put a text in quotes: \"\(word)\""
  }

  /// Returns the number that is meant by a word such as `10mb`, `.5` or `0x10`; nil for others.
  private static func number(meantBy word: String) -> String? {
    if word.hasPrefix("0x"), let number = UInt(word.dropFirst(2), radix: 16) { return "\(number)" }
    var words = word.first == "." ? ["0" + word] : []
    if word.utf8.first?.isDigit == true { words = [word.uppercased(), word.lowercased()] }
    return words.first { Operand(constant: $0) != nil }
  }

  /// Parses values in parentheses or brackets, or one member that contains an array.
  mutating func list() throws(FilterSyntaxError) -> [(operand: Operand, text: Substring)] {
    let opening = token
    guard take(.open) || take(.openBracket) else {
      let start = index
      let operand = try operand(sum(), at: start, isNamed: true)
      guard !operand.isConstant else {
        throw error("expected a list, such as (\"a\", \"b\")", at: tokens[start].range)
      }
      return [(operand, typed(start..<index))]
    }
    let close: FilterToken.Sign = opening.kind == .sign(.open) ? .close : .closeBracket
    var values: [(operand: Operand, text: Substring)] = []
    repeat {
      let start = index
      let operand = try operand(sum(), at: start, isNamed: false)
      let text = typed(start..<index)
      values.append((operand.clock(typedAs: text) ?? operand, text))
    } while take(.comma)
    guard take(close) else {
      throw error("the closing '\(close == .close ? ")" : "]")' is missing", at: opening.range)
    }
    return values
  }
}

extension Condition {
  /// Creates a condition that a value equals one of a list, in which levels of a log are compared
  /// one by one.
  init(_ operand: Operand, in list: [Operand], isNegated: Bool) {
    let isOfLevels =
      operand.hasLevel && list.allSatisfy(\.isConstant)
      && list.contains { if case .text = $0 { true } else { false } }
    guard isOfLevels else {
      let reports = list.filter { $0.isQuantity || $0.isTruth }.map {
        Comparison(left: operand, relation: .equal, right: $0)
      }
      self = .isIn(operand, list, isNegated: isNegated, reports: reports)
      return
    }
    let tests = list.map { Comparison(left: operand, relation: .equal, right: $0) }
    let found = Condition.any(tests.map { .comparison($0) })
    self = isNegated ? .not(found) : found
  }
}

extension Operand {
  /// A Boolean value that indicates whether it is a number, a time or a duration as it is typed.
  fileprivate var isQuantity: Bool {
    switch self {
    case .number, .scaled, .time, .duration, .now, .today: true
    default: false
    }
  }

  /// A Boolean value that indicates whether it is a truth value as it is typed, or a text such as
  /// `TRUE`.
  fileprivate var isTruth: Bool {
    switch self {
    case .bool: true
    case .text(let text): text.escaped.withUnsafeBytes { $0.truth != nil && !$0.isTruth }
    default: false
    }
  }

  /// A Boolean value that indicates whether it is a percentage as it is typed, as opposed to that
  /// of a member or a result.
  var isTypedPercentage: Bool {
    if case .scaled(_, .percentage) = self { true } else { false }
  }

  /// The fraction that a percentage is which is typed, 0.2 for 20%; any other operand itself.
  var fraction: Operand {
    guard case .scaled(let percents, .percentage) = self else { return self }
    return .scaled((percents / 100).rounded(toSignificant: 15), [])
  }

  /// Returns the text of a duration that may be a time of day; nil for others.
  func clock(typedAs text: Substring) -> Operand? {
    guard case .duration = self, Array(text.utf8).withUnsafeBytes(Measure.mayBeTimeOfDay) else {
      return nil
    }
    return .text(ComparedText(String(text)))
  }

  /// What is said of a member that is compared with a duration if its name has a unit: `took_ms`,
  /// `latencyMs`; nil for others.
  fileprivate var unitNote: String? {
    guard case .member(let path) = self, let name = path.keys.last else { return nil }
    let unit = ["ms", "us", "ns"].first { unit in
      name == unit || name.hasSuffix("_\(unit)")
        || name.hasSuffix(unit.prefix(1).uppercased() + "s")
    }
    return unit.map {
      "numbers are compared as seconds; \(path.filterText) * 1\($0) has their unit"
    }
  }
}
