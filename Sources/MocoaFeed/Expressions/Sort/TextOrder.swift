/// The natural, case-insensitive order of strings.
///
/// `file2` comes before `file10`, and `ada` before `Zoe`. It is the same in all locales. Strings
/// are ordered by the bytes of their keys.
enum TextOrder {
  /// Appends the key of a UTF-8 text.
  ///
  /// A run of digits becomes `0`, the number of digits without leading zeros, and the digits;
  /// letters are in lower case. A key contains NUL only if the text does.
  ///
  /// - Complexity: O(n) for n bytes.
  static func appendKey(of text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte.isDigit {
        position = appendNumber(in: text, at: position, to: &key)
      } else if byte < 0x80 {
        key.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        position += 1
      } else {
        position = appendScalar(in: text, at: position, to: &key)
      }
    }
  }

  private static func appendNumber(
    in text: UnsafeRawBufferPointer, at start: Int, to key: inout [UInt8]
  ) -> Int {
    var first = start
    while first < text.count, text[first] == UInt8(ascii: "0") { first += 1 }
    var end = first
    while end < text.count, text[end].isDigit { end += 1 }
    let count = end - first
    key.append(UInt8(ascii: "0"))
    // 255 means that a longer length follows.
    key.append(UInt8(clamping: count + 1))
    key.append(contentsOf: text[first..<end])
    return end
  }

  private static func appendScalar(
    in text: UnsafeRawBufferPointer, at start: Int, to key: inout [UInt8]
  ) -> Int {
    let length = UTF8Sequence.length(in: text, at: start)
    guard length > 0 else {
      key.append(text[start])
      return start + 1
    }
    // Most text beyond ASCII is in scripts without case.
    guard hasCase(text[rebased: start..<start + length]) else {
      key.append(contentsOf: text[rebased: start..<start + length])
      return start + length
    }
    let string = String(decoding: text[rebased: start..<start + length], as: UTF8.self)
    guard let scalar = string.unicodeScalars.first else { return start + length }
    key.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    return start + length
  }

  /// Returns whether a UTF-8 scalar may belong to a script with case; `true` is not certain.
  private static func hasCase(_ scalar: UnsafeRawBufferPointer) -> Bool {
    // U+3000 to U+9FFF and U+B000 to U+CFFF: the scripts of China, Japan and Korea.
    !(0xE3...0xE9 ~= scalar[0] || 0xEB...0xEC ~= scalar[0])
  }
}
