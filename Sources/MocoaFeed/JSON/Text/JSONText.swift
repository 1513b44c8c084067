/// Converts ranges of JSON text into strings.
package enum JSONText {
  /// Returns the bytes of a range as text, with invalid UTF-8 replaced by U+FFFD.
  static func text(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Returns the string of a token, without quotes and escapes.
  static func string(of token: JSONToken, in bytes: UnsafeRawBufferPointer) -> String {
    let content = token.range.dropFirst().dropLast()
    guard token.string.contains(.escaped) else { return text(content, in: bytes) }
    return unescaped(UnsafeRawBufferPointer(rebasing: bytes[content]))
  }

  /// Returns the unescaped content of a string; lone surrogates become U+FFFD.
  static func unescaped(_ content: UnsafeRawBufferPointer) -> String {
    var isRepaired = false
    return unescaped(content, isRepaired: &isRepaired)
  }

  /// Returns the unescaped content of a string, and reports replaced lone surrogates.
  static func unescaped(
    _ content: UnsafeRawBufferPointer, isRepaired: inout Bool
  ) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var position = 0
    while position < content.count {
      guard content[position] == UInt8(ascii: "\\"), position + 1 < content.count else {
        result.append(content[position])
        position += 1
        continue
      }
      position += appendEscape(in: content, at: position, to: &result, &isRepaired)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a string with characters in place of their escapes, where they need none.
  ///
  /// Characters that are not seen, such as controls, keep their escapes.
  static func appendReadable(_ string: UnsafeRawBufferPointer, to result: inout [UInt8]) {
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: string) else {
      return result.append(contentsOf: string)
    }
    var position = 0
    while position < string.count {
      guard string[position] == UInt8(ascii: "\\") else {
        result.append(string[position])
        position += 1
        continue
      }
      var character: [UInt8] = []
      var isRepaired = false
      let count = appendEscape(in: string, at: position, to: &character, &isRepaired)
      let letter = string[position + 1]
      let isSeen =
        letter == UInt8(ascii: "/")
        || letter == UInt8(ascii: "u") && !isRepaired
          && String(decoding: character, as: UTF8.self).unicodeScalars.allSatisfy(isSeen)
      if isSeen {
        result += character
      } else {
        result.append(contentsOf: string[position..<position + count])
      }
      position += count
    }
  }

  /// Returns whether a character is seen in a string of JSON without an escape.
  private static func isSeen(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      false
    default: scalar != "\"" && scalar != "\\"
    }
  }

  /// Appends the character of the escape at a position, and returns the length of the escape.
  private static func appendEscape(
    in content: UnsafeRawBufferPointer, at position: Int, to result: inout [UInt8],
    _ isRepaired: inout Bool
  ) -> Int {
    let letter = content[position + 1]
    switch letter {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      guard let first = JSONEscape.codeUnit(in: content, at: position) else {
        result.append(letter)
        return 2
      }
      if UTF16.isLeadSurrogate(first),
        let second = JSONEscape.codeUnit(in: content, at: position + 6),
        UTF16.isTrailSurrogate(second)
      {
        let high = UInt32(first - 0xD800) << 10
        append(UnicodeScalar(0x10000 + high + UInt32(second - 0xDC00)), to: &result)
        return 12
      }
      if UnicodeScalar(first) == nil { isRepaired = true }
      append(UnicodeScalar(first), to: &result)
      return 6
    default: result.append(letter)
    }
    return 2
  }

  private static func append(_ scalar: UnicodeScalar?, to result: inout [UInt8]) {
    result.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}

extension JSONText {
  /// Returns the bytes with invalid UTF-8 replaced by U+FFFD.
  static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).utf8)
  }
}
