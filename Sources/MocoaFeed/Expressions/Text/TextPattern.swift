@_spi(_Unicode) import Swift

/// A search pattern: texts or a regular expression, smart-case.
///
/// Smart-case means that case is ignored unless a capital letter was typed.
struct TextPattern: Sendable {
  private enum Form: Sendable {
    /// One of some texts.
    case texts([ByteFinder])
    /// A regular expression, and texts of which one is in every match; empty if none are known.
    case regex(RegularExpression, required: [ByteFinder])
    /// The characters of some words, in their order.
    case fuzzy(FuzzyPattern)
  }

  private let form: Form

  /// Creates a pattern that matches a text anywhere.
  init(plain text: String) {
    let ignoresCase = !text.contains { $0.isUppercase }
    let isFoldedByBytes = text.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isCased }
    if ignoresCase, !isFoldedByBytes,
      let regex = try? RegularExpression(parsing: Self.escaped(text), ignoresCase: true)
    {
      form = .regex(regex, required: [])
    } else {
      form = .texts(Self.forms(of: text).map { ByteFinder($0, ignoresCase: ignoresCase) })
    }
  }

  /// Returns the spellings of a text: as it is, with composed and with decomposed characters.
  private static func forms(of text: String) -> [String] {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [text] }
    var forms = [Array(text.unicodeScalars)]
    for form in [Array(text._nfc), Array(text._nfd)] where !forms.contains(form) {
      forms.append(form)
    }
    return forms.map { String(String.UnicodeScalarView($0)) }
  }

  /// Creates a pattern that matches the characters of words in their order.
  init(fuzzy text: some StringProtocol) { form = .fuzzy(FuzzyPattern(text)) }

  /// Returns the score of a row for a fuzzy pattern; 0 for other patterns.
  func score(valuesOf json: UnsafeRawBufferPointer) -> Int {
    if case .fuzzy(let fuzzy) = form { fuzzy.score(valuesOf: json) ?? 0 } else { 0 }
  }

  /// A Boolean value that indicates whether some matches are better than others.
  var isFuzzy: Bool { if case .fuzzy = form { true } else { false } }

  /// An end of a text.
  enum Anchor { case start, end }

  /// Creates a pattern that matches values with a prefix or suffix; throws if the text is too long.
  init(plain text: String, anchor: Anchor) throws(FilterSyntaxError) {
    let escaped = Self.escaped(text)
    try self.init(expression: anchor == .start ? "^" + escaped : escaped + "$")
  }

  /// Creates a pattern that matches a regular expression.
  init(regex source: String) throws(FilterSyntaxError) {
    if source.contains(where: { "\\^$.|?*+()[]{}".contains($0) }) {
      try self.init(expression: source)
    } else {
      self.init(plain: source)
    }
  }

  private init(expression source: String) throws(FilterSyntaxError) {
    let ignoresCase = !Self.hasCapital(source)
    let (texts, isExact) =
      RequiredLiterals.texts(in: source, ignoresCase: ignoresCase) ?? ([], false)
    let finders = texts.map { ByteFinder($0, ignoresCase: ignoresCase) }
    // Compiled even if it is not needed, to report errors.
    let regex = try RegularExpression(parsing: source, ignoresCase: ignoresCase)
    form = isExact ? .texts(finders) : .regex(regex, required: finders)
  }

  /// Returns whether an expression has a capital letter, other than in an escape such as `\S`.
  static func hasCapital(_ source: String) -> Bool {
    var scalars = source.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        if scalar.properties.isUppercase { return true }
        continue
      }
      if let letter = scalars.next(), letter == "p" || letter == "P" {
        // `\pL`, `\p{Lu}`
        if scalars.next() == "{" { while let next = scalars.next(), next != "}" {} }
      }
    }
    return false
  }

  /// Returns a text as a regular expression.
  private static func escaped(_ text: String) -> String {
    let forms = forms(of: text).map { form in
      form.unicodeScalars.reduce(into: "") { result, scalar in
        if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9" ~= scalar) {
          result += "\\"
        }
        result.unicodeScalars.append(scalar)
      }
    }
    return forms.count == 1 ? forms[0] : "(\(forms.joined(separator: "|")))"
  }

  /// The text, if the pattern matches wherever one text occurs.
  var containedText: ContainedText? {
    guard case .texts(let finders) = form, finders.count == 1 else { return nil }
    let text = String(decoding: finders[0].needle, as: UTF8.self)
    // Bytes that are not UTF-8 are displayed as this.
    if text.contains("\u{FFFD}") { return nil }
    return ContainedText(text: text, ignoresCase: finders[0].ignoresCase)
  }

  /// A Boolean value that indicates whether matching was given up, so matches may be missing.
  var hasFailed: Bool {
    if case .regex(let regex, _) = form { regex.hasFailed } else { false }
  }

  /// Returns whether the pattern matches somewhere in a text.
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    switch form {
    case .texts(let finders): finders.contains { $0.first(in: text) != nil }
    case .regex(let regex, _): regex.isFound(in: text)
    case .fuzzy(let fuzzy): fuzzy.isFound(in: text)
    }
  }

  // MARK: Searching JSON

  /// Returns whether a string, number or truth value of JSON text matches, at any depth.
  ///
  /// - Complexity: O(n) for n bytes.
  func matches(valuesOf json: UnsafeRawBufferPointer) -> Bool {
    let hasEscapes = ByteSearch.contains(UInt8(ascii: "\\"), in: json)
    switch form {
    case .texts(let finders):
      if !hasEscapes {
        return finders.contains { finder in
          Self.isFound(finder, inValuesOf: json) { leaf, place in
            place + finder.needle.count <= leaf.count
          }
        }
      }
      return Self.isFound(inValuesOf: json) { leaf in
        finders.contains { $0.first(in: leaf) != nil }
      }
    case .regex(let regex, let required):
      guard hasEscapes || required.isEmpty else {
        return required.contains { finder in
          Self.isFound(finder, inValuesOf: json) { leaf, _ in regex.isFound(in: leaf) }
        }
      }
      return Self.isFound(inValuesOf: json) { regex.isFound(in: $0) }
    case .fuzzy(let fuzzy): return fuzzy.score(valuesOf: json) != nil
    }
  }

  private static func isFound(
    inValuesOf json: UnsafeRawBufferPointer, _ isMatch: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var found = false
    JSONLeaves.forEach(in: json) { content, isText in
      found = isText ? QueryValue.withText(content, isMatch) : isMatch(content)
      return !found
    }
    return found
  }

  /// Searches JSON without escapes for a text, and tests the values in which it begins.
  ///
  /// The parity of the quotes before a position determines whether it is in a string. The closure
  /// is called with a string, number or word, and the position of the text in it.
  private static func isFound(
    _ finder: ByteFinder, inValuesOf json: UnsafeRawBufferPointer,
    _ isMatch: (UnsafeRawBufferPointer, Int) -> Bool
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    var (start, counted, quotes) = (0, 0, 0)
    while let hit = finder.first(in: json, from: start) {
      quotes += json[rebased: counted..<hit].count(of: quote)
      counted = hit
      let isString = !quotes.isMultiple(of: 2)
      let isEnd = { (byte: UInt8) in
        isString ? byte == quote : byte.isJSONWhitespace || "\",:{}[]".utf8.contains(byte)
      }
      var first = hit
      while first > 0, !isEnd(json[first - 1]) { first -= 1 }
      let end: Int
      if isString {
        let rest = json[rebased: hit..<json.count]
        end = ByteSearch.first(quote, in: rest).map { hit + $0 } ?? json.count
      } else {
        end = json[hit...].firstIndex(where: isEnd) ?? json.count
      }
      let isValue =
        isString
        ? !json.isColonNext(from: end + 1) : end > hit && !json[rebased: first..<end].isNull
      if isValue, isMatch(json[rebased: first..<end], hit - first) { return true }
      start = max(hit + 1, isString ? end + 1 : end)
    }
    return false
  }

  /// Returns whether any row in some bytes can match; `false` is certain, `true` is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  func canMatch(in bytes: UnsafeRawBufferPointer) -> Bool {
    let finders = requiredTexts
    if finders.isEmpty || finders.contains(where: { $0.first(in: bytes) != nil }) { return true }
    // The text may be written with escapes. Characters that must be or often are escaped have many
    // forms, all others \u only.
    let isOftenEscaped = finders.contains { finder in
      finder.needle.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/")
      }
    }
    return isOftenEscaped
      ? ByteSearch.contains(UInt8(ascii: "\\"), in: bytes)
      : Self.unicodeEscape.first(in: bytes) != nil
  }

  private static let unicodeEscape = ByteFinder("\\u", ignoresCase: false)

  /// Returns whether any row can match that is made of some bytes, such as the line of a log: the
  /// texts of its values are among them, but for times, which have one notation, escapes, colors
  /// and overstriking; `false` is certain, `true` is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - texts: Values that rows may have although they are not among the bytes.
  /// - Returns: Whether a row can match.
  func canMatch(afterConversion bytes: UnsafeRawBufferPointer, besides texts: [[UInt8]]) -> Bool {
    let finders = requiredTexts
    let isFound = finders.contains { finder in
      finder.first(in: bytes) != nil
        || texts.contains { text in text.withUnsafeBytes { finder.first(in: $0) } != nil }
    }
    return isFound || finders.isEmpty || bytes.mayHaveRendition
      || ByteSearch.contains(UInt8(ascii: "\\"), in: bytes)
      || !finders.allSatisfy { Self.isUnchangedByConversion($0.needle) }
  }

  /// Returns whether a text is no part of a time, has no control characters, and does not stand for
  /// bytes that are not UTF-8.
  private static func isUnchangedByConversion(_ text: [UInt8]) -> Bool {
    text.contains { !$0.isDigit && !"+-.:TZtz".utf8.contains($0) }
      && text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && text.withUnsafeBytes { replacementCharacter.first(in: $0) == nil }
  }

  private static let replacementCharacter = ByteFinder("\u{FFFD}", ignoresCase: false)

  /// Texts of which one is in every match; empty if none are known.
  private var requiredTexts: [ByteFinder] {
    switch form {
    case .texts(let texts): texts
    case .regex(_, let required): required
    case .fuzzy: []
    }
  }

  // MARK: Highlighting

  /// Returns the non-empty matching ranges in a text, in order and without overlap.
  func ranges(in text: String) -> [Range<String.Index>] {
    var text = text
    let offsets = text.withUTF8 { self.offsets(in: UnsafeRawBufferPointer($0)) }
    return offsets.map { range in
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return start..<text.utf8.index(start, offsetBy: range.count)
    }
  }

  private func offsets(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    switch form {
    case .texts(let finders):
      var result: [Range<Int>] = []
      var start = 0
      while true {
        let ranges = finders.compactMap { finder in
          finder.first(in: bytes, from: start).map { $0..<$0 + finder.needle.count }
        }
        guard let next = ranges.min(by: { $0.lowerBound < $1.lowerBound }), !next.isEmpty else {
          return result
        }
        result.append(next)
        start = next.upperBound
      }
    case .regex(let regex, _): return regex.ranges(in: bytes)
    case .fuzzy(let fuzzy): return fuzzy.offsets(in: bytes)
    }
  }
}
