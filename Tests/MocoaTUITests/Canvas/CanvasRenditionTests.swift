import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Text that selects its own colors.
@Suite struct CanvasRenditionTests {
  /// A letter for each look, and the looks of a row by their letters; spaces are the own style.
  private func picture(
    of text: String, columns: Int = 20, at column: Int = 0, style: StyleName = .body
  ) -> (text: String, looks: String) {
    let frame = drawing(columns: columns) { canvas in
      canvas.drawUnclamped(text, at: Point(column: column, row: 0), columns: .max, style: style)
    }
    #expect(frame.faults == [])
    return (frame.lines[0], looks(of: frame, row: 0, style))
  }

  private func looks(of frame: FrameBuffer, row: Int, _ style: StyleName = .body) -> String {
    var text = ""
    for column in 0..<frame.size.columns {
      let own = frame.style(at: Point(column: column, row: row)).style
      let letters: [(TextStyle, Character)] = [
        (TextStyle(), " "), (TextStyle(foreground: .red), "r"),
        (TextStyle(foreground: .palette(12)), "B"),
        (TextStyle(background: .green), "g"), (TextStyle(foreground: .palette(208)), "o"),
        (TextStyle(foreground: .rgb(1, 2, 3)), "t"), (TextStyle(background: .rgb(1, 2, 3)), "T"),
        (TextStyle(attributes: .bold), "b"), (TextStyle(attributes: .underline), "u"),
        (TextStyle(attributes: [.bold, .underline]), "x"), (TextStyle(attributes: .dim), "d"),
        (TextStyle(attributes: .italic), "i"), (TextStyle(attributes: .reverse), "v"),
        (TextStyle(foreground: .red, attributes: .bold), "R"),
        (TextStyle(attributes: .strikethrough), "s"),
        (TextStyle(foreground: .red, attributes: .strikethrough), "S"),
      ]
      let letter = letters.first { style.overlaid(with: $0.0) == own }?.1
      text.append(own == .body && style != .body ? "." : letter ?? "?")
    }
    while text.last == " " || text.last == "." { text.removeLast() }
    return text
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var shown: String
    var looks: String
    var testDescription: String { text.debugDescription }
  }

  private static let samples = [
    Sample(text: "a\u{1B}[31mbc\u{1B}[md", shown: "abcd", looks: " rr"),
    Sample(text: "\u{1B}[1mab\u{1B}[31mc\u{1B}[22md\u{1B}[39me", shown: "abcde", looks: "bbRr"),
    Sample(text: "\u{1B}[94ma\u{1B}[0;42mb\u{1B}[49mc", shown: "abc", looks: "Bg"),
    Sample(text: "\u{1B}[38;5;208ma\u{1B}[38;2;1;2;3mb", shown: "ab", looks: "ot"),
    Sample(text: "\u{1B}[38:5:208ma\u{1B}[38:2::1:2:3mb", shown: "ab", looks: "ot"),
    Sample(text: "\u{1B}[38:2:1:2:3ma\u{1B}[m\u{1B}[48;2;1;2;3mb", shown: "ab", looks: "tT"),
    Sample(text: "\u{1B}[2ma\u{1B}[22;3mb\u{1B}[23;4mc", shown: "abc", looks: "diu"),
    Sample(text: "\u{1B}[4:3ma\u{1B}[4:0mb\u{1B}[7mc\u{1B}[27md", shown: "abcd", looks: "u v"),
    // What is unknown changes nothing, nor do the numbers that belong to it.
    Sample(text: "\u{1B}[5;8;53ma\u{1B}[58;2;1;2;3;31mb", shown: "ab", looks: " r"),
    Sample(text: "\u{1B}[9ma\u{1B}[31mb\u{1B}[29mc", shown: "abc", looks: "sSr"),
    // Links are their texts, in the colors around and in them.
    Sample(
      text: "a\u{1B}[31m\u{1B}]8;;http://x\u{1B}\\bc\u{1B}[m\u{1B}]8;;\u{1B}\\d", shown: "abcd",
      looks: " rr"),
    Sample(text: "\u{1B}]8;;x\u{7}日\u{1B}]8;;\u{7}x", shown: "日x", looks: ""),
    Sample(text: "\u{1B}]8;;x\u{9B}\u{7}b", shown: "b", looks: ""),
    Sample(text: "\u{1B}]8;;x\u{1B}]0;t\u{7}", shown: "␛]8;;x␛]0;t␇", looks: ""),
    Sample(text: "\u{1B}[38;5;300ma\u{1B}[38;2;1mb\u{1B}[38mc", shown: "abc", looks: ""),
    Sample(text: "\u{1B}[;;31ma\u{1B}[31;mb", shown: "ab", looks: "r"),
    Sample(text: "a\u{1B}[01;31m\u{1B}[Kb\u{1B}[m\u{1B}[Kc", shown: "abc", looks: " R"),
    Sample(text: "\u{1B}[31m日e\u{301}\u{1B}[1m\u{302}x", shown: "日e\u{301}\u{302}x", looks: "rrrR"),
    // Overstriking.
    Sample(text: "N\u{8}NA\u{8}A _\u{8}f_\u{8}é", shown: "NA fé", looks: "bb uu"),
    Sample(text: "_\u{8}x\u{8}x_\u{8}_日\u{8}日", shown: "x_日", looks: "xbbb"),
    Sample(text: "\u{1B}[31ma\u{8}a", shown: "a", looks: "R"),
    // Other sequences are symbols.
    Sample(text: "\u{1B}[31", shown: "␛[31", looks: ""),
    Sample(text: "\u{1B}[2J\u{1B}[31mx", shown: "␛[2Jx", looks: "    r"),
    Sample(text: "a\u{8}b\u{1B}]0;t\u{7}", shown: "a␈b␛]0;t␇", looks: ""),
  ]

  @Test("38.7: sequences in text are looks", arguments: samples)
  func sequencesAreLooks(sample: Sample) {
    let whole = picture(of: sample.text)
    #expect(whole.text == sample.shown && whole.looks == sample.looks, "\(whole)")
    // Over a style of its own, such as that of a title.
    let title = picture(of: sample.text, style: .title)
    #expect(title.text == sample.shown && title.looks == sample.looks, "\(title)")
  }

  @Test("38.7: text scrolled to the left keeps the colors that were selected in front")
  func scrolledText() {
    let shown = picture(of: "\u{1B}[31mabc\u{1B}[mdef", at: -2)
    #expect(shown.text == "cdef" && shown.looks == "r")
  }

  @Test("38.7: colors end with the text, and its ellipsis has none")
  func colorsEndWithTheText() {
    let frame = drawing(columns: 12, rows: 2) { canvas in
      canvas.write("\u{1B}[31mabc")
      canvas.write("def")
      canvas.newLine()
      canvas.draw("\u{1B}[31mabcdefgh", at: Point(column: 0, row: 1), columns: 4)
    }
    #expect(frame.lines == ["abc def", "abc…"])
    #expect(looks(of: frame, row: 0) == "rrr" && looks(of: frame, row: 1) == "rrr")
  }

  @Test("38.7: wrapped lines go on in their colors")
  func wrappedText() {
    let frame = drawing(columns: 6, rows: 3) { canvas in
      canvas.drawWrapped("a \u{1B}[31mbcde\u{1B}[1m fgh\u{1B}[m ij klmnopq", in: canvas.bounds)
    }
    #expect(frame.lines == ["a bcde", "fgh ij", "klmno…"])
    #expect((0..<3).map { looks(of: frame, row: $0) } == ["  rrrr", "RRR", ""])
  }

  @Test("38.7: matches are found across colors, and are seen")
  func matches() {
    let frame = drawing(columns: 10) { canvas in
      canvas.highlight = Highlight(column: nil) { $0.ranges(of: "error") }
      canvas.draw("an \u{1B}[41mer\u{1B}[mror", at: .zero)
    }
    #expect(frame.lines == ["an error"])
    let overlays = (0..<10).map { frame.style(at: Point(column: $0, row: 0)).overlay }
    #expect(overlays == [nil, nil, nil] + Array(repeating: .match, count: 5) + [nil, nil])
  }

  @Test("38.7: the current row and matches have their colors over any others")
  func overlaysWin() {
    let table = StyleTable()
    let look = TextStyle(foreground: .black, background: .white)
    for theme in [Theme.dark, .light, .highContrast] {
      for style in [StyleName.cursorRow, .markedCursorRow, .inactiveCursorRow, .match] {
        guard let background = theme[style].background else { continue }
        let shown = theme.look(
          style: table.number(0, overlaidWith: look), overlay: table.number(of: style),
          in: table, colorCount: 256)
        #expect(shown.background == background, "\(style)")
        #expect(shown.foreground == theme[style].foreground, "\(style)")
      }
    }
  }

  @Test("38.7: colors of data leave room for other styles")
  func manyColors() {
    let table = StyleTable()
    for red in UInt8.min...255 {
      for green in UInt8.min...255 {
        _ = table.number(0, overlaidWith: TextStyle(foreground: .rgb(red, green, 0)))
      }
    }
    #expect(table.number(of: .cursorRow) != 0)
    #expect(table.number(of: .match) != 0)
  }

  @Test("38.7: text with colors is as wide as without them, and shows the same")
  func colorsTakeNoColumns() {
    var random = SeededGenerator(seed: 387)
    var texts = RandomText(seed: 387)
    let codes =
      ["", "0", "1", "4:3", "7", "9", "31", "38;5;200", "38;2;1;2;3", "48:2::9:8:7", "39"]
      .map { "\u{1B}[\($0)m" } + ["\u{1B}]8;;http://x\u{1B}\\", "\u{1B}]8;;\u{7}"]
    for _ in 0..<2_000 {
      let plain = GraphicRendition.removed(from: texts.next(pieces: 12, lineEnds: false))
      var text = ""
      for character in plain {
        while Int.random(in: 0..<3, using: &random) == 0 {
          text += codes.randomElement(using: &random) ?? ""
        }
        text.append(character)
      }
      #expect(GraphicRendition.removed(from: text) == plain)
      #expect(
        TextWidth.columns(of: text) == TextWidth.columns(of: plain), "\(text.debugDescription)")
      let column = Int.random(in: -5...5, using: &random)
      let limit = Int.random(in: 0...30, using: &random)
      let frames = [text, plain].map { text in
        drawing(columns: 20) { canvas in
          canvas.drawUnclamped(
            text, at: Point(column: column, row: 0), columns: limit, style: .body)
        }
      }
      #expect(frames[0].lines == frames[1].lines, "\(text.debugDescription)")
      #expect(frames[0].faults == [])
      #expect(!frames[0].row(0).contains { $0.glyph < 0x20 || $0.glyph == 0x7F })
      let columns = Int.random(in: 1...20, using: &random)
      let lines = [text, plain].map { text in
        TextWidth.lines(of: text, wrappedTo: columns).map {
          GraphicRendition.removed(from: $0)
        }
      }
      #expect(lines[0] == lines[1], "\(text.debugDescription)")
    }
  }
}
