import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct FeedPageStateTests {
  private func page() throws -> FeedPage {
    let feed = Feed(
      source: MemorySource(
        Array(#"[{"id":1,"name":"a","n":3},{"id":2,"name":"b","n":1}]"#.utf8), name: "t.json"))
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    return try Application.makePage(feed: feed, registry: ModuleRegistry())
  }

  @Test func anUntouchedPageHasNoState() throws {
    #expect(try page().state == FeedPageState())
  }

  @Test func aPageIsFoundAsItWasLeft() throws {
    let page = try page()
    page.columnController.columns.choices = page.columns.choices.reversed()
    page.columnController.columns.choices[0].isShown = false
    page.columnController.columns.choices[1].column.width = .fixed(9)
    page.query.setSortKeys(try page.catalog.sortKeys(parsing: "-n,name"))
    page.query.setFilters([try RowFilter(parsing: "n > 0")])
    page.promptHistory = [.search: ["x", "y"], .command: ["help"]]
    let state = page.state
    #expect(state.sort == "-n,name" && state.filters == ["n > 0"])
    let other = try self.page()
    other.restore(try FeedPageState(parsing: state.text))
    #expect(other.state == state)
    #expect(other.columns.choices == page.columns.choices)
    #expect(
      other.restoredNote
        == "1 filter, sort order, columns restored; Backspace removes the last filter")
  }

  @Test("38: derived members of the arguments are no state, others are, and that is said")
  func derivedMembersOfTheArguments() throws {
    let page = try page()
    let given = try DerivedMember(parsing: "n = n * 100")
    page.feed.derive([given])
    let asked = try Application.makePage(feed: page.feed, registry: ModuleRegistry())
    #expect(asked.state.derivedMembers.isEmpty)
    asked.feed.derive([given, try DerivedMember(parsing: "m = n + 1")])
    #expect(asked.state.derivedMembers == ["m = n + 1"])
    let other = try self.page()
    other.restore(asked.state)
    #expect(other.feed.derivedMembers.map(\.name) == ["m"])
    #expect(other.restoredNote == "derived m restored")
  }

  @Test("39: each feature restores its part of a state that was saved before")
  func eachFeatureRestoresItsPart() throws {
    let page = try page()
    page.restore(
      try FeedPageState(
        parsing: """
          {"version":1,"reading":null,"columns":[{"id":"/n","shown":true,"width":9},{"id":"/id"}],
           "derived":["m = n + 1"],"sort":"-n","filters":["n > 0"],"histories":{"search":["x"]}}
          """))
    #expect(page.columns.choices.prefix(2).map(\.id) == ["/n", "/id"])
    #expect(page.columns.choices[0].column.width == .fixed(9))
    #expect(page.feed.derivedMembers.map(\.name) == ["m"])
    #expect(page.sortKeys.map(\.description) == ["-n"] && page.filters.map(\.text) == ["n > 0"])
    #expect(page.promptHistory[.search] == ["x"])
    #expect(
      page.restoredNote == "1 filter, sort order, columns, derived m restored"
        + "; Backspace removes the last filter")
  }

  @Test("41: neither are those of the arguments with short names")
  func derivedMembersWithShortNames() throws {
    let rows = #"[{"id":1,"o":{"k":5}},{"id":2,"o":{"k":6}}]"#
    let feed = Feed(source: MemorySource(Array(rows.utf8), name: "feed"))
    feed.derive([try DerivedMember(parsing: "b = k + 1")])
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    #expect(stage.page.feed.derivedMembers.map(\.text) == ["b = k + 1"])
    #expect(stage.page.feed.listModel.row(1).json.member("b")?.text == "7")
    #expect(stage.page.state.derivedMembers.isEmpty)
  }

  @Test("41: nor is one that has the short name that it reads")
  func derivedMemberOfItsName() throws {
    let rows = #"[{"id":1,"o":{"k":5}},{"id":2,"o":{"k":6}}]"#
    let feed = Feed(source: MemorySource(Array(rows.utf8), name: "feed"))
    feed.derive([try DerivedMember(parsing: "k = k + 1")])
    feed.wait(forRows: .max, timeout: .seconds(10))
    let stage = try FeedPageScreen(feed: feed)
    #expect(stage.page.feed.listModel.row(1).json.member("k")?.text == "7")
    #expect(stage.page.state.derivedMembers.isEmpty)
  }

  @Test(arguments: ["", "7", "{}", #"{"version":2}"#, #"{"version":"1"}"#, "{\"version\":1"])
  func invalidStateIsReported(_ text: String) {
    #expect(throws: FeedPageStateError.self) { try FeedPageState(parsing: text) }
  }

  /// Whatever stands in a state, the page can be brought back to it.
  @Test func partsThatMakeNoSenseAreLeftOut() throws {
    let page = try page()
    let before = page.columns.choices
    page.restore(
      try FeedPageState(
        parsing: """
          {"version":1,"columns":[7,{"id":"/gone"},{"id":"/n","width":-3},{"id":"/n"}],
           "sort":"nope,","filters":["n >","n > 1",null],"histories":{"unknown":["a"],"filter":7}}
          """))
    #expect(page.columns.choices.count == before.count)
    #expect(page.columns.choices.first?.id == "/n")
    #expect(page.filters.map(\.text) == ["n > 1"])
    #expect(page.sortKeys.isEmpty)
  }

  @Test("A15: a state that could not be read again is not written")
  func longState() throws {
    var state = FeedPageState()
    state.filters = ["n > 1"]
    let long = String(repeating: "\"", count: 3_000)
    state.histories = ["filter": ["short", long, "n > 1"], "search": [long]]
    #expect(state.text(ofAtMost: 20_000) == state.text)
    let text = try #require(state.text(ofAtMost: 10_000))
    let restored = try FeedPageState(parsing: text)
    #expect(text.utf8.count <= 10_000)
    #expect(restored.filters == ["n > 1"] && restored.histories["filter"] == ["short", "n > 1"])
    state.filters = [long]
    #expect(state.text(ofAtMost: 5_000) == nil)
  }
}
