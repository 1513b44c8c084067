/// The looks that a text selects for its own characters: by sequences (SGR of ECMA-48), and by
/// striking characters over one another, as in manual pages.
///
/// Programs write such text for a terminal or a pager. The sequences of links (OSC 8) are treated
/// as those of looks. What is measured, divided into fields and
/// searched is the text without it.
package enum GraphicRendition {
  /// The control character with which a sequence begins.
  package static let escape: UInt8 = 0x1B

  /// The control character between a character and the one that is struck over it.
  package static let backspace: UInt8 = 0x08

  /// The control character with which the sequence of a link may end.
  package static let bell: UInt8 = 0x07

  /// The maximum number of bytes of the parameters of a sequence.
  private static let longestParameters = 128

  /// The maximum number of bytes of the address and the parameters of a link.
  private static let longestLink = 4096

  /// Returns the end of the sequence whose escape character is in front of an offset; nil if it is
  /// another one, or is not complete.
  ///
  /// Sequences are `[1;31m` and the like; also `[K`, which GNU programs write behind each of them,
  /// `(B`, which is a part of the reset of many terminals, and the start and the end of a link,
  /// `]8;;https://example.com` with BEL or `ESC \` behind it.
  package static func endOfSequence(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "(") {
      return bytes[start + 1] == UInt8(ascii: "B") ? start + 2 : nil
    }
    if bytes[start] == UInt8(ascii: "]") { return endOfLink(at: start, in: bytes) }
    guard bytes[start] == UInt8(ascii: "["), let end = endOfParameters(from: start + 1, in: bytes)
    else { return nil }
    switch bytes[end] {
    case UInt8(ascii: "m"): return end + 1
    case UInt8(ascii: "K"): return end == start + 1 ? end + 1 : nil
    default: return nil
    }
  }

  /// Returns the offset of the byte behind digits, colons and semicolons; nil if there is none.
  private static func endOfParameters(
    from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int? {
    bytes[start...].prefix(longestParameters).firstIndex { $0 &- 0x30 >= 12 }
  }

  /// Returns the end of a sequence that erases, moves or hides the cursor, such as `[2K`, `[1A` or
  /// `[?25l`; nil if it is another one.
  private static func endOfMove(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    let isPrivate = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "?")
    guard let end = endOfParameters(from: start + (isPrivate ? 2 : 1), in: bytes),
      (isPrivate ? "hl" : "ABCDEFGHJK").utf8.contains(bytes[end])
    else { return nil }
    return end + 1
  }

  /// Returns the end of the start or the end of a link; nil if it is something else.
  private static func endOfLink(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let rest = bytes[start...].prefix(longestLink)
    guard rest.starts(with: "]8;".utf8),
      let end = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    if bytes[end] == bell { return end + 1 }
    return bytes[end...].starts(with: [escape, UInt8(ascii: "\\")]) ? end + 2 : nil
  }

  /// How a character is struck over another one.
  package enum Overstrike: Sendable {
    /// Both are the same, which makes it bold.
    case bold
    /// It takes the place of an underscore, and is underlined.
    case overUnderscore
    /// It is an underscore, which underlines the other one.
    case underscore
  }

  /// Returns how a character is struck over the one in front of a backspace, and the offset of the
  /// byte behind it; nil if it is not.
  package static func overstrike(
    at backspace: Int, over start: Int, in bytes: UnsafeRawBufferPointer
  ) -> (kind: Overstrike, end: Int)? {
    let next = backspace + 1
    guard start < backspace, next < bytes.count, bytes[start] > 0x20, bytes[next] > 0x20 else {
      return nil
    }
    let end = next + (bytes[next] < 0xC0 ? 1 : bytes[next] < 0xE0 ? 2 : bytes[next] < 0xF0 ? 3 : 4)
    guard end <= bytes.count, bytes[next] != 0x7F, bytes[next] & 0xC0 != 0x80,
      bytes[next + 1..<end].allSatisfy({ $0 & 0xC0 == 0x80 }),
      !bytes[next..<end].elementsEqual([0xEF, 0xBF, 0xBD])  // Stands for bytes that are not UTF-8.
    else { return nil }
    if bytes[start..<backspace].elementsEqual(bytes[next..<end]) { return (.bold, end) }
    let underscore = UInt8(ascii: "_")
    // Most characters of three bytes, and all of four, are wider than an underscore.
    if bytes[start] == underscore {
      return end - next < 3 || bytes[next] == 0xE2 ? (.overUnderscore, end) : nil
    }
    return bytes[next] == underscore ? (.underscore, end) : nil
  }

  /// Returns the bytes without sequences and characters that are struck over; nil for the same.
  ///
  /// Sequences that move the cursor may be removed in front of a line, too, with carriage returns
  /// behind them.
  ///
  /// - Complexity: O(n) for n bytes.
  package static func removed(
    from bytes: UnsafeRawBufferPointer, movesInFront: Bool = false
  ) -> [UInt8]? {
    guard bytes.contains(where: { $0 == escape || $0 == backspace }) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    // The start of the last character, in the bytes.
    var start = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == escape, let end = endOfSequence(at: position + 1, in: bytes) {
        (start, position) = (position, end)
        continue
      }
      if movesInFront, byte == escape, result.last ?? 0x0A == 0x0A,
        var end = endOfMove(at: position + 1, in: bytes)
      {
        while end < bytes.count, bytes[end] == 0x0D { end += 1 }
        (start, position) = (position, end)
        continue
      }
      if byte == backspace, let (kind, end) = overstrike(at: position, over: start, in: bytes) {
        if kind == .overUnderscore {
          while let last = result.popLast(), last & 0xC0 == 0x80 {}
          result += bytes[position + 1..<end]
        }
        (start, position) = (position + 1, end)
        continue
      }
      if byte & 0xC0 != 0x80 { start = position }
      result.append(byte)
      position += 1
    }
    return result.count == bytes.count ? nil : result
  }

  /// Returns a text without sequences and characters that are struck over.
  ///
  /// - Complexity: O(n) for n bytes. A text without them is returned as it is.
  package static func removed(from text: String) -> String { String(removed(from: text[...])) }

  /// Returns a text without sequences and characters that are struck over.
  ///
  /// - Complexity: O(n) for n bytes. A text without them is returned as it is.
  package static func removed(from text: Substring) -> Substring {
    guard text.utf8.contains(where: { $0 == escape || $0 == backspace }) else { return text }
    let bytes = Array(text.utf8).withUnsafeBytes { removed(from: $0) }
    return bytes.map { Substring(decoding: $0, as: UTF8.self) } ?? text
  }
}
