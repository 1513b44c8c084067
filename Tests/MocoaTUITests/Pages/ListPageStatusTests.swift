import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// The status bar of a list page: its state, and messages with a lifetime.
@MainActor @Suite struct ListPageStatusTests {
  private let shop = Shop()

  private func show(columns: Int = 60, rows: Int = 10) async throws -> (
    ScreenDriver, ListPage<Good>
  ) {
    let page = ListPage("Goods") { [shop] in try shop.load() }
      .row { good, canvas in canvas.write(good.name) }
      .action("d", "Delete", confirm: { "Delete \($0.name)?" }) { [shop] in try shop.delete($0) }
    let screen = try ScreenDriver(columns: columns, rows: rows)
    _ = screen.show(page)
    await screen.settle()
    return (screen, page)
  }

  @Test("defect U3: the note of a filter stays while rows are reloaded")
  func theFilterNoteStays() async throws {
    let (screen, page) = try await show()
    page.filter = "p"
    #expect(screen.picture.contains("filter: p  2 of 3"))
    for _ in 0..<2 {
      screen.press("r")
      #expect(screen.picture.contains("filter: p"))
      await screen.settle()
      #expect(screen.picture.contains("filter: p  2 of 3"))
    }
    shop.goods.removeFirst()
    screen.press("r")
    await screen.settle()
    #expect(screen.picture.contains("filter: p  1 of 2"))
    page.filter = ""
    #expect(!screen.picture.contains("filter"))
  }

  @Test("defect U3: the note of a filter stays while rows are reloaded at an interval")
  func theFilterNoteStaysWhileReloading() async throws {
    var loads = 0
    let page = ListPage("Goods", every: .milliseconds(1)) { [shop] in
      loads += 1
      return try shop.load()
    }
    .row { good, canvas in canvas.write(good.name) }
    let screen = try ScreenDriver(columns: 60, rows: 10)
    _ = screen.show(page)
    await screen.wait(for: "the rows") { page.items.count == 3 }
    page.filter = "p"
    for _ in 0..<3 {
      let count = loads
      await screen.wait(for: "another load") { loads > count + 1 }
      #expect(screen.picture.contains("filter: p  2 of 3"))
    }
  }

  @Test("defect U4: the error of a load goes when the next one succeeds")
  func theErrorOfALoadGoes() async throws {
    let (screen, _) = try await show()
    shop.isRefusing = true
    screen.press("r")
    await screen.settle()
    #expect(screen.picture.contains("refused  (r retries)"))
    // It is state: keys and time do not remove it, and other messages are in front of it.
    screen.press(.down, "u")
    screen.pass(.seconds(30))
    #expect(screen.picture.contains("refused  (r retries)"))
    shop.isRefusing = false
    screen.press("r")
    await screen.settle()
    #expect(!screen.picture.contains("refused"))
    #expect(screen.picture.contains("Goods"))
  }

  @Test("defect U24: an error and a filter are both displayed")
  func anErrorAndAFilter() async throws {
    let (screen, page) = try await show()
    page.filter = "p"
    shop.isRefusing = true
    screen.press("r")
    await screen.settle()
    #expect(screen.picture.contains("refused  (r retries)"))
    #expect(screen.picture.contains("filter: p  2 of 3"))
  }

  @Test("defect U24: the message of an action is not in front of the filter's note for long")
  func messagesOfActionsEnd() async throws {
    let (screen, page) = try await show()
    page.filter = "p"
    screen.press("d")
    await screen.settle()
    shop.isRefusingDeletions = true
    screen.press("y")
    await screen.settle()
    #expect(screen.picture.contains("Delete: refused"))
    screen.press(.down)
    #expect(!screen.picture.contains("Delete: refused"))
    #expect(screen.picture.contains("filter: p  2 of 3"))
  }

  @Test("defect U24: the message of an action goes without a key")
  func messagesOfActionsGoByTime() async throws {
    let (screen, page) = try await show()
    page.filter = "p"
    shop.isRefusingDeletions = true
    screen.press("d")
    await screen.settle()
    screen.press("y")
    await screen.settle()
    screen.pass(.seconds(3))
    #expect(screen.picture.contains("Delete: refused"))
    screen.pass(.seconds(9))
    #expect(!screen.picture.contains("Delete: refused"))
    #expect(screen.picture.contains("filter: p  2 of 3"))
  }

  @Test("40: an action that has pushed a page is not reported as done")
  func actionsThatPush() async throws {
    let (screen, page) = try await show()
    page.action("o", "Open") { [unowned page] good in
      page.push(PagerPage(name: good.name, lines: ["a page"]))
    }
    screen.press("o")
    await screen.settle()
    #expect(screen.picture.hasPrefix("a page"))
    screen.press(.escape)
    #expect(screen.picture.contains("Goods") && !screen.picture.contains("done"))
  }

  @Test("40: the error of a task is shown; that it was cancelled is not")
  func errorsOfTasks() async throws {
    let (screen, page) = try await show()
    page.task { throw CancellationError() }
    await screen.settle()
    #expect(!screen.picture.contains("Cancellation"))
    page.task { throw Shop.Refused() }
    await screen.settle()
    #expect(screen.picture.contains("refused"))
    screen.press(.down)
    #expect(!screen.picture.contains("refused"))
    let plain = Page()
    page.stack?.push(plain)
    plain.task { throw Shop.Refused() }
    await screen.settle()
    #expect(screen.picture.hasPrefix(String(repeating: " ", count: 51) + " refused"))
  }

  @Test("defect U24: a question for several rows names how many")
  func aQuestionNamesHowMany() async throws {
    let (screen, _) = try await show(rows: 14)
    screen.press(.space, .space, .space, "d")
    await screen.settle()
    #expect(screen.picture.contains("Delete pear?"))
    #expect(screen.picture.contains("Delete 3 rows"))
    screen.press("n")
    await screen.settle()
    screen.press("U", "d")
    await screen.settle()
    #expect(!screen.picture.contains("rows"))
  }
}

private struct Good: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
}

@MainActor private final class Shop {
  struct Refused: Error, CustomStringConvertible {
    let description = "refused"
  }

  var goods = ["pear", "apple", "fig"].enumerated().map { Good(id: $0, name: $1) }
  var isRefusing = false
  var isRefusingDeletions = false

  func load() throws -> [Good] {
    if isRefusing { throw Refused() }
    return goods
  }

  func delete(_ good: Good) throws {
    if isRefusingDeletions { throw Refused() }
    goods.removeAll { $0 == good }
  }
}
