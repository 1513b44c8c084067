import Foundation
import MocoaTestSupport
import Testing

/// Text that is not certainly something else: each line is a row, whatever way it takes.
@Suite struct LineCountTests {
  /// How a text reaches the program, as a shell script in which `$0` is the program.
  enum Way: String, CaseIterable, Sendable {
    case file = "\"$0\" MODE \"$1\""
    case pipe = "cat \"$1\" | \"$0\" MODE"
    case slowPipe = """
      while IFS= read -r line; do sleep 0.03; printf '%s\\n' "$line"; done < "$1" | "$0" MODE
      """
  }

  private func run(
    _ sample: LogSample, _ way: Way, _ mode: String
  ) async throws -> ProgramResult {
    let file = try TemporaryFile(sample.text, named: "sample.log")
    let script = way.rawValue.replacing("MODE", with: mode)
    return try await MocoaTestSupport.run(
      "/bin/sh", ["-c", script, builtProgram("mocoa-tui"), file.path])
  }

  @Test("W3, W4, W5, W16: the lines of a text are the rows", arguments: LogSample.all, Way.allCases)
  func linesAreRows(_ sample: LogSample, _ way: Way) async throws {
    let plain = try await run(sample, way, "--plain")
    #expect(plain.status == .exited(0), "\(plain.errorText)")
    let rows = plain.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(
      Array(rows.dropFirst().map(String.init)) == sample.lines.map { $0.replacing("\t", with: " ") }
    )
    let json = try await run(sample, way, "--json")
    let count = json.outputText.count { $0 == "\n" }
    let isRefused = json.status == .exited(1) && count == 0 && json.errorText.contains("--format")
    #expect(count == sample.lines.count || isRefused, "\(json.errorText)")
  }
}
