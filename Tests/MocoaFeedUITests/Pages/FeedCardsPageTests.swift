import MocoaCore
import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// The same rows as cards.
@MainActor @Suite struct FeedCardsPageTests {
  private static let text = """
    [{"name":"ada","id":1,"city":"Rome"},{"name":"bob","id":2,"city":"Oslo"},
    {"name":"cleo","id":3,"city":"Bern"}]
    """

  @Test func tabShowsTheRowsAsCardsAndBack() throws {
    let stage = try FeedPageScreen(Self.text, columns: 74, rows: 10)
    stage.press(.down, .tab)
    stage.screen.expect(
      """
      ┌─ ada ────────────────────────────┐ ┌─ bob ────────────────────────────┐
      │ id   1                           │ │ id   2                           │
      │ city Rome                        │ │ city Oslo                        │
      └──────────────────────────────────┘ └──────────────────────────────────┘
      ┌─ cleo ───────────────────────────┐
      │ id   3                           │
      │ city Bern                        │
      └──────────────────────────────────┘

       feed                                                                 2/3
      """)
    #expect(stage.page.cursorRowNumber == 1)
    stage.press(.down)
    #expect(stage.page.cursorRowNumber == 2)
    stage.press(.tab)
    #expect(stage.page.cursorRowNumber == 2)
    #expect(stage.screen.terminal.lines[0].hasPrefix("name"))
  }

  @Test func rowsThatAreNoObjectsHaveCardsToo() throws {
    let stage = try FeedPageScreen(#"["amber","bronze",null]"#, columns: 50, rows: 7)
    stage.press(.tab)
    stage.screen.expect(
      """
      ┌────────────────────────────────────────────────┐
      │ amber                                          │
      └────────────────────────────────────────────────┘
      ┌────────────────────────────────────────────────┐
      │ bronze                                         │
      └────────────────────────────────────────────────┘
       feed                                         1/3
      """)
  }

  @Test func itemsOfAJSONFeedHaveTheRoomThatTheyNeed() throws {
    let stage = try FeedPageScreen(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"T","items":[
      {"id":"1","title":"a","content_text":"text","tags":["x"]},{"id":"2","content_text":"b"}]}
      """, columns: 50, rows: 9)
    stage.press(.tab)
    stage.screen.expect(
      """
      T 2 items
      ┌────────────────────────────────────────────────┐
      │ a                                              │
      │ text                                           │
      │ #x                                             │
      └────────────────────────────────────────────────┘
      ┌────────────────────────────────────────────────┐
      │ b                                              │
       feed                                         1/2
      """)
  }

  @Test func aKeyOfTheUsersWinsInBoth() throws {
    let stage = try FeedPageScreen(Self.text, columns: 40, rows: 10)
    stage.page.actions.keyChanges.keys = ["move-down": ["x"]]
    stage.page.actions.commands = [try RowCommand(parsing: "j=copy:{name}")]
    for _ in 0..<2 {
      stage.press("j")
      #expect(stage.screen.terminal.clipboard == "ada")
      stage.press("x")
      #expect(stage.page.cursorRowNumber == 1)
      stage.press("k", .tab)
    }
  }

  @Test func theCursorStaysInSightWhereThereIsLessRoom() throws {
    let names = (0..<20).map { "name\($0)" }
    let stage = try FeedPageScreen(names: names, columns: 30, rows: 25)
    stage.press(.tab, .down, .down, .down, .down, .down, .down)
    #expect(stage.screen.terminal.picture.contains("name6"))
    stage.press("v")
    #expect(stage.page.table.frame.rows == 12)
    #expect(stage.screen.terminal.lines.prefix(12).contains { $0.contains("name6") })
  }

  @Test func marksAreTheSameInBoth() throws {
    let stage = try FeedPageScreen(Self.text, columns: 74, rows: 10)
    stage.press(.space, .tab)
    #expect(stage.page.targetRows.map { $0.json.member("name")?.string } == ["ada"])
    stage.press(.space)
    #expect(stage.page.targetRows.count == 2)
  }

  @Test func searchAndFilterWorkOnCards() throws {
    let stage = try FeedPageScreen(Self.text, columns: 74, rows: 10)
    stage.press(.tab, "/")
    stage.type("cleo")
    #expect(stage.page.cursorRowNumber == 2)
    stage.press(.enter, "f")
    stage.type("city ~ \"o\"")
    stage.press(.enter)
    #expect(stage.page.shownRows.count == 2)
    #expect(stage.screen.application.focusedView === stage.page.table)
  }
}
