/// Goes through the members or elements of one container without checking what it passes over.
///
/// Made for text that has been checked; with other text it stops early or finds odd pieces, but
/// never leaves the text.
struct JSONWalker {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Steps into the container, if it begins with a bracket.
  mutating func enter(_ bracket: UInt8) -> Bool {
    skipSeparators()
    guard position < bytes.count, bytes[position] == bracket else { return false }
    position += 1
    return true
  }

  /// The range of the next key with its quotes, or nil at the end of the object.
  mutating func nextKey() -> Range<Int>? {
    skipSeparators()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    let start = position
    skipString()
    let end = position
    skipSeparators()
    return start..<end
  }

  /// The range of the next value, or nil at the end of the container.
  mutating func nextValue() -> Range<Int>? {
    skipSeparators()
    guard position < bytes.count else { return nil }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return nil
    case UInt8(ascii: "["), UInt8(ascii: "{"): skipContainer()
    case UInt8(ascii: "\""): skipString()
    default: skipScalar()
    }
    return start..<position
  }

  /// Whether the key in a range is a string.
  func isKey(_ range: Range<Int>, equalTo string: String) -> Bool {
    let content = bytes[range.dropFirst().dropLast()]
    if content.contains(UInt8(ascii: "\\")) { return self.string(range) == string }
    return content.elementsEqual(string.utf8)
  }

  /// The string in a range that has quotes.
  func string(_ range: Range<Int>) -> String {
    JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[range.dropFirst().dropLast()]))
  }

  // MARK: Skipping

  /// Passes over white space, commas and colons.
  private mutating func skipSeparators() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte.isJSONWhitespace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else {
        return
      }
      position += 1
    }
  }

  private mutating func skipScalar() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isJSONWhitespace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
        || byte == UInt8(ascii: "]")
      {
        return
      }
      position += 1
    }
  }

  private mutating func skipString() {
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position = min(position + 2, bytes.count)
      default: position += 1
      }
    }
  }

  private mutating func skipContainer() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }
}
