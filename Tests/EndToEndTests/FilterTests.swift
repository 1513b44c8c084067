import MocoaTUI
import MocoaTestSupport
import Testing

/// Filters without an interface.
@Suite struct FilterTests {
  @Test("A9: a long text that is typed at once does not block the keys after it")
  func longTextsAreTyped() async throws {
    let rows = (0..<20_000).map { "{\"id\":\($0),\"name\":\"row \($0)\"}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let terminal = try await TmuxTerminal.showing("rows.ndjson", in: file.folder)
    try await terminal.send("f")
    try await terminal.wait(for: "the prompt") { $0.contains("filter:") }
    // Without brackets, as terminals paste that do not know them.
    try await terminal.sendText(String(repeating: "name != \"x\" && ", count: 143) + "id > 5")
    try await terminal.send(.control("c"), .control("c"))
    try await terminal.waitForEnd(timeout: .seconds(20))
  }

  private static let pods = #"""
    [{"name":"web","status":{"phase":"Running"},"level":"error","n":"10","odd name":1},
     {"name":"db","status":{"phase":"Failed"},"level":"info","n":9,"odd name":5}]
    """#

  private func names(
    _ filter: String, _ more: String..., input: String = pods
  ) async throws -> (names: [Substring], ProgramResult) {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--tsv", "--columns", "name", "--filter", filter] + more,
      input: Array(input.utf8))
    return (result.outputText.split(separator: "\n").dropFirst().map { $0 }, result)
  }

  @Test(
    "W13: a word is a member in --filter, as it is in parentheses",
    arguments: [
      ("o", ["a"]), ("(o)", ["a"]), ("!o", ["b", "c", "d"]), ("o || n", ["a", "c"]),
      ("'o'", ["b"]), ("~o", ["b"]), ("name:b", ["b"]),
    ])
  func aWordIsAMember(filter: String, expected: [String]) async throws {
    let rows = """
      {"name":"a","o":1}
      {"name":"b","o":false,"t":"go"}
      {"name":"c","o":null,"n":1}
      {"name":"d"}

      """
    let (names, result) = try await names(filter, input: rows)
    #expect(names == expected.map { $0[...] })
    #expect(result.status == .exited(0) && result.errorText == "")
  }

  @Test("W13: a word that is no member is an error that says how a text is found")
  func aWordThatIsNoMember() async throws {
    for (filter, message) in [
      ("phse", "did you mean 'status.phase'?; to search for a text: -q 'phse', or quotes"),
      ("disk full", "to search for a text: -q 'disk full', or quotes"),
    ] {
      let (names, result) = try await names(filter)
      #expect(names.isEmpty && result.status == .exited(2))
      #expect(result.errorText.contains(message), "\(result.errorText)")
    }
  }

  @Test(
    "41: a text in another case is named, also where rows are counted",
    arguments: [[], ["--count"], ["--group-by", "name"]])
  func textsInAnotherCase(options: [String]) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "-f", "name == 'WEB'"] + options,
      input: Array(Self.pods.utf8))
    let output = options == ["--count"] ? "0\n" : ""
    #expect(result.status == .exited(1) && result.outputText == output)
    #expect(
      result.errorText.contains("name is \"web\" in some rows, which is not equal to \"WEB\""))
  }

  // These were members that no row has.
  @Test(
    "36: a text in quotes is searched for in combinations, too",
    arguments: [
      (#""error" || "failed""#, ["b", "c"]), (#""error" or "failed""#, ["b", "c"]),
      (#"!"error""#, ["a", "c"]), (#""error" && pid > 5"#, []), (#""ERROR" || pid > 5"#, ["c"]),
      (#"("failed" || pid < 2) && !"x""#, ["c"]), (#""pid" && "an""#, ["b"]),
    ])
  func textsInCombinations(filter: String, expected: [String]) async throws {
    let rows = """
      {"name":"a","pid":1,"t":"x"}
      {"name":"b","pid":2,"t":"an error"}
      {"name":"c","pid":9,"t":"failed"}

      """
    let (names, result) = try await names(filter, input: rows)
    #expect(names == expected.map { $0[...] } && result.errorText == "")
  }

  // `level != "error"` printed all rows of most logs.
  @Test(
    "36: levels of a log are equal in any spelling",
    arguments: [
      ("level == \"error\"", ["b", "c"]), ("level != \"error\"", ["a", "d"]),
      ("level in (\"err\", \"INFO\")", ["a", "b", "c"]), ("level not in (\"error\")", ["a", "d"]),
      ("!(level == \"E\")", ["a", "d"]), ("level == \"severe\"", []),
      ("level == \"warning\"", ["d"]),
    ])
  func spellingsOfLevels(filter: String, expected: [String]) async throws {
    let rows = """
      {"name":"a","level":"info"}
      {"name":"b","level":"ERROR"}
      {"name":"c","level":50}
      {"name":"d","level":"W"}

      """
    let (names, _) = try await names(filter, input: rows)
    #expect(names == expected.map { $0[...] })
  }

  @Test(
    "34: an order relative to a text that seems a number or a time is said to be that of texts",
    arguments: [("500,000", "number"), ("1 000", "number"), ("05/02/2026", "time")])
  func orderOfTextsIsReported(text: String, kind: String) async throws {
    let (_, result) = try await names("name > '\(text)'")
    #expect(result.status == .exited(0))
    let note = "\"\(text)\" is not read as a \(kind), so that texts are compared"
    #expect(result.errorText == "mocoa-tui: --filter: \(note)\n")
    let (_, equal) = try await names("name != '\(text)'")
    #expect(equal.errorText == "")
  }

  @Test("34: times without a zone are compared with now as UTC, which is said elsewhere")
  func timesWithoutAZone() async throws {
    for (zone, time, note) in [
      ("EST5", "2026-11-29T10:00:00", "UTC; local time is 5 h behind (--tz local)\n"),
      (
        "IST-5:30", "2026-11-29 10:00:00", "UTC; local time is 5 h 30 min ahead (--tz local)\n"
      ),
      ("EST5", "2026-11-29T10:00:00Z", ""), ("UTC0", "2026-11-29T10:00:00", ""),
    ] {
      let result = try await run(
        "sh", ["-c", "TZ=\(zone) exec \"$0\" --json -f 'at < now' -", builtProgram("mocoa-tui")],
        input: Array("{\"at\":\"\(time)\"}\n".utf8))
      #expect(note.isEmpty ? result.errorText == "" : result.errorText.hasSuffix(note))
    }
  }

  @Test("41: times without a zone are said when the prompt of the list is gone, too")
  func timesWithoutAZoneInTheList() async throws {
    let file = try TemporaryFile(#"{"at":"2026-11-29T10:00:00"}"# + "\n")
    let terminal = try await TmuxTerminal(
      shell: "TZ=EST5 \(try builtProgram("mocoa-tui")) \(file.name)", columns: 120, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    try await terminal.sendText("fat < now")
    try await terminal.wait(for: "the filter") { $0.contains("1 of 1") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the note") {
      $0.contains("local time is 5 h behind (--tz local)")
    }
  }

  @Test("34: severities of advisories are levels, and other texts beside levels are said")
  func severitiesOfAdvisories() async throws {
    let rows = ["low", "critical", "moderate", "high", "info"].map {
      "{\"name\":\"\($0)\",\"severity\":\"\($0)\"}\n"
    }.joined()
    let (found, result) = try await names("severity >= 'high'", "--sort", "severity", input: rows)
    #expect(found == ["high", "critical"] && result.errorText == "")
    let (_, other) = try await names("severity > 'bogus'", input: rows)
    #expect(
      other.errorText
        == "mocoa-tui: --filter: \"bogus\" is no level, so that texts are compared\n")
  }

  /// Defect S10: these matched nothing, and the status was 0.
  @Test(arguments: [
    ("level = 'error'", ["web"]), ("level in ('error', 'warn')", ["web"]),
    ("phase == 'Failed'", ["db"]), ("status.phase == 'Failed'", ["db"]),
    ("/status/phase == 'Failed'", ["db"]), ("n > 9", ["web"]), ("'odd name' > 1", ["db"]),
    ("name starts w or n == 9", ["web", "db"]),
  ])
  func filtersMatchWhatTheySay(filter: String, expected: [String]) async throws {
    let (names, result) = try await names(filter)
    #expect(names == expected.map { $0[...] })
    #expect(result.status == .exited(0) && result.errorText == "")
  }

  /// Defect S10, too.
  @Test(arguments: [
    (
      "foo.bar == 1",
      "no row has a member 'foo.bar'; there are: name, status, status.phase, level, n, "
        + "\"odd name\"\n  foo.bar == 1\n  ^^^^^^^\n"
    ),
    (
      "name == 'web' && status.phse == 'x'",
      "no row has a member 'status.phse'; did you mean 'status.phase'?\n  name"
    ),
    ("level == error", "no row has a member 'error'; put a text in quotes: \"error\"\n  level"),
  ])
  func membersThatNoRowHasAreErrors(filter: String, message: String) async throws {
    let file = try TemporaryFile(Self.pods)
    for source in [[], [file.path]] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--csv", "--filter", filter] + source,
        input: Array(Self.pods.utf8))
      #expect(result.outputText == "" && result.status == .exited(2))
      #expect(result.errorText.hasPrefix("mocoa-tui: --filter: \(message)"), "\(result.errorText)")
    }
  }

  /// A name is a member only in the case that the rows have; nothing was said where it is not.
  @Test func aTextThatLooksLikeAMemberIsReported() async throws {
    let (none, result) = try await names("Name:web")
    #expect(none.isEmpty && result.status == .exited(1))
    #expect(
      result.errorText == """
        mocoa-tui: --filter: 'Name:web' was searched for as a text, as no row has a member 'Name'; \
        did you mean 'name'?

        """)
    for (filter, operators) in [
      ("name is null", "'== null'"), ("name IS NOT NULL", "'!= null'"), ("name LIKE '%w'", "'~'"),
    ] {
      let (none, result) = try await names(filter)
      #expect(none.isEmpty && result.status == .exited(2) && result.errorText.contains(operators))
    }
    let (found, good) = try await names("name:web")
    #expect(found == ["web"] && good.errorText == "")
  }

  /// These were searched for as texts.
  @Test(arguments: ["((((", ")", "!", "\"\".a", "\"abc", "'abc"])
  func brokenExpressionsAreErrors(filter: String) async throws {
    let (names, result) = try await names(filter)
    #expect(names.isEmpty && result.outputText == "" && result.status == .exited(2), "\(result)")
    #expect(result.errorText.contains("^"))
  }

  @Test func aMemberOfALateRowIsNoError() async throws {
    let rows = (0..<3_000).map { $0 == 2_999 ? #"{"name":"last","rare":1}"# : #"{"name":"x"}"# }
    let (found, result) = try await names("rare == 1", input: rows.joined(separator: "\n"))
    #expect(found == ["last"])
    #expect(result.status == .exited(0) && result.errorText == "")
    let (none, missing) = try await names("rarr == 1", input: rows.joined(separator: "\n"))
    #expect(none.isEmpty && missing.status == .exited(2))
    #expect(missing.errorText.contains("no row has a member 'rarr'"))
  }

  /// Defect S10: the manual says 1 where no row matches.
  @Test(arguments: ["--json", "--csv", "--tsv", "--markdown", "--plain"])
  func theStatusIsOneWhereNoRowMatches(mode: String) async throws {
    let arguments = [[mode, "--filter", "name == 'none'"], [mode, "--query", "none"]]
    for arguments in arguments {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array(Self.pods.utf8))
      #expect(result.status == .exited(1), "\(arguments)")
      #expect(result.errorText == "")
    }
    let empty = try await run(builtProgram("mocoa-tui"), [mode], input: Array("[]".utf8))
    #expect(empty.status == .exited(0))
  }

  /// Defect S10: --query was ignored where rows are printed.
  @Test func aQueryFiltersWhatIsPrinted() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--tsv", "--columns", "name", "--query", "db"],
      input: Array(Self.pods.utf8))
    #expect(result.outputText == "name\ndb\n" && result.status == .exited(0))
  }

  @Test func aBrokenExpressionIsMarked() async throws {
    let (names, result) = try await names("name == ")
    #expect(names.isEmpty && result.status == .exited(2))
    #expect(
      result.errorText.hasSuffix("a value is expected\n  name == \n          ^\n"),
      "\(result.errorText)")
  }

  @Test(
    "34: a calculation whose regular expression takes too long is a fault",
    arguments: [
      "q = replace(name, /(a+)+$|!/, \"X\")", "q = name ~ /(a+)+$|!/",
      "q = if(name ~ /(a+)+$|!/, 1, 2)",
    ])
  func aSlowCalculationIsAFault(_ expression: String) async throws {
    let name = String(repeating: "a", count: 60)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--derive", expression],
      input: Array("[{\"name\":\"aaa!\"},{\"name\":\"\(name)!\"}]".utf8))
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("the regular expression takes too long"))
  }

  @Test func anExpressionThatTakesTooLongIsAnError() async throws {
    let row = "{\"name\":\"\(String(repeating: "a", count: 60))b\"}"
    let (names, result) = try await names("name ~ '^(a+)+$'", input: "[\(row)]")
    #expect(names.isEmpty && result.status == .exited(1))
    #expect(result.errorText.contains("the regular expression takes too long"))
  }
}
