import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Members that are made columns: those of late rows, of nested objects, and those that are typed.
@MainActor @Suite struct ColumnsPageTests {
  /// A hundred rows, of which one behind the first fifty has a member of its own.
  private static let rows: String = {
    let rows = (0..<100).map { number in
      let late = number == 90 ? #","late":"sensor-7""# : ""
      return #"{"id":\#(number),"author":{"name":"A\#(number % 3)","url":"u\#(number)"},"#
        + #""tags":["t\#(number % 2)"]\#(late)}"#
    }
    return "[" + rows.joined(separator: ",\n") + "]"
  }()

  private func stage(columns: Int = 80) throws -> FeedPageScreen {
    try FeedPageScreen(Self.rows, columns: columns, rows: 12)
  }

  private func titles(_ stage: FeedPageScreen) -> [String] {
    stage.page.table.columns.map(\.title)
  }

  private func go(to title: String, on stage: FeedPageScreen) {
    for _ in 0..<10 where stage.page.currentChoice?.column.title != title { stage.press(.right) }
    for _ in 0..<10 where stage.page.currentChoice?.column.title != title { stage.press(.left) }
  }

  /// Opens the page of columns and waits for the members of all rows.
  private func openColumns(_ stage: FeedPageScreen) async {
    stage.press("C")
    await stage.wait(for: "the members") { stage.screen.picture.contains("of 6 members shown") }
  }

  @Test func membersOfAllRowsCanBeFoundAndShown() async throws {
    let stage = try stage()
    #expect(!titles(stage).contains("late"))
    await openColumns(stage)
    stage.press("/")
    stage.type("lat")
    stage.press(.enter, .space, .escape)
    #expect(titles(stage).last == "late")
    stage.press("G", "k", "k", "k", "k", "k", "k", "k", "k", "k")
    #expect(stage.screen.picture.contains("sensor-7"))
  }

  /// A page of rows on which a column was chosen on the page of columns by a part of its name.
  private func stage(
    of rows: [String], goingTo name: String, of count: Int
  ) async throws -> FeedPageScreen {
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 60)
    stage.press("C")
    await stage.wait(for: "the members") {
      stage.screen.picture.contains("of \(count) members shown")
    }
    stage.press("/")
    stage.type(name)
    stage.press(.enter, .enter)
    return stage
  }

  @Test("41: Enter shows a column and goes to it")
  func enterGoesToAColumn() async throws {
    let rows = (0..<3).map { row in
      "{" + (0..<40).map { "\"column_\($0)\":\(row * 1_000 + $0)" }.joined(separator: ",") + "}"
    }
    let stage = try await stage(of: rows, goingTo: "column_33", of: 40)
    #expect(stage.page.stack?.top === stage.page)
    #expect(stage.page.currentChoice?.column.title == "column_33")
    #expect(stage.screen.picture.contains("1033"))
  }

  @Test("41: Enter shows a column whole, however many others there are")
  func aColumnIsShownWhole() async throws {
    let rows = (0..<3).map { row in
      "{" + (0..<30).map { "\"column_\($0)\":\(row * 1_000 + $0)," }.joined()
        + "\"ship\":{\"to\":\"x\",\"shipping_id\":\(10_217 + row)}}"
    }
    let stage = try await stage(of: rows, goingTo: "shipping", of: 32)
    #expect(stage.page.currentChoice?.column.title == "ship.shipping_id")
    #expect(stage.screen.terminal.lines[0].contains("ship.shipping_id"))
    #expect(stage.screen.terminal.lines[1].contains("10217"))
  }

  @Test func membersAreAddedByTheirPaths() async throws {
    let stage = try stage()
    await openColumns(stage)
    stage.press("a")
    stage.type("author.nme")
    stage.press(.enter)
    #expect(stage.statusLine.contains("no row has a member 'author.nme'; did you mean"))
    for _ in 0..<3 { stage.press(.backspace) }
    stage.type("name")
    stage.press(.enter, "a")
    stage.type("tags[0]")
    stage.press(.enter, .escape)
    #expect(titles(stage).contains("author.name") && titles(stage).contains("tags[0]"))
    #expect(stage.screen.picture.contains("A1"))
  }

  @Test func columnsOfLateMembersAreRestored() async throws {
    let stage = try stage()
    stage.page.restore(
      try FeedPageState(
        parsing: #"{"version":1,"columns":[{"id":"/late"},{"id":"/id"},{"id":"/gone"}]}"#))
    await stage.wait(for: "the column") { titles(stage).contains("late") }
    #expect(titles(stage).prefix(2) == ["late", "id"] && !titles(stage).contains("gone"))
  }

  @Test func objectsBecomeColumnsAndBack() throws {
    let stage = try stage()
    let before = titles(stage)
    go(to: "author", on: stage)
    stage.press("(")
    #expect(
      titles(stage) == before.flatMap { $0 == "author" ? ["author.name", "author.url"] : [$0] })
    #expect(stage.statusLine.contains("│ author.name"))
    stage.press(")")
    #expect(titles(stage) == before)
    go(to: "tags", on: stage)
    stage.press("(")
    #expect(titles(stage).contains("tags[0]"))
    stage.press("u")
    #expect(titles(stage) == before)
  }

  @Test(
    "39: a calculated member is undone, also one in the place of a member",
    arguments: ["id = id * 2", "m = id * 2"])
  func calculatedMembersAreUndone(text: String) async throws {
    let stage = try stage()
    let before = titles(stage)
    await openColumns(stage)
    stage.press("a")
    stage.type(text)
    stage.press(.enter, .escape)
    #expect(stage.feed.derivedMembers.map(\.text) == [text])
    stage.press("u")
    #expect(stage.feed.derivedMembers.isEmpty && titles(stage) == before)
    #expect(stage.statusLine.contains("undone: "))
  }

  /// The values of a column of objects were counted as whole objects, with each name many times.
  @Test func objectsAreCountedByTheNameThatIsShown() async throws {
    let stage = try stage()
    go(to: "author", on: stage)
    stage.press("F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the counts") {
      page.statusBar.pendingRows == nil && page.table.rowCount == 3
    }
    #expect(stage.statusLine.contains("100 rows counted, 3 values"))
    stage.press(.enter)
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"author.name == "A0""#])
    stage.press("u", "=")
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"author.name == "A0""#])
  }

  @Test func valuesOfAnyMemberAreCounted() async throws {
    let stage = try stage()
    stage.press("F")
    stage.type("author.name")
    stage.press(.enter)
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the counts") { page.table.rowCount == 3 }
  }

  @Test func titlesOfColumnsAreCompleted() throws {
    let stage = try FeedPageScreen(
      #"[{"metadata":{"name":"a","creationTimestamp":"2026-11-21T21:35:00Z"}}]"#, columns: 80)
    #expect(titles(stage).contains("creationTimestamp"))
    stage.press("s")
    stage.type("-creat")
    stage.press(.tab)
    #expect(stage.statusLine.contains("-creationTimestamp"))
    stage.press(.enter)
    #expect(stage.page.sortKeys.map(\.description) == ["-metadata.creationTimestamp"])
  }

  @Test func rowsOfAMapHaveTheMembersOfTheirValuesAsColumns() throws {
    let stage = try FeedPageScreen(
      #"{"a":{"name":"a","severity":"high","via":[1]},"b":{"name":"b","severity":"low","via":[]}}"#,
      columns: 80)
    #expect(Set(titles(stage)) == ["name", "key", "severity", "via"])
  }

  @Test(arguments: [
    ("standard input", "a1,commit,refs/x\nb2,commit,refs/y\n", "--header-row yes"),
    ("standard input", "id\tkind\tsize\nb2\tcommit\t7\n", "--header-row no"),
    ("refs.tsv", "id\tkind\tsize\nb2\tcommit\t7\n", nil),
  ])
  func tableFromAPipeSaysWhatItsHeaderIs(name: String, text: String, option: String?) throws {
    let feed = Feed(source: MemorySource(Array(text.utf8), name: name))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed, columns: 140)
    #expect(stage.statusLine.contains("-header") == (option != nil))
    if let option { #expect(stage.statusLine.contains(option)) }
  }
}
