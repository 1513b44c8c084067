import MocoaCore
import Testing

@testable import MocoaFeed

/// What the bytes of a whole source are taken for.
struct FormatCase: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var format: FeedFormat
  var sections: [[String]]

  init(_ name: String, _ text: String, _ format: FeedFormat, _ sections: [[String]]) {
    self.name = name
    self.text = text
    self.format = format
    self.sections = sections
  }

  var testDescription: String { name }

  static let documents: [FormatCase] = [
    FormatCase("empty", "", .empty, [[]]),
    FormatCase("white space", " \r\n\t ", .empty, [[]]),
    FormatCase("byte-order mark alone", "\u{FEFF}", .empty, [[]]),
    FormatCase("empty array", "[]", .array, [[]]),
    FormatCase("empty array with white space", " [ \n ] ", .array, [[]]),
    FormatCase("numbers", "[1, 2,3]", .array, [["1", "2", "3"]]),
    FormatCase("strings", #"["a,b", "c]", "\"[,"]"#, .array, [[#""a,b""#, #""c]""#, #""\"[,""#]]),
    FormatCase("words", "[true,null]", .array, [["true", "null"]]),
    FormatCase("objects", #"[{"a":[1,2]},{"b":{}}]"#, .array, [[#"{"a":[1,2]}"#, #"{"b":{}}"#]]),
    FormatCase(
      "objects, then an array", #"[{"a":1},[1,2]]"#, .array, [[#"{"a":1}"#, "[1,2]"]]),
    FormatCase("CRLF", "[\r\n1,\r\n2\r\n]\r\n", .array, [["1", "2"]]),
    FormatCase("byte-order mark", "\u{FEFF}[1]", .array, [["1"]]),
    FormatCase("arrays", "[[1,2],[],[3]]", .arrays, [["1", "2"], [], ["3"]]),
    FormatCase("arrays with white space", "[ [ 1 ] , [ 2 ] ]", .arrays, [["1"], ["2"]]),
    FormatCase("arrays, then something else", "[[1],2,{}]", .arrays, [["1"], ["2"], ["{}"]]),
    FormatCase(
      "members", #"{"a": {"c": 1}, "b\n" : "x"}"#, .members,
      [[#"{"key":"a","value":{"c": 1}}"#, #"{"key":"b\n","value":"x"}"#]]),
    // A row, as with a line end behind it.
    FormatCase("a row without a line end", #"{"a":1,"b":"x"}"#, .lines, [[#"{"a":1,"b":"x"}"#]]),
    FormatCase("empty object", "{}", .members, [[]]),
    FormatCase("one level down", #"{"n":2,"data":[1,2]}"#, .object, [["1", "2"]]),
    FormatCase(
      "the longest array", #"{"a":[1],"b":["longer"],"c":[]}"#, .object, [[#""longer""#]]),
    // What the list is named decides where it is empty: other lists are not its rows.
    FormatCase(
      "an empty list of results", #"{"facets":[{"f":1},{"f":2}],"results":[]}"#, .object, [[]]),
    FormatCase(
      "an empty list of rows", #"{"columns":["a","b"],"rows":[]}"#, .object, [[]]),
    FormatCase(
      "an empty list beside one with rows", #"{"data":[],"items":[1]}"#, .object, [["1"]]),
    FormatCase(
      "two levels down", #"{"r":{"x":1,"rows":[{},7]}}"#, .object, [["{}", "7"]]),
    FormatCase(
      "numbers two levels down", #"{"r":{"x":1,"rows":[7000,8000,9000]}}"#, .object,
      [["7000", "8000", "9000"]]),
    FormatCase(
      "four levels down",
      #"{"data":{"r":{"issues":{"edges":[{"node":{"n":"one"}},{"node":{"n":"two"}}],"n":2}}}}"#,
      .object, [[#"{"node":{"n":"one"}}"#, #"{"node":{"n":"two"}}"#]]),
    FormatCase(
      "three levels down, but not most of the document",
      #"{"a":{"b":{"c":[{"d":1}]}},"text":"this is longer than the list is"}"#, .members,
      [
        [
          #"{"key":"a","value":{"b":{"c":[{"d":1}]}}}"#,
          #"{"key":"text","value":"this is longer than the list is"}"#,
        ]
      ]),
    FormatCase(
      "two levels before three", #"{"a":{"b":{"c":[{"d":123456}]},"e":[{"f":1}]}}"#, .object,
      [[#"{"f":1}"#]]),
    FormatCase(
      "one level before three", #"{"a":{"b":{"c":[{"d":123456}]}},"e":[{"f":1}]}"#, .object,
      [[#"{"f":1}"#]]),
    FormatCase(
      "one level before two", #"{"r":{"rows":[{"a":1},{}]},"s":[{}]}"#, .object, [["{}"]]),
    FormatCase(
      "two levels before one that is much shorter",
      #"{"r":{"rows":[{"a":1},{"a":2},{"a":3},{"a":4},{"a":5}]},"s":[{}]}"#, .object,
      [[#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":4}"#, #"{"a":5}"#]]),
    FormatCase(
      "an object in two lines", "{\"a\":1,\n\"b\":2}\n", .members,
      [[#"{"key":"a","value":1}"#, #"{"key":"b","value":2}"#]]),
    FormatCase(
      "a list on one line", "{\"n\":2,\"items\":[{\"a\":1}]}\n", .object, [[#"{"a":1}"#]]),
    FormatCase("a list without rows on one line", "{\"items\":[],\"n\":0}\n", .object, [[]]),
    FormatCase("rows before none", #"{"errors":[],"d":{"rows":[{}]}}"#, .object, [["{}"]]),
    FormatCase(
      "words that are a detail", #"{"files":["a"],"scripts":{"x":"y"}}"#, .members,
      [[#"{"key":"files","value":["a"]}"#, #"{"key":"scripts","value":{"x":"y"}}"#]]),
    FormatCase(
      "words that are a detail of a detail", #"{"a":{"lib":["x"],"strict":true}}"#, .members,
      [[#"{"key":"a","value":{"lib":["x"],"strict":true}}"#]]),
    FormatCase(
      "words that are a detail beside objects", #"{"notes":["a"],"d":{"rows":[{"b":1}]}}"#,
      .object, [[#"{"b":1}"#]]),
    FormatCase(
      "arrays that outweigh objects", #"{"columns":{"a":1,"b":2},"rows":[[1,2],[3,4],[5,6]]}"#,
      .object, [["[1,2]", "[3,4]", "[5,6]"]]),
    FormatCase("no rows", #"{"errors":[]}"#, .object, [[]]),
    FormatCase(
      "three levels down is too deep", #"{"a":{"b":{"c":[1]}}}"#, .members,
      [[#"{"key":"a","value":{"b":{"c":[1]}}}"#]]),
    FormatCase(
      "sections that are none", #"{"sections":[{"title":"x"}]}"#, .object, [[#"{"title":"x"}"#]]),
    FormatCase(
      "sections", #"{"sections":[{"items":[1,2]},{"cells":[3]},{"rows":[]},{"header":1}]}"#,
      .sections, [["1", "2"], ["3"], [], []]),
    FormatCase(
      "sections as arrays", #"{"sections":[[1],[2,3]]}"#, .sections, [["1"], ["2", "3"]]),
    FormatCase("no sections", #"{"sections":[]}"#, .sections, []),
    FormatCase(
      "JSON Feed",
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1}]}"#,
      .jsonFeed, [[#"{"id":1}"#]]),
    FormatCase(
      "JSON Feed with the version behind",
      #"{"items":[{"id":1}],"authors":[],"version":"https://jsonfeed.org/version/1"}"#,
      .jsonFeed, [[#"{"id":1}"#]]),
  ]

  static let streams: [FormatCase] = [
    FormatCase("lines", "{\"a\":1}\n{\"a\":2}\n", .lines, [[#"{"a":1}"#, #"{"a":2}"#]]),
    FormatCase(
      "a map on one line", "{\"a\":{\"n\":1},\"b\":{\"n\":2}}\n", .members,
      [[#"{"key":"a","value":{"n":1}}"#, #"{"key":"b","value":{"n":2}}"#]]),
    FormatCase(
      "objects of two kinds on one line", "{\"a\":{\"n\":1},\"b\":{\"m\":2}}\n", .lines,
      [[#"{"a":{"n":1},"b":{"m":2}}"#]]),
    FormatCase("one line", "{\"a\":1,\"t\":[\"x\"]}\n", .lines, [[#"{"a":1,"t":["x"]}"#]]),
    FormatCase(
      "a broken second line", "{\"k\":1}\nxx\n{\"k\":2}", .lines,
      [[#"{"k":1}"#, "!2:1 found 'x' where a value is expected", #"{"k":2}"#]]),
    FormatCase(
      "a list in the first of several lines", "{\"a\":[{\"b\":1}]}\n{\"a\":[]}\n", .lines,
      [[#"{"a":[{"b":1}]}"#, #"{"a":[]}"#]]),
    FormatCase(
      "lines behind some text", "> app@1.0 start\n> node .\n\n{\"a\":1}\n", .mixedLog,
      [[#"{"line":"> app@1.0 start"}"#, #"{"line":"> node ."}"#, #"{"a":1}"#]]),
    FormatCase("no last line feed", "{\"a\":1}\n[2]", .lines, [[#"{"a":1}"#, "[2]"]]),
    FormatCase("blank lines", "\n{}\n\n \r\n[]\n\n", .lines, [["{}", "[]"]]),
    FormatCase("CRLF", "{}\r\n[]\r\n", .lines, [["{}", "[]"]]),
    FormatCase("arrays on lines", "[1,2]\n[3]\n", .lines, [["[1,2]", "[3]"]]),
    FormatCase("numbers on lines", "1\n2\n", .lines, [["1", "2"]]),
    FormatCase("strings on lines", "\"a b\"\n\"c\"\n", .lines, [[#""a b""#, #""c""#]]),
    FormatCase(
      "a broken line", "{}\n{\"a\":}\n{}", .lines,
      [["{}", "!2:6 found '}' where a value is expected", "{}"]]),
    FormatCase(
      "a broken first line", "{\"a\":\"x\n{\"b\":1}\n", .lines,
      [["!1:8 the text ends where the end of a string is expected", #"{"b":1}"#]]),
    FormatCase(
      "a first line that is no JSON", "starting up\n{\"b\":1}\n", .lines,
      [["!1:1 found 's' where a value is expected", #"{"b":1}"#]]),
    FormatCase("one number", " 42 ", .values, [["42"]]),
    FormatCase("one string", #""[{,""#, .values, [[#""[{,""#]]),
    FormatCase("one word", "null", .values, [["null"]]),
    FormatCase("values on one line", "{}[] 1 2\"a\"", .values, [["{}", "[]", "1", "2", #""a""#]]),
    FormatCase(
      "several values on some lines", "{\"a\":1}\n{\"a\":2}{\"a\":3} {\"a\":4}\n5 [6]\n", .lines,
      [[#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":4}"#, "5", "[6]"]]),
    FormatCase(
      "several values on the first line", "{\"a\":1}{\"a\":2}\n{\"a\":3}\n", .lines,
      [[#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]]),
    FormatCase(
      "several values without a line end", "{\"a\":1}\n{\"a\":2}{\"a\":3}", .lines,
      [[#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]]),
    FormatCase(
      "a broken line among several values", "{\"a\":1}{\"a\":2}\n{\"a\":\n{\"a\":3} {\"a\":4}\n",
      .lines,
      [
        [
          #"{"a":1}"#, #"{"a":2}"#, "!2:6 the text ends where a value is expected", #"{"a":3}"#,
          #"{"a":4}"#,
        ]
      ]),
    FormatCase(
      "several values without any line end", "{\"a\":1} {\"a\":[{}]}", .values,
      [[#"{"a":1}"#, #"{"a":[{}]}"#]]),
    FormatCase(
      "an error behind a value", "{}\n{\"a\":2}{\"a\":}\n1 2\n", .lines,
      [["{}", "!2:8 found '{' where the end is expected", "1", "2"]]),
    FormatCase(
      "several values, then one on several lines", "{}{}\n{\n}\n", .values,
      [["{}", "{}", "{\n}"]]),
    FormatCase("indented values", "{\n}\n{\n}", .values, [["{\n}", "{\n}"]]),
    FormatCase(
      "records", "\u{1E}{\"a\":1}\n\u{1E}[\n2]\n\u{1E}\u{1E}3\n", .records,
      [[#"{"a":1}"#, "[\n2]", "3"]]),
  ]
}

@Suite struct FeedFormatTests {
  @Test("38: what a file in a format that is not read is, and what converts it, is said")
  func unreadFormats() {
    var options = FeedOptions()
    options.acceptsText = true
    for (name, text, hint) in [
      ("Cargo.toml", "[package]\nname = \"x\"\n", "TOML is not read, tomlq converts it to JSON"),
      ("A.INI", "[a]\nb = c d\n", "INI is not read, jc --ini converts it to JSON"),
    ] {
      let indexed = Indexed(MemorySource(text, name: name), options: options)
      #expect(indexed.progress.format == .text)
      #expect(indexed.progress.notes == ["lines of text (neither JSON nor a table; \(hint))"])
    }
  }

  // The array was a part of the record, with status 0.
  @Test(
    "34: JSON behind messages in a file of JSON is no part of a record",
    arguments: ["npm WARN x", "2026-11-30 10:00:00 connecting"])
  func messagesInFrontOfJSON(_ message: String) {
    var options = FeedOptions()
    (options.isPaced, options.acceptsText, options.acceptsPlainText) = (true, true, true)
    for json in ["[{\"a\":1},{\"a\":2}]\n", "[\n{\"a\":1}\n]\n", "{\n\"a\": 1\n}\n"] {
      let indexed = Indexed("\(message)\n\(json)", options: options)
      #expect(indexed.error != nil || indexed.rows.contains { $0.problem != nil }, "\(json)")
    }
    let log = Indexed(MemorySource("\(message)\n[{\"a\":1}]\n", name: "a.log"), options: options)
    #expect(log.error == nil && log.rows.count == 1)
  }

  // They were refused as JSON only, and counted with status 0.
  @Test(
    "34: text that may be a table, or JSON, is a fault wherever rows are printed",
    arguments: [
      ("p.txt", "a | b\n1 | 2\n3 | 4\n"), ("c.json", "// c\n{\"a\":1,\n\"b\":2}\n"),
      ("j.json", "cb([{\"a\":1}]);\n"),
    ])
  func faultsOfText(name: String, text: String) {
    var options = FeedOptions()
    (options.acceptsText, options.acceptsPlainText) = (true, true)
    func indexed(_ text: String) -> Indexed {
      Indexed(MemorySource(text, name: name), options: options)
    }
    #expect(indexed(text).error == nil)
    options.isPaced = true
    #expect(indexed(text).error != nil)
    #expect(indexed(text).rows.count == text.split(separator: "\n").count)
    options.expectsText = true
    #expect(indexed(text).error == nil)
    (options.acceptsText, options.expectsText) = (false, false)
    #expect(indexed(text).error != nil && indexed(text).rows.isEmpty)
  }

  // Each number was a row.
  @Test(
    "34: lines of several numbers each are text, and values one behind another are JSON",
    arguments: [
      ("      3 17\n      2 5\n", 2), ("      3 17\n", 1), ("3\t17\n2\t5\n", 2),
      ("\"a\" 5\n\"b\" 7\n", 2), ("1 2 3\n", nil), ("1\n2 3\n", nil), ("{} {}\n{} {}\n", nil),
      ("[1] [2]\n[3] [4]\n", nil),
    ] as [(String, Int?)])
  func linesOfNumbers(text: String, count: Int?) {
    var options = FeedOptions()
    options.acceptsPlainText = true
    let indexed = Indexed(MemorySource(text, name: "standard input"), options: options)
    #expect(indexed.error == nil && (indexed.progress.format == .text) == (count != nil))
    if let count { #expect(indexed.rows.count == count, "\(indexed.sections)") }
    #expect(Indexed(text).progress.format != .text)
  }

  @Test("Documents and streams are distinguished, whatever the chunks", arguments: FormatCase.all)
  func recognises(_ sample: FormatCase) {
    for chunk in [Int.max, 64, 7, 1] {
      // A stream of arrays is a document until more arrives.
      if chunk < 64, sample.text.hasPrefix("[1,2]\n") { continue }
      let indexed = Indexed(sample.text, chunk: chunk)
      #expect(indexed.error == nil, "chunk \(chunk)")
      #expect(indexed.progress.format == sample.format, "chunk \(chunk)")
      #expect(indexed.sections == sample.sections, "chunk \(chunk)")
      #expect(indexed.progress.isFinished)
      #expect(indexed.progress.byteCount == sample.text.utf8.count)
    }
  }

  @Test func formatCanBeForced() {
    let text = "[1]\nnope\n[2]"
    let lines = Indexed(text, options: FeedOptions(format: .lines))
    #expect(
      lines.sections == [["[1]", "!2:1 found a word that is not true, false or null", "[2]"]])
    let values = Indexed("[1]\n[2]", options: FeedOptions(format: .values))
    #expect(values.progress.format == .values)
    #expect(values.sections == [["[1]", "[2]"]])
  }

  @Test(
    arguments: [
      (
        FeedFormat.members, #"{"a":1,"b":[1,2]}"#,
        [[#"{"key":"a","value":1}"#, #"{"key":"b","value":[1,2]}"#]]
      ),
      (.array, "[[1,2],[3]]", [["[1,2]", "[3]"]]),
      (.arrays, "[1,[2]]", [["1"], ["2"]]),
      (.object, #"{"sections":[{"items":[1]}],"b":[]}"#, [[#"{"items":[1]}"#]]),
      (.sections, #"{"sections":[{"footer":1}]}"#, [[]]),
      (.jsonFeed, #"{"items":[1],"longer":[2,3,4]}"#, [["1"]]),
      (.members, "[1]", [["1"]]),
    ] as [(FeedFormat, String, [[String]])])
  func aDocumentHasTheSpecifiedFormat(_ format: FeedFormat, _ text: String, _ rows: [[String]]) {
    for chunk in [1, .max] {
      let indexed = Indexed(text, chunk: chunk, options: FeedOptions(format: format))
      #expect(indexed.error == nil)
      #expect(indexed.sections == rows, "\(format)")
    }
  }

  @Test func thePartOfADocumentHasTheSpecifiedFormat() {
    let options = FeedOptions(format: .members, pointer: JSONPointer("/a"))
    let indexed = Indexed(#"{"a":{"x":[1]},"b":2}"#, options: options)
    #expect(indexed.sections == [[#"{"key":"x","value":[1]}"#]])
  }

  @Test func sectionsHaveNamesHeadersAndFooters() throws {
    let text = #"""
      {"mocoaName":"list","sections":[
        {"mocoaName":"people","header":{"mocoaName":"big","t":1},"items":[1],"footer":"end"},
        {"items":[2],"header":"late","mocoaName":"x"},
        {"rows":[{"mocoaName":"contact"},3]}
      ],"more":[1,2,3]}
      """#
    for chunk in [Int.max, 3] {
      let model = Indexed(text, chunk: chunk).model
      let first = model.feedSection(at: 0)
      #expect(first.moduleName == "people")
      #expect(first.supplementaryKinds == [.header, .footer])
      #expect(first.supplementaryRow(of: .header)?.moduleName == "big")
      #expect(first.supplementaryRow(of: .footer)?.json.string == "end")
      #expect(first.supplementaryRow(of: .footer)?.moduleName == Row.jsonName)
      #expect(first.numberOfSupplementaryModels(of: .header) == 1)
      let second = model.feedSection(at: 1)
      #expect(second.moduleName == "x")
      #expect(second.supplementaryRow(of: .header)?.json.string == "late")
      #expect(second.supplementaryKinds == [.header])
      let third = model.feedSection(at: 2)
      #expect(third.moduleName == .default)
      #expect(third.supplementaryKinds.isEmpty)
      #expect(third.row(at: 0).moduleName == "contact")
      #expect(third.row(at: 1).moduleName == Row.jsonName)
      #expect(third.row(at: 1).indexPath == ListIndexPath(section: 2, item: 1))
    }
  }

  @Test func aDetailIsBetterThanNothingWhereTheObjectBreaksOff() {
    let indexed = Indexed(#"{"files":["a","b"],"scripts":{"x":"a longer one"},"ver"#)
    #expect(indexed.progress.format == .object)
    #expect(indexed.sections.first?.prefix(2) == [#""a""#, #""b""#])
  }

  @Test func headerOfAJSONFeedHoldsItsOtherMembers() throws {
    let text = #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1}],"user":2}
      """#
    let header = Indexed(text).model.feedSection(at: 0).supplementaryRow(of: .header)
    let value = try #require(header).value()
    #expect(value["title"] == "T")
    #expect(value["user"] == 2)
    #expect(value["items"] == nil)
  }

  @Test func aLongArrayOfAnObjectIsShownBeforeItsEnd() {
    let rows = (0..<60_000).map { "{\"number\":\($0),\"text\":\"filler\"}" }
    let big = "[\(rows.joined(separator: ","))]"
    let text = "{\"first\":[1],\"big\":\(big),\"z\":\(big)}"
    let indexed = Indexed(text, chunk: 100_000)
    #expect(indexed.progress.format == .object)
    #expect(indexed.progress.rowCount == 60_000)
    #expect(indexed.model.row(59_999).json.text == rows[59_999])
    // Cut off in the middle, what is there of it is shown.
    let cut = Indexed(String(text.prefix(1_500_000)), chunk: 100_000)
    #expect(cut.progress.rowCount > 30_000)
    #expect(cut.model.row(0).json.text == rows[0])
  }

  @Test func rowsAndHeaderOfAJSONFeedHaveANameOfTheirOwn() {
    let text =
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1},"#
      + #"{"id":2,"mocoaName":"own"}]}"#
    let indexed = Indexed(text)
    #expect(indexed.rows.map(\.moduleName) == [Row.jsonFeedName, "own"])
    let header = indexed.model.feedSection(at: 0).supplementaryRow(of: .header)
    #expect(header?.moduleName == Row.jsonFeedName)
    #expect(Indexed("[{\"id\":1}]").rows.map(\.moduleName) == [Row.jsonName])
  }
}

/// Which list of a document holds its rows, and what is known of the others.
@Suite struct FeedListTests {
  private func lists(_ indexed: Indexed) -> [String] {
    indexed.model.lists.map {
      "\($0.isShown ? "*" : "")\($0.pointer) \($0.rowCount) \($0.byteCount)"
    }
  }

  @Test func allListsOfADocumentAreNamed() {
    let text = #"{"log":[1,2],"items":[{"a":1},{"a":2}],"d":{"e":[3,[4]]},"f":[],"g":{"h":7}}"#
    for chunk in [1, .max] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(lists(indexed) == ["*/items 2 17", "/d/e 2 7", "/log 2 5"])
      let other = Indexed(text, chunk: chunk, options: FeedOptions(pointer: JSONPointer("/d/e")))
      #expect(other.sections == [["3", "[4]"]])
    }
  }

  @Test("W14: objects are the rows, and not values next to them", arguments: [1, .max])
  func objectsAreTheRows(chunk: Int) {
    let tags = (0..<60).map { "\"tag \($0)\"" }.joined(separator: ",")
    let text = "{\"tags\":[\(tags)],\"items\":[{\"a\":1},{\"a\":2}]}"
    var options = FeedOptions()
    options.isPaced = true
    let indexed = Indexed(text, chunk: chunk, options: options)
    #expect(indexed.sections == [[#"{"a":1}"#, #"{"a":2}"#]])
    #expect(indexed.progress.notes == ["rows of /items; other lists: --at /tags"])
    // Arrays of arrays are rows, too, which objects may describe.
    let table = #"{"columns":[{"name":"a"}],"rows":[[1,2],[3,4],[5,6]],"tags":["a","b"]}"#
    #expect(Indexed(table, chunk: chunk).sections == [["[1,2]", "[3,4]", "[5,6]"]])
    options.pointer = JSONPointer("/tags")
    #expect(Indexed(text, chunk: chunk, options: options).progress.notes == [])
  }

  @Test("34: values on one line that is longer than a sample", arguments: [#"{"a":1} "#, "1 "])
  func longLineOfValues(_ value: String) {
    let count = (1 << 20) / value.utf8.count + 1
    let indexed = Indexed(String(repeating: value, count: count))
    #expect(indexed.progress.format == .values)
    #expect(indexed.progress.rowCount == count)
    #expect(indexed.error == nil)
  }

  @Test func aDocumentWithoutRowsInAListShowsNone() {
    #expect(lists(Indexed(#"{"files":["a"],"scripts":{"x":"y"}}"#)) == ["/files 1 5"])
    #expect(lists(Indexed("[1,[2]]")) == [])
  }

  @Test func ofManyListsTheLongestAreNamed() {
    let members = (0..<50).map { "\"k\($0)\":[\(String(repeating: "1", count: 50 + $0))]" }
    let indexed = Indexed("{\"rows\":[{}],\(members.joined(separator: ","))}")
    #expect(indexed.model.lists.count == 32)
    #expect(indexed.model.lists[0].pointer == JSONPointer("/rows"))
    #expect(indexed.model.lists[0].isShown)
    #expect(indexed.model.lists[1].pointer == JSONPointer("/k49"))
  }

  /// defect S8: a list of a file is chosen when the others have been seen; that of a pipe may be
  /// chosen before.
  @Test func theLargestListOfAFileHoldsTheRows() throws {
    let log = (0..<160_000).map { "\"line \($0)\"" }.joined(separator: ",")
    let items = (0..<300_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let file = try TemporaryFile("{\"log\":[\(log)],\"items\":[\(items)]}")
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.model.numberOfRows == 300_000)
    #expect(indexed.model.row(0).json.text == "{\"id\":0}")
    #expect(indexed.model.lists.map(\.pointer) == [JSONPointer("/items"), JSONPointer("/log")])
    #expect(indexed.model.lists[1].rowCount == 160_000)
    let pipe = Indexed("{\"log\":[\(log)],\"items\":[\(items)]}", chunk: 65_536)
    #expect(pipe.model.numberOfRows == 160_000)
    #expect(pipe.model.lists.map(\.rowCount) == [160_000, 300_000])
  }

  // defect S8
  @Test func linesWhoseFirstHasALongListAreLines() throws {
    let list = (0..<200_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let file = try TemporaryFile("{\"a\":[\(list)]}\n{\"a\":[]}\n{\"a\":}\n")
    let indexed = Indexed(try ByteSources.file(file.path))
    #expect(indexed.progress.format == .lines)
    #expect(indexed.rows.map { $0.problem == nil } == [true, true, false])
  }

  /// defect S8: an npm audit.
  @Test func thePartThatAPointerNamesHoldsTheRows() {
    let text = #"{"vulnerabilities":{"a":{"via":[{"x":1}]},"b":{"via":[]}},"metadata":{}}"#
    for text in [text, text + "\n"] {
      let indexed = Indexed(text, options: FeedOptions(pointer: JSONPointer("/vulnerabilities")))
      let rows = [#"{"key":"a","value":{"via":[{"x":1}]}}"#, #"{"key":"b","value":{"via":[]}}"#]
      #expect(indexed.sections == [rows])
    }
  }
}

extension FormatCase {
  static var all: [FormatCase] { documents + streams }
}
