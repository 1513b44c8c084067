/// The escape `\uXXXX`.
package enum JSONEscape {
  /// Returns the UTF-16 code unit of an escape at an offset, or nil if it is malformed.
  package static func codeUnit(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt16? {
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

  /// Returns whether the content of a valid string has half of a surrogate pair.
  static func hasLoneSurrogate(in content: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < content.count {
      guard content[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      guard let unit = codeUnit(in: content, at: position), UTF16.isSurrogate(unit) else {
        position += 2
        continue
      }
      guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(in: content, at: position + 6),
        UTF16.isTrailSurrogate(trail)
      else { return true }
      position += 12
    }
    return false
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

  /// Returns whether bytes are well-formed.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool { firstInvalid(in: bytes) == nil }

  /// Returns the position of the first byte that is not part of a well-formed sequence.
  ///
  /// - Complexity: O(n), eight bytes at a time for ASCII.
  static func firstInvalid(in bytes: UnsafeRawBufferPointer) -> Int? {
    var position = 0
    while position < bytes.count {
      if position + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
        continue
      }
      let length = length(in: bytes, at: position)
      guard length > 0 else { return position }
      position += length
    }
    return nil
  }
}

extension UInt8 {
  @inline(__always)
  package var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  package var isASCIILetter: Bool { self | 0x20 &- 0x61 < 26 }

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
    isDigit || isSign || self == UInt8(ascii: ".") || isASCIILetter
  }
}
