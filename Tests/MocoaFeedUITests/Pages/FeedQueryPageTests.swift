import Foundation
import MocoaCore
import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// Filters and sort orders as they are typed and clicked.
@MainActor @Suite struct FeedQueryPageTests {
  static let names = ["ada", "bob", "abe", "cleo", "bea", "al"]

  @Test func aFilterIsShownWhileItIsTypedAndStaysAsAChip() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    stage.type("b")
    #expect(stage.names == ["bob", "abe", "bea"])
    stage.type("e")
    #expect(stage.names == ["abe", "bea"])
    stage.press(.enter)
    stage.screen.expect(
      """
      name      id
      abe        2
      bea        4



        be ×
       feed                                              1/2 of 6
      """)
  }

  @Test("A9: a long text that is typed at once is one query")
  func longTextsAreOneQuery() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    var count = 0
    let onChange = stage.page.source.onChange
    stage.page.source.onChange = {
      count += 1
      onChange?($0)
    }
    stage.screen.type(String(repeating: "name != \"bob\" && ", count: 112) + "id > 1")
    #expect(count == 1)
    stage.settle()
    #expect(stage.names == ["abe", "cleo", "bea", "al"])
  }

  @Test("defect U16: rows stay while a filter that is being typed does not parse")
  func rowsStayWhileAFilterDoesNotParse() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    // No row contains the name of the member.
    stage.type("id")
    #expect(stage.names.isEmpty)
    stage.type(" >")
    #expect(stage.page.prompt?.hasError == true && stage.names == Self.names)
    stage.type(" 3")
    #expect(stage.names == ["bea", "al"])
    stage.type(" and")
    #expect(stage.page.prompt?.hasError == true && stage.names == ["bea", "al"])
    stage.press(.escape)
    #expect(stage.names == Self.names && stage.page.filters.isEmpty)
    stage.page.query.setFilters([try RowFilter(parsing: "be")])
    stage.press("f")
    stage.type("id >")
    #expect(stage.names == ["abe", "bea"])
    stage.press("3", .enter)
    #expect(stage.page.prompt == nil && stage.names == ["bea"])
  }

  @Test func filtersAddUpAndAreClearedOneByOne() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.page.query.setFilters([try RowFilter(parsing: "a"), try RowFilter(parsing: "id > 1")])
    stage.settle()
    #expect(stage.names == ["abe", "bea", "al"])
    // A click on the cross of the first one removes it.
    stage.screen.mouse(.press(.left), column: 4, row: 6)
    stage.settle()
    #expect(stage.page.filters.map(\.text) == ["id > 1"])
    #expect(stage.names == ["abe", "cleo", "bea", "al"])
    stage.press(.backspace)
    #expect(stage.page.filters.isEmpty)
    #expect(stage.names == Self.names)
  }

  @Test func aChipIsEdited() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.page.query.setFilters([try RowFilter(parsing: "a"), try RowFilter(parsing: "id > 1")])
    stage.settle()
    stage.screen.mouse(.press(.left), column: 2, row: 6)
    stage.settle()
    #expect(stage.page.prompt?.field.text == "a")
    stage.press(.control("u"))
    #expect(stage.names == ["abe", "cleo", "bea", "al"])
    stage.type("be")
    #expect(stage.names == ["abe", "bea"])
    stage.press(.escape)
    #expect(stage.page.filters.map(\.text) == ["a", "id > 1"])
    stage.press("E", .backspace)
    stage.type("3")
    stage.press(.enter)
    #expect(stage.page.filters.map(\.text) == ["a", "id > 3"])
    #expect(stage.names == ["bea", "al"])
  }

  /// Defect P4: Tab in a prompt switched the list behind it to cards.
  @Test func tabCompletesMembersAndValues() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    stage.type("na")
    stage.press(.tab)
    #expect(stage.page.prompt?.field.text == "name")
    stage.type(" == \"a")
    stage.press(.tab)
    #expect(stage.page.prompt?.field.text == "name == \"ada\"")
    #expect(stage.names == ["ada"])
    stage.press(.tab)
    #expect(stage.page.prompt?.field.text == "name == \"abe\"")
    stage.press(.tab, .tab)
    #expect(stage.page.prompt?.field.text == "name == \"ada\"")
    stage.press(Key(.tab, .shift))
    #expect(stage.page.prompt?.field.text == "name == \"al\"")
    #expect(!stage.page.isShowingCards)
  }

  @Test func theNumberOfMatchesIsShownWhileAFilterIsTyped() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    #expect(stage.page.prompt?.message == "")
    stage.type("b")
    #expect(stage.page.prompt?.message == "3 of 6")
    stage.type("x")
    #expect(stage.page.prompt?.message == "0 of 6")
  }

  /// Defect S10: a filter with an unknown member showed no rows, and nothing said why.
  @Test func aMemberThatNoRowHasIsReported() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    stage.type("nam == 1")
    #expect(stage.page.prompt?.message == "no row has a member 'nam'; did you mean 'name'?")
    #expect(stage.page.prompt?.field.marked == 0..<3)
    stage.press(.enter)
    #expect(stage.page.prompt != nil)
    stage.press(.escape)
    stage.page.query.setFilters([try RowFilter(parsing: "id == ada")])
    stage.settle()
    #expect(stage.statusLine.contains("no row has a member 'ada'"))
  }

  @Test func theCursorStaysOnItsRowWhereThatStays() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press(.down, .down, .down, .down)
    #expect(stage.cursorName == "bea")
    stage.press("f")
    stage.type("b")
    #expect(stage.cursorName == "bea")
    stage.type("o")
    #expect(stage.cursorName == "bob")
    // What was typed is taken back: the cursor is where it was.
    stage.press(.backspace)
    #expect(stage.cursorName == "bea")
    stage.press(.escape)
    #expect(stage.cursorName == "bea")
    #expect(stage.names == Self.names)
  }

  @Test func marksStayWithTheirRows() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press(.space, .down, .space)
    #expect(stage.page.targetRows.count == 2)
    stage.page.query.setFilters([try RowFilter(parsing: "ada")])
    stage.settle()
    // The mark of the row that is hidden is kept, too.
    #expect(stage.page.targetRows.map { $0.json.member("name")?.string } == ["ada", "abe"])
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    #expect(stage.page.targetRows.count == 2)
  }

  @Test func aBrokenFilterSaysWhereAndTheOldResultStays() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("f")
    stage.type("id > 3")
    #expect(stage.names == ["bea", "al"])
    stage.type(" &&")
    #expect(stage.names == ["bea", "al"])
    #expect(stage.page.prompt?.hasError == true)
    #expect(stage.page.prompt?.field.marked == 9..<10)
    stage.press(.enter)
    #expect(stage.page.prompt != nil)
    #expect(stage.statusLine.hasPrefix(" filter:id > 3 &&"))
  }

  @Test func aFilteredFeedKeepsItsSectionsAndHeaders() throws {
    let stage = try FeedPageScreen(
      """
      {"sections":[{"header":{"title":"First"},"items":[{"name":"ada"},{"name":"bob"}]},
      {"header":{"title":"Second"},"items":[{"name":"cleo"}]},
      {"header":{"title":"Third"},"items":[{"name":"abe"},{"name":"al"}]}]}
      """, columns: 40, rows: 9)
    stage.page.query.setFilters([try RowFilter(parsing: "a")])
    stage.settle()
    stage.screen.expect(
      """
      name
      First 1 row
      ada
      Third 2 rows
      abe
      al

        a ×
       feed                          1/3 of 5
      """)
  }

  @Test func rowsAreSortedByWhatIsTyped() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("s")
    stage.type("-name")
    stage.press(.enter)
    stage.screen.expect(
      """
      name ▼    id
      cleo       3
      bob        1
      bea        4
      al         5
      ada        0
        ▼ name ×
       feed                                                   1/6
      """)
    #expect(stage.page.sortKeys.map(\.description) == ["-name"])
  }

  @Test("39: a filter that hides the current one of sorted rows moves the cursor to the nearest")
  func aFilterOfSortedRowsMovesToTheNearest() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("s")
    stage.type("-name")
    stage.press(.enter)
    stage.press(.end)
    #expect(stage.cursorName == "abe")
    stage.press("f")
    stage.type("~o")
    #expect(stage.names == ["cleo", "bob"] && stage.cursorName == "bob")
  }

  @Test func anUnknownColumnIsNamedWithWhatMayBeMeant() throws {
    let stage = try FeedPageScreen(names: Self.names, columns: 90)
    stage.press("s")
    stage.type("nmae")
    stage.press(.enter)
    #expect(stage.statusLine.contains("there is no column nmae; did you mean name?"))
    #expect(stage.page.sortKeys.isEmpty)
  }

  @Test func aClickOnATitleSortsInTurns() throws {
    let stage = try FeedPageScreen(names: Self.names)
    var orders: [[String]] = []
    for _ in 0..<3 {
      stage.screen.mouse(.press(.left), column: 1, row: 0)
      stage.settle()
      orders.append(stage.page.sortKeys.map(\.description))
    }
    #expect(orders == [["name"], ["-name"], []])
    #expect(stage.names == Self.names)
  }

  @Test func theCursorStaysOnItsRowWhenRowsAreSorted() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press(.down, .down)
    #expect(stage.cursorName == "abe")
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    #expect(stage.cursorName == "abe")
    stage.page.query.setSortKeys([])
    stage.settle()
    #expect(stage.cursorName == "abe")
  }

  @Test func columnsAreShownByName() throws {
    let stage = try FeedPageScreen(#"[{"id":1,"name":"ada","at":{"city":"Rome","zip":7}}]"#)
    try stage.page.columnController.show([OutputColumn("at.city"), OutputColumn("id")])
    stage.screen.application.renderIfNeeded()
    #expect(stage.screen.terminal.lines[1].hasPrefix("Rome"))
    #expect(stage.page.table.columns.count == 2)
    #expect(throws: UnknownColumnError(name: "citi", suggestions: ["at.city"])) {
      try stage.page.columnController.show([OutputColumn("citi")])
    }
  }

  @Test func requestedColumnsStayWhenRowsArriveLater() async throws {
    let pipe = Pipe()
    let input = pipe.fileHandleForWriting
    let source = try ByteSources.descriptor(
      pipe.fileHandleForReading.fileDescriptor, name: "feed")
    let stage = try FeedPageScreen(feed: Feed(source: source))
    try stage.page.columnController.show(OutputColumn.columns(parsing: "b,late,never"))
    try input.write(contentsOf: Data(#"[{"a":1,"b":2,"c":3},"#.utf8))
    await stage.wait(for: "the first row") { stage.page.columns.sampledRows > 0 }
    #expect(stage.page.table.columns.map(\.title) == ["b", "late", "never"])
    let rows = (0..<150).map { #"{"a":1,"b":2,"late":\#($0)}"# }
    try input.write(contentsOf: Data("\(rows.joined(separator: ","))]".utf8))
    try input.close()
    await stage.wait(for: "all rows") { stage.page.columns.sampledRows == ColumnCatalog.sampleSize }
    #expect(stage.page.table.columns.map(\.title) == ["b", "late", "never"])
    #expect(stage.statusLine.contains("there is no column never"))
    #expect(stage.page.columns.choices.filter { !$0.isShown }.map(\.column.title) == ["a"])
  }

  @Test func columnsAreWideEnoughForLaterRows() async throws {
    let rows = (0..<1_200).map { #"{"id":\#($0),"long":"\#(String(repeating: "x", count: $0))"}"# }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]")
    let long = try #require(stage.page.columns.choices.last?.contentWidth)
    #expect(long < 150)
    stage.press(.end)
    #expect(stage.screen.terminal.lines.contains { $0.hasPrefix("1199") })
    stage.change("[{\"id\":1},{\"id\":12345678}]")
    stage.press("r")
    await stage.wait(for: "fewer rows") { stage.statusLine.contains("/2") }
    #expect(stage.screen.terminal.lines[2].hasPrefix("12345678"))
  }

  @Test func columnsOfTheUserStayWhenRowsArriveLater() async throws {
    let pipe = Pipe()
    let input = pipe.fileHandleForWriting
    let source = try ByteSources.descriptor(
      pipe.fileHandleForReading.fileDescriptor, name: "feed")
    let stage = try FeedPageScreen(feed: Feed(source: source))
    try input.write(contentsOf: Data(#"[{"a":1,"b":2,"c":3},"#.utf8))
    await stage.wait(for: "the first row") { stage.page.columns.sampledRows > 0 }
    stage.press("C", " ", "J", .escape)
    #expect(stage.page.table.columns.map(\.title) == ["b", "c"])
    let rows = (0..<150).map { #"{"a":1,"b":22222,"d":\#($0)}"# }
    try input.write(contentsOf: Data("\(rows.joined(separator: ","))]".utf8))
    try input.close()
    await stage.wait(for: "all rows") { stage.page.columns.sampledRows == ColumnCatalog.sampleSize }
    #expect(stage.page.columns.choices.map(\.column.title) == ["b", "a", "c", "d"])
    #expect(stage.page.columns.choices.map(\.isShown) == [true, false, true, false])
    #expect(stage.page.columns.choices[0].contentWidth == 5)
  }

  @Test func rowsAreGroupedFilteredAndSorted() async throws {
    let stage = try FeedPageScreen(
      """
      [{"name":"ada","team":"red"},{"name":"bob","team":"blue"},{"name":"cleo","team":"red"}]
      """, columns: 40, rows: 9)
    stage.page.query.grouping = RowGrouping(by: "team")
    await stage.wait(for: "groups") { stage.page.shownRows.isComplete }
    #expect(stage.names == ["ada", "cleo", "bob"])
    #expect(stage.screen.terminal.lines[1].hasPrefix("red"))
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    await stage.wait(for: "sorted groups") { stage.names == ["cleo", "ada", "bob"] }
    stage.page.query.setFilters([try RowFilter(parsing: "team == \"blue\"")])
    stage.settle()
    await stage.wait(for: "a filtered group") { stage.names == ["bob"] }
    stage.page.query.grouping = nil
    #expect(stage.names == ["bob"])
  }

  @Test("41: a date alone that is compared with times is said to be its midnight")
  func aDateAloneIsExplained() async throws {
    let stage = try FeedPageScreen(
      #"[{"at":"2026-11-29T10:00:00Z"},{"at":"2026-11-30"}]"#, columns: 160)
    stage.page.query.setFilters([try RowFilter(parsing: "at != 2026-11-29")])
    await stage.wait(for: "the note") {
      stage.statusLine.contains("truncate(at, 1d) != 2026-11-29 compares days (1 row is of it)")
    }
  }

  @Test("39: sections stay collapsed, with the numbers of their rows, when rows change")
  func sectionsStayCollapsed() async throws {
    let stage = try FeedPageScreen(
      """
      [{"name":"ada","team":"red"},{"name":"bob","team":"blue"},{"name":"cleo","team":"red"}]
      """, columns: 40, rows: 10)
    stage.page.query.grouping = RowGrouping(by: "team")
    await stage.wait(for: "groups") { stage.page.shownRows.isComplete && stage.names.count == 3 }
    stage.press(" ", "}")
    #expect(stage.names == ["bob"] && stage.cursorName == "bob")
    #expect(stage.screen.terminal.lines[1] == "red ▸ 2 rows")
    // Marks stay on rows that are not displayed.
    #expect(stage.page.targets.count == 1 && stage.statusLine.contains("1 marked"))
    stage.change(
      """
      [{"name":"ada","team":"red"},{"name":"bob","team":"blue"},{"name":"cleo","team":"red"},
       {"name":"dan","team":"red"},{"name":"eve","team":"blue"}]
      """)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names == ["bob", "eve"] }
    #expect(stage.screen.terminal.lines[1].hasSuffix("▸ 3 rows"))
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    await stage.wait(for: "sorted groups") { stage.names == ["eve", "bob"] }
    // A match is looked for in all rows.
    stage.press("/")
    stage.type("cleo")
    stage.press(.enter)
    #expect(stage.cursorName == "cleo" && stage.names == ["dan", "cleo", "ada", "eve", "bob"])
    stage.press("{")
    #expect(stage.names.isEmpty && !stage.screen.terminal.lines.contains { $0.contains("No rows") })
    stage.press("{")
    #expect(stage.names == ["dan", "cleo", "ada", "eve", "bob"])
    #expect(stage.page.targets.count == 1)
  }

  @Test func whatIsShownIsCounted() throws {
    let stage = try FeedPageScreen(names: Self.names)
    #expect(stage.page.shownRows == ShownRows(count: 6, isComplete: true))
    stage.page.query.setFilters([try RowFilter(parsing: "zz")])
    stage.page.source.wait()
    #expect(stage.page.shownRows == ShownRows(count: 0, isComplete: true))
    stage.screen.expect(
      """
      name      id
        No rows match: zz

        Backspace removes the last filter.


        zz ×
       feed                                              0/0 of 6
      """)
  }

  /// Keys that were typed ahead would apply to rows that are no longer requested.
  @Test(arguments: ["fcleo", "/cleo", "s-name"])
  func nothingIsDoneToTheRowsOfBefore(asked: String) throws {
    let feed = try FeedPageScreen(names: ["ada", "bob", "cleo"])
    var chosen: [String?] = []
    feed.page.observeSelection(owner: feed.page) { _, row, _ in
      chosen.append(row.json.member("name")?.string)
    }.store(in: &feed.page.subscriptions)
    for character in asked { feed.screen.press(Key(character)) }
    for key: Key in [.enter, .enter, .space, .control("a"), "y"] { feed.screen.press(key) }
    #expect(chosen.isEmpty)
    #expect(feed.statusLine.contains("the rows are still being searched"))
    feed.settle()
    #expect(feed.page.list.numberOfSelectedItems == 0)
    feed.press(.enter)
    #expect(chosen == ["cleo"])
  }

  @Test("A prompt opens while rows are searched, and takes the keys that are typed at once")
  func promptsTakeTheKeysTypedAtOnce() throws {
    for (key, answer) in [("w", "/nowhere/out.json"), ("|", "cat")] as [(Key, String)] {
      let feed = try FeedPageScreen(names: ["ada", "bob", "cleo"], columns: 120)
      var chosen = 0
      feed.page.observeSelection(owner: feed.page) { _, _, _ in chosen += 1 }
        .store(in: &feed.page.subscriptions)
      for character in "fcleo" { feed.screen.press(Key(character)) }
      feed.screen.press(.enter)
      feed.screen.press(key)
      for character in answer { feed.screen.press(Key(character)) }
      feed.screen.press(.enter)
      #expect(chosen == 0 && feed.page.prompt?.field.text == answer)
      #expect(feed.statusLine.contains("the rows are still being searched; nothing was done"))
      feed.settle()
      feed.screen.press(.enter)
      #expect(chosen == 0 && !feed.statusLine.contains("still being searched"))
    }
  }

  @Test("41: what a command of | writes to standard error is shown, though it succeeds")
  func errorsOfAPipeAreShown() async throws {
    let feed = try FeedPageScreen(names: ["ada", "bob", "cleo"], columns: 120)
    feed.press("|")
    feed.type("echo lost: 2 >&2; head -n 1")
    feed.press(.enter)
    await feed.wait(for: "the output") { feed.page.stack?.top is PipePage }
    await feed.wait(for: "the message") { feed.statusLine.contains("lost: 2") }
  }

  @Test func quittingAsksWhileAFileIsWritten() throws {
    let feed = try FeedPageScreen(names: ["ada", "bob", "cleo"], rows: 12)
    let isWritten = DispatchSemaphore(value: 0)
    defer { isWritten.signal() }
    feed.page.actions.work.run("writing o.csv") { _ in
      isWritten.wait()
    } completion: {
    }
    feed.press("q")
    let lines = feed.screen.terminal.lines.joined(separator: "\n")
    #expect(lines.contains("writing o.csv is still running. Quit anyway?"))
    feed.press(.enter, .down)
    #expect(feed.cursorName == "bob")
  }
}
