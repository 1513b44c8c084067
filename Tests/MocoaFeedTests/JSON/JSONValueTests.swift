import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct JSONValueTests {
  private let sample = #"{"b":[1,2.50,{"x":null}],"a":"é\n\"","c":{},"d":[],"big":1e999,"t":true}"#

  @Test func keepsOrderDigitsAndStrings() throws {
    let value = try JSONValue(parsing: sample)
    #expect(value.object?.map(\.key) == ["b", "a", "c", "d", "big", "t"])
    #expect(value["b"]?[1]?.number?.text == "2.50")
    #expect(value["a"] == "é\n\"")
    #expect(value["big"]?.number?.double == .infinity)
    #expect(value["t"]?.bool == true)
    #expect(value["b"]?[2] == ["x": nil])
    #expect(value["b"]?[3] == nil)
    #expect(value["none"] == nil)
  }

  @Test func printsWhatItReads() throws {
    let value = try JSONValue(parsing: sample)
    #expect(value.description == sample)
    #expect(try JSONValue(parsing: value.pretty()) == value)
    #expect(try JSONValue(parsing: value.pretty()).description == sample)
    #expect(JSONBytes(Array(value.pretty().utf8)).description == sample)
  }

  @Test func indents() {
    let text = JSONBytes(Array(#"{"a":[1,{"b":[]}],"c":{}}"#.utf8)).pretty()
    #expect(
      text == """
        {
          "a": [
            1,
            {
              "b": []
            }
          ],
          "c": {}
        }
        """)
  }

  @Test("defect U15: indented text has characters in place of escapes that they do not need")
  func readableText() {
    let text = #"["\u05e9\u202e\ud83d\ude00\/\n\u0041\u0022\ud83d\u001b\\u05e9"]"#
    #expect(
      JSONBytes(Array(text.utf8)).pretty(indentation: 0)
        == "[\n\"ש\\u202e😀/\\nA\\u0022\\ud83d\\u001b\\\\u05e9\"\n]")
  }

  @Test func controlCharactersArePrintedAsEscapes() throws {
    let string = String(decoding: (0..<0x20).map { UInt8($0) }, as: UTF8.self)
    let text = JSONValue.string(string).description
    #expect(text.utf8.allSatisfy { $0 >= 0x20 })
    #expect(try JSONValue(parsing: text).string == string)
  }

  @Test func nestingHasALimit() throws {
    let limit = JSONValue.maximumDepth
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSONValue(parsing: nested(limit)).description == nested(limit))
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(limit + 1)) }
    #expect(error?.reason == .tooDeep(limit: limit))
    #expect(JSONBytes(Array(nested(20_000).utf8)).pretty(indentation: 0).count > 40_000)
  }

  @Test func textThatIsNoJSONIsPrintedAsItIs() {
    #expect(JSONBytes(Array("{oops".utf8)).pretty() == "{oops")
    #expect(JSONBytes(Array("{oops".utf8)).description == "{oops")
  }
}

@Suite struct JSONPointerTests {
  /// The example of RFC 6901 section 5.
  static let document = #"""
    {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
    """#

  @Test(arguments: [
    ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
    ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"),
    ("/m~0n", "8"),
  ])
  func findsWhatTheStandardSays(_ text: String, _ expected: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.description == text)
    #expect(try JSONValue(parsing: Self.document)[pointer]?.description == expected)
    #expect(JSONBytes(Array(Self.document.utf8))[pointer]?.text == expected)
  }

  @Test func theEmptyPointerIsTheDocument() throws {
    let pointer = try #require(JSONPointer(""))
    let value = try JSONValue(parsing: Self.document)
    #expect(value[pointer] == value)
  }

  @Test(arguments: ["foo", "/~", "/~2", "/a~"])
  func refuses(_ text: String) { #expect(JSONPointer(text) == nil) }

  @Test(arguments: ["/foo/2", "/foo/00", "/foo/-", "/foo/+1", "/nope", "/foo/0/x"])
  func findsNothing(_ text: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(try JSONValue(parsing: Self.document)[pointer] == nil)
    #expect(JSONBytes(Array(Self.document.utf8))[pointer] == nil)
  }
}

@Suite struct JSONBytesTests {
  private let row = JSONBytes(
    Array(
      #" {"a.b":1,"a":{"b":2,"c":{"d":"x"}},"list":[[],{"k":"\u0041"}],"\u006bey":"v","n":null} "#
        .utf8))

  @Test(arguments: [
    ("a.b", "1"), ("a.c.d", #""x""#), ("a.c", #"{"d":"x"}"#), ("list.1.k", #""\u0041""#),
    ("key", #""v""#), ("n", "null"), ("list.0", "[]"),
  ])
  func findsMembers(_ name: String, _ expected: String) {
    #expect(row.member(name)?.text == expected)
  }

  @Test(arguments: ["b", "a.x", "list.2", "list.k", "n.x", "", "."])
  func findsNoMember(_ name: String) { #expect(row.member(name) == nil) }

  @Test func slicesCanBeSearchedAgain() {
    #expect(row.member("a")?.member("c")?.member("d")?.string == "x")
    #expect(row.member("list")?.kind == .array)
    #expect(row.member("list.1.k")?.string == "A")
  }

  @Test func goesThroughMembersAndElements() throws {
    var keys: [String] = []
    row.forEachMember { key, _ in
      keys.append(key)
      return true
    }
    #expect(keys == ["a.b", "a", "list", "key", "n"])
    var elements: [String] = []
    row.member("list")?.forEachElement {
      elements.append($0.text)
      return elements.count < 1
    }
    #expect(elements == ["[]"])
  }

  /// What is found in the bytes is what is found in the value.
  @Test func agreesWithTheValueOnRandomDocuments() throws {
    var random = SeededGenerator(seed: 6901)
    for _ in 0..<500 {
      let value = JSONValue.random(depth: 4, using: &random)
      let bytes = JSONBytes(Array(value.pretty(indentation: 1).utf8))
      #expect(try bytes.value() == value)
      #expect(bytes.description == value.description)
      for pointer in value.pointers() {
        #expect(try bytes[pointer]?.value() == value[pointer])
      }
    }
  }

  @Test func decodesModels() throws {
    struct Model: Decodable, Equatable {
      var b: Int
      var c: [String: String]
    }
    let model = try row.member("a")?.decode(Model.self)
    #expect(model == Model(b: 2, c: ["d": "x"]))
    #expect(throws: DecodingError.self) { try row.decode(Model.self) }
    #expect(throws: DecodingError.self) { try JSONBytes([0x7B]).decode(Model.self) }
  }
}

extension JSONValue {
  static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    let keys = ["a", "b", "~", "/", "\"", "é", ""]
    switch Int.random(in: 0..<(depth == 0 ? 4 : 7), using: &random) {
    case 0: return nil
    case 1: return .bool(.random(using: &random))
    case 2: return JSONValue(integerLiteral: .random(in: -9...99, using: &random))
    case 3: return .string(["", "[", "}\"", "\\", "é\n"].randomElement(using: &random) ?? "")
    case 4, 5:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let count = Int.random(in: 0...3, using: &random)
      return .object(
        JSONObject(
          (0..<count).map { _ in
            JSONObject.Member(
              key: keys.randomElement(using: &random) ?? "",
              value: .random(depth: depth - 1, using: &random))
          }))
    }
  }

  /// Pointers to all values in this one.
  fileprivate func pointers() -> [JSONPointer] {
    var result = [JSONPointer(tokens: [])]
    func add(_ token: String, _ value: JSONValue) {
      result += value.pointers().map { JSONPointer(tokens: [token] + $0.tokens) }
    }
    array?.enumerated().forEach { add(String($0.offset), $0.element) }
    for member in object ?? [:] { add(member.key, member.value) }
    return result
  }
}
