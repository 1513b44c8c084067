/// A piece of a filter expression.
struct FilterToken: Equatable {
  enum Kind: Equatable {
    case path(String)
    case number(String)
    case string(String)
    case regex(String)
    case word(Literal)
    case comparison(Comparison.Relation)
    case matches
    case matchesNot
    case and
    case or
    case not
    case open
    case close
    case end
  }

  /// A value that has a name.
  enum Literal: Equatable { case yes, no, null }

  var kind: Kind
  var range: Range<String.Index>
}

/// Takes a filter expression apart.
struct FilterLexer {
  private let text: String
  private var position: String.Index

  init(_ text: String) {
    self.text = text
    position = text.startIndex
  }

  /// All pieces, with one for the end.
  ///
  /// - Throws: A `FilterSyntaxError` at what begins no piece, or at a string without end.
  static func tokens(of text: String) throws(FilterSyntaxError) -> [FilterToken] {
    var lexer = FilterLexer(text)
    var tokens: [FilterToken] = []
    repeat {
      // Behind '~' a slash begins a regular expression, elsewhere a pointer.
      let expectsPattern = tokens.last?.kind == .matches || tokens.last?.kind == .matchesNot
      tokens.append(try lexer.next(expectsPattern: expectsPattern))
    } while tokens.last?.kind != .end
    return tokens
  }

  private var peek: Character? { position < text.endIndex ? text[position] : nil }

  private mutating func skip(_ prefix: String) -> Bool {
    guard text[position...].hasPrefix(prefix) else { return false }
    position = text.index(position, offsetBy: prefix.count)
    return true
  }

  private mutating func next(expectsPattern: Bool) throws(FilterSyntaxError) -> FilterToken {
    while let character = peek, character.isWhitespace { position = text.index(after: position) }
    let start = position
    let kind = try kind(expectsPattern: expectsPattern)
    return FilterToken(kind: kind, range: start..<position)
  }

  private static let signs: [(String, FilterToken.Kind)] = [
    ("==", .comparison(.equal)), ("!=", .comparison(.unequal)), ("!~", .matchesNot),
    ("<=", .comparison(.atMost)), (">=", .comparison(.atLeast)), ("<", .comparison(.less)),
    (">", .comparison(.greater)), ("~", .matches), ("&&", .and), ("||", .or), ("!", .not),
    ("(", .open), (")", .close),
  ]

  private mutating func kind(
    expectsPattern: Bool
  ) throws(FilterSyntaxError) -> FilterToken.Kind {
    guard let character = peek else { return .end }
    for (sign, kind) in Self.signs where skip(sign) { return kind }
    switch character {
    case "\"", "'": return .string(try quoted(by: character))
    case "/" where expectsPattern: return .regex(try quoted(by: character))
    case "0"..."9", "-", "+": return try number()
    case "=": throw error("'==' compares; '=' alone means nothing")
    case "&", "|": throw error("'\(character)' must be doubled")
    default:
      guard Self.isNamePart(character) else { throw error("this cannot stand here") }
      return name()
    }
  }

  private func error(_ message: String) -> FilterSyntaxError {
    FilterSyntaxError(message, at: position..<text.index(after: position), in: text)
  }

  /// Letters, digits and what names of members are often written with.
  static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-./$@:#".contains(character)
  }

  private mutating func name() -> FilterToken.Kind {
    let start = position
    while let character = peek,
      Self.isNamePart(character) || character == "~" && isEscape(from: start)
    {
      position = text.index(after: position)
    }
    switch text[start..<position] {
    case "true": return .word(.yes)
    case "false": return .word(.no)
    case "null": return .word(.null)
    case let name: return .path(String(name))
    }
  }

  /// Whether the tilde at the position is one of a pointer: `~0` or `~1` inside of a name.
  private func isEscape(from start: String.Index) -> Bool {
    let rest = text[position...]
    return text[start] == "/" && (rest.hasPrefix("~0") || rest.hasPrefix("~1"))
  }

  /// A number, or a date, which needs no quotes.
  private mutating func number() throws(FilterSyntaxError) -> FilterToken.Kind {
    let start = position
    while let character = peek, character.isASCII,
      character.isLetter || character.isNumber || "+-.:_".contains(character)
    {
      position = text.index(after: position)
    }
    let word = String(text[start..<position])
    if let double = Double(word), double.isFinite { return .number(word) }
    if Array(word.utf8).withUnsafeBytes({ Timestamp($0) }) != nil { return .string(word) }
    if word.first?.isNumber == true, word.contains(where: \.isLetter) { return .path(word) }
    throw FilterSyntaxError("this is no number", at: start..<position, in: text)
  }

  /// The text up to the same quote; a backslash in front of a quote or a backslash is left out.
  private mutating func quoted(by quote: Character) throws(FilterSyntaxError) -> String {
    let start = position
    var result = ""
    position = text.index(after: position)
    while let character = peek {
      position = text.index(after: position)
      if character == quote { return result }
      if character == "\\", let next = peek, next == quote || (next == "\\" && quote != "/") {
        position = text.index(after: position)
        result.append(next)
      } else {
        result.append(character)
      }
    }
    throw FilterSyntaxError(
      "the closing \(quote) is missing", at: start..<text.index(after: start), in: text)
  }
}
