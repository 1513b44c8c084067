import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite @MainActor struct StatusBarTests {
  // A message about a row that a reload had taken hid the errors of all later reloads.
  @Test("34: a failure stands in front of an older message, and behind a newer one")
  func failuresPrecedeOlderMessages() throws {
    let bar = StatusBar(frame: Rect(column: 0, row: 0, columns: 40, rows: 1))
    let screen = try ScreenDriver(columns: 40, rows: 1, showing: bar)
    func text() -> String { screen.picture }
    bar.report("reloaded; a row is gone")
    bar.failure = "500 Internal"
    #expect(text().contains("500 Internal; reloaded; a row is"))
    bar.show("copied")
    #expect(text().contains("copied") && !text().contains("500"))
    bar.clearMessage()
    #expect(text().contains("500 Internal"))
    bar.failure = ""
    #expect(!text().contains("500"))
  }
}
