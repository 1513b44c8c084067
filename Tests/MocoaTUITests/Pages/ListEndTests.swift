import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// What the help of every list promises of its end, and the palette on every page.
@MainActor @Suite struct ListEndTests {
  private let page = ListPage("N", (0..<20).map { Word(id: $0, text: "row \($0)") })
    .row { word, canvas in canvas.write(word.text) }

  private func show(rows: Int = 8) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 30, rows: rows)
    _ = screen.show(page)
    return screen
  }

  private func append(_ count: Int = 1) {
    let next = (page.items.map(\.id).max() ?? -1) + 1
    page.items += (next..<next + count).map { Word(id: $0, text: "row \($0)") }
  }

  @Test(
    "defect U23: after G, the cursor stays on the last row while rows are added",
    arguments: [8, 40])
  func theCursorStaysOnTheLastRow(rows: Int) throws {
    let screen = try show(rows: rows)
    screen.press("G")
    for count in [1, 5, 30] {
      append(count)
      _ = screen.picture
      #expect(page.current?.id == page.items.count - 1)
    }
    #expect(screen.picture.contains("row 55"))
    // Rows that are removed at the start, as of a log of a limited length.
    page.items = Array(page.items.dropFirst(10)) + [Word(id: 100, text: "new")]
    #expect(page.current?.id == 100)
    screen.press("k")
    append()
    #expect(page.current?.id == 55)
    // The last row moves to the start, and is not followed by the rows that are added.
    screen.press("G")
    page.items = page.items.suffix(1) + page.items.dropLast()
    append()
    #expect(page.current?.id == page.items[0].id)
  }

  @Test("defect U23: without G, the cursor stays on its row")
  func theCursorStaysOnItsRow() throws {
    let screen = try show()
    page.table.moveCursorToEnd(forward: true)
    _ = screen.picture
    append()
    #expect(page.current?.id == 19)
    screen.press("G")
    screen.press("g")
    append()
    #expect(page.current?.id == 0)
  }

  @Test("defect U23: rows that a filter no longer hides are not rows that are added")
  func aFilterIsCleared() throws {
    let screen = try show()
    append(10)
    page.filter = "row 1"
    screen.press("G")
    #expect(page.current?.id == 19)
    page.filter = ""
    #expect(page.current?.id == 19)
  }

  @Test("defect U23: the palette is on every page")
  func thePaletteIsOnEveryPage() throws {
    let screen = try show(rows: 16)
    screen.press(":")
    #expect(screen.picture.contains("Actions") && screen.picture.contains("move-down"))
    screen.type("lastrow\r")
    #expect(page.current?.id == 19)
  }
}
