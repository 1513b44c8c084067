import Testing

@testable import MocoaFeed

@Suite struct RowFilterTests {
  static let row = JSONBytes(
    Array(
      #"""
      {"id":9007199254740993,"title":"The \"Raven\" caf\u00e9","score":10.5,"draft":false,
       "done":true,"none":null,"author":{"name":"Alice Li","age":30},"tags":["docs","Swift",{"deep":7}],
       "date":"2026-11-01T12:00:00+02:00","day":"2026-11-02","a.b":1,"a":{"b":2},"limit":10,
       "file":"file10.txt","empty":"","sl/ash":1,"big":1e3,"text":"a < b && c",
       "no":"\u0066alse"}
      """#.utf8))

  @Test("A18: numbers with huge exponents differ")
  func hugeExponents() throws {
    let text = #"{"a":1e999999999999,"b":1e888888888888,"c":-1e-999999999999}"#
    let row = JSONBytes(Array(text.utf8))
    for (text, isMatch) in [
      ("a == b", false), ("a > b", true), ("a == 1e999999999999", true),
      ("b < 1e888888888889", true), ("c == -1e-888888888888", false),
      ("c > -1e-888888888888", true), ("a == 10e999999999998", true),
    ] {
      #expect(try RowFilter(parsing: text).matches(row) == isMatch, "\(text)")
    }
  }

  @Test("36: a text in quotes has the same escapes alone and in combinations")
  func escapesInQuotes() throws {
    let row = JSONBytes(Array(#"{"a":"c:\\dir","b":"x\ty","m":1}"#.utf8))
    let known: MemberLookup = { ["a", "b", "m"].contains($0) ? .assumed : .unknown(nearest: []) }
    for text in [#""c:\\dir""#, #""x\ty""#, #"'x\ty'"#, #""c:\dir""#] {
      for end in ["", " && m == 1"] {
        #expect(try RowFilter(parsing: text + end, lookup: known).matches(row), "\(text)\(end)")
      }
    }
    #expect(try RowFilter(parsing: #"a:"c:\\dir""#, lookup: known).matches(row))
    let typed = try RowFilter(parsing: #":\d"#, lookup: known)
    #expect(typed.matches(row) && typed.argument == #"":\\d""#)
    #expect(try RowFilter(parsing: typed.argument, lookup: known).matches(row))
  }

  private static let expressions: [(String, Bool)] = [
    ("score > 10", true), ("score > 10.5", false), ("score >= 10.5", true), ("score < 11", true),
    ("score <= 10", false), ("score == 10.5", true), ("score != 10.5", false),
    ("10 < score", true), ("score > limit", true), ("limit == 10.0", true), ("big == 1000", true),
    ("id == 9007199254740993", true), ("id == 9007199254740992", false),
    ("title == 'The \"Raven\" café'", true), (#"title == "The \"Raven\" café""#, true),
    ("empty == ''", true), ("author.name == 'Alice Li'", true), ("author.age >= 30", true),
    ("/author/name == 'Alice Li'", true), ("/sl~1ash == 1", true), (".score > 10", true),
    ("tags.0 == 'docs'", true), ("tags.2.deep == 7", true), ("tags.3 == 7", false),
    ("a.b == 1", true), ("/a/b == 2", true),
    ("missing == 1", false), ("missing < 1", false),
    ("missing != 1", true), ("1 != missing", true), ("missing != id", true),
    ("missing != gone", false), ("missing != null", false), ("missing != none", false),
    ("lower(missing) != 'a'", true), ("missing + 1 != 4", true), ("length(none) != 3", true),
    ("upper(missing) not in ('A')", true), ("lower(missing) != gone", false),
    ("none ~ 'ul'", false), ("none !~ 'ul'", true), ("none contains 'null'", false),
    ("missing == null", false), ("!(missing == 1)", true), ("none == null", true),
    ("none != null", false), ("score != null", true), ("draft == false", true),
    ("done == true && !draft", true), ("!done", false), ("!missing", true),
    ("(done)&&(score>1)", true), ("draft == true OR score > 10 AND done", true),
    ("NOT draft == true", true), ("NOT (score == 0)", true), ("score NOT IN (0, 1)", true),
    ("limit IN (9, 10)", true), ("OR == 1", false), ("done && draft || score > 1", true),
    ("draft && (done || score > 1)", false), ("!draft && !none", true), ("title && done", true),
    ("score == '10.5'", true), ("score != '10.5'", false), ("score < 'z'", false),
    ("author == 1", false), ("author != 1", true), ("true && done", true),
    ("no == false", true), ("!no", true), ("no != false", false),
    ("false || draft", false),
    ("date == 2026-11-01T10:00:00Z", true), ("date < '2026-11-01T11:00:00Z'", true),
    ("date >= 2026-11-01", true), ("day > date", true), ("day == 2026-11-02T00:00:00Z", true),
    ("file > 'file9.txt'", true), ("file < 'FILE11.TXT'", true), ("file <= 'FILE10.txt'", true),
    ("author.name ~ 'li'", true), ("author.name ~ 'LI'", false), ("author.name ~ Li", true),
    ("author.name ~ '^a.*i$'", true), ("author.name ~ /^b/", false), ("author.name !~ /^b/", true),
    ("missing !~ 'x'", true), ("missing ~ 'x'", false), ("title ~ 'café'", true),
    ("title ~ 'CAFÉ'", false), ("title ~ '\"raven\"'", true), ("tags ~ swift", true),
    ("tags ~ 'deep'", false), ("tags ~ 7", true), ("author ~ alice", true), ("score ~ '^10'", true),
    ("text == 'a < b && c'", true), ("score>-5&&score<1e2", true),
  ]

  @Test(arguments: expressions)
  func expressionsAreAskedOfRows(text: String, expected: Bool) throws {
    let filter = try RowFilter(parsing: text)
    #expect(filter.isExpression)
    #expect(filter.matches(Self.row) == expected)
  }

  @Test(arguments: [
    ("raven", true), ("Raven", true), ("RAVEN", false), ("café", true), ("CAFÉ", false),
    ("score", false), ("10.5", true), ("true", true), ("Alice Li", true), ("alice li", true),
    ("title:raven", true), ("author:raven", false), ("author.name:li", true),
    (#"\^alice"#, true), (#"\^li"#, false), (#"title:\r.v"#, true), (#"\a|b||c"#, true),
    ("\"a < b && c\"", true), ("'score > 10'", false), ("don't stop", false), ("7", true),
    (" 'swift' ", true), ("caf\u{e9} (", false), ("c + d", false), ("a)", false),
    ("", true), ("Alice,", false), ("\"swift\"", true), (#"The "Raven""#, true),
  ])
  func otherTextsAreLookedFor(text: String, expected: Bool) throws {
    let filter = try RowFilter(parsing: text)
    #expect(!filter.isExpression)
    #expect(filter.matches(Self.row) == expected)
  }

  @Test func whatIsNoMemberIsLookedForAsText() throws {
    let row = JSONBytes(Array(#"{"message":"error:timeout"}"#.utf8))
    #expect(try !RowFilter(parsing: "error:timeout").matches(row))
    #expect(
      try RowFilter(
        parsing: "error:timeout",
        lookup: { $0 == "message" ? .assumed : .unknown(nearest: []) }
      ).matches(
        row))
    #expect(try RowFilter(parsing: "https://x").matches(JSONBytes(Array(#"["https://x"]"#.utf8))))
  }

  private static let errors: [(String, Int, String)] = [
    ("score >", 7, "the expression ends where a member or a value is expected"),
    ("score > > 1", 8, "expected a member or a value"),
    ("score >= 1 title", 11, "expected '&&' or '||'"),
    ("(score > 1", 0, "the closing ')' is missing"),
    ("score > 1)", 9, "unexpected ')'; nothing is open"),
    ("a == 'x", 5, "the closing ' is missing"),
    ("a & b && c", 2, "'&' must be doubled: '&&'"),
    ("1 < 2 < 3", 6, "expected '&&' or '||'; write 1 < 2 && 2 < 3"),
    ("1 <= a + 1 < b && c", 11, "expected '&&' or '||'; write 1 <= a + 1 && a + 1 < b"),
    ("a >= 2024-06", 5, "'2024-06' is a month; a date has a day, 2024-06-01"),
    (
      "a >= 2024-13", 5,
      "'2024-13' is neither a number nor a time; put a text in quotes, and spaces around an operator"
    ),
    (
      "a > 5-3", 4,
      "'5-3' is neither a number nor a time; put a text in quotes, and spaces around an operator"
    ),
    (
      "name ~ /^köln$/i", 15,
      "no flags are behind a regular expression; (?i) at its start ignores case"
    ),
    ("name ~ '(ab'", 11, "missing closing parenthesis"),
    ("10 ~ 'y'", 0, "a text is searched for in a member; put its name on the left"),
    ("a > ,", 4, "expected a member or a value"),
    ("a > ?", 4, "unexpected '?'; put a text in quotes"),
    ("name ~ 'ab{2,1}'", 14, "numbers out of order in {} quantifier"),
    ("a ~ [", 4, "expected a text in quotes"),
    ("name:\\a[", 8, "missing terminating ] for character class"),
    ("\\*a", 1, "quantifier does not follow a repeatable item"),
    ("10 && a", 3, "expected a comparison, such as '=='"),
    ("a > null", 2, "only '==' and '!=' compare with true, false and null"),
    ("1 == 1", 0, "no member is compared; name one, such as status"),
    ("a in b in c", 7, "expected '&&' or '||'"),
    ("a in 3 && b", 5, "expected a list, such as (\"a\", \"b\")"),
    ("a in (1, 2 && b", 5, "the closing ')' is missing"),
    (
      "CONTAINER ID == 'x'", 10,
      "expected '&&' or '||'; put a name with blanks in quotes: \"CONTAINER ID\""
    ),
    (
      "a > 1 && name == Ada Lovelace", 21,
      "expected '&&' or '||'; put a text with blanks in quotes: \"Ada Lovelace\""
    ),
    ("a > 1 adn b", 6, "expected '&&' or '||'; did you mean 'and'?"),
    ("(a > 1) + 2 > 3", 0, "a comparison has no value; combine comparisons by '&&' or '||'"),
    (
      "t > now - 30", 8,
      "- has no result for a time and a number; a duration has a unit, such as 30s or 2h"
    ),
    ("a > 1 / 0", 6, "division by zero"),
    ("a === 1", 2, "'===' is no operator of filters; write '=='"),
    ("a <> 1", 2, "'<>' is no operator of filters; write '!='"),
    ("a[x] > 1", 2, "expected a position or a key in quotes, and ']'"),
    // These were searched for as texts.
    ("((((", 4, "the expression ends where a member or a value is expected"),
    (")", 0, "expected a member or a value"), ("(draft", 0, "the closing ')' is missing"),
    ("!", 1, "the expression ends where a member or a value is expected"),
    ("\"abc", 0, "the closing \" is missing"), ("'tis", 0, "the closing ' is missing"),
    ("\"a\" b", 4, "expected '&&' or '||'"),
  ]

  @Test(arguments: errors)
  func errorsSayWhere(text: String, offset: Int, message: String) {
    let error = #expect(throws: FilterSyntaxError.self) { try RowFilter(parsing: text) }
    #expect(error?.message == message)
    #expect(error?.offset == offset)
  }

  /// Defect S10: what looks like an expression was searched for as a text.
  @Test(arguments: [
    ("level = 'error'", true), ("level='error'", true), ("level = error", true),
    ("level = 5", true), ("level in ('a', 'b')", true), ("level in ['a']", true),
    ("level not in ('a')", true), ("other in ('a')", true), ("level in tags", true),
    ("other in module", false), ("level contains err", true), ("other contains err", false),
    ("other contains 'err'", true), ("level starts with err", true), ("level ends 'r'", true),
    ("level matches err", true), ("not level", true), ("not other", false),
    ("level and tags", true), ("level and other", false), ("(level in ('a'))", true),
    ("other = x", false), ("x=1", false), ("level or not tags", true), ("error", false),
    ("error in level", false), ("'level' in ('a')", true), ("a, b and c", false),
  ])
  func expressionsAreDistinguishedFromTexts(text: String, isExpression: Bool) {
    let known: MemberLookup = { ["level", "tags"].contains($0) ? .assumed : .unknown(nearest: []) }
    #expect(RowFilter.isExpression(text, known) == isExpression)
  }

  @Test(
    "41: a name that no row has in front of a single equals sign is said",
    arguments: [
      ("Customer = 9", "Customer"), ("cust = word", "cust"), ("Unit Price = 10", "Unit Price"),
      ("x=1", "x"), ("level = 9", nil), ("= 9", nil), ("\"Customer = 9\"", nil), ("x=", nil),
      ("GET a b c d?x=1", nil),
    ])
  func comparisonsWithUnknownNamesAreReported(text: String, name: String?) throws {
    let filter = try RowFilter(parsing: text) {
      $0 == "level" ? .known(MemberPath($0)) : .unknown(nearest: [])
    }
    #expect(filter.unknownName == name && filter.isExpression == (text == "level = 9"))
  }

  @Test(
    "41: a member whose name has signs is put in quotes",
    arguments: [
      ("Paid? = 'no'", "\"Paid?\" = 'no'"), ("Paid?:no", "\"Paid?\":no"),
      ("Q&A = 'no'", "\"Q&A\" = 'no'"), ("p|q >= 3", "\"p|q\" >= 3"),
      ("Active! = 'no'", "\"Active!\" = 'no'"), ("Active!!=1", "\"Active!\"!=1"),
      ("Unit Price = 10", "\"Unit Price\" = 10"), ("Paid?~n", "\"Paid?\"~n"),
    ])
  func namesWithSignsArePutInQuotes(text: String, written: String) throws {
    let names = ["Paid?", "Q&A", "p|q", "Active!", "Unit Price"]
    let known: MemberLookup = {
      names.contains($0) ? .known(MemberPath(keys: [$0])) : .unknown(nearest: [])
    }
    for parse in [
      { try RowFilter(parsing: text, lookup: known) },
      { try RowFilter(expression: text, lookup: known) },
    ] {
      let error = #expect(throws: FilterSyntaxError.self, performing: parse)
      #expect(error?.message == "put this name in quotes: \(written)" && error?.offset == 0)
    }
    let filter = try RowFilter(parsing: written, lookup: known)
    #expect(filter.members.map(\.keys.count) == [1])
    // Nothing is known yet.
    let early = #expect(throws: FilterSyntaxError.self) {
      try RowFilter(expression: text, lookup: { _ in .unknown(nearest: []) })
    }
    #expect(early?.message.contains("in quotes: \"") == true, "\(early?.message ?? "")")
  }

  /// Defect S10: a member that no row has made a filter that matches nothing.
  @Test func membersThatNoRowHasAreReported() throws {
    let sample: MemberLookup = { name in
      switch name {
      case "phase": .known(MemberPath(keys: ["status", "phase"]))
      case "stauts.phase": .unknown(nearest: ["status.phase"])
      case "status.phase": .assumed
      default: .unknown(nearest: [])
      }
    }
    let row = JSONBytes(Array(#"{"status":{"phase":"Running"},"rare":1}"#.utf8))
    let shown = try RowFilter(parsing: "phase == 'Running'", lookup: sample)
    #expect(shown.matches(row) && shown.missingMembers.isEmpty)
    let typo = try RowFilter(parsing: "false || stauts.phase == 'x'", lookup: sample)
    #expect(!typo.matches(row))
    #expect(
      typo.missingMembers.map(\.description) == [
        "no row has a member 'stauts.phase'; did you mean 'status.phase'?, at 10 near 'stauts.phase'"
      ])
    let other = try RowFilter(
      parsing: "level == 'x'", lookup: { _ in .unknown(nearest: [], members: ["a", "b"]) })
    #expect(!other.matches(row))
    #expect(other.missingMembers.map(\.message) == ["no row has a member 'level'; there are: a, b"])
    let word = try RowFilter(parsing: "phase == Running", lookup: sample)
    #expect(!word.matches(row))
    #expect(
      word.missingMembers.map(\.message) == [
        "no row has a member 'Running'; put a text in quotes: \"Running\""
      ])
    for (typed, hint) in [
      ("> 10Mb", "; did you mean 10MB?"), ("== .5", "; did you mean 0.5?"),
      ("< 0x10", "; did you mean 16?"), ("> 2H", "; did you mean 2h?"),
      ("> 10apples", "; it is no number with a known unit, such as 5M, 5Mi, 5% or 5m"),
      ("== 7ab", "; put a text in quotes: \"7ab\""),
    ] {
      let filter = try RowFilter(parsing: "phase \(typed)", lookup: sample)
      #expect(!filter.matches(row))
      let word = typed.drop { $0 != " " }.dropFirst()
      #expect(filter.missingMembers.map(\.message) == ["no row has a member '\(word)'\(hint)"])
    }
    let rare = try RowFilter(parsing: "phase == 'Running' && rare == 1", lookup: sample)
    #expect(rare.missingMembers.count == 1)
    #expect(rare.matches(row) && rare.missingMembers.isEmpty)
    // Also where the rest of the expression decides without it.
    let short = try RowFilter(parsing: "phase == 'no' && rare == 1", lookup: sample)
    #expect(!short.matches(row) && short.missingMembers.isEmpty)
  }

  @Test func errorsAreMarked() throws {
    let error = #expect(throws: FilterSyntaxError.self) { try RowFilter(parsing: "漢字 == 1 2") }
    #expect(error?.description == "expected '&&' or '||', at 9 near '2'")
    #expect(error?.marked() == "漢字 == 1 2\n        ^")
    #expect(error?.marked { $0.isASCII ? 1 : 2 } == "漢字 == 1 2\n          ^")
  }

  @Test func deepNestingIsAnError() {
    let text = String(repeating: "(", count: 5_000) + "a > 1" + String(repeating: ")", count: 5_000)
    #expect(throws: FilterSyntaxError.self) { try RowFilter(parsing: text) }
    #expect(throws: FilterSyntaxError.self) {
      try RowFilter(parsing: String(repeating: "!", count: 5_000) + "a")
    }
  }

  /// Filters of 40,000 terms took more than 20 seconds.
  @Test(.timeLimit(.minutes(1)), arguments: [" + ", " && ", " || ", " > 1 and not ", " in ("])
  func longFiltersAreRefused(sign: String) throws {
    let terms = { (count: Int) in (0..<count).map { "a\($0 % 500)" }.joined(separator: sign) }
    let lookup: MemberLookup = { .unknown(nearest: NearestNames.nearest(to: $0, among: ["b"])) }
    for count in [40_000, 3_000] {
      let result = Result { try RowFilter(parsing: terms(count) + " > 1", lookup: lookup) }
      if count > 10_000 || sign == " + " {
        let error = #expect(throws: FilterSyntaxError.self) { try result.get() }
        #expect(error?.message.hasPrefix("a filter has at most") == true)
        #expect(error?.marked().count ?? 0 < 700)
      }
    }
    if sign == " && " {
      let filter = try RowFilter(parsing: terms(3_000) + " > 1", lookup: lookup)
      #expect(filter.missingMembers.count == 500)
      #expect(!filter.matches(Self.row))
    }
  }

  /// This ended the program: the time cannot be said in microseconds.
  @Test(arguments: ["99999999999999999999d", "300000000w", "106751991d", "3000000d"])
  func timesTooFarAwayCannotBeCalculated(duration: String) {
    for sign in ["+", "-"] {
      for start in ["now", "today", "2026-01-01"] {
        let error = #expect(throws: FilterSyntaxError.self) {
          try RowFilter(parsing: "date > \(start) \(sign) \(duration)")
        }
        #expect(error?.message.hasSuffix("times are of the years 0 to 9999") == true)
      }
    }
  }

  @Test(arguments: [
    "", "{", "{\"a\"", "{\"a\":", "{\"a\":\"", "[1,", "\"\\", "nul", "{\"a\":1}}",
    "\u{1E}{\"a\":2}",
  ])
  func brokenRowsAreHarmless(text: String) throws {
    let row = JSONBytes(Array(text.utf8))
    for filter in ["a > 1", "a ~ x", "zzz", "\\^zzz$", "a.b == 1", "!(a > 1)"] {
      let filter = try RowFilter(parsing: filter)
      let expected =
        filter.text == "!(a > 1)"
        ? !text.contains("2") : filter.text == "a > 1" && text.contains("2")
      #expect(filter.matches(row) == expected)
    }
  }
}
