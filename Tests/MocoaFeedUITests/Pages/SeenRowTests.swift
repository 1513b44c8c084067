import Foundation
import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The cursor, the marks and the actions are those of the rows that the user sees.
@MainActor @Suite struct SeenRowTests {
  /// Rows with an identity, a name `n1`, and a group: two rows of each.
  private static func feed(_ ids: [Int]) -> String {
    let rows = ids.map { id in
      let group = ["a", "b", "c"][(id - 1) / 2 % 3]
      return #"{"id":\#(id),"name":"n\#(id)","g":"\#(group)"}"#
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  /// Reloads the feed, which has another number of rows then.
  private func reload(_ stage: FeedPageScreen, _ ids: [Int]) async {
    await stage.reload(Self.feed(ids), count: ids.count)
  }

  // The first screen had the order of the file, and keys that were typed ahead were refused.
  @Test("39: few rows are in their order before the page is displayed")
  func orderOfTheFirstScreen() throws {
    let feed = readFeed((0..<300).map { "{\"n\":\($0)}" }.joined(separator: "\n"))
    let registry = ModuleRegistry()
    let page = FeedPage(feed: feed, module: registry["mocoa://feed/"])
    page.query.setSortKeys([SortKey("n", isDescending: true)])
    #expect(page.source.isOutdated)
    page.waitForRows(atMost: .seconds(60))
    #expect(!page.source.isOutdated)
    let first = page.row(at: ListIndexPath(section: 0, item: 0))
    #expect(first?.json.member("n")?.text == "299")
    let screen = try ScreenDriver(columns: 60, rows: 8)
    screen.show(page)
    #expect(screen.picture.contains("299") && page.cursor?.item == 0)
  }

  // The first screen was a list, to which keys that were typed ahead were applied.
  @Test(
    "39: few rows are in their sections, or a tree, before the page is displayed",
    arguments: [false, true], [nil, "id != 4"] as [String?])
  func arrangementOfTheFirstScreen(isTree: Bool, filter: String?) throws {
    let rows = (0..<6).map { id in
      #"{"id":\#(id),"name":"n\#(id)","g":\#(id % 2),"up":\#(id == 0 ? "null" : "0")}"#
    }
    let stage = try FeedPageScreen("[" + rows.joined(separator: ",") + "]", rows: 12)
    if let filter { stage.page.query.setFilters([try RowFilter(parsing: filter)]) }
    if isTree {
      stage.page.tree.show(TreeRequest(.parent("up"), id: "id", level: nil))
    } else {
      stage.page.query.grouping = RowGrouping(by: "g")
    }
    #expect(stage.page.source.isOutdated)
    stage.page.waitForRows(atMost: .seconds(60))
    #expect(!stage.page.source.isOutdated)
    #expect(stage.page.list.numberOfSections == (isTree ? 1 : 2))
    // A tree that fits on the screen is expanded.
    #expect((stage.page.rows?.tree != nil) == isTree)
    #expect(stage.names.count == (filter == nil ? 6 : 5) && stage.cursorName == "n0")
  }

  @Test("39: the cursor is on the first row of sections before a key was pressed")
  func firstRowOfFilteredSections() throws {
    let rows = [(0, "a"), (1, "b"), (2, "c"), (3, "b"), (4, "a")].map { id, group in
      #"{"id":\#(id),"name":"n\#(id)","g":"\#(group)"}"#
    }
    let stage = try FeedPageScreen("[" + rows.joined(separator: ",") + "]", rows: 12)
    stage.page.query.grouping = RowGrouping(by: "g")
    stage.page.query.setFilters([try RowFilter(parsing: "id > 0")])
    stage.page.waitForRows(atMost: .seconds(60))
    #expect(stage.names == ["n4", "n1", "n3", "n2"] && stage.cursorName == "n4")
  }

  @Test(
    "39: no action is done at once where a prompt has hidden that the row is gone",
    arguments: [("s", "name", .escape, 2), ("/", "n6", .enter, 6)] as [(Key, String, Key, Int)])
  func losesBehindPrompts(prompt: Key, text: String, end: Key, gone: Int) async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j", prompt)
    stage.type(text)
    await reload(stage, [1, 2, 3, 4, 5, 6].filter { $0 != gone })
    let later = ContinuousClock.now + .seconds(1)
    stage.page.targets.now = { later }
    #expect(!stage.page.targets.hasJustLost)
    stage.press(end, "y")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
  }

  @Test(
    "39: no action is done at once where another page has hidden that the row is gone",
    arguments: ["I", nil] as [Key?])
  func losesBehindPages(key: Key?) async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j")
    if let key {
      stage.press(key)
    } else {
      let row = try #require(stage.page.currentRow)
      stage.page.stack?.push(JSONPage(of: row, on: stage.page))
    }
    #expect(stage.page.stack?.pages.count == 2)
    await reload(stage, [1, 3, 4, 5, 6])
    let later = ContinuousClock.now + .seconds(1)
    stage.page.targets.now = { later }
    #expect(!stage.page.targets.hasJustLost)
    stage.press(.escape, "y")
    #expect(stage.page.stack?.pages.count == 1 && stage.cursorName == "n3")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
  }

  @Test("39: the current row is not said to be another one when a reload leaves none")
  func reportsWithoutRows() async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3]), columns: 100)
    stage.press("j")
    await reload(stage, [1, 3])
    #expect(stage.statusLine.contains("the row is gone; this is another"))
    await reload(stage, [])
    #expect(stage.names.isEmpty && !stage.statusLine.contains("this is another"))
  }

  @Test("39: the row behind a deleted one is the next one in the page of that")
  func rowBehindADeletedOne() async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j")
    let page = JSONPage(of: try #require(stage.page.currentRow), on: stage.page)
    stage.page.stack?.push(page)
    await reload(stage, [1, 3, 4, 5, 6])
    stage.press("J")
    #expect(stage.cursorName == "n3" && page.title.hasSuffix("row 2"))
    stage.press("J")
    #expect(stage.cursorName == "n4" && page.title.hasSuffix("row 3"))
  }

  // The row behind it was skipped where a row above was gone as well.
  @Test(
    "39: the next row is the one behind a deleted one, also where one before it is gone",
    arguments: [([2, 4, 5, 6], "n4"), ([1, 2], nil)] as [([Int], String?)])
  func rowBehindDeletedOnes(ids: [Int], next: String?) async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j", "j")
    let page = JSONPage(of: try #require(stage.page.currentRow), on: stage.page)
    stage.page.stack?.push(page)
    await reload(stage, ids)
    stage.press("J")
    #expect(stage.cursorName == next ?? "n2")
    #expect(stage.statusLine.contains("this is the last row") == (next == nil))
  }

  @Test("39: a search without a match leaves the cursor where it began")
  func searchesWithoutMatches() async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j", "/")
    stage.type("n6")
    #expect(stage.cursorName == "n6")
    stage.type("x")
    stage.press(.enter)
    #expect(stage.cursorName == "n2" && stage.statusLine.contains("not found"))
    stage.press("/")
    stage.type("n6")
    await reload(stage, [1, 2, 3, 4, 5])
    stage.press(.enter)
    #expect(stage.cursorName == "n2" && stage.statusLine.contains("not found"))
  }

  // The cursor was on the row that had the number of the current one before the reload.
  @Test(
    "39: a row that a filter hides stays the current one after a reload, or is said to be gone",
    arguments: [[7, 1, 2, 3, 4, 5, 6], [1, 2, 4, 5, 6]])
  func hiddenRows(ids: [Int]) async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100, rows: 12)
    stage.press("j", "j")
    stage.page.query.setFilters([try RowFilter(parsing: "id > 99")])
    await stage.wait(for: "no rows") {
      stage.settle()
      return stage.names.isEmpty
    }
    await reload(stage, ids)
    stage.press(.backspace)
    await stage.wait(for: "all rows") {
      stage.settle()
      return stage.names.count == ids.count
    }
    #expect(stage.cursorName == (ids.contains(3) ? "n3" : "n4"))
    #expect(stage.statusLine.contains("the row is gone; this") == !ids.contains(3))
    // The reload may have been long ago.
    #expect(!stage.statusLine.contains("reloaded"))
  }

  /// A page of six rows in three sections.
  private func groupedStage() async throws -> FeedPageScreen {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100, rows: 12)
    stage.page.query.grouping = RowGrouping(by: "g")
    await stage.wait(for: "sections") { stage.page.shownRows.isComplete && stage.names.count == 6 }
    return stage
  }

  @Test(
    "39: a section, or all, that are expanded again return to the row",
    arguments: ["}", "{"] as [Key])
  func expandedSections(key: Key) async throws {
    let stage = try await groupedStage()
    stage.press("j", "j", "j")
    #expect(stage.cursorName == "n4")
    stage.press(key)
    #expect(stage.cursorName == (key == "}" ? "n5" : nil))
    #expect(stage.statusLine.contains(key == "}" ? "3/4 of 6" : "0/0 of 6"))
    // A row of the section in which the cursor is.
    await reload(stage, [11, 1, 2, 3, 4, 5, 6])
    stage.press(key)
    #expect(stage.cursorName == "n4")
    #expect(stage.statusLine.contains("/7") && !stage.statusLine.contains("of 7"))
  }

  @Test("39: keys that mark say that no rows are shown", arguments: [.control("a"), "*"] as [Key])
  func marksWithoutRows(key: Key) async throws {
    let stage = try await groupedStage()
    stage.press("{", key)
    #expect(stage.page.targets.count == 0)
    #expect(stage.statusLine.contains("has no effect here"))
  }

  @Test("34: a key that marks all rows says that those in collapsed sections are not marked")
  func collapsedSectionsAreNotMarked() async throws {
    let stage = try await groupedStage()
    stage.press("}", .control("a"))
    #expect(stage.page.targets.count == 4)
    #expect(stage.statusLine.contains("4 rows marked, but 2 in collapsed sections not"))
    stage.press("U", "{", "{", .control("a"))
    #expect(stage.page.targets.count == 6 && !stage.statusLine.contains("collapsed sections"))
    // Marks in a section that is collapsed stay.
    stage.press("}", .control("a"))
    #expect(stage.page.targets.count == 6 && !stage.statusLine.contains("collapsed sections"))
  }

  @Test("39: changes are those of all rows, whether their sections stay, go or are collapsed")
  func countedRows() async throws {
    let stage = try await groupedStage()
    await reload(stage, [3, 4, 5, 6])
    #expect(stage.statusLine.contains(" -2 ") && !stage.statusLine.contains("+"))
    await reload(stage, [1, 2, 3, 4, 5, 6])
    #expect(stage.statusLine.contains("+2 ") && !stage.statusLine.contains("-"))
    stage.press("{")
    await reload(stage, [1, 2, 4, 5, 6, 7, 9])
    #expect(stage.statusLine.contains("+2 -1 "))
    stage.press("c")
    #expect(stage.statusLine.contains("the changed rows are collapsed"))
  }

  @Test("39: a row that moves below a collapsed one is said to be collapsed, and is no deleted one")
  func rowsBelowCollapsedOnes() async throws {
    func feed(_ parents: [Int: Int], upTo count: Int) -> String {
      let rows = (1...count).map { #"{"id":\#($0),"name":"n\#($0)","p":\#(parents[$0] ?? 0)}"# }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let stage = try FeedPageScreen(feed([2: 1], upTo: 4), columns: 100, rows: 12)
    stage.page.tree.show(TreeRequest(.parent("p"), id: nil, level: 1))
    await stage.wait(for: "the tree") { stage.page.rows?.tree != nil && stage.names.count == 3 }
    stage.press("j")
    #expect(stage.cursorName == "n3")
    stage.change(feed([2: 1, 3: 1], upTo: 5))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.settle()
      return stage.page.updater.updateTask == nil && stage.names == ["n1", "n4", "n5"]
    }
    #expect(stage.statusLine.contains("the row is collapsed; this is another"))
    #expect(stage.statusLine.contains("+1 ~1 ") && !stage.statusLine.contains("-"))
  }

  /// Rows with lists of elements, each with a name and a value.
  private static func lists(_ lists: [[(name: String, value: Int)]]) -> String {
    let rows = lists.enumerated().map { index, elements in
      let items = elements.map { #"{"name":"\#($0.name)","v":\#($0.value)}"# }
      return #"{"id":\#(index),"items":[\#(items.joined(separator: ","))]}"#
    }
    return "[" + rows.joined(separator: ",\n") + "]"
  }

  @Test(
    "39: an element is known by its name and its row, or by the title of the column of --id",
    arguments: [
      (1, nil, "n4", true), (2, nil, "n4", true), (1, "name", "n4", true), (1, nil, "n9", false),
      (2, nil, "n9", false), (1, "name", "n9", false),
    ] as [(Int, String?, String, Bool)])
  func elements(count: Int, key: String?, name: String, isSame: Bool) async throws {
    let before = (1...5).map { (name: "n\($0)", value: 1) }
    let rest = Array(repeating: before, count: count - 1)
    let file = try ScratchFile(Self.lists([before] + rest))
    var options = FeedOptions(identityKey: key)
    options.unnestings = [Unnesting("items")]
    let feed = try Feed(.file(file.path), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120, rows: 14)
    feed.watch(every: .seconds(3_600))
    await stage.wait(for: "the identities") { feed.listModel.hasFingerprints }
    feed.stopWatching()
    stage.press("j", "j", "j", .space, "k")
    #expect(stage.page.cursorRowNumber == 3 && stage.page.targets.count == 1)
    var after = before
    after[3] = (name: name, value: 2)
    try Data(Self.lists([after] + rest).utf8)
      .write(to: URL(filePath: file.path), options: .atomic)
    feed.reload()
    await stage.wait(for: "the change") {
      stage.settle()
      return stage.statusLine.contains("~1") || stage.statusLine.contains("+1 -1")
    }
    #expect(stage.statusLine.contains(isSame ? "~1" : "+1 -1"))
    #expect(stage.page.targets.count == (isSame ? 1 : 0))
    #expect(stage.statusLine.contains("the row is gone; this") == !isSame)
  }

  @Test("39: a mark does not go to another row in the place of one without an identity")
  func replacedRows() async throws {
    func text(_ third: String) -> String {
      let name = third == "Zoe" ? "Ott" : "Ray"
      let rows: [(String, String)] = [
        ("Ann", "Lee"), ("Bob", "Lee"), (third, name), ("Bob", "Ray"),
      ]
      return rows.map { #"{"first":"\#($0)","last":"\#($1)"}"# }.joined(separator: "\n")
    }
    let stage = try FeedPageScreen(text("Ann"), columns: 100)
    stage.press("j", "j", .space)
    #expect(stage.page.targets.count == 1)
    await stage.reload(text("Eva"), count: 4)
    await stage.wait(for: "the change") { stage.statusLine.contains("~1") }
    #expect(stage.page.targets.count == 1)
    await stage.reload(text("Zoe"), count: 4)
    await stage.wait(for: "the change") { stage.page.targets.count == 0 }
    #expect(stage.statusLine.contains("1 mark cleared"))
  }

  @Test("39: of keys that are typed ahead, the actions that were refused are counted at the end")
  func refusedActions() async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3]), columns: 100)
    stage.page.actions.commands = [try RowCommand(parsing: "x=sh:sleep 0.2")]
    stage.press("x", "j", "x", "x")
    await stage.wait(for: "the end") { stage.statusLine.contains("done:") }
    #expect(stage.statusLine.contains("done: sh: sleep 0.2; refused meanwhile: 2 actions"))
  }

  @Test("39: the prompt for a file says how many rows are left after a reload")
  func countsOfPrompts() async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4]), columns: 160)
    stage.press("j", .space, .space, "w")
    #expect(stage.statusLine.contains("2 rows; name"))
    await reload(stage, [1, 3, 4])
    #expect(stage.statusLine.contains("1 row; name"))
  }

  @Test(
    "39: a click and the wheel clear a message, as a key does",
    arguments: [.press(.left), .wheel(.down), .move] as [MouseEvent.Action])
  func messagesAndTheMouse(action: MouseEvent.Action) throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3]))
    stage.page.status.show("copied")
    stage.screen.application.dispatch(.mouse(MouseEvent(action, column: 2, row: 2)))
    #expect(stage.page.status.hasMessage == (action == .move))
  }

  // The cursor was on the last of the new rows, silently.
  @Test("39: no action is done at once where a followed file was overwritten, which is said")
  func overwrittenFollowedFiles() async throws {
    func lines(_ ids: ClosedRange<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }
    let file = try ScratchFile(lines(1...30))
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 30, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 120)
    await stage.wait(for: "the end") { stage.feed.status.isFollowing }
    stage.press("G", "k", "k")
    let time = ContinuousClock.now
    stage.page.targets.now = { time }
    try file.write(lines(41...50))
    await stage.wait(for: "the rows") {
      stage.settle()
      return stage.page.table.rowCount == 10
    }
    #expect(stage.statusLine.contains("the current row may be another one"))
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
    stage.page.targets.now = { time + .seconds(1) }
    stage.press("y")
    #expect(stage.screen.terminal.clipboard != nil)
    feed.stop()
  }

  @Test("39: the row under collapsed sections that a reload has taken is no other one in silence")
  func lostUnderCollapsedSections() async throws {
    let stage = try await groupedStage()
    stage.press("j", "j", "{")
    await reload(stage, [1, 2, 4, 5, 6])
    stage.press("{", "y")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
  }
}
