import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Rows of a feed as a tree.
@MainActor @Suite struct FeedTreePageTests {
  nonisolated private static let rows = """
    {"name":"init","up":null,"n":1}
    {"name":"shell","up":"init","n":5}
    {"name":"editor","up":"shell","n":9}
    {"name":"server","up":"init","n":7}
    {"name":"worker","up":"server","n":3}
    {"name":"cron","up":"gone","n":4}
    """

  private func stage(rows: Int = 7, level: Int? = nil) async throws -> FeedPageScreen {
    let stage = try FeedPageScreen(Self.rows, columns: 60, rows: rows)
    stage.page.tree.show(TreeRequest(.parent("up"), id: nil, level: level))
    await stage.wait(for: "the tree") { stage.page.rows?.tree != nil }
    return stage
  }

  @Test func theTopLevelIsShownUnlessAllFit() async throws {
    let stage = try await stage()
    #expect(stage.names == ["init", "cron"])
    #expect(stage.screen.terminal.lines[1].hasPrefix("▸ init"))
    #expect(stage.statusLine.contains("1/2 of 6"))
    #expect(stage.statusLine.contains("1 row without its parent"))
    let tall = try await self.stage(rows: 12)
    #expect(tall.names == ["init", "shell", "editor", "server", "worker", "cron"])
    #expect(tall.screen.terminal.lines[3].hasPrefix("      editor"))
  }

  @Test func keysExpandAndCollapse() async throws {
    let stage = try await stage()
    stage.press(.right)
    #expect(stage.names == ["init", "shell", "server", "cron"])
    #expect(stage.screen.terminal.lines[1].hasPrefix("▾ init"))
    stage.press("j", "+")
    #expect(stage.names == ["init", "shell", "editor", "server", "cron"])
    stage.press("j", "h")
    #expect(stage.cursorName == "shell")
    stage.press("j", "_")
    #expect(stage.names == ["init", "cron"] && stage.cursorName == "init")
    stage.press("0")
    #expect(stage.page.table.rowCount == 6)
    stage.press("L")
    stage.type("2")
    stage.press(.enter)
    #expect(stage.names == ["init", "shell", "server", "cron"])
  }

  // They were gone with the next reload.
  @Test("39: the changes of a tree stay displayed when a reload has none, as those of a list")
  func changesOfATree() async throws {
    let stage = try await stage(rows: 14)
    stage.press("j")
    func reload(_ text: String, generation: Int) async {
      stage.change(text)
      stage.feed.reload()
      await stage.wait(for: "the reload") {
        stage.settle()
        return stage.feed.generation == generation && !stage.feed.status.isRefreshing
          && !stage.page.source.isRunning && stage.page.updater.updateTask == nil
      }
    }
    let text = Self.rows + "\n" + #"{"name":"mailer","up":"init","n":8}"#
    await reload(text, generation: 2)
    #expect(stage.statusLine.contains("+1 "))
    await reload(text, generation: 3)
    #expect(stage.statusLine.contains("+1 "))
    await reload(Self.rows, generation: 4)
    #expect(stage.statusLine.contains("-1 ") && !stage.statusLine.contains("+1"))
  }

  // From level 4 on, the level stood before the name: `…4▾ 13`.
  @Test("39: short names are indented at each level for which the column has room")
  func levelsOfShortNames() async throws {
    let ids = [1, 2, 3, 4, 13, 14]
    let rows = zip(ids, [0] + ids).map { #"{"pid":\#($0),"ppid":\#($1),"cmd":"c\#($0)"}"# }
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 60, rows: 12)
    stage.page.tree.show(TreeRequest(.parent("ppid"), id: "pid", level: 9))
    await stage.wait(for: "the tree") { stage.page.rows?.tree != nil }
    let lines = stage.screen.terminal.lines
    #expect(lines[6].hasPrefix("            14"), "\(lines)")
    #expect(!lines.prefix(7).contains { $0.contains("…") }, "\(lines)")
  }

  @Test("34: a key that marks all rows says that those below collapsed ones are not marked")
  func collapsedRowsAreNotMarked() async throws {
    let stage = try await stage()
    stage.press(.control("a"))
    #expect(stage.statusLine.contains("2 rows marked, but 4 below collapsed rows not"))
    stage.press("U", "0", .control("a"))
    #expect(stage.page.targets.count == 6 && !stage.statusLine.contains("below collapsed"))
  }

  @Test func horizontalKeysMoveTheColumnCursorWhereNothingExpands() async throws {
    let stage = try await stage()
    stage.press(.right, .right, .right)
    #expect(stage.page.table.currentColumnID == stage.page.table.columns[1].id)
    stage.press("h", "h")
    #expect(stage.names == ["init", "cron"])
  }

  @Test func aFilterKeepsAncestorsAndASortSortsSiblings() async throws {
    let stage = try await stage(rows: 9, level: 1)
    stage.page.query.setFilters([try RowFilter(parsing: "n == 3")])
    stage.settle()
    await stage.wait(for: "the filter") { stage.names == ["init", "server", "worker"] }
    stage.page.query.setSortKeys([SortKey("n", isDescending: true)])
    stage.page.query.setFilters([try RowFilter(parsing: "n > 3")])
    stage.settle()
    await stage.wait(for: "the order") {
      stage.names == ["cron", "init", "server", "shell", "editor"]
    }
    stage.page.query.setFilters([])
    stage.settle()
    await stage.wait(for: "all rows") { stage.names == ["cron", "init"] }
  }

  @Test(
    "39: no key for all rows marks those that are shown for their descendants only",
    arguments: [.control("a"), "*"] as [Key])
  func marksOfMatches(key: Key) async throws {
    let stage = try await stage(rows: 9, level: 1)
    stage.page.query.setFilters([try RowFilter(parsing: "n == 3")])
    stage.settle()
    await stage.wait(for: "the filter") { stage.names == ["init", "server", "worker"] }
    stage.press(key)
    #expect(stage.page.targets.rows.map { $0.json.member("name")?.string } == ["worker"])
  }

  @Test("39: that rows of a tree repeat their identity is said once")
  func repeatedIdentities() async throws {
    let rows = [(1, 0), (1, 0), (2, 1)].map { #"{"id":\#($0),"up":\#($1)}"# }
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 120)
    stage.page.tree.show(TreeRequest(.parent("up"), id: nil, level: nil))
    await stage.wait(for: "the tree") { stage.page.rows?.tree != nil }
    #expect(stage.statusLine.contains("1 row repeats an earlier id"))
    stage.feed.reload()
    await stage.wait(for: "the reload") { !stage.feed.status.isRefreshing }
    stage.settle()
    #expect(!stage.statusLine.contains("not unique"))
  }

  @Test func marksOfCollapsedRowsStay() async throws {
    let stage = try await stage(level: 2)
    stage.press("j", .space)
    #expect(stage.page.targets.count == 1)
    stage.press("_")
    #expect(stage.names == ["init", "cron"])
    #expect(stage.statusLine.contains("1 marked, 1 not shown"))
    stage.press("0")
    #expect(stage.page.targets.hidden.isEmpty && stage.page.targetRows.count == 1)
  }

  @Test func searchFindsRowsThatAreNotExpanded() async throws {
    let stage = try await stage()
    try stage.page.search.start("worker")
    stage.settle()
    await stage.wait(for: "the match") { stage.cursorName == "worker" }
    #expect(stage.names == ["init", "shell", "server", "worker", "cron"])
  }

  @Test("39: a row that was collapsed stays so when its only child goes and comes")
  func collapsedRowsStaySo() async throws {
    let stage = try await stage(rows: 12)
    stage.press("j", "j", "j", "h")
    #expect(stage.names == ["init", "shell", "editor", "server", "cron"])
    let worker = #"{"name":"worker","up":"server","n":3}"#
    for (text, count) in [(Self.rows.replacing(worker + "\n", with: ""), 5), (Self.rows, 6)] {
      await stage.reload(text, count: count)
    }
    #expect(stage.names == ["init", "shell", "editor", "server", "cron"])
    #expect(stage.cursorName == "server")
  }

  @Test func whatIsExpandedSurvivesAReload() async throws {
    let stage = try await stage()
    stage.press(.right, "j")
    stage.change(
      Self.rows.replacing(#""up":"init","n":5"#, with: #""up":null,"n":5"#)
        + "\n{\"name\":\"new\",\"up\":\"init\"}")
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.settle()
      return stage.page.updater.updateTask == nil && stage.names.contains("new")
    }
    #expect(stage.names == ["init", "server", "new", "shell", "cron"])
    #expect(stage.cursorName == "shell")
    stage.change(#"{"name":"shell","up":"init","n":5}"#)
    stage.feed.reload()
    await stage.wait(for: "a parent that vanished") {
      stage.settle()
      return stage.page.updater.updateTask == nil && stage.names == ["shell"]
    }
    #expect(stage.statusLine.contains("1 row without its parent"))
  }
}
