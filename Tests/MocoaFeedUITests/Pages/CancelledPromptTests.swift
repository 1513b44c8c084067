import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Prompts that show other rows, and are cancelled after a reload.
@MainActor @Suite struct CancelledPromptTests {
  nonisolated private static func feed(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":\#($0),"name":"row \#($0)"}"# }.joined(separator: ",") + "]"
  }

  /// Reloads the feed, in which rows were inserted above the current one, and one was deleted.
  private func reloadWithOtherRows(_ stage: FeedPageScreen) async {
    stage.change(Self.feed([100, 101, 102] + (0..<40).filter { $0 != 5 }))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.settle()
      return stage.feed.listModel.numberOfRows == 42 && stage.page.updater.updateTask == nil
        && !stage.feed.status.isRefreshing
    }
  }

  @Test(
    "34: a cancelled filter, and another one, return to the row, which a reload moved",
    arguments: [[Key.escape], [.control("u")]])
  func theRowIsTheSame(keys: [Key]) async throws {
    let stage = try FeedPageScreen(Self.feed(Array(0..<40)), columns: 100)
    for _ in 0..<20 { stage.press("j") }
    #expect(stage.cursorName == "row 20")
    stage.press("f")
    stage.type("id > 30")
    await stage.wait(for: "the rows that match") { stage.cursorName == "row 31" }
    await reloadWithOtherRows(stage)
    for key in keys { stage.press(key) }
    if keys != [.escape] {
      stage.type("id < 99")
      stage.press(.enter)
    }
    await stage.wait(for: "the row") {
      stage.settle()
      return stage.cursorName == "row 20"
    }
    #expect(stage.cursorName == "row 20")
  }

  /// Returns a page whose rows are in descending order, with the cursor on row 29.
  private func sortedStage() async throws -> FeedPageScreen {
    let stage = try FeedPageScreen(Self.feed(Array(0..<40)), columns: 100)
    stage.page.query.setSortKeys(try stage.page.columnController.catalog.sortKeys(parsing: "-id"))
    await stage.wait(for: "the order") {
      stage.settle()
      return stage.names.first == "row 39"
    }
    for _ in 0..<10 { stage.press("j") }
    #expect(stage.cursorName == "row 29")
    return stage
  }

  @Test(
    "34: the row stays the current one in a sorted list when a filter goes",
    arguments: ["id < 3", "id > 38", "zzz"])
  func sortedRowsStayCurrent(filter: String) async throws {
    let stage = try await sortedStage()
    stage.press("f")
    stage.type(filter)
    await stage.wait(for: "the rows that match") {
      stage.settle()
      return stage.page.list.numberOfItems(in: 0) < 40
    }
    stage.press(.escape)
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.page.list.numberOfItems(in: 0) == 40
    }
    #expect(stage.cursorName == "row 29")
    // One that only the row itself matches, undone; and one that it does not match.
    stage.press("f")
    stage.type("id == 29")
    stage.press(.enter, .backspace)
    await stage.wait(for: "all rows again") {
      stage.settle()
      return stage.page.list.numberOfItems(in: 0) == 40
    }
    #expect(stage.cursorName == "row 29")
    stage.page.addFilter("id != 29")
    await stage.wait(for: "all but one") {
      stage.settle()
      return stage.page.list.numberOfItems(in: 0) == 39
    }
    #expect(["row 28", "row 30"].contains(stage.cursorName))
  }

  // It was on the first row.
  @Test("39: a filter in a sorted list leaves the cursor on the next row that matches")
  func filtersOfSortedRows() async throws {
    let stage = try await sortedStage()
    stage.press("f")
    for (filter, count, name) in [
      ("zzz", 0, nil), ("id > 35", 4, "row 36"), ("id % 15 == 0", 3, "row 15"),
    ] as [(String, Int, String?)] {
      stage.press(.control("u"))
      stage.type(filter)
      await stage.wait(for: "the rows that match") {
        stage.settle()
        return stage.page.list.numberOfItemsInAllSections == count
      }
      #expect(stage.cursorName == name)
    }
    stage.press(.enter, .backspace)
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.page.list.numberOfItemsInAllSections == 40
    }
    #expect(stage.cursorName == "row 15")
  }

  // It was on the first row, too.
  @Test("39: a filter in a list with sections leaves the cursor on the next row that matches")
  func filtersOfSections() async throws {
    let rows = (0..<40).map { #"{"id":\#($0),"name":"row \#($0)","g":\#($0 % 4)}"# }
    let stage = try FeedPageScreen("[" + rows.joined(separator: ",") + "]", columns: 100)
    stage.page.query.grouping = RowGrouping(by: "g")
    await stage.wait(for: "the sections") { stage.page.list.numberOfSections == 4 }
    for _ in 0..<12 { stage.press("j") }
    #expect(stage.cursorName == "row 9")
    func wait(for count: Int) async {
      await stage.wait(for: "\(count) rows") {
        stage.settle()
        return !stage.page.source.isRunning
          && stage.page.list.numberOfItemsInAllSections == count
      }
    }
    stage.press("f")
    // The next row of the section, the last one, that of the next section, and of one before.
    for (filter, count, name) in [
      ("zzz", 0, nil), ("id > 20", 19, "row 21"), ("id < 8", 8, "row 5"),
      ("id % 4 > 1", 20, "row 2"), ("id % 4 == 0", 10, "row 36"),
    ] as [(String, Int, String?)] {
      stage.press(.control("u"))
      stage.type(filter)
      await wait(for: count)
      #expect(stage.cursorName == name)
    }
    stage.press(.enter, .backspace)
    await wait(for: 40)
    #expect(stage.cursorName == "row 36")
  }

  @Test(
    "34: a search that is cancelled, or emptied, returns to the row from which it began",
    arguments: [[Key.escape], [.control("u")]])
  func searches(keys: [Key]) async throws {
    let stage = try FeedPageScreen(Self.feed(Array(0..<40)), columns: 100)
    for _ in 0..<20 { stage.press("j") }
    stage.press("/")
    stage.type("row 31")
    await stage.wait(for: "the match") { stage.cursorName == "row 31" }
    await reloadWithOtherRows(stage)
    for key in keys { stage.press(key) }
    await stage.wait(for: "the row") {
      stage.settle()
      return stage.cursorName == "row 20"
    }
    #expect(stage.cursorName == "row 20")
  }

  @Test("34: an action from the palette does nothing if its row is gone")
  func palettesKeepTheirRow() async throws {
    let stage = try FeedPageScreen(Self.feed(Array(0..<9)), columns: 160)
    stage.press("j", "j", ":")
    stage.type("copy-row")
    stage.change(Self.feed([0, 1, 3, 4, 5, 6, 7, 8]))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.page.list.numberOfItemsInAllSections == 8 && stage.page.updater.updateTask == nil
    }
    stage.press(.enter)
    #expect(stage.statusLine.contains("the row is gone; nothing was done"))
    #expect(stage.screen.terminal.clipboard == nil)
  }

  @Test("39: Ctrl-C takes back an order that is not there yet, as Esc does")
  func interruptedOrders() throws {
    let stage = try FeedPageScreen(Self.feed(Array(0..<40)), columns: 100)
    stage.screen.press("s")
    for character in "-id" { stage.screen.press(Key(character)) }
    stage.screen.press(.enter)
    #expect(stage.page.query.sortKeys.count == 1 && stage.page.source.isOutdated)
    stage.screen.press(.control("c"))
    #expect(stage.page.query.sortKeys.isEmpty)
    #expect(stage.statusLine.contains("undone: sort order"))
    stage.settle()
    #expect(stage.page.keyMap.available(in: stage.page).keys(for: "cancel-query").isEmpty)
  }

  @Test("39: nothing is done for the row that was found last while a filter is computed")
  func rowsFoundLast() async throws {
    let count = 200_000
    let rows = (0..<count).map { #"{"id":\#($0),"name":"row \#($0)","score":\#($0 % 1000)}"# }
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 120)
    for character in "fscore >= 500" { stage.screen.press(Key(character)) }
    stage.screen.press(.enter)
    // A fast computer may have found all.
    await stage.wait(for: "the first rows") { !stage.page.source.isOutdated }
    stage.screen.press("G")
    for key: Key in ["y", .space, "V", "*"] where stage.page.source.isRunning {
      stage.screen.press(key)
      #expect(stage.screen.terminal.clipboard == nil && stage.page.targets.count == 0)
      #expect(stage.statusLine.contains("the rows are still being searched; nothing was done"))
    }
    stage.settle()
    #expect(stage.page.list.numberOfItemsInAllSections == count / 2)
  }

  @Test("39: a filter that is removed while rows are found leaves the cursor on its row")
  func removedFilters() async throws {
    let count = 200_000
    let rows = (0..<count).map { #"{"id":\#($0),"name":"row \#($0)","score":\#($0 % 1000)}"# }
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 120)
    stage.press("G", .space)
    #expect(stage.cursorName == "row \(count - 1)")
    stage.press("f")
    stage.type("score >= 500")
    stage.press(.enter)
    await stage.wait(for: "some of the rows") {
      stage.page.list.numberOfItemsInAllSections < count
    }
    await stage.wait(for: "the marked row") {
      stage.settle()
      return stage.page.list.numberOfItemsInAllSections == count / 2
    }
    #expect(stage.page.list.numberOfSelectedItems == 1 && stage.page.targets.count == 1)
    stage.press("U")
    stage.press("f")
    stage.type("score >= 501")
    stage.press(.enter, "Y")
    let isFound = stage.cursorName == "row \(count - 1)"
    #expect(isFound || stage.statusLine.contains("still being searched"))
    stage.press(.backspace, .backspace)
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.page.list.numberOfItemsInAllSections == count
    }
    #expect(stage.cursorName == "row \(count - 1)")
  }
}
