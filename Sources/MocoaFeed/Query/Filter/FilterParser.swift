/// Reads filter expressions by recursive descent: `||` binds less than `&&`, and that less than
/// `!`, comparisons and parentheses.
struct FilterParser {
  private let text: String
  private let tokens: [FilterToken]
  private var index = 0

  /// How many parentheses and negations may be open at once.
  private static let depthLimit = 200
  private var depth = 0

  private init(_ text: String) throws(FilterSyntaxError) {
    self.text = text
    tokens = try FilterLexer.tokens(of: text)
  }

  /// Reads a whole expression.
  static func parse(_ text: String) throws(FilterSyntaxError) -> Condition {
    var parser = try FilterParser(text)
    let condition = try parser.disjunction()
    guard parser.token.kind == .end else {
      let isClose = parser.token.kind == .close
      throw parser.error(isClose ? "this ')' closes nothing" : "expected '&&' or '||'")
    }
    return condition
  }

  private var token: FilterToken { tokens[index] }

  private mutating func take(_ kind: FilterToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    index += 1
    return true
  }

  private func error(_ message: String) -> FilterSyntaxError {
    FilterSyntaxError(message, at: token.range, in: text)
  }

  private mutating func disjunction() throws(FilterSyntaxError) -> Condition {
    var parts = [try conjunction()]
    while take(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(FilterSyntaxError) -> Condition {
    var parts = [try unary()]
    while take(.and) { parts.append(try unary()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func unary() throws(FilterSyntaxError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw error("the expression is nested too deeply") }
    if take(.not) { return .not(try unary()) }
    let opening = token
    guard take(.open) else { return try comparison() }
    let condition = try disjunction()
    guard take(.close) else {
      throw FilterSyntaxError("the closing ')' is missing", at: opening.range, in: text)
    }
    return condition
  }

  private mutating func comparison() throws(FilterSyntaxError) -> Condition {
    let left = try operand()
    switch token.kind {
    case .comparison(let relation):
      index += 1
      let comparison = Comparison(left: left, relation: relation, right: try operand())
      if case .comparison = token.kind { throw error("expected '&&' or '||'") }
      return .comparison(comparison)
    case .matches, .matchesNot:
      let isNegated = token.kind == .matchesNot
      guard case .member(let path) = left else {
        throw FilterSyntaxError(
          "'~' needs a member on its left", at: tokens[index - 1].range, in: text)
      }
      index += 1
      let pattern = try pattern()
      return isNegated
        ? .all([.exists(path), .not(.matches(path, pattern))])
        : .matches(path, pattern)
    default:
      switch left {
      case .member(let path): return .isTrue(path)
      case .bool(let value): return .constant(value)
      default: throw error("expected a comparison, such as '=='")
      }
    }
  }

  private mutating func pattern() throws(FilterSyntaxError) -> TextPattern {
    let (start, kind) = (token.range.lowerBound, token.kind)
    switch kind {
    case .string(let source), .regex(let source):
      index += 1
      do {
        return try TextPattern(regex: source)
      } catch {
        let offset = text.distance(from: text.startIndex, to: start) + 1
        throw error.shifted(by: offset, in: text)
      }
    case .path(let word), .number(let word):
      index += 1
      return TextPattern(plain: word)
    default: throw error("expected a text or a pattern")
    }
  }

  private mutating func operand() throws(FilterSyntaxError) -> Operand {
    let operand: Operand
    switch token.kind {
    case .path(let path): operand = .member(MemberPath(path))
    case .number(let digits):
      guard let quantity = Array(digits.utf8).withUnsafeBytes({ Quantity($0) }) else {
        throw error("this is no number")
      }
      operand = .number(quantity)
    case .string(let string): operand = .text(ComparedText(string))
    case .word(.yes): operand = .bool(true)
    case .word(.no): operand = .bool(false)
    case .word(.null): operand = .null
    case .end: throw error("the expression ends where a member or a value is expected")
    default: throw error("expected a member or a value")
    }
    index += 1
    return operand
  }
}
