import Foundation
import MocoaTestSupport
import Testing

/// Sources that can be read once only.
@Suite struct StreamingTests {
  /// Runs a shell script in which `$0` is the program, where no temporary file can be made.
  private func printed(_ script: String) async throws -> ProgramResult {
    try await run(
      "/bin/sh", ["-c", script, builtProgram("mocoa-tui")],
      environment: ["TMPDIR": "/no/such"], timeout: .seconds(120))
  }

  // defect S16
  @Test func printingRowsOnceNeedsNoTemporaryFile() async throws {
    // Far more bytes than are kept in memory.
    let rows = "yes '{\"a\":1}' | head -n 4000000"
    let json = try await printed("\(rows) | \"$0\" --json | wc -l")
    #expect(json.outputText.trimmingCharacters(in: .whitespaces) == "4000000\n")
    #expect(json.errorText == "")
    let columns = try await printed("\(rows) | \"$0\" --csv --columns a | tail -n 1")
    #expect(columns.outputText == "1\r\n" && columns.errorText == "")
  }

  // defect S16
  @Test func theFirstRowsOfAStreamMakeTheColumns() async throws {
    let rows = "yes '{\"a\":1}' | head -n 2000000"
    let all = try await printed("\(rows) | \"$0\" --csv | tail -n 1")
    #expect(all.outputText == "1\r\n" && all.errorText == "")
    let late = try await printed(
      "(\(rows); echo '{\"a\":2,\"b\":3}') | \"$0\" --csv > /dev/null; echo $?")
    #expect(late.outputText == "1\n")
    #expect(late.errorText.contains("a member was left out that only later rows have: b"))
  }

  // defect S16
  @Test func whatNeedsACopyReportsThatItCannotBeMade() async throws {
    let result = try await printed(
      "yes '{\"a\":1}' | head -n 4000000 | \"$0\" --json --sort a; echo $?")
    #expect(result.outputText.hasSuffix("1\n"))
    #expect(result.errorText.contains("/no/such: no temporary files can be made"))
  }

  @Test func aLongRowIsPrintedWhole() async throws {
    let length = 12_000_000
    let script =
      "(echo '{\"a\":1}'; printf '\"'; head -c \(length) /dev/zero | tr '\\0' x; echo '\"';"
      + " yes '{\"a\":2}' | head -n 2000000) | TMPDIR=/tmp \"$0\" --json | wc -c"
    let result = try await printed(script)
    #expect(result.errorText == "")
    #expect(
      result.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
        == "\(8 + length + 3 + 2_000_000 * 8)")
  }

  // defect S7
  @Test func allRowsOfACompressedCommandArePrinted() async throws {
    let text = (0..<60_000).map { "{\"id\":\($0)}\n" }.joined()
    let file = try TemporaryFile(Compressed.gzip(Array(text.utf8)), named: "big.ndjson.gz")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", "--", "cat", file.path])
    #expect(result.outputText == text)
    #expect(result.status == .exited(0))
    let failed = try await run(
      builtProgram("mocoa-tui"),
      ["--json", "--", "sh", "-c", "head -c 1000 '\(file.path)'; exit 3"])
    #expect(failed.outputText.hasPrefix("{\"id\":0}\n"))
    #expect(failed.status == .exited(1))
    #expect(failed.errorText.contains("exited with status 3; the gzip data is damaged"))
  }
}
