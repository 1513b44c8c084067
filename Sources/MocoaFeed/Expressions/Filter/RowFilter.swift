/// A condition on rows: an expression over their members, or a text that they contain.
///
/// ```swift
/// let filter = try RowFilter(parsing: #"score > 10 && author.name contains "li""#)
/// filter.matches(row.json)
/// ```
///
/// The language is described by ``FilterReference``. A text is parsed as an expression if it has
/// one of the operators `< > ~ == != && ||` outside quotes, begins with `!`, a parenthesis or a
/// quotation that ends before the text does, or has the form of one, such as
/// `status in ("a", "b")`, or `name contains li` if rows have a member `name`. Any other text is
/// searched for as `RowSearch` does. A quoted text is always searched for.
package struct RowFilter: Sendable {
  /// The filter as it was typed.
  package let text: String

  let condition: Condition

  /// A Boolean value that indicates whether the text is searched for in any case.
  private let isSearch: Bool

  /// The search for a text that the filter is; nil for an expression.
  package let search: RowSearch?

  /// A Boolean value that indicates whether the filter is an expression, not a text search.
  package var isExpression: Bool { search == nil }

  private let watches: [MemberWatch]

  /// The comparisons with dates.
  let dates: [DateWatch]

  /// The end of errors of a word that might have been meant as a text to search for.
  private var hint = ""

  /// Parses a filter as it is typed: an expression or a text; `lookup` resolves names in the rows.
  package init(
    parsing text: String, lookup: @escaping MemberLookup = { _ in .assumed }
  ) throws(FilterSyntaxError) {
    if let error = Self.unquotedName(in: text, lookup) { throw error }
    self.text = text
    isSearch = false
    guard Self.isExpression(text, lookup) else {
      let search = try RowSearch(parsing: text, lookup: lookup)
      self.search = search
      (condition, members, watches) = (search.condition, search.path.map { [$0] } ?? [], [])
      unknownName = search.unknownName ?? Self.comparedName(in: text, lookup)
      (notes, dates) = ([], [])
      return
    }
    (unknownName, search) = (nil, nil)
    let parsed = try FilterParser.parse(text, lookup)
    (condition, members, watches) = (parsed.condition, parsed.members, parsed.watches)
    (notes, dates) = (parsed.notes, parsed.dates)
  }

  /// Parses a filter in which a word is a member, as in an argument of a program, not a text.
  ///
  /// A text is searched for in quotes, after `~` or `\\`, or in a member: `title:text`.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - lookup: Resolves names in the rows.
  /// - Throws: The syntax error in the expression or regular expression.
  package init(
    expression text: String, lookup: @escaping MemberLookup = { _ in .assumed }
  ) throws(FilterSyntaxError) {
    if let error = Self.unquotedName(in: text, lookup) { throw error }
    if RowSearch.isMarked(text) || Self.isExpression(text, lookup) {
      try self.init(parsing: text, lookup: lookup)
      return
    }
    let hint =
      "; "
      + (Self.comparison(inPlaceOf: text)?.hint ?? "to search for a text: -q '\(text)', or quotes")
    do {
      // So it remains an expression where it is edited or saved.
      try self.init(parsing: "(\(text))", lookup: lookup)
    } catch {
      throw error.shifted(by: -1, in: text).adding(hint)
    }
    self.hint = hint
  }

  /// Operators of SQL, and what filters have in their place.
  private static let operatorsOfSQL = [
    "is": "'== null' or '!= null'", "like": "contains, starts, ends or '~'",
    "ilike": "'~'", "between": "'>=' and '<='",
  ]

  /// Returns how a member is compared that a text compares as SQL does; nil for other texts.
  package static func comparison(inPlaceOf text: String) -> (member: String, hint: String)? {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 2, let operators = operatorsOfSQL[words[1].lowercased()] else { return nil }
    return (words[0], "a member is compared by \(operators)")
  }

  /// Creates a filter for the rows that a search finds.
  package init(_ search: RowSearch) {
    text = search.text
    (isSearch, self.search) = (true, search)
    condition = search.condition
    members = search.path.map { [$0] } ?? []
    watches = []
    (unknownName, notes, dates) = (search.unknownName, [], [])
  }

  /// The filter as an argument, in which a word would be a member.
  package var argument: String {
    if isExpression || RowSearch.isMarked(text) { return text }
    let quote = text.contains("\"") ? "'" : "\""
    return quote + text.replacing("\\", with: "\\\\") + quote
  }

  /// Returns the same filter with its names resolved again; unchanged if it is no longer valid.
  package func resolved(by lookup: @escaping MemberLookup) -> RowFilter {
    var filter: RowFilter? =
      isSearch
      ? (try? RowSearch(parsing: text, lookup: lookup)).map { RowFilter($0) }
      : try? RowFilter(parsing: text, lookup: lookup)
    filter?.hint = hint
    return filter ?? self
  }

  /// The key by which the best matches of a fuzzy search come first; nil for other filters.
  var rank: SortKey? {
    guard !isExpression, let pattern = condition.patterns.first, pattern.isFuzzy else { return nil }
    return SortKey(ranking: pattern, in: members.first ?? ".")
  }

  /// The named members, in order.
  package let members: [MemberPath]

  /// The members that no sampled or tested row has, with the error to report if no row has them.
  package var unseenMembers: [(path: MemberPath, error: FilterSyntaxError)] {
    watches.filter { !$0.wasFound }.map { ($0.path, $0.error.adding(hint)) }
  }

  /// What is said of texts in quotes that are names of members.
  package let notes: [String]

  /// What is said of comparisons with dates, as far as rows were tested: those of the day at
  /// another time than midnight are not equal to it.
  package var dateNote: String? { dates.lazy.compactMap(\.note).first.map { "'\(text)': \($0)" } }

  /// A name before a colon or an equals sign that is not a member, and thus part of the text to
  /// search for.
  package let unknownName: String?

  /// The errors of names of members that no tested row has.
  ///
  /// A name that is found in the sample is not checked again.
  package var missingMembers: [FilterSyntaxError] { unseenMembers.map(\.error) }

  /// The error of testing rows: a calculation has no value for some of them, or a regular
  /// expression exceeded its limit.
  package var failure: FilterSyntaxError? {
    if condition.hasFailedPattern { return Self.gaveUp(text) }
    return condition.failures.first.map { failure in
      let rows =
        failure.isInAllRows
        ? "no row has a" : failure.count == 1 ? "1 row has no" : "\(failure.count) rows have no"
      return error("\(rows) value to compare: \(failure.reason)")
    }
  }

  /// The error of a calculation that has no value in any row, although it does not fail, such as
  /// that of an element that none has; certain once all rows were tested.
  package var absence: FilterSyntaxError? {
    condition.absence.map { error("no row has a value to compare: \($0)") }
  }

  private func error(_ message: String) -> FilterSyntaxError {
    FilterSyntaxError(message, at: text.startIndex..<text.endIndex, in: text)
  }

  /// The error of the filter, as far as rows were tested.
  package var fault: FilterSyntaxError? { missingMembers.first ?? failure ?? absence }

  static func gaveUp(_ text: String) -> FilterSyntaxError {
    FilterSyntaxError(RegularExpression.gaveUp, at: text.startIndex..<text.endIndex, in: text)
  }

  /// Returns whether a row matches.
  ///
  /// - Complexity: O(n) for n bytes; builds no values.
  package func matches(_ row: JSONBytes) -> Bool {
    row.withBytes { condition.holds(for: $0) }
  }

  /// Returns the names of members in a text that may be an expression.
  package static func memberNames(in text: String) -> [String] {
    guard let tokens = try? FilterLexer.tokens(of: text), tokens.count > 2 else { return [] }
    return zip(tokens, tokens.dropFirst() + tokens.suffix(1)).compactMap { token, next in
      guard case .path(let name) = token.kind else { return nil }
      let isFunction =
        next.kind == .sign(.open) && FilterParser.functionNames.contains(name)
      return isFunction ? nil : name
    }
  }

  // MARK: Expression or text

  static func isExpression(_ text: String, _ lookup: @escaping MemberLookup) -> Bool {
    !isFuzzy(text) && (hasSign(text) || hasForm(text, lookup))
  }

  /// Returns whether a text is a fuzzy search: `~text`, or `title:~text`.
  private static func isFuzzy(_ text: String) -> Bool {
    guard let sign = text.firstIndex(of: "~") else { return false }
    let name = text[..<sign]
    return name.isEmpty
      || name.last == ":" && name.dropLast().unicodeScalars.allSatisfy(MemberPath.isNamePart)
  }

  /// Returns whether a text begins like an expression, or has an operator outside quotes.
  private static func hasSign(_ text: String) -> Bool {
    // A text that begins with a backslash is a regular expression search.
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
          // An apostrophe within a word does not open a quotation.
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
      && RowSearch.member(in: text) == nil
  }

  /// Returns whether a text without operators begins with a known member and a word operator.
  private static func hasForm(_ text: String, _ lookup: @escaping MemberLookup) -> Bool {
    guard let all = try? FilterLexer.tokens(of: text) else { return false }
    if isCall(all) { return true }
    let isNegated = all[0].kind == .sign(.not)
    let tokens = all.drop { $0.kind == .sign(.open) || $0.kind == .sign(.not) }
    let isKnown = { (token: FilterToken) in
      switch token.kind {
      case .path(let name), .string(let name): lookup(name).isMember
      default: false
      }
    }
    // Operands with an arithmetic operator between two of them.
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
      // Quoted and bracketed text is not part of a sentence.
      case .string, .sign(.open), .sign(.openBracket): return true
      default:
        return isMember || sign == .isIn && isKnown(operand) && value.first?.element.isName == false
      }
    case .and, .or:
      if case (.string?, .string) = (value.first?.element.kind, operand.kind) { return true }
      return isMember && second.first { $0.kind != .sign(.open) }.map(isKnown) ?? false
    default: return false
    }
  }
}

extension RowFilter {
  /// Returns whether tokens are a call of a function, such as `exists(deleted)`.
  private static func isCall(_ tokens: [FilterToken]) -> Bool {
    let tokens = tokens.drop { $0.kind == .sign(.not) }
    guard let name = tokens.first, let open = tokens.dropFirst().first, tokens.count > 3,
      open.kind == .sign(.open), open.range.lowerBound == name.range.upperBound
    else { return false }
    switch name.kind {
    case .sign(.text): return true
    case .path(let name): return FilterParser.functionNames.contains(name)
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
  /// Returns whether both were typed alike and their names resolve to the same members.
  package static func == (left: RowFilter, right: RowFilter) -> Bool {
    left.text == right.text && left.isExpression == right.isExpression
      && left.members == right.members
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
