import MocoaCore
import Testing

@testable import MocoaTUI

@Suite struct TextWidthTests {
  @Test(arguments: 0..<100) func aTextCutAnywhereTakesTheSameColumns(seed: UInt64) {
    var texts = RandomText(seed: seed)
    let text = texts.next(pieces: 20)
    let columns = TextWidth.columns(of: text)
    for limit in 0...columns + 1 {
      let prefix = TextWidth.prefix(of: text, fitting: limit)
      let rest = text[prefix.endIndex...]
      #expect(TextWidth.columns(of: prefix) <= limit)
      #expect(TextWidth.columns(of: prefix) >= min(limit, columns) - 1, "wide ones may not fit")
      #expect(TextWidth.columns(of: prefix) + TextWidth.columns(of: rest) == columns)
      let suffix = TextWidth.suffix(of: text, fitting: limit)
      let before = text[..<suffix.startIndex]
      #expect(TextWidth.columns(of: suffix) <= limit)
      #expect(TextWidth.columns(of: suffix) >= min(limit, columns) - 1)
      #expect(TextWidth.columns(of: before) + TextWidth.columns(of: suffix) == columns)
      #expect(TextWidth.columns(of: text, upTo: limit) == min(limit, columns))
    }
  }

  @Test(
    "41.7: tabs extend to the next multiple of eight columns",
    arguments: [
      ("a\tb", "a       b"), ("\ta", "        a"), ("12345678\t9", "12345678        9"),
      ("a\tbc\t", "a       bc      "), ("日\tx", "日      x"), ("ab", "ab"),
      ("\u{1B}[31ma\u{1B}[m\tb", "\u{1B}[31ma\u{1B}[m       b"),
    ])
  func tabsAreExpanded(text: String, expected: String) {
    #expect(TextWidth.expandingTabs(text) == expected)
  }

  @Test(
    "41.7: texts are written in their own colors, and in nothing else",
    arguments: [
      ("a\u{1B}[31mb\u{1B}[0mc", "a\u{1B}[0;31mb\u{1B}[0mc"),
      ("\u{1B}[1;32mb", "\u{1B}[0;1;32mb\u{1B}[0m"), ("plain", nil), ("\u{1B}[2Jx", nil),
      ("\u{1B}[31m\u{1B}[2J\u{7}x", "\u{1B}[0;31m␛[2J␇x\u{1B}[0m"),
      ("\u{1B}[9ma\u{1B}]8;;x\u{7}b\u{1B}]8;;\u{7}", "\u{1B}[0;9mab\u{1B}[0m"),
    ])
  func colorsAreWrittenAnew(text: String, expected: String?) {
    #expect(TextWidth.inItsColors(text) == expected)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abc", 2, "ab"), ("abc", 0, ""), ("abc", -1, ""), ("日本", 3, "日"),
    ("e\u{301}x", 1, "e\u{301}"), ("👨‍👩‍👧x", 2, "👨‍👩‍👧"), ("👨‍👩‍👧x", 1, ""), ("a\u{200D}b", 1, "a\u{200D}"),
  ])
  func prefixFits(text: String, columns: Int, expected: String) {
    #expect(TextWidth.prefix(of: text, fitting: columns) == expected)
    #expect(TextWidth.prefix(of: Substring("日" + text).dropFirst(), fitting: columns) == expected)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abc", 2, "bc"), ("abc", 0, ""), ("日本", 3, "本"),
    ("xe\u{301}", 1, "e\u{301}"), ("x👨‍👩‍👧", 2, "👨‍👩‍👧"), ("x👨‍👩‍👧", 1, ""),
  ])
  func suffixFits(text: String, columns: Int, expected: String) {
    #expect(TextWidth.suffix(of: text, fitting: columns) == expected)
  }

  @Test(arguments: [
    ("hello", 5, "hello", "hello", "hello"), ("hello!", 5, "hell…", "he…o!", "…llo!"),
    ("hello", 1, "…", "…", "…"), ("hello", 0, "", "", ""), ("hello", -3, "", "", ""),
    ("hello", 2, "h…", "h…", "…o"), ("日本語", 5, "日本…", "日…語", "…本語"),
    ("日本語", 4, "日…", "日…", "…語"), ("日本", 4, "日本", "日本", "日本"), ("", 3, "", "", ""),
  ])
  func truncates(text: String, columns: Int, end: String, middle: String, start: String) {
    #expect(TextWidth.truncated(text, to: columns) == end)
    #expect(TextWidth.truncated(text, to: columns, at: .middle) == middle)
    #expect(TextWidth.truncated(text, to: columns, at: .start) == start)
  }

  @Test(arguments: 0..<100) func truncatedTextFitsAndPaddedTextFills(seed: UInt64) {
    var texts = RandomText(seed: seed)
    let text = texts.next(pieces: 12)
    for columns in 0...12 {
      for truncation in [TextWidth.Truncation.end, .middle, .start] {
        let result = TextWidth.truncated(text, to: columns, at: truncation)
        #expect(TextWidth.columns(of: result) <= columns, "\(text.debugDescription)")
        #expect((result == text) == (TextWidth.columns(of: text) <= columns))
      }
      for alignsTrailing in [false, true] {
        let result = TextWidth.padded(text, to: columns, alignsTrailing: alignsTrailing)
        #expect(TextWidth.columns(of: result) == columns, "\(text.debugDescription)")
      }
    }
  }

  @Test func padsOnEitherSide() {
    #expect(TextWidth.padded("日", to: 4) == "日  ")
    #expect(TextWidth.padded("12", to: 4, alignsTrailing: true) == "  12")
    #expect(TextWidth.padded("日本語", to: 4) == "日… ")
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\tb\u{1B}[31m", "a b␛[31m"), ("\u{9B}\u{2028}", "\u{FFFD}\u{FFFD}"),
    ("a\u{202E}b\u{200F}", "ab"), ("👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("\u{1FAE9}", "\u{1FAE9}"),
  ])
  func sanitizes(text: String, expected: String) {
    #expect(TextWidth.sanitized(text) == expected)
  }

  @Test(arguments: 0..<100) func sanitizedTextHasNoControlsAndTakesTheSameColumns(seed: UInt64) {
    var texts = RandomText(seed: seed)
    let text = GraphicRendition.removed(from: texts.next(pieces: 30, lineEnds: true))
    let result = TextWidth.sanitized(text)
    #expect(!result.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(!result.unicodeScalars.contains { $0.properties.isBidiControl })
    #expect(TextWidth.columns(of: result) == TextWidth.columns(of: text))
    #expect(TextWidth.sanitized(result) == result)
  }

  @Test(arguments: [
    ("~/a/b/c.json", 12, "~/a/b/c.json"), ("~/a/b/c.json", 11, "~/…/c.json"),
    ("~/a/bb/cc/d.json", 14, "~/…/cc/d.json"), ("/home/ann/logs/events.json", 15, "/…/events.json"),
    ("/home/ann/events.json", 10, "event…json"), ("events.json", 8, "even…son"),
    ("https://h.example/v1/items?page=2", 24, "https:/…/v1/items?page=2"), ("a/b", 0, ""),
  ])
  func pathsKeepTheirEnds(_ path: String, _ columns: Int, _ result: String) {
    let text = TextWidth.shortenedPath(path, to: columns)
    #expect(text == result)
    #expect(TextWidth.columns(of: text) <= columns)
  }

  // defect T9
  @Test func flagsAreNeverCutInHalf() {
    let text = "a🇫🇷🇩🇪b"
    #expect(TextWidth.truncated(text, to: 3) == "a…")
    #expect(TextWidth.truncated(text, to: 4) == "a🇫🇷…")
    #expect(TextWidth.truncated(text, to: 3, at: .start) == "…b")
    #expect(TextWidth.truncated(text, to: 4, at: .start) == "…🇩🇪b")
    #expect(TextWidth.lines(of: "🇫🇷🇩🇪", wrappedTo: 3).map(String.init) == ["🇫🇷", "🇩🇪"])
    let frame = FrameBuffer(size: Size(columns: 8, rows: 1))
    Canvas(frame).draw(text, at: .zero, columns: 3)
    #expect(frame.lines == ["a …"])
  }

  @Test(
    "A text is plain if sanitizing leaves it as it is", arguments: 1...40 as ClosedRange<UInt64>)
  func plainTextsHaveTheirColumns(seed: UInt64) {
    var random = RandomText(seed: seed)
    for length in [1, 3, 12] {
      let text = random.next(pieces: length)
      let isPlain = TextWidth.sanitized(text) == text
      let expected = isPlain ? TextWidth.columns(of: text) : nil
      Array(text.utf8).withUnsafeBytes { bytes in
        #expect(TextWidth.columns(ofPlain: bytes) == expected)
        guard isPlain else { return }
        let length = TextWidth.length(ofPlain: bytes, fitting: 3)
        #expect(
          String(decoding: bytes[..<length], as: UTF8.self)
            == TextWidth.prefix(of: text, fitting: 3))
      }
    }
  }
}
