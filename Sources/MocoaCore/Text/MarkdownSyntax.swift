/// What is markup in a text that is written as Markdown, byte by byte from its start.
package struct MarkdownSyntax {
  private var isCode = false

  package init() {}

  /// Returns whether a backslash belongs in front of the first of some bytes: of markup that is in
  /// no code, which is between two backticks.
  ///
  /// - Precondition: All bytes `<`, `&` and `` ` `` in front of them have been passed.
  package mutating func isMarkup(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.first == UInt8(ascii: "`") {
      isCode = !isCode && bytes.dropFirst().contains(UInt8(ascii: "`"))
    }
    return !isCode && Self.startsWithMarkup(bytes)
  }

  /// Returns whether some bytes begin with what is no text in Markdown, but HTML, as `<b>` and
  /// `<none>`, or an entity, as `&amp;`; a backslash in front makes it a text.
  static func startsWithMarkup(_ bytes: some Collection<UInt8>) -> Bool {
    let rest = bytes.dropFirst()
    guard let first = bytes.first, let second = rest.first else { return false }
    switch first {
    case UInt8(ascii: "<"): return isLetter(second) || "/!?".utf8.contains(second)
    case UInt8(ascii: "&"):
      guard isLetter(second) || second == UInt8(ascii: "#") else { return false }
      let end = rest.dropFirst().prefix(32).first { !isLetter($0) && !(0x30...0x39 ~= $0) }
      return end == UInt8(ascii: ";")
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
