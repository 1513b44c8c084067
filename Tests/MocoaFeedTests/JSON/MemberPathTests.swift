import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct MemberPathTests {
  /// A value of random members, strings with brackets and escapes, and what is nested in it.
  private func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    let strings = [
      "", "a", "{\"", "]}", "\\", "\\\"", "long text with [brackets] {and} \"quotes\"", "漢字",
    ]
    switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return JSONValue(integerLiteral: Int.random(in: -9_999...9_999, using: &random))
    case 3: return .string(strings.randomElement(using: &random) ?? "")
    case 4:
      return .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          randomValue(depth: depth - 1, &random)
        })
    default:
      let keys = ["a", "b", "a.b", "k\"q", "0", "1"].shuffled(using: &random)
      return .object(
        JSONObject(
          keys.prefix(Int.random(in: 0..<5, using: &random)).map {
            .init(key: $0, value: randomValue(depth: depth - 1, &random))
          }))
    }
  }

  @Test func findsWhatLookingUpMembersFinds() throws {
    var random = SeededGenerator(seed: 7)
    var found = 0
    let names = ["a", "b", "a.b", "a.b.a", "a.0", "a.1.b", "0", "/a/b", "/a/b/0", "k\"q", "a.k\"q"]
    for _ in 0..<3_000 {
      let value = randomValue(depth: 3, &random)
      let text =
        Bool.random(using: &random) ? "\(value)" : JSONBytes(Array("\(value)".utf8)).pretty()
      let row = JSONBytes(Array(text.utf8))
      for name in names {
        let expected = JSONPointer(name).flatMap { row[$0] } ?? row.member(name)
        let result = MemberPath(name).value(in: row)
        #expect(result?.text == expected?.text, "\(name) in \(text)")
        found += result == nil ? 0 : 1
      }
    }
    #expect(found > 1_000)
  }

  @Test("All members are found in one pass as each of them is")
  func readerFindsWhatPathsFind() {
    var random = SeededGenerator(seed: 11)
    let paths = ["a", "b", "a.b", "a.b.a", "a.0", "a.1.b", "0", "/a/b/0", "k\"q", "."].map {
      MemberPath($0)
    }
    var reader = MemberReader(paths)
    for _ in 0..<3_000 {
      let row = JSONBytes(Array("\(randomValue(depth: 3, &random))".utf8))
      let expected = paths.map { $0.value(in: row)?.text }
      #expect(reader.values(in: row).map { $0?.text } == expected, "\(row.text)")
    }
  }

  @Test(
    "36: a position from the end is that of an element, read alone or with other members",
    arguments: [
      ("tags[-1]", ["3", "1", nil, nil, nil]), ("tags[-2]", ["2", nil, nil, nil, nil]),
      ("tags[0]", ["1", "1", nil, nil, nil]), ("a[-1].b", ["5", nil, nil, "\"x\"", nil]),
      ("a[-1]", [#"{"b":5}"#, nil, nil, #"{"b":"x"}"#, nil]),
      ("a[0].b", ["4", nil, nil, nil, nil]),
    ])
  func positionsFromTheEnd(_ text: String, _ values: [String?]) throws {
    let rows = [
      #"{"tags":[1,2,3],"a":[{"b":4},{"b":5}]}"#, #"{"tags":[1]}"#, #"{"tags":[],"a":{"b":1}}"#,
      #"{"a":[[7], {"b":"x"}]}"#, #"{"tags":7}"#,
    ].map { JSONBytes(Array($0.utf8)) }
    let path = MemberPath(text)
    #expect(rows.map { path.value(in: $0)?.text } == values)
    let paths = ["tags[0]", "tags[-1]", "a[-1].b", text].map { MemberPath($0) }
    var reader = MemberReader(paths)
    let found = rows.map { reader.values(in: $0)[3]?.text }
    #expect(found == values)
    let filter = try RowFilter(parsing: "exists(\(text))")
    #expect(rows.map { filter.matches($0) } == values.map { $0 != nil })
  }

  /// Defect P7: one notation of paths; pointers are shown in it.
  @Test(arguments: [
    ("a", ["a"], "a"), ("a.b", ["a", "b"], "a.b"), (".a", ["a"], ".a"),
    ("tags[0]", ["tags", "0"], "tags[0]"), ("a[0].b", ["a", "0", "b"], "a[0].b"),
    ("tags[-1]", ["tags", "-1"], "tags[-1]"), ("a[-]", ["a[-]"], "a[-]"),
    ("a.0.b", ["a", "0", "b"], "a.0.b"), ("\"odd name\"", ["odd name"], "\"odd name\""),
    ("a.\"b.c\".d", ["a", "b.c", "d"], "a.\"b.c\".d"), ("a[\"b.c\"]", ["a", "b.c"], "a[\"b.c\"]"),
    ("a['b']", ["a", "b"], "a['b']"), (".[\"x\"]", ["x"], ".[\"x\"]"),
    ("\"q\\\"q\"", ["q\"q"], "\"q\\\"q\""), ("/status/phase", ["status", "phase"], "status.phase"),
    ("/items/0/id", ["items", "0", "id"], "items[0].id"),
    ("/a.b/c d", ["a.b", "c d"], "\"a.b\".\"c d\""),
    ("/sl~1ash", ["sl/ash"], "sl/ash"), ("/", [""], "\"\""), ("a..b", ["a", "", "b"], "a..b"),
    ("a[", ["a["], "a["), ("a[x]", ["a[x]"], "a[x]"), ("\"a", ["\"a"], "\"a"), ("", [], ""),
    // Marks that join the sign before them.
    ("\"/\u{31A} x\"", ["/\u{31A} x"], "\"/\u{31A} x\""),
    ("\"\u{31A},\"", ["\u{31A},"], "\"\u{31A},\""), ("/~1\u{31A}x", ["/\u{31A}x"], "\"/\u{31A}x\""),
  ])
  func pathsHaveOneNotation(text: String, keys: [String], shown: String) {
    let path = MemberPath(text)
    #expect(path.keys == keys)
    #expect(path.text == shown)
    #expect(MemberPath(MemberPath(keys: keys).text).keys == keys)
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("\"a,b\",c", ["\"a,b\"", "c"]), ("", [""]), ("a,,b", ["a", "", "b"]),
    ("\"\u{31A},\",c", ["\"\u{31A},\"", "c"]), ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]),
    ("a\"b,c", ["a\"b,c"]),
  ])
  func listsOfPathsAreSplitAtCommas(list: String, parts: [String]) {
    #expect(MemberPath.split(list).map(String.init) == parts)
  }

  @Test func theRowItselfHasAPath() {
    let row = JSONBytes(Array(" 42 ".utf8))
    #expect(MemberPath(".").value(in: row)?.text == "42")
    #expect(MemberPath("").value(in: row)?.text == "42")
    #expect(MemberPath("a").value(in: row) == nil)
  }

  @Test(arguments: [
    "0", "-0", "1", "-17", "1.5", "-2.25", "0.1", "123456789012345678", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "1e3", "1E-2", "3.141592653589793238",
    "0.000001", "5e-324", "1e400",
  ])
  func numbersAreReadAsTheStandardLibraryDoes(text: String) throws {
    let quantity = try #require(Array(text.utf8).withUnsafeBytes { Quantity($0) })
    #expect(quantity.double == Double(text))
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-01T00:00:01Z", 1_000_000), ("1969-12-31T23:59:59.5Z", -500_000),
    ("2000-03-01T00:00:00+01:30", 951_863_400_000_000), ("2024-02-29 12:00", 1_709_208_000_000_000),
    ("0001-01-01", -62_135_596_800_000_000),
    ("1970-01-01 02:00:00+02", 0), ("1969-12-31 22:30:00.5-01", -1_799_500_000),
    ("2026-11-01t12:00:00.123456789z", 1_793_534_400_123_456),
    ("1970-01-01 02:00:00,5 +0200", 500_000), ("1970-01-01 00:00:01 UTC", 1_000_000),
    // As Go prints them.
    ("1970-01-01 02:00:00 +0200 CEST", 0), ("1969-12-31 21:00:01 -0300 -03", 1_000_000),
    ("1970-01-01 05:30:00.5 +0530 +0530", 500_000),
    ("1970-01-01 00:00:00.123456789 +0000 UTC m=+0.01", 123_456),
    ("1970-01-01 00:00:00.123456789 +0000 UTC m=-12345.012345678", 123_456),
  ])
  func timesAreRead(text: String, microseconds: Int) {
    #expect(Array(text.utf8).withUnsafeBytes { Timestamp($0) }?.microseconds == microseconds)
  }

  @Test(
    "38: the name of a zone, and two blanks in front of the clock, are parts of a time",
    arguments: [
      ("1970-01-01 01:00:00 CET", 0), ("1969-12-31 19:00 EST", 0),
      ("1970-01-01 02:00:00.5 CEST", 500_000), ("1970-01-01  00:00:01", 1_000_000),
    ])
  func zonesByName(text: String, microseconds: Int) {
    #expect(Timestamp(text)?.microseconds == microseconds)
  }

  @Test(
    "36: times are written with all digits of their fractions",
    arguments: [
      "2026-11-05T12:34:56Z", "2026-11-05T12:34:56.5Z", "2026-11-05T12:34:56.000000001Z",
      "1969-12-31T23:59:59.123456789012345678Z",
    ])
  func timesAreWritten(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { Timestamp($0)?.text } == text)
  }

  @Test(arguments: [
    "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "20240101", "2024-01-01X",
    "2024-01-01T25:00", "2024-01-01T12:60", "2024-01-01T12:00+1", "2024-01-01T12:00+24",
    "2024-01-01T12:00 ", "2024-01-01T12:00 U", "2024-01-01T12:00 IST", "2024-01-01T12:00,",
    "2024-01-011", "abcd-01-01", "2024-01-01   12:00:00", "2024-01-01 12:00:00 +0200 x",
    "2024-01-01 12:00:00 +0200 CEST ", "2024-01-01 12:00:00 +0200 CEST m",
    "2024-01-01T12:00+0200 up",
    "2024-01-01 12:00:00 +0200 CEST m=", "2024-01-01 12:00:00 +0200 CEST m=+1.0 x",
  ])
  func whatIsNoTimeIsNone(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { Timestamp($0) } == nil)
  }
}
