import MocoaCore
import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// Looking for something in the rows of a feed.
@MainActor @Suite struct FeedSearchPageTests {
  static let names = ["ada", "bob", "abe", "cleo", "bea", "al"]

  @Test func theCursorGoesToTheFirstMatchWhileItIsTyped() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("/")
    stage.type("b")
    #expect(stage.cursorName == "bob")
    stage.type("e")
    #expect(stage.cursorName == "abe")
    stage.screen.expect(
      """
      name      id
      ada        0
      bob        1
      abe        2
      cleo       3
      bea        4
      al         5
       /be                                           match 1 of 2
      """)
    #expect(stage.screen.overlay(column: 1, row: 3) == .match)
    stage.press(.enter, "n")
    #expect(stage.cursorName == "bea")
    stage.press("n")
    #expect(stage.cursorName == "abe")
    stage.press("N")
    #expect(stage.cursorName == "bea")
    #expect(stage.statusLine.contains("match 2 of 2"))
  }

  @Test("defect U10: the number of a match in a sorted list is computed once for many keys")
  func numbersOfMatchesAreKept() throws {
    let stage = try FeedPageScreen(names: (0..<100_000).map { "\($0 * 7 % 100_000)" })
    stage.page.query.setSortKeys([SortKey("name")])
    stage.settle()
    stage.press("/")
    stage.type("99")
    stage.press(.enter)
    #expect(stage.page.search.statusText.hasPrefix("match 1 of "))
    let rows = try #require(stage.page.rows)
    let matches = stage.page.search.matches
    let once = ContinuousClock().measure { _ = rows.ordinals(of: matches) }
    let often = ContinuousClock().measure {
      for _ in 0..<100 { _ = stage.page.search.statusText }
    }
    #expect(often < once * 20)
    stage.press("n")
    #expect(stage.statusLine.contains("match 2 of "))
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    #expect(stage.statusLine.contains("match \((matches.count - 1).grouped) of "))
  }

  @Test("W2: a match in a hidden column has the name of its member")
  func matchesInHiddenColumnsAreNamed() throws {
    let members = (1...30).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let stage = try FeedPageScreen(
      "{\(members)}\n{\(members),\"z\":{\"a\":[1],\"b\":[\"far\"]}}\n{\"m1\":\"far\",\"z\":\"far\"}\n",
      columns: 90)
    stage.press("/")
    stage.type("far")
    stage.press(.enter)
    #expect(stage.statusLine.contains("match 1 of 2 in z.b, which is hidden"))
    stage.press("n")
    #expect(stage.statusLine.contains("match 2 of 2"))
    #expect(!stage.statusLine.contains("hidden"))
  }

  @Test("41: a filter that finds the current row in a hidden column names its member")
  func filteredInHiddenColumns() async throws {
    let members = (1...30).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let stage = try FeedPageScreen(
      "{\(members)}\n{\(members),\"z\":{\"b\":[\"far\"]}}\n{\"m1\":\"far\",\"z\":\"far\"}\n",
      columns: 90)
    stage.page.query.setFilters([try RowFilter(parsing: "far")])
    await stage.wait(for: "the member") {
      stage.statusLine.contains("match in z.b, which is hidden")
    }
    stage.press("j")
    #expect(!stage.statusLine.contains("hidden"))
  }

  @Test func escGoesBackToWhereItBegan() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press(.down, "/")
    stage.type("al")
    #expect(stage.cursorName == "al")
    stage.press(.escape)
    #expect(stage.cursorName == "bob")
    #expect(stage.page.search.request == nil)
  }

  @Test func backwardsItGoesTheOtherWayRound() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press(.down, .down, .down, .control("r"))
    stage.type("b")
    #expect(stage.cursorName == "abe")
    stage.press(.enter, "n")
    #expect(stage.cursorName == "bob")
    stage.press("N")
    #expect(stage.cursorName == "abe")
  }

  @Test func oneColumnAloneIsLookedThrough() throws {
    let stage = try FeedPageScreen(#"[{"a":"x","name":"y"},{"a":"y","name":"x"}]"#)
    stage.press("/")
    stage.type("a:y")
    #expect(stage.page.cursorRowNumber == 1)
    #expect(stage.page.search.matches.count == 1)
  }

  @Test func onlyRowsThatAreShownAreFound() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.page.query.setFilters([try RowFilter(parsing: "id > 2")])
    stage.settle()
    stage.press("/")
    stage.type("b")
    #expect(stage.cursorName == "bea")
    #expect(stage.statusLine.contains("match 1 of 1"))
    stage.press(.enter, .backspace)
    #expect(stage.page.search.matches.count == 3)
  }

  @Test func inSortedRowsTheNextMatchIsTheNextBelow() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.page.query.setSortKeys([SortKey("name", isDescending: true)])
    stage.settle()
    #expect(stage.names == ["cleo", "bob", "bea", "al", "ada"])
    stage.press("/")
    stage.type("a")
    stage.press(.enter)
    var found = [stage.cursorName]
    for _ in 0..<4 {
      stage.press("n")
      found.append(stage.cursorName)
    }
    #expect(found == ["bea", "al", "ada", "abe", "bea"])
    #expect(stage.statusLine.contains("match 1 of 4"))
  }

  @Test func aBrokenPatternSaysWhereAndTheOldResultStays() throws {
    let stage = try FeedPageScreen(names: Self.names, columns: 80)
    stage.press("/")
    stage.type("\\b")
    let before = stage.page.search.matches.count
    stage.type("(")
    #expect(stage.page.prompt?.hasError == true)
    #expect(stage.page.prompt?.field.marked != nil)
    #expect(stage.page.search.matches.count == before)
  }

  @Test("41: a search that is not found is reported once, and wraps to the first match")
  func missingSourcesAreReported() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.press("/")
    stage.type("zz")
    #expect(stage.statusLine.contains("not found"))
    stage.press(.enter, "n")
    #expect(stage.statusLine.contains("\"zz\" is not found"))
    #expect(stage.statusLine.ranges(of: "not found").count == 1)
    stage.press("/")
    stage.type("ada")
    stage.press(.enter, "n")
    #expect(stage.statusLine.contains("wrapped to the first match"))
  }

  @Test("41: a filter is judged once there are rows, until they have the member")
  func filtersAreJudgedByRows() async throws {
    let stage = try FeedPageScreen("[]")
    stage.page.query.setFilters([try RowFilter(parsing: "status == 1")])
    stage.settle()
    #expect(!stage.statusLine.contains("no row has a member"))
    await stage.reload(#"[{"id":1}]"#, count: 1)
    await stage.wait(for: "the error") { stage.statusLine.contains("no row has a member 'status'") }
    await stage.reload(#"[{"id":1},{"id":2,"status":1}]"#, count: 2)
    await stage.wait(for: "a row") { stage.page.shownRows.count == 1 }
    await stage.wait(for: "the end of it") { !stage.statusLine.contains("no row has a member") }
  }

  @Test("41: the letters that are found are marked while rows are picked, as by a search")
  func pickedLettersAreMarked() throws {
    let stage = try FeedPageScreen(names: Self.names)
    stage.page.query.pick("", in: stage.page.table) {}
    stage.type("cl")
    #expect(stage.names == ["cleo"])
    #expect(stage.screen.overlay(column: 1, row: 1) == .match)
    #expect(stage.screen.overlay(column: 2, row: 1) != .match)
  }
}
