import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var phase = "Running"
}

/// The details of the row under the cursor, actions, and what replaces missing rows.
@MainActor @Suite struct ListPageDetailTests {
  private let pods = ["api", "db", "web"].enumerated().map { Pod(id: $0, name: $1) }

  private func page(_ pods: [Pod]) -> ListPage<Pod> {
    ListPage("Pods", pods).columns {
      Column("NAME", \.name)
    }
  }

  private func show(
    _ page: ListPage<Pod>, columns: Int = 100, rows: Int = 12
  ) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: columns, rows: rows)
    screen.show(page)
    return screen
  }

  @Test func detailsFollowTheCursorAndTheRow() throws {
    let page = page(pods).detail { pod in
      Label("\(pod.name) is \(pod.phase)")
    }
    let screen = try show(page)
    #expect(screen.picture.contains("│api is Running"))
    screen.press(.down)
    #expect(screen.picture.contains("│db is Running"))
    page.items[1].phase = "Failed"
    #expect(screen.picture.contains("│db is Failed"))
    screen.press("v")
    #expect(!screen.picture.contains("│"))
    screen.press(.down, "v")
    #expect(screen.picture.contains("│web is Running"))
    page.filter = "nothing"
    #expect(!screen.picture.contains("is Running"))
  }

  @Test("40: details are a view beside the list, which follows the row and its changes")
  func detailsBesideTheList() throws {
    let list = page(pods)
    list.showsStatusBar = false
    let split = SplitView(.horizontal) {
      list.extent(.fixed(6))
      Detail(of: list) { pod in
        Label(pod.name)
        Label(pod.phase)
      }
    }
    let screen = try ScreenDriver(columns: 16, rows: 4, showing: split)
    screen.expect("NAME  │api\napi   │Running\ndb    │\nweb   │")
    screen.press(.down)
    screen.expect("NAME  │db\napi   │Running\ndb    │\nweb   │")
    list.items[1].phase = "Failed"
    screen.expect("NAME  │db\napi   │Failed\ndb    │\nweb   │")
    list.items = []
    #expect(!screen.picture.contains("Failed"))
  }

  @Test("40: a chart alone fills the details, unless it has an extent")
  func aChartFillsTheDetails() throws {
    for (extent, rows) in [(Extent.content(), 9), (Extent.fixed(2), 2)] {
      let list = page(pods)
      list.showsStatusBar = false
      let split = SplitView(.horizontal) {
        list.extent(.fixed(6))
        Detail(of: list) { _ in Chart(.columns, in: 0...1) { [1, 1] }.extent(extent) }
      }
      let screen = try ScreenDriver(columns: 10, rows: 9, showing: split)
      #expect(screen.picture.split(separator: "\n").count { $0.hasSuffix("│██") } == rows)
    }
  }

  @Test("40: details are the members of a row, with texts that are wrapped")
  func detailsAreMembers() throws {
    struct Job: Identifiable, Equatable, Sendable {
      let id = 7
      var tags = ["a", "b"]
      var limits = ["z": 1, "b": 2]
      var note: String?
      var text = "one two three four five six"
    }
    let page = ListPage("Jobs", [Job()]).columns { Column("ID", \.id) }.detail { Fields(of: $0) }
    let screen = try ScreenDriver(columns: 20, rows: 20)
    screen.show(page)
    let rows = [
      "id      7", "tags    a, b", "limits  b: 2, z: 1", "note", "text    one two",
      "        three four", "        five six",
    ]
    #expect(screen.picture.contains(rows.joined(separator: "\n")))
  }

  @Test("39: members of an object that refers to itself end with an ellipsis")
  func membersOfCycles() throws {
    final class Node {
      let name: String
      var parent: Node?
      var children: [Node] = []
      init(_ name: String) { self.name = name }
    }
    let (root, child) = (Node("root"), Node("api"))
    (child.parent, root.parent, root.children) = (root, child, [child])
    defer { (child.parent, root.parent) = (nil, nil) }
    let screen = try ScreenDriver(columns: 60, rows: 4, showing: Fields(of: child))
    #expect(screen.picture.contains("parent    name: root, parent: …, children: 1 value"))
  }

  @Test("40: of elements with members their number is displayed, and durations as in columns")
  func membersWithElements() throws {
    struct Part { var parts: [Part] = [] }
    struct Book {
      let parts = [Part(parts: [Part(), Part()]), Part()]
      let names: [String: Part] = ["a": Part()]
      let pages = [[1, 2], [3]]
      let sizes = [1, 2]
      let age = Duration.seconds(151_268) + .nanoseconds(1)
    }
    let screen = try ScreenDriver(columns: 30, rows: 5, showing: Fields(of: Book()))
    screen.expect(
      """
      parts  2 values
      names  1 value
      pages  2 values
      sizes  1, 2
      age    1d 18:01:08
      """)
  }

  @Test func detailsAreBelowOnANarrowScreenAndHiddenOnASmallOne() throws {
    let page = page(pods).detail { Label($0.phase) }
    let screen = try show(page, columns: 30, rows: 14)
    #expect(screen.picture.contains("─────\nRunning"))
    screen.resize(columns: 30, rows: 8)
    #expect(!screen.picture.contains("Running"))
    screen.press("v", "v")
    #expect(screen.picture.contains("no room"))
    screen.resize(columns: 120, rows: 8)
    #expect(screen.picture.contains("│Running"))
    #expect(page.table.cursor?.item == 0)
  }

  @Test func hiddenDetailsAreNotMade() throws {
    var count = 0
    let page = page(pods).detail(isShown: false) { pod in
      count += 1
      return [Label(pod.name)]
    }
    let screen = try show(page)
    screen.press(.down, .down)
    #expect(count == 0 && !screen.picture.contains("│"))
    screen.press("v")
    #expect(count == 1 && screen.picture.contains("│web"))
  }

  // MARK: Actions

  @Test func aQuestionIsForAllRowsAndFailedOnesAreNamed() async throws {
    struct Refused: Error, CustomStringConvertible { let description = "refused" }
    var deleted: [String] = []
    let page = page(pods).action("d", "Delete", confirm: { "Delete \($0.count) pods?" }) { pod in
      if pod.name != "db" { throw Refused() }
      deleted.append(pod.name)
    }
    let screen = try show(page)
    screen.press(.space, .space, .space, "d")
    await screen.settle()
    #expect(screen.picture.contains("Delete 3 pods?"))
    screen.press("y")
    await screen.settle()
    #expect(deleted == ["db"])
    #expect(screen.picture.contains("api: refused") && screen.picture.contains("web: refused"))
    #expect(!screen.picture.contains("db: "))
    #expect(screen.picture.contains("Delete: 2 of 3 rows failed"))
  }

  @Test("40: a question may be a text")
  func aQuestionMayBeAText() async throws {
    var deleted: [String] = []
    let page = page(pods).action("d", "Delete", confirm: "Are they useless?") { pod in
      deleted.append(pod.name)
    }
    let screen = try show(page)
    screen.press(.space, .space, "d")
    await screen.settle()
    #expect(screen.picture.contains("Delete 2 rows"))
    #expect(screen.picture.contains("Are they useless?") && deleted.isEmpty)
    screen.press("y")
    await screen.settle()
    #expect(deleted == ["api", "db"])
  }

  @Test("40: an action that needs no row may ask first")
  func anActionWithoutARowAsks() async throws {
    var clearCount = 0
    let page = page(pods).action("c", "Clear all", confirm: "Really?") { clearCount += 1 }
    let screen = try show(page)
    screen.press("c")
    await screen.settle()
    #expect(screen.picture.contains("Clear all ") && !screen.picture.contains("Clear all 3 rows"))
    #expect(screen.picture.contains("Really?") && clearCount == 0)
    screen.press("n")
    await screen.settle()
    #expect(clearCount == 0)
    screen.press("c")
    await screen.settle()
    screen.press("y")
    await screen.settle()
    #expect(clearCount == 1)
  }

  @Test func anEmptyListSaysSoAndCanBeAddedTo() async throws {
    let box = Box()
    let page = ListPage("Pods") { box.pods }
      .columns { Column("NAME", \.name) }
      .empty("No pods; a adds one")
      .action("a", "Add") { box.pods.append(Pod(id: 9, name: "new")) }
      .action("d", "Delete") { pod in box.pods.removeAll { $0 == pod } }
    let screen = try show(page, columns: 40, rows: 5)
    await screen.settle()
    #expect(screen.picture.contains("No pods; a adds one"))
    screen.press("d")
    #expect(screen.picture.contains("no row"))
    screen.press("a")
    await screen.settle()
    #expect(screen.picture.contains("new") && !screen.picture.contains("No pods"))
    page.filter = "x"
    #expect(screen.picture.contains("No rows match: x"))
    page.filter = ""
    screen.press("d")
    await screen.settle()
    #expect(screen.picture.contains("No pods"))
  }
}

@MainActor private final class Box {
  var pods: [Pod] = []
}
