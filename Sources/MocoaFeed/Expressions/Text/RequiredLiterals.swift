/// Texts of which at least one occurs in every match of a regular expression.
///
/// They are found at memory speed, so that most rows need no regular expression. Unsupported syntax
/// yields none.
struct RequiredLiterals {
  private var rest: Substring.UnicodeScalarView
  private let ignoresCase: Bool
  private var run = ""
  private var best = ""
  private var literals: [String] = []

  /// A Boolean value that indicates whether the expression is only these texts, separated by `|`.
  private var isExact = true

  private init(_ source: String, ignoresCase: Bool) {
    rest = source[...].unicodeScalars
    self.ignoresCase = ignoresCase
  }

  /// Returns the texts in an expression, and whether it matches exactly these; or nil.
  static func texts(
    in source: String, ignoresCase: Bool
  ) -> (texts: [String], isExact: Bool)? {
    var parser = RequiredLiterals(source, ignoresCase: ignoresCase)
    guard parser.parse(), parser.literals.count <= 16 else { return nil }
    return (parser.literals, parser.isExact)
  }

  private mutating func parse() -> Bool {
    while let scalar = rest.popFirst() {
      switch scalar {
      case "|": guard endAlternative() else { return false }
      case "\\": guard escape() else { return false }
      case "[":
        guard skipClass() else { return false }
        endRun()
      case "(":
        guard skipGroup() else { return false }
        endRun()
      case ")": return false
      case ".", "^", "$", "+": endRun()
      case "*", "?": endOptional()
      case "{": guard repetition() else { return false }
      default: append(scalar)
      }
    }
    return endAlternative()
  }

  private mutating func append(_ scalar: UnicodeScalar) {
    // Letters whose other case is not exactly one ASCII letter: K is also the Kelvin sign.
    let isFolded =
      scalar.isASCII ? !"kKsS".unicodeScalars.contains(scalar) : !scalar.properties.isCased
    if ignoresCase, !isFolded { return endRun() }
    run.unicodeScalars.append(scalar)
  }

  private mutating func endRun() {
    isExact = false
    if run.utf8.count > best.utf8.count { best = run }
    run = ""
  }

  /// An item before `*` or `?` is optional.
  private mutating func endOptional() {
    if !run.isEmpty { run.unicodeScalars.removeLast() }
    endRun()
  }

  private mutating func endAlternative() -> Bool {
    if run.utf8.count > best.utf8.count { best = run }
    // A single byte is too frequent.
    guard best.utf8.count > 1 else { return false }
    literals.append(best)
    (run, best) = ("", "")
    return true
  }

  private mutating func escape() -> Bool {
    guard let scalar = rest.popFirst() else { return false }
    let isWord = "0"..."9" ~= scalar || "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    guard isWord else {
      append(scalar)
      return true
    }
    endRun()
    return "dDwWsSbBAZzhHvVRNXntrfea".unicodeScalars.contains(scalar)
  }

  /// Skips a class whose opening bracket was read.
  private mutating func skipClass() -> Bool {
    if rest.first == "^" { rest.removeFirst() }
    if rest.first == "]" { rest.removeFirst() }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "]": return true
      case "\\": _ = rest.popFirst()
      case "[" where rest.first == ":":
        while let next = rest.popFirst(), next != "]" {}
      default: break
      }
    }
    return false
  }

  /// Skips a group whose parenthesis was read; lookaround and option groups are not supported.
  private mutating func skipGroup() -> Bool {
    if rest.first == "*" { return false }
    if rest.first == "?" {
      rest.removeFirst()
      guard rest.first == ":" else { return false }
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case ")": return true
      case "\\":
        // A quotation may contain parentheses.
        guard let next = rest.popFirst(), next != "Q" else { return false }
      case "[": guard skipClass() else { return false }
      case "(": guard skipGroup() else { return false }
      default: break
      }
    }
    return false
  }

  /// Reads a repetition whose brace was read, or treats the brace as a literal.
  private mutating func repetition() -> Bool {
    let text = rest.prefix { $0 != "}" }
    guard text.endIndex < rest.endIndex, text.allSatisfy({ "0"..."9" ~= $0 || $0 == "," }) else {
      // Newer versions of PCRE2 allow spaces in it.
      return false
    }
    rest = rest[rest.index(after: text.endIndex)...]
    let minimum = Int(String(text.prefix { $0 != "," })) ?? 0
    minimum == 0 ? endOptional() : endRun()
    return true
  }
}
