import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// The columns of a feed, without a page.
@MainActor @Suite struct FeedColumnsTests {
  private func model(_ text: String) -> FeedListModel { readFeed(text).listModel }

  /// Columns of rows that are all known, `-` before those that are hidden.
  private func titles(_ columns: FeedColumns) -> [String] {
    columns.choices.map { ($0.isShown ? "" : "-") + $0.column.title }
  }

  private func columns(_ text: String = #"{"a":1,"b":{"c":2,"d":3},"e":4}"#) -> FeedColumns {
    var columns = FeedColumns()
    _ = columns.infer(from: model(text), isLoading: false)
    return columns
  }

  private func index(_ title: String, in columns: FeedColumns) throws -> Int {
    try #require(columns.choices.firstIndex { $0.column.title == title })
  }

  @Test func theyAreInferredAtOnceAndWhenTheSampleIsComplete() {
    var columns = FeedColumns()
    let first = model("{\"a\":1}\n")
    let all = model("{\"a\":1}\n{\"a\":2,\"b\":3}\n")
    let isNew = [
      columns.infer(from: first, isLoading: true), columns.infer(from: first, isLoading: true),
      columns.infer(from: all, isLoading: true), columns.infer(from: all, isLoading: false),
      columns.infer(from: all, isLoading: false),
    ]
    #expect(isNew == [true, false, false, true, false])
    #expect(titles(columns) == ["a", "b"] && !columns.isSampleOpen)
  }

  // Its values were written with the rows.
  @Test("39: a column that was added and hidden again is one that the user has hidden")
  func columnsHiddenAgain() throws {
    var columns = columns(#"{"a":1}"#)
    var late = columns.catalog.choice(of: MemberPath("late"))
    late.isShown = true
    columns.change { $0.append(late) }
    #expect(!columns.leavesOutColumns)
    _ = columns.hide(try index("late", in: columns))
    #expect(columns.leavesOutColumns && columns.hiddenByHand.map(\.column.title) == ["late"])
    columns.choose([columns.choices[0], late])
    #expect(!columns.leavesOutColumns && columns.hiddenByHand.isEmpty)
    late.isShown = false
    columns.choose([columns.choices[0], late])
    #expect(columns.leavesOutColumns && columns.hiddenByHand.map(\.column.title) == ["late"])
  }

  /// Hits of a search, edges of a query, features of a map: what a row is stands one level down.
  @Test(arguments: [
    (
      #"{"_index":"i","_id":"%","_source":{"at":"2026-01-0%","level":"l%","msg":"m % m","user":{}}}"#,
      ["_index", "_id", "at", "level", "msg", "user"]
    ),
    (
      #"{"cursor":"c%","node":{"number":%,"title":"t %","author":{"login":"a"},"url":"http://a/%"}}"#,
      ["cursor", "number", "title", "author", "url"]
    ),
    (
      #"{"type":"Feature","properties":{"name":"n%","pop":%,"zip":"%0"},"geometry":{"at":[%,1]}}"#,
      ["type", "name", "pop", "zip", "geometry"]
    ),
    // A time of MongoDB.
    (
      #"{"t":{"$date":"2026-11-24T10:00:0%.123+00:00"},"s":"I%","id":%,"msg":"m %"}"#,
      ["t.$date", "s", "id", "msg"]
    ),
    // A row with values of its own shows an object that has a name by this name.
    (
      #"{"id":%,"title":"t%","score":%,"author":{"login":"l%","karma":%}}"#,
      ["id", "title", "score", "author"]
    ),
  ])
  func rowsThatOnlyWrapAnObjectShowItsMembers(row: String, titles: [String]) {
    let rows = (1...9).map { row.replacing("%", with: "\($0)") }.joined(separator: "\n") + "\n"
    #expect(self.titles(columns(rows)) == titles)
  }

  @Test func namesThatNoRowHasAreErrorsAsSoonAsThatIsKnown() throws {
    var columns = FeedColumns()
    let rows = model("{\"a\":1,\"b\":2}\n")
    _ = columns.infer(from: rows, isLoading: true)
    try columns.show([OutputColumn("b"), OutputColumn("gone")])
    #expect(titles(columns) == ["b", "gone", "-a"] && columns.unknownName == nil)
    _ = columns.infer(from: model("{\"a\":1,\"b\":2}\n{\"a\":3}\n"), isLoading: false)
    #expect(columns.unknownName?.name == "gone")
    #expect(throws: UnknownColumnError.self) {
      var others = columns
      try others.show([OutputColumn("never")])
    }
    #expect(titles(columns) == ["b", "gone", "-a"])
  }

  @Test func theNeighborOfAHiddenColumnIsReturnedAndTheLastOneStays() throws {
    var columns = columns("{\"a\":1,\"b\":2}\n")
    let neighbor = columns.hide(try index("b", in: columns))
    let last = columns.hide(try index("a", in: columns))
    #expect(neighbor == "/a" && last == nil)
    #expect(titles(columns) == ["a", "-b"] && columns.selection == .byHand)
  }

  @Test func hiddenColumnsArePassedOver() throws {
    var columns = columns("{\"a\":1,\"b\":2,\"c\":3}\n")
    columns.change { $0[1].isShown = false }
    columns.move(0, by: 1)
    #expect(titles(columns) == ["c", "-b", "a"])
    columns.move(0, by: -1)
    #expect(titles(columns) == ["c", "-b", "a"])
  }

  @Test func anObjectIsExpandedAndCollapsed() throws {
    var columns = columns()
    let object = columns.catalog.choice(of: MemberPath("b"))
    columns.change { $0 = [$0[0], object] + $0.filter { $0.memberPath.text == "e" } }
    let (shown, count) = columns.expand(1)
    #expect(shown.map(\.memberPath.text) == ["b.c", "b.d"] && count == 2)
    let inner = try #require(columns.choices.firstIndex { $0.memberPath.text == "b.d" })
    let outer = columns.collapse(inner)
    #expect(outer?.memberPath.text == "b")
    let visible = columns.choices.filter(\.isShown).map(\.memberPath.text)
    #expect(Set(visible) == ["a", "b", "e"])
    let none = columns.collapse(try index("a", in: columns))
    #expect(none == nil)
  }

  /// Order, visibility, width and what is frozen are as they were, for new rows too.
  @Test func savedColumnsAreRestored() throws {
    var columns = columns("{\"a\":1,\"b\":2,\"c\":3}\n")
    #expect(columns.changedColumns.isEmpty)
    columns.move(0, by: 1)
    columns.change {
      $0[0].column.isPinned = true
      $0[1].column.width = .fixed(7)
    }
    _ = columns.hide(2)
    var state = FeedPageState()
    state.columns = columns.changedColumns
    var other = self.columns("{\"a\":1,\"b\":2,\"c\":3,\"d\":4}\n")
    other.restore(try FeedPageState(parsing: state.text).columns)
    #expect(titles(other) == ["b", "a", "-c", "d"] && !other.lacksSavedColumns)
    #expect(other.choices[0].column.isPinned && other.choices[1].column.width == .fixed(7))
    var empty = FeedColumns()
    empty.restore(state.columns)
    #expect(empty.choices.isEmpty && empty.lacksSavedColumns)
  }

  @Test func columnsGrowWithTheirValues() {
    var columns = columns("{\"a\":1}\n")
    let longer = model("{\"a\":1}\n{\"a\":123456789}\n")
    columns.widen(for: longer, isLoading: true)
    #expect(columns.choices[0].contentWidth == 1)
    columns.widen(for: longer, isLoading: false)
    #expect(columns.choices[0].contentWidth == 9)
  }
}
