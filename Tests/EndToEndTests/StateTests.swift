import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// How a feed is found as it was left.
@Suite struct StateTests {
  static let feed = #"[{"id":1,"name":"alpha"},{"id":2,"name":"beta"},{"id":3,"name":"alphabet"}]"#

  private func terminal(
    _ feed: TemporaryFile, _ arguments: [String] = []
  ) async throws -> TmuxTerminal {
    try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path] + arguments, columns: 90, rows: 10,
      environment: ["XDG_STATE_HOME": feed.folder])
  }

  private func stateFiles(_ feed: TemporaryFile) throws -> [String] {
    let folder = feed.folder + "/mocoa/feeds"
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  private func leaveFiltered(_ feed: TemporaryFile) async throws {
    let terminal = try await terminal(feed)
    try await terminal.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
    try await terminal.send("f")
    try await terminal.sendText("alpha")
    try await terminal.wait(for: "the matches") { !$0.contains("beta") && $0.contains("alphabet") }
    try await terminal.send(.enter, "q")
    try await terminal.waitForEnd()
  }

  @Test func filtersAndAnswersAreKept() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    try await leaveFiltered(feed)
    let again = try await terminal(feed)
    try await again.wait(for: "the matches") { $0.contains("alphabet") && !$0.contains("beta") }
    // The answer can be had again.
    try await again.send(.backspace)
    try await again.wait(for: "all rows") { $0.contains("beta") }
    try await again.send("f", .up, .enter)
    try await again.wait(for: "the matches") { $0.contains("alphabet") && !$0.contains("beta") }
    try await again.send("q")
    try await again.waitForEnd()
    let fresh = try await terminal(feed, ["--fresh"])
    try await fresh.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
  }

  @Test("A15: a state that is too long is not saved, which is said, and the old one stays")
  func longStatesAreNotSaved() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    let short = try await terminal(feed)
    try await short.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
    try await short.send(.right, .right, "-")
    try await short.wait(for: "the hidden column") { $0.contains("name is hidden") }
    try await short.send("q")
    try await short.waitForEnd()
    let file = try #require(try stateFiles(feed).first)
    let old = try String(contentsOfFile: file, encoding: .utf8)
    let name = String(repeating: "x", count: 50_000)
    let members = (0..<24).map { "\"\(name)\($0)\":\($0)" }.joined(separator: ",")
    try Data("[{\"id\":1,\(members)}]".utf8).write(to: URL(filePath: feed.path))
    let long = try await terminal(feed)
    try await long.wait(for: "the row", timeout: .seconds(30)) {
      Screen($0).count == 1 && Screen($0).isComplete
    }
    try await long.send(.right, "-")
    try await long.wait(for: "the hidden column") { $0.contains("id is hidden") }
    try await long.send("q")
    try await long.waitForEnd()
    try await long.wait(for: "the note") {
      $0.contains("the state was not saved: it is larger than 1 MB")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == old)
    #expect(try stateFiles(feed) == [file])
  }

  @Test func whatTheArgumentsAskForIsNotKept() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    let first = try await terminal(feed, ["--filter", "'beta'"])
    try await first.wait(for: "the match") { $0.contains("beta") && !$0.contains("alphabet") }
    try await first.send("q")
    try await first.waitForEnd()
    let again = try await terminal(feed)
    try await again.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
  }

  @Test("W22: the output of a command is not filtered by what was typed for an earlier one")
  func outputsOfCommandsStartUnfiltered() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    let command = ["--", "cat", feed.path]
    for _ in 0..<2 {
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui")] + command, columns: 90, rows: 10,
        environment: ["XDG_STATE_HOME": feed.folder])
      try await terminal.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
      try await terminal.send("f")
      try await terminal.sendText("alpha")
      try await terminal.wait(for: "the matches") { !$0.contains("beta") }
      try await terminal.send(.enter, "q")
      try await terminal.waitForEnd()
    }
  }

  // Its columns and filters were restored on the rows of another reading.
  @Test("38-1: a reading that was chosen is kept") func readingsAreKept() async throws {
    let feed = try TemporaryFile("a;b\n1;2\n3;x\n", named: "things.txt")
    let first = try await terminal(feed)
    try await first.wait(for: "lines") { $0.contains("a;b") && $0.contains("3;x") }
    try await first.send("R")
    try await first.wait(for: "the readings") { $0.contains("--delimiter ';'") }
    try await first.send(.down, .enter)
    try await first.wait(for: "a table") { $0.contains("read as csv") && !$0.contains("3;x") }
    try await first.send("q")
    try await first.waitForEnd()
    let again = try await terminal(feed)
    try await again.wait(for: "the table") {
      $0.contains("reading as csv restored") && !$0.contains("3;x")
    }
    try await again.send("q")
    try await again.waitForEnd()
    let typed = try await terminal(feed, ["--format", "text"])
    try await typed.wait(for: "lines") { $0.contains("3;x") }
    try await typed.send("q")
    try await typed.waitForEnd()
    let fresh = try await terminal(feed, ["--fresh"])
    try await fresh.wait(for: "lines") { $0.contains("3;x") }
  }

  @Test(arguments: ["", "{", "[]", #"{"version":99}"#, "\u{0}\u{1}", #"{"version":1,"columns":7}"#])
  func aBrokenStateStopsNothing(_ text: String) async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    try await leaveFiltered(feed)
    let path = try #require(try stateFiles(feed).first)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let again = try await terminal(feed)
    try await again.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
    try await again.send("q")
    try await again.waitForEnd()
    // What is JSON of this version has no columns.
    guard !text.contains("columns") else { return }
    #expect(try String(contentsOfFile: path + ".old", encoding: .utf8) == text)
  }

  @Test("34: what is no file is neither waited for nor deleted", arguments: ["mkdir", "mkfifo"])
  func noFile(_ command: String) async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    try await leaveFiltered(feed)
    let path = try #require(try stateFiles(feed).first)
    let made = try await run("/bin/sh", ["-c", "rm '\(path)' && \(command) '\(path)'"])
    #expect(made.status == .exited(0))
    if command == "mkdir" { try Data().write(to: URL(filePath: path + "/precious")) }
    let again = try await terminal(feed)
    try await again.wait(for: "all rows") { $0.contains("beta") && $0.contains("regular file") }
    try await again.send("q")
    try await again.waitForEnd()
    let old = command == "mkdir" ? "/precious" : ""
    #expect(FileManager.default.fileExists(atPath: path + ".old" + old))
  }

  @Test("34: a feed that has no rows for once keeps its filters and columns")
  func noRows() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    try await leaveFiltered(feed)
    let path = try #require(try stateFiles(feed).first)
    let state = try String(contentsOfFile: path, encoding: .utf8)
    try Data("[]".utf8).write(to: URL(filePath: feed.path))
    let again = try await terminal(feed)
    try await again.wait(for: "no rows") { $0.contains("0/0") || $0.contains("o rows") }
    try await again.send("q")
    try await again.waitForEnd()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == state)
  }

  @Test func aFolderThatCannotBeWrittenStopsNothing() async throws {
    let feed = try TemporaryFile(Self.feed, named: "things.json")
    try Data().write(to: URL(fileURLWithPath: feed.folder + "/mocoa"))
    try await leaveFiltered(feed)
    let again = try await terminal(feed)
    try await again.wait(for: "all rows") { $0.contains("beta") && $0.contains("alphabet") }
  }
}
