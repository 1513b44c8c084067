import Foundation
import MocoaFeedUI
import MocoaTestSupport
import Testing

@testable import Servers

/// The program as its user sees it, in a terminal in memory.
@MainActor @Suite final class ServersTests {
  private let screen: ScreenDriver
  private let path: String

  init() async throws {
    path = NSTemporaryDirectory() + "servers-\(UInt64.random(in: 0...(.max))).json"
    let servers = [
      Server(id: "a1", load: 0.42, name: "alpha", status: "running"),
      Server(id: "b2", load: 0, name: "beta", status: "stopped"),
    ]
    try JSONEncoder().encode(servers).write(to: URL(filePath: path))
    let modules = ModuleRegistry()
    modules["mocoa://servers/"].registerServerCell()
    screen = try ScreenDriver(columns: 50, rows: 6)
    screen.show(try ServersPage(ServerFile(path: path), modules: modules))
    await wait(for: "beta")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func wait(for text: String) async {
    await screen.wait(for: text) { screen.terminal.lines.contains { $0.contains(text) } }
  }

  @Test func serversAreListed() {
    #expect(screen.terminal.lines[0].hasPrefix("alpha             42 %"))
    #expect(screen.terminal.lines[0].hasSuffix("running"))
  }

  @Test func enterShowsAServer() {
    screen.type("\r")
    screen.expect(
      """
      alpha

      Status: running

      Load: 42 %
       Server a1                               Esc back
      """)
    screen.type("\u{1B}")
    #expect(screen.terminal.lines[0].hasPrefix("alpha"))
  }

  @Test func aServerIsStoppedAfterConfirmationAndStartedByUndo() async {
    screen.type("x")
    await wait(for: "Stop alpha?")
    screen.type("y")
    await wait(for: "alpha stopped; Z undoes it")
    await screen.wait(for: "the new status") { !screen.picture.contains("running") }
    screen.type("Z")
    await wait(for: "running")
  }

  @Test func aServerIsNotStoppedWithoutConfirmation() async {
    screen.type("x")
    await wait(for: "Stop alpha?")
    screen.type("\r")
    #expect(screen.picture.contains("running"))
  }

  @Test func ofMarkedServersThoseThatRunAreStoppedElseAllAreStarted() async {
    screen.type(" ")
    await wait(for: "1 marked")
    screen.type("j x")
    await wait(for: "Stop alpha?")
    screen.type("y")
    await wait(for: "alpha stopped; Z undoes it")
    await screen.wait(for: "the new status") { !screen.picture.contains("running") }
    screen.type("x")
    await wait(for: "Start alpha, beta?")
  }

  @Test func changesByOthersAreNotUndone() async throws {
    let file = ServerFile(path: path)
    try file.setStatus("stopped", of: ["a1"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacing("beta", with: "delta")
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ChangedByOthers.self) { try file.undo() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == changed)
  }

  @Test func changesOfTheFileAreDisplayed() async throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacing("beta", with: "delta")
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    await wait(for: "delta")
  }
}
