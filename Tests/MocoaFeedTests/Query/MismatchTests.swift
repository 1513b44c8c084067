import Testing

@testable import MocoaFeed

/// Filters that compare a member with a value of another kind.
@Suite struct MismatchTests {
  private static let rows = [
    #"{"tags":["a","b"],"name":"x","n":1,"flag":true,"o":{"k":1},"mixed":1,"nil":null,"p":"7"}"#,
    #"{"tags":[],"name":"y","n":2,"flag":false,"mixed":"z","nil":null,"level":"WARN"}"#, "{}",
  ].map { JSONBytes(Array($0.utf8)) }

  @Test(
    "W13: a comparison with another kind of value is explained",
    arguments: [
      (
        "tags == \"a\"",
        "tags is an array, which is not compared with a text; \"a\" in tags finds an element"
      ),
      ("name > 5", "name is a text, which is not compared with a number"),
      ("5 < name", "name is a text, which is not compared with a number"),
      ("flag == 1", "flag is a Boolean, which is not compared with a number"),
      ("n == 5 && o == 1", "o is an object, which is not compared with a number"),
      ("n == \"x\"", "n is a number, which is not compared with a text"),
      ("name > 2026-01-01", "name is a text, which is not compared with a time"),
      ("n == 3", nil), ("name == \"z\"", nil), ("mixed > 5", nil), ("nil == 1", nil),
      ("missing == 1", nil), ("name != 5", nil), ("p == 8", nil), ("flag == \"false\"", nil),
      ("!(name > 5)", nil), ("\"c\" in tags", nil),
      ("n > 2026-01-01", "n is a number, which is not compared with a time"),
    ] as [(String, String?)])
  func comparisons(_ text: String, _ reason: String?) throws {
    #expect(try RowFilter(parsing: text).mismatch(in: Self.rows) == reason)
  }

  @Test(
    "36: a text FALSE or True beside a truth value is reported",
    arguments: [
      ("a == true", false, #""False" is not compared with a Boolean; a == "True" finds it"#),
      ("false != a", true, #""False" is not compared with a Boolean; a == "False" finds it"#),
      (
        "flag == \"TRUE\"", false,
        #""TRUE" is not compared with a Boolean; true and false are written without quotes"#
      ), ("flag == \"true\"", true, nil), ("b == false", true, nil), ("c == true", false, nil),
      ("a == \"False\"", true, nil), ("a in (\"False\", true)", true, nil),
      ("a in (true, 1)", false, #""False" is not compared with a Boolean; a == "True" finds it"#),
      (
        "flag not in (\"TRUE\", \"x\")", true,
        #""TRUE" is not compared with a Boolean; true and false are written without quotes"#
      ), ("c in (true, \"true\")", false, nil),
    ] as [(String, Bool, String?)])
  func spelledTruths(_ text: String, _ isFound: Bool, _ fault: String?) throws {
    let filter = try RowFilter(parsing: text)
    let row = JSONBytes(Array(#"{"a":"False","b":"false","c":"no","flag":true}"#.utf8))
    #expect(filter.matches(row) == isFound)
    #expect(filter.failure?.message == fault.map { "1 row has no value to compare: \($0)" })
  }

  // Rows with "FALSE" were among those that are true, in silence.
  @Test(
    "36: a text FALSE, which is true as a condition, is noted",
    arguments: [
      ("(a)", true), ("!a", true), ("n > 0 and not a", true), ("(b)", false), ("(n)", false),
      ("a == \"FALSE\"", false),
    ])
  func falseTexts(_ text: String, _ isNoted: Bool) throws {
    let row = JSONBytes(Array(#"{"a":"FALSE","b":"false","n":1}"#.utf8))
    let note =
      #"a is "FALSE" in some rows, a text, which is true here; lower(a) == "true" reads it"#
    #expect(try RowFilter(parsing: text).remark(on: [row]) == (isNoted ? note : nil))
  }

  @Test(
    "36: a text that is true as a condition is noted in a calculation, as in a filter",
    arguments: [
      (
        "if(a, 1, 0)",
        #"a is "FALSE" in some rows, a text, which is true here; "#
          + #"lower(a) == "true" reads it"#
      ),
      (
        "1 + if(n > 1, 2, if(not c, 1, 0))",
        #"c is "No" in some rows, a text, which is true here; "#
          + #"lower(c) != "no" leaves it out"#
      ),
      (
        "n > 0 and c",
        #"c is "No" in some rows, a text, which is true here; "#
          + #"lower(c) != "no" leaves it out"#
      ),
      ("if(d, 1, 0)", nil), ("if(b, 1, 0)", nil), ("if(n, 1, 0)", nil), ("lower(a)", nil),
    ] as [(String, String?)])
  func falseTextsInCalculations(_ text: String, _ note: String?) throws {
    let rows = [
      #"{"a":"x","b":"false","c":"yes","d":"no","n":1}"#, #"{"a":"FALSE","c":"No","d":"by"}"#,
    ]
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    #expect(try DerivedMember(parsing: "x = " + text).remark(on: sample) == note)
    guard text.hasPrefix("if(") else { return }
    #expect(try RowFilter(parsing: text + " == 1").remark(on: sample) == note)
  }

  @Test(
    "36: an empty text beside null, and null beside an empty text, are noted",
    arguments: [
      (
        "s != null",
        #"s is "" in some rows, a text that is neither missing nor null; s != "" leaves it out"#
      ),
      (#"n == """#, #"n is null in some rows, which is not equal to ""; n == null finds it"#),
      (#"n != """#, #"n is null in some rows, which is not equal to ""; n != null leaves it out"#),
      (#"s != null and s != """#, nil), (#"n != "" or n == null"#, nil), ("n != null", nil),
      (#"s == """#, nil), (#"m != """#, nil), (#"both != """#, nil), (#"n != "x""#, nil),
    ] as [(String, String?)])
  func emptyValues(_ text: String, _ note: String?) throws {
    let rows = [#"{"s":"a","n":1,"both":""}"#, #"{"s":"","n":null,"m":2,"both":null}"#]
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    #expect(try RowFilter(parsing: text).remark(on: sample) == note)
  }

  @Test(
    "36: an empty text that is true as a condition, and missing members beside null, are noted",
    arguments: [
      ("(s)", #"s is "" in some rows, a text, which is true here; s != "" leaves it out"#),
      (
        "d == null or n > 1",
        "d is missing in some rows, which is not equal to null; !d finds them"
      ),
      (#"s and s != """#, nil), ("!s", nil), ("(n)", nil), ("d == null or !d", nil),
      ("d != null", nil), ("n == null", nil),
    ] as [(String, String?)])
  func emptyTruths(_ text: String, _ note: String?) throws {
    let rows = [#"{"s":"a","n":1,"d":null}"#, #"{"s":"","n":2}"#]
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    #expect(try RowFilter(parsing: text).remark(on: sample) == note)
  }

  @Test(
    "36: how a part of a text and an element of an array are found is noted",
    arguments: [
      (
        #""fragile" in note"#,
        #"note is a text, with which "fragile" is compared as a whole; "#
          + #"contains(note, "fragile") searches it"#
      ),
      (
        #""x" not in note"#,
        #"note is a text, with which "x" is compared as a whole; !contains(note, "x") searches it"#
      ),
      (
        #"tags != "prod""#,
        #"tags is an array, which is compared as a whole; "prod" not in tags tests its elements"#
      ),
      (
        #"tags in ("prod", "eu")"#,
        #"tags is an array, which is compared as a whole; "#
          + #""prod" in tags || "eu" in tags tests its elements"#
      ),
      (
        #"tags not in ("prod")"#,
        #"tags is an array, which is compared as a whole; "prod" not in tags tests its elements"#
      ),
      (#""prod" in tags"#, nil), (#"note != "x""#, nil), (#"note in ("x", "y")"#, nil),
      (#""x" in mixed"#, nil), (#"mixed != "x""#, nil), ("tags != null", nil),
    ] as [(String, String?)])
  func wholeValues(_ text: String, _ note: String?) throws {
    let rows = [
      #"{"note":"a fragile x","tags":["prod"],"mixed":"x"}"#, #"{"note":null,"mixed":["x"]}"#,
    ]
    let sample = rows.map { JSONBytes(Array($0.utf8)) }
    #expect(try RowFilter(parsing: text).remark(on: sample) == note)
  }

  // They were counted again when the rows were written.
  @Test("34: rows without a value to compare are counted once, however often they are tested")
  func rowsAreCountedOnce() throws {
    let filter = try RowFilter(parsing: "n > 2")
    let model = Indexed(#"[{"n":1},{"n":"t"}]"#).model
    for _ in 0..<2 { #expect(try model.brokenRows(under: [filter]).isEmpty) }
    #expect(filter.failure?.message.hasPrefix("1 row has no value") == true)
  }

  @Test(
    "41: a text in another case is named",
    arguments: [
      ("name == \"X\"", "name is \"x\" in some rows, which is not equal to \"X\""),
      ("name in (\"q\", \"Y\")", "name is \"y\" in some rows, which is not equal to \"Y\""),
      (
        "level in (\"x\", \"deprecation\")",
        "level is \"WARN\" in some rows, which is as severe as \"deprecation\"; "
          + "level >= \"deprecation\" compares severities"
      ), ("level == \"warn\" && n > 9", nil), ("name == \"x\"", nil),
      ("name != \"X\"", nil), ("name not in (\"X\")", nil),
      ("level >= \"fatal\"", nil),
    ] as [(String, String?)])
  func spellings(_ text: String, _ reason: String?) throws {
    #expect(try RowFilter(parsing: text).mismatch(in: Self.rows) == reason)
  }

  @Test("36: engines leave in the rows that are compared with a level")
  func levelsAreNoConditionOfEngines() throws {
    for text in ["level == 'error'", "level != 'error'", "'error' == level"] {
      let condition = RowCondition(try RowFilter(parsing: text).condition)
      guard case .unknown = condition else {
        Issue.record("\(text): \(condition)")
        continue
      }
    }
    let list = RowCondition(try RowFilter(parsing: "level not in ('error', 'x')").condition)
    guard case .not(.any(let parts)) = list, case .unknown = parts.first else {
      Issue.record("\(list)")
      return
    }
  }

  // They were left out, or kept, in silence.
  @Test(
    "41: rows of a date at another time than its midnight are reported",
    arguments: [
      ("at == 2026-11-29", "at, 1d) == 2026-11-29", 3),
      ("2026-11-29 == at", "at, 1d) == 2026-11-29", 3),
      ("at != 2026-11-29", "at, 1d) != 2026-11-29", 3),
      ("at == '2026-11-29'", "at, 1d) == '2026-11-29'", 3),
      (
        "n < 3 and at in (2026-11-29, \"2026-11-30\")", "at, 1d) in (2026-11-29, \"2026-11-30\")", 2
      ),
      ("at not in [2026-11-30]", "at, 1d) not in [2026-11-30]", 1),
      ("!(n > 1 || at == 2026-11-29)", "at, 1d) == 2026-11-29", 1),
      ("at == 2026-11-28", nil, 0), ("at >= 2026-11-29", nil, 0),
      ("at == 2026-11-29T00:00", nil, 0),
      ("truncate(at, 1d) == 2026-11-29", nil, 0), ("n == 20261129", nil, 0),
      ("at == \"x\"", nil, 0),
    ] as [(String, String?, Int)])
  func dates(_ text: String, _ call: String?, _ count: Int) throws {
    let times = ["29T00:00:00Z", "29T10:00:00Z", "29 23:59:59", "30T02:00:00+03:00", "30 00:00:01"]
    let rows = times.enumerated().map {
      JSONBytes(Array(#"{"n":\#($0.offset),"at":"2026-11-\#($0.element)"}"#.utf8))
    }
    let filter = try RowFilter(expression: text)
    #expect(filter.dateNote == nil)
    for row in rows { _ = filter.matches(row) }
    let note = call.map { call in
      "'\(text)': a date alone is its midnight; truncate(\(call) compares days "
        + "(\(count) \(count == 1 ? "row is" : "rows are") of it)"
    }
    #expect(filter.dateNote == note)
    RowQuery(filters: [filter]).forgetFailures()
    #expect(filter.dateNote == nil)
  }

  @Test(
    "36: arrays and objects are the same if their values are",
    arguments: [
      ("[1, 2]", "[1,2.0]", true), (#"{"a":1,"b":[null]}"#, #"{ "b" : [null], "a" : 1e0 }"#, true),
      (#"["\u0061"]"#, #"["a"]"#, true), ("[1,2]", "[2,1]", false), ("[]", "{}", false),
      (#"[["a"],"b"]"#, #"[["a","b"]]"#, false), (#"{"a":1}"#, #"{"a":"1"}"#, false),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#, true), ("[[]]", "[[],[]]", false),
    ])
  func containers(_ one: String, _ other: String, _ areSame: Bool) throws {
    let rows = Indexed("{\"v\":\(one)}\n{\"v\":\(other)}\n")
    var groups = RowGroups(by: [OutputColumn("v")], [])
    try groups.add(rowsOf: rows.model, jobs: 1)
    #expect(groups.groups.rowCounts == (areSame ? [2] : [1, 1]))
    let row = JSONBytes(Array("{\"v\":\(one),\"w\":\(other)}".utf8))
    #expect(try RowFilter(parsing: "v == w").matches(row) == areSame)
  }

  @Test("36: arrays beyond the deepest level are compared by their texts")
  func deepContainers() throws {
    let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    let row = JSONBytes(Array("{\"v\":\(deep),\"w\":[\(deep)]}".utf8))
    #expect(try RowFilter(parsing: "v == v").matches(row))
    #expect(try !RowFilter(parsing: "v == w").matches(row))
  }
}
