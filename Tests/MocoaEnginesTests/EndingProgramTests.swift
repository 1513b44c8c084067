import Foundation
import MocoaTestSupport
import Testing

/// DuckDB's program, killed within its answer.
@Suite(.enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
struct EndingProgramTests {
  @Test(
    "37: what an engine has sent before it is killed is no result",
    arguments: [
      ["--jsonl"], ["--csv"], ["--plain"], ["--jsonl", "--filter", "id > 10"],
      ["--jsonl", "--sort", "-id"], ["--jsonl", "--group-by", "name"],
    ])
  func anAnswerThatIsCutIsReported(_ arguments: [String]) async throws {
    let folder = try await DuckDB.folder(
      "create table t as select range as id, 'name ' || range as name from range(40000)")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let script = """
      #!/bin/sh
      PATH='\(path)'
      duckdb "$@" | stdbuf -o0 head -c 300000
      kill -9 $$
      """
    let bin = "\(folder)/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    // Written by another program: a file that this one has open for writing, and thus any program
    // that it starts meanwhile, cannot be executed.
    let written = try await run(
      "/bin/sh", ["-c", "cat > duckdb && chmod 755 duckdb"], input: Array(script.utf8),
      directory: bin)
    try #require(written.status == .exited(0))
    try Data("kept".utf8).write(to: URL(filePath: "\(folder)/out"))
    for output in [[], ["-o", "out"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments + output + ["d.duckdb#t"],
        environment: ["PATH": "\(bin):\(path)"], directory: folder)
      #expect(result.status == .exited(1))
      #expect(result.errorText.contains("d.duckdb#t: DuckDB ended"), "\(result.errorText)")
    }
    #expect(try String(contentsOfFile: "\(folder)/out", encoding: .utf8) == "kept")
  }
}
