import MocoaTestSupport
import Testing

/// The first row of each value: `--unique`.
@Suite struct UniqueTests {
  private static let rows = """
    {"id":1,"user":"ann","n":7}
    {"id":2,"user":"bob","n":1}
    {"id":3,"user":"ann","n":7.0}
    {"id":4,"n":2}
    {"id":5,"user":null,"n":2}
    {"id":6,"user":"b\\u006fb","n":9}

    """

  @Test(
    arguments: [
      (["--csv", "-c", "id", "--unique", "user"], "id\r\n1\r\n2\r\n4\r\n"),
      (["--csv", "-c", "id", "--unique", "n"], "id\r\n1\r\n2\r\n4\r\n6\r\n"),
      (["--csv", "-c", "id", "--unique", "user,n"], "id\r\n1\r\n2\r\n4\r\n6\r\n"),
      (["--csv", "-c", "id", "--unique", "user", "-s", "-id"], "id\r\n6\r\n5\r\n3\r\n"),
      (["--csv", "-c", "id", "--unique", "user", "-f", "id > 1"], "id\r\n2\r\n3\r\n4\r\n"),
      (["--csv", "-c", "id", "--unique", "user", "--limit", "2"], "id\r\n1\r\n2\r\n"),
      (
        ["--csv", "-c", "id", "--unique", "odd", "--derive", "odd = id % 2"],
        "id\r\n1\r\n2\r\n"
      ),
      (["--json", "-c", "id", "--unique", "user"], "{\"id\":1}\n{\"id\":2}\n{\"id\":4}\n"),
      (["--plain", "-c", "id", "--unique", "user"], "id\n 1\n 2\n 4\n"),
      (["--count", "--unique", "user"], "3\n"), (["--count", "--unique", "n"], "4\n"),
    ], [false, true])
  func theFirstRowOfEachValueIsPrinted(
    _ arguments: (arguments: [String], output: String), isPipe: Bool
  ) async throws {
    let file = try TemporaryFile(Self.rows)
    let result = try await run(
      builtProgram("mocoa-tui"), arguments.arguments + (isPipe ? [] : [file.path]),
      input: Array(isPipe ? Self.rows.utf8 : "".utf8))
    #expect(result.outputText == arguments.output)
    #expect(result.errorText.isEmpty)
    #expect(result.status == .exited(0))
  }

  @Test(
    "36: levels in different spellings are different values, which is said",
    arguments: [
      ["--group-by", "level"], ["--unique", "level"], ["--unique", "level", "--count"],
      ["--agg", "unique(level)"], ["--section-by", "level"],
    ])
  func spellingsOfLevels(options: [String]) async throws {
    func errors(_ levels: [String], _ options: [String]) async throws -> String {
      let rows = levels.map { "{\"level\":\($0),\"name\":\($0)}\n" }.joined()
      let program = try builtProgram("mocoa-tui")
      let format = options.contains("--section-by") ? "--plain" : "--json"
      return try await run(program, options + [format], input: Array(rows.utf8)).errorText
    }
    let rest = "are different values, which == takes for equal"
    let cases = try await errors(["\"ERROR\"", "\"info\"", "\"error\""], options)
    #expect(cases.contains("level: \"ERROR\" and \"error\" \(rest); lower(level) joins them\n"))
    let names = try await errors(["\"error\"", "50", "\"error\""], options)
    #expect(names.contains("level: \"error\" and 50 \(rest)\n"), "\(names)")
    #expect(try await errors(["\"error\"", "\"warn\"", "\"error\""], options) == "")
    let other = options.map { $0.replacing("level", with: "name") }
    #expect(try await errors(["\"ERROR\"", "\"error\""], other) == "")
  }

  @Test(
    "36: different values with the same text are reported",
    arguments: [
      ("1,\"1\",2", "--csv", "1", "1"), ("\"1\",\"x\",1", "--plain", "1", "1"),
      ("true,\"true\"", "--csv", "true", "true"), ("null,\"\"", "--csv", "null", ""),
      ("\"null\",null", "--plain", "null", "null"), ("null,\"null\"", "--csv", nil, ""),
      ("1,\"1\"", "--json", nil, ""), ("1.1,\"1.10\",\"1.1.0\",\"01\",1", "--csv", nil, ""),
      ("\"1\",\"2\",3,\"a\",\"-\",\"1\"", "--csv", nil, ""),
    ],
    [
      ["--unique", "k"], ["--unique", "k,b"], ["--unique", "k", "-s", "b"], ["--section-by", "k"],
    ])
  func valuesWithTheSameTextAreReported(
    _ values: (list: String, format: String, value: String?, text: String), options: [String]
  ) async throws {
    // Sections are for plain text.
    guard options[0] == "--unique" || values.format == "--plain" else { return }
    let rows = values.list.split(separator: ",").map { "{\"b\":2,\"k\":\($0)}" }
    let result = try await run(
      builtProgram("mocoa-tui"), options + [values.format],
      input: Array("[\(rows.joined(separator: ","))]".utf8))
    let noun = options[0] == "--unique" ? "values" : "sections"
    let way = options[0] == "--unique" ? "--json" : "--group-by 'k' --json"
    let notes = values.value.map { value in
      ["\(value) and \"\(values.text)\"", "\"\(values.text)\" and \(value)"].map {
        "mocoa-tui: \(options[0]): different \(noun) have the same text of 'k', such as \($0); "
          + "\(way) tells them apart\n"
      }
    }
    #expect((notes ?? [""]).contains(result.errorText), "\(result.errorText)")
  }

  @Test(
    "36: an expression in place of a member is answered with --derive",
    arguments: ["--unique", "--section-by", "--columns"])
  func expressionsAreAnswered(option: String) async throws {
    let file = try TemporaryFile(Self.rows)
    let format = option == "--section-by" ? "--plain" : "--csv"
    let result = try await run(
      builtProgram("mocoa-tui"), [format, option, "lower(user)", file.path])
    #expect(result.status == .exited(2))
    #expect(
      result.errorText.contains("; --derive 'x = lower(user)' \(option) x computes one"),
      "\(result.errorText)")
  }

  @Test(
    "34: levels that a sort leaves out are reported, whichever way its rows are printed",
    arguments: [["--json", "--unique", "id"], ["--plain", "--section-by", "id"]])
  func textsThatAreNoLevelsAreReported(options: [String]) async throws {
    let levels = ["error", "bogus", "info", "warn", "debug"]
    let rows = levels.enumerated().map { "{\"id\":\($0),\"level\":\"\($1)\"}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let result = try await run(builtProgram("mocoa-tui"), options + ["-s", "level", file.path])
    #expect(
      result.errorText == "mocoa-tui: --sort: level: 1 value of 5 is no level: \"bogus\"\n")
  }

  @Test("34: a text with colors is the same value as without them")
  func colorsAreNoPartOfValues() async throws {
    let lines = "red\n\u{1B}[31mred\u{1B}[m\nbl\u{1B}[1mue\u{1B}[m\nblue\n\u{1B}[32mgreen\u{1B}[m\n"
    let file = try TemporaryFile(lines, named: "lines.txt")
    func printed(_ arguments: [String]) async throws -> String {
      try await run(
        builtProgram("mocoa-tui"), arguments + ["--format", "text", "lines.txt"],
        directory: file.folder
      ).outputText.replacing(#/\e\[[0-9]*m/#, with: "")
    }
    #expect(try await printed(["--csv", "--unique", "line"]) == "line\r\nred\r\nblue\r\ngreen\r\n")
    #expect(
      try await printed(["--csv", "--group-by", "line", "--sort", "line"])
        == "line,count\r\nblue,2\r\ngreen,1\r\nred,2\r\n")
    #expect(
      try await printed(["--csv", "--sort", "line"])
        == "line\r\nblue\r\nblue\r\ngreen\r\nred\r\nred\r\n")
    #expect(try await printed(["--csv", "--agg", "n = unique(line)"]) == "n\r\n3\r\n")
  }

  @Test("34: texts with different parts that are no characters are different values")
  func loneSurrogatesDiffer() async throws {
    let rows = #"[{"id":"\ud800","n":1},{"id":"\udc00","n":2},{"id":"\ud800","n":3}]"#
    let file = try TemporaryFile(rows, named: "rows.json")
    func printed(_ arguments: [String]) async throws -> String {
      try await run(
        builtProgram("mocoa-tui"), arguments + ["rows.json"], directory: file.folder
      ).outputText
    }
    #expect(try await printed(["--csv", "-c", "n", "--unique", "id"]) == "n\r\n1\r\n2\r\n")
    #expect(try await printed(["--agg", "count(), unique(id)", "--csv"]).hasSuffix("3,2\r\n"))
    let joined = try await printed(
      ["--csv", "-c", "u.n", "--join", "u = rows.json by id"])
    #expect(joined == "u.n\r\n1\r\n2\r\n1\r\n")
  }

  @Test func manyRowsAreThoseOfGroups() async throws {
    let rows = (0..<200_000).map { "{\"n\":\($0),\"k\":\($0 &* 7_919 % 1_009)}\n" }.joined()
    let file = try TemporaryFile(rows)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "-c", "n", "--unique", "k", file.path])
    #expect(
      result.outputText == "n\r\n" + (0..<1_009).map { "\($0)\r\n" }.joined())
  }

  @Test func rowsThatCannotBeReadAreReported() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--unique", "a"],
      input: Array("{\"a\":1}\n{\"a\":\n{\"a\":1}\n".utf8))
    #expect(result.outputText == "a\r\n1\r\n" && result.status == .exited(1))
    #expect(result.errorText.contains("1 row is left out"))
  }

  @Test(arguments: [["--group-by", "a"], ["--agg", "count()"], ["--section-by", "a", "--plain"]])
  func groupsHaveTheirOwn(_ other: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--unique", "a"] + other, input: Array("{\"a\":1}\n".utf8))
    #expect(result.status == .exited(2) && result.errorText.contains("cannot be combined"))
  }
}
