import Foundation
import MocoaTestSupport
import Testing

/// A file that the command line names for reading is never replaced by its output.
@Suite struct InputFileTests {
  static let options: [[String]] = [
    ["--header-file", "secret.json"], ["--data", "@secret.json"], ["--cacert", "secret.json"],
    ["--client-cert", "secret.json"],
    ["--client-cert", "feed.json", "--client-key", "secret.json"],
    ["--manifest", "secret.json"], ["--join", "user = secret.json by id"],
  ]

  @Test("3: files of options are not replaced", arguments: options)
  func filesOfOptionsAreNotReplaced(_ option: [String]) async throws {
    let server = try LocalServer { _ in .init(#"[{"id":1}]"#) }
    let folder = try TemporaryFile("[{\"id\":1}]")
    let path = folder.folder + "/secret.json"
    try Data("{}".utf8).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(
      atPath: folder.folder + "/link.json", withDestinationPath: "secret.json")
    for name in ["secret.json", "link.json"] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["-o", name] + option + [server.url()],
        directory: folder.folder)
      #expect(result.status == .exited(2), "\(result.errorText)")
      #expect(result.errorText.contains("--output: \(name) is the "), "\(result.errorText)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}")
    }
  }

  @Test("3: `w` does not replace files that are read besides the source")
  func otherFilesAreNotReplaced() async throws {
    let feed = try TemporaryFile("[{\"id\":1}]")
    let path = feed.folder + "/users.json"
    try Data("[{\"id\":1}]".utf8).write(to: URL(filePath: path))
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), feed.path, "--fresh", "--join", "user = users.json by id",
      ], columns: 100, rows: 12, directory: feed.folder)
    try await terminal.wait(for: "the rows") { $0.contains("user") }
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText("users.json")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the error") { $0.contains("users.json is read for this list") }
  }
}
