import MocoaFeedUI
import MocoaTestSupport
import Testing

@testable import Contacts

/// The example as its user sees it, in a terminal in memory.
@MainActor @Suite struct ContactsTests {
  private let screen: ScreenDriver

  init() throws {
    let text = """
      [{"id": 1, "name": "Ada Moreau", "phone": "+33 1 70 18 99 01"},
       {"id": 4, "name": "山田 太郎", "phone": "+81 3 5550 1111"},
       {"id": 7, "name": "Hiro", "phone": 7},
       {"id": 8, "name": "Élodie Martin"}]
      """
    let registry = ModuleRegistry()
    registry["mocoa://contacts/"].section.cell.register(ContactCell.self)
    let feed = Feed(source: MemorySource(Array(text.utf8), name: "contacts.json"))
    feed.wait(forRows: .max, timeout: .seconds(10))
    screen = try ScreenDriver(columns: 50, rows: 9)
    screen.show(try Application.makePage(feed: feed, registry: registry))
  }

  @Test func contactsAreShownAndBrokenOnesSayWhy() {
    screen.expect(
      """
      Ada Moreau                       +33 1 70 18 99 01
      山田 太郎                          +81 3 5550 1111
      ! phone: expected a string, found a number
      ! phone: the key is missing




       contacts.json                                1/4
      """)
  }

  @Test func zShowsTheRowInFull() {
    screen.type("jz")
    #expect(screen.terminal.lines.contains { $0.contains("\"phone\": \"+81 3 5550 1111\"") })
    screen.type("z")
    #expect(screen.terminal.lines.last?.hasSuffix("2/4") == true)
  }

  @Test func theMouseSelectsAContactAndLeaves() {
    screen.click("山田")
    #expect(screen.terminal.lines.last?.hasSuffix("2/4") == true)
    screen.click("2/4")
    screen.wheel(over: "Keys", until: "Quit")
    screen.click("Quit")
    #expect(screen.application.exitStatus == 0)
  }

  @Test func qLeaves() {
    screen.type("q")
    #expect(screen.application.exitStatus == 0)
  }
}
