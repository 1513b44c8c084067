import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// Values whose texts are copied, and lines of them.
@Suite struct PlainTextTests {
  private static let values = [
    #""plain""#, #""""#, #""a\nb""#, #""漢字 é""#, "1", "-2.50", "true", "false", "null", "[]",
    "[1,2]", #"["a","b","c","d","e"]"#, #"[ "a" , 1 ,null ]"#, #"["a\"b"]"#, "[[1]]", #"[{"a":1}]"#,
    #"{"name":"x"}"#, "{}", "{ }", #"{ "a" : {"name":"y"} , "b":[1] }"#, #"{"key":1,"ID":-2.50}"#,
    #"{"url":"u","Name":"n","name":"later"}"#, #"{"displayName":"d","displayname":"e","url":null}"#,
    #"{"DISPLAYNAME":"d","x":1}"#, #"{"name":null,"title":["t"],"id":"漢"}"#,
    #"{"n\u0061me":"x","id":1}"#, #"{"\#u{212A}ey":"x","y":1}"#, #"{"name":"a\"b","id":1}"#,
    #"{"name":"\#(String(repeating: "x", count: 65_536))","id":7}"#,
    #"["\#(String(repeating: "x", count: 300))","y"]"#, #"["é","a,b]c"]"#,
  ]

  @Test("A text that is copied is the text of the value", arguments: values)
  func agreesWithTheDisplayText(value: String) {
    for isWhole in [false, true] {
      let expected = JSONDisplayText(JSONBytes(Array(value.utf8)), of: nil, isWhole: isWhole).text
      let isEscaped = value.contains("\\") || value.unicodeScalars.contains("\u{212A}")
      let isNested = value.hasPrefix("[[") || value.hasPrefix("[{")
      let isContainer = value.first == "[" || value.first == "{"
      let isMade = isEscaped || isNested || isWhole && isContainer
      Array(value.utf8).withUnsafeBytes { bytes in
        switch PlainText(of: bytes, isWhole: isWhole) {
        case .part(let text): #expect(String(decoding: text, as: UTF8.self) == expected)
        case .array(let elements):
          var text: [UInt8] = [0x78]
          elements.summarize(into: &text)
          #expect(String(decoding: text, as: UTF8.self) == expected)
        case .object(let count): #expect("{\(count)}" == expected)
        case nil: #expect(isMade)
        }
      }
    }
  }

  @Test func textsWithEscapesAreMade() {
    for value in [#""a\nb""#, "[[1]]", #"{"name":"x\ty"}"#, #"["a\"b"]"#] {
      #expect(Array(value.utf8).withUnsafeBytes { PlainText(of: $0, isWhole: false) } == nil)
    }
    for value in ["[1]", #"{"name":"x"}"#] {
      #expect(Array(value.utf8).withUnsafeBytes { PlainText(of: $0, isWhole: true) } == nil)
    }
  }

  @Test(
    "37: An object without a name has the number of its members",
    arguments: [
      ("{}", 0), (#"{"x":[1],"y":null}"#, 2),
    ])
  func objectsAreCounted(value: String, count: Int) {
    let text = Array(value.utf8).withUnsafeBytes { PlainText(of: $0, isWhole: false) }
    guard case .object(let found) = text else {
      Issue.record("no number of members")
      return
    }
    #expect(found == count)
  }

  @Test("37: The text of an object is copied from its bytes")
  func objectsAreCopied() {
    let object = Array(#"{"url":"u","Name":"n","name":"later"}"#.utf8)
    object.withUnsafeBytes { bytes in
      guard case .part(let text) = PlainText(of: bytes, isWhole: false) else {
        Issue.record("no part of the object")
        return
      }
      #expect(String(decoding: text, as: UTF8.self) == "n")
    }
  }

  private func line(_ texts: [(String, AlignedLine.Cell)]) -> String? {
    var line = AlignedLine()
    var output: [UInt8] = []
    for (text, cell) in texts {
      let isAppended = Array(text.utf8).withUnsafeBytes { text in
        line.append(text, in: cell, to: &output)
      }
      guard isAppended else { return nil }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func cell(_ columns: Int, isTrailing: Bool = false, isLimited: Bool = true)
    -> AlignedLine.Cell
  {
    AlignedLine.Cell(columns: columns, isTrailing: isTrailing, isLimited: isLimited)
  }

  @Test func cellsAreAligned() {
    #expect(
      line([("ab", cell(4)), ("7", cell(3, isTrailing: true)), ("c", cell(2))]) == "ab      7  c")
    #expect(line([("漢字", cell(6)), ("x", cell(1))]) == "漢字    x")
    #expect(line([("", cell(2)), ("x", cell(1)), ("", cell(4))]) == "    x")
  }

  @Test func longTextsAreTruncatedInALimitedColumn() {
    #expect(line([("abcdef", cell(4)), ("x", cell(1))]) == "abc…  x")
    #expect(line([("漢字漢", cell(4)), ("x", cell(1))]) == "漢…   x")
    #expect(line([("abcdef", cell(4, isLimited: false)), ("x", cell(1))]) == "abcdef  x")
    #expect(line([("abc", cell(1))]) == "…")
    #expect(line([("abc", cell(0)), ("x", cell(1))]) == "  x")
  }

  @Test func charactersThatATerminalWouldExecuteAreNotCopied() {
    for text in [
      "a\u{1B}[31m", "a\tb", "\u{9B}1m", "a\u{202E}b", "a\u{2028}b", "\u{61C}", "\u{7F}",
    ] {
      #expect(line([(text, cell(9))]) == nil)
    }
  }
}
