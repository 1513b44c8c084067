import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct TextPatternTests {
  /// The compiled code took a minute for such a text, and counted no steps.
  @Test("34: an expression is as fast in a long text", .timeLimit(.minutes(1)))
  func expressionsInLongTexts() throws {
    let expression = try RegularExpression(parsing: #"(\w+)\d"#, ignoresCase: true)
    let text = Array((String(repeating: "a", count: 2_000_000) + " key:1").utf8)
    text.withUnsafeBytes { #expect(!expression.isFound(in: $0)) }
    #expect(!expression.hasFailed)
    let dots = try RegularExpression(parsing: ".:", ignoresCase: true)
    text.withUnsafeBytes { #expect(dots.isFound(in: $0)) }
    #expect(!dots.hasFailed)
  }

  @Test func aLongTextIsGivenUpInTime() throws {
    let text = [UInt8](repeating: 0x78, count: 4_000_000)
    let slow = try RegularExpression(parsing: "x.*x.*[yz]", ignoresCase: false)
    let plain = try RegularExpression(parsing: "x+$", ignoresCase: false)
    text.withUnsafeBytes {
      #expect(!slow.isFound(in: $0) && slow.hasFailed)
      #expect(plain.isFound(in: $0) && !plain.hasFailed)
    }
  }

  @Test(arguments: ["caf\u{E9}", "cafe\u{301}", "CAF\u{C9}", "CAFE\u{301}"])
  func composedAndDecomposedCharactersMatch(_ text: String) throws {
    let forms =
      text.first == "C" ? ["CAF\u{C9}", "CAFE\u{301}"] : ["caf\u{E9}", "cafe\u{301}"]
    for row in forms {
      let json = JSONBytes(Array("[\"un \(row)!\"]".utf8))
      #expect(try RowSearch(parsing: text).matches(json), "\(row)")
      #expect(
        try RowFilter(parsing: "a contains '\(text)'").matches(
          JSONBytes(Array("{\"a\":\"un \(row)\"}".utf8))))
      #expect(
        try RowFilter(parsing: "a ends '\(text)'").matches(
          JSONBytes(Array("{\"a\":\"un \(row)\"}".utf8))))
    }
  }

  @Test func aBackslashAloneIsAText() throws {
    #expect(try RowSearch(parsing: "\\").matches(JSONBytes(Array(#"["a\\b"]"#.utf8))))
    #expect(try !RowSearch(parsing: "\\").matches(JSONBytes(Array(#"["ab"]"#.utf8))))
  }

  @Test func agreesWithASlowMatcher() throws {
    var random = SeededGenerator(seed: 11)
    var hits = 0
    for _ in 0..<2_000 {
      let regex = SlowRegex.random(depth: 3, &random)
      let pattern = try RegularExpression(parsing: regex.source, ignoresCase: true)
      let whole = try TextPattern(regex: regex.source)
      for _ in 0..<6 {
        let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
          "abc ".utf8.randomElement(using: &random) ?? 0
        }
        let expected = regex.isFound(in: text)
        let result = text.withUnsafeBytes { pattern.isFound(in: $0) }
        // The same in a row, where required literals are looked for first.
        let row = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        row.withUnsafeBytes { row in
          #expect(whole.matches(valuesOf: row) == expected, "\(regex.source)")
          if expected { #expect(whole.canMatch(in: row), "\(regex.source)") }
        }
        #expect(result == expected, "\(regex.source) in '\(String(decoding: text, as: UTF8.self))'")
        hits += result ? 1 : 0
      }
    }
    #expect(hits > 1_000)
  }

  @Test func fuzzyLettersAreInTheirOrder() throws {
    let names = [
      "feature/raven-count", "main", "release/2.0", "fix/rcvent", "Raven Counts",
      "a-r-v-n_c-o-u-n-t",
    ]
    func best(_ text: String) throws -> [String] {
      let model = Indexed(names.map { "\"\($0)\"\n" }.joined()).model
      let query = RowQuery(filters: [try RowFilter(parsing: text)])
      return try model.rows(for: query)?.map { names[$0] } ?? []
    }
    #expect(
      try best("~rvn cnt") == [
        "a-r-v-n_c-o-u-n-t", "Raven Counts", "feature/raven-count", "fix/rcvent",
      ])
    #expect(try best("~RC") == ["Raven Counts"])
    #expect(try best("~zz") == [])
    #expect(try best("~main") == ["main"])
    #expect(try best("~rel2") == ["release/2.0"])
    let search = try RowSearch(parsing: "~rvc")
    #expect(
      search.ranges(in: "the raven cat").map { String("the raven cat"[$0]) } == ["r", "v", "c"])
    #expect(try RowFilter(parsing: "title:~ab", lookup: { _ in .assumed }).isExpression == false)
  }

  @Test(
    "41: the signs of fzf in a fuzzy search",
    arguments: [
      ("'ven", [0, 1, 4]), ("'rvn", []), ("^rav", [0]), ("^fix", [1]), ("ven$", [1]),
      ("^17$", [3, 4]), ("^1$", []), ("!rav", [2, 3]), ("!ra ^1", [2, 3]), ("!^rav", [1, 2, 3, 4]),
      ("!ven$", [0, 2, 3, 4]), ("18 | 17", [2, 3, 4]), ("^rav | ^18$ !x", [0, 2]), ("| rav", []),
      ("rav | | x", [1, 4]), ("!", [0, 1, 2, 3, 4]), ("rav |", [0, 1, 4]), ("'fix'", [1]),
      ("'rave'", []), ("'raven'", [0, 1, 4]), ("\\ fix", [1]), ("a\\ b", [2]), ("'a\\ b", [2]),
      ("!'rvn", [2, 3]), ("^RAV", []), ("$", []), ("^", [0, 1, 2, 3, 4]), ("^ÜB", []),
      ("er$", [2]),
    ])
  func signsOfFzf(text: String, expected: [Int]) throws {
    let rows = [
      #"{"name":"raven count","n":5}"#, #"{"name":"  fix/raven "}"#,
      #"{"name":"a b ÜBER","n":18}"#, #"{"name":"main","n":17}"#, #"{"name":"x RAVEN y","n":17}"#,
    ]
    let model = Indexed(rows.map { $0 + "\n" }.joined()).model
    let query = RowQuery(filters: [RowFilter(RowSearch(fuzzy: text))])
    #expect(Set(try model.rows(for: query)?.map { $0 } ?? []) == Set(expected))
  }

  @Test("41: what is highlighted of the signs of fzf")
  func highlightsOfFzf() {
    func found(_ pattern: String, _ text: String) -> [String] {
      RowSearch(fuzzy: pattern).ranges(in: text).map { String(text[$0]) }
    }
    #expect(found("'ave !x", "raven") == ["a", "v", "e"])
    #expect(found("zz | ^ra", "raven") == ["r", "a"])
    #expect(found("!x", "raven") == [] && found("n$ ^x", "raven") == [])
  }

  @Test(
    "34: fuzzy patterns ignore the case of all letters",
    arguments: [
      ("~über", ["ÜBER", "über"]), ("~Über", []), ("~прв", ["ПРИВЕТ", "привет"]),
      ("~σσ", ["ΣΊΣΥΦΟΣ"]),
    ])
  func caseOfOtherLetters(_ text: String, _ expected: [String]) throws {
    let names = ["ÜBER", "über", "ПРИВЕТ", "привет", "ΣΊΣΥΦΟΣ"]
    let model = Indexed(names.map { "\"\($0)\"\n" }.joined()).model
    let query = RowQuery(filters: [try RowFilter(parsing: text)])
    #expect(Set(try model.rows(for: query)?.map { names[$0] } ?? []) == Set(expected))
    let search = try RowSearch(parsing: "~и")
    #expect(search.ranges(in: "ПРИ").map { String("ПРИ"[$0]) } == ["И"])
  }

  @Test func finderAgreesWithTryingEveryPlace() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
        "abAB\"".utf8.randomElement(using: &random) ?? 0
      }
      let needle = String(
        decoding: (0..<Int.random(in: 1..<6, using: &random)).map { _ in
          "abAB\"".utf8.randomElement(using: &random) ?? 0
        }, as: UTF8.self)
      let ignoresCase = Bool.random(using: &random)
      let start = Int.random(in: 0...text.count, using: &random)
      let folded = ignoresCase ? text.map(\.lowercasedASCII) : text
      let wanted = ignoresCase ? Array(needle.lowercased().utf8) : Array(needle.utf8)
      let expected = (start...max(start, text.count)).first {
        folded[min($0, text.count)...].starts(with: wanted)
      }
      let finder = ByteFinder(needle, ignoresCase: ignoresCase)
      #expect(text.withUnsafeBytes { finder.first(in: $0, from: start) } == expected)
    }
  }

  /// Rows without escapes, and what is looked for in them: parts of values, of keys, and of both.
  @Test func findsTextsInValuesOnly() throws {
    var random = SeededGenerator(seed: 5)
    let (letters, signs) = (Array("ab:1"), Array("ab1,:\" {["))
    var hits = 0
    for _ in 0..<4_000 {
      func word() -> String {
        String(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
          })
      }
      var leaves: [String] = []
      func value(depth: Int) -> String {
        switch Int.random(in: depth > 2 ? 2..<5 : 0..<5, using: &random) {
        case 0: return "[\(value(depth: depth + 1)), \(value(depth: depth + 1))]"
        case 1: return "{\"\(word())\" : \(value(depth: depth + 1)),\"\(word())\":1}"
        case 2:
          leaves.append(String(Int.random(in: 0..<200, using: &random)))
          return leaves[leaves.count - 1]
        default:
          leaves.append(word())
          return "\"\(leaves[leaves.count - 1])\""
        }
      }
      let json = "{\"\(word())\":\(value(depth: 0)), \"x\": 17}"
      if json.contains(":1}") { leaves.append("1") }
      leaves.append("17")
      let text = String(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          signs.randomElement(using: &random) ?? "a"
        })
      let expected = leaves.contains { $0.contains(text) }
      let pattern = TextPattern(plain: text)
      let result = Array(json.utf8).withUnsafeBytes { pattern.matches(valuesOf: $0) }
      #expect(result == expected, "\(text) in \(json)")
      hits += result ? 1 : 0
    }
    #expect(hits > 200)
  }

  @Test(arguments: [
    ("raven", "A raven, Raven", [2..<7, 9..<14]), ("Raven", "A raven, Raven", [9..<14]),
    ("é", "ÉCLAIR é", [0..<1, 7..<8]), ("aa", "aaaaa", [0..<2, 2..<4]), ("", "abc", []),
    ("漢", "か漢字", [1..<2]), ("x", "abc", []),
  ])
  func placesOfTexts(text: String, shown: String, expected: [Range<Int>]) throws {
    #expect(try places(of: text, in: shown) == expected)
  }

  @Test(arguments: [
    (#"\r\w+"#, "raven rook", [0..<5, 6..<10]), (#"\^r"#, "rr", [0..<1]), (#"\n$"#, "nn", [1..<2]),
    (#"\x*"#, "axxb", [1..<3]), (#"\a|ab|abc"#, "abcab", [0..<1, 3..<4]),
    (#"\[^a-c]+"#, "abxyc", [2..<4]),
    (#"\\bon\b"#, "on one on", [0..<2, 7..<9]), (#"\\d{2,3}"#, "1 12 1234", [2..<4, 5..<8]),
    (#"\é+"#, "cafÉé", [3..<5]), (#"\."#, "漢a", [0..<1, 1..<2]), (#"\(?:ab)+?c"#, "ababc", [0..<5]),
    (#"\[]a]+"#, "a]b", [0..<2]), (#"\[à-ü]"#, "aÄb", [1..<2]),
  ])
  func placesOfExpressions(text: String, shown: String, expected: [Range<Int>]) throws {
    #expect(try places(of: text, in: shown) == expected)
  }

  private func places(of text: String, in shown: String) throws -> [Range<Int>] {
    try RowSearch(parsing: text).ranges(in: shown).map {
      shown.distance(
        from: shown.startIndex, to: $0.lowerBound)..<shown.distance(
          from: shown.startIndex, to: $0.upperBound)
    }
  }

  @Test func hardExpressionsTakeNoLongerThanOthers() throws {
    // Backtracking takes 2^40 steps.
    let search = try RowSearch(parsing: #"\((a+)+)+$"#)
    let row = JSONBytes(Array(("\"" + String(repeating: "a", count: 40) + "b\"").utf8))
    #expect(!search.matches(row))
    #expect(search.fault?.message.contains("takes too long") == true)
    #expect(try RowFilter(parsing: #"\((a+)+)+$"#).failure == nil)
  }

  /// Defect Q4: POSIX classes were misread.
  private static let expressionsOfPerl: [(String, String, Bool)] = [
    (#"\[[:digit:]]+x"#, "a12x", true), (#"\[[:digit:]]+x"#, ":dx", false),
    (#"\(?i)RAVEN"#, "raven", true), (#"\(\w)\1"#, "hello", true), (#"\(?<=a)b"#, "ab", true),
    (#"\(?<=a)b"#, "cb", false), (#"\nectar|raven"#, "The RAVEN", true),
    (#"\nectar|raven"#, "crow", false), (#"\kelvin|x"#, "\u{212A}elvin", true),
    (#"\^\d{4}-\d\d"#, "2026-11", true), (#"\a.c"#, "a\nc", false), (#"\b$"#, "b\n", false),
  ]

  @Test(arguments: expressionsOfPerl)
  func expressionsHaveTheSyntaxOfPerl(text: String, value: String, isFound: Bool) throws {
    let row = JSONBytes(Array("{\"k\":\(JSONValue.string(value))}".utf8))
    #expect(try RowSearch(parsing: text).matches(row) == isFound)
  }

  private static let literals: [(String, [String]?, Bool)] = [
    ("nectar|raven", ["nectar", "raven"], true), ("a+bcd*e", ["bc"], false),
    ("colou?r", ["colo"], false), ("(abc)def", ["def"], false),
    ("[a]bc|(de)fg", ["bc", "fg"], false),
    (#"a\.bc"#, ["a.bc"], true), (#"\d{4}-xy{2,}z"#, ["-xy"], false),
    ("ab{0,3}cde", ["cde"], false),
    ("ab{0}", nil, false), ("a|bcd", nil, false), ("(?i)abc", nil, false),
    (#"\Qabc\E"#, nil, false),
    ("^abc$", ["abc"], false), ("rocket", ["roc"], false), ("x(?=abc)", nil, false),
    ("[[:alpha:]]bc[]x]de", ["bc"], false), ("abc(d(e)[)])fg", ["abc"], false), (")ab", nil, false),
    ("café au", ["caf"], false),
  ]

  @Test(arguments: literals)
  func requiredLiteralsAreCertain(source: String, texts: [String]?, isExact: Bool) {
    let found = RequiredLiterals.texts(in: source, ignoresCase: true)
    #expect(found?.texts == texts)
    #expect(found?.isExact ?? false == isExact)
  }

  @Test func textThatIsNotUTF8IsSearched() throws {
    let row: [UInt8] = Array("[\"".utf8) + [0xFF, 0x61, 0x62, 0xC3] + Array("\"]".utf8)
    #expect(try RowSearch(parsing: #"\a.?b"#).matches(JSONBytes(row)))
    #expect(try !RowSearch(parsing: #"\a.b"#).matches(JSONBytes(row)))
  }

  @Test func rowsAreNeverMissedByTheFirstLook() throws {
    var random = SeededGenerator(seed: 5)
    let pieces = ["a", "É", "\\u00e9", "\\n", "\\\"", "/", "\\/", "\\u0041", "\\\\", "b"]
    for _ in 0..<2_000 {
      let text = (0..<4).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let row = Array("{\"k\":\"\(text)\"}".utf8)
      let needles = ["a", "A", "é", "\n", "\"", "/", "\\", "b", "ab", "ba"]
      for needle in needles {
        let pattern = TextPattern(plain: needle)
        row.withUnsafeBytes { bytes in
          let expected = JSONBytes(row).member("k")?.string.map { !pattern.ranges(in: $0).isEmpty }
          #expect(pattern.matches(valuesOf: bytes) == expected, "\(needle) in \(text)")
          if expected == true { #expect(pattern.canMatch(in: bytes)) }
        }
      }
    }
  }
}
