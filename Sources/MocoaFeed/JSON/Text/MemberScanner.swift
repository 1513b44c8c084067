/// Iterates over the members or elements of containers without validation.
///
/// It is meant for validated text, and for millions of rows from which one member each is read;
/// with other text it stops early or finds invalid pieces, but never leaves the text.
package struct MemberScanner {
  let base: UnsafeRawPointer
  let count: Int

  /// The position in bytes from the start.
  var position = 0

  /// A Boolean value that indicates whether an object had a key more than once to which it moved.
  private(set) var isRepeating = false

  /// Begins at the value of a row, after a byte order mark, record separators and white space.
  package init(_ bytes: UnsafeRawBufferPointer) {
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

  // MARK: Iterating over a container

  /// Enters the container at the position, if it begins with a bracket.
  package mutating func enter(_ bracket: UInt8) -> Bool {
    guard position < count, byte(position) == bracket else { return false }
    position += 1
    return true
  }

  /// Returns the range of the next key without its quotes, and moves to its value; nil at the end.
  @inline(__always)
  mutating func nextKey() -> Range<Int>? {
    skipSeparators()
    guard position < count, byte(position) == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    skipString()
    let end = max(start, position - 1)
    skipSeparators()
    return min(start, count)..<min(end, count)
  }

  /// Moves past the next value and returns its range; nil at the end of the container.
  package mutating func nextValue() -> Range<Int>? {
    skipSeparators()
    guard position < count, byte(position) | 0x20 != UInt8(ascii: "}") else { return nil }
    return value()
  }

  /// Moves past the value at the position and returns its range; nil if there is none.
  mutating func value() -> Range<Int>? {
    let start = position
    skipValue()
    return start < position ? start..<position : nil
  }

  @inline(__always)
  func isKey(_ range: Range<Int>, equalTo key: UnsafeRawBufferPointer) -> Bool {
    if range.count == key.count {
      var offset = 0
      while offset < key.count, byte(range.lowerBound + offset) == key[offset] { offset += 1 }
      if offset == key.count { return true }
    }
    guard range.count > key.count else { return false }
    let content = UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    guard content.contains(UInt8(ascii: "\\")) else { return false }
    return JSONText.unescaped(content).utf8.elementsEqual(key)
  }

  /// Returns the numbers of the members of an object that have a name, or the name and a number:
  /// 1 for `key`, 2 for `key_2`.
  static func numbers(of name: String, in object: UnsafeRawBufferPointer) -> Set<Int> {
    var numbers: Set<Int> = []
    var scanner = MemberScanner(object)
    guard scanner.enter(UInt8(ascii: "{")) else { return numbers }
    while let range = scanner.nextKey() {
      let key = object[rebased: range]
      if key.starts(with: name.utf8) {
        let suffix = String(decoding: key.dropFirst(name.utf8.count + 1), as: UTF8.self)
        if let number = key.count == name.utf8.count ? 1 : Int(suffix) { numbers.insert(number) }
      }
      guard scanner.nextValue() != nil else { break }
    }
    return numbers
  }

  /// Returns the number of members or elements of a container; nil for another value.
  static func count(in container: UnsafeRawBufferPointer) -> Int? {
    var scanner = MemberScanner(container)
    let isObject = scanner.enter(UInt8(ascii: "{"))
    guard isObject || scanner.enter(UInt8(ascii: "[")) else { return nil }
    var count = 0
    while !isObject || scanner.nextKey() != nil, scanner.nextValue() != nil { count += 1 }
    return count
  }

  // MARK: Descending

  /// Moves from a container to the value of one of its members or elements, if it exists.
  mutating func descend(_ step: MemberStep) -> Bool {
    if enter(UInt8(ascii: "{")) { return descend(toKey: step) }
    guard let index = step.index, enter(UInt8(ascii: "[")) else { return false }
    return descend(toIndex: index)
  }

  /// Moves to the value of the last member with a key.
  private mutating func descend(toKey step: MemberStep) -> Bool {
    step.key.withUnsafeBytes { key in
      var found: Int?
      while let name = nextKey() {
        if isKey(name, equalTo: key) {
          isRepeating = isRepeating || found != nil
          found = position
          let rest = UnsafeRawBufferPointer(start: base + position, count: count - position)
          guard step.mayOccur(in: rest) else { break }
        }
        skipValue()
      }
      position = found ?? position
      return found != nil && position < count
    }
  }

  private mutating func descend(toIndex number: Int) -> Bool {
    var index = number
    if index < 0 {
      var ahead = self
      while ahead.nextValue() != nil { index += 1 }
      if index < 0 { return false }
    }
    for _ in 0..<index where nextValue() == nil { return false }
    skipSeparators()
    return position < count && byte(position) != UInt8(ascii: "]")
  }

  // MARK: Skipping

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

  /// Returns the end of the string that JSON begins with, or that of the bytes.
  package static func endOfString(in bytes: UnsafeRawBufferPointer) -> Int {
    var scanner = MemberScanner(bytes)
    scanner.skipString()
    return scanner.position
  }

  /// Moves past the string whose opening quote is at the position.
  mutating func skipString() {
    position += 1
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    while position < count {
      position = bytes.endOfPlainText(from: position)
      guard position < count else { return }
      let byte = byte(position)
      position = min(position + (byte == UInt8(ascii: "\\") ? 2 : 1), count)
      if byte == UInt8(ascii: "\"") { return }
    }
    position = count
  }

  /// Moves past the array or object whose opening bracket is at the position.
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
