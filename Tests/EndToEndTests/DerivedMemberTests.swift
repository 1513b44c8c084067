import MocoaTestSupport
import Testing

/// Members that `--derive` works out for each row.
@Suite struct DerivedMemberTests {
  private static let orders = """
    {"item":"pen","price":2.5,"count":4,"at":"2026-11-01T10:00:00Z","url":{"host":"a.b"}}
    {"item":"ink","price":"12.10","count":3,"at":"2026-11-02T23:59:59.5Z","url":{"host":"c.d"}}
    {"item":"gift","count":1}

    """

  private func output(_ arguments: [String], _ text: String = orders) async throws -> String {
    let result = try await run(builtProgram("mocoa-tui"), arguments, input: Array(text.utf8))
    #expect(result.status == .exited(0) && result.errorText.isEmpty, "\(result.errorText)")
    return result.outputText
  }

  @Test(arguments: [
    ("total = price * count", "10\r\n36.3\r\n\r\n"),
    ("total = 0.1 + 0.2 * count", "0.9\r\n0.7\r\n0.3\r\n"),
    ("total=url.host", "a.b\r\nc.d\r\n\r\n"),
    ("total = at + 2h30m", "2026-11-01T12:30:00Z\r\n2026-11-03T02:29:59.5Z\r\n\r\n"),
    ("total = at - 2026-11-01", "10h\r\n1d23h59m59.5s\r\n\r\n"),
    ("total = count > 2", "true\r\ntrue\r\nfalse\r\n"),
    ("total = item == \"pen\"", "true\r\nfalse\r\nfalse\r\n"),
    ("total = \"x\"", "x\r\nx\r\nx\r\n"),
    ("total = at - 2026-11-01 > 1d", "false\r\ntrue\r\nfalse\r\n"),
    ("total = item + \"-\" + count", "pen-4\r\nink-3\r\ngift-1\r\n"),
    ("total = upper(substr(item, 0, 1))", "P\r\nI\r\nG\r\n"),
    ("total = split(url.host, \".\")[-1]", "b\r\nd\r\n\r\n"),
    ("total = format(truncate(at, 1d), \"%d.%m.\")", "01.11.\r\n02.11.\r\n\r\n"),
    ("total = if(count > 2, \"many\", \"few\")", "many\r\nmany\r\nfew\r\n"),
    ("total = coalesce(url.host, \"none\")", "a.b\r\nc.d\r\nnone\r\n"),
    ("total = round(coalesce(price, 0), 1)", "2.5\r\n12.1\r\n0\r\n"),
    ("total = host", "a.b\r\nc.d\r\n\r\n"),
    ("total = 12345678901234567890.5", String(repeating: "12345678901234567890.5\r\n", count: 3)),
    ("total = -1e400", String(repeating: "-1e400\r\n", count: 3)),
  ])
  func valuesAreWorkedOutForEachRow(_ text: String, _ cells: String) async throws {
    let output = try await output(["--csv", "-c", "total", "--derive", text])
    #expect(output.replacing("\"\"", with: "") == "total\r\n" + cells)
  }

  @Test(
    "36: a name of a member in quotes is noted where it is a text",
    arguments: [
      ["--derive", "b = upper(\"item\")"], ["--filter", "upper(\"item\") != item"],
      ["--derive", "b = \"item\" + count"], ["--sort", "upper(\"item\")"],
    ])
  func quotedNamesAreNoted(_ arguments: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv"] + arguments, input: Array(Self.orders.utf8))
    #expect(result.status == .exited(0))
    let note = "\"item\" in quotes is a text here; the member is item\n"
    #expect(result.errorText.hasPrefix("mocoa-tui: \(arguments[0]): "), "\(result.errorText)")
    #expect(result.errorText.hasSuffix(note), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 1)
  }

  @Test(
    "36: an expression that has a value in no row is an error wherever it is",
    arguments: [
      (["-f", "#"], "value to compare"), (["-s", "#"], "value"), (["--group-by", "#"], "value"),
      (["--agg", "sum(#)"], "value"), (["--derive", "x = #", "-f", "x == 1"], "value"),
    ])
  func valuesOfNoRowAreReported(_ arguments: [String], _ value: String) async throws {
    for (position, isFault) in [("[9]", true), ("[1]", false)] {
      let expression = #"split(url.host, ".")"# + position
      let options = arguments.map {
        $0.replacing("#", with: expression + ($0 == "#" && value.count > 5 ? " == 'x'" : ""))
      }
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json"] + options, input: Array(Self.orders.utf8))
      let text = "no row has a \(value): there is no element [9] in [\"a\",\"b\"]"
      #expect(result.errorText.contains(text) == isFault, "\(options) \(result.errorText)")
      if isFault { #expect(result.status != .exited(0)) }
    }
    // Rows behind the limit may have a value.
    let few = try await run(
      builtProgram("mocoa-tui"), ["--json", "--limit", "1", "--derive", #"x = split(a, ".")[2]"#],
      input: Array("{\"a\":\"1.2\"}\n{\"a\":\"1.2.3\"}\n".utf8))
    #expect(few.status == .exited(0) && few.errorText == "", "\(few.errorText)")
  }

  @Test(
    "36: an expression that no row has a value of is an error before the first row is printed",
    arguments: [
      (["--derive", "r = title * 2"], "no row has a value: * has no result for a text"),
      (["--derive", "r = gone * 2"], "no row has a member 'gone'"),
      (["-s", "(title * 2)"], "no row has a value: * has no result for a text"),
      (["-s", "(gone * 2)"], "no row has a member 'gone'"),
      (["--derive", "r = title * 2", "--group-by", "n"], "no row has a value"),
      (["--derive", "r = title * 2", "--unique", "n"], "no row has a value"),
      (["--derive", #"r = split(title, " ")[9]"#, "--limit", "3"], "no row has a value"),
      (["--derive", "r = late * 2"], ""), (["--derive", "r = n / m", "--limit", "3"], ""),
      (["-s", "(late * 2)"], ""),
    ])
  func errorsPrecedeRows(_ arguments: [String], _ message: String) async throws {
    let rows = (0..<1_200).map { number in
      let late = number == 1_150 ? #","late":1"# : ""
      return #"{"n":\#(number % 3),"m":\#(number / 600),"title":"a \#(number)"\#(late)}"# + "\n"
    }
    let file = try TemporaryFile(rows.joined(), named: "rows.ndjson")
    for format in ["--json", "--csv", "--plain"] {
      let result = try await run(
        builtProgram("mocoa-tui"), [format, file.path] + arguments)
      if message.isEmpty {
        #expect(!result.outputText.isEmpty && result.status != .exited(2), "\(result.errorText)")
      } else {
        #expect(result.status == .exited(2) && result.outputText.isEmpty, "\(format)")
        #expect(result.errorText.contains(message), "\(result.errorText)")
      }
    }
    // A pipe that ends within the first rows is known, too.
    guard !message.isEmpty else { return }
    let pipe = try await run(
      builtProgram("mocoa-tui"), ["--json"] + arguments, input: Array(rows[..<9].joined().utf8))
    #expect(pipe.status == .exited(2) && pipe.outputText.isEmpty, "\(pipe.outputText)")
  }

  @Test(
    "36: rows for which an expression has no value are counted once, however often they are read",
    arguments: [
      ["--derive", "r = 1 / m"], ["--derive", "r = 1 / m", "-s", "-n"], ["-s", "(1 / m)"],
      ["--derive", "r = 1 / m", "--unique", "n"], ["--group-by", "r = 1 / m"],
      ["--derive", "r = 1 / m", "-f", "n > 3"], ["--agg", "sum(1 / m)"],
      ["--derive", "r = 1 / m", "--section-by", "m"], ["--derive", "r = 1 / m", "--limit", "1"],
    ])
  func rowsWithoutAValueOfAnExpressionAreCounted(_ arguments: [String]) async throws {
    let rows = (0..<3_000).map { "{\"n\":\($0),\"m\":\($0 % 3)}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let areSections = arguments.contains("--section-by")
    for format in areSections ? ["--plain"] : ["--json", "--csv", "--plain"] {
      for isPipe in [false, true] {
        let result = try await run(
          builtProgram("mocoa-tui"), [format] + arguments + (isPipe ? [] : [file.path]),
          input: Array(isPipe ? rows.utf8 : "".utf8))
        let isLimited = arguments.contains("--limit")
        let counts = isLimited ? ["some rows have", "1000 rows have"] : ["1000 rows have"]
        #expect(
          counts.contains {
            result.errorText.contains(": \($0) no value: division by zero\n")
          }, "\(format) \(isPipe) \(result.errorText)")
      }
    }
  }

  @Test("36: rows without a value to compare are counted")
  func rowsWithoutAValueAreCounted() async throws {
    let rows = "v\n5M\n2h\n7k\n3h\n"
    for extra in [[], ["-s", "v"], ["--unique", "v"], ["--group-by", "v"], ["--limit", "9"]] {
      for format in ["--csv", "--plain"] {
        let result = try await run(
          builtProgram("mocoa-tui"), [format, "--format", "csv", "-f", "v > \"6k\""] + extra,
          input: Array(rows.utf8))
        #expect(result.status == .exited(1))
        #expect(
          result.errorText.contains(
            "2 rows have no value to compare: \"2h\", a duration, is not compared with \"6k\""),
          "\(extra) \(format) \(result.errorText)")
      }
    }
  }

  @Test(
    "W8: an expression without a value in rows that have its members is reported",
    arguments: [
      (
        "b = item + item",
        "no row has a value: + has no result for a text and a text; concat(a, b) joins texts", ""
      ),
      ("b = lower(url)", "no row has a value: lower has no result for an object", ""),
      (
        "b = number(item) + count", "no row has a value: number has no result for a text", ""
      ),
      ("b = url * 2", "no row has a value: * has no result for an object and a number", ""),
      (
        "b = price / (count - 4)", "1 row has no value: division by zero",
        "b\r\n\r\n-12.1\r\n\r\n"
      ),
      (
        "b = item * count", "no row has a value: * has no result for a text and a number", ""
      ),
      (
        #"b = split(item, ".")[9]"#,
        #"no row has a value: there is no element [9] in ["pen"]"#, ""
      ),
    ])
  func missingValuesAreReported(_ text: String, _ message: String, _ cells: String) async throws {
    for isSorted in [false, true] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--csv", "-c", "b", "--derive", text] + (isSorted ? ["-s", "at"] : []),
        input: Array(Self.orders.utf8))
      #expect(result.status == .exited(message.hasPrefix("no row") ? 2 : 1))
      #expect(result.errorText == "mocoa-tui: --derive: \(text): \(message)\n")
      if message.hasPrefix("1 row") {
        #expect(result.outputText.replacing("\"\"", with: "") == cells)
      }
    }
  }

  @Test(
    "36: numbers of any length keep their digits where they are chosen and not calculated",
    arguments: [
      ("coalesce(nil, n)", "1234567890123456001"), ("if(n > 1, n, 0)", "1234567890123456001"),
      ("max(n, 5)", "1234567890123456001"), ("abs(m)", "1234567890123456002"),
      ("round(m)", "-1234567890123456002"), ("floor(n)", "1234567890123456001"),
      ("number(t)", "12345678901234567890.25"), ("coalesce(nil, f)", "0.00012345678901234567"),
      ("coalesce(nil, e)", "1.2345678901234567e300"), ("l[0]", "10000000000000000000000001"),
      ("n53 + 1", "9007199254740991"), ("coalesce(nil, far)", "1e999"),
    ])
  func longNumbersKeepTheirDigits(_ expression: String, _ number: String) async throws {
    let row =
      #"{"n":1234567890123456001,"m":-1234567890123456002,"t":"12345678901234567890.25","#
      + #""f":1.2345678901234567e-4,"e":12345678901234567e284,"n53":9007199254740990,"#
      + #""l":[10000000000000000000000001],"far":1e999,"nil":null}"#
    #expect(
      try await output(
        ["--csv", "-c", "x", "--format", "ndjson", "--derive", "x = " + expression], row)
        == "x\r\n\(number)\r\n")
  }

  // One of a minute or more was rounded to seconds before it was added up or compared.
  @Test("36: durations keep their fractions")
  func durationsKeepTheirFractions() async throws {
    let rows = """
      {"a":"2026-11-01T03:04:05.000Z","b":"2026-11-01T03:05:05.400Z"}
      {"a":"2026-11-01T03:04:05.000Z","b":"2026-11-01T03:05:05.100000Z"}
      {"a":"2026-11-01T03:04:05.000Z","b":"2026-11-01T03:04:05.00005Z"}

      """
    let derive = ["--derive", "d = b - a"]
    #expect(
      try await output(["--csv", "-c", "d"] + derive, rows)
        == "d\r\n1m0.4s\r\n1m0.1s\r\n0.00005s\r\n")
    #expect(
      try await output(["--csv", "-c", "d", "-s", "d", "-f", "d > 10us"] + derive, rows)
        == "d\r\n0.00005s\r\n1m0.1s\r\n1m0.4s\r\n")
    #expect(
      try await output(["--json", "--agg", "s = sum(b - a), n = unique(b - a)"], rows)
        == "{\"s\":\"2m0.50005s\",\"n\":3}\n")
  }

  @Test("36: a joined row that takes the place of a member is mentioned")
  func joinedRowsReplaceMembers() async throws {
    let other = try TemporaryFile("[{\"id\":1,\"x\":2}]")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--join", "u = \(other.path) by id = id"],
      input: Array("{\"id\":1,\"u\":\"old\"}".utf8))
    #expect(result.outputText == "{\"id\":1,\"u\":{\"id\":1,\"x\":2}}\n")
    #expect(result.errorText.contains("--join: rows have a member u, which is replaced"))
  }

  @Test("16: numbers beyond the range of calculations are reported", arguments: [false, true])
  func hugeNumbersAreReported(isAlone: Bool) async throws {
    let rows = "{\"n\":1e999999999}\n" + (isAlone ? "" : "{\"n\":2}\n")
    for way in [["--json"], ["--plain"], ["--csv"], ["--json", "-s", "z"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), way + ["--derive", "z=n*2"], input: Array(rows.utf8))
      #expect(result.status == .exited(isAlone ? 2 : 1))
      #expect(
        result.errorText.contains("value: the result of * is too large"))
    }
  }

  @Test func everythingSeesThem() async throws {
    let total = ["--derive", "total = price * count", "--derive", "tax = total / 10"]
    #expect(
      try await output(["--json", "-s", "-total", "-f", "total > 1", "-c", "item,tax"] + total)
        == "{\"item\":\"ink\",\"tax\":3.63}\n{\"item\":\"pen\",\"tax\":1}\n")
    #expect(
      try await output(
        ["--json", "--group-by", "count", "--sum", "tax", "-f", "count > 3"] + total
      )
      .contains("\"sum(tax)\":1"))
    #expect(
      try await output(["--csv", "--derive", "c = a + b"], "a,b\n1,2\n3,\n")
        == "a,b,c\r\n1,2,3\r\n3,,\r\n")
    #expect(try await output(["--csv", "--derive", "b = 1"], "[{}]") == "b\r\n1\r\n")
    #expect(
      try await output(["--csv", "--derive", "b = a - 1"], #"{"a":-9223372036854775808}"#)
        == "a,b\r\n-9223372036854775808,-9223372036854775809\r\n")
  }

  /// The place is that of the member in the row, and a row without a value does not have it.
  @Test func oneOfTheNameOfAMemberTakesItsPlace() async throws {
    let rows = "{\"a\":1,\"b\":2,\"c\":3}\n{\"b\":7,\"c\":\"x\"}\n{\"b\":8}\n"
    #expect(
      try await output(["--json", "--derive", "b = a + 10"], rows)
        == "{\"a\":1,\"b\":11,\"c\":3}\n{\"c\":\"x\"}\n{}\n")
    #expect(
      try await output(["--csv", "-s", "-b", "-c", "b", "--derive", "b = b * 2"], rows)
        == "b\r\n16\r\n14\r\n4\r\n")
  }

  @Test(
    "W11: empty and blank keys, and placeholders, match nothing",
    arguments: ["", " ", "-", "N/A", "<none>"])
  func emptyKeysMatchNothing(key: String) async throws {
    let customers = try TemporaryFile(
      #"{"cid":"\#(key)","name":"nobody"}{"cid":7,"name":"Ann"}"#, named: "c.json")
    let rows = #"{"n":1,"cust":"\#(key)"}{"n":2,"cust":null}{"n":3}{"n":4,"cust":"7"}"#
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--csv", "-c", "n,c.name", "--join", "c = \(customers.path) by cust = cid"],
      input: Array(rows.utf8))
    #expect(result.outputText == "n,c.name\r\n1,\r\n2,\r\n3,\r\n4,Ann\r\n")
    #expect(result.errorText == "")
  }

  @Test(
    "W12: of two states, an added member differs by !=, and 8 that has become \"8\" by its type",
    arguments: [
      ("n != old.n", "id\r\n3\r\n4\r\n5\r\n"), ("old && n != old.n", "id\r\n3\r\n4\r\n"),
      ("type(n) != type(old.n)", "id\r\n1\r\n3\r\n5\r\n"),
    ])
  func statesAreCompared(_ filter: String, _ output: String) async throws {
    let old = try TemporaryFile(
      #"[{"id":1,"n":8},{"id":2,"n":8},{"id":3},{"id":4,"n":8}]"#, named: "old.json")
    let rows = #"[{"id":1,"n":"8"},{"id":2,"n":8.0},{"id":3,"n":1},{"id":4,"n":9},{"id":5,"n":8}]"#
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--csv", "-c", "id", "--join", "old = \(old.path) by id", "-f", filter],
      input: Array(rows.utf8))
    #expect(result.outputText == output)
  }

  @Test func rowsAreJoinedWithThoseOfAnotherSource() async throws {
    let prices = try TemporaryFile(
      "id,price,label\r\npen,2.5,Pen\r\nink,9,Ink\r\n7,1,Seven\r\npen,3,again\r\n", named: "p.csv")
    let rows = #"{"item":"pen","n":2}{"item":"gift"}{"item":7,"n":3}{"item":"ink","n":1}"#
    let join = ["--join", "of = \(prices.path) by item = id"]
    let program = try builtProgram("mocoa-tui")
    let result = try await run(
      program, ["--csv", "-c", "item,of.label,sum", "--derive", "sum = n * of.price"] + join,
      input: Array(rows.utf8))
    #expect(
      result.outputText == "item,of.label,sum\r\npen,Pen,5\r\ngift,,\r\n7,Seven,3\r\nink,Ink,9\r\n")
    #expect(
      result.errorText.contains(
        "1 row has a repeated key and is ignored; the first row of each key is joined"))
    #expect(
      result.errorText.contains("--join: some rows have no of, such as that with item \"gift\""))
    // Equal numbers have one value, however they are written.
    let numbers = try await run(
      program, ["--csv", "-c", "item,of.label"] + join,
      input: Array(#"{"item":7.0}{"item":"7"}{"item":"07"}"#.utf8))
    #expect(numbers.outputText == "item,of.label\r\n7.0,Seven\r\n7,Seven\r\n07,\r\n")
    // What is new, and what has changed.
    let old = try TemporaryFile(#"[{"item":"pen","n":1},{"item":"ink","n":1}]"#, named: "old.json")
    let broken = try TemporaryFile("{\"item\":1}\n{\"item\":\n", named: "broken.ndjson")
    let partial = try await run(
      builtProgram("mocoa-tui"), ["--json", "--join", "x = \(broken.path) by item"],
      input: Array("{\"item\":1}".utf8))
    #expect(partial.status == .exited(1))
    #expect(partial.outputText == "{\"item\":1,\"x\":{\"item\":1}}\n")
    #expect(partial.errorText.contains("broken.ndjson: line 2"), "\(partial.errorText)")
    #expect(partial.errorText.contains("1 row is left out"), "\(partial.errorText)")
    let compared = ["--json", "-c", "item", "--join", "old = \(old.path) by item"]
    for (filter, items) in [("!old", [#""gift""#, "7"]), ("n != old.n", [#""pen""#, "7"])] {
      let found = try await run(program, compared + ["-f", filter], input: Array(rows.utf8))
      #expect(found.outputText == items.map { "{\"item\":\($0)}\n" }.joined())
      #expect(found.errorText.contains("some rows have no old"))
    }
  }

  @Test func aJoinByAMissingMemberIsReported() async throws {
    let other = try TemporaryFile(#"[{"a":1}]"#, named: "a.json")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--join", "x = \(other.path) by nope = a"],
      input: Array(#"[{"a":1}]"#.utf8))
    #expect(result.errorText.contains("no row has a member 'nope'"), "\(result.errorText)")
    #expect(result.status != .exited(0))
  }

  @Test(arguments: [
    ("x", 2, "expected NAME = SOURCE by MEMBER"), ("x = - by a", 2, "standard input cannot"),
    ("id = {} by a", 2, "choose another name"),
    ("x = /no/such.json by a", 1, "no such file"), ("x = {} by nope", 2, "has a member 'nope'"),
    ("x = {} by a,b", 2, "has a member 'b'"), ("x = {} by a,b = a", 2, "on both sides"),
    ("x = {} by a = a and b = b", 2, "has a member 'b'"), ("x = {} by a, = a,b", 2, "on both"),
  ])
  func wrongJoinsAreReported(_ text: String, _ status: Int32, _ message: String) async throws {
    let other = try TemporaryFile(#"[{"a":1}]"#, named: "a.json")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--json", "--join", text.replacing("{}", with: other.path)], input: Array("[]".utf8))
    #expect(result.status == .exited(status))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  /// A file of lines is read in another way than a pipe.
  @Test func aFileOfLinesHasThemToo() async throws {
    let file = try TemporaryFile(Self.orders, named: "orders.ndjson")
    #expect(
      try await output(
        [
          "--csv", "-f", "total > 1", "-c", "total", file.path, "--derive",
          "total = price * count",
        ], "") == "total\r\n10\r\n36.3\r\n")
  }

  @Test func brokenRowsStayBrokenWithTheirPlaces() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--derive", "b = a"],
      input: Array("{\"a\":1}\n{\"a\":x}\n{\"a\":\"}\n7\n".utf8))
    #expect(result.outputText == "{\"a\":1,\"b\":1}\n7\n")
    #expect(result.errorText.contains("line 2, column 6"))
    #expect(result.errorText.contains("2 rows are left out"))
    #expect(result.status == .exited(1))
  }

  @Test(arguments: [
    ("total", "expected a name"), ("total == 1", "expected a name"),
    ("= 1", "the name in front of"),
    ("t = price *", "the expression ends where"), ("t = (1", "')' is missing"),
    ("t = a b", "expected an operator"),
    ("t = \"a b\" * 2", "\"a b\" in quotes is a text here; the member is .\"a b\""),
    ("a = 1, b = 2", "unexpected ','; --derive is given for each member"),
  ])
  func wrongExpressionsAreWrongUsage(_ text: String, _ message: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--derive", text], input: Array("[]".utf8))
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--derive") && result.errorText.contains(message))
  }

  @Test func aMemberThatNoRowHasIsWrongUsage() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--derive", "total = price * cuont"],
      input: Array(Self.orders.utf8))
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--derive: no row has a member 'cuont'"))
  }

  @Test func theListGetsThemWhileItIsShown() async throws {
    let file = try TemporaryFile(Self.orders, named: "orders.ndjson")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, columns: 100, rows: 9)
    try await terminal.sendText("Ca")
    try await terminal.wait(for: "the question") { $0.contains("add:") }
    try await terminal.sendText("total = price * cuont")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the fault") { $0.contains("did you mean 'count'?") }
    for _ in 0..<5 { try await terminal.send(.backspace) }
    try await terminal.sendText("count")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the column") { $0.contains("[x] total") }
    try await terminal.sendText("q")
    try await terminal.wait(for: "the values") { $0.contains("36.3") }
    try await terminal.sendText("s-total")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the order") { Screen($0).lines[1].contains("36.3") }
  }

  @Test(
    "34: the name of a join is known although no row has a partner",
    arguments: [
      (["-f", "!old", "-c", "id"], "id\r\n1\r\n2\r\n"),
      (["-c", "id,old"], "id,old\r\n1,\r\n2,\r\n"),
      (["-f", "not exists(old)", "-s", "-id", "-c", "id"], "id\r\n2\r\n1\r\n"),
    ])
  func joinsWithoutPartnersAreKnown(_ options: [String], _ output: String) async throws {
    let rows = try TemporaryFile("id,v\n1,a\n2,b\n", named: "new.csv")
    let others = try TemporaryFile("id,w\n7,x\n", named: "old.csv")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--csv", rows.path, "--join", "old = \(others.path) by id"] + options)
    #expect(result.outputText == output)
    #expect(result.status == .exited(0))
  }

  @Test(
    "41: rows that are plain values are the member value where members are added to them",
    arguments: [
      (["--derive", "x = value * 2"], "{\"value\":3,\"x\":6}\n{\"value\":5,\"x\":10}\n"),
      (["--derive", "value = value + 1", "-f", "value > 4"], "{\"value\":6}\n"),
      (["--group-by", "h = value % 2"], "{\"h\":1,\"count\":2}\n"),
      (["--agg", "s = sum(value * 2)"], "{\"s\":16}\n"),
      (["--join", "i = {} by value", "-f", "i"], "{\"value\":5,\"i\":5}\n"),
      (["--join-all", "i = {} by value = value", "-f", "i"], "{\"value\":5,\"i\":5}\n"),
    ])
  func plainValues(_ options: [String], _ output: String) async throws {
    let others = try TemporaryFile("5\n7\n", named: "ids.txt")
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--json"] + options.map { $0.replacing("{}", with: others.path) },
      input: Array("3\n5\n".utf8))
    #expect(result.outputText == output, "\(result.errorText)")
    #expect(result.status == .exited(0))
  }
}
