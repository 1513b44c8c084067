import MocoaTUI
import MocoaTestSupport
import Testing

@testable import Gallery

@MainActor @Suite struct GalleryTests {
  private let screen: ScreenDriver

  init() throws {
    let registry = ModuleRegistry()
    registerModules(registry)
    screen = try ScreenDriver(columns: 46, rows: 17)
    try screen.open("mocoa://gallery/", in: registry)
  }

  @Test func theIndexListsTheCells() {
    screen.expect(
      """
      Text
      Label                    mocoa://gallery/label
      Title and detail  mocoa://gallery/title-detail
      Key and value        mocoa://gallery/key-value
      Columns                mocoa://gallery/columns
      Card                      mocoa://gallery/card

      Figures
      Progress              mocoa://gallery/progress
      Sparkline            mocoa://gallery/sparkline
      Bar                        mocoa://gallery/bar

      Things to press
      Check box            mocoa://gallery/check-box
      Link                      mocoa://gallery/link

       Gallery                          ? keys 1/10
      """)
  }

  private static let pictures = [
    "Label": """
    A label is a text over as many rows as it
    needs.
    標籤會依表格的寬度換行。
    """,
    "Title and detail": """
    Ada Moreau                                Lyon
    山田 太郎                                 札幌
    """,
    "Key and value": """
    name            Ada Moreau
    about           Builds bridges, and crosses
                    them on foot.
    """,
    "Columns": """
    name      city                             age
    Ada       Lyon                              41
    太郎      札幌                               7
    """,
    "Card": """
    ┌─ Ada Moreau ───────────────────────────────┐
    │ Lyon                                       │
    │ 138-5550-1234                              │
    └────────────────────────────────────────────┘
    """,
    "Progress": """
    Reading                ━━━━━━━━━━━━━━━━━ 100 %
    Writing                ━━━━━━━──────────  42 %
    """,
    "Sparkline": """
    Rain                              ▁▂▄█▇▅▃▃▆█▂▁
    """,
    "Bar": """
    Lyon           ███████████████████████      41
    Sapporo        ████                          7
    """,
    "Check box": """
    [x] Milk
    [ ] Otter food
    """,
    "Link": """
    Swift                        https://swift.org
    """,
  ]

  private func expectExhibit(_ title: String) throws {
    let picture = try #require(Self.pictures[title])
    let lines = screen.terminal.lines.dropLast()
    expectScreen(Array(lines), is: picture, title)
    #expect(screen.terminal.lines.last?.hasPrefix(" \(title) ") == true)
  }

  @Test func keysOpenEachOfThem() throws {
    for exhibit in Exhibit.all {
      screen.type("\r")
      try expectExhibit(exhibit.title)
      screen.press(.escape, "j")
    }
  }

  @Test func theMouseOpensEachOfThem() throws {
    for exhibit in Exhibit.all {
      screen.doubleClick(exhibit.title)
      try expectExhibit(exhibit.title)
      screen.rightClick(exhibit.title)
    }
  }

  @Test func boxesAreChecked() {
    screen.doubleClick("Check box")
    screen.type("\rj\r")
    #expect(screen.picture.hasPrefix("[ ] Milk\n[x] Otter food\n"))
  }
}
