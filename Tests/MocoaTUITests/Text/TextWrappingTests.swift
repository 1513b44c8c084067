import MocoaCore
import Testing

@testable import MocoaTUI

@Suite struct TextWrappingTests {
  @Test(arguments: [
    ("", 5, [""]), ("one", 5, ["one"]), ("one two", 5, ["one", "two"]),
    ("one two", 7, ["one two"]), ("one  two", 4, ["one", "two"]), ("one two ", 3, ["one", "two"]),
    ("a\nb", 5, ["a", "b"]), ("a\r\nb\n", 5, ["a", "b", ""]), ("\n", 5, ["", ""]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("ab cdefgh", 3, ["ab", "cde", "fgh"]),
    ("  ab cd", 4, ["  ab", "cd"]), ("   abcd", 5, ["   ab", "cd"]), ("   ", 2, [""]),
    ("   日", 4, ["日"]),
    ("日本語", 4, ["日本", "語"]), ("日本語", 1, ["日", "本", "語"]), ("ab日本", 3, ["ab", "日", "本"]),
    ("see 日本 go", 7, ["see 日", "本 go"]), ("e\u{301}e\u{301}", 1, ["e\u{301}", "e\u{301}"]),
    ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("a\tb", 1, ["a", "b"]), ("aaa bb", 5, ["aaa", "bb"]),
    ("a\rb", 5, ["a\rb"]),
  ])
  func wraps(text: String, columns: Int, expected: [String]) {
    #expect(TextWidth.lines(of: text, wrappedTo: columns).map(String.init) == expected)
  }

  @Test(arguments: 0..<200) func linesFitAndLoseOnlyBlanks(seed: UInt64) {
    var texts = RandomText(seed: seed)
    let text = texts.next(pieces: 40, lineEnds: true)
    for columns in 1...12 {
      let lines = TextWidth.lines(of: text, wrappedTo: columns)
      var end = text.startIndex
      for line in lines {
        let width = TextWidth.columns(of: line)
        let isOneWideGlyph = columns == 1 && width == 2
        #expect(
          width <= columns || isOneWideGlyph, "\(line.debugDescription) at \(columns), seed \(seed)"
        )
        #expect(isBlank(text[end..<line.startIndex]), "seed \(seed)")
        end = line.endIndex
      }
      #expect(isBlank(text[end...]), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<50) func theLimitTakesTheFirstLines(seed: UInt64) {
    var texts = RandomText(seed: seed)
    let text = texts.next(pieces: 40, lineEnds: true)
    let all = TextWidth.lines(of: text, wrappedTo: 6)
    for limit in 0...all.count + 1 {
      let some = TextWidth.lines(of: text, wrappedTo: 6, limit: limit)
      #expect(some == Array(all.prefix(limit)), "seed \(seed)")
    }
  }

  /// Whether there are only blanks, line ends, and what does not show or belongs to those.
  private func isBlank(_ text: Substring) -> Bool {
    GraphicRendition.removed(from: text).unicodeScalars.allSatisfy { scalar in
      " \t\r\n".unicodeScalars.contains(scalar)
        || [.invisible, .joining].contains(CharacterClass(of: scalar.value))
    }
  }
}
