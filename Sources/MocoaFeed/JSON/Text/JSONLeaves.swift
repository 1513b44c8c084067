/// The strings, numbers and truth values of JSON text, in order and at any depth.
///
/// Keys are none, and neither is null, which has no text, as a missing member has none.
enum JSONLeaves {
  /// Iterates over the leaves without validation, and never leaves the text.
  ///
  /// - Complexity: O(n) for n bytes; allocates nothing.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - body: Receives the content of a string with its escapes, or a number or a truth value, and
  ///     whether it is a string; returns whether to continue.
  @inline(__always)
  static func forEach(
    in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Bool) -> Bool
  ) {
    var scanner = MemberScanner(bytes)
    while let (range, isText) = scanner.nextLeaf() {
      let leaf = bytes[rebased: range]
      if !isText, leaf.isNull { continue }
      guard body(leaf, isText) else { return }
    }
  }
}

extension MemberScanner {
  /// Returns the range of the next leaf, of a string without quotes, and whether it is a string.
  mutating func nextLeaf() -> (Range<Int>, isText: Bool)? {
    while true {
      skipPunctuation()
      guard position < count else { return nil }
      guard byte(position) == UInt8(ascii: "\"") else {
        let start = position
        skipScalar()
        // Invalid bytes are skipped one by one.
        if position == start { position += 1 }
        return (start..<position, false)
      }
      let start = position + 1
      skipString()
      let end = max(start, position - 1)
      guard isBeforeColon else { return (start..<min(end, count), true) }
    }
  }

  @inline(__always)
  private mutating func skipPunctuation() {
    while position < count {
      switch byte(position) {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["),
        UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09:
        position += 1
      default: return
      }
    }
  }

  private var isBeforeColon: Bool {
    UnsafeRawBufferPointer(start: base, count: count).isColonNext(from: position)
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes are the word `null`.
  @inline(__always)
  package var isNull: Bool {
    count == 4 && self[0] == UInt8(ascii: "n") && elementsEqual("null".utf8)
  }

  /// Returns whether a colon follows after white space: what precedes it is then a key.
  @inline(__always)
  func isColonNext(from position: Int) -> Bool {
    var next = position
    while next < count, self[next].isJSONWhitespace { next += 1 }
    return next < count && self[next] == UInt8(ascii: ":")
  }
}
