import Testing

@testable import MocoaCore

/// Text without its colors and what is struck over.
@Suite struct GraphicRenditionTests {
  static let samples: [(text: String, plain: String)] = [
    ("", ""), ("plain", "plain"), ("\u{1B}[31mred\u{1B}[m", "red"), ("\u{1B}[mx", "x"),
    ("a\u{1B}[1;4:3;38;5;208mb\u{1B}[0mc", "abc"), ("\u{1B}[38:2::1:2:3mé\u{1B}[39m", "é"),
    // GNU grep and GCC erase the rest of the line behind each of them; terminfo has its own reset.
    ("\u{1B}[01;31m\u{1B}[Kerror:\u{1B}[m\u{1B}[K x", "error: x"), ("a\u{1B}(B\u{1B}[mb", "ab"),
    // What is something else, or is cut off.
    ("\u{1B}[2J", "\u{1B}[2J"), ("\u{1B}[1K", "\u{1B}[1K"), ("\u{1B}[?25lx", "\u{1B}[?25lx"),
    ("\u{1B}[>4;2mx", "\u{1B}[>4;2mx"), ("\u{1B}[31", "\u{1B}[31"), ("\u{1B}[", "\u{1B}["),
    ("\u{1B}", "\u{1B}"), ("\u{1B}(0q", "\u{1B}(0q"), ("\u{1B}[31 mx", "\u{1B}[31 mx"),
    ("\u{1B}\u{1B}[31mx", "\u{1B}x"), ("\u{9B}31mx", "\u{9B}31mx"),
    ("\u{1B}]0;title\u{7}", "\u{1B}]0;title\u{7}"),
    (
      "\u{1B}[" + String(repeating: "1;", count: 100) + "mx",
      "\u{1B}[" + String(repeating: "1;", count: 100) + "mx"
    ),
    // Links, with either end; what is none, or is cut off.
    ("a \u{1B}]8;;http://x\u{1B}\\text\u{1B}]8;;\u{1B}\\ b", "a text b"),
    ("\u{1B}]8;id=1;file:///a%20b\u{7}é\u{1B}]8;;\u{7}", "é"),
    ("\u{1B}]8;;http://x\u{1B}[31mred", "\u{1B}]8;;http://xred"),
    ("\u{1B}]8;;http://x", "\u{1B}]8;;http://x"), ("\u{1B}]8;;x\u{1B}", "\u{1B}]8;;x\u{1B}"),
    ("\u{1B}]8;;a\nb\u{7}", "\u{1B}]8;;a\nb\u{7}"), ("\u{1B}]80;;\u{7}", "\u{1B}]80;;\u{7}"),
    ("\u{1B}]8;;a\u{1B}]8;;b\u{7}", "\u{1B}]8;;a"),
    (
      "\u{1B}]8;;" + String(repeating: "a", count: 5_000) + "\u{7}",
      "\u{1B}]8;;" + String(repeating: "a", count: 5_000) + "\u{7}"
    ),
    // Bold, underlined, and both.
    ("N\u{8}NA\u{8}A", "NA"), ("_\u{8}f_\u{8}i_\u{8}l.", "fil."),
    ("x\u{8}_", "x"), ("_\u{8}x\u{8}x", "x"), ("é\u{8}é‐\u{8}‐", "é‐"), ("_\u{8}é", "é"),
    ("_\u{8}_", "_"), ("日\u{8}日", "日"),
    // No overstriking.
    ("a\u{8}b", "a\u{8}b"), ("\u{8}a", "\u{8}a"), ("a\u{8}", "a\u{8}"), (" \u{8} ", " \u{8} "),
    ("_\u{8}日", "_\u{8}日"), ("\u{1B}[1m\u{8}m", "\u{8}m"), ("a\u{8}\u{8}a", "a\u{8}\u{8}a"),
  ]

  @Test("38.7: text without colors", arguments: samples)
  func textWithoutColors(text: String, plain: String) {
    #expect(GraphicRendition.removed(from: text) == plain)
    #expect(GraphicRendition.removed(from: ("x" + text).dropFirst()) == plain)
    let bytes = Array(text.utf8).withUnsafeBytes { GraphicRendition.removed(from: $0) }
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == (text == plain ? nil : plain))
  }
}
