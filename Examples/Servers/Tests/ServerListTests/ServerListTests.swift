import Foundation
import MocoaFeedUI
import MocoaTestSupport
import Testing

@testable import ServerList

@MainActor @Suite struct ServerListTests {
  @Test func serversAreReadAgainAndSorted() async throws {
    let path = NSTemporaryDirectory() + "servers-\(UInt64.random(in: 0...(.max))).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"[{"id":"a1","name":"alpha","status":"running","load":0.42}]"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let screen = try ScreenDriver(columns: 30, rows: 5)
    screen.show(makePage(of: path))
    await screen.wait(for: "alpha") { screen.picture.contains("alpha   running    0.42") }
    try #"[{"id":"a1","name":"alpha","status":"failing","load":0.5}]"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    await screen.wait(for: "the change") { screen.picture.contains("alpha   failing    0.50") }
    #expect(screen.terminal.style(at: Point(column: 8, row: 1))?.style == .error)
  }
}
