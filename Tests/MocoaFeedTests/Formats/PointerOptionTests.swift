import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct PointerOptionTests {
  private static let text = """
    {"meta":{"count":2},"data":{"all":[1,2,3,4],"best":[[5],[6]],"a/b":[{"id":1}],"one":{"x":1}}}
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var pointer: String
    var stream = text
    var sections: [[String]]

    init(pointer: String, sections: [[String]]) {
      (self.pointer, self.sections) = (pointer, sections)
    }

    init(pointer: String, stream: String, _ rows: [String]) {
      (self.pointer, self.stream, sections) = (pointer, stream, [rows])
    }

    var testDescription: String { "\(pointer) \(stream.prefix(20))" }
  }

  @Test(arguments: [
    Case(pointer: "", sections: [["{\"id\":1}"]]),
    Case(
      pointer: "/data",
      sections: [
        [
          #"{"key":"all","value":[1,2,3,4]}"#, #"{"key":"best","value":[[5],[6]]}"#,
          #"{"key":"a/b","value":[{"id":1}]}"#, #"{"key":"one","value":{"x":1}}"#,
        ]
      ]),
    Case(pointer: "/data/all", sections: [["1", "2", "3", "4"]]),
    Case(pointer: "/data/best", sections: [["5"], ["6"]]),
    Case(pointer: "/data/best/1", sections: [["6"]]),
    Case(pointer: "/data/a~1b", sections: [["{\"id\":1}"]]),
    Case(pointer: "/data/one", sections: [["{\"key\":\"x\",\"value\":1}"]]),
    Case(pointer: "/meta", sections: [["{\"key\":\"count\",\"value\":2}"]]),
  ]) func rowsAreWhereThePointerLeads(_ test: Case) {
    for chunk in [1, 7, .max] {
      let options = FeedOptions(pointer: JSONPointer(test.pointer))
      let indexed = Indexed(Self.text, chunk: chunk, options: options)
      #expect(indexed.error == nil)
      #expect(indexed.sections == test.sections)
    }
  }

  @Test(arguments: [("/a/0", ["1", "2"]), ("/a/2", ["5", "6"]), ("/*/1", ["3", "4"])])
  func whiteSpaceMayStandBetweenElements(_ pointer: String, _ rows: [String]) {
    for chunk in [1, .max] {
      let indexed = Indexed(
        "{\"a\" : [ [1,2] , [3,4] ,\n\t [5,6]\n]\n}\n", chunk: chunk,
        options: FeedOptions(pointer: JSONPointer(pointer)))
      #expect(indexed.error == nil && indexed.sections == [rows])
    }
  }

  @Test(arguments: ["/nothing", "/data/all/0", "/data/all/9", "/data/all/x", "/meta/count/0"])
  func aPointerToNothingIsAnError(_ pointer: String) {
    let indexed = Indexed(Self.text, options: FeedOptions(pointer: JSONPointer(pointer)))
    #expect(indexed.error == "feed.json: there are no rows at '\(pointer)'")
  }

  // It was a row.
  @Test("34: a member that is null in place of an array has no rows")
  func nullInPlaceOfAnArray() {
    let indexed = Indexed(
      #"{"d":[{"items":[{"n":1}]},{"items":null},{"items":[]}]}"#,
      options: FeedOptions(pointer: JSONPointer("/d/*/items")))
    #expect(indexed.sections == [[#"{"n":1}"#]] && indexed.error == nil)
    let elements = Indexed(
      "[1,null]", options: FeedOptions(pointer: JSONPointer("/*")))
    #expect(elements.sections == [["1", "null"]])
  }

  // The rows of the first one were all, silently.
  @Test(
    "36: a duplicate of a member on the way is an error, whatever its value",
    arguments: [
      ("/a", #"{"a":{"p":1},"a":{"q":2}}"#, 1), ("/a", #"{"a":{"p":1},"a":[{"q":2}]}"#, 1),
      ("/a", #"{"a":5,"a":[{"q":2}]}"#, 0), ("/a/b", #"{"a":{"c":1},"a":{"b":[1,2]}}"#, 0),
      ("/0/a", #"[{"a":{"p":1},"a":{"q":2}}]"#, 1),
    ])
  func duplicates(_ pointer: String, _ text: String, _ count: Int) {
    let indexed = Indexed(text, options: FeedOptions(pointer: JSONPointer(pointer)))
    #expect(indexed.rows.count == count)
    #expect(
      indexed.error?.hasSuffix("duplicate member 'a', whose rows are left out") == true,
      "\(indexed.error ?? "")")
  }

  @Test("38: a value that is missing in a list at a pointer is one, and a tar archive is named")
  func gapsAndArchives() {
    let list = Indexed(#"{"a":[1,]}"#, options: FeedOptions(pointer: JSONPointer("/a")))
    #expect(list.rows.last?.problem?.reason == .missingValue)
    let archive = "a.json" + String(repeating: "\0", count: 251) + "ustar  \0{}\n{}\n"
    #expect(Indexed(archive).error?.contains("is a tar archive") == true)
  }

  // They were left out silently.
  @Test(
    "36: a part that is null is a row where other parts are no arrays",
    arguments: [
      ("/a", [#"{"a":1}"#, #"{"a":null}"#, #"{"a":3}"#], ["1", "null", "3"]),
      ("/a", [#"{"a":null}"#, #"{"a":null}"#, #"{"a":{}}"#], ["null", "null", "{}"]),
      ("/a", [#"{"a":null}"#, #"{"a":[1]}"#, #"{"a":null}"#], ["1"]),
      ("/*/p", [#"[{"p":null},{"p":1}]"#], ["null", "1"]),
      ("/a", [#"{"a":null}"#, #"{"a":null}"#], []),
    ])
  func nullAmongValues(_ pointer: String, _ lines: [String], _ rows: [String]) {
    let indexed = Indexed(
      lines.joined(separator: "\n"), options: FeedOptions(pointer: JSONPointer(pointer)))
    #expect(indexed.rows.map(\.json.text) == rows)
  }

  @Test(
    "34: that the keys of members are left out is noted",
    arguments: [
      ("/p/*/*", true), ("/p/*/get", true), ("/p/x/*", true), ("/p/y/*", false), ("/l/*/n", false),
      ("/*/0/n", false),
    ])
  func keysThatAreLeftOut(_ pointer: String, _ isNoted: Bool) {
    let indexed = Indexed(
      #"{"p":{"x":{"get":1,"put":2},"y":{"get":3}},"l":[{"n":1},{"n":2}]}"#,
      options: FeedOptions(pointer: JSONPointer(pointer)))
    let note = "the keys for * are left out; --unnest for --at keeps them"
    #expect(indexed.error == nil)
    #expect(indexed.notes == (isNoted ? [note] : []))
  }

  @Test("34: all of no elements have no rows", arguments: ["/a/*", "/b/*", "/a/*/rows"])
  func rowsOfNoElements(_ pointer: String) {
    let indexed = Indexed(
      #"{"a":[],"b":{}}"#, options: FeedOptions(pointer: JSONPointer(pointer)))
    #expect(indexed.error == nil && indexed.rows.isEmpty)
  }

  @Test(arguments: [
    Case(
      pointer: "/a/r", stream: #"{"a":{"r":[1,2]}} {"b":0,"a":{"r":[3,[4]],"c":[]}}"#,
      ["1", "2", "3", "[4]"]),
    Case(
      pointer: "/a", stream: "{\"a\":{\"x\":[1]}}\n{\"a\":2,\"b\":3}\n{\"a\":\"]\"}\n",
      ["{\"x\":[1]}", "2", "\"]\""]),
    Case(pointer: "/a", stream: "\u{1E}{\"a\":[1]}\n\u{1E}{\"a\":[2,3]}\n", ["1", "2", "3"]),
    Case(pointer: "/1", stream: "[0,1]\n[0,2]\n[0,[3,4]]", ["1", "2", "3", "4"]),
    Case(pointer: "/a", stream: "{\n\"a\":[1]\n}\n{\n\"a\":[2],\n\"b\":[9]}", ["1", "2"]),
  ]) func eachDocumentOfAStreamIsLookedInto(_ test: Case) {
    for chunk in [1, 7, .max] {
      let options = FeedOptions(pointer: JSONPointer(test.pointer))
      let indexed = Indexed(test.stream, chunk: chunk, options: options)
      #expect(indexed.error == nil)
      #expect(Array(indexed.sections.joined()) == test.sections[0])
    }
  }

  @Test func aDocumentOfAStreamWithoutThePartIsAnError() {
    let lines = [#"{"b":0}"#, #"{"a":[1]}"#, #"{"a":[2"#, #"{"b":[9]}"#, "5", #"{"a":[3]}"#]
    let indexed = Indexed(
      lines.joined(separator: "\n"),
      options: FeedOptions(format: .lines, pointer: JSONPointer("/a")))
    let rows = indexed.rows
    #expect(rows.map { $0.problem == nil } == [true, false, false, true])
    #expect(rows[1].problem?.line == 3 || rows[1].problem?.line == 4)
    #expect(JSONPointer("/a").map { rows[2].problem?.reason == .nothingAt($0) } == true)
    #expect(rows[2].problem?.line == 4)
    #expect(rows[3].json.text == "3")
  }

  @Test func aStreamWithoutSuchAPartIsAnError() {
    let indexed = Indexed("{\"a\":1}\n{\"a\":2}", options: FeedOptions(pointer: JSONPointer("/b")))
    #expect(indexed.error == "feed.json: there are no rows at '/b'")
  }

  @Test(arguments: 1...200) func rowsMatchTheDocuments(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var expected: [String] = []
    let documents = (0..<Int.random(in: 2...200, using: &random)).map { _ -> String in
      let rows = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        ["{\"a\":[1,\"]\"]}", "[{}]", "\"},{\"", "7", "null"].randomElement(using: &random) ?? ""
      }
      expected += rows
      let behind = Bool.random(using: &random) ? ",\"z\":[{\"a\":[5]}]" : ""
      return "{\"x\":\"a\",\"a\":{\"b\":[\(rows.joined(separator: ","))]}\(behind)}"
    }
    let options = FeedOptions(pointer: JSONPointer("/a/b"))
    let separator = ["\n", "\n\n", " ", "\n\u{1E}"].randomElement(using: &random) ?? ""
    let start = separator.contains("\u{1E}") ? "\u{1E}" : ""
    let indexed = Indexed(start + documents.joined(separator: separator), options: options)
    #expect(indexed.error == nil, "seed \(seed)")
    #expect(indexed.rows.map(\.json.text) == expected, "seed \(seed)")
    var passed: [String] = []
    #expect(throws: Never.self) {
      try indexed.model.forEachRow { _, bytes in
        passed.append(String(decoding: bytes, as: UTF8.self))
        return true
      }
    }
    #expect(passed == expected, "seed \(seed)")
  }
}
