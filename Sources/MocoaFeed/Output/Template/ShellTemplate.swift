/// A script for `sh` with placeholders for members: `echo {name} | wc -c`.
///
/// The values are never part of the script. Each is passed to the shell as an argument, which the
/// script refers to as a variable in double quotes, so that nothing in a value can be interpreted
/// as a command. A field is an error if its variable would not be one word: inside quotes,
/// backquotes, here-documents, arithmetic and comments, and after a backslash or a dollar sign.
package struct ShellTemplate: Hashable, Sendable {
  /// The source text of the script.
  package let template: RowTemplate

  /// Parses a script; throws for a field in one of these places.
  package init(parsing text: String) throws(FilterSyntaxError) {
    template = try RowTemplate(parsingCommand: text)
    var scanner = ShellScanner()
    for part in template.parts {
      switch part {
      case .text(let script): scanner.scan(script)
      case .field(let field):
        guard let place = scanner.forbiddenPlace else { scanner.scanWord(); continue }
        throw FilterSyntaxError(
          "the field {\(field.path.text)} is \(place); put it outside, or use run:",
          at: text.startIndex..<text.endIndex, in: text)
      }
    }
  }

  private init(_ template: RowTemplate) { self.template = template }

  package func replacingMembers<Failure>(
    _ member: (MemberPath) throws(Failure) -> MemberPath
  ) throws(Failure) -> ShellTemplate {
    ShellTemplate(try template.replacingMembers(member))
  }

  /// Returns the arguments that run the script for a row, the path of the shell first.
  ///
  /// NUL bytes in values are removed: the system ends an argument there.
  package func arguments(for row: JSONBytes) -> [String] {
    var values: [String] = []
    let script = template.text(for: row) { value in
      values.append(String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\0" })))
      return "\"$mocoa_\(values.count)\""
    }
    guard !values.isEmpty else { return ["/bin/sh", "-c", script] }
    // Variables, because the arguments of a shell function would shadow those of the script.
    let names = (1...values.count).map { "mocoa_\($0)=${\($0)}" }.joined(separator: " ")
    return ["/bin/sh", "-c", "\(names); shift \(values.count)\n\(script)", "sh"] + values
  }

  /// Returns the script for a row with the values in quotes, for display.
  package func description(for row: JSONBytes) -> String {
    template.text(for: row, quoting: Self.word)
  }

  /// Returns a text as one literal word for `sh`, in quotes if needed.
  ///
  /// It works on bytes: a quote with a combining mark after it is another character in Swift, but
  /// still a quote to a shell.
  package static func word(for text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isASCIILetter || $0.isDigit || "_-./,:=@%+".utf8.contains($0)
    }
    if isPlain, !text.isEmpty { return text }
    var bytes: [UInt8] = [UInt8(ascii: "'")]
    for byte in text.utf8 where byte != 0 {
      if byte == UInt8(ascii: "'") {
        bytes += #"'\''"#.utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes + [UInt8(ascii: "'")], as: UTF8.self)
  }
}

/// Tracks the quoting of a shell script, to determine whether a value is allowed at a position.
private struct ShellScanner {
  private enum Context: Equatable {
    case doubleQuotes
    case substitution
    case parentheses
    case arithmetic
    case braces
  }

  private var contexts: [Context] = []
  private var isInSingleQuotes = false
  private var isInBackquotes = false
  private var isInComment = false
  private var hasHereDocument = false
  private var hasHereString = false
  private var isEscaped = false
  /// The two bytes before the next one, outside quotes.
  private var last: (UInt8, UInt8) = (0, 0)
  /// The bytes of the current word.
  private var word: [UInt8] = []
  /// A Boolean value that indicates whether an unbalanced parenthesis of `case` can have closed a
  /// substitution.
  private var hasNestedCase = false
  /// The last `[[` or `let` that is not ended: some shells evaluate numbers behind it.
  private var evaluation: String?

  /// The context of the scanner if values are forbidden in it, as part of a sentence.
  var forbiddenPlace: String? {
    // What is quoted behind it is not known.
    if hasNestedCase { return "behind 'case' inside '(…)'" }
    if isInSingleQuotes || contexts.last == .doubleQuotes { return "inside quotes" }
    if isInBackquotes { return "inside backquotes" }
    if isInComment { return "inside a comment" }
    if contexts.contains(.arithmetic) { return "inside arithmetic" }
    if contexts.contains(.braces) { return "inside '${…}'" }
    if let evaluation { return "behind '\(evaluation)', which is no command of sh" }
    if hasHereString { return "behind '<<<', which sh does not have: echo {member} | command" }
    if hasHereDocument { return "behind '<<', maybe inside a here-document" }
    if isEscaped { return "behind a backslash" }
    if last.1 == UInt8(ascii: "$") { return "behind '$'" }
    return nil
  }

  /// Continues after a value.
  mutating func scanWord() {
    last = (0, UInt8(ascii: "x"))
    word = [UInt8(ascii: "x")]
  }

  mutating func scan(_ script: String) {
    for byte in script.utf8 {
      if isEscaped {
        isEscaped = false
        last = (0, UInt8(ascii: "x"))
      } else if isInComment {
        if byte == 0x0A { isInComment = false }
      } else if isInSingleQuotes {
        if byte == UInt8(ascii: "'") { isInSingleQuotes = false }
      } else {
        if contexts.last != .doubleQuotes { scanWord(byte) }
        scan(byte)
        last = (last.1, byte)
      }
    }
  }

  /// Notes the words that change what follows, at their ends.
  private mutating func scanWord(_ byte: UInt8) {
    guard Self.beginsWord(after: byte) else { return word.append(byte) }
    switch String(decoding: word, as: UTF8.self) {
    case "case" where !contexts.isEmpty: hasNestedCase = true
    case "[[": evaluation = "[["
    case "let": evaluation = "let"
    case "]]" where evaluation == "[[": evaluation = nil
    default: break
    }
    if evaluation == "let", byte == 0x0A || ";&|()".utf8.contains(byte) { evaluation = nil }
    word = []
  }

  private mutating func scan(_ byte: UInt8) {
    let isQuoted = contexts.last == .doubleQuotes
    switch byte {
    case UInt8(ascii: "\\"): isEscaped = true
    case UInt8(ascii: "`"): isInBackquotes.toggle()
    case UInt8(ascii: "\""):
      if isQuoted { contexts.removeLast() } else { contexts.append(.doubleQuotes) }
    case UInt8(ascii: "'") where !isQuoted: isInSingleQuotes = true
    case UInt8(ascii: "{") where last.1 == UInt8(ascii: "$"): contexts.append(.braces)
    case UInt8(ascii: "}") where contexts.last == .braces: contexts.removeLast()
    case UInt8(ascii: "(") where last.1 == UInt8(ascii: "$"):
      contexts.append(.substitution)
      word = []
    case UInt8(ascii: "(") where last == (UInt8(ascii: "$"), UInt8(ascii: "(")):
      contexts.append(.arithmetic)
    // Subshells to some shells, arithmetic to others.
    case UInt8(ascii: "(") where !isQuoted && last.1 == UInt8(ascii: "("):
      contexts.append(.arithmetic)
    case UInt8(ascii: "(") where !isQuoted: contexts.append(.parentheses)
    case UInt8(ascii: ")") where !isQuoted && !contexts.isEmpty: contexts.removeLast()
    case UInt8(ascii: "<") where last.1 == UInt8(ascii: "<") && !isQuoted:
      hasHereString = hasHereString || last.0 == UInt8(ascii: "<")
      hasHereDocument = true
    case UInt8(ascii: "#") where !isQuoted && Self.beginsWord(after: last.1): isInComment = true
    default: break
    }
  }

  private static func beginsWord(after byte: UInt8) -> Bool {
    byte == 0 || byte == 0x20 || byte == 0x09 || byte == 0x0A || ";&|()<>".utf8.contains(byte)
  }
}
