import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

/// A source whose answers the test gives.
@MainActor private final class Source {
  var requests: [CheckedContinuation<[Entry], Never>] = []

  func load() async -> [Entry] { await withCheckedContinuation { requests.append($0) } }
}

/// Lists of sources that answer never, twice, or with rows of one identity.
@MainActor @Suite struct ListPageUnrulySourceTests {
  private func screen(_ page: Page) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 60, rows: 8)
    screen.show(page)
    return screen
  }

  @Test("40: rows of one identity are displayed, changed, marked and removed each")
  func repeatedIdentities() throws {
    let entries = [Entry(id: 1, text: "a"), Entry(id: 1, text: "b"), Entry(id: 2, text: "c")]
    let page = ListPage("Rows", entries).row { $1.write($0.text) }
    let screen = try screen(page)
    #expect(screen.picture.hasPrefix("a\nb\nc\n"))
    screen.press(.down)
    #expect(page.current?.text == "b")
    page.items[1].text = "B"
    #expect(screen.picture.hasPrefix("a\nB\nc\n") && page.current?.text == "B")
    screen.press(.space)
    #expect(page.targets.map(\.text) == ["B"])
    page.items = [Entry(id: 0, text: "new")] + page.items
    #expect(screen.picture.hasPrefix("new\na\nB\nc\n"))
    #expect(page.targets.map(\.text) == ["B"] && page.current?.text == "c")
    page.items.removeAll { $0.text == "a" }
    #expect(screen.picture.hasPrefix("new\nB\nc\n"))
  }

  @Test("40: while a source does not answer, the page says so and its keys work")
  func aSourceThatNeverAnswers() async throws {
    var count = 0
    let page = ListPage("Rows") { () async throws -> [Entry] in
      try await Task.sleep(for: .seconds(3_600))
      return []
    }
    .row { $1.write($0.text) }
    .empty("Nothing")
    .action("a", "Add") { count += 1 }
    let screen = try screen(page)
    await screen.settle()
    #expect(screen.picture.contains("loading") && !screen.picture.contains("Nothing"))
    screen.press(.down, .end, .space, .enter, "r", "f")
    screen.type("x")
    #expect(page.filter == "x" && screen.picture.contains("filter:"))
    screen.press(.escape, "a")
    await screen.settle()
    #expect(page.filter.isEmpty && count == 1 && page.status.activity == "loading")
  }

  @Test(
    "40: of two answers at once, the one to the later request counts",
    arguments: [[0, 1], [1, 0]])
  func twoAnswersAtOnce(order: [Int]) async throws {
    let source = Source()
    let page = ListPage("Rows") { await source.load() }.row { $1.write($0.text) }
    let screen = try screen(page)
    await screen.wait(for: "the first request") { source.requests.count == 1 }
    screen.press("r")
    await screen.wait(for: "the second request") { source.requests.count == 2 }
    for number in order {
      source.requests[number].resume(returning: [Entry(id: 1, text: "\(number)")])
    }
    await screen.wait(for: "the answer") { !page.items.isEmpty }
    await screen.settle()
    #expect(screen.picture.hasPrefix("1\n\n") && !screen.picture.contains("loading"))
  }
}
