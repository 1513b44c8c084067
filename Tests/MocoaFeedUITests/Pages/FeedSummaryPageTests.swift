import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// Summaries of columns, and sections by their names.
@MainActor @Suite struct FeedSummaryPageTests {
  @Test func aColumnIsSummedUp() throws {
    let rows = (0..<100).map { #"{"n":\#($0 % 10),"name":"row \#($0)"}"# }
    let stage = try FeedPageScreen(
      "[" + rows.joined(separator: ",") + "]", columns: 76, rows: 26)
    stage.press("S")
    stage.type("n")
    stage.press(.enter)
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    stage.screen.application.renderIfNeeded()
    let text = stage.screen.terminal.lines.joined(separator: "\n")
    for part in ["rows      100", "distinct  10", "min       0", "max       9", "mean      4.5"] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
    #expect(text.contains("█ 10"))
    stage.press(.escape)
    #expect(stage.screen.application.topOverlay == nil)
  }

  // They were cut without a sign.
  @Test("39: the counts behind the bars of a summary are displayed on a narrow screen, too")
  func countsOnANarrowScreen() throws {
    let rows = (0..<120).map { #"{"state":"\#($0 % 3 == 0 ? "closed" : "open")"}"# }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]", columns: 40, rows: 20)
    stage.page.summaries.showSummary(of: "state")
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    let text = stage.screen.picture
    #expect(text.contains("█ 80") && text.contains("█ 40"), "\(text)")
  }

  @Test("41: all numbers of a summary have their digits in groups")
  func numbersAreGrouped() throws {
    let stage = try FeedPageScreen(#"[{"n":10000},{"n":20001}]"#, columns: 76, rows: 26)
    stage.page.summaries.showSummary(of: "n")
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    let text = stage.screen.picture
    for part in ["min       10 000", "max       20 001", "mean      15 000.5", "sum       30 001"] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
  }

  @Test("41: a column without times and numbers is reported once, and offers nothing")
  func columnsWithoutRanges() async throws {
    let stage = try FeedPageScreen(names: ["ada", "bob"], columns: 120)
    stage.press(.right, "T")
    let page = try #require(stage.page.stack?.top as? HistogramPage)
    let reason = "no row has a time or a number here"
    await stage.wait(for: "the reason") { page.statusBar.emptyNote.text.contains(reason) }
    let text = stage.screen.picture
    #expect(text.ranges(of: reason).count == 1 && !text.contains("keeps the rows"))
  }

  @Test("39: a summary says that the list has changed since it was opened")
  func summaryOfAChangedList() async throws {
    let stage = try FeedPageScreen(names: ["ada", "bob"], columns: 76, rows: 20)
    stage.page.summaries.showSummary(of: "name")
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    let message = "as it was when opened; the feed has changed since"
    #expect(!stage.screen.picture.contains(message))
    await stage.reload(FeedPageScreen.rows(["ada", "bob", "eve"]), count: 3)
    #expect(stage.screen.picture.contains(message), "\(stage.screen.picture)")
  }

  @Test func onlyRowsThatPassTheFiltersCount() throws {
    let stage = try FeedPageScreen(names: ["ada", "bob", "abe"], columns: 76, rows: 20)
    stage.page.query.setFilters([try RowFilter(parsing: "id > 0")])
    stage.settle()
    stage.page.summaries.showSummary(of: "name")
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    #expect(overlay.summary.result.rowCount == 2)
  }

  @Test("Summaries, ranges, descriptions and values say which rows are left out")
  func brokenRowsAreReported() async throws {
    let rows = (0..<40).map { #"{"n":\#($0)}"# } + [#"{"n":100,broken"#]
    let stage = try FeedPageScreen(
      feed: readFeed(rows.joined(separator: "\n")), columns: 120, rows: 40)
    let left = "1 row cannot be read and is left out"
    stage.page.summaries.showSummary(of: "n")
    let overlay = try #require(stage.screen.application.topOverlay as? SummaryOverlay)
    overlay.summary.wait()
    stage.screen.application.renderIfNeeded()
    #expect(stage.screen.terminal.lines.contains { $0.contains(left) })
    stage.press(.escape)
    for key: Key in ["F", "T", "I"] {
      stage.press(.right, key)
      #expect(stage.page.stack?.top is ComputedPage)
      await stage.wait(for: "the rows left out of \(key)") { stage.statusLine.contains(left) }
      let text = stage.screen.terminal.lines.joined(separator: "\n")
      #expect(!text.contains("100,") && !text.contains("  41 "), "\(text)")
      stage.press(.escape)
    }
  }

  @Test("39: no number of rows is said to be counted before it is known")
  func progressOfManyValues() async throws {
    let rows = (0..<40_000).map { "{\"n\":\($0)}" }
    let stage = try FeedPageScreen(feed: readFeed(rows.joined(separator: "\n")))
    stage.press(.right, "F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    var texts: Set<String> = []
    await stage.wait(for: "the values") {
      if let text = page.statusBar.pendingRows { texts.insert(text) }
      return page.table.rowCount == 40_000 && page.statusBar.pendingRows == nil
    }
    #expect(!texts.contains { $0.contains("0 rows so far") }, "\(texts)")
  }

  @Test("39: the cursor stays on its value while many rows are counted again")
  func countingAgainKeepsTheValue() async throws {
    let filler = String(repeating: "x", count: 1_000)
    let rows = (0..<4_000).map { #"{"g":"g\#($0 % 4)","text":"\#(filler)"}"# }
    let stage = try FeedPageScreen(feed: readFeed(rows.joined(separator: "\n")))
    stage.press(.right, "F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the values") {
      page.table.rowCount == 4 && page.statusBar.pendingRows == nil
    }
    var current: String? {
      page.table.state.cursor.flatMap { page.row(at: $0) }?.json.member("g")?.string
    }
    stage.press("j", "j")
    #expect(current == "g2")
    var seen: Set<String?> = []
    stage.press("r")
    await stage.wait(for: "the values again") {
      seen.insert(current)
      return page.statusBar.pendingRows == nil
    }
    #expect(seen == ["g2"])
  }

  @Test("39: the output of a command says that the list was reloaded since")
  func outputOfAReloadedListIsReported() async throws {
    let stage = try FeedPageScreen(names: ["ada", "bob"], columns: 120)
    stage.press("|")
    stage.type("cat")
    stage.press(.enter)
    await stage.wait(for: "the output") {
      (stage.page.stack?.top as? PipePage)?.table.rowCount == 2
    }
    #expect(!stage.statusLine.contains("as it was when opened"))
    await stage.reload(FeedPageScreen.rows(["ada", "bob", "eve"]), count: 3)
    #expect(stage.statusLine.contains("as it was when opened; the feed was reloaded since"))
  }

  // The cursor went to the next range whose start was one of the other ranges, too.
  @Test("39: of other ranges, the cursor is on the one with its start, and marks are cleared")
  func otherRanges() async throws {
    let rows = (0..<100).map { #"{"n":\#($0)}"# }
    let stage = try FeedPageScreen(feed: readFeed(rows.joined(separator: "\n")), columns: 120)
    stage.press(.right, "T")
    let page = try #require(stage.page.stack?.top as? HistogramPage)
    func shows(_ step: Int) async {
      await stage.wait(for: "ranges of \(step)") {
        stage.screen.application.renderIfNeeded()
        return page.table.rowCount == 100 / step && page.updater.updateTask == nil
          && !page.feed.status.isRefreshing
      }
    }
    let start = {
      page.table.state.cursor.flatMap { page.row(at: $0) }?.json.member("from")?.text
    }
    await shows(5)
    stage.press("<")
    await shows(2)
    for _ in 0..<10 { stage.press("j") }
    #expect(start() == "20")
    stage.press(.space)
    #expect(start() == "22" && page.targets.count == 1)
    stage.press(">")
    await shows(5)
    #expect(start() == "20" && page.targets.count == 0)
    #expect(stage.statusLine.contains("1 mark cleared, as the ranges are others"))
    stage.press("<")
    await shows(2)
    #expect(start() == "22")
  }

  @Test("39: the values of a followed file say that rows were added since, and r counts them")
  func valuesOfFollowedFiles() async throws {
    func lines(_ ids: ClosedRange<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }
    let file = try ScratchFile(lines(1...5))
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 5, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 160)
    await stage.wait(for: "the end") { feed.status.isFollowing }
    stage.press(.right, "F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    func isNoted() -> Bool {
      page.status.clearMessage()
      return stage.statusLine.contains(RowSnapshot.message)
    }
    await stage.wait(for: "the values") {
      page.table.rowCount == 5 && page.statusBar.pendingRows == nil
    }
    #expect(!isNoted())
    try file.append(lines(6...7))
    await stage.wait(for: "the note") { isNoted() }
    stage.press("r")
    await stage.wait(for: "the other values") { page.table.rowCount == 7 }
    #expect(!isNoted())
    feed.stop()
  }

  @Test("37.6: a query is asked with completed members, and what is wrong with it is said")
  func aQueryIsAsked() throws {
    let stage = try FeedPageScreen(
      #"[{"level of x":1,"name":"a"}]"#, columns: 76, rows: 10)
    struct Refusal: Error, CustomStringConvertible { let description = "no such table" }
    stage.press(";")
    #expect(stage.page.prompt == nil)
    var queries: [String] = []
    stage.page.engine.onQuery = { query in
      queries.append(query)
      if queries.count == 1 { throw Refusal() }
    }
    stage.press(";")
    stage.type("select na")
    stage.press(.tab)
    stage.type(", lev")
    stage.press(.tab)
    stage.press(.enter)
    #expect(stage.statusLine.contains("no such table"))
    stage.press(.enter)
    #expect(queries == Array(repeating: #"select name, "level of x""#, count: 2))
    #expect(stage.page.prompt == nil)
  }

  @Test func aSourceIsFoundByTheNameInItsHeader() throws {
    let origins = ["pods.json", "geo.json"].map { name in
      FeedOrigin(name: name) {
        MemorySource(Array(#"[{"name":"\#(name) 1"},{"name":"\#(name) 2"}]"#.utf8), name: name)
      }
    }
    let feed = try Feed(joining: origins)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    stage.press("'")
    #expect(stage.statusLine.contains("pods.json, geo.json"))
    stage.type("geo")
    #expect(stage.cursorName == "geo.json 1")
  }

  @Test func aSectionIsFoundByItsName() throws {
    let sections = ["Fruit", "Bread", "Cheese"].map { name in
      #"{"header":{"title":"\#(name)"},"items":[{"name":"\#(name) 1"},{"name":"\#(name) 2"}]}"#
    }
    let stage = try FeedPageScreen(
      "{\"sections\":[" + sections.joined(separator: ",") + "]}", rows: 5)
    stage.press("'")
    #expect(stage.statusLine.contains("Fruit, Bread, Cheese"))
    stage.type("ch")
    #expect(stage.cursorName == "Cheese 1")
    stage.press(.backspace, .backspace)
    stage.type("zz")
    #expect(stage.statusLine.contains("no such section"))
    stage.press(.escape)
    #expect(stage.cursorName == "Fruit 1")
  }
}
