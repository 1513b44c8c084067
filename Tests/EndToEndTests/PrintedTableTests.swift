import Foundation
import MocoaTestSupport
import Testing

/// The columns of tables that are printed as text.
@Suite struct PrintedTableTests {
  @Test("13: rows without a common member are displayed as JSON, as in the list")
  func rowsWithoutColumnsAreJSON() async throws {
    let rows = (0..<100).map { row in
      "{" + (0..<30).map { "\"k\(row)_\($0)\": 1" }.joined(separator: ", ") + "}"
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let whole = try await run(builtProgram("mocoa-tui"), ["--plain", file.path])
    #expect(whole.outputText == rows.joined(separator: "\n").replacing(" ", with: "") + "\n")
    #expect(whole.status == .exited(0) && whole.error == [])
    let narrow = try await run(builtProgram("mocoa-tui"), ["--plain", "--width", "20", file.path])
    #expect(narrow.outputText.hasPrefix("{\"k0_0\":1,\"k0_1\":1,…\n{\"k1_0\""))
    // A row without any of the columns of the others is not a blank line.
    let other = try TemporaryFile(
      String(repeating: "{\"a\":1}\n", count: 50) + "{\"z\":2}\n{\"a\":\"\"}\n", named: "a.ndjson")
    let lines = try await run(builtProgram("mocoa-tui"), ["--plain", other.path]).outputText
    #expect(lines.hasSuffix("\n{\"z\":2}\n\n"), "\(lines.suffix(40))")
  }
}
