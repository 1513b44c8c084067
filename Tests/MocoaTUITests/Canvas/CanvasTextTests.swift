import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct CanvasTextTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var column = 0
    var columns: Int?
    var expected: String
    var used: Int
    var testDescription: String { "\"\(text)\" at \(column) in \(columns.map(String.init) ?? "-")" }
  }

  /// On a row of eight columns.
  private static let samples = [
    Sample(text: "abc", expected: "abc", used: 3),
    Sample(text: "abcdefgh", expected: "abcdefgh", used: 8),
    Sample(text: "abcdefghi", expected: "abcdefg…", used: 8),
    Sample(text: "abc", column: 6, expected: "      a…", used: 2),
    Sample(text: "abc", column: 7, expected: "       …", used: 1),
    Sample(text: "abc", column: 8, expected: "", used: 0),
    Sample(text: "abc", column: 100, expected: "", used: 0),
    Sample(text: "abcd", column: -2, expected: "cd", used: 4),
    Sample(text: "abcd", column: -4, expected: "", used: 4),
    Sample(text: "abcdef", columns: 3, expected: "ab…", used: 3),
    Sample(text: "abcdef", columns: 1, expected: "…", used: 1),
    Sample(text: "abcdef", columns: 0, expected: "", used: 0),
    Sample(text: "abcdef", columns: -5, expected: "", used: 0),
    Sample(text: "", expected: "", used: 0),
    Sample(text: "日本", expected: "日本", used: 4),
    Sample(text: "日本", columns: 3, expected: "日…", used: 3),
    Sample(text: "日本", columns: 2, expected: " …", used: 2),
    Sample(text: "日本", columns: 1, expected: "…", used: 1),
    Sample(text: "日本", column: -1, expected: " 本", used: 4),
    Sample(text: "日本", column: 6, expected: "       …", used: 2),
    Sample(text: "e\u{301}a", expected: "e\u{301}a", used: 2),
    Sample(text: "日\u{301}", column: -1, expected: "", used: 2),
    Sample(text: "a\u{1B}[2Jb", expected: "a␛[2Jb", used: 6),
    Sample(text: "a\u{1B}[31mb", expected: "ab", used: 2),
    Sample(text: "abcdefgh\u{1B}[m", expected: "abcdefgh", used: 8),
    Sample(text: "a\tb\u{0}\u{202E}c", expected: "a b␀c", used: 5),
  ]

  @Test(arguments: samples)
  func drawsAndClips(sample: Sample) {
    var used = 0
    let frame = drawing(columns: 8) { canvas in
      used = canvas.draw(
        sample.text, at: Point(column: sample.column, row: 0), columns: sample.columns)
    }
    #expect(frame.lines == [sample.expected])
    #expect(used == sample.used)
    #expect(frame.faults == [])
  }

  @Test(arguments: samples)
  func measuresOutsideAsInside(sample: Sample) {
    let frame = drawing(columns: 8) { canvas in
      for row in [-1, 1, Int.min, Int.max] {
        let used = canvas.draw(
          sample.text, at: Point(column: sample.column, row: row), columns: sample.columns)
        #expect(used == sample.used)
      }
    }
    #expect(frame.lines == [""])
  }

  @Test func wideGlyphAtTheClipIsBlankOnBothSides() {
    // A part of three columns over columns 2 to 4 of a wider row.
    let frame = drawing(columns: 8) { canvas in
      canvas.fill(canvas.bounds, with: "·")
      let part = canvas.part(.row(0, 2..<5))
      part.drawUnclamped("日本語", at: Point(column: -1, row: 0), columns: .max, style: .body)
    }
    #expect(frame.lines == ["·· 本···"])
    let other = drawing(columns: 8) { canvas in
      canvas.fill(canvas.bounds, with: "·")
      let part = canvas.part(.row(0, 2..<5))
      part.drawUnclamped("日本語", at: Point(column: 0, row: 0), columns: .max, style: .body)
    }
    #expect(other.lines == ["··日 ···"])
    #expect(frame.faults + other.faults == [])
  }

  @Test func overwritingHalfOfAWideGlyphBlanksTheOther() {
    for (column, expected) in [(0, "x 本"), (1, " x本"), (2, "日x"), (3, "日 x")] {
      let frame = drawing(columns: 4) { canvas in
        canvas.draw("日本", at: .zero)
        canvas.draw("x", at: Point(column: column, row: 0))
      }
      #expect(frame.lines == [expected], "at \(column)")
      #expect(frame.faults == [])
    }
    let wide = drawing(columns: 4) { canvas in
      canvas.draw("日本", at: .zero)
      canvas.draw("語", at: Point(column: 1, row: 0))
    }
    #expect(wide.lines == [" 語"])
    #expect(wide.faults == [])
  }

  @Test func marksJoinWhatStandsBeforeThem() {
    let frame = drawing(columns: 4) { $0.draw("a\u{301}\u{302}\u{303}\u{304}\u{305}b", at: .zero) }
    // A cell holds a base and four marks.
    #expect(frame.lines == ["a\u{301}\u{302}\u{303}\u{304}b"])
  }

  @Test func marksOfAGlyphThatIsClippedAreClipped() {
    let frame = drawing(columns: 6) { canvas in
      canvas.draw("......", at: .zero)
      let part = canvas.part(.row(0, 2..<4))
      part.drawUnclamped("e\u{301}a", at: Point(column: -1, row: 0), columns: .max, style: .body)
      part.drawUnclamped("bc\u{301}", at: Point(column: 1, row: 0), columns: .max, style: .body)
    }
    #expect(frame.lines == ["..ab.."])
  }

  @Test func marksOfAHalvedGlyphAreNotLeftOnABlank() {
    let frame = drawing(columns: 4) { canvas in
      canvas.draw("日\u{301}b", at: Point(column: -1, row: 0))
    }
    #expect(frame.lines == [" b"])
    #expect(frame.row(0)[0] == .blank)
  }

  @Test func sameClusterHasOneNumber() {
    let frame = drawing(columns: 4) { canvas in
      for _ in 0..<100 { canvas.draw("e\u{301}o\u{308}", at: .zero) }
    }
    #expect(frame.styles.clusters.count == 2)
  }

  @Test func textHasItsStyle() {
    let frame = drawing(columns: 4) { canvas in
      canvas.draw("日a", at: .zero, style: .title)
      canvas.overlay(.row(0, 2..<3), style: .match)
    }
    #expect(frame.style(at: Point(column: 1, row: 0)).style == .title)
    #expect(frame.style(at: Point(column: 2, row: 0)) == (.title, .match))
    #expect(frame.style(at: Point(column: 3, row: 0)) == (.body, nil))
  }
}

extension CanvasTextTests {
  @Test("11: matches are searched for in the start of a long text only")
  func searchesStartOfLongText() {
    var lengths: [Int] = []
    let frame = drawing(columns: 8) { canvas in
      canvas.highlight = Highlight(column: nil) { text in
        lengths.append(text.utf8.count)
        return text.ranges(of: "b")
      }
      canvas.draw("ab" + String(repeating: "é", count: 100_000), at: .zero)
    }
    #expect(frame.lines == ["abééééé…"])
    #expect(lengths == [Canvas.highlightLimit])
  }
}
