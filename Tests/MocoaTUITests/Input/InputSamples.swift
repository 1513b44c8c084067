import Testing

@testable import MocoaTUI

/// Bytes that a terminal sends, complete in themselves, and what they mean.
struct InputSample: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let events: [InputEvent]

  init(_ text: String, _ events: InputEvent...) {
    bytes = Array(text.utf8)
    self.events = events
  }

  init(_ bytes: [UInt8], _ events: InputEvent...) {
    self.bytes = bytes
    self.events = events
  }

  var testDescription: String {
    bytes.map { (0x20...0x7E).contains($0) ? String(Unicode.Scalar($0)) : "\\x\($0, radix: 16)" }
      .joined()
  }
}

extension DefaultStringInterpolation {
  fileprivate mutating func appendInterpolation(_ byte: UInt8, radix: Int) {
    appendLiteral(String(byte, radix: radix))
  }
}

extension InputSample {
  static let all = typed + sequences + modified + kitty + mouse + pasted + swallowed

  static let typed: [InputSample] = [
    .init("a", .key("a")), .init("G", .key("G")), .init(" ", .key(.space)),
    .init("é", .key("é")), .init("日", .key("日")), .init("😀", .key("😀")),
    .init("\r", .key(.enter)), .init("\t", .key(.tab)), .init("\u{7F}", .key(.backspace)),
    .init("\u{8}", .key(.control("h"))), .init("\n", .key(.control("j"))),
    .init("\u{3}", .key(.control("c"))), .init("\0", .key(.control(" "))),
    .init("\u{1C}", .key(.control("\\"))), .init("\u{1F}", .key(.control("_"))),
    .init("\u{1B}x", .key(.alt("x"))), .init("\u{1B}X\u{1B}\\"),
    .init("\u{1B}é", .key(.alt("é"))), .init("\u{1B}\r", .key(Key(.enter, .alt))),
    .init("\u{1B}\u{7F}", .key(Key(.backspace, .alt))),
    .init("\u{1B}\u{3}", .key(Key("c", [.alt, .control]))),
    .init("\u{1B}\u{1B}x", .key(.escape), .key(.alt("x"))),
    .init("jk", .key("j"), .key("k")),
  ]

  static let sequences: [InputSample] = [
    .init("\u{1B}[A", .key(.up)), .init("\u{1B}OA", .key(.up)),
    .init("\u{1B}[B", .key(.down)), .init("\u{1B}OD", .key(.left)),
    .init("\u{1B}[H", .key(.home)), .init("\u{1B}OF", .key(.end)),
    .init("\u{1B}[1~", .key(.home)), .init("\u{1B}[8~", .key(.end)),
    .init("\u{1B}[2~", .key(.insert)), .init("\u{1B}[3~", .key(.delete)),
    .init("\u{1B}[5~", .key(.pageUp)), .init("\u{1B}[6~", .key(.pageDown)),
    .init("\u{1B}OP", .key(.function(1))), .init("\u{1B}[[A", .key(.function(1))),
    .init("\u{1B}[[E", .key(.function(5))), .init("\u{1B}OS", .key(.function(4))),
    .init("\u{1B}[R", .key(.function(3))), .init("\u{1B}[11~", .key(.function(1))),
    .init("\u{1B}[15~", .key(.function(5))), .init("\u{1B}[17~", .key(.function(6))),
    .init("\u{1B}[21~", .key(.function(10))), .init("\u{1B}[24~", .key(.function(12))),
    .init("\u{1B}[Z", .key(Key(.tab, .shift))),
    .init("\u{1B}OM", .key(.enter)), .init("\u{1B}Oj", .key("*")), .init("\u{1B}Oy", .key("9")),
    .init("\u{1B}[I", .focus(true)), .init("\u{1B}[O", .focus(false)),
  ]

  static let modified: [InputSample] = [
    .init("\u{1B}[1;2A", .key(Key(.up, .shift))),
    .init("\u{1B}[1;3B", .key(Key(.down, .alt))),
    .init("\u{1B}[1;5C", .key(Key(.right, .control))),
    .init("\u{1B}[1;8D", .key(Key(.left, [.shift, .alt, .control]))),
    .init("\u{1B}[5;5~", .key(Key(.pageUp, .control))),
    .init("\u{1B}[1;5P", .key(Key(.function(1), .control))),
    .init("\u{1B}O5A", .key(Key(.up, .control))),
    .init("\u{1B}Oa", .key(Key(.up, .control))), .init("\u{1B}[a", .key(Key(.up, .shift))),
    .init("\u{1B}[5^", .key(Key(.pageUp, .control))),
    .init("\u{1B}[5$", .key(Key(.pageUp, .shift))),
    .init("\u{1B}[5@", .key(Key(.pageUp, [.shift, .control]))),
    .init("\u{1B}\u{1B}[A", .key(Key(.up, .alt))),
    .init("\u{1B}\u{1B}OB", .key(Key(.down, .alt))),
    .init("\u{1B}\u{1B}[3~", .key(Key(.delete, .alt))),
  ]

  static let kitty: [InputSample] = [
    .init("\u{1B}[27u", .key(.escape)), .init("\u{1B}[97u", .key("a")),
    .init("\u{1B}[97;5u", .key(.control("a"))), .init("\u{1B}[103;2u", .key("G")),
    .init("\u{1B}[50:64;2u", .key("@")), .init("\u{1B}[97;5:2u", .key(.control("a"))),
    .init("\u{1B}[97;5:3u"), .init("\u{1B}[1;1:3A"), .init("\u{1B}[5;1:3~"),
    .init("\u{1B}[97;65u", .key("a")), .init("\u{1B}[97;9u"), .init("\u{1B}[57358u"),
    .init("\u{1B}[57414u", .key(.enter)), .init("\u{1B}[57399u", .key("0")),
    .init("\u{1B}[57426u", .key(.delete)), .init("\u{1B}[57427u"),
    .init("\u{1B}[27;5;13~", .key(Key(.enter, .control))),
    .init("\u{1B}[1114112u"), .init("\u{1B}[55296u"), .init("\u{1B}[155u"),
  ]

  static let mouse: [InputSample] = [
    .init("\u{1B}[<0;10;5M", .mouse(MouseEvent(.press(.left), column: 9, row: 4))),
    .init("\u{1B}[<0;10;5m", .mouse(MouseEvent(.release(.left), column: 9, row: 4))),
    .init("\u{1B}[<2;1;1M", .mouse(MouseEvent(.press(.right), column: 0, row: 0))),
    .init("\u{1B}[<32;300;200M", .mouse(MouseEvent(.drag(.left), column: 299, row: 199))),
    .init("\u{1B}[<35;2;3M", .mouse(MouseEvent(.move, column: 1, row: 2))),
    .init("\u{1B}[<64;2;3M", .mouse(MouseEvent(.wheel(.up), column: 1, row: 2))),
    .init("\u{1B}[<65;2;3M", .mouse(MouseEvent(.wheel(.down), column: 1, row: 2))),
    .init(
      "\u{1B}[<85;2;3M",
      .mouse(MouseEvent(.wheel(.down), column: 1, row: 2, modifiers: [.control, .shift]))),
    .init(
      "\u{1B}[<8;2;3M", .mouse(MouseEvent(.press(.left), column: 1, row: 2, modifiers: .alt))),
    .init("\u{1B}[<128;2;3M"), .init("\u{1B}[<0;0;3M"), .init("\u{1B}[<0;1M"),
    .init("\u{1B}[<M"), .init("\u{1B}[<64;2;3m"), .init("\u{1B}[<0;99999999999999999999;3M"),
    .init("\u{1B}[M !\"", .mouse(MouseEvent(.press(.left), column: 0, row: 1))),
    .init("\u{1B}[M#!\"", .mouse(MouseEvent(.release(.left), column: 0, row: 1))),
    .init(
      [0x1B, 0x5B, 0x4D, 0x60, 0xFF, 0x21],
      .mouse(MouseEvent(.wheel(.up), column: 222, row: 0))),
  ]

  static let pasted: [InputSample] = [
    .init("\u{1B}[200~hello\u{1B}[201~", .paste("hello")),
    .init("\u{1B}[200~a\r\nb\rc\nd\u{1B}[201~", .paste("a\nb\nc\nd")),
    .init("\u{1B}[200~q\u{3}\u{1B}[A日\u{1B}[201~", .paste("q\u{3}\u{1B}[A日")),
    .init("\u{1B}[200~\u{1B}\u{1B}[20\u{1B}[201~", .paste("\u{1B}\u{1B}[20")),
    .init("\u{1B}[200~\u{1B}[201~"), .init("\u{1B}[201~"),
    .init(
      [0x1B, 0x5B] + Array("200~a".utf8) + [0xFF] + Array("\u{1B}[201~".utf8), .paste("a\u{FFFD}")),
  ]

  static let swallowed: [InputSample] = [
    .init("\u{1B}[1;5R"), .init("\u{1B}[?62;22c"), .init("\u{1B}[>1;4000;19c"),
    .init("\u{1B}[24;80R"),
    .init("\u{1B}[?2026;2$y"), .init("\u{1B}[8;24;80t"), .init("\u{1B}[0n"),
    .init("\u{1B}[34~"), .init("\u{1B}[1;9A"), .init("\u{1B}Oz"), .init("\u{1B}[[Z"),
    .init("\u{1B}[E"), .init("\u{1B}[1 q"),
    .init("\u{1B}]11;rgb:0000/0000/0000\u{7}", .background(isLight: false)),
    .init("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", .background(isLight: true)),
    .init("\u{1B}]11;rgba:ff/fa/80/ff\u{1B}\\", .background(isLight: true)),
    .init("\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\"), .init("\u{1B}]11;rgb:ffff/ffff\u{1B}\\"),
    .init("\u{1B}P1$r0m\u{1B}\\"), .init("\u{1B}_Gi=1;OK\u{1B}\\"),
    .init("\u{1B}[" + String(repeating: "1;", count: 500) + "A"),
    .init([0x80]), .init([0xFF]), .init([0xC0]), .init([0xF5]),
    .init([0xC2, 0x9B]), .init([0xC2, 0x85]),
    .init([0xE6, 0x41], .key("A")), .init([0xED, 0xA0, 0x80]), .init([0xF4, 0x90, 0x80, 0x80]),
    .init([0xE0, 0x80, 0x61], .key("a")), .init([0xC3, 0xC3, 0xA9], .key("é")),
    .init("\u{1B}[1;\u{3}", .key(.control("c"))), .init("\u{1B}[1\u{1B}[A", .key(.up)),
    .init("\u{1B}]1\u{3}", .key(.control("c"))), .init("\u{1B}]1\u{1B}[A", .key(.up)),
    .init([0x1B, 0x5B, 0x31, 0xC3, 0xA9], .key("é")),
    .init("\u{1B}[M!\u{3}", .key(.control("c"))),
  ]
}
