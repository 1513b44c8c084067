/// A token of a filter expression.
struct FilterToken: Equatable {
  enum Kind: Equatable {
    /// The path of a member, as it was typed.
    case path(String)
    /// A quoted string.
    case string(String)
    /// A regular expression between slashes.
    case regex(String)
    case value(Operand)
    case sign(Sign)
    case end
  }

  /// Operators, punctuation and reserved words.
  enum Sign: Equatable {
    case relation(Comparison.Relation)
    case text(TextTest)
    case and, or, not, isIn
    case plus, minus, times, divided, remainder
    case open, close, openBracket, closeBracket, comma
  }

  /// An operator that tests the values of a member for a text.
  enum TextTest: Equatable { case matches, matchesNot, contains, starts, ends }

  var kind: Kind
  var range: Range<String.Index>

  /// A Boolean value that indicates whether the token compares or tests a member.
  var isRelation: Bool {
    switch kind {
    case .sign(.relation), .sign(.text), .sign(.isIn): true
    default: false
    }
  }

  /// A Boolean value that indicates whether the token is a name or a value without quotes.
  var isWord: Bool {
    switch kind {
    case .path, .value: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the token ends an operand: a sign after it is binary.
  var endsOperand: Bool {
    switch kind {
    case .path, .string, .value, .sign(.close), .sign(.closeBracket): true
    default: false
    }
  }
}

/// Splits a filter expression into tokens.
struct FilterLexer {
  private let text: String
  private let scalars: String.UnicodeScalarView
  private var position: String.Index
  private var tokens: [FilterToken] = []

  /// The maximum number of tokens in a filter.
  static let tokenLimit = 10_000

  private init(_ text: String) {
    self.text = text
    scalars = text.unicodeScalars
    position = scalars.startIndex
  }

  /// Returns all tokens, the last of which is `end`.
  static func tokens(of text: String) throws(FilterSyntaxError) -> [FilterToken] {
    var lexer = FilterLexer(text)
    repeat {
      while lexer.peek?.properties.isWhitespace ?? false { lexer.advance() }
      let start = lexer.position
      let kind = try lexer.kind()
      guard lexer.tokens.count < tokenLimit else {
        throw lexer.error("a filter has at most \(tokenLimit) names, values and signs", from: start)
      }
      lexer.tokens.append(FilterToken(kind: kind, range: start..<lexer.position))
    } while lexer.tokens.last?.kind != .end
    return lexer.tokens
  }

  private var peek: UnicodeScalar? { position < scalars.endIndex ? scalars[position] : nil }

  private var next: UnicodeScalar? {
    guard position < scalars.endIndex else { return nil }
    let next = scalars.index(after: position)
    return next < scalars.endIndex ? scalars[next] : nil
  }

  private mutating func advance() { position = scalars.index(after: position) }

  private mutating func skip(_ sign: String) -> Bool {
    guard scalars[position...].starts(with: sign.unicodeScalars) else { return false }
    position = scalars.index(position, offsetBy: sign.unicodeScalars.count)
    return true
  }

  private func error(_ message: String, from start: String.Index? = nil) -> FilterSyntaxError {
    let start = start ?? position
    let end = start == position && start < scalars.endIndex ? scalars.index(after: start) : position
    return FilterSyntaxError(message, at: start..<end, in: text)
  }

  private static let signs: [(String, FilterToken.Sign)] = [
    ("==", .relation(.equal)), ("!=", .relation(.unequal)), ("!~", .text(.matchesNot)),
    ("<=", .relation(.atMost)), (">=", .relation(.atLeast)), ("<", .relation(.less)),
    (">", .relation(.greater)), ("=", .relation(.equal)), ("~", .text(.matches)), ("&&", .and),
    ("||", .or), ("!", .not), ("(", .open), (")", .close), ("]", .closeBracket), (",", .comma),
    ("*", .times),
  ]

  /// Operators of other languages, and those of filters.
  private static let otherSigns: KeyValuePairs = [
    "===": "==", "!==": "!=", "<>": "!=", "=~": "~", "=<": "<=", "=>": ">=",
  ]

  private static let words: [String: FilterToken.Sign] = [
    "and": .and, "or": .or, "not": .not, "in": .isIn, "matches": .text(.matches),
    "contains": .text(.contains), "starts": .text(.starts), "ends": .text(.ends),
  ]

  private mutating func kind() throws(FilterSyntaxError) -> FilterToken.Kind {
    guard let scalar = peek else { return .end }
    let afterOperand = tokens.last?.endsOperand ?? false
    let start = position
    for (sign, known) in Self.otherSigns where skip(sign) {
      throw error("'\(sign)' is no operator of filters; write '\(known)'", from: start)
    }
    for (sign, kind) in Self.signs where skip(sign) { return .sign(kind) }
    switch scalar {
    case "\"", "'": return try string(quotedBy: scalar)
    case "/" where takesPattern:
      let source = try quoted(by: scalar)
      guard peek?.properties.isAlphabetic == true else { return .regex(source) }
      throw error("no flags are behind a regular expression; (?i) at its start ignores case")
    case "+", "-", "/":
      if afterOperand || scalar != "/" && !(next.map(Self.isDigit) ?? false) {
        advance()
        return .sign(scalar == "+" ? .plus : scalar == "-" ? .minus : .divided)
      }
      return scalar == "/" ? try path() : try number()
    case "%" where afterOperand || next?.properties.isWhitespace ?? true:
      advance()
      return .sign(.remainder)
    case "0"..."9": return try number()
    case "[":
      advance()
      return .sign(.openBracket)
    case "&", "|":
      let hint = name(around: scalar).map { "; a name that has it is in quotes: \($0)" } ?? ""
      throw error("'\(scalar)' must be doubled: '\(scalar)\(scalar)'\(hint)")
    default:
      guard MemberPath.isNamePart(scalar) else {
        let hint = name(around: scalar).map { "a name that has it in quotes: \($0)" }
        let isChoice = scalar == "?" && afterOperand && hint == nil
        throw error(
          "unexpected '\(scalar)'; "
            + (isChoice
              ? "a choice is if(condition, a, b)" : "put \(hint ?? "a text in quotes")"))
      }
      return try path()
    }
  }

  /// Returns the word that a name in front of a sign and what follows it may be, in quotes; nil
  /// where no name is directly in front.
  private func name(around sign: UnicodeScalar) -> String? {
    guard let last = tokens.last, case .path = last.kind, last.range.upperBound == position else {
      return nil
    }
    let rest = scalars[position...].prefix {
      !$0.properties.isWhitespace && !"=<>~:,()\"".unicodeScalars.contains($0)
    }
    return MemberPath.quoted(String(scalars[last.range.lowerBound..<rest.endIndex]))
  }

  /// A Boolean value that indicates whether a slash begins a regular expression: after `~` and the
  /// like, and as the second argument of a function that takes one, or that there is none of.
  private var takesPattern: Bool {
    if case .sign(.text) = tokens.last?.kind { return true }
    guard tokens.last?.kind == .sign(.comma) else { return false }
    var depth = 0
    for index in tokens.indices.dropLast().reversed() {
      switch tokens[index].kind {
      case .sign(.close): depth += 1
      case .sign(.open) where depth > 0: depth -= 1
      case .sign(.open):
        guard index > 0 else { return false }
        switch tokens[index - 1].kind {
        case .sign(.text): return true
        case .path(let name):
          let isKnown = FilterParser.functionNames.contains(name)
          return Function(rawValue: name)?.takesPattern ?? !isKnown
        default: return false
        }
      case .sign(.comma) where depth == 0: return false
      default: break
      }
    }
    return false
  }

  private static func isDigit(_ scalar: UnicodeScalar) -> Bool { "0"..."9" ~= scalar }

  // MARK: Names

  /// Scans a member's path, a JSON pointer, or a reserved word.
  ///
  /// A quoted key may have been scanned already; `quoted` is then its start.
  private mutating func path(
    from quoted: String.Index? = nil
  ) throws(FilterSyntaxError) -> FilterToken.Kind {
    let start = quoted ?? position
    let isPointer = start == position && peek == "/"
    while let scalar = peek {
      if MemberPath.isNamePart(scalar) || isPointer && scalar == "~" && (next == "0" || next == "1")
      {
        advance()
      } else if !isPointer, scalar == "[", position > start {
        advance()
        if let quote = peek, quote == "\"" || quote == "'" { _ = try self.quoted(by: quote) }
        if peek == "-", next.map(Self.isDigit) == true { advance() }
        while let digit = peek, Self.isDigit(digit) { advance() }
        guard skip("]") else { throw error("expected a position or a key in quotes, and ']'") }
      } else if !isPointer, scalar == "\"", scalars[start..<position].last == "." {
        _ = try self.quoted(by: scalar)
      } else {
        break
      }
    }
    let name = String(scalars[start..<position])
    // As in SQL and spreadsheets.
    if name == "now" || name == "today" { _ = skip("()") }
    switch name {
    case "true": return .value(.bool(true))
    case "false": return .value(.bool(false))
    case "null": return .value(.null)
    case "now": return .value(.now(seconds: 0))
    case "today": return .value(.today(seconds: 0))
    case "AND", "OR", "IN", "NOT":
      // As in SQL, unless it stands where a member does.
      let last = tokens.last
      let isOperator =
        last?.endsOperand ?? false || name == "NOT" && isBeforeOperand
        || name == "IN" && last?.kind == .sign(.not)
      return isOperator
        ? Self.words[name.lowercased()].map { .sign($0) } ?? .path(name) : .path(name)
    default: return Self.words[name].map { .sign($0) } ?? .path(name)
    }
  }

  /// A Boolean value that indicates whether a word, a text or a parenthesis comes next.
  private var isBeforeOperand: Bool {
    let next = scalars[position...].first { !$0.properties.isWhitespace }
    return next.map { $0.properties.isAlphabetic || "\"'(".unicodeScalars.contains($0) } ?? false
  }

  private mutating func string(
    quotedBy quote: UnicodeScalar
  ) throws(FilterSyntaxError) -> FilterToken.Kind {
    let start = position
    let string = try quoted(by: quote)
    // A quoted key followed by more is a path.
    guard peek == "." || peek == "[" else { return .string(string) }
    return try path(from: start)
  }

  /// Scans the string up to the same quote; a backslash escapes the quote and itself, and between
  /// quotes that are no slashes it stands for a line end or a tab with `n`, `r` or `t`.
  private mutating func quoted(by quote: UnicodeScalar) throws(FilterSyntaxError) -> String {
    let start = position
    var result = String.UnicodeScalarView()
    advance()
    while let scalar = peek {
      advance()
      if scalar == quote { return String(result) }
      if scalar == "\\", let next = peek, next == quote || next == "\\" {
        advance()
        // In a pattern, a backslash stays one that is escaped.
        if next == "\\", quote == "/" { result.append(scalar) }
        result.append(next)
      } else if scalar == "\\", quote != "/", let control = peek.flatMap({ Self.controls[$0] }) {
        advance()
        result.append(control)
      } else {
        result.append(scalar)
      }
    }
    throw FilterSyntaxError(
      "the closing \(quote) is missing", at: start..<scalars.index(after: start), in: text)
  }

  /// The line ends and tabs for which letters behind a backslash stand.
  private static let controls: [UnicodeScalar: UnicodeScalar] = [
    "n": "\n", "r": "\r", "t": "\t",
  ]

  // MARK: Numbers

  /// Returns a time with the clock behind a date, `2026-11-29 19:00`, or an age in words, `2d ago`,
  /// in place of the constant that begins it; nothing else may stand there.
  private mutating func continuing(_ operand: Operand, from start: String.Index) -> Operand {
    let rest = scalars[position...].drop { $0 == " " }
    func end(ofWord words: Substring.UnicodeScalarView) -> String.Index {
      words.prefix { MemberPath.isNamePart($0) || $0 == "+" }.endIndex
    }
    let first = end(ofWord: rest)
    switch operand {
    case .time
    where scalars.distance(from: start, to: position) == 10 && rest.startIndex != position:
      let text = String(scalars[start..<position]) + " " + String(scalars[rest.startIndex..<first])
      guard let time = Timestamp(text) else { return operand }
      position = first
      return .time(time)
    case .number, .duration:
      // `2d ago`, `2 hours ago`.
      let word = String(scalars[rest.startIndex..<first])
      let next = scalars[first...].drop { $0 == " " }
      let last = word == "ago" ? first : end(ofWord: next)
      guard word == "ago" || String(scalars[next.startIndex..<last]) == "ago",
        let age = Array(String(scalars[start..<last]).utf8).withUnsafeBytes({ Measure($0) }),
        age.isDuration
      else { return operand }
      position = last
      return .now(seconds: -age.value)
    default: return operand
    }
  }

  /// Scans a number with an optional unit, or an unquoted date or time.
  private mutating func number() throws(FilterSyntaxError) -> FilterToken.Kind {
    let start = position
    while let scalar = peek, scalar == "µ" || scalar.isASCII,
      MemberPath.isNamePart(scalar) && scalar != "/" && scalar != "%" || scalar == "+"
    {
      advance()
    }
    // `5 %2` and `5%2` are calculated.
    if peek == "%",
      next.map({ $0.properties.isWhitespace || "),&|".unicodeScalars.contains($0) })
        ?? true
    {
      advance()
    }
    let word = String(scalars[start..<position])
    if let operand = Operand(constant: word) { return .value(continuing(operand, from: start)) }
    let isName = word.unicodeScalars.first.map(Self.isDigit) ?? false
    if isName, word.contains(where: \.isLetter) { return .path(word) }
    if Timestamp("\(word)-01") != nil {
      throw error("'\(word)' is a month; a date has a day, \(word)-01", from: start)
    }
    throw error(
      "'\(word)' is neither a number nor a time; put a text in quotes, and spaces around an "
        + "operator", from: start)
  }
}
