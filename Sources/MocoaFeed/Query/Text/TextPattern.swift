/// What is looked for in texts: a text or a regular expression, case-smart.
///
/// Case-smart means that small letters stand for both cases as long as no capital letter was typed.
struct TextPattern: Sendable {
  private enum Form: Sendable {
    case plain(ByteFinder)
    case regex(RegularExpression)
  }

  private let form: Form

  /// A pattern that is found where a text is.
  init(plain text: String) {
    let ignoresCase = !text.contains { $0.isUppercase }
    let isFoldedByBytes = text.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isCased }
    self.init(
      form: !ignoresCase || isFoldedByBytes
        ? .plain(ByteFinder(text, ignoresCase: ignoresCase))
        : .regex(RegularExpression(literal: text)))
  }

  private init(form: Form) { self.form = form }

  /// The same pattern for another thread, which then need not wait.
  var copyForThread: TextPattern {
    switch form {
    case .plain: self
    case .regex(let regex): TextPattern(form: .regex(regex.copyForThread))
    }
  }

  /// A pattern that is found where a regular expression matches.
  ///
  /// - Throws: What is wrong with the expression.
  init(regex source: String) throws(FilterSyntaxError) {
    if source.contains(where: { "\\^$.|?*+()[]{}".contains($0) }) {
      self.init(form: .regex(try RegularExpression(parsing: source)))
    } else {
      self.init(plain: source)
    }
  }

  /// Whether the pattern is in the bytes of a text.
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    switch form {
    case .plain(let finder): finder.first(in: text) != nil
    case .regex(let regex): regex.withMatcher { $0.isFound(in: text) }
    }
  }

  /// Whether the pattern is in a string, number or word of JSON text, at any depth; keys do not
  /// count.
  ///
  /// - Complexity: O(n) for n bytes.
  func matches(valuesOf json: UnsafeRawBufferPointer) -> Bool {
    switch form {
    case .plain(let finder):
      if !ByteSearch.contains(UInt8(ascii: "\\"), in: json) {
        return Self.isFound(finder, inValuesOf: json)
      }
      return isFound(inValuesOf: json) { finder.first(in: $0) != nil }
    case .regex(let regex):
      return regex.withMatcher { matcher in
        var found = false
        JSONLeaves.forEach(in: json) { content, isText in
          found =
            isText
            ? QueryValue.withUnescaped(content) { matcher.isFound(in: $0) }
            : matcher.isFound(in: content)
          return !found
        }
        return found
      }
    }
  }

  private func isFound(
    inValuesOf json: UnsafeRawBufferPointer, _ isMatch: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var found = false
    JSONLeaves.forEach(in: json) { content, isText in
      found = isText ? QueryValue.withUnescaped(content, isMatch) : isMatch(content)
      return !found
    }
    return found
  }

  /// Looks for a text in JSON without escapes, and then whether a value is where it was found.
  ///
  /// The number of quotes before a place tells whether it is in a string.
  private static func isFound(
    _ finder: ByteFinder, inValuesOf json: UnsafeRawBufferPointer
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    var (start, counted, quotes) = (0, 0, 0)
    while let hit = finder.first(in: json, from: start) {
      quotes += json[rebased: counted..<hit].count(of: quote)
      counted = hit
      if quotes.isMultiple(of: 2) {
        if finder.isInScalars { return true }
        start = hit + 1
      } else {
        let rest = json[rebased: hit..<json.count]
        let end = ByteSearch.first(quote, in: rest).map { hit + $0 } ?? json.count
        if hit + finder.needle.count <= end, !json.isColonNext(from: end + 1) { return true }
        start = end + 1
      }
    }
    return false
  }

  /// Whether any row of some bytes can match; false is certain, true is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  func canMatch(in bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .plain(let finder) = form else { return true }
    if finder.first(in: bytes) != nil { return true }
    // The text may be there in escapes. What must be or often is escaped can be so in many ways,
    // all others as \u only.
    let isOftenEscaped = finder.needle.contains {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/")
    }
    return isOftenEscaped
      ? ByteSearch.contains(UInt8(ascii: "\\"), in: bytes)
      : Self.unicodeEscape.first(in: bytes) != nil
  }

  private static let unicodeEscape = ByteFinder("\\u", ignoresCase: false)

  /// Where the pattern is in a text, from left to right, without overlap and without empty places.
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
    case .plain(let finder):
      guard !finder.needle.isEmpty else { return [] }
      var result: [Range<Int>] = []
      var start = 0
      while let place = finder.first(in: bytes, from: start) {
        start = place + finder.needle.count
        result.append(place..<start)
      }
      return result
    case .regex(let regex): return regex.withMatcher { $0.ranges(in: bytes) }
    }
  }
}
