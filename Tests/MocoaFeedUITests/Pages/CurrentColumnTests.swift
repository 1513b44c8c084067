import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// What is done with the column that the column cursor is on.
@MainActor @Suite struct CurrentColumnTests {
  private static let rows = """
    [{"id":1,"team":"red","score":7},{"id":2,"team":"blue","score":9},
     {"id":3,"team":"red","score":8},{"id":4,"score":8}]
    """

  private func stage(columns: Int = 60) throws -> FeedPageScreen {
    try FeedPageScreen(Self.rows, columns: columns, rows: 8)
  }

  private func titles(_ stage: FeedPageScreen) -> [String] {
    stage.page.table.columns.map(\.title)
  }

  /// Moves the column cursor to a column.
  private func go(to title: String, on stage: FeedPageScreen) {
    for _ in 0..<10 where stage.page.currentChoice?.column.title != title { stage.press(.right) }
    for _ in 0..<10 where stage.page.currentChoice?.column.title != title { stage.press(.left) }
  }

  @Test func arrowsMoveTheColumnCursorAndTheStatusBarNamesTheColumn() throws {
    let stage = try stage()
    #expect(stage.page.currentChoice == nil)
    var seen: [String] = []
    for _ in 0..<4 {
      stage.press(.right)
      seen.append(stage.page.currentChoice?.column.title ?? "")
      #expect(stage.statusLine.contains("│ \(seen.last ?? "-")"))
    }
    // The last column stays.
    #expect(seen == titles(stage) + [titles(stage).last ?? ""])
    stage.press(.left)
    #expect(stage.page.currentChoice?.column.title == titles(stage).dropLast().last)
  }

  @Test("41.3: the current cell differs from the other cells of its row, and from those of others")
  func theCurrentCellIsMarkedInItsRow() throws {
    let stage = try stage()
    func overlays(_ row: Int) -> [StyleName?] {
      stage.page.table.columnLayout.entries.map { stage.screen.overlay(column: $0.left, row: row) }
    }
    #expect(Set(overlays(1)) == [.cursorRow])
    for index in 0..<3 {
      stage.press(.right)
      let own = overlays(1)
      #expect(own[index] != .cursorRow && own.count { $0 == .cursorRow } == 2, "\(own)")
      #expect(overlays(2) == [nil, nil, nil])
    }
    stage.press("j")
    #expect(overlays(1) == [nil, nil, nil] && overlays(2)[2] != .cursorRow)
  }

  @Test("41.3: a key fits a column to the values on the screen, and undo unfits it")
  func aColumnIsFitted() throws {
    let long = String(repeating: "#", count: 50)
    let rows = (0..<20).map { number in
      "{\"id\":\(number),\"note\":\"\(number == 12 ? long : "ab")\",\"n\":\(number)}"
    }
    let stage = try FeedPageScreen("[\(rows.joined(separator: ","))]", columns: 80, rows: 12)
    func width() -> Int? {
      stage.page.table.columnLayout.entries.first { $0.column.title == "note" }?.columns
    }
    let before = width()
    go(to: "note", on: stage)
    stage.press("#")
    #expect(width() == 4)
    stage.press("G", "#")
    #expect(width() == 50)
    stage.press("u", "u")
    #expect(width() == before)
  }

  @Test("36: an empty field of a table has no width")
  func aColumnIsFittedToEmptyFields() throws {
    let stage = try FeedPageScreen("id,n,note\n1,20,ab\n2,,cd\n3,30,ef\n", columns: 80, rows: 12)
    go(to: "n", on: stage)
    stage.press("#")
    let layout = stage.page.table.columnLayout
    #expect(layout.entries.first { $0.column.title == "n" }?.columns == 2)
  }

  @Test func keysWithoutAColumnSayHowToChooseOne() throws {
    let stage = try stage(columns: 100)
    stage.press("=")
    #expect(stage.statusLine.contains("choose a column first"))
    #expect(stage.page.filters.isEmpty)
  }

  @Test func theColumnCursorStaysWhereItWasWhenAnExpansionIsUndone() throws {
    let stage = try FeedPageScreen(#"[{"id":1,"tags":[7,8]},{"id":2,"tags":[9]}]"#)
    go(to: "tags", on: stage)
    stage.press("(")
    #expect(stage.page.currentChoice?.memberPath.text == "tags[0]")
    stage.press("u")
    #expect(stage.page.currentChoice?.column.title == "tags")
  }

  @Test func valueUnderTheCursorIsKeptOrExcludedAndUndone() throws {
    let stage = try stage()
    go(to: "team", on: stage)
    stage.press("=")
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"team == "red""#])
    #expect(stage.page.shownRows.count == 2)
    stage.press("u")
    stage.settle()
    #expect(stage.page.filters.isEmpty)
    stage.press("!")
    stage.settle()
    #expect(stage.page.shownRows.count == 2)
    stage.press("u", "G", "=")
    stage.settle()
    // The last row has no team.
    #expect(stage.page.filters.map(\.text) == ["!(team != null)"])
    #expect(stage.page.shownRows.count == 1)
  }

  @Test("39: JSON, which has the members of hidden columns, says so")
  func hiddenColumnsInJSON() throws {
    let stage = try FeedPageScreen(names: ["ada", "bob"], columns: 80)
    #expect(stage.page.exports.export(as: .json)?.notes == "")
    stage.press(.right, "-")
    #expect(stage.page.exports.export(as: .json)?.notes == "; also 1 hidden column")
    #expect(stage.page.exports.export(as: .csv)?.notes == "")
  }

  @Test func columnIsSortedHiddenMovedFrozenAndResized() throws {
    let stage = try stage()
    let before = titles(stage)
    go(to: "score", on: stage)
    stage.press("t")
    stage.settle()
    #expect(stage.page.sortKeys.map(\.description) == ["score"])
    stage.press("t")
    stage.settle()
    #expect(stage.page.sortKeys.map(\.description) == ["-score"])
    stage.press("u")
    stage.settle()
    #expect(stage.page.sortKeys.map(\.description) == ["score"])
    let place = try #require(before.firstIndex(of: "score"))
    stage.press(place == 0 ? "L" : "H")
    #expect(titles(stage) != before)
    stage.press("u")
    #expect(titles(stage) == before)
    stage.press("P")
    #expect(stage.page.currentChoice?.column.isPinned == true)
    let width = stage.page.table.columnLayout.entries.first { $0.column.title == "score" }?.columns
    stage.press("+")
    let wider = stage.page.table.columnLayout.entries.first { $0.column.title == "score" }?.columns
    #expect(wider == width.map { $0 + 2 })
    stage.press("-")
    #expect(titles(stage) == before.filter { $0 != "score" })
    stage.press("u")
    #expect(titles(stage) == before)
  }

  @Test func numbersOfLaterRowsAreNotCutOnANarrowScreen() throws {
    let rows = (1...60).map {
      #"{"id":\#($0 < 51 ? $0 : $0 * 1_000_000),"a":"\#(String(repeating: "x", count: 19))","b":"\#(String(repeating: "y", count: 19))"}"#
    }
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 40)
    stage.press(.end)
    #expect(stage.screen.terminal.lines.contains { $0.contains("60000000") })
  }

  @Test func valuesAreCountedAndEnterFiltersByThem() async throws {
    let stage = try stage()
    go(to: "team", on: stage)
    stage.press("F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the counts") { page.shownRows.count == 3 && page.shownRows.isComplete }
    await stage.wait(for: "the picture") {
      let picture = stage.screen.picture
      return picture.contains("50.0 %") && picture.contains("██████████")
        && picture.contains("25.0 %") && picture.contains("blue")
    }
    #expect(
      page.row(at: ListIndexPath(section: 0, item: 0))?.json[JSONPointer(tokens: ["team"])]?.string
        == "red")
    stage.press(.enter)
    stage.settle()
    #expect(stage.page.stack?.top === stage.page)
    #expect(stage.page.filters.map(\.text) == [#"team == "red""#])
  }

  @Test("34: values that are different but look alike are named")
  func similarValuesAreReported() async throws {
    let rows = [#"{"a":1}"#, #"{"a":"1"}"#, #"{"a":1}"#].joined(separator: "\n")
    let stage = try FeedPageScreen(rows, columns: 100)
    go(to: "a", on: stage)
    stage.press("F")
    await stage.wait(for: "the values") {
      stage.statusLine.contains(
        #"3 rows counted, 2 values; different values look alike in 'a', such as 1 and "1""#)
    }
    // Enter kept the rows of both.
    stage.press(.enter)
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"a == 1 && type(a) == "number""#])
    #expect(stage.page.shownRows.count == 2)
  }

  @Test("36: Enter on a level keeps the rows of its spelling, which were counted")
  func spellingsOfLevelsAreValues() async throws {
    let rows = [#"{"level":"WARN"}"#, #"{"level":"warn"}"#, #"{"level":"WARN"}"#]
    let stage = try FeedPageScreen(rows.joined(separator: "\n"), columns: 100)
    go(to: "level", on: stage)
    stage.press("F")
    await stage.wait(for: "the values") { stage.statusLine.contains("3 rows counted, 2 values") }
    stage.press(.enter)
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"text(level) == "WARN""#])
    #expect(stage.page.shownRows.count == 2)
  }

  @Test("41: any percentile is added to the values")
  func otherPercentilesAreAdded() async throws {
    let stage = try stage(columns: 120)
    go(to: "team", on: stage)
    stage.press("F", "a")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    for character in "p75(id)" { stage.press(Key(character)) }
    stage.press(.enter)
    await stage.wait(for: "the percentile of each team") {
      page.shownRows.isComplete && stage.screen.picture.contains("p75(id)")
    }
    stage.press("a")
    for character in "count(id)" { stage.press(Key(character)) }
    stage.press(.enter)
    #expect(stage.statusLine.contains("expected a function and a member"))
  }

  @Test func otherMembersAreAggregatedBesideTheCounts() async throws {
    let stage = try stage()
    go(to: "team", on: stage)
    stage.press("F", "a")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    for character in "mean(nope)" { stage.press(Key(character)) }
    stage.press(.enter)
    #expect(stage.statusLine.contains("there is no column nope"))
    for _ in 0..<10 { stage.press(.backspace) }
    for character in "mean(id), max(id)" { stage.press(Key(character)) }
    stage.press(.enter)
    #expect(stage.statusLine.contains("one function at a time"))
    for _ in 0..<20 { stage.press(.backspace) }
    for character in "max(id)" { stage.press(Key(character)) }
    stage.press(.enter)
    await stage.wait(for: "the greatest of each team") {
      page.shownRows.isComplete && stage.screen.picture.contains("max(id)")
        && page.row(at: ListIndexPath(section: 0, item: 0))?.json.member("max(id)")?.kind != .null
    }
  }

  /// Counting sorts the list repeatedly; a cursor that was not moved stays at the top.
  @Test func cursorOfAFrequencyTableStaysOnTheFirstRow() async throws {
    let stage = try FeedPageScreen(names: ["ada", "bob", "cy"])
    stage.page.updater.keepsFirstRow = true
    func reload(_ names: [String]) async {
      let rows = names.map { #"{"id":"\#($0)","name":"\#($0)"}"# }
      stage.change("[" + rows.joined(separator: ",") + "]")
      stage.feed.reload()
      await stage.wait(for: "the rows") { stage.names == names }
    }
    await reload(["cy", "ada", "bob"])
    #expect(stage.cursorName == "cy")
    stage.press("j")
    await reload(["bob", "cy", "ada", "dan"])
    #expect(stage.cursorName == "ada")
  }

  @Test func messagesGoWithTheNextKey() throws {
    let stage = try stage(columns: 100)
    stage.press("=")
    #expect(stage.statusLine.contains("choose a column first"))
    stage.press("j")
    #expect(!stage.statusLine.contains("choose a column first"))
  }

  @Test func keyThatHasNothingToDoSaysWhatItIsFor() throws {
    let stage = try stage(columns: 140)
    stage.press(.control("w"))
    #expect(
      stage.statusLine.contains(
        "ctrl-w has no effect here: Switch between the list and the row in full"))
    stage.press("Z")
    #expect(stage.statusLine.contains("Z is not bound"))
  }

  @Test func markedValuesAreAlternatives() async throws {
    let stage = try stage()
    go(to: "team", on: stage)
    stage.press("F")
    let page = try #require(stage.page.stack?.top as? FrequencyPage)
    await stage.wait(for: "the counts") { page.table.rowCount == 3 }
    stage.press(.space, .space, .enter)
    stage.settle()
    #expect(stage.page.filters.map(\.text) == [#"(team == "red") || (team == "blue")"#])
    #expect(stage.page.shownRows.count == 3)
  }
}
