import MocoaFeedUI
import MocoaTestSupport
import Testing

@testable import Starter

/// The program as its user sees it, in a terminal in memory.
@MainActor @Suite struct ScreenTests {
  @Test func rowsAreShownAndQQuits() throws {
    let modules = ModuleRegistry()
    modules["mocoa://contacts/"].registerContactCell()
    let rows = "[\(ContactTests.text)]"
    let feed = Feed(source: MemorySource(rows, name: "contacts.json"))
    feed.wait(forRows: 1, timeout: .seconds(10))
    let screen = try ScreenDriver(columns: 60, rows: 5)
    screen.show(try Application.makePage(feed: feed, registry: modules))
    #expect(screen.terminal.lines[0].hasPrefix("text"))
    screen.type("q")
    #expect(screen.application.exitStatus == 0)
  }
}
