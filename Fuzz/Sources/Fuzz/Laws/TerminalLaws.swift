@testable import MocoaFeed
@testable import MocoaFeedUI
@testable import MocoaTUI

/// Bytes from a terminal are the same events in one piece and one by one.
@Sendable func checkInput(_ bytes: [UInt8]) {
  var whole: [InputEvent] = []
  var parser = InputParser()
  parser.feed(bytes) { whole.append($0) }
  parser.timeout { whole.append($0) }
  var single: [InputEvent] = []
  parser = InputParser()
  for byte in bytes { parser.feed([byte]) { single.append($0) } }
  parser.timeout { single.append($0) }
  require(whole == single, "events depend on how the bytes come")
}

/// The name of a key is read as that key.
@Sendable func checkKey(_ bytes: [UInt8]) {
  guard let key = try? Key(named: bytes.string) else { return }
  require((try? Key(named: "\(key)")) == key, "\(key) is another key")
}

/// Text is cut to the room there is, and nothing in it can command a terminal.
@Sendable func checkText(_ bytes: [UInt8]) {
  let room = Int(bytes.first ?? 0) % 40
  let clean = TextWidth.sanitized([UInt8](bytes.dropFirst()).string)
  require(!clean.unicodeScalars.contains(where: \.isCommand), "a control character is left")
  require(TextWidth.columns(of: TextWidth.truncated(clean, to: room)) <= room, "too wide")
  let padded = TextWidth.padded(clean, to: room, alignsTrailing: false)
  require(TextWidth.columns(of: padded) == room, "not as wide as asked")
}

/// The text of HTML is drawn without anything that can command a terminal.
@Sendable func checkHTML(_ bytes: [UInt8]) {
  let clean = TextWidth.sanitized(HTMLText.plain(bytes))
  require(!clean.unicodeScalars.contains(where: \.isCommand), "a control character is left")
}

extension Unicode.Scalar {
  /// Whether a terminal, or a reader of the text, takes the scalar for a command: controls of both
  /// sets, and what turns the direction of text.
  fileprivate var isCommand: Bool {
    switch value {
    case 0..<32, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
