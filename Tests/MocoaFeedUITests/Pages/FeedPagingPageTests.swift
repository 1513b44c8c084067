import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// A feed in pages, which are loaded as far as the user scrolls.
@MainActor @Suite struct FeedPagingPageTests {
  nonisolated private static func rows(_ numbers: Range<Int>) -> String {
    "[" + numbers.map { #"{"id":\#($0),"name":"row \#($0)"}"# }.joined(separator: ",") + "]"
  }

  private let isBroken = Box(false)

  /// Pages of 20 rows each; there are 50 rows.
  private func makeStage(columns: Int = 60) throws -> FeedPageScreen {
    let isBroken = isBroken
    let source = PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
      let page = address.split(separator: "=").last.flatMap { Int($0) } ?? 1
      if page == 2, isBroken.value { return MemorySource("[{", name: address) }
      let start = (page - 1) * 20
      return MemorySource(Self.rows(start..<max(start, min(50, start + 20))), name: address)
    }
    return try FeedPageScreen(feed: Feed(source: source), columns: columns, rows: 8)
  }

  private func footLine(_ stage: FeedPageScreen) -> String {
    stage.screen.application.renderIfNeeded()
    return stage.screen.terminal.lines.dropLast().last ?? ""
  }

  @Test func nextPageIsLoadedNearTheEnd() async throws {
    let stage = try makeStage()
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    #expect(footLine(stage) == " more rows load near the end")
    stage.press(.down)
    #expect(stage.feed.pageState == .loaded)
    stage.press(.end)
    await stage.wait(for: "the second page") { stage.page.shownRows.count == 40 }
    #expect(stage.cursorName == "row 19")
    stage.press(.end)
    await stage.wait(for: "the third page") { stage.page.shownRows.count == 50 }
    stage.press(.end)
    await stage.wait(for: "the end") { stage.feed.pageState == .noMore }
    #expect(footLine(stage) == " no more rows")
    #expect(stage.page.shownRows == ShownRows(count: 50, isComplete: true))
  }

  @Test("34: what is counted of some pages says so")
  func countsOfSomePages() async throws {
    let stage = try makeStage()
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    stage.press(.down)
    #expect(stage.screen.terminal.lines.joined().contains("2/20+"))
    stage.press("I")
    let page = try #require(stage.page.stack?.top as? DescriptionPage)
    await stage.wait(for: "a description") {
      page.statusBar.pendingRows == "more pages are not loaded yet"
    }
    stage.press(.escape, "S")
    stage.type("id")
    stage.press(.enter)
    await stage.wait(for: "a summary") {
      stage.screen.terminal.lines.joined().contains("more pages are not loaded yet")
    }
  }

  @Test(
    "34: that all rows of some pages were marked is a fault of what is made of them",
    arguments: [.control("a"), "*"] as [Key])
  func marksOfSomePages(key: Key) async throws {
    let stage = try makeStage()
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    stage.press(key)
    let fault = "only the 20 rows that were displayed were marked: more pages are not loaded yet"
    #expect(stage.page.targets.remainder == fault)
    let faults = stage.page.exports.export(as: .json)?.faults.lines
    #expect(faults == ["more pages are not loaded yet"])
    stage.press(.end)
    await stage.wait(for: "the second page") { stage.page.shownRows.count == 40 }
    #expect(stage.page.exports.export(as: .json)?.faults.lines == [fault])
    stage.press(.space)
    #expect(stage.page.targets.remainder == nil)
  }

  @Test("34: rows that are still being searched are a fault of an export")
  func exportsOfARunningQuery() throws {
    let stage = try FeedPageScreen(
      "[" + (0..<2_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]")
    stage.page.query.setFilters([try RowFilter(parsing: "id >= 0")])
    let fault = "the rows are still being searched"
    #expect(stage.page.exports.export(as: .json)?.faults.lines.contains(fault) == true)
    stage.settle()
    #expect(stage.page.exports.export(as: .json)?.faults.isWhole == true)
  }

  @Test("34: pages are loaded until rows match, and a search says that there are more")
  func rowsOfLaterPagesMatch() async throws {
    let stage = try makeStage(columns: 70)
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    stage.press("/")
    stage.type("row 45")
    stage.press(.enter)
    #expect(stage.statusLine.contains("not found; more pages are not loaded yet"))
    stage.page.query.setSortKeys([SortKey("id", isDescending: true)])
    #expect(stage.statusLine.hasPrefix(" only the"))
    await stage.wait(for: "the order") { stage.cursorName == "row 0" }
    stage.screen.application.renderIfNeeded()
    #expect(stage.screen.terminal.lines.contains { $0.contains("only the rows loaded so far") })
    stage.press("f")
    stage.type("id == 45")
    stage.press(.enter)
    await stage.wait(for: "the row of the third page") { stage.page.shownRows.count == 1 }
    await stage.wait(for: "the end") { stage.feed.pageState == .noMore }
    #expect(stage.cursorName == "row 45")
  }

  @Test("34: a reload of all pages keeps the cursor and the marks", arguments: [false, true])
  func aReloadOfAllPagesKeepsTheMarks(areObjects: Bool) async throws {
    let total = Box(50)
    let origin = FeedOrigin(name: "http://h/f") {
      PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
        let page = address.split(separator: "=").last.flatMap { Int($0) } ?? 1
        let start = (page - 1) * 20
        let rows = Self.rows(start..<max(start, min(total.value, start + 20)))
        return MemorySource(areObjects ? "{\"items\":\(rows)}" : rows, name: address)
      }
    }
    let stage = try FeedPageScreen(feed: Feed(origin), rows: 8)
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    stage.press(.down, .space, .space)
    for count in [40, 50] {
      stage.press(.end)
      await stage.wait(for: "a page") { stage.page.shownRows.count == count }
    }
    stage.press(.end)
    await stage.wait(for: "the end") { stage.feed.pageState == .noMore }
    stage.press(.home, .down, .down)
    // All pages again, then with further ones, then with fewer.
    for count in [50, 50, 90, 45] {
      total.value = count
      let generation = stage.feed.generation
      stage.press("r")
      await stage.wait(for: "the reload") {
        stage.feed.generation > generation && stage.page.shownRows.isComplete
      }
      #expect(stage.page.targets.count == 2)
      #expect(stage.cursorName == "row 2")
    }
  }

  @Test func aFailedPageIsRetried() async throws {
    isBroken.value = true
    let stage = try makeStage()
    await stage.wait(for: "the first page") { stage.page.shownRows.count == 20 }
    stage.press(.end)
    await stage.wait(for: "a failure") { footLine(stage).hasPrefix(" page failed (r retries)") }
    // It is not requested automatically, however the cursor moves.
    stage.press(.up, .down)
    #expect(stage.page.shownRows.count == 20)
    isBroken.value = false
    stage.press("r")
    await stage.wait(for: "the second page") { stage.page.shownRows.count == 40 }
  }
}

/// A value that several threads may change.
private final class Box<Value: Sendable>: Sendable {
  private let storage: Monitor<Value>

  init(_ value: Value) { storage = Monitor(value) }

  var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
