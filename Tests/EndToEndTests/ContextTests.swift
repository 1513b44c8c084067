import MocoaTestSupport
import Testing

/// Rows before and after those that match: `--context`.
@Suite struct ContextTests {
  private static let rows = (1...100_000).map { "{\"n\":\($0)}\n" }.joined()

  @Test(
    "41: rows around each match are printed once, in the order of the feed",
    arguments: [
      ("1", "n == 5 || n == 7", "4 5 6 7 8"), ("3", "n == 0", ""),
      ("2", "n == 1 || n == 99999", "1 2 3 99997 99998 99999 100000"),
      ("1", "n % 50000 == 0", "49999 50000 50001 99999 100000"),
    ], [false, true])
  func rowsAroundMatches(
    _ sample: (count: String, filter: String, numbers: String), isPipe: Bool
  ) async throws {
    let file = try TemporaryFile(Self.rows, named: "rows.ndjson")
    let found = sample.numbers.split(separator: " ").map { "{\"n\":\($0)}\n" }.joined()
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--json", "--context", sample.count, "-f", sample.filter] + (isPipe ? [] : [file.path]),
      input: Array(isPipe ? Self.rows.utf8 : "".utf8))
    #expect(result.outputText == found, "\(result.errorText)")
    #expect(result.status == .exited(found.isEmpty ? 1 : 0))
  }

  @Test("41: lines around those with a text are printed as they are, and --limit ends them")
  func linesOfText() async throws {
    let lines = Array("a\nb\nerror c\nd\ne\nerror f\n".utf8)
    for (arguments, output) in [
      (["-q", "error", "--context", "1"], "b\nerror c\nd\ne\nerror f\n"),
      (["-q", "error", "--context", "1", "--limit", "2"], "b\nerror c\n"),
    ] {
      let result = try await run(builtProgram("mocoa-tui"), arguments, input: lines)
      #expect(result.outputText == output && result.status == .exited(0), "\(result)")
    }
  }

  @Test(
    "41: --context is refused without matches, and in another order",
    arguments: [
      ([], "--context is for the matches of --filter or --query"),
      (["-f", "a", "-s", "a"], "--context is for rows in the order of the feed, not for --sort"),
      (["-f", "a", "--group-by", "a"], "not for --group-by"), (["-f", "a", "--count"], "--count"),
      (["-f", "a", "a.json", "b.json"], "--merge makes one of several"),
    ])
  func wrongUsage(arguments: [String], message: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--context", "1"] + arguments, input: Array("[]".utf8))
    #expect(result.status == .exited(2) && result.errorText.contains(message), "\(result)")
  }
}
