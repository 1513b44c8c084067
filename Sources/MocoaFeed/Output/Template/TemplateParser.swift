/// Parses templates.
struct TemplateParser {
  private let text: String
  private var position: String.Index
  private var parts: [RowTemplate.Part] = []
  private var literal = ""

  private init(_ text: String) {
    self.text = text
    position = text.startIndex
  }

  static func parse(_ text: String) throws(FilterSyntaxError) -> [RowTemplate.Part] {
    var parser = TemplateParser(text)
    while parser.position < text.endIndex { try parser.next() }
    parser.endLiteral()
    return parser.parts
  }

  private var peek: Character? { position < text.endIndex ? text[position] : nil }

  private mutating func advance() { position = text.index(after: position) }

  private mutating func endLiteral() {
    if !literal.isEmpty { parts.append(.text(literal)) }
    literal = ""
  }

  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "0": "\0", "\\": "\\",
  ]

  private mutating func next() throws(FilterSyntaxError) {
    let start = position
    let character = text[position]
    advance()
    switch character {
    case "{" where peek == "{", "}" where peek == "}":
      literal.append(character)
      advance()
    case "{":
      endLiteral()
      parts.append(.field(try field(from: start)))
    case "}": throw FilterSyntaxError("this '}' closes nothing", at: start..<position, in: text)
    case "\\":
      guard let next = peek, let escaped = Self.escapes[next] else { return literal.append("\\") }
      literal.append(escaped)
      advance()
    default: literal.append(character)
    }
  }

  // MARK: Fields

  private mutating func field(from start: String.Index) throws(FilterSyntaxError) -> TemplateField {
    var field = TemplateField(path: MemberPath(try path(from: start)))
    while true {
      let sign = peek
      guard sign != nil else { throw unclosed(start) }
      advance()
      if sign == "}" { return field }
      let wordStart = position
      let word = self.word()
      let range = wordStart..<position
      let argument = try self.argument(in: start)
      if sign == "|" {
        field.filters.append(try filter(word, argument, at: range))
      } else {
        try format(&field, word, argument, at: range)
      }
    }
  }

  private func unclosed(_ start: String.Index) -> FilterSyntaxError {
    FilterSyntaxError("the closing '}' is missing", at: start..<text.index(after: start), in: text)
  }

  /// Returns the name of the member, up to its terminator.
  private mutating func path(from start: String.Index) throws(FilterSyntaxError) -> String {
    if let quote = peek, quote == "\"" || quote == "'" {
      advance()
      guard let end = text[position...].firstIndex(of: quote) else { throw unclosed(start) }
      let path = MemberPath(keys: [String(text[position..<end])]).text
      position = text.index(after: end)
      guard let next = peek, "|:}".contains(next) else {
        throw FilterSyntaxError("expected '|', ':' or '}'", at: position..<position, in: text)
      }
      return path
    }
    let nameStart = position
    while let next = peek, !"|:}".contains(next) { advance() }
    let name = text[nameStart..<position].trimmingSpaces
    // `.name` is how members are written, as in jq; it may be short for another one, as `name` is.
    let bare = name.first == "." ? String(name.dropFirst()) : name
    return bare.first.map { $0.isLetter || $0 == "_" } ?? false ? bare : name
  }

  private mutating func word() -> String {
    let start = position
    while let next = peek, !"|:}(".contains(next) { advance() }
    return text[start..<position].trimmingSpaces
  }

  /// Returns the content of parentheses with its range; nil if there are none.
  private mutating func argument(
    in field: String.Index
  ) throws(FilterSyntaxError) -> Range<String.Index>? {
    guard peek == "(" else { return nil }
    advance()
    let start = position
    var depth = 1
    var quote: Character?
    while let next = peek {
      if let open = quote {
        if next == open { quote = nil }
      } else {
        switch next {
        case "\"", "'": quote = next
        case "(": depth += 1
        case ")": depth -= 1
        default: break
        }
      }
      advance()
      guard depth == 0 else { continue }
      let range = start..<text.index(before: position)
      while peek == " " { advance() }
      guard let end = peek else { throw unclosed(field) }
      guard "|:}".contains(end) else {
        throw FilterSyntaxError("expected '|', ':' or '}'", at: position..<position, in: text)
      }
      return range
    }
    let open = text.index(before: start)
    throw FilterSyntaxError("the closing ')' is missing", at: open..<start, in: text)
  }
}

// MARK: - Words

extension TemplateParser {
  private func filter(
    _ word: String, _ argument: Range<String.Index>?, at range: Range<String.Index>
  ) throws(FilterSyntaxError) -> TemplateFilter {
    guard let kind = TemplateFilter.Kind(rawValue: word) else {
      let names = TemplateFilter.Kind.allCases.map(\.rawValue)
      throw unknown("filter", word, among: names, at: range)
    }
    let value = argument.map { RowSearch.unquoted(text[$0]) ?? String(text[$0]) }
    if value == nil, kind.arguments.lowerBound > 0 {
      throw FilterSyntaxError("'\(word)' needs a value in parentheses", at: range, in: text)
    }
    if let argument, let value {
      guard kind.arguments.upperBound > 0 else {
        throw FilterSyntaxError("'\(word)' takes no value", at: argument, in: text)
      }
      if kind.takesNumber, !kind.takes(Double(value)) {
        throw FilterSyntaxError("'\(word)' takes a number", at: argument, in: text)
      }
    }
    return TemplateFilter(kind: kind, argument: value)
  }

  private func format(
    _ field: inout TemplateField, _ word: String, _ argument: Range<String.Index>?,
    at range: Range<String.Index>
  ) throws(FilterSyntaxError) {
    if TemplateStyle.isStyle(word) {
      var filter: RowFilter?
      if let argument { filter = try condition(argument) }
      field.styles.append(.init(name: word, filter: filter))
      return
    }
    if word == "right" {
      field.alignsTrailing = true
    } else if let columns = Int(word), (1...1_000).contains(columns) {
      field.columns = columns
    } else {
      let names = TemplateStyle.names + ["right"]
      throw unknown("style", word, among: names, at: range)
    }
    if let argument {
      throw FilterSyntaxError("'\(word)' takes no condition", at: argument, in: text)
    }
  }

  /// Returns a condition on the value of a field: a comparison without its left side, or a value.
  private func condition(_ range: Range<String.Index>) throws(FilterSyntaxError) -> RowFilter {
    let test = text[range].trimmingSpaces
    let sign = Self.signs.first { test.hasPrefix($0) } ?? ""
    let value = test.dropFirst(sign.count).trimmingSpaces
    guard !value.isEmpty else {
      throw FilterSyntaxError("a value is missing", at: range, in: text)
    }
    let isLiteral =
      ["true", "false", "null"].contains(value) || Double(value) != nil
      || value.first == "\"" || value.first == "'" || sign.last == "~" && value.first == "/"
    do {
      let comparison = sign.isEmpty ? "==" : sign
      let operand = isLiteral ? value : MemberPath.quoted(value)
      return try RowFilter(parsing: ". \(comparison) \(operand)")
    } catch {
      throw FilterSyntaxError(error.message, at: range, in: text)
    }
  }

  private static let signs = ["==", "!=", "!~", "<=", ">=", "<", ">", "~"]

  private func unknown(
    _ what: String, _ word: String, among names: [String], at range: Range<String.Index>
  ) -> FilterSyntaxError {
    let message =
      word.isEmpty
      ? "a \(what) is missing"
      : "there is no \(what) '\(word)'" + NearestNames.hintOrList(for: word, among: names)
    return FilterSyntaxError(message, at: range, in: text)
  }
}
