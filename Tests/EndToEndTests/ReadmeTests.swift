import Foundation
import MocoaTestSupport
import Testing

/// The lines that the README prints do what they say, as they are printed.
@Suite struct ReadmeTests {
  /// One line of the README, run by the shell in the folder of the sample feeds.
  struct Line: CustomTestStringConvertible, Sendable {
    var text: String
    var testDescription: String { text }

    /// Whether the line shows a list and waits for keys.
    var isInteractive: Bool {
      !["--csv", "--markdown", "--tsv", "--json", "--plain", "generate"].contains {
        text.contains($0)
      }
    }
  }

  /// The lines of the block below a heading, without what is said about them.
  static func lines(below heading: String) -> [Line] {
    let readme = Package.folder.appendingPathComponent("README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    guard let section = text.range(of: "## \(heading)\n") else { return [] }
    let blocks = text[section.upperBound...].components(separatedBy: "```")
    guard blocks.count > 1 else { return [] }
    return blocks[1].split(separator: "\n").dropFirst()
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let command = line.components(separatedBy: " # ")[0]
        return Line(text: command.trimmingCharacters(in: .whitespaces))
      }
  }

  static let dailyLines = lines(below: "Ten lines for every day")

  @Test func thereAreTenLines() {
    #expect(Self.dailyLines.count == 10)
  }

  @Test(arguments: dailyLines.filter { !$0.isInteractive })
  func aLineThatPrintsDoesSo(_ line: Line) async throws {
    let workshop = try Workshop()
    try await workshop.makeStandIns()
    let result = try await run(
      "/bin/sh", ["-c", line.text], environment: workshop.environment,
      directory: workshop.folder.path)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errorText.isEmpty)
    #expect(!result.output.isEmpty || line.text.contains(" > "))
  }

  @Test(arguments: dailyLines.filter(\.isInteractive))
  func aLineThatShowsAListShowsItAndEndsWell(_ line: Line) async throws {
    let workshop = try Workshop()
    try await workshop.makeStandIns()
    let terminal = try await TmuxTerminal(
      shell: "\(line.text); echo \"ended: $?\"", columns: 100, rows: 12,
      environment: workshop.environment, directory: workshop.folder.path)
    try await terminal.wait(for: "rows") { Screen($0).isComplete }
    try await terminal.send(line.text.contains("--print") || line.text.contains("|") ? .enter : "q")
    let end = try await terminal.wait(for: "the end") { $0.contains("ended: ") }
    #expect(end.contains("ended: 0"), "\(end)")
  }
}

/// A folder with the feeds that the README speaks of, and a path with the program and with
/// stand-ins for the programs of others, which print what those would.
private final class Workshop {
  let folder: URL
  private let server: LocalServer

  init() throws {
    server = try LocalServer { _ in .init(Self.notes) }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("readme-\(UInt64.random(in: 0...(.max)))")
    let programs = folder.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for (name, feed) in [("events.json", "events.json"), ("app.ndjson", "log.ndjson")] {
      try FileManager.default.copyItem(
        atPath: "\(Package.feeds)/\(feed)", toPath: folder.appendingPathComponent(name).path)
    }
    let program = URL(fileURLWithPath: try builtProgram("mocoa-tui"))
    for name in ["mocoa-tui", "mocoa-fetch"] {
      try FileManager.default.createSymbolicLink(
        at: programs.appendingPathComponent(name),
        withDestinationURL: program.deletingLastPathComponent().appendingPathComponent(name))
    }
  }

  /// Makes what stands in for the programs of others.
  ///
  /// A process of its own does it: what this one has open for writing, a program that another test
  /// starts meanwhile would have open too, and the script could not be executed.
  func makeStandIns() async throws {
    let script = """
      for name in kubectl:pods gh:events; do
        printf '#!/bin/sh\\ncat "%s/%s.json"\\n' "$1" "${name#*:}" > "bin/${name%:*}"
        chmod +x "bin/${name%:*}"
      done
      """
    let result = try await run(
      "/bin/sh", ["-c", script, "sh", Package.feeds], directory: folder.path)
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var environment: [String: String] {
    [
      "PATH": "\(folder.appendingPathComponent("bin").path):/usr/bin:/bin",
      "FEED_URL": server.url("/feed.json"),
    ]
  }

  private static var notes: String {
    (try? String(contentsOfFile: "\(Package.feeds)/notes.feed.json", encoding: .utf8)) ?? ""
  }
}
