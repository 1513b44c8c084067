import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Marks that filters hide.
@MainActor @Suite struct FeedMarksPageTests {
  private func stage() throws -> FeedPageScreen {
    try FeedPageScreen(names: ["ada", "bob", "cy", "dan"], columns: 80)
  }

  private func names(_ stage: FeedPageScreen) -> [String] {
    stage.page.targetRows.compactMap { $0.json.member("name")?.string }
  }

  /// A filter dropped the marks of the rows that it hides, and they did not come back.
  @Test func marksOfHiddenRowsAreKept() throws {
    let stage = try stage()
    stage.press(.space, "j", .space)
    #expect(names(stage) == ["ada", "cy"])
    stage.page.query.setFilters([try RowFilter(parsing: "name == \"dan\"")])
    stage.settle()
    #expect(stage.statusLine.contains("2 marked, 2 not shown"))
    #expect(names(stage) == ["ada", "cy"])
    stage.press(.space)
    #expect(names(stage) == ["dan", "ada", "cy"])
    stage.press(.backspace)
    #expect(stage.statusLine.contains("3 marked ") && !stage.statusLine.contains("not shown"))
    #expect(names(stage) == ["ada", "cy", "dan"])
  }

  @Test("Marked rows that a sorted list does not show are at the end, which is reported")
  func orderOfHiddenRowsIsReported() async throws {
    let stage = try FeedPageScreen(names: ["ada", "bob", "cy", "dan"], columns: 120)
    stage.press(.space, "j", .space)
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.page.query.setFilters([try RowFilter(parsing: "id > 1")])
    stage.settle()
    stage.press("g", .space)
    #expect(names(stage) == ["dan", "cy", "ada"])
    stage.page.exports.copy(as: .json)
    await stage.wait(for: "the copy") { !stage.page.actions.work.isRunning }
    #expect(
      stage.statusLine.contains("JSON, 1 row not shown at the end, in the order of the feed"))
  }

  @Test("39: the number of marked rows is not taken for a key")
  func marksAreApartFromKeys() throws {
    let stage = try stage()
    stage.page.status.hint = "? help  f filter"
    stage.press(.space)
    #expect(stage.statusLine.contains("? help  f filter  1 marked  2/4"))
  }

  @Test func unmarkingAllRowsUnmarksHiddenOnes() throws {
    let stage = try stage()
    stage.press(.space)
    stage.page.query.setFilters([try RowFilter(parsing: "name == \"dan\"")])
    stage.settle()
    stage.press("U")
    #expect(!stage.statusLine.contains("marked"))
    #expect(names(stage) == ["dan"])
  }
}
