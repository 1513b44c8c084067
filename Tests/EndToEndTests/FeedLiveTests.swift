import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// A feed that others change while it is looked at.
@Suite struct FeedLiveTests {
  private func rows(_ names: [String]) -> String {
    "[" + names.enumerated().map { #"{"id":\#($0),"name":"\#($1)"}"# }.joined(separator: ",") + "]"
  }

  @Test func whatHasChangedIsCounted() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 8)
    _ = try await terminal.press(.down, reaching: 2)
    try Data(rows(["ada", "bob", "CLEO", "dan"]).utf8)
      .write(to: URL(fileURLWithPath: file.path), options: .atomic)
    try await terminal.sendText("r")
    try await terminal.wait(for: "the change") { $0.contains("+1 ~1") && $0.contains("dan") }
    #expect(Screen(try await terminal.screen()).position == 2)
    try await terminal.sendText("c")
    try await terminal.wait(for: "the changed row") { Screen($0).position == 3 }
  }

  @Test func aWatchedFileIsShownAsItChanges() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--watch", "0.05"], columns: 60, rows: 8)
    _ = try await terminal.press(.down, .down, reaching: 3)
    let place = URL(fileURLWithPath: file.path)
    // Another file of that name, then the same one written over.
    try Data(rows(["ada", "BOB", "cleo", "dan"]).utf8).write(to: place, options: .atomic)
    try await terminal.wait(for: "the change") { $0.contains("+1 ~1") && $0.contains("BOB") }
    try Data(rows(["ada", "BOB", "CLEO"]).utf8).write(to: place)
    try await terminal.wait(for: "the change") { $0.contains("~1 -1") && $0.contains("CLEO") }
    #expect(Screen(try await terminal.screen()).position == 3)
    try FileManager.default.removeItem(at: place)
    try await terminal.wait(for: "the reason") { $0.contains("no such file") }
    #expect(try await terminal.screen().contains("CLEO"))
    try Data(rows(["eva"]).utf8).write(to: place)
    try await terminal.wait(for: "the new file") { $0.contains("eva") && !$0.contains("no such") }
  }

  @Test func aFileThatWasWrittenOverIsReadAnew() async throws {
    let file = try TemporaryFile(rows(["ada", "bob", "cleo"]))
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 8)
    _ = try await terminal.press(.down, reaching: 2)
    try Data(rows(["ada", "bob", "CLEO", "dan"]).utf8).write(to: URL(fileURLWithPath: file.path))
    try await terminal.sendText("r")
    try await terminal.wait(for: "the change") { $0.contains("+1 ~1") && $0.contains("CLEO") }
  }

  @Test func whatIsAppendedIsCounted() async throws {
    let file = try TemporaryFile("{\"name\":\"ada\"}\n{\"name\":\"bob\"}\n", named: "log.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow", file.name], columns: 60, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the first rows") { $0.contains("following") }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"name\":\"cleo\"}\n".utf8))
    try handle.close()
    try await terminal.wait(for: "the new row") { $0.contains("cleo") && $0.contains("+1") }
  }
}
