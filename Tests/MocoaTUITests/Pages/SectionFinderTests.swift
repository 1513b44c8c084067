import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct SectionFinderTests {
  private func screen(of words: [String]) throws -> (ScreenDriver, ListPage<Word>) {
    let page = ListPage("N", words.enumerated().map { Word(id: $0, text: $1) })
      .row { word, canvas in canvas.write(word.text) }
      .sections { $0.text.prefix(1) }
    let screen = try ScreenDriver(columns: 40, rows: 8)
    _ = screen.show(page)
    return (screen, page)
  }

  @Test func theCursorGoesToTheSectionWhileItsNameIsTyped() throws {
    let (screen, page) = try screen(of: ["ada", "bob", "ben", "cleo"])
    screen.press("'")
    #expect(screen.picture.contains("section:") && screen.picture.contains("a, b, c"))
    screen.type("B")
    #expect(page.current?.text == "bob")
    screen.type("x")
    #expect(page.current?.text == "bob" && screen.picture.contains("no such section"))
    screen.press(.escape)
    #expect(page.current?.text == "ada")
    screen.press("'", "c", .enter)
    #expect(page.current?.text == "cleo" && page.prompt == nil)
  }

  @Test func oneSectionIsNotSearched() throws {
    let (screen, page) = try screen(of: ["ada", "ann"])
    let names = page.keyMap.available(in: page).bindings.map(\.name)
    #expect(names.contains("search") && !names.contains("find-section"))
    screen.press("'")
    #expect(page.prompt == nil && screen.picture.contains("' has no effect here"))
  }
}
