import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct MoveObserverTests {
  @Test("defect U8: any number of observers are notified of moves, besides the page")
  func movesAreObserved() throws {
    let page = ListPage("N", (0..<20).map { Word(id: $0, text: "row \($0)") })
      .row { word, canvas in canvas.write(word.text) }
    let screen = try ScreenDriver(columns: 30, rows: 8)
    _ = screen.show(page)
    var moves: [String] = []
    let (first, second) = (Label(), Label())
    let subscription = page.table.observeMove(owner: first) { _ in moves.append("first") }
    page.table.observeMove(owner: second) { _ in moves.append("second") }
      .store(in: &page.subscriptions)
    screen.press("j")
    #expect(Set(moves) == ["first", "second"])
    #expect(screen.picture.hasSuffix("2/20"))
    subscription.cancel()
    moves = []
    screen.press("j")
    #expect(Set(moves) == ["second"])
    #expect(screen.picture.hasSuffix("3/20"))
  }

  @Test("39: closures of a list page are called in addition to one another")
  func closuresAddUp() throws {
    var calls: [String] = []
    let page = ListPage("N", (0..<3).map { Word(id: $0, text: "row \($0)") })
      .onMove { calls.append("one \($0?.id ?? -1)") }.onMove { calls.append("two \($0?.id ?? -1)") }
      .onSelect { calls.append("opened \($0.id)") }.onSelect { calls.append("again \($0.id)") }
    let screen = try ScreenDriver(columns: 30, rows: 8)
    _ = screen.show(page)
    calls = []
    screen.press("j", .enter)
    #expect(calls == ["one 1", "two 1", "opened 1", "again 1"])
  }

  @Test("defect U8: observers of opened rows do not replace what the page does")
  func selectionsAreObserved() throws {
    var opened: [String] = []
    let page = ListPage("N", (0..<3).map { Word(id: $0, text: "row \($0)") })
      .onSelect { opened.append("page \($0.id)") }
    let screen = try ScreenDriver(columns: 30, rows: 8)
    _ = screen.show(page)
    var label: Label? = Label()
    let subscription = label.map {
      page.table.observeSelection(owner: $0) { opened.append("observer \($1.item)") }
    }
    screen.press("j", .enter)
    #expect(opened == ["page 1", "observer 1"])
    label = nil
    screen.press(.enter)
    #expect(opened == ["page 1", "observer 1", "page 1"])
    subscription?.cancel()
  }
}
