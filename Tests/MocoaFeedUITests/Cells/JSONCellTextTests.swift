import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

@Suite struct JSONCellTextTests {
  @Test(
    "11: the text of a cell is the start of a long string",
    arguments: ["x", "é", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\\\", "\\\""])
  func startOfLongString(_ part: String) throws {
    let count = 200_000
    let whole = JSONBytes(Array("\"\(String(repeating: part, count: count))\"".utf8))
    let start = whole.displayedStart
    #expect(start.count <= JSONDisplayText.byteLimit + 8)
    let text = JSONDisplayText(start).text
    #expect(text.utf8.count >= JSONDisplayText.byteLimit / 12)
    let expected = try #require(whole.string).prefix(text.count - 1)
    #expect(text.dropLast() == expected)
  }

  @Test("11: other values are not cut", arguments: ["\"abc\"", "[1]", "12", " \"a\""])
  func otherValues(_ text: String) {
    let bytes = JSONBytes(Array(text.utf8))
    #expect(bytes.displayedStart == bytes)
  }

  @Test(
    "38: of a text of several lines, a cell shows the first one, and how many more there are",
    arguments: [
      (#""a\nb\nc""#, "a … +2 lines"), (#""\n\na\nb""#, "a … +1 line"), (#""a\n\n""#, "a"),
      (#""a\r\nb""#, "a … +1 line"), (#""a\\nb""#, #"a\nb"#), ("\"a\"", "a"), (#""\n""#, ""),
    ])
  func firstLine(_ json: String, _ text: String) {
    let bytes = JSONBytes(Array(json.utf8))
    #expect(JSONDisplayText(bytes).folded(from: bytes).text == text)
  }

  @Test("38: the lines of a text that is cut are counted to its end")
  func linesOfALongText() {
    let bytes = JSONBytes(Array("\"\(String(repeating: #"line\n"#, count: 40_000))end\"".utf8))
    #expect(
      JSONDisplayText(bytes.displayedStart).folded(from: bytes).text == "line … +40 000 lines")
  }

  @Test(
    "38: levels have the style of their severity, however they are written",
    arguments: [
      ("ERROR", StyleName.error), ("E", .error), ("crit", .error), ("60", .error),
      ("Warn", .warning),
      ("W", .warning), ("trce", .tertiary), ("d3", .tertiary), ("20", .tertiary), ("INFO", .body),
      ("none of them", .body),
    ])
  func levels(_ text: String, _ style: StyleName) {
    let json = JSONBytes(Array("\"\(text)\"".utf8))
    #expect(JSONDisplayText(json, of: "severity").style == style)
    #expect(JSONDisplayText(json, of: "name").style == .body)
  }
}
