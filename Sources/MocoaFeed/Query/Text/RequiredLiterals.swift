/// Texts of which one is in all that a regular expression matches.
///
/// They are found at memory speed, so that most rows need no regular expression. What is not
/// understood for certain gives none.
struct RequiredLiterals {
  private var rest: Substring.UnicodeScalarView
  private let ignoresCase: Bool
  private var run = ""
  private var best = ""
  private var literals: [String] = []

  /// Whether the expression is nothing but these texts, with `|` between them.
  private var isExact = true

  private init(_ source: String, ignoresCase: Bool) {
    rest = source[...].unicodeScalars
    self.ignoresCase = ignoresCase
  }

  /// The texts in an expression, and whether it matches each of them and nothing else; nil where
  /// there are none.
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
    // Letters whose other case is not one other letter of ASCII: K is also the sign for kelvin.
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

  /// What stands before a `*` or `?` may be missing.
  private mutating func endOptional() {
    if !run.isEmpty { run.unicodeScalars.removeLast() }
    endRun()
  }

  private mutating func endAlternative() -> Bool {
    if run.utf8.count > best.utf8.count { best = run }
    // One byte is everywhere.
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

  /// Goes behind a class whose bracket was read.
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

  /// Goes behind a group whose parenthesis was read; groups that change how the rest is read, or
  /// look around, are not understood.
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

  /// Reads a repetition whose brace was read, or takes the brace as it is.
  private mutating func repetition() -> Bool {
    let text = rest.prefix { $0 != "}" }
    guard text.endIndex < rest.endIndex, text.allSatisfy({ "0"..."9" ~= $0 || $0 == "," }) else {
      // Newer versions of PCRE2 read blanks in it.
      return false
    }
    rest = rest[rest.index(after: text.endIndex)...]
    let minimum = Int(String(text.prefix { $0 != "," })) ?? 0
    minimum == 0 ? endOptional() : endRun()
    return true
  }
}
