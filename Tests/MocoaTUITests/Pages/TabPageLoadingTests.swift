import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TabPageLoadingTests {
  @Test("defect U5: the list of a tab is loaded when the tab is first selected")
  func tabsAreLoadedWhenTheyAreSelected() async throws {
    var loads: [String] = []
    func list(_ name: String) -> ListPage<Word> {
      ListPage(name) {
        loads.append(name)
        return [Word(id: 0, text: name)]
      }.row { word, canvas in canvas.write(word.text) }
    }
    let page = TabPage([list("a"), list("b"), list("c")])
    #expect(loads.isEmpty)
    let screen = try ScreenDriver(columns: 20, rows: 5)
    _ = screen.show(page)
    await screen.settle()
    #expect(loads == ["a"])
    screen.press(">")
    await screen.settle()
    #expect(loads == ["a", "b"])
    screen.press("<", ">", ">")
    await screen.settle()
    #expect(loads == ["a", "b", "c"])
  }
}
