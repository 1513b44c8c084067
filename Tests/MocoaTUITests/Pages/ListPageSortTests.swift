import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var restarts: Int?
  var namespace = "web"
}

/// Sorting the rows of a list page by its columns.
@MainActor @Suite struct ListPageSortTests {
  private let pods = [
    Pod(id: 1, name: "db", restarts: 2), Pod(id: 2, name: "api", restarts: nil),
    Pod(id: 3, name: "web", restarts: 2), Pod(id: 4, name: "cron", restarts: 0),
  ]

  private func page(_ pods: [Pod]) -> ListPage<Pod> {
    ListPage("Pods", pods).columns {
      Column("NAME", \.name).sortable()
      Column("RESTARTS", \.restarts).sortable()
      Column("ID", \.id)
    }
  }

  private func show(_ page: ListPage<Pod>, rows: Int = 6) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 70, rows: rows)
    screen.show(page)
    return screen
  }

  private func names(_ page: ListPage<Pod>) -> [String] {
    guard let list = page.table.list else { return [] }
    return (0..<list.numberOfSections).flatMap { section in
      (0..<list.numberOfItems(in: section)).compactMap {
        page.model(at: ListIndexPath(section: section, item: $0))?.name
      }
    }
  }

  @Test("40: a page is sorted from the start, with the cursor on the first row")
  func anInitialOrder() throws {
    let page = page(pods).sorted(by: "-restarts,-name")
    let screen = try show(page)
    #expect(names(page) == ["web", "db", "cron", "api"] && page.current?.name == "web")
    #expect(screen.picture.contains("RESTARTS ▼"))
    page.append(Pod(id: 5, name: "mail", restarts: 7))
    #expect(names(page).first == "mail" && page.current?.name == "web")
    page.restore(ListPageState())
    #expect(names(page) == ["db", "api", "web", "cron", "mail"])
  }

  @Test func aClickOnATitleSortsAndTheArrowSaysHow() throws {
    let page = page(pods)
    let screen = try show(page)
    screen.click("RESTARTS")
    screen.expect(
      """
      NAME    RESTARTS ▲    ID
      cron             0     4
      db               2     1
      web              2     3
      api                    2
       Pods                                                      ? keys 2/4
      """)
    screen.click("RESTARTS")
    #expect(names(page) == ["db", "web", "cron", "api"] && screen.picture.contains("RESTARTS ▼"))
    screen.click("RESTARTS")
    #expect(names(page) == ["db", "api", "web", "cron"])
    screen.click("ID")
    #expect(screen.picture.contains("rows cannot be sorted by ID"))
  }

  @Test func keysSortByTheCurrentColumnAndByNames() throws {
    let page = page(pods)
    let screen = try show(page)
    screen.press("t")
    #expect(screen.picture.contains("choose a column first"))
    screen.press(.right, "t")
    #expect(names(page) == ["api", "cron", "db", "web"])
    screen.press("s")
    screen.type("-REST")
    screen.press(.tab)
    screen.type(",name")
    screen.press(.enter)
    #expect(names(page) == ["db", "web", "cron", "api"])
    #expect(screen.picture.contains("RESTARTS ▼") && screen.picture.contains("NAME ▲"))
    screen.press("s")
    screen.type("size")
    screen.press(.enter)
    #expect(screen.picture.contains("no column"))
    screen.press(.escape, "s", .enter)
    #expect(names(page) == ["db", "api", "web", "cron"])
  }

  @Test func cursorAndMarksStayOnTheirRows() throws {
    let page = page(pods)
    let screen = try show(page)
    screen.press(.down, .space, .end)
    #expect(page.current?.name == "cron")
    screen.click("NAME")
    #expect(page.current?.name == "cron")
    #expect(page.targets.map(\.name) == ["api"])
    page.items[3].name = "zebra"
    #expect(names(page) == ["api", "db", "web", "zebra"] && page.current?.name == "zebra")
    page.append(Pod(id: 5, name: "b"))
    #expect(names(page) == ["api", "b", "db", "web", "zebra"])
    page.filter = "b"
    #expect(names(page) == ["b", "db", "web", "zebra"])
  }

  @Test func sectionsKeepTheirOrder() throws {
    var pods = pods
    pods[3].namespace = "data"
    let page = page(pods).sections(by: \.namespace)
    let screen = try show(page, rows: 8)
    screen.click("NAME")
    #expect(names(page) == ["api", "db", "web", "cron"])
    screen.click("NAME")
    #expect(names(page) == ["web", "db", "api", "cron"])
  }

  @Test func aSortedPageIsFoundAsItWasLeft() throws {
    let (before, after) = (page(pods), page(pods))
    let (screen, other) = (try show(before), try show(after))
    screen.click("NAME")
    screen.press(.end)
    _ = other.picture
    after.restore(before.state)
    #expect(other.picture == screen.picture && after.current?.name == "web")
  }

  @Test func manyRowsAreSortedOffTheMainActor() async throws {
    let many = (0..<20_000).map { Pod(id: $0, name: "p\($0 % 10)", restarts: -$0) }
    let page = page(many)
    let screen = try show(page)
    screen.press(.down, .space)
    screen.click("RESTARTS")
    #expect(screen.picture.contains("sorting") && page.current?.id == 2)
    page.append(Pod(id: 20_000, name: "last", restarts: -20_000))
    await screen.wait(for: "the order") { !screen.picture.contains("sorting") }
    #expect(names(page).first == "last")
    #expect(page.current?.id == 2 && page.targets.map(\.id) == [1])
  }

  @Test func law_aSortIsStableAndKeepsTheRowOfTheCursor() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pods = (0..<Int.random(in: 1...12, using: &generator)).map { id in
        Pod(
          id: id, name: "n\(Int.random(in: 0...3, using: &generator))",
          restarts: Int.random(in: 0...3, using: &generator))
      }
      let page = page(pods)
      let screen = try show(page, rows: 8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) { screen.press(.down) }
      screen.press(.space)
      let (current, marked) = (page.current, page.targets)
      page.toggleSort(by: "NAME", isAdded: false)
      page.toggleSort(by: "RESTARTS", isAdded: true)
      page.toggleSort(by: "RESTARTS", isAdded: true)
      let sorted = pods.sorted {
        ($0.name, -($0.restarts ?? 0), $0.id) < ($1.name, -($1.restarts ?? 0), $1.id)
      }
      let shown = (0..<pods.count).compactMap {
        page.model(at: ListIndexPath(section: 0, item: $0))
      }
      #expect(shown == sorted, "seed \(seed)")
      #expect(page.current == current && page.targets == marked, "seed \(seed)")
      #expect(!screen.picture.isEmpty)
    }
  }
}
