/// Goes through the text of a row to one of its members, eight bytes at a time where it can.
///
/// Like ``JSONWalker`` it checks nothing that it passes over and never leaves the text; it is made
/// for millions of rows, from which it takes one member each. Bytes are looked for in words by the
/// test for a zero byte (Warren, *Hacker's Delight*, 6-1); only its lowest hit is exact, and only
/// that one is used.
struct MemberScanner {
  let base: UnsafeRawPointer
  let count: Int

  /// Where the scanner is, in bytes from the start.
  var position = 0

  /// Stands at the value of a row, behind a byte-order mark, record separators and white space.
  init(_ bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    if count >= 3, byte(0) == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF { position = 3 }
    while position < count, byte(position).isJSONWhitespace || byte(position) == 0x1E {
      position += 1
    }
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  private func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  // MARK: Going down

  /// Goes from a container to the value of one of its members or elements, if it has it.
  mutating func descend(_ step: MemberStep) -> Bool {
    guard position < count else { return false }
    switch byte(position) {
    case UInt8(ascii: "{"): return descend(toKey: step)
    case UInt8(ascii: "["): return step.index.map { descend(toIndex: $0) } ?? false
    default: return false
    }
  }

  /// Goes to the last member of a key, as that is the one that counts.
  private mutating func descend(toKey step: MemberStep) -> Bool {
    step.key.withUnsafeBytes { key in
      var found: Int?
      position += 1
      while true {
        skipSeparators()
        guard position < count, byte(position) == UInt8(ascii: "\"") else { break }
        let start = position + 1
        skipString()
        let length = position - 1 - start
        let isFound = isKey(at: start, length: length, equalTo: key)
        skipSeparators()
        if isFound {
          found = position
          guard step.mayOccur(in: rest) else { break }
        }
        skipValue()
      }
      position = found ?? position
      return found != nil && position < count
    }
  }

  /// The bytes from the position on.
  private var rest: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + position, count: count - position)
  }

  private func isKey(at start: Int, length: Int, equalTo key: UnsafeRawBufferPointer) -> Bool {
    if length == key.count {
      var offset = 0
      while offset < length, byte(start + offset) == key[offset] { offset += 1 }
      if offset == length { return true }
    }
    guard length > key.count else { return false }
    let content = UnsafeRawBufferPointer(start: base + start, count: length)
    guard content.contains(UInt8(ascii: "\\")) else { return false }
    return JSONText.unescaped(content).utf8.elementsEqual(key)
  }

  private mutating func descend(toIndex index: Int) -> Bool {
    position += 1
    skipSeparators()
    for _ in 0..<index {
      guard position < count, byte(position) != UInt8(ascii: "]") else { return false }
      skipValue()
      skipSeparators()
    }
    return position < count && byte(position) != UInt8(ascii: "]")
  }

  /// Returns whether an element of the array at the position meets a condition.
  mutating func containsElement(_ isMatch: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    position += 1
    while true {
      skipSeparators()
      guard position < count, byte(position) != UInt8(ascii: "]"), let range = value() else {
        return false
      }
      if isMatch(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)) {
        return true
      }
    }
  }

  /// The range of the value at the position, or nil where there is none; goes behind it.
  mutating func value() -> Range<Int>? {
    let start = position
    skipValue()
    return start < position ? start..<position : nil
  }

  // MARK: Passing over

  @inline(__always)
  private mutating func skipSeparators() {
    while position < count {
      let byte = byte(position)
      guard byte.isJSONWhitespace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else {
        return
      }
      position += 1
    }
  }

  private mutating func skipValue() {
    guard position < count else { return }
    switch byte(position) {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
    default: skipScalar()
    }
  }

  mutating func skipScalar() {
    while position < count {
      let byte = byte(position)
      if byte.isJSONWhitespace || byte == UInt8(ascii: ",") || byte | 0x20 == UInt8(ascii: "}") {
        return
      }
      position += 1
    }
  }

  /// Goes behind the string whose opening quote is at the position.
  mutating func skipString() {
    position += 1
    while position + 8 <= count {
      let word = word(position)
      let hits =
        word.zeroBytes(xor: 0x2222_2222_2222_2222)
        | word.zeroBytes(xor: 0x5C5C_5C5C_5C5C_5C5C)
      guard hits != 0 else {
        position += 8
        continue
      }
      position += hits.trailingZeroBitCount >> 3
      if byte(position) == UInt8(ascii: "\"") {
        position += 1
        return
      }
      position += 2
    }
    while position < count {
      let byte = byte(position)
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    position = min(position, count)
  }

  /// Goes behind the array or object whose opening bracket is at the position.
  private mutating func skipContainer() {
    var depth = 0
    while position < count {
      if position + 8 <= count {
        let word = word(position) | 0x2020_2020_2020_2020
        let hits =
          word.zeroBytes(xor: 0x2222_2222_2222_2222)
          | word.zeroBytes(xor: 0x7B7B_7B7B_7B7B_7B7B)
          | word.zeroBytes(xor: 0x7D7D_7D7D_7D7D_7D7D)
        guard hits != 0 else {
          position += 8
          continue
        }
        position += hits.trailingZeroBitCount >> 3
      }
      switch byte(position) {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }
}

extension UInt64 {
  /// Has the top bit of each byte set that equals the byte of a pattern; exact up to the lowest.
  @inline(__always)
  fileprivate func zeroBytes(xor pattern: UInt64) -> UInt64 {
    let value = self ^ pattern
    return (value &- 0x0101_0101_0101_0101) & ~value & 0x8080_8080_8080_8080
  }
}
