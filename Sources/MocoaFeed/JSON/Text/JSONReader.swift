/// Tokenizes JSON text and validates it against RFC 8259.
///
/// It reads the text once, from left to right, without recursion, and allocates nothing up to 64
/// levels of nesting. A leading byte order mark is skipped (section 8.1 permits that). Invalid
/// UTF-8 and lone surrogates in strings are not errors; the token reports them.
struct JSONReader {
  /// The tokens that are allowed next.
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd, nothing
  }

  let bytes: UnsafeRawBufferPointer

  /// The offset in bytes at which the next token is searched.
  var position: Int

  private var expectation = Expectation.value
  private var nesting = Nesting()

  /// The number of open arrays and objects.
  var depth: Int { nesting.depth }

  /// Reads bytes that must remain valid while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next token, or nil after the value and trailing white space.
  ///
  /// - Throws: The syntax error; the reader must not be used afterwards.
  mutating func next() throws(JSONSyntaxError) -> JSONToken? {
    while true {
      skipWhitespace()
      switch expectation {
      case .value: return try readValue()
      case .valueOrEnd:
        if peek == UInt8(ascii: "]") { return end(.endArray) }
        return try readValue()
      case .key: return try readKey("a key")
      case .keyOrEnd:
        if peek == UInt8(ascii: "}") { return end(.endObject) }
        return try readKey("a key or '}'")
      case .commaOrEnd:
        if let token = try readCommaOrEnd() { return token }
      case .nothing:
        if peek == nil { return nil }
        throw unexpected("the end")
      }
    }
  }

  // MARK: Structure

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhitespace() {
    while position < bytes.count, bytes[position].isJSONWhitespace { position += 1 }
  }

  private mutating func readCommaOrEnd() throws(JSONSyntaxError) -> JSONToken? {
    let inObject = nesting.isInObject
    switch peek {
    case UInt8(ascii: ","):
      position += 1
      expectation = inObject ? .key : .value
      return nil
    case UInt8(ascii: "}") where inObject: return end(.endObject)
    case UInt8(ascii: "]") where !inObject: return end(.endArray)
    default: throw unexpected(inObject ? "',' or '}'" : "',' or ']'")
    }
  }

  private mutating func begin(_ kind: JSONToken.Kind) -> JSONToken {
    nesting.push(object: kind == .beginObject)
    expectation = kind == .beginObject ? .keyOrEnd : .valueOrEnd
    position += 1
    return JSONToken(kind: kind, range: position - 1..<position)
  }

  private mutating func end(_ kind: JSONToken.Kind) -> JSONToken {
    nesting.pop()
    position += 1
    endValue()
    return JSONToken(kind: kind, range: position - 1..<position)
  }

  private mutating func endValue() {
    expectation = nesting.depth == 0 ? .nothing : .commaOrEnd
  }

  private mutating func readKey(_ expected: String) throws(JSONSyntaxError) -> JSONToken {
    guard peek == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let token = try readString(.key)
    skipWhitespace()
    guard peek == UInt8(ascii: ":") else { throw unexpected("':'") }
    position += 1
    expectation = .value
    return token
  }

  private mutating func readValue() throws(JSONSyntaxError) -> JSONToken {
    let token: JSONToken
    switch peek {
    case UInt8(ascii: "{"): return begin(.beginObject)
    case UInt8(ascii: "["): return begin(.beginArray)
    case UInt8(ascii: "\""): token = try readString(.string)
    case UInt8(ascii: "t"): token = try readWord("true", .true)
    case UInt8(ascii: "f"): token = try readWord("false", .false)
    case UInt8(ascii: "n"): token = try readWord("null", .null)
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): token = try readNumber()
    default: throw unexpected("a value")
    }
    endValue()
    return token
  }

  // MARK: Errors

  func unexpected(_ expected: String) -> JSONSyntaxError {
    guard position < bytes.count else { return failure(.unexpectedEnd(expected: expected)) }
    return failure(.unexpected(byte: bytes[position], expected: expected))
  }

  func failure(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: offset ?? position)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is white space (RFC 8259 section 2).
  @inline(__always)
  package var isJSONWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
