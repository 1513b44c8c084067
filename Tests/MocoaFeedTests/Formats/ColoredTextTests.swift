import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Sources whose lines have colors, as programs write them for a terminal.
@Suite struct ColoredTextTests {
  /// A source without colors, of each format that leaves them out.
  private static let sources: [(format: FeedFormat, text: String)] = [
    (
      .log,
      """
      2026-11-24 10:11:12,345 ERROR [main] c.e.App - cannot open
      java.io.IOException: x
      \tat c.e.App.open(App.java:17)
      2026-11-24 10:11:13,345 INFO [main] c.e.App - later
      2026-11-24 10:11:14,345 WARN [main] c.e.App - last

      """
    ),
    (.logfmt, "level=info msg=\"it runs\" n=1\nlevel=warn msg=slow n=2\n"),
    (
      .accessLog,
      """
      127.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326
      127.0.0.1 - ada [10/Oct/2000:13:55:37 -0700] "GET /b HTTP/1.0" 404 26

      """
    ),
    (.mixedLog, "starting now\n{\"level\":\"info\",\"msg\":\"runs\"}\nstill running\n"),
    (
      .labelledLog,
      """
      web-1  | 2026-11-24T10:11:12Z INFO listening
      db-1   | 2026-11-24T10:11:13Z WARN slow

      """
    ),
    (
      .aligned,
      """
      NAME     READY   STATUS    AGE
      web-1    1/1     Running   3d
      worker   0/1     Pending   12m

      """
    ),
    (
      .aligned,
      """
       id | name
      ----+------
        1 | ada
        2 | grace
      (2 rows)

      """
    ),
  ]

  @Test("38.7: lines with colors are read as the same lines without them", arguments: sources)
  func colorsAreLeftOut(format: FeedFormat, text: String) throws {
    let plain = Indexed(text)
    #expect(plain.progress.format == format)
    for seed in 1...8 {
      var random = SeededGenerator(seed: UInt64(seed))
      let colored = Self.colored(text, using: &random)
      for chunk in [Int.max, 64, 7, 1] {
        let indexed = Indexed(colored, chunk: chunk)
        #expect(indexed.progress.format == format, "\(colored.debugDescription)")
        #expect(indexed.sections == plain.sections, "\(colored.debugDescription)")
        #expect(indexed.notes == plain.notes)
      }
    }
  }

  /// Returns a text with colors around some words, and at the starts and ends of lines.
  private static func colored(_ text: String, using random: inout SeededGenerator) -> String {
    let codes = ["", "0", "1", "31", "38;5;9", "01;32m\u{1B}[K"]
    var result = ""
    for character in text {
      let isEdge = character == " " || character == "\n" || result.last == "\n" || result.isEmpty
      if isEdge, Bool.random(using: &random) {
        result += "\u{1B}[" + (codes.randomElement(using: &random) ?? "") + "m"
      }
      result.append(character)
    }
    return result.replacing("[Km", with: "[K")
  }

  @Test(
    "38: what moves the cursor in front of labelled lines is left out",
    arguments: [
      "\u{1B}[2K", "\u{1B}[1A\u{1B}[2K\r", "\u{1B}[?25l\u{1B}[0m\u{1B}[K",
      "\u{1B}[1A\n\u{1B}[2K",
    ])
  func movesAreLeftOut(_ moves: String) {
    let lines = ["web-1  | 2026-11-24T10:11:12Z INFO up", "web-1  |  * ready", "db-1   | 5 rows"]
    let plain = Indexed(lines.map { $0 + "\n" }.joined())
    #expect(plain.progress.format == .labelledLog)
    for chunk in [Int.max, 7, 1] {
      let moving = Indexed(lines.map { "\(moves)\($0)\n" }.joined(), chunk: chunk)
      #expect(moving.progress.format == .labelledLog)
      #expect(moving.sections[0].filter { $0.contains("source") } == plain.sections[0])
    }
    let inside = Indexed("web-1  | a\u{1B}[2Kb\nweb-1  | c\n")
    #expect(inside.sections[0].first?.contains(#"a\u001b[2Kb"#) == true)
  }

  @Test("38.7: lines of text keep their colors")
  func linesKeepColors() {
    let indexed = Indexed("\u{1B}[33mcommit 1\u{1B}[m\nsome text\n", options: Self.text)
    #expect(indexed.progress.format == .text)
    #expect(
      indexed.sections == [
        [#"{"line":"\u001b[33mcommit 1\u001b[m"}"#, #"{"line":"some text"}"#]
      ])
  }

  private static var text: FeedOptions {
    var options = FeedOptions()
    options.acceptsText = true
    return options
  }

  @Test("38.7: what is searched is the text without colors and what is struck over")
  func textIsSearchedWithoutColors() throws {
    let row = JSONBytes(Array(#"{"line":"\u001b[1;31mer\u001b[mror: N\bNA\bAME"}"#.utf8))
    for found in ["error", "line:error: name", #"\^error"#, "~eorname", #"\r: NAM"#] {
      #expect(try RowSearch(parsing: found).matches(row), "\(found)")
    }
    for other in ["31m", "[m", "NNA"] {
      #expect(try !RowSearch(parsing: other).matches(row), "\(other)")
    }
    #expect(try RowFilter(parsing: "line ~ /error/ && line starts 'err'").matches(row))
  }

  @Test("34: expressions compare and change the text without colors")
  func expressionsSeeNoColors() throws {
    let row = JSONBytes(
      Array(#"{"a":"\u001b[31mred\u001b[m","b":"re\u001b[1md","n":"\u001b[1m7"}"#.utf8))
    for text in [
      "a == 'red'", "a in ['red', 'blue']", "a == b", "length(a) == 3", "substr(b, 2) == 'd'",
      "upper(a) == 'RED'", "a < 'ree'", "n > 6", "replace(b, 'ed', 'x') == 'rx'", "a starts 're'",
    ] {
      #expect(try RowFilter(parsing: text).matches(row), "\(text)")
    }
    for text in ["a != 'red'", "a > b", "b > a", "length(b) > 3"] {
      #expect(try !RowFilter(parsing: text).matches(row), "\(text)")
    }
  }

  @Test("38.7: --explain says that colors are left out")
  func explanation() throws {
    let colored = "\u{1B}[32m2026-11-24 10:11:12 INFO\u{1B}[m a\n2026-11-24 10:11:13 INFO b\n"
    let file = try TemporaryFile(colored)
    let explanation = try FeedExplanation(.file(file.path), options: FeedOptions())
    #expect(explanation.chosen.format == .log)
    #expect(explanation.chosen.evidence.first == "colors (sequences of SGR) are left out")
    #expect(explanation.chosen.evidence.last?.hasPrefix("2 of 2 lines") == true)
    let text = explanation.others.first { $0.format == .text }
    #expect(text?.evidence.isEmpty == true)
  }
}
