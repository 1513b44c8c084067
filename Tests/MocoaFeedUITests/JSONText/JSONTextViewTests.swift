import Foundation
import MocoaFeed
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI
@testable import MocoaTUI

/// A value in full: folding, wrapping, looking something up.
@MainActor @Suite struct JSONTextViewTests {
  private func show(
    _ text: String, columns: Int = 40, rows: Int = 10
  ) throws -> (view: JSONTextView, screen: ScreenDriver) {
    let view = JSONTextView()
    view.show(JSONBytes(Array(text.utf8)))
    return (view, try ScreenDriver(columns: columns, rows: rows, showing: view))
  }

  @Test("38.7: strings have their colors, also where they are wrapped and copied")
  func colorsOfStrings() throws {
    let json = #"{"a":"\u001b[31mred \u001B[1mb\bbold\u001b[m \b\u001b[2J"}"#
    let (view, screen) = try show(json, columns: 14, rows: 6)
    screen.expect(
      #"""
      {
        "a": "red
            bold
            \b\u001b
            [2J"
      }
      """#)
    let styles = [(8, 1), (8, 2)].map {
      screen.terminal.style(at: Point(column: $0, row: $1))?.style
    }
    #expect(styles[0] == .string.overlaid(with: TextStyle(foreground: .red)))
    #expect(styles[1] == .string.overlaid(with: TextStyle(foreground: .red, attributes: .bold)))
    screen.press(.down, "Y")
    #expect(screen.terminal.clipboard == "red bold [2J")
    screen.type("/red\r")
    #expect(view.cursor == 1)
    #expect(screen.overlay(column: 8, row: 1) == .match)
  }

  @Test(
    "40: links in strings are their texts, and are copied as JSON",
    arguments: [#"\u001b]8;;http:\/\/x\u001b\\"#, #"\u001B]8;;http:\/\/x\u0007"#])
  func linksInStrings(link: String) throws {
    let json = #"{"a":"see \#(link)this\u001b]8;;\u0007 \u001b]8;;x\u0007"}"#
    let (view, screen) = try show(json, columns: 30, rows: 4)
    screen.expect(
      #"""
      {
        "a": "see this "
      }
      """#)
    let text = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))["a"]
    #expect(view.lines.value(at: 1) == text)
  }

  @Test func objectsAndArraysAreFolded() throws {
    let (view, screen) = try show(#"{"a":1,"tags":["x","y","z"],"at":{"b":true}}"#)
    screen.press(.down, .down, .enter)
    screen.expect(
      """
      {
        "a": 1,
        "tags": [ 3 elements ],
        "at": {
          "b": true
        }
      }



      """)
    screen.press(.down, "-")
    #expect(screen.terminal.lines[3] == #"  "at": { 1 member }"#)
    screen.press("+")
    #expect(view.lineCount == 7)
    // From within, it goes to what the line is part of.
    screen.press(.down, .left)
    #expect(view.cursor == 3)
    screen.press("_")
    #expect(view.lineCount == 5)
    screen.press("*")
    #expect(view.lineCount == 11)
  }

  /// The line that ends a value counted as a member of what the value is in.
  @Test func foldedValuesCountTheirOwnElementsOnly() throws {
    let (view, screen) = try show(
      """
      {"a":[1,2,3],"b":[{"x":1,"y":[9,8]},{"x":2}],"c":{"k":1,"m":{"z":1}},"d":[[1,2],[3]],
       "e":{},"f":[],"g":[1]}
      """)
    screen.press("_")
    screen.expect(
      """
      {
        "a": [ 3 elements ],
        "b": [ 2 elements ],
        "c": { 2 members },
        "d": [ 2 elements ],
        "e": {},
        "f": [],
        "g": [ 1 element ]
      }

      """)
    screen.press(.down, .down, "+")
    #expect(screen.terminal.lines[3] == "    { 2 members },")
    // From the end of a value, it goes to its beginning.
    screen.press("*")
    while screen.terminal.lines[view.cursor - view.topLine] != "  ]," { screen.press(.down) }
    screen.press(.left)
    #expect(screen.terminal.lines[view.cursor - view.topLine] == #"  "b": ["#)
  }

  @Test func longStringsAreWrapped() throws {
    let (_, screen) = try show(
      #"{"text":"the quick brown fox jumps over the lazy dog","b":2}"#, columns: 24, rows: 7)
    screen.expect(
      """
      {
        "text": "the quick
            brown fox jumps
            over the lazy
            dog",
        "b": 2
      }
      """)
  }

  @Test func whatIsWrappedIsAllThere() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        String(
          repeating: ["x", "é", "日", "🚀"].randomElement(using: &generator) ?? "x",
          count: Int.random(in: 1...12, using: &generator))
      }
      let line = "  \"k\": \"\(words.joined(separator: " "))\""
      let columns = Int.random(in: 4...40, using: &generator)
      let rows = JSONLines(line).rows(folded: [], columns: columns)
      #expect(rows.map(\.text).joined() == line)
      for row in rows {
        #expect(row.indentation + TextWidth.columns(of: row.text) <= max(columns, 4), "\(row)")
      }
    }
  }

  @Test func linksAndDatesAreSetApart() {
    let styles = [
      ##""at": "2026-11-21T10:00:00Z","##, ##""url": "https://example.org/a","##,
      ##""name": "2026 was a year""##, ##""n": 12"##,
    ].map { JSONTextView.runs(of: $0[...]).runs.dropFirst(2).first?.style }
    #expect(styles == [.date, .link, .string, .number])
  }

  @Test(
    "36: only what filters read as a time is drawn as one",
    arguments: [
      ("2026-11-21", true), ("2026-11-21 10:00:00+02:00", true), ("2026-11-21T10:00:00.5Z", true),
      ("2026-99-99", false), ("2026-02-30T10:00:00Z", false), ("2026-11-21 and more", false),
    ])
  func timesAreReadAsInFilters(text: String, isTime: Bool) {
    let line = "\"at\": \"\(text)\","
    let run = JSONTextView.runs(of: line[...]).runs.dropFirst(2).first
    #expect((run?.style == .date) == isTime)
    #expect((JSONDisplayText(JSONBytes(Array("\"\(text)\"".utf8))).style == .date) == isTime)
  }

  @Test func aTextIsLookedUp() throws {
    let (view, screen) = try show(#"{"a":1,"tags":["x","needle"],"b":"needles"}"#)
    screen.press(.down, .down, "-", "/")
    for character in "needle" { screen.press(Key(character)) }
    // What is folded away is unfolded where something is found in it.
    #expect(view.cursor == 4)
    #expect(screen.terminal.lines[9].contains("2 lines"))
    screen.press(.enter)
    #expect(screen.overlay(column: 5, row: 4) == .match)
    screen.press("n")
    #expect(view.cursor == 6)
    screen.press("n")
    #expect(view.cursor == 4)
    screen.press("N")
    #expect(view.cursor == 6)
  }

  /// Defect Q8: up to 8 MB were searched on the main actor at each key.
  @Test func aLongValueIsSearchedInTheBackground() async throws {
    let texts = (0..<40_000).map { $0 == 39_990 ? "\"needle\"" : "\"straw \($0)\"" }
    let (view, screen) = try show("[\(texts.joined(separator: ","))]")
    screen.press("/")
    for character in "needle" { screen.press(Key(character)) }
    // Nothing was searched while the keys were handled.
    #expect(view.matches == nil && view.prompt?.message == "searching")
    // Each key cancelled what the one before had begun.
    while let task = view.searchTask, view.matches == nil { await task.value }
    #expect(view.matches == [39_991])
    #expect(view.rows[view.cursor].line == 39_991)
    #expect(view.prompt?.message == "1 line")
  }

  @Test func deepNestingIsNoTrouble() throws {
    let depth = 10_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let (view, screen) = try show(text)
    #expect(view.lineCount == depth * 2 - 1)
    screen.press("_")
    #expect(view.lineCount == 3)
  }

  @Test("38: a text of several lines that does not fit has a row for each of them")
  func linesOfATextHaveRows() throws {
    let (_, screen) = try show(
      #"{"message":"cannot open\n\tat a.b.C.d(C.java:7)\n\\n is no line","n":1}"#, columns: 30)
    screen.expect(
      #"""
      {
        "message": "cannot open\n
            \tat a.b.C.d(C.java:7)\n
            \\n is no line",
        "n": 1
      }




      """#)
  }

  @Test("what is not shown of a value is said")
  func theRestIsCounted() throws {
    let view = JSONTextView()
    view.show(JSONBytes(Array(#"{"a":"0123456789"}"#.utf8)), limit: 10)
    let screen = try ScreenDriver(columns: 40, rows: 3, showing: view)
    screen.expect(
      """
      {"a":"0123
      … 8 more bytes are not shown

      """)
  }
}
