import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Text that flows: `write`, from both sides.
@Suite struct CanvasFlowTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var columns: Int
    var leading: [String]
    var trailing: [String]
    var expected: String
    var testDescription: String { "\(leading) \(trailing) in \(columns)" }
  }

  static let samples = [
    Sample(columns: 10, leading: ["ab", "cd"], trailing: [], expected: "ab cd"),
    Sample(columns: 10, leading: ["ab"], trailing: ["12"], expected: "ab      12"),
    Sample(columns: 10, leading: ["ab"], trailing: ["12", "34"], expected: "ab   34 12"),
    Sample(columns: 10, leading: [], trailing: ["12"], expected: "        12"),
    Sample(columns: 10, leading: ["", "ab"], trailing: [""], expected: "ab"),
    Sample(columns: 5, leading: ["ab"], trailing: ["12"], expected: "ab 12"),
    Sample(columns: 4, leading: ["ab"], trailing: ["12"], expected: "… 12"),
    Sample(columns: 10, leading: ["abcdefghij"], trailing: ["123"], expected: "abcde… 123"),
    Sample(columns: 10, leading: ["abcdefghij"], trailing: ["1234567"], expected: "abc… 1234…"),
    Sample(columns: 3, leading: ["abc"], trailing: ["1"], expected: "… 1"),
    Sample(columns: 2, leading: ["ab"], trailing: ["1"], expected: " 1"),
    Sample(columns: 1, leading: ["a"], trailing: ["1"], expected: "a"),
    Sample(columns: 0, leading: ["a"], trailing: ["1"], expected: ""),
    Sample(columns: 6, leading: ["日本語"], trailing: ["1"], expected: "日 … 1"),
    Sample(columns: 7, leading: ["日本語"], trailing: ["1"], expected: "日本… 1"),
    Sample(columns: 7, leading: ["abc", "defg"], trailing: ["12"], expected: "abc… 12"),
    Sample(columns: 5, leading: [], trailing: ["日本語"], expected: "日本…"),
  ]

  @Test(arguments: samples)
  func leadingThenTrailing(sample: Sample) {
    let frame = drawing(columns: sample.columns) { canvas in
      for text in sample.leading { canvas.write(text) }
      for text in sample.trailing { canvas.write(text, alignment: .trailing) }
    }
    #expect(frame.lines == [sample.expected])
    #expect(frame.faults == [])
  }

  @Test func leadingAfterTrailingTakesWhatIsLeft() {
    for (columns, expected) in [(9, "abcd… 123"), (6, "a… 123"), (5, "… 123"), (4, " 123")] {
      let frame = drawing(columns: columns) { canvas in
        canvas.write("123", alignment: .trailing)
        canvas.write("abcdefg")
      }
      // Alone in its row, trailing text may take all of it.
      #expect(frame.lines == [expected], "\(columns)")
    }
  }

  @Test func newLineStartsAfresh() {
    let frame = drawing(columns: 6, rows: 2) { canvas in
      canvas.write("a")
      canvas.write("1", alignment: .trailing)
      canvas.newLine()
      canvas.write("b")
      canvas.newLine()
      canvas.write("nowhere")
    }
    #expect(frame.lines == ["a    1", "b"])
  }

  @Test func cutTextKeepsItsStyle() {
    let frame = drawing(columns: 6) { canvas in
      canvas.write("abcdef", style: .title)
      canvas.write("12", style: .number, alignment: .trailing)
    }
    #expect(frame.lines == ["ab… 12"])
    #expect(frame.style(at: Point(column: 2, row: 0)).style == .title)
    #expect(frame.style(at: Point(column: 4, row: 0)).style == .number)
  }

  /// Whatever is written into whatever width: trailing text is there, nothing overlaps, a blank is
  /// between any two texts, and no glyph is halved.
  @Test(arguments: 0..<20)
  func leavesABlankBetweenTexts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let columns = Int.random(in: 0...24, using: &generator)
      let leading = String(repeating: "a", count: Int.random(in: 0...20, using: &generator))
      let trailing = String(repeating: "1", count: Int.random(in: 1...20, using: &generator))
      let frame = drawing(columns: columns) { canvas in
        canvas.write(leading)
        canvas.write(trailing, alignment: .trailing)
      }
      let line = frame.lines[0]
      let letters = line.lastIndex(of: "a"), digits = line.firstIndex(of: "1")
      let room = max(columns / 2, columns - leading.count - 1)
      let message: Comment = "seed \(seed): \(leading) \(trailing) in \(columns): \(line)"
      if columns >= 2 || leading.isEmpty {
        #expect(TextWidth.columns(of: line) == columns, message)
        #expect(line.filter { $0 == "1" }.count >= min(trailing.count, room) - 1, message)
      }
      if let letters, let digits {
        #expect(line[letters..<digits].contains(" "), message)
      }
    }
  }
}
