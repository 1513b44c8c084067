import MocoaFeed
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
}
