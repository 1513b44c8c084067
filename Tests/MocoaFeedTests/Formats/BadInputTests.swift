import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Input with something wrong, and what is made of it.
struct BadInput: Sendable, CustomTestStringConvertible {
  var text: String
  var sections: [[String]] = []
  var error: String?

  var testDescription: String { text }

  /// What is wrong with one row only, or with the value that should be there.
  static let rows: [BadInput] = [
    BadInput(text: "[1,,2]", sections: [["1", "!1:4 a value is missing here\(comma)", "2"]]),
    BadInput(text: "[1,]", sections: [["1", "!1:4 a value is missing here\(comma)"]]),
    BadInput(
      text: "[,]",
      sections: [["!1:2 a value is missing here\(comma)", "!1:3 a value is missing here\(comma)"]]),
    BadInput(text: "[1 2,3]", sections: [["!1:4 found '2' where the end is expected", "3"]]),
    BadInput(
      text: "[\n1,\n {\"a\" 2},\n3]",
      sections: [["1", "!3:7 found '2' where ':' is expected", "3"]]),
    BadInput(
      text: "[{\"a\":1]]",
      sections: [["!1:8 found ']' where ',' or '}' is expected"]]),
    BadInput(
      text: "{\"a\":tru,\"b\":1}",
      sections: [["!1:6 found a word that is not true, false or null", #"{"key":"b","value":1}"#]]),
    BadInput(
      text: "[\"\u{0}\"]", sections: [["!1:3 a string holds byte 0x00, which must be escaped"]]),
  ]

  /// What is wrong with a container: the rows that can be read, and the fault with its place.
  static let containers: [BadInput] = [
    BadInput(text: "hello", error: text(1, 1, "found 'h' where a value is expected")),
    BadInput(text: "\n\n  <html>", error: text(3, 3, "found '<' where a value is expected")),
    BadInput(text: "nil", error: text(1, 1, "found a word that is not true, false or null")),
    BadInput(text: "}", error: text(1, 1, "found '}' where a value is expected")),
    BadInput(text: "[", error: truncated(1, 2)),
    BadInput(text: "[1,2", sections: [["1"]], error: truncated(1, 5)),
    BadInput(text: "[1,", sections: [["1"]], error: truncated(1, 4)),
    BadInput(text: "[1,\n\n ", sections: [["1"]], error: truncated(3, 2)),
    BadInput(
      text: "[1,{\"a\":\"",
      sections: [["1"]], error: truncated(1, 10)),
    BadInput(text: #"[{"a":1}"#, sections: [[#"{"a":1}"#]], error: truncated(1, 9)),
    BadInput(
      text: #"[{"a":1}},{"a":2}]"#, sections: [[#"{"a":1}"#]],
      error: at(1, 9, "found '}' where ']' is expected")),
    BadInput(
      text: "[{}}]", sections: [["{}"]], error: at(1, 4, "found '}' where ']' is expected")),
    BadInput(text: "[1}", sections: [["1"]], error: at(1, 3, "found '}' where ']' is expected")),
    BadInput(
      text: "[\n1,\n2\n]\ntrailing text\n", sections: [["1", "2"]], error: trailing(5, 1)),
    BadInput(text: "[1]x", sections: [["1"]], error: trailing(1, 4)),
    BadInput(text: "[[1],[2", sections: [["1"]], error: truncated(1, 8)),
    BadInput(text: "[[1],", sections: [["1"]], error: truncated(1, 6)),
    BadInput(
      text: "[[1] [2]]", sections: [["1"]],
      error: at(1, 6, "found '[' where ',' or the end is expected")),
    BadInput(text: "{\"é\"", error: truncated(1, 5)),
    BadInput(text: "{\"a\" 1}", error: at(1, 6, "found '1' where ':' is expected")),
    BadInput(text: "{a:1}", error: at(1, 2, "found 'a' where a key is expected")),
    BadInput(text: "{\"a\":}", error: at(1, 6, "found '}' where a value is expected")),
    BadInput(
      text: #"{"x"::1}"#, sections: [["!1:6 found ':' where a value is expected"]]),
    BadInput(
      text: "{\"a\":\"b\"", sections: [[#"{"key":"a","value":"b"}"#]], error: truncated(1, 9)),
    BadInput(
      text: #"{"a":1,"b" 2,"c":3}"#,
      sections: [
        [
          #"{"key":"a","value":1}"#, "!1:12 found '2' where ':' is expected",
          #"{"key":"c","value":3}"#,
        ]
      ], error: at(1, 12, "found '2' where ':' is expected")),
    BadInput(text: "{\"a\":[1,2", sections: [["1"]], error: truncated(1, 10)),
    BadInput(text: "{\"a\":[1,2],\"b\"", sections: [["1", "2"]], error: truncated(1, 15)),
    BadInput(
      text: "{\"sections\":[{\"items\":[1,2", sections: [["1"]], error: truncated(1, 27)),
  ]

  private static let comma = "; --format jsonc allows a comma at the end"
  private static func text(_ line: Int, _ column: Int, _ reason: String) -> String {
    at(
      line, column,
      "these are lines of text, not JSON (\(reason)); --format text prints them as rows, --format "
        + "logfmt a log of key=value pairs")
  }

  private static func at(_ line: Int, _ column: Int, _ reason: String) -> String {
    "feed.json: line \(line), column \(column): \(reason)"
  }

  private static func truncated(_ line: Int, _ column: Int) -> String {
    at(line, column, "the text ends in the middle of the document")
  }

  private static func trailing(_ line: Int, _ column: Int) -> String {
    at(line, column, "there is more text after the end of the document")
  }
}

@Suite struct BadInputTests {
  // defect S4
  @Test(
    "34: carriage returns alone are named, in a pipe, too, and NUL is text where text is asked for")
  func textsOfOldSystems() {
    let text = "name,size\rann,1\rbob,2\r"
    #expect(Indexed(text).error?.contains("the lines end with carriage returns alone") == true)
    let log = "Mar 14 23:59:58 box app[1]: hello\rMar 15 00:00:01 box app[1]: world\r"
    #expect(Indexed(log).error?.contains("the lines end with carriage returns alone") == true)
    let one = Indexed("Mar 14 23:59:58 box app[1]: 10 %\r20 %\r")
    #expect(one.error == nil && one.rows.count == 1)
    let nul = Indexed("a\0b\nfoo\n", options: FeedOptions(format: .text))
    #expect(nul.error == nil && nul.rows.count == 2)
  }

  @Test(
    "34: lines in another form than the others are named, and so are members that are rows",
    arguments: [
      ("a=1 b=2\nc=3 d=4\nstack trace\n", "stack trace (line 3)"),
      (
        "-rw-r--r-- 1 a b 12 Nov 23 15:16 x\n-rw-r--r-- 1 a b 13 Nov 23 15:16 y\noops\n",
        "oops (line 3)"
      ),
      ("NAME   SIZE\nab       12\ncd      345\nerror: no such thing\n", "error"),
    ])
  func otherForms(_ text: String, example: String) {
    let indexed = Indexed(text)
    #expect(indexed.rows.filter { $0.json.member("line") != nil }.count == 1)
    let notes = indexed.notes.filter { !$0.hasPrefix("times without a year") }
    #expect(notes.count == 1 && notes[0].contains(example), "\(notes)")
    #expect(notes[0].hasPrefix("1 line does not match the pattern and is text: "))
  }

  @Test("34: that the members of an object are the rows is said")
  func membersAreRows() {
    let note = "the members of the object are the rows; --format concatenated takes it for one row"
    for text in [#"{"a":1,"b":{"x":2}}"#, "{\n\"a\":1,\n\"b\":2\n}\n"] {
      #expect(Indexed(text).notes == [note])
      #expect(Indexed(text, options: FeedOptions(format: .members)).notes == [])
      #expect(Indexed(text, options: FeedOptions(format: .values)).rows.count == 1)
    }
  }

  @Test(arguments: BadInput.rows + BadInput.containers)
  func theOtherRowsAreReadAndTheFaultHasItsPlace(_ input: BadInput) {
    for chunk in [Int.max, 1] {
      let indexed = Indexed(input.text, chunk: chunk)
      #expect(indexed.error == input.error)
      #expect(indexed.sections.filter { !$0.isEmpty } == input.sections)
    }
  }

  @Test func invalidUTF8IsRepairedAndFlagged() throws {
    let indexed = Indexed(Array(#"[{"a":"x"#.utf8) + [0xFF] + Array(#"y"},{"a":"z"}]"#.utf8))
    let rows = indexed.rows
    #expect(rows.map { $0.repair != nil } == [true, false])
    #expect(try rows[0].value()["a"] == "x\u{FFFD}y")
    #expect(try rows[0].decode([String: String].self) == ["a": "x\u{FFFD}y"])
  }

  @Test func loneSurrogateIsRepairedAndFlagged() throws {
    let row = Indexed(#"["\ud800x \udc00\ud83d\ude00"]"#).model.row(0)
    #expect(row.repair != nil)
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
    for _ in 0..<(isLongRun ? 20_000 : 1_000) {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let whole = Indexed(bytes)
      #expect(whole.progress.isFinished)
      #expect(whole.sections.joined().count == whole.model.numberOfRows)
    }
  }
}
