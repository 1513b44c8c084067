import MocoaTUI
import MocoaTestSupport
import Testing

@testable import CrashProof

@MainActor @Suite struct CrashProofTests {
  private let registry = ModuleRegistry()

  private func open(
    _ path: String = "", placeholders: PlaceholderVisibility, columns: Int = 74, rows: Int
  ) throws -> ScreenDriver {
    registerModules(registry, placeholders: placeholders)
    let screen = try ScreenDriver(columns: columns, rows: rows)
    try screen.open("mocoa://crash-proof/\(path)", in: registry)
    return screen
  }

  @Test func placeholdersSayWhatIsMissing() throws {
    let screen = try open("table", placeholders: .show, rows: 60)
    expectScreen(screen.terminal.lines, isStoredAs: "table")
  }

  @Test func aCollectionReportsItToo() throws {
    let screen = try open("collection", placeholders: .show, rows: 60)
    expectScreen(screen.terminal.lines, isStoredAs: "collection")
  }

  @Test(arguments: ["table", "collection"])
  func inReleaseTheyTakeNoRoom(path: String) throws {
    let screen = try open(path, placeholders: .hide, columns: 26, rows: 9)
    screen.expect(
      """
      105: viewAndViewModel
      107: everything
      108: noHeaders
      109: headerWithoutView
      header of 110
      110: headerAndFooter
      footer of 110

       \(path == "table" ? "Table        ? keys" : "Collection   ? keys") 6/11
      """)
  }

  @Test func tabsAreOpenedByAddress() throws {
    let screen = try open(placeholders: .show, rows: 12)
    #expect(screen.terminal.lines.first == " Table   Collection   ?")
    screen.type(">>")
    #expect(screen.picture.contains("no page at mocoa://crash-proof/nowhere"))
    screen.click("Collection")
    #expect(screen.picture.contains("no module for row"))
  }

  @Test func theMouseAloneScrollsAndChangesTabs() throws {
    let screen = try open(placeholders: .show, rows: 12)
    screen.wheel(30, over: "no module for row")
    #expect(screen.picture.contains("110: headerAndFooter"))
    screen.click("Collection")
    screen.wheel(30, over: "no module for row")
    #expect(screen.picture.contains("110: headerAndFooter"))
    screen.click("?")
    #expect(screen.picture.contains("no page at mocoa://crash-proof/nowhere"))
  }

  @Test func inReleaseATabThatLeadsNowhereIsLeftOut() throws {
    let screen = try open(placeholders: .hide, rows: 12)
    #expect(screen.terminal.lines.first == " Table   Collection")
  }

  /// Keys and clicks of all kinds, at all sizes: something is on the screen, and nothing falls.
  @Test func nothingBringsItDown() throws {
    let screen = try open(placeholders: .show, rows: 20)
    var random = SeededGenerator(seed: 30)
    for _ in 0..<500 {
      let size = (1...70).randomElement(using: &random) ?? 1
      if Bool.random(using: &random) {
        screen.resize(columns: size, rows: (1...25).randomElement(using: &random) ?? 1)
      }
      let keys = [
        "j", "k", "G", "g", " ", "\r", "]", "[", ">", "<", ".", "\u{1B}", "?", "\u{1B}[6~",
      ]
      screen.type(keys.randomElement(using: &random) ?? "j")
      // One row is not enough for the tabs and a list.
      let lines = screen.terminal.lines
      #expect(lines.count == 1 || lines.contains { !$0.isEmpty }, "\(lines)")
    }
    screen.resize(columns: 74, rows: 20)
    for _ in 0..<3 { screen.type("\u{1B}") }
    screen.click("Table")
    screen.type("g")
    #expect(screen.application.exitStatus == nil)
    #expect(screen.terminal.lines.first == " Table   Collection   ?")
    #expect(screen.terminal.lines[2].contains("crash-proof/table/group-100/:: no view and no"))
  }

  @Test func enterShowsWhatTheRowOfAPlaceholderHolds() throws {
    let screen = try open("table", placeholders: .show, rows: 12)
    #expect(screen.picture.contains("data: Item(id: 100"))
    screen.type("\r")
    #expect(screen.picture.contains("mocoa://crash-proof/table/:/:: no module\n"))
    #expect(screen.picture.contains("- id: 100\n"))
    screen.type("\u{1B}")
    #expect(screen.picture.contains("no module for row"))
  }

  /// What is registered while the list is shown takes its place at the next frame.
  @Test func lateRegistrationTakesEffect() throws {
    let screen = try open("table", placeholders: .show, rows: 8)
    #expect(screen.picture.contains("no module for row"))
    registry["mocoa://crash-proof/table"].section.cell.register(LabelCell<ItemViewModel>.self)
    #expect(screen.picture.hasPrefix("100: nothing\n101: model\n"))
  }
}
