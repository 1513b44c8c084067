import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

/// Filters of lists whose rows are drawn, and compared, between keys.
@Suite @MainActor struct ListPageFilterTests {
  private func words(_ range: Range<Int>) -> [Entry] {
    range.map { Entry(id: $0, text: "word \($0)") }
  }

  private func page(_ words: [Entry]) -> ListPage<Entry> {
    let page = ListPage("Words", words).row { $1.write($0.text) }
    page.slice = .zero
    return page
  }

  private func show(_ page: ListPage<Entry>) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 60, rows: 6)
    screen.show(page)
    return screen
  }

  private func ids(_ page: ListPage<Entry>) -> [Int] {
    (0..<page.rows.numberOfItems(in: 0)).compactMap {
      page.model(at: ListIndexPath(section: 0, item: $0))?.id
    }
  }

  @Test func keysAreHandledWhileRowsAreDrawnForAFilter() async throws {
    let page = page(words(0..<400))
    let screen = try show(page)
    screen.press("f")
    screen.type("word 39")
    screen.press(.enter, .down)
    #expect(screen.picture.contains("filter: word 39  3"))
    #expect(screen.picture.contains("rows left") && page.current?.id == 1)
    await screen.wait(for: "the rows") { screen.picture.contains("filter: word 39  11 of 400") }
    #expect(ids(page) == [39] + Array(390..<400))
  }

  @Test("40: the status counts the rows that are found while values change")
  func valuesThatChangeWhileTheyAreFiltered() async throws {
    let page = page(words(0..<400))
    let screen = try show(page)
    page.filter = "39"
    page.items[0].text = "changed"
    #expect(screen.picture.contains("rows left") && !screen.picture.contains(" 0 rows left"))
    await screen.wait(for: "the rows") { page.arranging == nil }
    for index in 1...3 {
      page.items[index].text = "changed"
      #expect(page.arranging != nil && screen.picture.contains("filter: 39  14 of 400"))
    }
    page.items[4].text = "39 again"
    await screen.wait(for: "the row") { screen.picture.contains("filter: 39  15 of 400") }
  }

  @Test func theCursorStaysOnItsRowOrMovesToTheNextOneThatMatches() async throws {
    let page = page(words(0..<6_000))
    page.slice = .milliseconds(8)
    let screen = try show(page)
    for _ in 0..<55 { screen.press(.down) }
    screen.press(.space)
    #expect(page.current?.id == 56)
    page.filter = "8"
    await screen.wait(for: "the rows") { page.arranging == nil }
    #expect(page.current?.id == 58)
    page.filter = ""
    #expect(page.current?.id == 58 && ids(page).count == 6_000)
  }

  @Test func valuesMayBeReplacedByFewerWhileTheyAreFiltered() async throws {
    let page = page(words(0..<6_000))
    page.slice = .milliseconds(8)
    let screen = try show(page)
    page.filter = "99"
    await screen.wait(for: "the texts") { page.texts?.restCount == 0 }
    page.items = words(0..<10)
    await screen.wait(for: "the rows") { page.arranging == nil }
    #expect(ids(page) == [] && page.current == nil)
  }

  @Test func aPageThatIsReleasedDrawsNoMoreRows() async {
    var page: ListPage<Entry>? = page(words(0..<10_000))
    page?.filter = "9"
    weak let released = page
    page = nil
    #expect(released == nil)
  }

  @Test func law_aFilterInSlicesShowsTheRowsThatMatch() async throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let page = page(words(0..<Int.random(in: 0...80, using: &generator)))
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let next = (page.items.last?.id ?? -1) + 1
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          page.filter = ["", "1", "2", "12", "none"].randomElement(using: &generator) ?? ""
        case 2: page.append(contentsOf: words(next..<next + 20))
        case 3: page.items.removeAll { $0.id % 7 == 3 }
        case 4: if !page.items.isEmpty { page[0] = Entry(id: page[0].id, text: "other 1") }
        default: for _ in 0..<Int.random(in: 0...4, using: &generator) { await Task.yield() }
        }
      }
      while page.arranging != nil { await Task.yield() }
      let filter = page.filter
      let wanted = page.items.filter { filter.isEmpty || $0.text.contains(filter) }
      #expect(ids(page) == wanted.map(\.id), "seed \(seed)")
    }
  }
}
