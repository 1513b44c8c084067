import MocoaTestSupport
import Testing

/// Aggregates and groups of expressions: `--agg`, `--group-by`, `--group-filter`.
@Suite struct GroupExpressionTests {
  private static let rows = """
    {"user":"ann","ms":10,"price":0.1,"count":3,"at":"2026-11-01T10:05:00Z","level":"warn"}
    {"user":"bob","ms":30,"price":0.2,"count":1,"at":"2026-11-01T10:55:00Z","level":"WARN"}
    {"user":"ann","ms":20,"price":1,"count":2,"at":"2026-11-01T11:00:00Z","level":"info"}
    {"user":null,"ms":1.0e1,"price":"0.5","count":1,"at":"2026-11-02T00:00:00Z","level":"warn"}

    """

  private func csv(
    _ arguments: [String], _ rows: String = rows
  ) async throws -> (output: String, errors: String, status: MocoaTestSupport.ExitStatus) {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv"] + arguments, input: Array(rows.utf8))
    return (result.outputText.replacing("\r\n", with: "\n"), result.errorText, result.status)
  }

  @Test(
    "36-4: --sort takes expressions, of which those without a value are reported",
    arguments: [
      ("-length(n)", "n\r\nccc\r\nbb\r\na\r\n5\r\n", ""),
      ("upper(n)", "n\r\n5\r\na\r\nbb\r\nccc\r\n", ""),
      ("(n * 2)", nil, "* has no result for a text and a number"),
      ("length(m)", nil, "no row has a member 'm'"),
    ])
  func sortingByExpressions(_ key: String, _ output: String?, _ error: String) async throws {
    let rows = #"[{"n":"bb"},{"n":"a"},{"n":"ccc"},{"n":"5"}]"#
    for format in ["--csv", "--plain", "--json"] {
      let result = try await run(
        builtProgram("mocoa-tui"), [format, "-s", key], input: Array(rows.utf8))
      #expect(error.isEmpty || result.errorText.contains(error), "\(result.errorText)")
      #expect((result.status == .exited(0)) == (output != nil))
      if format == "--csv", let output { #expect(result.outputText == output) }
    }
    let groups = try await run(
      builtProgram("mocoa-tui"),
      [
        "--csv", "--group-by", "n", "--agg", "max(length(n))", "-s", "-max(length(n))", "--limit",
        "1",
      ],
      input: Array(rows.utf8))
    #expect(groups.outputText.contains("ccc,3"), "\(groups.outputText) \(groups.errorText)")
  }

  @Test(
    "36: a name with blanks that is a text in a calculation is suggested as the member",
    arguments: [
      ["--derive", "x = qty * \"unit price\""], ["--agg", "s = sum(qty * \"unit price\")"],
      ["--group-by", "g = qty * \"unit price\""],
    ])
  func namesWithBlanks(_ arguments: [String]) async throws {
    let result = try await csv(arguments, #"{"qty":2,"unit price":3}"#)
    let note =
      "no row has a value: * has no result for a number and a text; \"unit price\" in quotes "
      + "is a text here; the member is .\"unit price\"\n"
    #expect(result.errors.contains(note) && result.status == .exited(2), "\(result)")
    let fixed = arguments.map { $0.replacing("\"unit price\"", with: ".\"unit price\"") }
    #expect(try await csv(fixed, #"{"qty":2,"unit price":3}"#).output.contains("6"))
  }

  @Test("36: a median and the percentile 50 are two columns, each known by its name")
  func mediansBesidePercentiles() async throws {
    let both = try await csv(["--agg", "median(ms), p50(ms)"])
    #expect(both.output == "median(ms),p50(ms)\n15,15\n" && both.errors == "", "\(both)")
    let sorted = try await csv(
      ["--group-by", "user", "--agg", "median(ms)", "-s", "-median", "-c", "user,median"])
    #expect(sorted.output == "user,median\nbob,30\nann,15\n,10\n", "\(sorted)")
    let unknown = try await csv(["--agg", "p101(ms)"])
    #expect(unknown.errors.contains("unique, median, p90, p95, p99 or another percentile"))
  }

  @Test("36: a derived member that is null in each row is a column without values")
  func derivedMembersWithoutValues() async throws {
    let rows = "{\"z\":null,\"a\":1}\n{\"z\":null,\"a\":2}\n"
    let result = try await csv(["--derive", "zz = number(z)", "-c", "a,zz"], rows)
    #expect(result.output == "a,zz\n1,\n2,\n" && result.errors == "", "\(result)")
  }

  @Test(
    "36: an expression that needs a name, or --derive, is said with it",
    arguments: [
      (["--group-by", "ms > 10"], "; an expression has a name: --group-by 'x = ms > 10'"),
      (["-c", "total = ms * count"], "; --derive 'total = ms * count' computes one"),
    ])
  func expressionsWithoutNames(_ arguments: [String], _ hint: String) async throws {
    let result = try await csv(arguments)
    #expect(result.errors.contains(hint) && result.status == .exited(2), "\(result)")
  }

  @Test(
    arguments: [
      (["--agg", "count()"], "count\n4\n"),
      (
        ["--agg", "n = count(), users = unique(user), total = sum(price * count)"],
        "n,users,total\n4,2,3\n"
      ),
      (
        ["--agg", "unique(ms), min(ms), max(ms), mean(ms), median(ms), p0(ms)"],
        "unique(ms),min(ms),max(ms),mean(ms),median(ms),p0(ms)\n3,10,30,17.5,15,10\n"
      ),
      (
        ["--agg", "longest = max(length(level)), first = min(at)"],
        "longest,first\n4,2026-11-01T10:05:00Z\n"
      ),
      (
        ["--group-by", "level = lower(level)", "--agg", "n = count()", "--sort", "n"],
        "level,n\ninfo,1\nwarn,3\n"
      ),
      (
        ["--group-by", "hour = truncate(at, 1h), user", "--agg", "sum(ms)", "-f", "user != null"],
        "hour,user,sum(ms)\n2026-11-01T10:00:00Z,ann,10\n2026-11-01T10:00:00Z,bob,30\n"
          + "2026-11-01T11:00:00Z,ann,20\n"
      ),
      (
        ["--group-by", "lower(level)", "--sum", "ms", "--group-filter", "'sum(ms)' > 20"],
        "lower(level),sum(ms)\nwarn,50\n"
      ),
      (
        [
          "--group-by", "user", "--agg", "n = count()", "--group-filter", "n > 1", "--columns",
          "user",
        ],
        "user\nann\n"
      ),
      // The only column of a function has its name, too.
      (
        [
          "--group-by", "user", "--agg", "n = count(), p95(ms)", "-f", "user != null", "-s",
          "-p95", "-c", "user,count,p95",
        ],
        "user,count,p95\nbob,1,30\nann,2,19.5\n"
      ), (["--agg", "n = count(), sum(ms)", "-f", "ms > 99"], "n,sum(ms)\n0,\n"),
    ])
  func groupsAreAggregated(arguments: [String], expected: String) async throws {
    let result = try await csv(arguments)
    #expect(result.output == expected)
    #expect(result.errors.isEmpty)
    #expect(result.status == .exited(expected.contains("n,sum(ms)\n0") ? 1 : 0))
  }

  @Test(
    arguments: [
      (["--agg", "summ(ms)"], "--agg: expected count(), or sum"),
      (["--agg", "count(ms)"], "'count' takes no argument; unique(…) counts different values"),
      (["--agg", "sum()"], "'sum' takes one member or expression"),
      (["--agg", "sum(ms"], "--agg: expected count()"),
      (["--agg", "sum(mss)"], "--agg: no row has a member 'mss'; did you mean 'ms'?"),
      (["--agg", "n = "], "an expression is missing"),
      (["--group-by", "user", "--agg", "sum(ms), x = sum(ms + 1)", "-s", "sum"], "member 'sum'"),
      (["--agg", "n = sum(a), n = sum(b)"], "the name n is there twice"),
      (["--group-by", "n = a, n = b"], "the name n is there twice"),
      (["--group-by", "user = level, user"], "two columns of the groups would be named 'user'"),
      (["--group-by", "user", "--agg", "user = count()"], "as in 'name = user'"),
      (["--group-by", "count"], "two columns of the groups would be named 'count'"),
      (["--group-by", "\"sum(ms)\"", "--sum", "ms"], "would be named 'sum(ms)'"),
      (["--agg", "x = sum(ms) / count()"], "expected one call for each name"),
      (
        ["--group-by", "user", "--group-filter", "sum(ms) > 20"],
        "'sum' is computed over rows by --agg 'x = sum(ms)'"
      ),
      (["--agg", "sum(lowr(level))"], "there is no function 'lowr'; did you mean 'lower'?"),
      (["--group-by", "x = lower(levl)"], "no row has a member 'levl'"),
      (
        ["--group-by", "user", "--group-filter", "n > 1"], "--group-filter: no row has a member 'n'"
      ),
      (["--group-filter", "n > 1"], "--group-filter can only be used with --group-by or --agg"),
      (["--agg", "count()", "--section-by", "user"], "--agg and --section-by cannot be combined"),
    ])
  func errorsAreExplained(arguments: [String], message: String) async throws {
    let result = try await csv(arguments)
    #expect(result.status == .exited(2))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("36: one time in two zones is one group and one unique value")
  func zonesAreOneGroup() async throws {
    let rows = """
      {"t":"2026-11-01T10:00:00Z"}
      {"t":"2026-11-01T12:00:00+02:00"}
      {"t":"2026-11-01T12:00:00Z"}
      """
    let groups = try await csv(["--group-by", "t"], rows)
    #expect(groups.output == "t,count\n2026-11-01T10:00:00Z,2\n2026-11-01T12:00:00Z,1\n")
    let unique = try await csv(["--unique", "t", "--count"], rows)
    #expect(unique.output == "2\n")
    let distinct = try await csv(["--agg", "n = unique(t)"], rows)
    #expect(distinct.output == "n\n2\n")
  }

  private static let similarGroups: [(values: String, options: [String], example: String?)] =
    [
      ("1,\"1\"", ["--csv"], "1 and \"1\""), ("\"1\",1", ["--tsv"], "\"1\" and 1"),
      ("null,\"\"", ["--markdown"], "null and \"\""), ("[1],\"[1]\"", ["--csv"], "[1] and \"[1]\""),
      ("true,\"true\"", ["--plain"], "true and \"true\""),
      ("null,\"null\"", ["--plain"], "null and \"null\""), ("null,\"null\"", ["--csv"], nil),
      ("1,\"1\"", ["--json"], nil), ("null,\"\"", ["--plain"], nil),
      ("1,2,\"a\",null", ["--csv"], nil),
      ("null,\"\"", ["--csv", "--group-filter", "a != null"], nil),
    ]

  @Test("Groups with the same text are reported", arguments: similarGroups)
  func groupsWithTheSameTextAreReported(
    _ groups: (values: String, options: [String], example: String?)
  ) async throws {
    let rows = groups.values.split(separator: ",").map { "{\"b\":2,\"a\":\($0)}" }
    let result = try await run(
      builtProgram("mocoa-tui"), groups.options + ["--group-by", "b,a"],
      input: Array("[\(rows.joined(separator: ","))]".utf8))
    let note = "mocoa-tui: --group-by: different groups have the same text of 'a', such as "
    if let example = groups.example {
      #expect(result.errorText == "\(note)\(example); --json tells them apart\n")
    } else {
      #expect(!result.errorText.contains(note))
    }
    #expect(result.status == .exited(0))
  }

  @Test("Groups on which their filter cannot be tested are reported as such")
  func groupFiltersThatFailAreReported() async throws {
    let result = try await csv(["--group-by", "user", "--group-filter", "1 / (count - 1) > 0"])
    #expect(result.status == .exited(1))
    #expect(result.errors.contains("--group-filter: character "), "\(result.errors)")
    #expect(!result.errors.contains("U+FFFD"), "\(result.errors)")
  }

  // Only --filter said it.
  @Test(
    "34: a comparison with a text that has no order among numbers is reported in any expression",
    arguments: [
      ["--group-by", "g = a > 1"], ["--group-by", "g = if(a > 1, 1, 0)"],
      ["--agg", "n = sum(if(a > 1, 1, 0))"], ["--derive", "g = a > 1"], ["--sort", "(a > 1)"],
    ])
  func comparisonsWithTexts(_ arguments: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"] + arguments,
      input: Array("{\"a\":\"5\"}\n{\"a\":\"x\"}\n{\"a\":null}\n{\"a\":0.1}\n".utf8))
    #expect(result.status == .exited(1))
    #expect(
      result.errorText.contains(
        "1 row has no value to compare: \"x\" is not compared with a number"))
  }

  // Only --filter said it.
  @Test(
    "36: a text FALSE, which is true as a condition, is noted in any expression",
    arguments: [
      ["--group-by", "g = if(a, 1, 0)"], ["--agg", "n = sum(if(a, 1, 0))"],
      ["--derive", "g = if(a, 1, 0)"], ["--sort", "(if(a, 1, 0))"],
    ])
  func falseTexts(_ arguments: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"] + arguments,
      input: Array("{\"a\":\"FALSE\"}\n{\"a\":\"TRUE\"}\n".utf8))
    #expect(result.status == .exited(0))
    let note =
      "a is \"FALSE\" in some rows, a text, which is true here; lower(a) == \"true\" reads it\n"
    #expect(result.errorText.hasPrefix("mocoa-tui: \(arguments[0]): '"), "\(result.errorText)")
    #expect(result.errorText.hasSuffix(note), "\(result.errorText)")
  }

  @Test("36: a percentage beside what may be its fraction is an error before the first row")
  func uncertainPercentages() async throws {
    for (filter, fault) in [
      ("p > 0.1", "\"20%\" is not compared with 0.1, which may be 10% or 0.1%"),
      ("r > 10%", "0.2 is not compared with 10%, which may be 10 or 0.1"),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--csv", "-f", filter],
        input: Array("name,p,r\na,20%,0.2\nb,5%,0.1\n".utf8))
      #expect(result.status == .exited(2) && result.outputText.isEmpty)
      #expect(result.errorText.contains(fault), "\(result.errorText)")
    }
  }

  @Test(
    "W9: texts with escapes are numbers, times and sizes wherever they are read",
    arguments: [
      (
        ["--agg", "sum(v), max(v), max(t)"],
        "sum(v),max(v),max(t)\n9000000,5M,2026-11-24T09:30:00Z\n"
      ),
      (["-f", "v > 4.5M && t < 2026-11-24T09:15Z", "-c", "v"], "v\n5M\n"),
      (["-s", "v", "-c", "v"], "v\n4M\n5M\n"), (["-s", "t", "-c", "v"], "v\n5M\n4M\n"),
      (["--derive", "b = v * 2", "-c", "b"], "b\n10000000\n8000000\n"),
    ])
  func textsWithEscapesAreRead(_ arguments: [String], _ output: String) async throws {
    let rows = """
      {"v":"\\u0035M","t":"2026-11-24T10:00:00\\u002B01:00"}
      {"v":"4M","t":"2026-11-24T09:30:00Z"}

      """
    let result = try await csv(arguments, rows)
    #expect(result.output == output && result.errors.isEmpty, "\(result.errors)")
  }

  @Test("W8: rows for which an expression of an aggregate has no value are reported")
  func missingValuesAreReported() async throws {
    let result = try await csv(["--agg", "sum(ms / (count - 1))"])
    #expect(result.status == .exited(1))
    #expect(
      result.errors
        == "mocoa-tui: --agg: ms / (count - 1): 2 rows have no value: division by zero\n")
    let texts = try await csv(["--group-by", "user", "--agg", "n = sum(level)"])
    #expect(texts.status == .exited(1))
    #expect(texts.errors.contains("n: 4 values of 4 are no number"))
  }
}
