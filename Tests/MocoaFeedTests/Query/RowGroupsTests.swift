import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct RowGroupsTests {
  private func groups(
    _ rows: [String], by keys: String, _ aggregates: [Aggregate], filters: [RowFilter] = [],
    jobs: Int = 2
  ) throws -> String {
    var groups = RowGroups(by: try OutputColumn.columns(parsing: keys), aggregates)
    try groups.add(
      rowsOf: Indexed("[" + rows.joined(separator: ",") + "]").model, filters: filters, jobs: jobs)
    return String(decoding: groups.json, as: UTF8.self)
  }

  @Test func aggregatesOfEachGroup() throws {
    let rows = [
      #"{"k":"a","n":1,"t":"x2"}"#, #"{"k":"b","n":2.5}"#, #"{"k":"a","n":9007199254740993}"#,
      #"{"k":"\u0061","n":null,"t":"x10"}"#, #"{"n":7}"#, #"{"k":"b","n":"text"}"#,
    ]
    #expect(
      try groups(
        rows, by: "k",
        [
          Aggregate(.count), Aggregate(.sum, of: "n"), Aggregate(.mean, of: "n"),
          Aggregate(.min, of: "t"), Aggregate(.max, of: "t"), Aggregate(.percentile(50), of: "n"),
        ])
          == """
          [{"k":"a","count":3,"sum(n)":9007199254740994,"mean(n)":4503599627370497,\
          "min(t)":"x2","max(t)":"x10","p50(n)":4503599627370497},
          {"k":"b","count":2,"sum(n)":2.5,"mean(n)":2.5,"min(t)":null,"max(t)":null,"p50(n)":2.5},
          {"k":null,"count":1,"sum(n)":7,"mean(n)":7,"min(t)":null,"max(t)":null,"p50(n)":7}]
          """)
  }

  @Test func columnsAreKnownUnlessValuesMayBeObjects() throws {
    func columns(_ rows: String, _ aggregate: Aggregate) throws -> [String]? {
      var groups = RowGroups(by: [OutputColumn("k")], [aggregate])
      try groups.add(rowsOf: Indexed(rows).model)
      var schema = MemberSchema()
      try schema.add(rowsOf: Indexed(String(decoding: groups.json, as: UTF8.self)).model)
      // Without groups, they are those that there would be.
      if let columns = groups.columns, rows != "[]" { #expect(columns == schema.columns) }
      return groups.columns?.map(\.title)
    }
    let count = Aggregate(.count)
    #expect(try columns(#"[{"k":1},{"k":[1]},{"k":"a"},{}]"#, count) == ["k", "count"])
    #expect(try columns("[{}]", Aggregate(.mean, of: "a.b")) == ["k", "mean(a.b)"])
    #expect(try columns(#"[{"k":1},{"k":{"a":1}}]"#, count) == nil)
    #expect(try columns(#"[{"k":1,"o":{"a":1}}]"#, Aggregate(.max, of: "o")) == nil)
    #expect(try columns("[]", count) == ["k", "count"])
  }

  // 50% and 0.25 were 50.25.
  @Test("34: percentages and numbers without a unit have no sum; versions are those of a sort")
  func percentagesAndVersions() throws {
    let bounds = [Aggregate(.max, of: "v"), Aggregate(.min, of: "v")]
    #expect(
      try groups([#"{"v":"50%"}"#, #"{"v":0.25}"#], by: "g", [Aggregate(.sum, of: "v")] + bounds)
        == #"[{"g":null,"sum(v)":"mixed units","max(v)":"mixed units","min(v)":"mixed units"}]"#)
    #expect(
      try groups([#"{"v":"50%"}"#, #"{"v":0}"#], by: "g", bounds)
        == #"[{"g":null,"max(v)":"50%","min(v)":0}]"#)
    var versions = RowGroups(by: try OutputColumn.columns(parsing: "g"), bounds)
    try versions.add(rowsOf: Indexed(#"[{"v":"1.9"},{"v":"1.10"},{"v":"1.2"}]"#).model)
    #expect(
      String(decoding: versions.json, as: UTF8.self)
        == #"[{"g":null,"max(v)":"1.10","min(v)":"1.2"}]"#)
    #expect(
      versions.notes.first
        == #"max(v): compared as versions, as "1.10" ends with 0"#)
  }

  @Test func equalValuesAreOneGroup() throws {
    let rows = ["1", "1.0", "10e-1", "\"1\"", "true", "[1]", "null"].map { "{\"k\":\($0)}" }
    #expect(
      try groups(rows + rows, by: "k", [Aggregate(.count)]) == """
        [{"k":1,"count":6},
        {"k":"1","count":2},
        {"k":true,"count":2},
        {"k":[1],"count":2},
        {"k":null,"count":2}]
        """)
  }

  @Test(arguments: [1, 2, 5])
  func manyGroupsOfSeveralMembers(jobs: Int) throws {
    let rows = (0..<5_000).map { "{\"a\":\($0 % 700),\"b\":{\"c\":\"\($0 % 3)\"},\"n\":\($0)}" }
    let text = try groups(
      rows, by: "a,b.c", [Aggregate(.count), Aggregate(.sum, of: "n")],
      filters: [RowFilter(parsing: "n >= 10")], jobs: jobs)
    var expected: [[Int]] = []
    var places: [[Int]: Int] = [:]
    for row in 10..<5_000 {
      let key = [row % 700, row % 3]
      if places[key] == nil {
        places[key] = expected.count
        expected.append(key + [0, 0])
      }
      expected[places[key] ?? 0][2] += 1
      expected[places[key] ?? 0][3] += row
    }
    let lines = expected.map {
      "{\"a\":\($0[0]),\"b.c\":\"\($0[1])\",\"count\":\($0[2]),\"sum(n)\":\($0[3])}"
    }
    #expect(text == "[" + lines.joined(separator: ",\n") + "]")
  }

  private static let mixed = [
    #"{"g":"a","n":"t"}"#, #"{"g":"a"}"#, #"{"g":"b","n":0.1}"#, #"{"g":"b","n":0.2}"#,
    #"{"g":"b","n":"t"}"#, #"{"g":null,"n":9223372036854775807}"#,
    #"{"n":9223372036854775807}"#, #"{"g":"c","n":1e400}"#, #"{"g":"c","n":-1}"#,
  ]

  /// The sum of no numbers was 0, 0.1 and 0.2 were 0.30000000000000004, and long sums were rounded.
  @Test func sumsAreExactAndEmptyWithoutNumbers() throws {
    #expect(
      try groups(
        [
          #"{"d":"90s","s":"1Ki"}"#, #"{"d":"1m30s","s":"2Ki","n":"7"}"#, #"{"d":"2h"}"#,
          #"{"d":null,"s":"?"}"#,
        ], by: "g",
        [.sum, .mean, .percentile(50)].flatMap { function in
          ["d", "s", "n"].map { Aggregate(function, of: MemberPath($0)) }
        })
        == #"[{"g":null,"sum(d)":"2h3m","sum(s)":3072,"sum(n)":7,"mean(d)":"41m","#
        + #""mean(s)":1536,"mean(n)":7,"p50(d)":"1m30s","p50(s)":1536,"p50(n)":7}]"#)
    #expect(
      try groups(Self.mixed, by: "g", [Aggregate(.sum, of: "n"), Aggregate(.mean, of: "n")]) == """
        [{"g":"a","sum(n)":null,"mean(n)":null},
        {"g":"b","sum(n)":0.3,"mean(n)":0.15},
        {"g":null,"sum(n)":18446744073709551614,"mean(n)":9223372036854775807},
        {"g":"c","sum(n)":9.\(String(repeating: "9", count: 399))e399,"mean(n)":5e399}]
        """)
  }

  @Test(
    "36: a sum is in the unit of all values, but that of sizes is in bytes",
    arguments: [
      (["500m", "250m"], #""sum(v)":"750m","mean(v)":"375m","p50(v)":"375m""#),
      (["500Ki", "524Ki"], #""sum(v)":1048576,"mean(v)":524288,"p50(v)":524288"#),
      (["1m", "1m", "2m"], #""sum(v)":"4m","mean(v)":"1.33333333333333m","p50(v)":"1m""#),
      (["1.5h", "-30 h"], #""sum(v)":"-28.5h","mean(v)":"-14.25h","p50(v)":"-14.25h""#),
      (["5ms", "0.25ms"], #""sum(v)":"5.25ms","mean(v)":"2.625ms","p50(v)":"2.625ms""#),
      (["19%", "20.5%"], #""sum(v)":"39.5%","mean(v)":"19.75%","p50(v)":"19.75%""#),
      (["5MB", "5M"], #""sum(v)":10000000,"mean(v)":5000000,"p50(v)":5000000"#),
      (["5M", "7"], #""sum(v)":5000007,"mean(v)":2500003.5,"p50(v)":2500003.5"#),
      (["45m", "1h"], #""sum(v)":"1h45m","mean(v)":"52m30s","p50(v)":"52m30s""#),
      (["1h30m", "1h30m"], #""sum(v)":"3h","mean(v)":"1h30m","p50(v)":"1h30m""#),
      (["PT45M", "PT45M"], #""sum(v)":"1h30m","mean(v)":"45m","p50(v)":"45m""#),
      (["01:08:30", "59:30"], #""sum(v)":"2h8m","mean(v)":"1h4m","p50(v)":"1h4m""#),
      (["59:30", "59:30"], #""sum(v)":"1h59m","mean(v)":"59m30s","p50(v)":"59m30s""#),
    ])
  func unitsOfSums(values: [String], results: String) throws {
    let rows = values.map { "{\"v\":\"\($0)\"}" }
    let aggregates = [Aggregate.Function.sum, .mean, .percentile(50)].map {
      Aggregate($0, of: "v")
    }
    #expect(try groups(rows, by: "g", aggregates) == "[{\"g\":null,\(results)}]")
  }

  @Test("36: sums of groups have the same unit, or none")
  func unitsOfGroups() throws {
    let rows = [#"{"g":1,"v":"50m"}"#, #"{"g":2,"v":"30m"}"#, #"{"g":1,"v":"40m"}"#]
    let sum = [Aggregate(.sum, of: "v")]
    #expect(
      try groups(rows, by: "g", sum) == #"[{"g":1,"sum(v)":"90m"},"# + "\n"
        + #"{"g":2,"sum(v)":"30m"}]"#)
    #expect(
      try groups(rows + [#"{"g":3,"v":"1s"}"#], by: "g", sum)
        == #"[{"g":1,"sum(v)":"1h30m"},"# + "\n" + #"{"g":2,"sum(v)":"30m"},"# + "\n"
        + #"{"g":3,"sum(v)":"1s"}]"#)
  }

  @Test("36: texts such as 08:30 have no sum, as they may be hours or minutes")
  func hoursOrMinutes() throws {
    let aggregates = [Aggregate.Function.sum, .mean, .percentile(50)].map {
      Aggregate($0, of: "w")
    }
    var groups = RowGroups(by: [], aggregates)
    try groups.add(rowsOf: Indexed(#"[{"w":"08:30"},{"w":"07:45"},{"w":"1h"}]"#).model)
    let none = #""hours or minutes""#
    #expect(
      String(decoding: groups.json, as: UTF8.self)
        == #"[{"sum(w)":\#(none),"mean(w)":\#(none),"p50(w)":\#(none)}]"#)
    #expect(
      groups.faults.first
        == #"sum(w): texts such as 08:30 may be hours or minutes: w + ":00" is hours and minutes, "#
        + #""00:" + w minutes and seconds"#)
  }

  @Test("36: a sum of durations of less than a microsecond is written as it is read")
  func shortSums() throws {
    #expect(
      try groups([#"{"v":"1ns"}"#, #"{"v":"1ns"}"#], by: "g", [Aggregate(.sum, of: "v")])
        == #"[{"g":null,"sum(v)":"2ns"}]"#)
  }

  /// Sizes and durations were added as seconds, and long sums were rounded to seconds.
  @Test func unitsAreNotMixedAndSumsOfDurationsAreExact() throws {
    let all = [Aggregate.Function.sum, .mean, .min, .max, .percentile(50)].map {
      Aggregate($0, of: "v")
    }
    #expect(
      try groups([#"{"v":"5M"}"#, #"{"v":"3s"}"#, #"{"v":"9M"}"#], by: "g", all)
        == "[{\"g\":null"
        + all.map { ",\"\($0.title)\":\"mixed units\"" }.joined() + "}]")
    // The CPUs of Kubernetes: a tenth, and one.
    for other in ["1", #""1""#] {
      #expect(
        try groups([#"{"v":"100m"}"#, "{\"v\":\(other)}", #"{"v":"5m"}"#], by: "g", all)
          == "[{\"g\":null"
          + all.map { ",\"\($0.title)\":\"mixed units\"" }.joined() + "}]")
    }
    #expect(
      try groups([#"{"v":"5m"}"#, #"{"v":0}"#], by: "g", [Aggregate(.sum, of: "v")])
        == #"[{"g":null,"sum(v)":"5m"}]"#)
    #expect(
      try groups(
        [#"{"v":"59.75s"}"#, #"{"v":"1m0.5s"}"#, #"{"v":"3ns"}"#], by: "g",
        [Aggregate(.sum, of: "v")]) == #"[{"g":null,"sum(v)":"2m0.250000003s"}]"#)
    #expect(
      try groups(
        [#"{"v":"2 days ago"}"#, #"{"v":"just now"}"#, #"{"v":"-"}"#, #"{"v":"yesterday"}"#],
        by: "g", [Aggregate(.min, of: "v"), Aggregate(.max, of: "v")])
        == #"[{"g":null,"min(v)":"just now","max(v)":"2 days ago"}]"#)
  }

  /// Texts counted for the greatest value, and not for the sum.
  @Test func textsCountForBoundsOnlyWithoutNumbers() throws {
    #expect(
      try groups(Self.mixed, by: "g", [Aggregate(.min, of: "n"), Aggregate(.max, of: "n")])
        == """
        [{"g":"a","min(n)":"t","max(n)":"t"},
        {"g":"b","min(n)":0.1,"max(n)":0.2},
        {"g":null,"min(n)":9223372036854775807,"max(n)":9223372036854775807},
        {"g":"c","min(n)":-1,"max(n)":1e400}]
        """)
  }

  @Test func percentilesOfLongNumbersAreExact() throws {
    let numbers = ["1e400", "9007199254740993", "-1e400", "9007199254740992", "2"]
    let rows = numbers.map { "{\"g\":1,\"n\":\($0)}" }
    for (percent, expected) in [
      (0, "-1e400"), (25, "2"), (50, "9007199254740992"), (75, "9007199254740993"), (100, "1e400"),
    ] {
      let found = try groups(rows, by: "g", [Aggregate(.percentile(percent), of: "n")])
      #expect(found.contains("\"p\(percent)(n)\":\(expected)}"), "\(found)")
    }
  }

  /// This was 215.64000000000001.
  @Test func percentilesAreWorkedOutInDecimal() throws {
    let rows = ["1.1", "215.6", "216", "3", "7"].map { "{\"n\":\($0)}" }
    for (percent, expected) in [(90, "215.84"), (50, "7"), (99, "215.984"), (76, "215.616")] {
      let name = "p\(percent)"
      #expect(
        try groups(rows, by: "g", [Aggregate(.percentile(percent), of: "n", name: name)])
          == "[{\"g\":null,\"\(name)(\(name))\":\(expected)}]")
    }
  }

  @Test func decimalSumsAgreeWithDigitsByHand() {
    func sum(_ numbers: String...) -> (String, String) {
      var sum = DecimalSum()
      for number in numbers { Array(number.utf8).withUnsafeBytes { sum.add($0) } }
      return (
        String(decoding: sum.json, as: UTF8.self),
        String(decoding: sum.quotientJSON(by: numbers.count), as: UTF8.self)
      )
    }
    #expect(sum("1.1", "2.2", "0") == ("3.3", "1.1"))
    #expect(sum("0.001", "-0.001") == ("0", "0"))
    #expect(sum("-5", "3") == ("-2", "-1"))
    #expect(sum("-0.05", "0.01") == ("-0.04", "-0.02"))
    #expect(sum("99999999999999999999", "1").0 == "100000000000000000000")
    #expect(sum("1e3", "1E-3", "-1000").0 == "0.001")
    #expect(
      sum("123456789012345678.123456789012345678").0 == "123456789012345678.123456789012345678")
    #expect(sum("1e50").0 == "1e50")
    #expect(sum("1.5e-30", "1e-30").0 == "2.5e-30")
    #expect(sum("1e999999999999").0 == "1e1000000000")
    #expect(sum("-0.000123").0 == "-0.000123")
    #expect(sum("-12", "2").0 == "-10")
    var many = DecimalSum()
    for power in -900...900 { Array("1e\(power)".utf8).withUnsafeBytes { many.add($0) } }
    #expect(String(decoding: many.json.prefix(20), as: UTF8.self) == "1.111111111111111111")
  }

  @Test("36: sums, means and calculations write numbers in one form")
  func numbersHaveOneForm() throws {
    let forms: [(Double, String)] = [
      (1e21, "1000000000000000000000"), (-1.5e40, "-1.5e40"), (1e-7, "1e-7"), (1e-6, "0.000001"),
      (4 / 3, "1.33333333333333"), (-2e-5 / 3, "-0.00000666666666666667"), (0.1, "0.1"),
      (0.1 + 0.2, "0.3"), (1e305, "1e305"), (9_007_199_254_740_992, "9007199254740992"), (-0, "0"),
      (123_456_789.125, "123456789.125"),
    ]
    for (number, text) in forms {
      #expect(String(decoding: DecimalSum.json(number), as: UTF8.self) == text)
    }
    for (numbers, mean) in [
      (["1e21"], "1000000000000000000000"), (["1e-7"], "1e-7"),
      (["2", "1", "1"], "1.33333333333333"), (["2", "2", "1"], "1.66666666666667"),
      (["9.99999999999999999", "10"], "10"),
      (["1712345678901234567", "1712345678901234568", "0"], "1141563785934156378"),
      (["0.123456789012345", "0.123456789012346"], "0.1234567890123455"),
      (["1e400", "2e400"], "1.5e400"), (["-1", "-1", "0"], "-0.666666666666667"),
    ] {
      var sum = DecimalSum()
      for number in numbers { Array(number.utf8).withUnsafeBytes { sum.add($0) } }
      let text = String(decoding: sum.quotientJSON(by: numbers.count), as: UTF8.self)
      #expect(text == mean, "\(numbers)")
    }
    for text in ["1234567890123456789e-25", "1234567890123456789e30"] {
      let quantity = Array(text.utf8).withUnsafeBytes { Quantity($0) }
      let plain = text.hasSuffix("-25") ? "1.234567890123456789e-7" : "1.234567890123456789e48"
      #expect(quantity.map { String(decoding: $0.json, as: UTF8.self) } == plain)
    }
  }

  @Test func quotientsOfShortNumbersMatchLongDivision() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let digits = Int.random(in: -1 << Int.random(in: 0...53)...1 << 53, using: &random)
      let divisor = Int.random(in: 1...1 << Int.random(in: 0...40), using: &random)
      var sum = DecimalSum()
      func add(_ number: String) { Array(number.utf8).withUnsafeBytes { sum.add($0) } }
      add("\(digits)e-\(Int.random(in: 0...7, using: &random))")
      let short = sum.quotientJSON(by: divisor)
      // A sum with two exponents is divided digit by digit.
      for number in ["1e-40", "-1e-40"] { add(number) }
      #expect(short == sum.quotientJSON(by: divisor), "\(digits) by \(divisor)")
    }
  }

  @Test func aMemberMayHaveTheNameOfAnAggregate() throws {
    #expect(
      try groups([#"{"count":5}"#], by: "count", [Aggregate(.count)])
        == #"[{"count":5,"count()":1}]"#)
  }

  @MainActor
  @Test func groupsAreAListInTheOrderOfTheirRows() throws {
    let rows =
      ["b", "a", "a", "c d", "a", "b"].map { "{\"k\":\"\($0)\",\"n\":2}" } + ["{}", "{\"k\":[1]}"]
    let model = Indexed("[" + rows.joined(separator: ",") + "]").model
    let groups = FeedGroups()
    groups.run(RowGroups(by: [OutputColumn("k")], [Aggregate(.sum, of: "n")]), over: model)
    groups.wait()
    let list = groups.result
    #expect(!groups.status.isRunning && groups.status.scannedRowCount == 8)
    #expect(
      (0..<list.numberOfItems).map { list.row(at: $0).json.text } == [
        #"{"k":"a","count":3,"share":0.375,"sum(n)":6}"#,
        #"{"k":"b","count":2,"share":0.25,"sum(n)":4}"#,
        #"{"k":"c d","count":1,"share":0.125,"sum(n)":2}"#,
        #"{"k":null,"count":1,"share":0.125,"sum(n)":null}"#,
        #"{"k":[1],"count":1,"share":0.125,"sum(n)":null}"#,
      ])
    #expect(
      (0..<5).map { MemberPath("k").filterText(of: list.group(at: $0).values[0]) } == [
        #"k == "a""#, #"k == "b""#, #"k == "c d""#, "!(k != null)", nil,
      ])
    for index in 0..<4 {
      let text = MemberPath("k").filterText(of: list.group(at: index).values[0])
      let filter = try RowFilter(parsing: try #require(text))
      var count = 0
      try model.forEachRow(matching: [filter]) { _ in
        count += 1
        return true
      }
      #expect(count == list.group(at: index).rowCount)
    }
  }
}
