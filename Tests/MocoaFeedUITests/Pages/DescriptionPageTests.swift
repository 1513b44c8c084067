import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The list of all columns with what their values have in common.
@MainActor @Suite struct DescriptionPageTests {
  @Test func columnsAreDescribedAndTheirValuesListed() async throws {
    let rows = (0..<40).map { number in
      #"{"id":\#(number),"team":"t\#(number % 4)"\#(number < 30 ? #","score":\#(number)"# : "")}"#
    }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]", columns: 110, rows: 10)
    stage.press("I")
    let page = try #require(stage.page.stack?.top as? DescriptionPage)
    await stage.wait(for: "all columns") {
      page.statusBar.pendingRows == nil && page.table.rowCount == 3
    }
    let lines = stage.screen.terminal.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines[0]
        == ["column", "type", "values", "missing", "distinct", "min", "max", "mean", "histogram"])
    let score = try #require(lines.first { $0.first == "score" })
    #expect(score[1...7] == ["number", "30", "10", "30", "0", "29", "14.5"])
    #expect(score.last?.contains("█") == true)
    #expect(lines.first { $0.first == "team" }?[1...6] == ["string", "40", "0", "4", "t0", "t3"])
    while page.row(at: try #require(page.table.state.cursor))?.json.member("column")?.string
      != "team"
    { stage.press("j") }
    stage.press(.enter)
    let values = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the values") {
      values.table.rowCount == 4 && values.statusBar.pendingRows == nil
    }
  }

  @Test("39: the cursor stays on its member while the members are described again")
  func reloadKeepsTheMember() async throws {
    func text(_ first: Int) -> String {
      let rows = (first..<first + 40).map { #"{"id":"r\#($0 - first)","team":"a","n":\#($0)}"# }
      return "[\(rows.joined(separator: ","))]"
    }
    let stage = try FeedPageScreen(text(0), columns: 110, rows: 10)
    stage.press("I")
    let page = try #require(stage.page.stack?.top as? DescriptionPage)
    await stage.wait(for: "all columns") {
      page.statusBar.pendingRows == nil && page.table.rowCount == 3
    }
    func current(_ member: String) -> String? {
      page.table.state.cursor.flatMap { page.row(at: $0) }?.json.member(member)?.string
    }
    for _ in 0..<3 where current("column") != "n" { stage.press("j") }
    // Descriptions are displayed every 200 ms.
    try await Task.sleep(for: .milliseconds(250))
    stage.change(text(100))
    stage.feed.reload()
    var seen: Set<String> = []
    await stage.wait(for: "the other numbers") {
      if let column = current("column") { seen.insert(column) }
      return page.statusBar.pendingRows == nil && current("max") == "139"
    }
    #expect(seen == ["n"])
    #expect(!stage.statusLine.contains("is back"))
  }

  @Test("41: titles, names and numbers are readable in 80 columns")
  func narrowScreens() async throws {
    let rows = (0..<20).map {
      #"{"repository":\#($0),"size":\#(50_000 + $0).25,"created":"2024-01-\#($0 + 10)T10:00:00Z"}"#
    }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]", columns: 80, rows: 10)
    stage.press("I")
    let page = try #require(stage.page.stack?.top as? DescriptionPage)
    await stage.wait(for: "all columns") {
      page.statusBar.pendingRows == nil && page.table.rowCount == 3
    }
    let lines = stage.screen.terminal.lines
    let titles = lines[0].split(separator: " ").prefix(5).map(String.init)
    #expect(titles == ["column", "type", "values", "missing", "distinct"])
    #expect(lines.contains { $0.hasPrefix("repository  ") })
  }

  /// Rows behind the sample have other members, whose names are not displayed.
  @Test("A member that only later rows have is named in the list, and described")
  func lateMembersAreNamed() async throws {
    let rows = (0..<200).map { #"{"id":\#($0)\#($0 < 150 ? "" : #","late":{"n":\#($0)}"#)}"# }
    let stage = try FeedPageScreen(
      feed: readFeed(rows.joined(separator: "\n")), columns: 120, rows: 10)
    await stage.wait(for: "the note") {
      stage.statusLine.contains("late: only in later rows (C)")
    }
    stage.press("I")
    let page = try #require(stage.page.stack?.top as? DescriptionPage)
    await stage.wait(for: "all columns") {
      page.statusBar.pendingRows == nil && page.table.rowCount == 2
    }
    let lines = stage.screen.terminal.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(lines.first { $0.first == "late" }?[1...3] == ["object", "50", "150"])
    stage.press(.escape)
    try stage.page.columnController.show([OutputColumn("id"), OutputColumn("late")])
    await stage.wait(for: "no note") {
      !stage.statusLine.contains("only in later rows")
    }
  }

  @Test("39: a member that a reload has added to all rows is new, and not only in later rows")
  func newMembers() async throws {
    func text(_ more: String) -> String {
      (0..<5).map { "{\"id\":\($0)\(more)}" }.joined(separator: "\n")
    }
    let stage = try FeedPageScreen(text(""), columns: 120)
    await stage.reload(text(",\"a0\":1"), count: 5)
    await stage.wait(for: "the note") { stage.statusLine.contains("a0: new (C)") }
  }
}
