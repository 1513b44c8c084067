import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var namespace: String
}

/// A cluster in memory.
@MainActor
private final class Cluster {
  struct Refused: Error, CustomStringConvertible {
    let description = "refused"
  }

  var pods = [
    Pod(id: 1, name: "api", namespace: "web"), Pod(id: 2, name: "db", namespace: "data"),
    Pod(id: 3, name: "proxy", namespace: "web"),
  ]
  var isRefusing = false

  func delete(_ pod: Pod) async throws {
    if isRefusing { throw Refused() }
    pods.removeAll { $0 == pod }
  }

  func apply(_ pod: Pod) async throws { pods.insert(pod, at: pods.count { $0.id < pod.id }) }
}

private final class PodPage: Page {
  private let pod: Pod
  init(_ pod: Pod) {
    self.pod = pod
    super.init()
  }
  override var canBecomeFocused: Bool { true }
  override func draw(in canvas: inout Canvas) { canvas.write("pod \(pod.name)") }
}

@MainActor @Suite struct ListPageTests {
  private let cluster = Cluster()

  /// The first snippet of the library trial, with rows of another origin.
  private func page() -> ListPage<Pod> {
    ListPage("Pods") { [cluster] in cluster.pods }
      .sections(by: \.namespace)
      .row { pod, canvas in canvas.write(pod.name, style: .title) }
      .onOpen { PodPage($0) }
      .action("d", "Delete", confirm: { "Delete \($0.name)?" }) { [cluster] in
        try await cluster.delete($0)
      } undo: { [cluster] in
        try await cluster.apply($0)
      }
  }

  private func screen(rows: Int = 8) async throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 40, rows: rows)
    _ = screen.show(page())
    await screen.settle()
    return screen
  }

  @Test func rowsAreInSectionsAndOpenAPage() async throws {
    let screen = try await screen()
    screen.expect("web\napi\nproxy\ndata\ndb\n\n\n Pods                        ? keys 1/3")
    screen.press(.down, .enter)
    #expect(screen.picture.hasPrefix("pod proxy"))
    screen.press(.escape)
    #expect(screen.picture.hasPrefix("web\napi"))
  }

  @Test func anActionAsksRunsAndIsUndone() async throws {
    let screen = try await screen(rows: 12)
    screen.press(.down, "d")
    await screen.settle()
    #expect(screen.picture.contains("Delete proxy?"))
    screen.press("n")
    await screen.settle()
    #expect(cluster.pods.count == 3)
    screen.press("d")
    await screen.settle()
    screen.press("y")
    await screen.settle()
    #expect(cluster.pods.map(\.name) == ["api", "db"] && !screen.picture.contains("proxy"))
    screen.press("u")
    await screen.settle()
    #expect(cluster.pods.map(\.name) == ["api", "db", "proxy"])
    #expect(screen.picture.contains("web\napi\nproxy"))
    screen.press("u")
    #expect(screen.picture.contains("there is nothing to undo"))
  }

  @Test func anActionIsForTheMarkedRowsAndSaysWhatItThrows() async throws {
    let screen = try await screen(rows: 12)
    screen.press(.space, .space, "d")
    await screen.settle()
    #expect(screen.picture.contains("Delete api?") && screen.picture.contains("1 more"))
    cluster.isRefusing = true
    screen.press("y")
    await screen.settle()
    #expect(screen.picture.contains("Delete: 2 of 2 rows failed"))
    #expect(screen.picture.contains("api: refused") && screen.picture.contains("proxy: refused"))
    screen.press(.escape)
    screen.press(".")
    #expect(screen.picture.contains("Actions") && screen.picture.contains("Delete"))
  }

  @Test func rowsAreFilteredAndFoundByWhatTheyShow() async throws {
    let screen = try await screen()
    screen.press("/")
    screen.type("D")
    #expect(screen.picture.contains("/D"))
    screen.press(.enter)
    #expect(screen.picture.hasSuffix("3/3"))
    screen.press("f")
    screen.type("P")
    screen.press(.enter)
    #expect(screen.picture.hasPrefix("web\napi\nproxy\n\n"))
    #expect(screen.picture.contains("filter: P  2 of 3"))
    screen.press(.escape)
    #expect(screen.picture.contains("db"))
    screen.press("/")
    screen.type("zzz")
    #expect(screen.picture.contains("not found"))
  }

  // Rows behind the first 10,000 were not searched, and a key waited for all of those.
  @Test("39: a search of many rows finds each match, and no key waits for it")
  func searchingManyRows() async throws {
    let pods = (0..<11_000).map { Pod(id: $0, name: "pod \($0)", namespace: "n") }
    let page = ListPage("Pods", pods).row { $1.write($0.name) }
    // Beside other tests, turns are rare.
    page.search.slice = .milliseconds(100)
    let screen = try ScreenDriver(columns: 60, rows: 6)
    _ = screen.show(page)
    screen.press("/")
    screen.type("pod 10999")
    // Each key takes a slice at most, so that the match is not found yet.
    #expect(page.table.cursor?.item == 0)
    await screen.wait(for: "the match") { page.table.cursor?.item == 10_999 }
    screen.press(.enter, "N")
    await screen.wait(for: "the match") { page.table.cursor?.item == 10_999 }
    screen.press("/")
    screen.type("none")
    await screen.wait(for: "the end") { screen.picture.contains("not found") }
    // A key that moves ends the search.
    screen.press(.escape, "/")
    screen.type("pod 5")
    screen.press(.enter, "g", "N", "j")
    #expect(page.table.cursor?.item == 1)
    await screen.settle()
    #expect(page.table.cursor?.item == 1)
  }

  @Test func typingAFilterDrawsEachRowOnce() async throws {
    let pods = (0..<1_000).map { Pod(id: $0, name: "pod \($0)", namespace: "n") }
    var drawn = 0
    let page = ListPage("Pods", pods).row { pod, canvas in
      drawn += 1
      canvas.write(pod.name)
    }
    let screen = try ScreenDriver(columns: 30, rows: 6)
    _ = screen.show(page)
    screen.press("f")
    screen.type("POD 99")
    await screen.wait(for: "the rows") { screen.picture.hasPrefix("pod 99\npod 990") }
    #expect(drawn < 1_200)
    page.items[99].name = "other"
    await screen.wait(for: "the other row") { screen.picture.hasPrefix("pod 990\n") }
  }

  @Test func failedLoadsAreReportedAndRetried() async throws {
    cluster.isRefusing = true
    let page = ListPage("Pods") { [cluster] in
      if cluster.isRefusing { throw Cluster.Refused() }
      return cluster.pods
    }
    let screen = try ScreenDriver(columns: 40, rows: 5)
    _ = screen.show(page)
    await screen.settle()
    #expect(screen.picture.contains("refused  (r retries)"))
    cluster.isRefusing = false
    screen.press("r")
    await screen.settle()
    #expect(page.items.count == 3 && page.current?.name == "api")
  }

  @Test func theDetailFollowsTheCursor() throws {
    let detail = Label()
    let list = ListPage("", cluster.pods).row { pod, canvas in canvas.write(pod.name) }
      .onMove { detail.text = $0?.namespace ?? "" }
    list.showsStatusBar = false
    let split = SplitView(.horizontal) {
      list; detail
    }
    let screen = try ScreenDriver(columns: 15, rows: 3, showing: split)
    screen.expect("api    │web\ndb     │\nproxy  │")
    screen.press(.down)
    screen.expect("api    │data\ndb     │\nproxy  │")
  }

  /// The search of every page of a list.
  @Test func tablesAreSearchedByWhatTheirCellsShow() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://words/"]
    module.section.cell.register(LabelCell<ContentViewModel<LabelContent>>.self)
    let words = ["one", "two", "three", "four"].map { LabelContent(text: $0) }
    let page = TablePage(title: "W", list: ListViewModel(model: RowSection(words), module: module))
    let screen = try ScreenDriver(columns: 20, rows: 6)
    _ = screen.show(page)
    screen.press("/")
    screen.type("O")
    screen.press(.enter, "n")
    #expect(page.table.cursor?.item == 1)
    screen.press("n", "n")
    #expect(page.table.cursor?.item == 0)
    screen.press("N")
    #expect(page.table.cursor?.item == 3)
  }

  @Test func aPageIsFoundAsItWasLeft() async throws {
    let names = (0..<40).map { Pod(id: $0, name: "pod \($0)", namespace: "n") }
    func page() -> ListPage<Pod> {
      let page = ListPage("Pods", names).row { pod, canvas in canvas.write(pod.name) }
        .action("d", "Delete") { _ in }
      // All rows are drawn for the filter at once, however busy the machine is.
      page.slice = .seconds(600)
      return page
    }
    let (screen, before) = (try ScreenDriver(columns: 30, rows: 6), page())
    _ = screen.show(before)
    screen.press("f")
    screen.type("1")
    screen.press(.enter, .down, .space, .pageDown, .down)
    let encoded = try JSONEncoder().encode(before.state)
    let (other, after) = (try ScreenDriver(columns: 30, rows: 6), page())
    _ = other.show(after)
    _ = other.picture
    after.restore(try JSONDecoder().decode(ListPageState.self, from: encoded))
    #expect(other.picture == screen.picture)
    #expect(after.table.cursor == before.table.cursor && after.filter == "1")
    #expect(after.table.list?.selectedIndexPaths == before.table.list?.selectedIndexPaths)
    #expect(after.table.list?.numberOfSelectedItems == 1)
    after.restore(ListPageState())
    #expect(after.filter.isEmpty && after.table.list?.numberOfSelectedItems == 0)
  }

  // MARK: Appending

  @Test("defect U22: values that are appended in any order of steps have the rows of those set")
  func appendedValues() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      func pods(from first: Int) -> [Pod] {
        (first..<first + Int.random(in: 0...3, using: &generator)).map {
          Pod(
            id: $0, name: "p\($0 % 5)", namespace: "n\(Int.random(in: 0...2, using: &generator))")
        }
      }
      let (appended, set) = (ListPage("", [Pod]()), ListPage("", [Pod]()))
      let isSectioned = Bool.random(using: &generator)
      for page in [appended, set] {
        page.row { $1.write($0.name) }
        if isSectioned { page.sections(by: \.namespace) }
      }
      for _ in 0..<6 {
        if Bool.random(using: &generator) {
          let filter = ["", "p1", "p2"].randomElement(using: &generator) ?? ""
          (appended.filter, set.filter) = (filter, filter)
        }
        let added = pods(from: set.items.count)
        appended.append(contentsOf: added)
        set.items += added
        #expect(appended.items == set.items)
        #expect(Self.shown(by: appended) == Self.shown(by: set), "seed \(seed)")
      }
    }
  }

  /// The displayed values by sections.
  private static func shown(by page: ListPage<Pod>) -> [[Pod?]] {
    guard let list = page.table.list else { return [] }
    return (0..<list.numberOfSections).map { section in
      (0..<list.numberOfItems(in: section)).map {
        page.model(at: ListIndexPath(section: section, item: $0))
      }
    }
  }

  @Test("defect U22: a value is appended without touching the others")
  func appendedValuesAreCheap() throws {
    let screen = try ScreenDriver(columns: 10, rows: 3)
    let page = ListPage("", (0..<200_000).map { Pod(id: $0, name: "p\($0)", namespace: "") })
      .row { $1.write($0.name) }
    screen.show(page)
    let start = ContinuousClock.now
    for id in 200_000..<202_000 { page.append(Pod(id: id, name: "new", namespace: "")) }
    #expect(page.items.count == 202_000)
    // Comparing all of them once takes longer than appending 2,000.
    let appending = ContinuousClock.now - start
    let middle = ContinuousClock.now
    page.items.append(Pod(id: 0, name: "again", namespace: ""))
    let comparing = ContinuousClock.now - middle
    #expect(appending < comparing * 20, "\(appending), \(comparing)")
    screen.press("G")
    #expect(screen.picture.contains("again"))
  }
}
