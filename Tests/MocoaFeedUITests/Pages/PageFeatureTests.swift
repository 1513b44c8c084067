import MocoaFeedUI
import MocoaTestSupport
import Testing

// The feature of Sources/MocoaTUI/MocoaTUI.docc/AFeature.md, on a page of each kind. The file imports
// nothing with `@testable`: Tests/Client has a link to it.

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
}

private final class Checklist: PageFeature {
  private weak var context: (any ListContext)?
  private var names: [String] = []
  private let name: (Any) -> String?

  init(name: @escaping (Any) -> String?) { self.name = name }

  static let bindings: [KeyBinding<Checklist>] = [
    .init("check-off", ["x"], help: "Check the rows off") { $0.checkOff() },
    .init("check-name", ["X"], help: "Check a name off") { $0.ask() },
  ]

  var statusText: String { names.isEmpty ? "" : "checked: \(names.joined(separator: ", "))" }

  var savedState: String? {
    get { names.isEmpty ? nil : names.joined(separator: "\n") }
    set { names = newValue?.split(separator: "\n").map(String.init) ?? [] }
  }

  func didAdd(to context: any ListContext) { self.context = context }

  private func checkOff() {
    names += context?.targetItems.compactMap(name) ?? []
    context?.updateStatus()
  }

  private func ask() {
    context?.ask(
      PromptRequest(label: "name:", history: "check-name") { [weak self] text in
        guard let self else { return true }
        names.append(text)
        context?.updateStatus()
        return true
      })
  }
}

/// Counts what a page reports.
private final class Counter: PageFeature {
  var changes = 0
  var moves = 0
  var items: [String] = []
  private weak var context: (any ListContext)?
  func didAdd(to context: any ListContext) { self.context = context }
  func rowsDidChange() {
    changes += 1
    items = context?.targetItems.compactMap { ($0 as? Pod)?.name } ?? []
  }
  func cursorDidMove() { moves += 1 }
}

/// A feature with a key of every list.
private final class Greedy: PageFeature {
  static let bindings: [KeyBinding<Greedy>] = [.init("take", ["/"], help: "Take the key") { _ in }]
}

@MainActor @Suite struct PageFeatureTests {
  private let pods = ["api", "db", "proxy"].enumerated().map { Pod(id: $0, name: $1) }
  private let registry = ModuleRegistry()

  private func feedPage() throws -> FeedPage {
    let feed = try Feed(
      FeedOrigin(name: "pods") {
        MemorySource(#"[{"name":"api"},{"name":"db"},{"name":"proxy"}]"#, name: "pods")
      })
    feed.start()
    feed.wait(forRows: .max, timeout: .seconds(10))
    let page = FeedPage(feed: feed, module: registry["mocoa://pods/"])
    page.add(Checklist { ($0 as? Row)?.json.member("name")?.string })
    return page
  }

  private func listPage() -> ListPage<Pod> {
    ListPage("Pods", pods).add(Checklist { ($0 as? Pod)?.name })
  }

  /// Checks rows off with the keys of the feature.
  private func checkKeys(on page: StatusPage) throws {
    let screen = try ScreenDriver(columns: 120, rows: 8)
    screen.show(page)
    screen.press("x", .down, "x")
    #expect(screen.picture.contains("checked: api, db"))
    screen.press("X")
    screen.type("cache")
    screen.press(.enter)
    #expect(screen.picture.contains("checked: api, db, cache"))
    #expect(page.perform("check-off") && screen.picture.contains("cache, db"))
    screen.resize(columns: 120, rows: 90)
    screen.press("?")
    #expect(screen.picture.contains("Check the rows off"))
    screen.press(.escape, ":")
    screen.type("check-name")
    screen.press(.enter)
    screen.type("web")
    screen.press(.enter)
    #expect(screen.picture.contains("cache, db, web"))
  }

  @Test("P1: a feature of one's own on a page of a feed") func feedFeatures() throws {
    try checkKeys(on: feedPage())
  }

  @Test("P1: a feature of one's own on a list page") func listFeatures() throws {
    try checkKeys(on: listPage())
  }

  @Test("P1: the keys of a feature can be changed like those of the page")
  func keysAreChanged() throws {
    let page = try feedPage()
    page.bind("B", to: "check-off")
    let screen = try ScreenDriver(columns: 120, rows: 8, showing: PageStack())
    screen.show(page)
    screen.press("B", "x")
    #expect(screen.picture.contains("checked: api, api"))
  }

  @Test("P4: the state of a feature is saved with that of its page") func statesAreSaved() throws {
    let page = try feedPage()
    #expect(!page.state.text.contains("features"))
    let screen = try ScreenDriver(columns: 120, rows: 8)
    screen.show(page)
    screen.press("x")
    let other = try feedPage()
    other.restore(try FeedPageState(parsing: page.state.text))
    #expect(other.features.map(\.savedState) == ["api"])
    let list = listPage()
    screen.show(list)
    screen.press(.down, "x")
    let otherList = listPage()
    otherList.restore(list.state)
    #expect(otherList.features.map(\.statusText) == ["checked: db"])
  }

  @Test("P3: features are notified of rows and of the cursor") func changesAreReported() throws {
    let page = listPage()
    let counter = Counter()
    page.add(counter)
    let screen = try ScreenDriver(columns: 40, rows: 8)
    screen.show(page)
    let before = (counter.changes, counter.moves)
    screen.press(.down)
    #expect(counter.changes == before.0 && counter.moves > before.1)
    screen.press(.space)
    #expect(counter.changes == before.0)
    page.items.removeFirst()
    #expect(counter.changes == before.0 + 1 && counter.items == ["db"])
  }

  @Test("P2: a feature with a key of the page is an error") func collisionsAreErrors() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = ListPage("Pods", [Pod]()).add(Greedy()) }
    }
  }
}
