/// The strings, numbers and words of JSON text, in order and at any depth, without keys.
enum JSONLeaves {
  /// Goes through the leaves; checks nothing, and never leaves the text.
  ///
  /// - Complexity: O(n) for n bytes; no memory.
  /// - Parameters:
  ///   - bytes: The text.
  ///   - body: Is given the content of a string with its escapes, or a number or a word as
  ///     it is, and whether it is a string; returns whether to go on.
  @inline(__always)
  static func forEach(
    in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Bool) -> Bool
  ) {
    var scanner = MemberScanner(bytes)
    while let (range, isText) = scanner.nextLeaf() {
      guard body(bytes[rebased: range], isText) else { return }
    }
  }
}

extension MemberScanner {
  /// The range of the next leaf, of a string without its quotes, and whether it is a string.
  mutating func nextLeaf() -> (Range<Int>, isText: Bool)? {
    while true {
      skipPunctuation()
      guard position < count else { return nil }
      guard byte(position) == UInt8(ascii: "\"") else {
        let start = position
        skipScalar()
        // What begins like nothing is passed over byte by byte.
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
  /// Whether a colon comes next, behind white space: what stands before it is a key then.
  @inline(__always)
  func isColonNext(from position: Int) -> Bool {
    var next = position
    while next < count, self[next].isJSONWhitespace { next += 1 }
    return next < count && self[next] == UInt8(ascii: ":")
  }
}
