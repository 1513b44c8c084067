/// Tokenizes JSON text, which a ``CheckedScanner`` validates against RFC 8259.
///
/// It reads the text once, from left to right, without recursion, and allocates nothing up to 64
/// levels of nesting. A leading byte order mark is skipped (section 8.1 permits that). Invalid
/// UTF-8 and lone surrogates in strings are not errors; the token reports them.
struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var scanner: CheckedScanner
  private var nesting = Nesting()

  /// A Boolean value that indicates whether a value comes next: the first one, or that of a key.
  private var isBeforeValue = true

  /// A Boolean value that indicates whether the last token began an array or object.
  private var isFirst = false

  /// The number of open arrays and objects.
  var depth: Int { nesting.depth }

  /// Reads bytes that must remain valid while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    scanner = CheckedScanner(bytes)
  }

  /// Returns the next token, or nil after the value and trailing white space.
  ///
  /// - Throws: The syntax error; the reader must not be used afterwards.
  mutating func next() throws(JSONSyntaxError) -> JSONToken? {
    if isBeforeValue { return try value() }
    if nesting.depth == 0 {
      if scanner.isAtEnd { return nil }
      throw unexpected("the end")
    }
    let isFirst = isFirst
    switch scanner.element(ofObject: nesting.isInObject, isFirst: isFirst) {
    case .end:
      let kind = nesting.isInObject ? JSONToken.Kind.endObject : .endArray
      nesting.pop()
      self.isFirst = false
      return JSONToken(kind: kind, range: scanner.position - 1..<scanner.position)
    case .value(let key):
      guard nesting.isInObject else { return try value() }
      isBeforeValue = true
      return token(.key, key.lowerBound - 1..<key.upperBound + 1)
    case .broken(.separator): throw unexpected(nesting.isInObject ? "',' or '}'" : "',' or ']'")
    case .broken(.key): throw unexpected(isFirst ? "a key or '}'" : "a key")
    case .broken(.contentOfKey): throw errorInString
    case .broken(.colon): throw unexpected("':'")
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONToken {
    let start = scanner.position
    let kind: JSONToken.Kind
    switch scanner.next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = scanner.next == UInt8(ascii: "{")
      nesting.push(object: isObject)
      (isBeforeValue, isFirst) = (false, true)
      return JSONToken(kind: isObject ? .beginObject : .beginArray, range: start..<start + 1)
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "t"): kind = .true
    case UInt8(ascii: "f"): kind = .false
    case UInt8(ascii: "n"): kind = .null
    case let byte where byte.isDigit || byte == UInt8(ascii: "-"): kind = .number
    default: throw unexpected("a value")
    }
    guard scanner.skipValue() else { throw error(in: kind, from: start) }
    (isBeforeValue, isFirst) = (false, false)
    return token(kind, start..<scanner.position)
  }

  private func token(_ kind: JSONToken.Kind, _ range: Range<Int>) -> JSONToken {
    var token = JSONToken(kind: kind, range: range)
    guard kind == .key || kind == .string else { return token }
    let content = bytes[rebased: range.lowerBound + 1..<range.upperBound - 1]
    if !UTF8Sequence.isValid(content) { token.string.insert(.invalidUTF8) }
    guard scanner.hasEscapes else { return token }
    token.string.insert(.escaped)
    if JSONEscape.hasLoneSurrogate(in: content) { token.string.insert(.loneSurrogate) }
    return token
  }

  // MARK: Errors

  private func error(in kind: JSONToken.Kind, from start: Int) -> JSONSyntaxError {
    let isAtEnd = scanner.position == bytes.count
    switch kind {
    case .string: return errorInString
    case .number:
      if isAtEnd { return failure(.unexpectedEnd(expected: "a digit")) }
      // Behind a digit, the number goes on with something else.
      let isComplete = bytes[scanner.position - 1].isDigit
      return failure(.invalidNumber, at: isComplete ? start : scanner.position)
    default:
      guard isAtEnd else { return failure(.invalidWord, at: start) }
      return failure(.unexpectedEnd(expected: "the rest of \(kind)"))
    }
  }

  /// The error where the scanner stopped in a string.
  private var errorInString: JSONSyntaxError {
    guard scanner.position < bytes.count else {
      return failure(.unexpectedEnd(expected: "the end of a string"))
    }
    guard scanner.next == UInt8(ascii: "\\") else {
      return failure(.controlCharacterInString(byte: scanner.next))
    }
    let rest = bytes[(scanner.position + 1)...]
    if rest.isEmpty {
      return failure(.unexpectedEnd(expected: "the rest of an escape"), at: bytes.count)
    }
    if rest.first == UInt8(ascii: "u"), rest.count < 5, rest.dropFirst().allSatisfy(\.isHexDigit) {
      return failure(.unexpectedEnd(expected: "a hexadecimal digit"), at: bytes.count)
    }
    return failure(.invalidEscape)
  }

  private func unexpected(_ expected: String) -> JSONSyntaxError {
    guard scanner.position < bytes.count else {
      return failure(.unexpectedEnd(expected: expected))
    }
    return failure(.unexpected(byte: scanner.next, expected: expected))
  }

  private func failure(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: offset ?? scanner.position)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is white space (RFC 8259 section 2).
  @inline(__always)
  package var isJSONWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
