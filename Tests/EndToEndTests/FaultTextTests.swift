import Foundation
import MocoaTestSupport
import Testing

/// What standard error says of a result that is not whole.
@Suite struct FaultTextTests {
  /// Creates files in a folder of their own.
  private func files(_ contents: [String: String]) throws -> TemporaryFile {
    let folder = try TemporaryFile("", named: "none")
    for (name, content) in contents {
      try Data(content.utf8).write(to: URL(filePath: folder.folder + "/" + name))
    }
    return folder
  }

  @Test(
    "12: broken rows of each source are reported, with their own count",
    arguments: [
      ["--json"], ["--json", "-s", "a"], ["--csv"], ["--csv", "-s", "-a"],
      ["--json", "-f", "a > 0"],
      ["--json", "--group-by", "a"], ["--plain", "--group-by", "a"],
    ])
  func brokenRowsOfEachSource(_ way: [String]) async throws {
    let folder = try files([
      "a.ndjson": "{\"a\":1}\n{\"a\":\n", "b.ndjson": "{\"a\":1}\n",
      "c.ndjson": "{bad}\n{\"a\":1}\n{x\n",
    ])
    let names = ["a.ndjson", "b.ndjson", "c.ndjson"]
    let result = try await run(
      builtProgram("mocoa-tui"), way + names, directory: folder.folder)
    #expect(result.status == .exited(1))
    let lines = result.errorText.split(separator: "\n").map(String.init)
    try #require(lines.count == 2, "\(result.errorText)")
    #expect(lines[0].hasPrefix("mocoa-tui: a.ndjson: line 2, column 6: "))
    #expect(lines[0].hasSuffix("; 1 row is left out"))
    #expect(lines[1].hasPrefix("mocoa-tui: c.ndjson: line 1, column 2: "))
    #expect(lines[1].hasSuffix("; 2 rows are left out"))
  }

  @Test("12: replaced Unicode does not hide broken rows of groups, and has its place in the source")
  func repairsOfGroups() async throws {
    let folder = try files([
      "a.ndjson": "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":\"\\ud800\"}\n", "b.ndjson": "{x\n",
    ])
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--group-by", "a", "a.ndjson", "b.ndjson"],
      directory: folder.folder)
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("a.ndjson: line 4, "), "\(result.errorText)")
    #expect(result.errorText.contains("b.ndjson: line 1, "), "\(result.errorText)")
    #expect(!result.errorText.contains("groups: "), "\(result.errorText)")
  }

  @Test("14: failures of many sources for the same reason are one line")
  func manyFailures() async throws {
    let names = (1...200).map { "missing-\($0).json" }
    let folder = try files(["a.ndjson": "{\"a\":1}\n"])
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "a.ndjson"] + names, directory: folder.folder)
    #expect(result.status == .exited(1))
    let line = "mocoa-tui: 200 sources: no such file; the first is missing-1.json\n"
    #expect(result.errorText == line)
  }

  @Test("14: broken rows of many sources are summed up")
  func manyBrokenSources() async throws {
    let names = (100...299).map { "\($0).ndjson" }
    let folder = try files(Dictionary(uniqueKeysWithValues: names.map { ($0, "{\"a\":1}\n{x\n") }))
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"] + names, directory: folder.folder)
    #expect(result.status == .exited(1))
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "mocoa-tui: 190 such rows in 190 more sources")
  }

  @Test(
    "14: a line of an error is short",
    arguments: [
      ["--json", String(repeating: "x", count: 100_000)],
      ["--json", "-f", String(repeating: "(", count: 50_000), "a.ndjson"],
      ["--json", "--section-by", String(repeating: "x", count: 50_000), "a.ndjson"],
    ])
  func longLines(_ arguments: [String]) async throws {
    let folder = try files(["a.ndjson": "{\"a\":1}\n"])
    let result = try await run(builtProgram("mocoa-tui"), arguments, directory: folder.folder)
    #expect(result.status != .exited(0))
    #expect(result.errorText.hasPrefix("mocoa-tui: "), "\(result.errorText)")
    for line in result.errorText.split(separator: "\n") { #expect(line.count <= 500) }
  }
}
