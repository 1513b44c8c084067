/// The natural, case-insensitive order of strings.
///
/// Two texts in a comparison are ordered by ``compare(_:_:)``, which has no result where a column
/// of such texts could be sorted in another order.
///
/// `file2` comes before `file10`, and `ada` before `Zoe`. It is the same in all locales. Strings
/// are ordered by the bytes of their keys.
enum TextOrder {
  /// Returns the order of two texts, as times, measures or texts: -1, 0, 1; nil if they have none.
  ///
  /// It has no cycles: times are compared with times, numbers with units with those that measure
  /// the same and with integers, and other texts in natural order. Numbers without units have an
  /// order only if it is that of the texts, too: 1.9 and 1.10 may be numbers or versions.
  ///
  /// - Complexity: O(n) for n bytes.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int? {
    let (first, second) = (Kind(left), Kind(right))
    switch (first, second) {
    case (.time(let first), .time(let second)): return order(first, second)
    case (.number(let first), .number(let second)):
      if first.dimension == .duration, second.dimension == .duration,
        Measure.haveUncertainOrder(left, right)
      {
        return nil
      }
      let numbers = order(first.quantity, second.quantity)
      if first.hasSign, second.hasSign { return numbers }
      guard first.unit.isEmpty, second.unit.isEmpty else {
        return first.isMeasured(like: second) ? numbers : nil
      }
      return numbers == natural(left, right) ? numbers : nil
    case (.number(let number), .text), (.text, .number(let number)):
      return number.unit.isEmpty && !number.hasSign ? natural(left, right) : nil
    case (.text, .text): return natural(left, right)
    case (.time, _), (_, .time): return nil
    }
  }

  private enum Kind {
    case time(Timestamp), number(NumberReading), text

    init(_ text: UnsafeRawBufferPointer) {
      if let time = Timestamp(text) {
        self = .time(time)
      } else {
        self = NumberReading(text).map { .number($0) } ?? .text
      }
    }
  }

  private static func natural(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Int {
    var keys: ([UInt8], [UInt8]) = ([], [])
    appendKey(of: left, to: &keys.0)
    appendKey(of: right, to: &keys.1)
    return keys.0 == keys.1 ? 0 : keys.0.lexicographicallyPrecedes(keys.1) ? -1 : 1
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

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

extension NumberReading {
  /// A Boolean value that indicates whether the number begins with a sign or a point, as no version
  /// does; it has no unit.
  fileprivate var hasSign: Bool { unit.isEmpty && beginsWithSign }

  /// Returns whether both numbers have the same unit, or one of them is an integer without unit and
  /// the other is no duration.
  fileprivate func isMeasured(like other: NumberReading) -> Bool {
    if dimension.isEmpty || other.dimension.isEmpty || unit == other.unit { return true }
    return !dimension.union(other.dimension).areMixed
      && [self, other].allSatisfy {
        !$0.unit.isEmpty || $0.fractionLength == nil && !$0.beginsWithSign
      }
  }
}
