extension JSONReader {
  /// Reads `true`, `false` or `null`.
  mutating func readWord(
    _ word: StaticString, _ kind: JSONToken.Kind
  ) throws(JSONSyntaxError) -> JSONToken {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else {
        throw failure(.unexpectedEnd(expected: "the rest of \(word)"))
      }
      guard bytes[position] == word.utf8Start[index] else {
        throw failure(.invalidWord, at: start)
      }
      position += 1
    }
    return JSONToken(kind: kind, range: start..<position)
  }

  /// Reads a number (RFC 8259 section 6).
  mutating func readNumber() throws(JSONSyntaxError) -> JSONToken {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try readDigits()
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position].isSign { position += 1 }
      try readDigits()
    }
    if position < bytes.count, bytes[position].continuesNumber {
      throw failure(.invalidNumber, at: start)
    }
    return JSONToken(kind: .number, range: start..<position)
  }

  private mutating func readDigits() throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, bytes[position].isDigit { position += 1 }
    guard position == start else { return }
    if position == bytes.count { throw failure(.unexpectedEnd(expected: "a digit")) }
    throw failure(.invalidNumber)
  }

  /// Reads a key or a string, whose opening quote is at the position.
  mutating func readString(_ kind: JSONToken.Kind) throws(JSONSyntaxError) -> JSONToken {
    let start = position
    var traits: StringTraits = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return JSONToken(kind: kind, range: start..<position, string: traits)
      case UInt8(ascii: "\\"):
        traits.formUnion(try readEscape())
      case 0..<0x20:
        throw failure(.controlCharacterInString(byte: byte))
      case 0..<0x80:
        position += 1
      default:
        let length = UTF8Sequence.length(in: bytes, at: position)
        if length == 0 { traits.insert(.invalidUTF8) }
        position += max(length, 1)
      }
    }
    throw failure(.unexpectedEnd(expected: "the end of a string"))
  }

  /// Reads an escape, including the second half of a surrogate pair.
  private mutating func readEscape() throws(JSONSyntaxError) -> StringTraits {
    let start = position
    position += 1
    guard position < bytes.count else {
      throw failure(.unexpectedEnd(expected: "the rest of an escape"))
    }
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return .escaped
    case UInt8(ascii: "u"):
      guard let unit = JSONEscape.codeUnit(in: bytes, at: start) else {
        if position + 5 > bytes.count, bytes[(position + 1)...].allSatisfy(\.isHexDigit) {
          throw failure(.unexpectedEnd(expected: "a hexadecimal digit"), at: bytes.count)
        }
        throw failure(.invalidEscape, at: start)
      }
      position = start + 6
      guard UTF16.isSurrogate(unit) else { return .escaped }
      guard UTF16.isLeadSurrogate(unit), let trail = JSONEscape.codeUnit(in: bytes, at: position),
        UTF16.isTrailSurrogate(trail)
      else { return [.escaped, .loneSurrogate] }
      position += 6
      return .escaped
    default:
      throw failure(.invalidEscape, at: start)
    }
  }
}

/// The escape `\uXXXX`.
enum JSONEscape {
  /// Returns the UTF-16 code unit of an escape at an offset, or nil if it is malformed.
  static func codeUnit(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt16? {
    guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for index in offset + 2..<offset + 6 {
      guard let digit = bytes[index].hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

/// Well-formed UTF-8 (Unicode 16, table 3-7).
enum UTF8Sequence {
  /// Returns the length of the sequence at an offset, or 0 if it is not well-formed.
  static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let lead = bytes[offset]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    var index = offset + 2
    while index < offset + length {
      guard 0x80...0xBF ~= bytes[index] else { return 0 }
      index += 1
    }
    return length
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether it is an ASCII digit.
  @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }

  /// A Boolean value that indicates whether it is an ASCII letter.
  @inline(__always)
  var isASCIILetter: Bool { self | 0x20 &- 0x61 < 26 }

  /// A Boolean value that indicates whether the byte is a letter, a digit, or part of a character
  /// beyond ASCII.
  var isPartOfWord: Bool { isASCIILetter || isDigit || self == 0x5F || self >= 0x80 }

  var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }

  var isHexDigit: Bool { hexDigitValue != nil }

  var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// A Boolean value that indicates whether the byte, after a number, makes it invalid, as in `01`.
  var continuesNumber: Bool {
    isDigit || isSign || self == UInt8(ascii: ".") || (self | 0x20) &- UInt8(ascii: "a") < 26
  }
}
