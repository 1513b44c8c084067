/// Reads JSON text and validates it against RFC 8259, for scans of millions of rows.
///
/// ``JSONReader`` makes tokens of what it reads, and explains where it stopped.
struct CheckedScanner {
  private let base: UnsafeRawPointer
  private let count: Int

  /// The offset of the next byte.
  private(set) var position: Int

  /// A Boolean value that indicates whether there was white space that compact JSON lacks.
  private(set) var hasSpace = false

  /// A Boolean value that indicates whether the last key or string has escapes.
  private(set) var hasEscapes = false

  /// Begins before a value, after a byte order mark.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(at: bytes)
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    hasSpace = position > 0
    skipSpace()
  }

  /// Begins at the first byte.
  @inline(__always)
  init(at bytes: UnsafeRawBufferPointer) {
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    (count, position) = (bytes.count, 0)
  }

  /// Returns whether the text is one value and nothing else.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var scanner = CheckedScanner(bytes)
    return scanner.skipValue() && scanner.isAtEnd
  }

  /// Skips white space; a Boolean value that indicates whether the text ends there.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == count
    }
  }

  /// The next byte, or 0 at the end.
  @inline(__always)
  var next: UInt8 {
    position < count ? base.load(fromByteOffset: position, as: UInt8.self) : 0
  }

  /// The next element of an object or an array.
  enum Element {
    /// A member with the offsets of its key between the quotes; the position is at the value.
    case value(key: Range<Int>)
    case end
    case broken(Fault)
  }

  /// What is missing or invalid at the position.
  enum Fault {
    case separator, key, contentOfKey, colon
  }

  /// Moves to the next value of the current container.
  @inline(__always)
  mutating func element(ofObject isObject: Bool, isFirst: Bool) -> Element {
    if isFirst { position += 1 }
    skipSpace()
    if next == UInt8(ascii: isObject ? "}" : "]") {
      position += 1
      return .end
    }
    if !isFirst {
      guard next == UInt8(ascii: ",") else { return .broken(.separator) }
      position += 1
      skipSpace()
    }
    guard isObject else { return .value(key: position..<position) }
    let start = position + 1
    guard next == UInt8(ascii: "\"") else { return .broken(.key) }
    guard skipString() else { return .broken(.contentOfKey) }
    let end = position - 1
    skipSpace()
    guard next == UInt8(ascii: ":") else { return .broken(.colon) }
    position += 1
    skipSpace()
    return .value(key: start..<end)
  }

  /// Moves to the value behind a key that is expected next, as compact JSON has it.
  ///
  /// - Returns: `false` if there is something else; then the position is the same.
  @inline(__always)
  mutating func skip(_ key: ExpectedKey, isFirst: Bool) -> Bool {
    let start = position + 1
    let end = start + key.length
    guard start + 8 <= count, end < count, next == UInt8(ascii: isFirst ? "{" : ","),
      word(at: start) & key.mask == key.head,
      key.length <= 8 || word(at: end - 8) == key.tail,
      key.length <= 16 || word(at: start + 8) == key.middle,
      !base.load(fromByteOffset: end, as: UInt8.self).isJSONWhitespace
    else { return false }
    position = end
    return true
  }

  /// Returns the key of the member whose value is next, if it can be expected elsewhere: if it is
  /// brief, and the text is compact.
  func expectedKey(_ key: Range<Int>) -> ExpectedKey? {
    let (start, length) = (key.lowerBound - 1, key.count + 3)
    guard position == start + length, !hasEscapes, length <= 24, start + 8 <= count,
      start > 0, !base.load(fromByteOffset: start - 1, as: UInt8.self).isJSONWhitespace
    else { return nil }
    let mask = length >= 8 ? UInt64.max : 1 << UInt64(8 * length) - 1
    return ExpectedKey(
      length: length, head: word(at: start) & mask, mask: mask,
      tail: length > 8 ? word(at: position - 8) : 0,
      middle: length > 16 ? word(at: start + 8) : 0)
  }

  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Moves past the value at the position; returns `false` if there is none or it is invalid.
  @inline(__always)
  mutating func skipValue() -> Bool {
    switch next {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
    default: skipScalar()
    }
  }

  private mutating func skipContainer() -> Bool {
    var nesting = Nesting()
    var isFirst = true
    nesting.push(object: next == UInt8(ascii: "{"))
    while true {
      switch element(ofObject: nesting.isInObject, isFirst: isFirst) {
      case .broken: return false
      case .end:
        nesting.pop()
        if nesting.depth == 0 { return true }
        isFirst = false
      case .value:
        isFirst = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
        if isFirst {
          nesting.push(object: next == UInt8(ascii: "{"))
        } else {
          guard next == UInt8(ascii: "\"") ? skipString() : skipScalar() else { return false }
        }
      }
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < count, next.isJSONWhitespace {
      position += 1
      hasSpace = true
    }
  }

  private mutating func skipScalar() -> Bool {
    switch next {
    case UInt8(ascii: "t"): skipWord("true")
    case UInt8(ascii: "f"): skipWord("false")
    case UInt8(ascii: "n"): skipWord("null")
    default: number() != nil
    }
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { return false }
      position += 1
    }
    return true
  }

  /// Moves past a number (RFC 8259 section 6), and returns its form; nil if it is invalid.
  @inline(__always)
  mutating func number() -> NumberForm? {
    var form = NumberForm()
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
    } else {
      guard skipDigits() else { return nil }
    }
    if next == UInt8(ascii: ".") {
      let point = position
      position += 1
      guard skipDigits() else { return nil }
      form.decimalCount = position - point - 1
      form.isPadded =
        form.decimalCount > 1
        && base.load(fromByteOffset: position - 1, as: UInt8.self) == UInt8(ascii: "0")
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      let hasSign = next.isSign
      if hasSign { position += 1 }
      guard skipDigits() else { return nil }
      form.hasExponent = true
      form.hasBareExponent = !hasSign && form.decimalCount == 0
    }
    return next.continuesNumber ? nil : form
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while next.isDigit { position += 1 }
    return position > start
  }

  /// Moves past the string whose opening quote is at the position; an invalid escape or byte is at
  /// the position if there is one.
  private mutating func skipString() -> Bool {
    position += 1
    hasEscapes = false
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    while true {
      position = bytes.endOfPlainText(from: position)
      guard position < count else { return false }
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"):
        guard skipEscape() else { return false }
      case 0..<0x20: return false
      // The last bytes are checked one by one.
      default: position += 1
      }
    }
  }

  private mutating func skipEscape() -> Bool {
    let start = position
    hasEscapes = true
    position += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return true
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard next.isHexDigit else {
          position = start
          return false
        }
        position += 1
      }
      return true
    default:
      position = start
      return false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the next quote, backslash or control character of a string, or one of
  /// the last eight bytes.
  ///
  /// Eight bytes at a time are searched by the tests for a zero byte and for a byte less than 32
  /// (Anderson, *Bit Twiddling Hacks*), of which only the lowest hit is exact, and only that one is
  /// used; long strings in blocks.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    guard let base = baseAddress else { return start }
    var position = start
    // The number of bytes of a string from which blocks are worthwhile.
    var long = position + 32
    while position + 8 <= count {
      guard position < long else {
        while position + ByteBlock.count <= count, ByteBlock(at: base + position).isPlainText {
          position += ByteBlock.count
        }
        long = position + ByteBlock.count
        continue
      }
      let word = UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let hits =
        word.zeroBytes(xor: 0x2222_2222_2222_2222) | word.zeroBytes(xor: 0x5C5C_5C5C_5C5C_5C5C)
        | (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
      guard hits == 0 else { return position + (hits.trailingZeroBitCount >> 3) }
      position += 8
    }
    return position
  }
}

extension UInt64 {
  /// Returns a word with the top bit set of each matching byte; exact up to the lowest match.
  @inline(__always)
  func zeroBytes(xor pattern: UInt64) -> UInt64 {
    let value = self ^ pattern
    return (value &- 0x0101_0101_0101_0101) & ~value & 0x8080_8080_8080_8080
  }
}

/// A key of at most 21 bytes with its quotes and the colon, as numbers that a scanner compares.
struct ExpectedKey: Sendable {
  let length: Int

  /// The first eight bytes, and a mask of those that belong to it.
  let head: UInt64
  let mask: UInt64

  /// The last eight bytes, if it has more than eight.
  let tail: UInt64

  /// The second eight bytes, if it has more than sixteen.
  let middle: UInt64
}
