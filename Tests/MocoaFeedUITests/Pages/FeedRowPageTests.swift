import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// What is copied of a row, its actions, and rows that cannot be read.
@MainActor @Suite struct FeedRowPageTests {
  private static let row = #"[{"id":"a","by":{"name":"A\"x","n":[1,{"k":"v"}]}}]"#

  @Test("34: control characters that are not copied are counted")
  func controlCharactersAreNotCopied() throws {
    let stage = try FeedPageScreen(#"[{"id":"a\u001b[2J\u001b[1m\u0007"}]"#, columns: 80)
    stage.press("Y")
    #expect(stage.screen.terminal.clipboard == "a[2J")
    #expect(stage.statusLine.contains("copied 4 characters, without 2 control characters"))
  }

  @Test func valueAndPathUnderTheColumnCursorAreCopied() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80)
    stage.press("Y")
    // Without a column cursor, the value that names the row.
    #expect(stage.statusLine.contains("copied a"))
    stage.press(.tab, "Y")
    #expect(stage.statusLine.contains("cards have no current column"))
    stage.press(.tab)
    for _ in 0..<5 where stage.page.currentChoice?.column.title != "id" { stage.press(.right) }
    stage.press("Y")
    #expect(stage.screen.terminal.clipboard == "a")
    stage.press(.alt("y"))
    #expect(stage.screen.terminal.clipboard == ".[0].id")
  }

  /// It began at the row.
  @Test(arguments: [
    (#"{"a":{"items":[{"x":1},{"x":2}]},"b":1}"#, ".a.items[1].x"),
    ("[{\"x\":1},{\"x\":2}]", ".[1].x"),
    (#"{"k":{"x":1},"odd name":{"x":2}}"#, #".["odd name"].x"#), ("{\"x\":1}\n{\"x\":2}\n", ".x"),
  ])
  func pathsBeginAtTheRootOfADocument(_ text: String, _ path: String) throws {
    let stage = try FeedPageScreen(text, columns: 80)
    stage.press(.down)
    for _ in 0..<5 where stage.page.currentChoice?.memberPath.keys.last != "x" {
      stage.press(.right)
    }
    stage.press(.alt("y"))
    #expect(stage.screen.terminal.clipboard == path)
    stage.page.stack?.push(
      JSONPage(
        name: "row 2", bytes: try #require(stage.page.currentRow).json, origin: stage.page))
    stage.screen.application.renderIfNeeded()
    let line = path.contains("odd") ? 3 : 1
    for _ in 0..<line { stage.press(.down) }
    stage.press(.alt("y"))
    #expect(stage.screen.terminal.clipboard == path)
  }

  // It was taken for a path in the document.
  @Test("39: that a copied path begins at an unnested row is said")
  func pathsInUnnestedRows() throws {
    var options = FeedOptions()
    options.unnestings = [Unnesting("p.*")]
    let text = #"{"p":{"a":{"x":1},"b":{"x":2}}}"#
    let feed = try Feed(
      FeedOrigin(name: "feed") { MemorySource(text, name: "feed") }, options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 80)
    for _ in 0..<5 where stage.page.currentChoice?.memberPath.keys.last != "x" {
      stage.press(.right)
    }
    stage.press(.alt("y"))
    #expect(stage.screen.terminal.clipboard == ".p.x")
    #expect(stage.statusLine.contains("copied .p.x, in the row"))
    stage.page.stack?.push(
      JSONPage(
        name: "row 1", bytes: try #require(stage.page.currentRow).json, origin: stage.page))
    stage.screen.application.renderIfNeeded()
    stage.press(.alt("y"))
    #expect(stage.statusLine.contains(", in the row"))
  }

  @Test(arguments: [
    (2, "{\n    \"name\": \"A\\\"x\",", "by"), (3, "A\"x", "by.name"), (5, "1", "by.n[0]"),
    (7, "v", "by.n[1].k"), (8, "{\n        \"k\": \"v\"\n      }", "by.n[1]"), (1, "a", "id"),
  ])
  func valueAndPathUnderTheCursorOfARowInFullAreCopied(
    line: Int, value: String, path: String
  ) throws {
    let view = JSONTextView()
    view.show(JSONBytes(Array(Self.row.utf8.dropFirst().dropLast())))
    let screen = try ScreenDriver(columns: 60, rows: 16, showing: view)
    for _ in 0..<line { screen.press(.down) }
    screen.press("Y")
    #expect(screen.terminal.clipboard?.hasPrefix(value) == true)
    screen.press(.alt("y"))
    #expect(screen.terminal.clipboard == ".\(path)")
  }

  @Test func pageOfARowCopiesItAndShowsItsKeys() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80, rows: 20)
    let row = try #require(stage.page.row(at: ListIndexPath(section: 0, item: 0)))
    stage.page.stack?.push(JSONPage(name: "row 1", bytes: row.json, origin: stage.page))
    stage.screen.application.renderIfNeeded()
    stage.press("y")
    #expect(stage.screen.terminal.clipboard == row.json.description)
    #expect(stage.statusLine.contains("copied"))
    stage.press("?")
    #expect(stage.screen.picture.contains("Copy the path of the value"))
  }

  @Test("41: the help of the list explains its signs, also where it is searched")
  func helpExplainsSigns() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80, rows: 20)
    stage.press("?", "/")
    stage.screen.type("▼")
    #expect(stage.screen.picture.contains("▲ ▼"))
    #expect(stage.screen.picture.contains("Sorted by this column"))
  }

  @Test("41: the next and the previous row are shown from the page of a row")
  func neighborsAreShown() throws {
    let stage = try FeedPageScreen(#"[{"id":"a"},{"id":"b"}]"#, columns: 80)
    let row = try #require(stage.page.row(at: ListIndexPath(section: 0, item: 0)))
    stage.page.stack?.push(JSONPage(of: row, on: stage.page))
    stage.press("J")
    #expect(stage.screen.picture.contains(#""b""#))
    #expect(stage.statusLine.contains("feed: row 2") && stage.page.cursor?.item == 1)
    stage.press("J")
    #expect(stage.statusLine.contains("this is the last row"))
    stage.press("K", "K")
    #expect(stage.screen.picture.contains(#""a""#))
    #expect(stage.statusLine.contains("this is the first row"))
  }

  @Test("41: lines that are wider than the screen are scrolled by half of it")
  func wideLinesAreScrolled() throws {
    let wide = (1...12).map { "word\($0)" }.joined(separator: " ")
    var options = FeedOptions(format: .text)
    options.acceptsText = true
    let text = "short line here\n\(wide)\nthe last one\n"
    let feed = Feed(
      source: MemorySource(Array(text.utf8), name: "feed.txt"), options: options)
    feed.start()
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 30, rows: 4)
    func lines() -> [Substring] {
      Array(stage.screen.picture.split(separator: "\n", omittingEmptySubsequences: false).prefix(3))
    }
    #expect(lines() == ["short line here", "word1 word2 word3 word4 word5…", "the last one"])
    stage.press(.right)
    #expect(lines()[0] == "" && lines()[1].hasPrefix("…3 word4 word5") && lines()[2] == "")
    for _ in 0..<9 { stage.press(.right) }
    #expect(lines()[1].hasSuffix("word12"))
    for _ in 0..<9 { stage.press(.left) }
    #expect(lines()[0] == "short line here")
  }

  @Test("39: a number that comes to the screen is whole, in a row that has changed, too")
  func numbersOnTheScreenAreWhole() async throws {
    func text(number: Int) -> String {
      let rows = (0..<300).map { row in
        #"{"id":\#(row),"n":\#(row == 67 ? number : row % 10),"t":"some text"}"#
      }
      return "[" + rows.joined(separator: ",\n") + "]"
    }
    let stage = try FeedPageScreen(text(number: 12_345_678), columns: 60, rows: 14)
    for _ in 0..<6 { stage.press(.pageDown) }
    #expect(stage.screen.picture.contains("12345678 "))
    stage.change(text(number: 1_234_567_890_123))
    stage.feed.reload()
    await stage.wait(for: "the row") {
      stage.settle()
      return stage.screen.picture.contains("1234567890123 ")
    }
  }

  @Test func quittingARowOnTheWholeScreenGoesBackToTheList() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80)
    stage.press("z")
    #expect(stage.page.table.isHidden)
    stage.press("q")
    #expect(!stage.page.table.isHidden && stage.page.detail.isHidden)
    #expect(stage.screen.application.exitStatus == nil)
  }

  @Test("39: that there is no room for the row in full is not said once there is")
  func roomForTheRowInFull() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80, rows: 10)
    stage.press("v")
    #expect(stage.statusLine.contains("no room beside the list"))
    stage.screen.resize(columns: 120, rows: 24)
    stage.settle()
    #expect(stage.screen.picture.contains("│ {"))
    #expect(!stage.statusLine.contains("no room beside the list"))
  }

  // q ended the program, and J and K were not bound.
  @Test("39: in the row in full beside the list, J and K show other rows, and q goes to the list")
  func keysOfTheRowBesideTheList() throws {
    let stage = try FeedPageScreen(names: ["ada", "bob"], columns: 120, rows: 12)
    stage.press("v", .control("w"), "J")
    #expect(stage.cursorName == "bob" && stage.screen.picture.contains("\"bob\""))
    stage.press("J")
    #expect(stage.statusLine.contains("this is the last row"))
    stage.press("K")
    #expect(stage.cursorName == "ada" && stage.screen.picture.contains("\"ada\""))
    stage.press("q")
    #expect(stage.screen.application.focusedView === stage.page.table)
    #expect(!stage.page.detail.isHidden && stage.screen.application.exitStatus == nil)
  }

  @Test func rowActionsAreForRowsOnly() throws {
    let stage = try FeedPageScreen(Self.row, columns: 80, rows: 20)
    stage.press(".")
    let picture = stage.screen.picture
    #expect(picture.contains("copy-row") && picture.contains("open-link"))
    #expect(!picture.contains("move-down"))
  }

  @Test func brokenRowsAreCountedAndFound() async throws {
    let lines = (0..<300).map { $0 == 120 || $0 == 250 ? "{\"n\":\($0)," : "{\"n\":\($0)}" }
    let stage = try FeedPageScreen(lines.joined(separator: "\n"), columns: 120, rows: 10)
    await stage.wait(for: "the count") { stage.statusLine.contains("2 rows cannot be read (e)") }
    stage.press("e")
    #expect(stage.page.cursorRowNumber == 120 && stage.statusLine.contains("line 121"))
    stage.press("e")
    #expect(stage.page.cursorRowNumber == 250)
    stage.press("e")
    #expect(stage.page.cursorRowNumber == 120)
    stage.press("v")
    #expect(stage.screen.picture.contains("! feed: line 121"))
  }

  /// The columns of all sources came from the first; the rows of others were raw JSON.
  @Test func columnsComeFromAllSources() throws {
    let origins = ["a", "b"].map { name in
      FeedOrigin(name: name) {
        let rows = (0..<80).map { #"{"\#(name)1":\#($0),"\#(name)2":"x"}"# }
        return MemorySource(Array("[\(rows.joined(separator: ","))]".utf8), name: name)
      }
    }
    let feed = try Feed(joining: origins)
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    #expect(Set(stage.page.table.columns.map(\.title)) == ["a1", "a2", "b1", "b2"])
  }

  @Test func columnsOfATableKeepTheirOrder() throws {
    let bytes = Array(
      "order,date,region,amount,name\n1,2026-01-02,eu,7,x\n2,2026-01-03,us,8,y\n".utf8)
    let feed = Feed(source: MemorySource(bytes, name: "sales.csv"))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    let titles = stage.page.table.columns.map(\.title)
    #expect(titles == ["order", "date", "region", "amount", "name"])
  }

  @Test func titleOfASortedColumnIsWhole() throws {
    let rows = (0..<20).map {
      #"{"score":\#($0),"text":"\#(String(repeating: "long ", count: 30))","name":"n\#($0)"}"#
    }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]", columns: 50)
    stage.page.query.setSortKeys(try stage.page.catalog.sortKeys(parsing: "-score"))
    stage.settle()
    #expect(stage.screen.terminal.lines[0].contains("score ▼"))
  }

  // The path was that in the value, and the rows of an object were those of a list in it.
  @Test("34: the members of an object are listed, and a path leads from the root of the source")
  func valuesInRowsHavePathsFromTheRoot() throws {
    let stage = try FeedPageScreen(
      #"[{"id":1},{"id":2,"o":{"a":{"list":[{"n":1},{"n":2}]},"b":{"list":[]}}}]"#, columns: 90)
    stage.press("j", ">")
    let page = try #require(stage.page.stack?.top as? FeedPage)
    #expect(page.feed.wait(forRows: .max, timeout: .seconds(10)))
    stage.settle()
    #expect(page.feed.listModel.numberOfRows == 2)
    #expect(page.pathInSource?(MemberPath("value.list")).text == "1.o.a.list")
    stage.press("j")
    #expect(page.pathInSource?(MemberPath("value")).text == "1.o.b")
  }

  @Test("Pages of rows say that the feed has changed since they were opened")
  func snapshotsSayThatTheFeedHasChanged() async throws {
    func text(_ scores: [Int]) -> String {
      let rows = scores.enumerated().map { #"{"id":\#($0),"s":[\#($1)]}"# }
      return "[\(rows.joined(separator: ","))]"
    }
    for keys in [[">"], [.space, .space, "D"], [.enter]] as [[Key]] {
      let stage = try FeedPageScreen(text([1, 2, 3]), columns: 140)
      stage.page.observeSelection(owner: stage.page) { _, row, page in
        page.stack?.push(JSONPage(name: "row", bytes: row.json, origin: page))
      }.store(in: &stage.page.subscriptions)
      for key in keys { stage.press(key) }
      let page = try #require(stage.page.stack?.top as? StatusPage)
      #expect(page !== stage.page)
      func reload(_ scores: [Int]) async {
        let generation = stage.feed.generation
        stage.change(text(scores))
        stage.feed.reload()
        await stage.wait(for: "the rows") { stage.feed.generation > generation }
      }
      await reload([1, 2, 4])
      try await Task.sleep(for: .milliseconds(100))
      #expect(!page.status.activity.contains(RowSnapshot.message))
      await reload([10, 2, 3])
      await stage.wait(for: "the note") { page.status.activity.contains(RowSnapshot.message) }
      await reload([1, 2, 3])
      await stage.wait(for: "no note") { !page.status.activity.contains(RowSnapshot.message) }
    }
  }
}
