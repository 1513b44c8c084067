import MocoaCore
import MocoaFeed
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// A feed that is read anew while somebody looks at it.
@MainActor @Suite struct FeedLivePageTests {
  private static func feed(_ rows: [(id: Int, name: String)]) -> String {
    "[" + rows.map { #"{"id":\#($0.id),"name":"\#($0.name)"}"# }.joined(separator: ",") + "]"
  }

  private static let before = feed([(1, "ada"), (2, "bob"), (3, "cleo"), (4, "dan")])
  private static let after = feed([(9, "new"), (1, "ada"), (3, "CLEO"), (4, "dan"), (5, "eva")])

  @Test func whatHasChangedIsCountedAndFlashes() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press(.down, .down)
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    #expect(stage.names == ["new", "ada", "CLEO", "dan", "eva"])
    #expect(stage.cursorName == "CLEO")
    stage.screen.expect(
      """
      name      id
      new        9
      ada        1
      CLEO       3
      dan        4
      eva        5

       feed                                         +2 ~1 -1  3/5
      """)
    #expect(stage.screen.overlay(column: 0, row: 1) == .changedRow)
    #expect(stage.screen.overlay(column: 0, row: 2) == nil)
    #expect(stage.screen.overlay(column: 0, row: 5) == .changedRow)
  }

  @Test func theCursorGoesFromChangeToChange() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("c")
    #expect(stage.statusLine.contains("nothing has changed"))
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names.count == 5 }
    var visited: [String?] = []
    for _ in 0..<4 {
      stage.press("c")
      visited.append(stage.cursorName)
    }
    #expect(visited == ["CLEO", "eva", "new", "CLEO"])
  }

  @Test func aFilteredListIsComparedToo() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.page.setFilters([try RowFilter(parsing: "id > 1")])
    stage.settle()
    stage.press(.down)
    #expect(stage.cursorName == "cleo")
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "new rows") { stage.names == ["new", "CLEO", "dan", "eva"] }
    #expect(stage.cursorName == "CLEO")
    #expect(stage.statusLine.contains("+2 ~1 -1"))
  }

  @Test func aPausedFeedSaysWhatWaits() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("p")
    #expect(stage.statusLine.contains("paused"))
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "what waits") { stage.statusLine.contains("a newer feed waits") }
    #expect(stage.names == ["ada", "bob", "cleo", "dan"])
    stage.press("p")
    await stage.wait(for: "the new rows") { stage.names.first == "new" }
    #expect(!stage.statusLine.contains("paused"))
  }

  @Test func aFailureStaysInSightUntilItIsOver() async throws {
    let stage = try FeedPageScreen(Self.before, columns: 120)
    stage.change(#"[{"id":1,"name":"ada"},{"id":2,"#)
    stage.press("r")
    await stage.wait(for: "an error") { stage.statusLine.contains("(r tries again)") }
    #expect(stage.names == ["ada", "bob", "cleo", "dan"])
    stage.change(Self.after)
    stage.press("r")
    await stage.wait(for: "the new rows") { stage.names.first == "new" }
    #expect(!stage.statusLine.contains("tries again"))
  }

  @Test func aSearchGoesOnInTheNewRows() async throws {
    let stage = try FeedPageScreen(Self.before)
    stage.press("/")
    stage.type("d")
    stage.press(.enter)
    #expect(stage.page.searcher.matches.count == 2)
    stage.change(Self.feed([(1, "ada"), (4, "dan"), (6, "dora")]))
    stage.press("r")
    await stage.wait(for: "the new rows") { stage.names.last == "dora" }
    stage.settle()
    #expect(stage.page.searcher.matches.count == 3)
    #expect(stage.cursorName == "ada")
  }

  @Test(arguments: 1...20) func countsAreThoseOfTheChangeset(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var changes = LiveChanges()
    let deletes = Set((0..<Int.random(in: 0...5, using: &generator)).map { $0 * 3 })
    let inserts = Set((0..<Int.random(in: 0...5, using: &generator)).map { $0 * 2 })
    let changeset = Changeset(
      itemDeletes: IndexPathSet(deletes.map { ListIndexPath(section: 0, item: $0) }),
      itemInserts: IndexPathSet(inserts.map { ListIndexPath(section: 0, item: $0) }),
      itemReloads: [ListIndexPath(section: 0, item: 50)])
    changes.take(changeset) { _ in 0 }
    #expect(changes.inserted == inserts.count && changes.deleted == deletes.count)
    #expect(changes.changed == 1)
    #expect(changes.places.count == inserts.count + 1, "seed \(seed)")
    #expect(changes.places.last?.item == 50 - deletes.count + inserts.count)
  }
}
