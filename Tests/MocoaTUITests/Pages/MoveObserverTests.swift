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
