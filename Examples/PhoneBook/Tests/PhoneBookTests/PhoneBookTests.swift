import MocoaTUI
import MocoaTestSupport
import Testing

@testable import PhoneBook

@MainActor @Suite struct PhoneBookTests {
  private let screen: ScreenDriver

  init() throws { screen = try ScreenDriver(columns: 40, rows: 10) }

  private func open(isBare: Bool = false) throws {
    let registry = ModuleRegistry()
    registerModules(registry, isBare: isBare)
    try screen.open("mocoa://phone-book/", in: registry)
  }

  @Test func aTableOfContacts() throws {
    try open()
    screen.expect(
      """
      Ada Moreau                 138-5550-1234
      山田 太郎                  139-5550-1111
      Élodie Martin              137-5550-9876






       Phone book                  ? keys 1/3
      """)
  }

  @Test func missingModulesAreReported() throws {
    try open(isBare: true)
    screen.expect(
      """
      ┌─ no module for row "" ───────────────┐
      │ mocoa://phone-book/:/:: no module    │
      │ data: Contact(id: 1, name: "Ada Mor… │
      └──────────────────────────────────────┘
      ┌─ no module for row "" ───────────────┐
      │ mocoa://phone-book/:/:: no module    │
      │ data: Contact(id: 2, name: "山田 太… │
      └──────────────────────────────────────┘
      ┌─ no module for row "" ───────────────┐
       Phone book                  ? keys 1/3
      """)
  }

  @Test func keysOpenARowAndAnswer() throws {
    try open()
    screen.type("j\r")
    screen.expect(
      """
      Ada Moreau                 138-5550-1234
      山田 太郎                  139-5550-1111
      Élodie M┌─ 山田 太郎 ─────────┐5550-9876
              │ Call 139-5550-1111? │
              │                     │
              │     Call    Cancel  │
              └─────────────────────┘


       Phone book                  ? keys 2/3
      """)
    screen.type("\r")
    #expect(screen.terminal.lines.last?.hasPrefix(" Calling 139-5550-1111…") == true)
    screen.pass(.seconds(5))
    #expect(screen.terminal.lines.last?.hasPrefix(" Phone book") == true)
  }

  @Test func theMouseOpensARowAndAnswers() throws {
    try open()
    screen.doubleClick("Élodie")
    #expect(screen.picture.contains("Call 137-5550-9876?"))
    screen.click("Cancel")
    #expect(!screen.picture.contains("?  "))
    screen.doubleClick("Ada")
    screen.click("Call    Cancel")
    #expect(screen.picture.contains("Calling 138-5550-1234…"))
  }
}
