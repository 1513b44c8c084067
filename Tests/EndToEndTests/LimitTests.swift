import MocoaTestSupport
import Testing

/// At most so many rows: `--limit`.
@Suite struct LimitTests {
  private static let rows = (1...100_000).map { "{\"n\":\($0),\"even\":\($0 % 2 == 0)}\n" }.joined()

  @Test(
    arguments: [
      (["--csv"], "n,even\r\n1,false\r\n2,true\r\n3,false\r\n"),
      (["--csv", "-c", "n", "-f", "n > 70000"], "n\r\n70001\r\n70002\r\n70003\r\n"),
      (["--json", "-c", "n", "-s", "-n"], "{\"n\":100000}\n{\"n\":99999}\n{\"n\":99998}\n"),
      (["--plain", "-c", "n", "-f", "even == true"], "n\n2\n4\n6\n"),
      (["--plain", "-c", "n", "-s", "-n"], "     n\n100000\n 99999\n 99998\n"),
      (
        ["--csv", "--group-by", "k = n % 5", "--agg", "count()", "-s", "-k"],
        "k,count\r\n4,20000\r\n3,20000\r\n2,20000\r\n"
      ),
    ], [false, true])
  func rowsAreLimited(_ arguments: (arguments: [String], output: String), isPipe: Bool) async throws
  {
    let file = try TemporaryFile(Self.rows)
    let result = try await run(
      builtProgram("mocoa-tui"),
      arguments.arguments + ["--limit", "3"] + (isPipe ? [] : [file.path]),
      input: Array(isPipe ? Self.rows.utf8 : "".utf8))
    #expect(
      result.outputText.replacing(" ", with: "") == arguments.output.replacing(" ", with: ""))
    #expect(result.errorText.isEmpty)
    #expect(result.status == .exited(0))
  }

  @Test(
    "34: a row that cannot be read takes no place, and is a fault wherever it would be",
    arguments: [
      ["--json"], ["--csv"], ["--plain"], ["--json", "--unique", "id"],
      ["--csv", "--unique", "id"], ["--plain", "--section-by", "id"],
    ])
  func brokenRows(_ options: [String]) async throws {
    for (broken, limit) in [("99", 1), ("2x9", 1), ("0x", 2)] {
      let rows = "{\"id\":1,\"v\":5}\n{\"id\":2,\"v\":\(broken)\n{\"id\":3,\"v\":7}\n"
      let result = try await run(
        builtProgram("mocoa-tui"), options + ["-s", "-v", "--limit", "\(limit)"],
        input: Array(rows.utf8))
      // Aligned text shows what cannot be read at its place.
      if options[0] != "--plain" {
        #expect(result.outputText.contains("7"), "\(broken)")
        #expect(result.outputText.contains("5") == (limit == 2), "\(broken)")
      }
      #expect(result.errorText.contains("1 row"), "\(broken)")
      #expect(result.status == .exited(1), "\(broken)")
    }
  }

  // The limit was ignored.
  @Test("34: --count counts as many rows as are printed", arguments: [3, 100, 300])
  func countsAreLimited(limit: Int) async throws {
    let rows = (1...200).map { "{\"n\":\($0),\"g\":\($0 % 150)}\n" }.joined()
    let ways: [(options: [String], count: Int)] = [([], 200), (["--unique", "g"], 150)]
    for (options, count) in ways {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--count", "--limit", "\(limit)"] + options,
        input: Array(rows.utf8))
      #expect(result.outputText == "\(min(limit, count))\n")
    }
  }

  // The first two groups were taken for the most frequent ones.
  @Test("36: --limit says that groups are not sorted, and how they are")
  func groupsAreNotSorted() async throws {
    let rows = ["tick", "hit", "done", "done"].map { "{\"m\":\"\($0)\",\"ms\":1}\n" }.joined()
    func faults(_ options: String...) async throws -> String {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "--group-by", "m"] + options,
        input: Array(rows.utf8))
      #expect(result.status == .exited(0))
      return result.errorText
    }
    let note = "mocoa-tui: --limit: the groups are not sorted; "
    #expect(try await faults("--limit", "2") == note + "-s -count prints the most frequent\n")
    #expect(
      try await faults("--limit", "2", "--agg", "n = count()")
        == note + "-s -n prints the most frequent\n")
    #expect(try await faults("--limit", "2", "--sum", "ms") == note + "--sort sorts them\n")
    #expect(try await faults("--limit", "3").isEmpty)
    #expect(try await faults("--limit", "2", "-s", "-count").isEmpty)
  }

  @Test func anEndlessCommandIsEnded() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--limit", "2", "--", "yes", "{\"a\":1}"])
    #expect(result.outputText == "{\"a\":1}\n{\"a\":1}\n")
    #expect(result.errorText.isEmpty)
    #expect(result.status == .exited(0))
  }

  @Test("34: sections without printed rows have no header")
  func sectionsAreLimited() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--section-by", "g", "--limit", "2"],
      input: Array("{\"g\":\"x\"}\n{\"g\":\"y\"}\n{\"g\":\"zz\"}\n".utf8))
    #expect(result.outputText.contains("y") && !result.outputText.contains("zz"))
  }

  @Test func aWrongLimitIsAnError() async throws {
    let result = try await run(builtProgram("mocoa-tui"), ["--json", "--limit", "0"], input: [])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--limit must be at least 1"))
  }
}
