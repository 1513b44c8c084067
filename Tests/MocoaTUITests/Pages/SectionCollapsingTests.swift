import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct SectionCollapsingTests {
  private func screen(of words: [String]) throws -> (ScreenDriver, ListPage<Word>) {
    let page = ListPage("N", Self.values(words))
      .row { word, canvas in canvas.write(word.text) }
      .sections { $0.text.prefix(1) }
    let screen = try ScreenDriver(columns: 30, rows: 9)
    _ = screen.show(page)
    return (screen, page)
  }

  private static func values(_ words: [String]) -> [Word] {
    words.enumerated().map { Word(id: $0, text: $1) }
  }

  @Test("39: a section is collapsed to its header and the number of its rows")
  func aSectionIsCollapsed() throws {
    let (screen, page) = try screen(of: ["ada", "bob", "ben", "cleo"])
    screen.press(.down, .down, "}")
    screen.expect(
      """
      a
      ada
      b                     ▸ 2 rows
      c
      cleo



       N                 ? keys 2/2
      """)
    #expect(page.current?.text == "cleo")
    // The same key expands it again, and returns to the row.
    screen.press("}")
    #expect(page.current?.text == "ben")
    #expect(!screen.picture.contains("▸"))
    screen.press("}", .up, "}")
    #expect(page.current?.text == "cleo")
    let headers = "a                      ▸ 1 row\nb                     ▸ 2 rows"
    #expect(screen.picture.contains(headers))
    screen.press("'", "b", .enter)
    #expect(page.current?.text == "bob" && screen.picture.contains("▸ 1 row\n"))
  }

  @Test(
    "42: a section that is expanded returns to its row, which has moved, or says that it is gone",
    arguments: [true, false])
  func rowsOfACollapsedSectionChange(isThere: Bool) throws {
    let (screen, page) = try screen(of: ["ada", "bob", "ben", "cleo"])
    screen.press(.down, .down, "}")
    let row = isThere ? Word(id: 2, text: "ben") : Word(id: 8, text: "bert")
    page.items = [
      Word(id: 0, text: "ada"), Word(id: 7, text: "bill"), Word(id: 1, text: "bob"), row,
      Word(id: 3, text: "cleo"),
    ]
    screen.application.renderIfNeeded()
    screen.press("}")
    #expect(page.current?.text == (isThere ? "ben" : "bob"))
    #expect(screen.picture.contains("the row is gone; this") == !isThere)
  }

  @Test func collapsedSectionsStaySo() throws {
    let (screen, page) = try screen(of: ["ada", "bob", "ben", "cleo"])
    screen.press(.down, "}")
    page.items = Self.values(["bert", "ada", "bob", "ben", "dan", "cleo"])
    screen.application.renderIfNeeded()
    screen.expect(
      """
      b                     ▸ 3 rows
      a
      ada
      d
      dan
      c
      cleo

       N                 ? keys 2/3
      """)
    page.append(Word(id: 9, text: "bill"))
    page.append(Word(id: 10, text: "amy"))
    screen.application.renderIfNeeded()
    #expect(screen.picture.hasPrefix("b                     ▸ 4 rows\na\nada\namy\n"))
    page.filter = "b"
    screen.application.renderIfNeeded()
    #expect(screen.picture.hasPrefix("b                     ▸ 4 rows\n"))
    #expect(!screen.picture.contains("No rows match"))
  }

  // The headers were drawn again only if a row or a section came or went that was displayed.
  @Test("39: headers of collapsed sections have the numbers of the rows that the filter shows")
  func filtersOfCollapsedSections() throws {
    let (screen, page) = try screen(of: ["ada", "abe", "bob", "ben", "bab"])
    screen.press("{")
    let all = "a                     ▸ 2 rows\nb                     ▸ 3 rows\n"
    #expect(screen.picture.hasPrefix(all))
    page.filter = "e"
    #expect(
      screen.picture.hasPrefix("a                      ▸ 1 row\nb                      ▸ 1 row\n"))
    page.filter = ""
    #expect(screen.picture.hasPrefix(all))
    page.append(Word(id: 9, text: "bill"))
    #expect(screen.picture.contains("b                     ▸ 4 rows\n"))
  }

  @Test func allSectionsAreCollapsedAndExpanded() throws {
    let (screen, page) = try screen(of: ["ada", "bob", "ben", "cleo"])
    screen.press("{")
    screen.expect(
      """
      a                      ▸ 1 row
      b                     ▸ 2 rows
      c                      ▸ 1 row





       { expands all sections
      """)
    #expect(page.current == nil)
    screen.press("{")
    #expect(page.current?.text == "ada" && screen.picture.contains("cleo"))
    screen.press("{", "}")
    #expect(page.current?.text == "ada")
  }

  @Test func listsWithoutHeadersHaveNothingToCollapse() throws {
    let page = ListPage("N", Self.values(["ada", "bob"]))
      .row { word, canvas in canvas.write(word.text) }
    let screen = try ScreenDriver(columns: 40, rows: 5)
    _ = screen.show(page)
    #expect(!page.keyMap.available(in: page).bindings.map(\.name).contains("collapse-section"))
  }
}
