import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

private final class WideSection: SectionViewModel {
  override func prepare() {
    spacing = SectionSpacing(top: 1, left: 2, itemSpacing: 2, lineSpacing: 1)
  }
}

@MainActor @Suite struct CollectionDecorationTests {
  private func stage(rows: Int = 4) throws -> TileStage {
    try TileStage(
      GridLayout(columns: 2, itemRows: 1),
      tiles: [TileStage.tiles(6), TileStage.tiles(8)], titles: ["A", "B"], columns: 6, rows: rows)
  }

  @Test func aSectionMayHaveItsOwnMarginsAndGaps() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://tiles/"]
    module.section.cell.register(TileCell.self)
    module.section("wide").register(viewModel: WideSection.self)
    let model = SectionList([
      RowSection(TileStage.tiles(3)), RowSection(TileStage.tiles(3), name: "wide"),
      RowSection(TileStage.tiles(3)),
    ])
    let list = ListViewModel(model: model, module: module)
    let collection = CollectionView(layout: FlowLayout())
    collection.show(list)
    let screen = try ScreenDriver(columns: 8, rows: 9, showing: collection)
    screen.expect("00 11 22\n\n  00  11\n\n  22\n00 11 22")
    let section = try #require(list.sectionViewModel(at: 1) as? WideSection)
    section.spacing?.lineSpacing = 0
    screen.expect("00 11 22\n\n  00  11\n  22\n00 11 22")
    section.spacing = SectionSpacing(itemSpacing: -4)
    screen.expect("00 11 22\n001122\n00 11 22")
  }

  @Test func headersMayStayInSight() throws {
    let stage = try stage()
    stage.collection.hasStickyHeaders = true
    stage.screen.expect("# A\n00 11\n22 33\n44 55")
    stage.collection.scroll(by: 1)
    stage.screen.expect("# A\n22 33\n44 55\n# B")
    stage.collection.scroll(by: 2)
    stage.screen.expect("# A\n# B\n00 11\n22 33")
    stage.collection.scroll(by: 1)
    stage.screen.expect("# B\n00 11\n22 33\n44 55")
    stage.collection.scroll(by: 1)
    stage.screen.expect("# B\n22 33\n44 55\n66 77")
    // Upwards the cursor is not hidden below the header.
    stage.screen.press("G", .up, .up)
    stage.screen.expect("# B\n22 33\n44 55\n66 77")
    #expect(stage.collection.state.cursor == ListIndexPath(section: 1, item: 3))
    stage.screen.press(.up)
    stage.screen.expect("# B\n00 11\n22 33\n44 55")
    // What lies below the header is not clicked.
    stage.collection.scroll(by: 1)
    stage.screen.expect("# B\n22 33\n44 55\n66 77")
    let cursor = stage.collection.state.cursor
    stage.screen.mouse(.press(.left), column: 0, row: 0)
    #expect(stage.collection.state.cursor == cursor)
  }

  /// A header that stays is notified once that it is shown, and once that it is not.
  @Test func stickyHeadersAreDisplayedOnce() throws {
    let stage = try stage()
    stage.collection.hasStickyHeaders = true
    stage.screen.press("G", "g", "G", "g")
    let header = stage.list.supplementaryViewModel(of: .header, in: 0)
    #expect(header?.isDisplayed == true)
    #expect(stage.collection.contentView.subviews.count == stage.collection.displayed.count)
  }

  @Test func theBarShowsThePlaceAndIsDragged() throws {
    let stage = try stage()
    stage.collection.hasScrollBar = true
    stage.screen.expect("# A  ┃\n00 11│\n22 33│\n44 55│")
    stage.screen.mouse(.press(.left), column: 5, row: 3)
    #expect(stage.collection.state.cursor == ListIndexPath(section: 1, item: 7))
    stage.screen.expect("00 11│\n22 33│\n44 55┃\n66 77┃")
    stage.screen.mouse(.drag(.left), column: 3, row: 0)
    #expect(stage.collection.state.cursor == .row(0))
    stage.screen.mouse(.press(.left), column: 3, row: 1)
    #expect(stage.collection.state.cursor == .row(1))
  }

  @Test func partsOfABarMatchTheList() throws {
    for rows in 1...6 {
      let stage = try stage(rows: rows)
      var numbering = RowNumbering()
      for parts in 1...20 {
        let paths = (0..<parts).compactMap {
          numbering.path(atPart: $0, of: parts, in: stage.list)
        }
        #expect(paths.count == parts && paths == paths.sorted())
        #expect(paths.first == .row(0))
        if parts > 1 { #expect(paths.last == ListIndexPath(section: 1, item: 7)) }
        for path in paths { #expect(stage.list.contains(path)) }
      }
    }
  }

  @Test func sectionsAreFoundByName() throws {
    let registry = ModuleRegistry()
    let module = registry["mocoa://tiles/"]
    module.section.cell.register(TileCell.self)
    module.section.header.register(TitleView.self)
    let model = SectionList([
      RowSection(TileStage.tiles(9), name: "first", header: "1"),
      RowSection([Tile](), name: "empty"),
      RowSection(TileStage.tiles(9), name: "last", header: "2"),
    ])
    let list = ListViewModel(model: model, module: module)
    let collection = CollectionView(layout: GridLayout(columns: 3, itemRows: 1))
    collection.show(list)
    let screen = try ScreenDriver(columns: 8, rows: 3, showing: collection)
    #expect(collection.moveCursor(toSectionNamed: "last"))
    screen.expect("# 2\n00 11 22\n33 44 55")
    #expect(!collection.moveCursor(toSectionNamed: "empty"))
    #expect(!collection.moveCursor(toSectionNamed: "none"))
    #expect(collection.state.cursor == ListIndexPath(section: 2, item: 0))
  }

  /// A page that covers another ends the display of its rows, and begins it when it goes.
  @Test func whatIsCoveredByAPageIsNotDisplayed() throws {
    let words = WordList(["a", "b", "c"])
    let stage = try stage()
    let stack = PageStack()
    stack.push(TablePage(list: words.list))
    let screen = try ScreenDriver(columns: 10, rows: 5, showing: stack)
    let tiles = stage.list.cellViewModel(at: .row(0)) as? TileViewModel
    stage.collection.removeFromSuperview()
    #expect(tiles.map { [$0.displayCount, $0.endCount] } == [1, 1])
    for round in 1...3 {
      #expect(words.cell(0)?.displayCount == round && words.cell(0)?.endCount == round - 1)
      stack.push(CollectionPage(list: stage.list, layout: GridLayout(columns: 2, itemRows: 1)))
      screen.application.renderIfNeeded()
      #expect(words.cell(0)?.endCount == round)
      #expect(tiles?.displayCount == round + 1 && tiles?.endCount == round)
      // What changes below it is not displayed either.
      words.list.model = RowSection(WordList.words(["a", "b", "\(round)"]))
      screen.application.renderIfNeeded()
      #expect(words.cell(2)?.isDisplayed == false)
      stack.pop()
      screen.application.renderIfNeeded()
      #expect(tiles?.endCount == round + 1)
    }
    screen.expect("a\nb\n3\n\n      1/3")
  }
}
