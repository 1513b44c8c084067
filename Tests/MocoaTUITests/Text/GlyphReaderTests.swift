import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct GlyphReaderTests {
  /// A text, what is drawn of it, and the columns that takes.
  static let samples: [(text: String, drawn: String, columns: Int)] = [
    ("", "", 0), ("abc", "abc", 3), ("naïve", "naïve", 5),
    ("e\u{301}", "e\u{301}", 1), ("日本", "日本", 4), ("😀", "😀", 2),
    // Emoji sequences: the first of them, which is what all terminals agree on.
    ("👨‍👩‍👧‍👦", "👨", 2), ("👍🏽", "👍", 2), ("☝🏽", "☝", 1), ("❤️", "❤", 1), ("❤️‍🔥", "❤", 1),
    ("👩🏽‍⚕️!", "👩!", 3), ("🏳️‍🌈", "🏳", 1), ("👨‍👩‍👧x👨‍👩‍👧", "👨x👨", 5),
    ("🇫🇷", "🇫🇷", 2), ("1️⃣", "1\u{20E3}", 1), ("🏴\u{E0067}\u{E007F}", "🏴", 2),
    ("😀😀", "😀😀", 4), ("🏽", "🏽", 2), ("a🏽", "a🏽", 3), ("a\u{200D}😀", "a😀", 3),
    // Scripts.
    ("क्षि", "क\u{94D}षि", 3), ("நி", "நி", 2), ("กำ", "กำ", 2),
    ("한", "한", 2), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
    ("سلام", "سلام", 4), ("می\u{200C}خواهم", "میخواهم", 7),
    // Marks: four at most, and none without something to join.
    ("a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}b", "a\u{301}\u{302}\u{303}\u{304}b", 2),
    ("\u{301}a", "a", 1),
    // Control characters and what else must not reach a terminal.
    ("a\tb", "a b", 3), ("\u{1B}[2J", "␛[2J", 4), ("\r\n", "␍␊", 2), ("\0", "␀", 1),
    ("\u{7F}", "␡", 1), ("\u{9B}2J", "\u{FFFD}2J", 3), ("a\u{2028}b", "a\u{FFFD}b", 3),
    ("a\u{202E}b\u{2066}c\u{200B}\u{FEFF}\u{AD}d", "abcd", 4),
    ("\u{FFFE}\u{378}", "\u{FFFD}\u{FFFD}", 2), ("\u{E000}", "\u{E000}", 1),
  ]

  @Test(arguments: samples)
  func textIsDrawnAs(text: String, drawn: String, columns: Int) {
    #expect(picture(of: Array(text.utf8)) == drawn)
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test func whatIsDrawnIsDrawnAsItIs() {
    for sample in Self.samples {
      #expect(picture(of: Array(sample.drawn.utf8)) == sample.drawn)
      #expect(TextWidth.columns(of: sample.drawn) == sample.columns, "\(sample.drawn)")
    }
  }

  @Test func noScalarComesOutAsAControlCharacter() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let all = glyphs(of: Array(String(Character(scalar)).utf8))
      let areSafe = all.allSatisfy { glyph in
        glyph.columns <= 2 && CharacterClass(of: glyph.scalar) != .invisible
          && (CharacterClass(of: glyph.scalar) != .replaced)
      }
      if !areSafe || all.count > 1 { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0, radix: 16) })")
  }

  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x80, 0x80], "\u{FFFD}\u{FFFD}"), ([0xE6, 0x97], "\u{FFFD}"),
      ([0xE6, 0x97, 0x41], "\u{FFFD}A"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func bytesThatAreNotUTF8AreReplaced(bytes: [UInt8], drawn: String) {
    #expect(picture(of: bytes) == drawn)
  }

  @Test(arguments: 0..<50) func readsBytesAsSwiftDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let bytes = (0..<12).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : [0xE0, 0xED, 0xF0, 0xF4, 0xC2, 0x80, 0x9F, 0xA0, 0xBF, 0x41].randomElement(
            using: &generator) ?? 0
      }
      let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
      #expect(glyphs(of: bytes) == glyphs(of: repaired), "\(bytes), seed \(seed)")
    }
  }

  @Test func positionsAreInBytesOfTheText() {
    let bytes = Array("a日\u{200D}e\u{301}".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      var reader = GlyphReader(bytes)
      var positions: [[Int]] = []
      while reader.next() != nil { positions.append([reader.start, reader.offset]) }
      #expect(positions == [[0, 1], [1, 4], [7, 8], [8, 10]])
    }
  }

  private func glyphs(of bytes: [UInt8]) -> [Glyph] {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = GlyphReader(bytes)
      var glyphs: [Glyph] = []
      while let glyph = reader.next() { glyphs.append(glyph) }
      return glyphs
    }
  }

  private func picture(of bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    for glyph in glyphs(of: bytes) { scalars.append(Unicode.Scalar(glyph.scalar) ?? "\0") }
    return String(scalars)
  }
}
