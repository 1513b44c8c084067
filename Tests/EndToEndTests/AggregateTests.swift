import MocoaTestSupport
import Testing

/// What `--sum`, `--max` and the like are computed from, and what they leave out.
@Suite struct AggregateTests {
  private func aggregated(
    _ text: String, _ functions: String..., name: String = "a.csv"
  ) async throws -> ProgramResult {
    let file = try TemporaryFile(text, named: name)
    return try await run(
      builtProgram("mocoa-tui"),
      [file.path, "--json", "--group-by", "g"] + functions.flatMap { ["--\($0)", "v"] })
  }

  @Test("A value that is no number is reported by each aggregate, with status 1")
  func unreadValuesAreReported() async throws {
    let text = "g,v\na,5\na,\"1,200\"\nb,7\nb,\nb,-\n"
    for (function, value) in [("sum", "5"), ("mean", "5"), ("p95", "5"), ("min", "\"5\"")] {
      let result = try await aggregated(text, function)
      #expect(result.status == .exited(1))
      #expect(result.outputText.hasPrefix("{\"g\":\"a\",\"\(function)(v)\":\(value)}\n"))
      #expect(
        result.faults == "mocoa-tui: \(function)(v): 1 value of 3 is no number: \"1,200\"\n")
    }
  }

  @Test(
    "36: an expression as the member of --sum is answered with --agg",
    arguments: [
      (
        ["--group-by", "k", "--sum", "q * p"],
        "--sum: no row has a member 'q * p'; --agg 'sum(q * p)' computes it; there are: k, q, p\n"
      ),
      (
        ["--sum", "q * p", "--max", "q"],
        "--sum and similar options can only be used with --group-by; "
          + "for all rows: --agg 'sum(q * p), max(q)'.\n"
      ),
    ])
  func expressionsOfAggregates(arguments: [String], message: String) async throws {
    let row = Array((#"{"k":1,"q":2,"p":3}"# + "\n").utf8)
    let result = try await run(builtProgram("mocoa-tui"), arguments + ["--json"], input: row)
    #expect(result.errorText == "mocoa-tui: \(message)", "\(result)")
  }

  @Test("36: levels of a log are compared by severity if all are levels")
  func levelsAreComparedBySeverity() async throws {
    func extremes(_ levels: String...) async throws -> String {
      let input = levels.map { "{\"level\":\"\($0)\"}\n" }.joined()
      return try await run(
        builtProgram("mocoa-tui"),
        ["--json", "--agg", "lo = min(level), hi = max(level)"], input: Array(input.utf8)
      ).outputText
    }
    #expect(
      try await extremes("warn", "fatal", "info") == "{\"lo\":\"info\",\"hi\":\"fatal\"}\n")
    #expect(
      try await extremes("warn", "fatal", "good") == "{\"lo\":\"fatal\",\"hi\":\"warn\"}\n")
  }

  @Test("Placeholders count as missing values, which is said once for each member")
  func placeholdersAreReported() async throws {
    let text = "g,v,w\na,5,1\na,N/A,-\nb,7,2\nb,,3\nb,n/a,4\n"
    let note = "mocoa-tui: v: 2 values are placeholders and count as missing: \"N/A\", … (row 2)\n"
    for functions in [["sum"], ["min"], ["unique"], ["p50", "mean", "max"]] {
      let file = try TemporaryFile(text, named: "a.csv")
      let texts = functions.map { "--agg=\($0)(v)" }
      let result = try await run(
        builtProgram("mocoa-tui"),
        [file.path, "--header-row", "yes", "--json", "--group-by", "g"] + texts)
      #expect(result.errorText == note && result.status == .exited(0), "\(result)")
    }
    let json = #"[{"g":1,"v":2},{"g":1,"v":"-"},{"g":1,"v":null},{"g":1,"v":" "},{"g":1}]"#
    let one = try await aggregated(json, "sum", "max", name: "a.json")
    #expect(
      one.errorText
        == "mocoa-tui: v: 1 value is a placeholder and counts as missing: \"-\" (row 2)\n")
    // Rows are counted, and groups have any value.
    let groups = try await aggregated(
      #"[{"g":"-","v":"-"}]"#, name: "a.json")
    #expect(groups.outputText == #"{"g":"-","count":1}"# + "\n" && groups.errorText == "")
  }

  @Test("All aggregates read the same numbers in texts")
  func numbersInTextsAreTheSame() async throws {
    let json = #"[{"g":1,"v":"5"},{"g":1,"v":7},{"g":1,"v":" +4 "},{"g":1,"v":"\u0031"}]"#
    let result = try await aggregated(json, "sum", "min", "max", name: "a.json")
    #expect(
      result.outputText == #"{"g":1,"sum(v)":17,"min(v)":"\u0031","max(v)":7}"# + "\n")
    #expect(result.status == .exited(0))
    let zeros = try await aggregated("g,v\na,007\na,2\na,010\n", "sum", "min", "max")
    #expect(zeros.outputText == #"{"g":"a","sum(v)":19,"min(v)":"2","max(v)":"010"}"# + "\n")
    let ages = try await aggregated("g,v\na,5m\na,2h\na,1:30\n", "sum", "max")
    #expect(ages.outputText == #"{"g":"a","sum(v)":"2h5m","max(v)":"2h"}"# + "\n")
    #expect(
      ages.faults == """
        mocoa-tui: sum(v): 1 value of 3 is no number: "1:30"
        mocoa-tui: max(v): 1 value of 3 is no number: "1:30"

        """)
  }

  @Test("Values with different units are a fault")
  func differentUnitsAreReported() async throws {
    for function in ["sum", "mean", "p50", "max"] {
      let result = try await aggregated("g,v\na,5m\na,10MB\nb,1m\n", function)
      #expect(result.status == .exited(1), "\(result.outputText)")
      #expect(result.faults.contains("\(function)(v): the units of a group differ"))
    }
  }

  @Test("Blank values are skipped, and values of another kind do not win silently")
  func extremesAreOfOneKind() async throws {
    for (values, least, greatest) in [
      (["2024-01-01", "", "2024-03-01", "-"], "2024-01-01", "2024-03-01"),
      (["x", "", "y", "null"], "null", "y"), (["", "b", " ", "a"], "a", "b"),
    ] {
      let text = "g,v\n" + values.map { "a,\($0)\n" }.joined()
      let result = try await aggregated(text, "min", "max")
      #expect(
        result.outputText == #"{"g":"a","min(v)":"\#(least)","max(v)":"\#(greatest)"}"# + "\n")
      #expect(result.faults.isEmpty && result.status == .exited(0))
    }
    let mixed = try await aggregated("g,v\na,2024-01-01\na,5\na,2024-03-01\n", "max")
    #expect(mixed.outputText == #"{"g":"a","max(v)":"2024-03-01"}"# + "\n")
    #expect(mixed.faults == "mocoa-tui: max(v): 1 value of 3 is no time: \"5\"\n")
    #expect(mixed.status == .exited(1))
  }

  @Test("The frequency table and the summary of the list report what is left out")
  func theListReportsUnreadValues() async throws {
    let file = try TemporaryFile("g,v\na,5\na,\"1,200\"\nb,7\n", named: "fin.csv")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, columns: 100, rows: 20)
    try await terminal.sendText("llS")
    try await terminal.wait(for: "the summary") {
      $0.contains("1 value of 3 is no number: \"1,200\"")
    }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("mean") }
    try await terminal.sendText("hF")
    try await terminal.wait(for: "the values") { $0.contains("3 rows counted") }
    try await terminal.sendText("a")
    try await terminal.wait(for: "the prompt") { $0.contains("add:") }
    try await terminal.sendText("sum(v)")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the sums") {
      $0.contains("sum(v): 1 value of 3 is no number: \"1,200\"")
    }
  }

  @Test(
    "34, 36: bounds of texts that seem to be times, of levels, and sums of codes are reported",
    arguments: [
      (
        "max(when)", #"{"x":"05/02/2026"}"#,
        #"x: compared as text, as "05/02/2026" is not read as a time"#, 0
      ),
      ("max(level)", #"{"x":"error"}"#, #"x: 1 value of 4 is no level: "zzz""#, 1),
      ("min(level)", #"{"x":"debug"}"#, #"x: 1 value of 4 is no level: "zzz""#, 1),
      ("sum(zip)", #"{"x":1742}"#, #"x: texts such as "01234" are read as numbers"#, 0),
      ("max(zip)", #"{"x":"01234"}"#, "", 0),
      (
        "max(size)", #"{"x":"unk"}"#, #"x: compared as text, as "unk" is not read as a number"#, 0
      ),
    ])
  func boundsOfDoubtfulTexts(
    _ expression: String, _ output: String, _ note: String, _ status: Int32
  ) async throws {
    let file = try TemporaryFile(
      "when,level,zip,size\n05/02/2026,error,01234,10Mi\n04/03/2026,debug,00501,unk\n"
        + "01/01/2026,zzz,00003,900Ki\n03/01/2026,info,00004,none\n,,,lost\n",
      named: "rows.csv")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--agg", "x = \(expression)", file.path])
    #expect(result.outputText == output + "\n")
    #expect(note.isEmpty ? result.errorText.isEmpty : result.errorText.contains(note))
    #expect(result.status == .exited(status))
  }
}

extension ProgramResult {
  /// The errors, without the notes on the header of a table of texts and on placeholders.
  fileprivate var faults: String {
    errorText.split(separator: "\n").filter {
      !$0.hasSuffix("--header-row no takes it for a row") && !$0.contains(" as missing: ")
    }.map { "\($0)\n" }.joined()
  }
}
