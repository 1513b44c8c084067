import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct MoveObserverTests {
  @Test("defect U8: any number of observers are notified of moves, besides onMove")
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
    page.table.onMove = { moves.append("onMove") }
    screen.press("j")
    #expect(Set(moves) == ["first", "second", "onMove"])
    #expect(screen.picture.hasSuffix("2/20"))
    subscription.cancel()
    moves = []
    screen.press("j")
    #expect(Set(moves) == ["second", "onMove"])
    #expect(screen.picture.hasSuffix("3/20"))
  }
}
