/// Names and texts as they stand in a statement.
///
/// They are quoted byte by byte: a combining character behind a quote does not hide it.
enum SQLText {
  /// A name: `"a""b"`.
  static func quoted(_ name: String) -> String { enclosed(name, in: "\"") }

  /// A text: `'it''s'`.
  static func literal(_ text: String) -> String { enclosed(text, in: "'") }

  /// Encloses a text in quotes; one in the text is doubled, or has the escape in front of it, as
  /// the escape itself has.
  static func enclosed(
    _ text: String, in quote: UnicodeScalar, escape: UnicodeScalar? = nil
  ) -> String {
    let (quote, escape) = (UInt8(ascii: quote), escape.map { UInt8(ascii: $0) })
    var bytes = [quote]
    for byte in text.utf8 {
      if byte == quote || byte == escape { bytes.append(escape ?? quote) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [quote], as: UTF8.self)
  }

  /// The name of the number of a row in statements.
  static let number = "mocoa row"

  /// A text as a part of a pattern of `like`, with backslashes before its signs.
  static func pattern(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.flatMap { "%_\\".unicodeScalars.contains($0) ? ["\\", $0] : [$0] }))
  }

  /// Names of columns, made unique by a number behind them.
  static func distinct(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { name in
      let others = sequence(first: 1) { $0 + 1 }.lazy.map { "\(name)_\($0)" }
      let free =
        used.contains(name) ? others.first { !used.contains($0) && !names.contains($0) } : nil
      used.insert(free ?? name)
      return free ?? name
    }
  }

  static func list(_ numbers: some Sequence<Int>) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}
