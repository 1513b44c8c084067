import Testing

@testable import MocoaFeed

/// What comparisons, calculations and groups do with values of different kinds.
@Suite struct ValueKindTests {
  private static let row = JSONBytes(
    Array(
      #"""
      {"v9":"1.9","v10":"1.10","s":"5M","d":"2h","p":"31%","t":"2026-05-31T10:00:00Z","n":3600,
       "epoch":1793534400,"tags":[1,2],"my col":1,"x":"a","zone":"2026-05-31T12:00:00+02:00"}
      """#.utf8))

  @Test("36: the order of texts has no cycles, and is that of sorting")
  func textsAreOrdered() {
    let texts = [
      "1.10", "1.9", "1.11", "1.9a", "1.10.2", "9m", "9M", "10k", "10K", "2h", "1h30m", "5", "05",
      "10", "-5", "-3", "-4x", "+5", ".5", "0", "0.0", "1e3", "12e1", "1.5B", "1.11%", "1.8%",
      "31%",
      "2000", "abc", "ABC", "file2", "file10", "", "-", "now", "yesterday", "2026-01-01",
      "2026-01-01T01:00:00+01:00", "2025-12-31T23:30Z", "1:30:00", "<4.00g", "512Mi", "é", "É",
    ]
    func order(_ left: String, _ right: String) -> Int? {
      Array(left.utf8).withUnsafeBytes { left in
        Array(right.utf8).withUnsafeBytes { TextOrder.compare(left, $0) }
      }
    }
    var isAtMost = texts.map { left in texts.map { order(left, $0).map { $0 <= 0 } ?? false } }
    for middle in texts.indices {
      for left in texts.indices where isAtMost[left][middle] {
        for right in texts.indices where isAtMost[middle][right] { isAtMost[left][right] = true }
      }
    }
    for (row, left) in texts.enumerated() {
      #expect(order(left, left) == 0)
      for (column, right) in texts.enumerated() {
        let result = order(left, right)
        #expect(order(right, left) == result.map { -$0 })
        guard let result else { continue }
        #expect(result >= 0 || !isAtMost[column][row], "\(left) < \(right) in a cycle")
        // A column of both is sorted alike.
        let rows = [left, right].map { JSONBytes(Array("{\"v\":\"\($0)\"}".utf8)) }
        let keys = rows.map { row in
          var encoder = SortKeyEncoder([SortKey("v").fitted(to: rows)])
          row.withBytes { encoder.encode($0) }
          return encoder.bytes
        }
        let isMissing = [left, right].contains { $0.isEmpty || $0 == "-" }
        guard !isMissing, result != 0 else { continue }
        #expect(keys[0].lexicographicallyPrecedes(keys[1]) == (result < 0), "\(left), \(right)")
      }
    }
  }

  @Test(
    "36: values of kinds that do not compare are reported",
    arguments: [
      ("s > 1h", "\"5M\", a size, is not compared with a duration"),
      // The CPUs of Kubernetes: two cores, and four tenths.
      (
        "v10 < 1h",
        "\"1.10\", a number, is not compared with a duration"
      ),
      ("s > '2h'", "\"5M\", a size, is not compared with \"2h\", a duration"),
      ("p < 5M", "\"31%\", a percentage, is not compared with a size"),
      ("s > 2026-01-01", "\"5M\", a size, is not compared with a time"),
      (
        "t > 2026",
        "\"2026-05-31T10:00:00Z\", a time, is not compared with a number; "
          + "a date has a day, 2026-01-31"
      ),
      ("x < '2h'", "\"a\" is not compared with \"2h\", a duration"),
      ("t < 'm'", "\"2026-05-31T10:00:00Z\", a time, is not compared with \"m\", a text"),
      (
        "v10 > '1.9'",
        "\"1.10\" and \"1.9\" have another order as numbers than as versions; "
          + "number(v10) compares numbers, \"v\" + v10 versions"
      ),
    ])
  func otherKindsAreReported(text: String, fault: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(!filter.matches(Self.row))
    #expect(filter.failure?.message.hasSuffix(": \(fault)") == true, "\(filter.failure as Any)")
    let opposite = try RowFilter(
      parsing: text.replacing("<", with: "~").replacing(">", with: "<")
        .replacing("~", with: ">"))
    #expect(!opposite.matches(Self.row))
  }

  @Test(
    "36: a text that is not equal to a time, a duration, a size or a percentage is reported",
    arguments: [
      ("x == 2026-11-05", "\"5 apples\" is not compared with a time"),
      ("2026-11-05 == x", "\"5 apples\" is not compared with a time"),
      ("d == 3600", "\"2h\", a duration, is not compared with a number"),
      ("x == 5M", "\"5 apples\" is not compared with a size"),
      (
        "t == 1h",
        "\"2026-05-31T10:00:00Z\", a time, is not compared with a duration; "
          + "now - 2h and today + 19h30m are times"
      ),
      ("x in (2026-11-05, 2026-11-06)", "\"5 apples\" is not compared with a time"),
      ("d in (3600, 'b')", "\"2h\", a duration, is not compared with a number"),
    ])
  func unequalKindsAreReported(text: String, fault: String) throws {
    let relations = [("==", "==", false), ("==", "!=", true), (" in", " not in", true)]
    for (sign, other, isFound) in relations where text.contains(sign) {
      let filter = try RowFilter(parsing: text.replacing(sign, with: other))
      let row = JSONBytes(Array(#"{"x":"5 apples","d":"2h","t":"2026-05-31T10:00:00Z"}"#.utf8))
      #expect(filter.matches(row) == isFound, "\(other)")
      #expect(filter.failure?.message == "1 row has no value to compare: \(fault)")
    }
  }

  @Test(
    "36: a missing value, another number or another text is unequal without a word",
    arguments: [
      "z == 2026-11-05", "x == 2026-11-05", "x == 5M", "d == 0", "x == 5",
      "x == 'b'",
      "d == '3600'", "x in (5, 'b')", "tags == 1h",
      "x in ('b', 2026-11-05, 'a')", "t == 2026-11-05", "d == 1h", "x == v9", "x == true",
    ])
  func unequalWithoutAWord(text: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(filter.matches(Self.row) == text.contains("'a'"))
    #expect(filter.failure == nil, "\(filter.failure as Any)")
  }

  @Test(arguments: [
    "number(v10) < 1.9", "'v' + v10 > 'v1.9'", "v10 < 1.9", "d > '90m'", "s >= '4999k'", "p >= 31",
    "truncate(t, 1month) == 2026-05-01", "truncate(t, 1y) == 2026-01-01",
    "truncate(t, 3months) == 2026-04-01", "truncate(t, 30d) == 2026-05-07",
    "truncate(t, 2592000s) == 2026-05-07", "truncate(epoch, 1year) == 2026-01-01",
    "t - epoch == -154d2h", "n * 1s + 1h == 2h", "time(epoch) + 1h == 2026-11-01T13:00Z",
    "t - n * 1s == 2026-05-31T09:00Z", "0 - d == -2h", "d + 0 == 2h", "lower(.\"my col\") == '1'",
    "'a' + .\"my col\" == 'a1'",
  ])
  func expressionHolds(text: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(filter.matches(Self.row), "\(filter.failure as Any)")
    #expect(filter.failure == nil)
  }

  @Test(
    "36: calculations of kinds that have no result are reported",
    arguments: [
      (
        "t - n > 1h",
        "- has no result for a time and a number; n * 1s is a duration, and time(n) a time"
      ),
      (
        "epoch + 1h > 2h",
        "+ has no result for a number and a duration; epoch * 1s is a duration, and time(epoch) a "
          + "time"
      ),
      (
        "t - 3600 > 1h",
        "- has no result for a time and a number; a duration has a unit, such as 30s or 2h"
      ),
      ("s + d > 1", "+ has no result for a size and a duration"),
      (
        "p + 5M > 1",
        "+ has no result for a percentage and a size; (p / 100%) is the fraction, and number(p) what "
          + "is written"
      ),
      (
        "100 - p < 20",
        "- has no result for a number and a percentage; (p / 100%) is the fraction, and number(p) "
          + "what is written"
      ),
      (
        "p * p > 1",
        "* has no result for a percentage and a percentage; (p / 100%) is the fraction, and "
          + "number(p) what is written"
      ),
      (
        "p * 2 > 1",
        "* has no result for a percentage and a number; (p / 100%) is the fraction, and number(p) "
          + "what is written"
      ),
      ("length(split(tags, '')) > 1", "split has no result for an array and a text"),
      ("max(s, d) == s", "max has no result for a text and a text"),
    ])
  func calculationsAreReported(text: String, fault: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(!filter.matches(Self.row))
    #expect(filter.failure?.message.hasSuffix(": \(fault)") == true, "\(filter.failure as Any)")
  }

  private static let discounts = JSONBytes(
    Array(#"{"price":100,"off":"20%","tax":"5.5%","rate":0.2,"size":"5M","d":"2h","none":0}"#.utf8))

  @Test(
    "36: percentages are calculated with one another, and one that is typed by *",
    arguments: [
      ("price * (1 - off / 100%)", "80"), ("price * 20%", "20"), ("price - price * 20%", "80"),
      ("100 - number(off)", "80"), ("-off", "\"-20%\""), ("off + 0", "\"20%\""),
      ("off + tax", "\"25.5%\""), ("off - 25%", "\"-5%\""), ("off / tax * 5.5", "20"),
      ("size * (off / 100%)", "1000000"), ("d * 20%", "\"24m\""), ("20% * 5%", "0.01"),
      ("round(tax)", "\"6%\""), ("number(tax)", "5.5"), ("20%", "\"20%\""),
      ("20% + 5%", "\"25%\""), ("if(price > 1, off, 0)", "\"20%\""), ("off % 15%", "\"5%\""),
    ])
  func percentagesAreCalculated(text: String, value: String) throws {
    let member = try DerivedMember(parsing: "x = \(text)")
    var json: [UInt8] = []
    let hasValue = Self.discounts.withBytes {
      member.evaluation.append(valueOf: $0, to: &json)
    }
    #expect(hasValue && String(decoding: json, as: UTF8.self) == value, "\(member.fault ?? "")")
  }

  @Test(
    "36: a number beside a percentage is compared as it is written, unless it may be a fraction",
    arguments: [
      ("off > 15", true, nil), ("off == 20", true, nil), ("off > 20%", false, nil),
      ("off > 0", true, nil), ("rate > 0%", true, nil), ("none < 10%", true, nil),
      ("off > -2", true, nil),
      ("off > 1", false, #""20%" is not compared with 1, which may be 100% or 1%"#),
      ("off > 0.1", false, #""20%" is not compared with 0.1, which may be 10% or 0.1%"#),
      ("0.25 == off", false, #""20%" is not compared with 0.25, which may be 25% or 0.25%"#),
      ("rate > 10%", false, "0.2 is not compared with 10%, which may be 10 or 0.1"),
      ("rate == 20%", false, "0.2 is not compared with 20%, which may be 20 or 0.2"),
      ("off in (2, 20)", true, nil), ("rate in (20, 0.2)", true, nil),
      ("round(off) == 20", true, nil), ("off + tax > 25", true, nil),
      ("off + tax > 30", false, nil), ("max(round(off), 15) == 20%", true, nil),
      ("round(off) in (20, 1)", true, nil),
      ("rate in (10%, 5)", false, "0.2 is not compared with 10%, which may be 10 or 0.1"),
      ("price > 5 || off > 0.1", true, nil),
      ("off != -0.5", true, #""20%" is not compared with -0.5, which may be -50% or -0.5%"#),
    ] as [(String, Bool, String?)])
  func numbersBesidePercentages(text: String, isFound: Bool, fault: String?) throws {
    let filter = try RowFilter(parsing: text)
    let isCertain = fault == nil || text.contains(" in ") || text.contains("||")
    #expect(filter.uncertainty(in: [Self.discounts])?.message == (isCertain ? nil : fault))
    #expect(filter.matches(Self.discounts) == isFound)
    let reason = filter.failure?.message
    #expect(reason == fault.map { "1 row has no value to compare: \($0)" }, "\(reason ?? "")")
  }

  @Test(
    "36: a result that is a percentage is not compared with what may be its fraction",
    arguments: [
      ("round(off) > 0.5", #""20%" is not compared with 0.5, which may be 50% or 0.5%"#),
      ("rate * 1 == 20%", "0.2 is not compared with 20%, which may be 20 or 0.2"),
      (
        "max(off, 1) > 5",
        "max has no result for a percentage and a number; (off / 100%) is the fraction, and "
          + "number(off) what is written"
      ),
    ])
  func resultsBesideFractions(text: String, fault: String) throws {
    let filter = try RowFilter(parsing: text)
    #expect(!filter.matches(Self.discounts))
    #expect(filter.failure?.message.hasSuffix(" value to compare: \(fault)") == true)
  }

  @Test(
    "36: a call of a function of groups says where it is computed",
    arguments: [
      ("sum(price) / count() > 1", "'sum' is computed over rows by --agg 'x = sum(price)'"),
      ("p95(ms) > 1", "a member of this name is in quotes: \"p95(ms)\""),
      ("max(price) > 1", "'max' has too few arguments: max(a, b); over rows: --agg 'x = max(a)'"),
      ("truncate(t, 1month2d) > t", "'truncate' takes whole months or years"),
      ("truncate(t, 1.5y) > t", "'truncate' takes whole months or years"),
    ])
  func errorsAreExplained(text: String, message: String) {
    let error = #expect(throws: FilterSyntaxError.self) { _ = try RowFilter(parsing: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("36: 10mb is a size")
  func sizesInLowerCase() throws {
    #expect(try RowFilter(expression: "s < 10mb && s > 900kb").matches(Self.row))
  }

  @Test(
    "36: a unit may be behind a blank",
    arguments: [
      ("s > 4 MB", true), ("s > 5 MB && s < 6 MiB", false), ("s < 2 G or s == 1", true),
      ("d == 2 hours", true), ("d in (1 h, 120 min)", true),
      ("t > now - 2000 weeks", true),
    ])
  func unitsBehindBlanks(text: String, isFound: Bool) throws {
    #expect(try RowFilter(expression: text).matches(Self.row) == isFound)
  }

  @Test(
    "36: what is no unit behind a number is an error",
    arguments: [
      ("d > 5 m", "expected '&&' or '||'; write 5m without a blank"),
      ("d > 5 h", "expected '&&' or '||'; write 5h without a blank"),
      ("d > 5 s", nil), ("d > 5 apples", "expected '&&' or '||'"),
    ] as [(String, String?)])
  func otherWordsBehindNumbers(text: String, message: String?) {
    let lookup: MemberLookup = {
      ["d", "h"].contains($0) ? .known(MemberPath(keys: [$0])) : .unknown(nearest: [])
    }
    do throws(FilterSyntaxError) {
      _ = try RowFilter(parsing: text, lookup: lookup)
      #expect(message == nil)
    } catch {
      #expect(error.message == message)
    }
  }

  @Test("36: a name of a member in quotes is a text where it is calculated with, which is noted")
  func quotedNamesAreNoted() throws {
    let lookup: MemberLookup = {
      $0 == "x" || $0 == "my col" ? .known(MemberPath(keys: [$0])) : .assumed
    }
    let note = #""my col" in quotes is a text here; the member is ."my col""#
    #expect(
      try RowFilter(parsing: #"lower("my col") == x"#, lookup: lookup).notes == [note])
    #expect(
      try DerivedMember(parsing: #"y = "my col" + 1 + "x""#, lookup: lookup).notes == [
        #"--derive: y = "my col" + 1 + "x": \#(note)"#,
        #"--derive: y = "my col" + 1 + "x": "x" in quotes is a text here; the member is x"#,
      ])
    #expect(
      try DerivedMember(parsing: #"y = "my col""#, lookup: lookup).notes == [
        #"--derive: y = "my col": \#(note)"#
      ])
    let error = #expect(throws: FilterSyntaxError.self) {
      _ = try RowFilter(parsing: #"lower("my col") == "1""#, lookup: lookup)
    }
    #expect(error?.message == "no member is compared; \(note)")
    let calculated = #expect(throws: FilterSyntaxError.self) {
      _ = try RowFilter(parsing: #""my col" * 2 > x"#, lookup: lookup)
    }
    #expect(calculated?.message == "* has no result for a text and a number; \(note)")
    for text in [#""my col" == 1"#, #"x == "x""#, #"x in ("my col")"#, "x contains \"x\""] {
      #expect(try RowFilter(parsing: text, lookup: lookup).notes.isEmpty)
    }
  }

  @Test("36: one time in two zones is one value for groups, joins and distinct counts")
  func timesHaveOneIdentity() {
    func identity(_ json: String) -> UInt64 {
      var identity = ValueIdentity()
      return Array(json.utf8).withUnsafeBytes { identity.hash(of: $0) }
    }
    func key(_ json: String) -> UInt64? {
      Array(json.utf8).withUnsafeBytes { JoinedRows.hash(of: $0) }
    }
    let times = [
      "\"2026-05-31T10:00:00Z\"", "\"2026-05-31T12:00:00+02:00\"", "\"2026-05-31 10:00:00.0 UTC\"",
    ]
    #expect(Set(times.map(identity)).count == 1 && Set(times.map(key)).count == 1)
    let others = times + ["\"2026-05-31T10:00:00.1Z\"", "\"2026-05-32\"", "\"2026-05-31\""]
    #expect(Set(others.map(identity)).count == 4 && Set(others.map(key)).count == 4)
    #expect(identity("[\(times[0])]") == identity("[\(times[1])]"))
    #expect(Timestamp("2026-05-31T10:00 GMT") != nil && Timestamp("2026-05-31T10:00 UGMT") == nil)
  }

  @Test("36: the least and greatest level of a summary are those of severity")
  func summariesOfLevels() {
    for (member, expected) in [("level", ["info", "fatal"]), ("name", ["error", "warn"])] {
      var summary = SummaryAccumulator(of: MemberPath(member))
      for level in ["\"warn\"", "\"info\"", "\"fatal\"", "\"error\""] {
        Array(level.utf8).withUnsafeBytes { summary.add($0) }
      }
      let result = summary.makeSummary()
      #expect([result.minimum, result.maximum] == expected)
    }
  }
}
