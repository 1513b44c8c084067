import Testing

@testable import MocoaFeed

/// Input with something wrong, and what is made of it.
struct BadInput: Sendable, CustomTestStringConvertible {
  var text: String
  var sections: [[String]] = []
  var error: String?

  var testDescription: String { text }

  static let wholes: [BadInput] = [
    BadInput(
      text: "hello", error: "feed.json: line 1, column 1: found 'h' where a value is expected"),
    BadInput(
      text: "\n\n  <html>",
      error: "feed.json: line 3, column 3: found '<' where a value is expected"),
    BadInput(
      text: "nil",
      error: "feed.json: line 1, column 1: found a word that is not true, false or null"),
    BadInput(
      text: "[", error: "feed.json: line 1, column 2: the text ends in the middle of the document"),
    BadInput(
      text: "{\"é\"",
      error: "feed.json: line 1, column 5: the text ends in the middle of the document"),
    BadInput(
      text: "{\"a\" 1}", error: "feed.json: line 1, column 6: found '1' where ':' is expected"),
    BadInput(
      text: "{a:1}", error: "feed.json: line 1, column 2: found 'a' where a key is expected"),
    BadInput(
      text: "{\"a\":1",
      error: "feed.json: line 1, column 7: the text ends in the middle of the document"),
    BadInput(
      text: "{\"a\":}", error: "feed.json: line 1, column 6: found '}' where a value is expected"),
    BadInput(text: "}", error: "feed.json: line 1, column 1: found '}' where a value is expected"),
  ]

  static let rows: [BadInput] = [
    BadInput(text: "[1,2", sections: [["1", "!1:4 the text ends in the middle of the document"]]),
    BadInput(text: "[1,", sections: [["1", "!1:4 the text ends in the middle of the document"]]),
    BadInput(
      text: "[1,{\"a\":\"", sections: [["1", "!1:4 the text ends in the middle of the document"]]),
    BadInput(text: "[1,,2]", sections: [["1", "!1:4 a value is missing here", "2"]]),
    BadInput(text: "[1,]", sections: [["1", "!1:4 a value is missing here"]]),
    BadInput(
      text: "[,]", sections: [["!1:2 a value is missing here", "!1:3 a value is missing here"]]),
    BadInput(text: "[1}", sections: [["!1:2 found '}' where ']' is expected"]]),
    BadInput(
      text: "[1]x", sections: [["1", "!1:4 there is more text behind the end of the document"]]),
    BadInput(text: "[1 2,3]", sections: [["!1:4 found '2' where the end is expected", "3"]]),
    BadInput(
      text: "[\n1,\n {\"a\" 2},\n3]",
      sections: [["1", "!3:7 found '2' where ':' is expected", "3"]]),
    BadInput(
      text: "[[1],[2", sections: [["1"], ["!1:7 the text ends in the middle of the document"]]),
    BadInput(text: "[[1],", sections: [["1", "!1:6 the text ends in the middle of the document"]]),
    BadInput(
      text: "[[1] [2]]", sections: [["1", "!1:6 found '[' where ',' or the end is expected"]]),
    BadInput(
      text: "{\"a\":[1,2", sections: [["1", "!1:9 the text ends in the middle of the document"]]),
    BadInput(
      text: "{\"a\":[1,2],\"b\"",
      sections: [["1", "2", "!1:15 the text ends in the middle of the document"]]),
    BadInput(
      text: "{\"a\":tru,\"b\":1}",
      sections: [["!1:6 found a word that is not true, false or null", #"{"key":"b","value":1}"#]]),
    BadInput(
      text: "{\"sections\":[{\"items\":[1,2",
      sections: [["1", "!1:26 the text ends in the middle of the document"]]),
    BadInput(
      text: "[\"\u{0}\"]", sections: [["!1:3 a string holds byte 0x00, which must be escaped"]]),
  ]
}

@Suite struct BadInputTests {
  @Test(
    "What is wrong with the whole source is one line with the place", arguments: BadInput.wholes)
  func wholeSource(_ input: BadInput) {
    for chunk in [Int.max, 1] {
      let indexed = Indexed(input.text, chunk: chunk)
      #expect(indexed.error == input.error)
      #expect(indexed.model.numberOfRows == 0)
    }
  }

  @Test("What is wrong with one row is shown in its place", arguments: BadInput.rows)
  func oneRow(_ input: BadInput) {
    for chunk in [Int.max, 1] {
      let indexed = Indexed(input.text, chunk: chunk)
      #expect(indexed.error == nil)
      #expect(indexed.sections == input.sections)
    }
  }

  @Test func invalidUTF8IsRepairedAndFlagged() throws {
    let indexed = Indexed(Array(#"[{"a":"x"#.utf8) + [0xFF] + Array(#"y"},{"a":"z"}]"#.utf8))
    let rows = indexed.rows
    #expect(rows.map(\.isRepaired) == [true, false])
    #expect(try rows[0].value()["a"] == "x\u{FFFD}y")
    #expect(try rows[0].decode([String: String].self) == ["a": "x\u{FFFD}y"])
  }

  @Test func loneSurrogateIsRepairedAndFlagged() throws {
    let row = Indexed(#"["\ud800x \udc00\ud83d\ude00"]"#).model.row(0)
    #expect(row.isRepaired)
    #expect(try row.value() == "\u{FFFD}x \u{FFFD}😀")
    #expect(try row.decode(String.self) == "\u{FFFD}x \u{FFFD}😀")
  }

  @Test func hugeNumberKeepsItsText() throws {
    let row = Indexed("[1e999,123456789012345678901234567890]").rows
    #expect(try row[0].value().number?.text == "1e999")
    #expect(try row[1].value().description == "123456789012345678901234567890")
  }

  @Test func deepNestingIsARowLikeAnyOther() throws {
    let depth = 100_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let indexed = Indexed("[{\"a\":\(deep)},2]")
    #expect(indexed.rows.map(\.problem) == [nil, nil])
    #expect(indexed.model.row(0).json.member("a")?.count == 2 * depth)
    #expect(throws: JSONSyntaxError.self) { try indexed.model.row(0).value() }
    #expect(indexed.model.row(1).json.text == "2")
  }

  @Test func aRowThatIsTooLongIsAnError() {
    let long = String(repeating: "x", count: 1_000_000)
    let indexed = Indexed("[1,\"\(long)\",3]", options: FeedOptions(longestRow: 10_000))
    #expect(
      indexed.sections == [
        ["1", "!1:4 the row is 1000002 bytes long, more than the 10000 that are read", "3"]
      ])
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x5B, 0x00], [0xFE, 0xFF, 0x00, 0x5B], [0x5B, 0x00, 0x5D, 0x00],
      [0x00, 0x5B, 0x00, 0x5D],
    ] as [[UInt8]])
  func otherEncodingsAreRefused(_ bytes: [UInt8]) {
    #expect(Indexed(bytes).error == "feed.json: line 1, column 1: is UTF-16, not UTF-8")
  }

  @Test func anyBytesHaveADefinedResult() {
    var random = SeededGenerator(seed: 6)
    let alphabet = Array("[]{},:\"\\ \n1e-.tfn\u{1E}a\u{0}".utf8) + [0xFF, 0xC3, 0xED]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let whole = Indexed(bytes)
      #expect(whole.progress.isFinished)
      #expect(whole.progress.error == nil || whole.model.numberOfRows == 0)
      #expect(whole.sections.joined().count == whole.model.numberOfRows)
    }
  }
}
