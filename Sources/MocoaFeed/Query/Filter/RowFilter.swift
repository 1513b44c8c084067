/// A condition that rows must meet: an expression over their members, or a text that they contain.
///
/// ```swift
/// let filter = try RowFilter(parsing: #"score > 10 && author.name contains "li""#)
/// filter.matches(row.json)
/// ```
///
/// The language is described by ``FilterReference``. A text is parsed as an expression where it has
/// one of the signs `< > ~ == != && ||` outside of quotes, begins with `!`, a parenthesis or a
/// quote that is not closed at the end, or has the form of one, such as `status in ("a", "b")` or
/// `name contains li` where rows have a member `name`. All others are searched for as `RowSearch`
/// does. A text in quotes is always searched for.
public struct RowFilter: Sendable {
  /// The filter as it was typed.
  public let text: String

  /// Whether the filter is an expression over members, and not a text that is searched for.
  public let isExpression: Bool

  let condition: Condition

  /// Whether the text is searched for, whatever it looks like.
  private let isSearch: Bool

  /// The members that are named, in order.
  private let members: [MemberPath]

  private let watches: [MemberWatch]

  /// Parses a filter as people type it.
  ///
  /// - Parameters:
  ///   - text: An expression or a text.
  ///   - lookup: What names stand for in the rows.
  /// - Throws: What is wrong with an expression, or with a regular expression, and where.
  public init(
    parsing text: String, lookup: @escaping MemberLookup = { _ in .assumed }
  ) throws(FilterSyntaxError) {
    self.text = text
    isSearch = false
    isExpression = Self.isExpression(text, lookup)
    guard isExpression else {
      let search = try RowSearch(parsing: text, lookup: lookup)
      (condition, members, watches) = (search.condition, search.path.map { [$0] } ?? [], [])
      unknownName = search.unknownName
      return
    }
    unknownName = nil
    let parsed = try FilterParser.parse(text, lookup)
    (condition, members, watches) = (parsed.condition, parsed.members, parsed.watches)
  }

  /// A filter for the rows that a search finds.
  public init(_ search: RowSearch) {
    text = search.text
    isExpression = false
    isSearch = true
    condition = search.condition
    members = search.path.map { [$0] } ?? []
    watches = []
    unknownName = search.unknownName
  }

  /// The same filter, its names looked up again; unchanged where it is no longer one.
  public func resolved(by lookup: @escaping MemberLookup) -> RowFilter {
    let filter: RowFilter? =
      isSearch
      ? (try? RowSearch(parsing: text, lookup: lookup)).map { RowFilter($0) }
      : try? RowFilter(parsing: text, lookup: lookup)
    return filter ?? self
  }

  /// The members that neither a sampled row nor one that was tested so far has, and what is wrong
  /// with the filter if no row has them.
  public var unseenMembers: [(path: MemberPath, error: FilterSyntaxError)] {
    watches.filter { !$0.wasFound }.map { ($0.path, $0.error) }
  }

  /// What stands before a colon and is no member, so that it is a part of the text that is searched
  /// for.
  public let unknownName: String?

  /// What is wrong with the names of members that no row has that was tested so far.
  ///
  /// A name that is found in the sample is not checked again.
  public var missingMembers: [FilterSyntaxError] { unseenMembers.map(\.error) }

  /// What went wrong when rows were tested: a regular expression that gave up on some of them.
  public var failure: FilterSyntaxError? {
    condition.patterns.contains(where: \.hasFailed) ? Self.gaveUp(text) : nil
  }

  /// What is wrong with the filter as far as rows were tested.
  public var fault: FilterSyntaxError? { missingMembers.first ?? failure }

  static func gaveUp(_ text: String) -> FilterSyntaxError {
    FilterSyntaxError(
      "the regular expression takes too long on some rows, which are left out; make it simpler",
      at: text.startIndex..<text.endIndex, in: text)
  }

  /// Returns whether a row matches.
  ///
  /// - Complexity: O(n) for n bytes; no values are made.
  public func matches(_ row: JSONBytes) -> Bool {
    row.withBytes { condition.holds(for: $0) }
  }

  /// Returns whether a row matches, from bytes that may have white space around them.
  public func matches(_ row: UnsafeRawBufferPointer) -> Bool { condition.holds(for: row) }

  /// The names of members in a text that may be an expression, as they are typed.
  public static func memberNames(in text: String) -> [String] {
    guard let tokens = try? FilterLexer.tokens(of: text), tokens.count > 2 else { return [] }
    return tokens.compactMap { token in
      if case .path(let name) = token.kind { name } else { nil }
    }
  }

  // MARK: Expression or text

  /// Returns whether a text is an expression.
  static func isExpression(_ text: String, _ lookup: @escaping MemberLookup) -> Bool {
    hasSign(text) || hasForm(text, lookup)
  }

  /// Returns whether a text begins as only an expression does, or has a sign of one outside of
  /// quotes.
  private static func hasSign(_ text: String) -> Bool {
    // What begins with a backslash is a regular expression that is searched for.
    let start = text.drop { $0.isWhitespace }
    if start.first == "\\" { return false }
    if let first = start.first, "!()".contains(first) { return true }
    var quote: UnicodeScalar?
    var previous: UnicodeScalar = " "
    for scalar in text.unicodeScalars {
      if let open = quote {
        if scalar == open { quote = nil }
      } else {
        switch scalar {
        case "\"", "'":
          // An apostrophe within a word opens no quotation.
          if !previous.properties.isAlphabetic { quote = scalar }
        case "<", ">", "~": return true
        case "=" where previous == "=" || previous == "!": return true
        case "&" where previous == "&", "|" where previous == "|": return true
        default: break
        }
      }
      previous = scalar
    }
    return (start.first == "\"" || start.first == "'") && RowSearch.unquoted(start) == nil
  }

  /// Returns whether a text without such a sign begins as an expression does: with a value that
  /// has a known member in it, and an operator behind it.
  private static func hasForm(_ text: String, _ lookup: @escaping MemberLookup) -> Bool {
    guard let all = try? FilterLexer.tokens(of: text) else { return false }
    let isNegated = all[0].kind == .sign(.not)
    let tokens = all.drop { $0.kind == .sign(.open) || $0.kind == .sign(.not) }
    let isKnown = { (token: FilterToken) in
      switch token.kind {
      case .path(let name), .string(let name): lookup(name).isMember
      default: false
      }
    }
    // Operands with a sign of arithmetic between two of them.
    let value = tokens.enumerated().prefix { number, token in
      number.isMultiple(of: 2)
        ? token.endsOperand && token.kind != .sign(.close) : token.isArithmetic
    }
    guard value.count % 2 == 1, let next = tokens.dropFirst(value.count).first else { return false }
    let isMember = value.contains { isKnown($0.element) }
    guard case .sign(let sign) = next.kind else {
      return isNegated && isMember && next.kind == .end
    }
    let second = tokens.dropFirst(value.count + 1).drop {
      $0.kind == .sign(.not) || $0.kind == .sign(.isIn)
    }
    guard let operand = second.first else { return false }
    switch sign {
    case .relation, .text, .isIn, .not:
      switch operand.kind {
      // What is in quotes or brackets is no part of a sentence.
      case .string, .sign(.open), .sign(.openBracket): return true
      default:
        return isMember || sign == .isIn && isKnown(operand) && value.first?.element.isName == false
      }
    case .and, .or:
      return isMember && second.first { $0.kind != .sign(.open) }.map(isKnown) ?? false
    default: return false
    }
  }
}

extension FilterToken {
  fileprivate var isName: Bool {
    if case .path = kind { true } else { false }
  }

  fileprivate var isArithmetic: Bool {
    guard case .sign(let sign) = kind else { return false }
    return [.plus, .minus, .times, .divided, .remainder].contains(sign)
  }
}

extension RowFilter: Hashable {
  /// Filters are equal when they were typed alike and their names stand for the same members.
  public static func == (left: RowFilter, right: RowFilter) -> Bool {
    left.text == right.text && left.isExpression == right.isExpression
      && left.members == right.members
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
