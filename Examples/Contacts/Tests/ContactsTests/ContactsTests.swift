import MocoaTUI
import Testing

@testable import Contacts

/// The example as its user sees it, in a terminal in memory.
@MainActor @Suite struct ContactsTests {
  private let terminal = ScriptedTerminal(columns: 50, rows: 9)
  private let application: Application

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
    application = Application(terminal: terminal)
    application.show(try Application.makePage(feed: feed, registry: registry))
    try application.start()
    application.renderIfNeeded()
  }

  private func type(_ keys: String) {
    terminal.type(keys.utf8)
    application.handleInput()
    application.renderIfNeeded()
  }

  @Test func contactsAreShownAndBrokenOnesSayWhy() {
    #expect(
      terminal.picture == """
        Ada Moreau                       +33 1 70 18 99 01
        山田 太郎                          +81 3 5550 1111
        ! phone: expected a string, found a number
        ! phone: the key is missing




         contacts.json                                1/4
        """)
  }

  @Test func selectingAContactShowsItsNumber() {
    type("j\r")
    #expect(terminal.lines.last?.hasPrefix(" +81 3 5550 1111 ") == true)
    #expect(terminal.lines.last?.hasSuffix("2/4") == true)
  }

  @Test func qLeaves() {
    type("q")
    #expect(application.exitStatus == 0)
  }
}
