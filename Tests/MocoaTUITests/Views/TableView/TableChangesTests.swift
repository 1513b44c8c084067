import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// The cursor and the viewport stay with their rows while the list changes.
@MainActor @Suite struct TableChangesTests {
  @Test func rowsAboveTheViewportDoNotMoveIt() throws {
    let stage = try TableStage(rows: 3, count: 9)
    stage.press(.end, .up)
    #expect(stage.lines == [" r6", ">r7", " r8"])
    let rows = TableStage.parts(9)
    stage.setRows([Part("x"), Part("y", height: 3)] + rows)
    #expect(stage.lines == [" r6", ">r7", " r8"])
    stage.setRows(Array(rows.dropFirst(4)))
    #expect(stage.lines == [" r6", ">r7", " r8"])
  }

  @Test func theCursorStaysWithItsRow() throws {
    let stage = try TableStage(rows: 4, count: 4)
    stage.press(.down)
    stage.setRows([Part("r0"), Part("new"), Part("r1"), Part("r2"), Part("r3")])
    #expect(stage.lines == [" r0", " new", ">r1", " r2"])
    stage.setRows([Part("r3"), Part("r2"), Part("r1"), Part("r0")])
    #expect(stage.lines.contains(">r1"))
    #expect(stage.stage.terminal.frameCount == 4)
  }

  @Test func aCursorThatIsPushedOutIsFollowed() throws {
    let stage = try TableStage(rows: 3, count: 5)
    stage.press(.down, .down)
    stage.setRows(
      [Part("r0"), Part("r1")] + (0..<5).map { Part("n\($0)") } + TableStage.parts(5).dropFirst(2))
    #expect(stage.lines == [" n3", " n4", ">r2"])
  }

  @Test func aDeletedCursorGoesToItsNeighbour() throws {
    let stage = try TableStage(rows: 3, count: 5)
    stage.press(.down)
    stage.setRows(TableStage.parts(5).filter { $0.id != "r1" })
    #expect(stage.lines == [" r0", ">r2", " r3"])
    stage.press(.end)
    stage.setRows([Part("r0"), Part("r2"), Part("r3")])
    #expect(stage.lines == [" r0", " r2", ">r3"])
    stage.setRows([])
    #expect(stage.cursor == nil)
  }

  @Test func severalChangesBeforeAFrameAreFollowed() throws {
    let stage = try TableStage(rows: 4, count: 8)
    stage.press(.down, .down)
    let rows = TableStage.parts(8)
    // The second deletes the cursor's row, by positions that the first has moved.
    stage.list.model = PartSection.model([PartSection(rows: [Part("x"), Part("y")] + rows)])
    stage.list.model = PartSection.model([
      PartSection(rows: [Part("x"), Part("y")] + rows.filter { $0.id != "r2" })
    ])
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == [" r0", " r1", ">r3", " r4"])
    #expect(stage.log.faults == [])
  }

  @Test("34: a cursor on a row that has not been placed yet stays there when the list is reloaded")
  func aReloadBeforeAFrame() throws {
    let stage = try TableStage(rows: 4, count: 3)
    let rows = [Part("r2"), Part("new"), Part("r1"), Part("r0")]
    stage.list.model = PartSection.model([PartSection(rows: rows)])
    stage.table.moveCursor(to: ListIndexPath(section: 0, item: 1))
    stage.list.reloadData()
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == [" r2", ">new", " r1", " r0"])
  }

  @Test func keysBetweenAChangeAndItsFrameFindTheNewList() throws {
    let stage = try TableStage(rows: 4, count: 8)
    stage.press(.end)
    // The inspector covers the list.
    for action in TableView.defaultKeyMap.bindings.map(\.name) where action != "inspect" {
      stage.list.model = PartSection.model([PartSection(rows: [Part("a"), Part("b")])])
      _ = stage.table.perform(action)
      stage.list.model = PartSection.model([])
      _ = stage.table.perform(action)
      stage.list.model = PartSection.model([PartSection(rows: TableStage.parts(8))])
      _ = stage.table.perform(action)
      stage.list.reloadData()
      _ = stage.table.perform(action)
    }
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.count { $0.hasPrefix(">") } == 1)
  }

  @Test func contentThatChangesIsDrawnAndMeasured() throws {
    let stage = try TableStage(rows: 4, count: 3)
    var rows = TableStage.parts(3)
    rows[1].height = 2
    stage.setRows(rows)
    #expect(stage.lines == [">r0", " r1/0", " r1/1", " r2"])
  }

  @Test func rowsThatComeOutOfSightMakeNoFrame() throws {
    final class Growing: SectionModel {
      var numberOfItems = 100
      var sectionIdentity: AnyHashable? { nil }
      var moduleName: ModuleName { .default }
      var supplementaryKinds: [ModuleKind] { [] }
      func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
      func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
      func item(at index: Int) -> Any { Part("r\(index)") }
    }
    let section = Growing()
    let stage = try TableStage(rows: 4, model: SectionList([section]))
    let frames = stage.stage.terminal.frameCount
    var moves = 0
    let subscription = stage.table.observeMove(owner: stage.table) { _ in moves += 1 }
    defer { subscription.cancel() }
    section.numberOfItems = 1_000_000
    stage.list.appendItems(toSection: 0)
    stage.stage.application.renderIfNeeded()
    #expect(stage.stage.terminal.frameCount == frames)
    #expect(moves == 1)
    stage.table.moveCursorToEnd(forward: true)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.last == ">r999999")
    section.numberOfItems += 1
    stage.list.appendItems(toSection: 0)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.last == ">r999999")
  }

  @Test func elementsAreNotifiedOnceOfTheirDisplay() throws {
    let stage = try TableStage(rows: 3, count: 6)
    #expect(stage.log.shown.values.sorted() == ["r0", "r1", "r2"])
    stage.press(.down, .down, .down)
    #expect(stage.log.shown.values.sorted() == ["r1", "r2", "r3"])
    stage.stage.resize(columns: 10, rows: 0)
    #expect(stage.log.shown.isEmpty)
    stage.stage.resize(columns: 10, rows: 2)
    #expect(stage.log.shown.count == 2)
    stage.table.show(nil)
    stage.stage.application.renderIfNeeded()
    #expect(stage.log.shown.isEmpty)
    #expect(stage.log.faults == [])
  }

  @Test func aTableThatGoesEndsTheDisplay() throws {
    let log: TableLog
    do {
      let stage = try TableStage(rows: 3, count: 6)
      log = stage.log
      #expect(log.shown.count == 3)
    }
    #expect(log.shown.isEmpty)
    #expect(log.faults == [])
  }

  @Test func anElementMayChangeTheListWhenItIsShown() throws {
    let stage = try TableStage(rows: 3, count: 6)
    let cell = try #require(stage.list.cellViewModel(at: .row(3)) as? PartCellViewModel)
    let list = stage.list
    cell.onDisplay = {
      cell.onDisplay = nil
      list.model = PartSection.model([PartSection(rows: TableStage.parts(4))])
      list.reloadData()
    }
    stage.press(.down, .down, .down)
    #expect(stage.lines == [" r1", " r2", ">r3"])
    #expect(stage.log.shown.count == 3)
    #expect(stage.log.faults == [])
  }

  @Test(.parity("1.3.6")) func placeholdersAreShownOrHidden() throws {
    let stage = try TableStage(
      columns: 40, rows: 6,
      sections: [PartSection(rows: [Part("a"), Part("b", name: "unknown"), Part("c")])])
    // The default cell would show it, if the name's own module did not hide that.
    #expect(stage.lines.prefix(3) == [">a", " b", " c"])
    let module = try stage.registry.domain("test")
    module.section.cell.unregister()
    module.section.cell("unknown").register(view: .element(PartCell.self))
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines[0].hasPrefix("┌─ no module for row"))
    #expect(stage.lines.contains { $0.contains("no view model") || $0.contains("no module") })
    #expect(stage.log.shown.isEmpty)
    stage.table.placeholders = .hide
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == ["", "", "", "", "", ""])
    #expect(stage.cursor == nil)
    #expect(stage.log.faults == [])
    // The row after a hidden one keeps its position.
    module.section.cell("known").register(PartCell.self)
    stage.list.model = PartSection.model([
      PartSection(rows: [Part("a", name: "known"), Part("b"), Part("c", name: "known")])
    ])
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.prefix(3).map { $0.suffix(1) } == ["a", "c", ""])
    stage.press(.end)
    #expect(stage.cursor == .row(2))
  }

  /// Of the two configurations, the one in which the tests are built.
  @Test(
    "defect D4: placeholders are shown in debug builds, not in release builds", .parity("1.3.6"))
  func theBuildChoosesWhetherPlaceholdersAreShown() {
    let isDebug = _isDebugAssertConfiguration()
    #expect(PlaceholderVisibility.default == (isDebug ? .show : .hide))
    #expect(TableView().placeholders == PlaceholderVisibility.default)
  }

  @Test(
    "defect D4: a placeholder shows what its row holds, and Enter opens the details",
    .parity("1.3.5"))
  func placeholdersShowWhatTheRowHolds() throws {
    let stage = try TableStage(
      columns: 60, rows: 6,
      sections: [PartSection(rows: [Part("a"), Part("b", name: "unknown")])])
    let module = try stage.registry.domain("test")
    module.section.cell.unregister()
    module.section.cell("unknown").register(view: .element(PartCell.self))
    let page = Page()
    page.addSubview(stage.table)
    stage.table.frame = Rect(column: 0, row: 0, columns: 60, rows: 5)
    var selected: [ListIndexPath] = []
    stage.table.observeSelection(owner: page) { selected.append($1) }
      .store(in: &page.subscriptions)
    let pages = PageStack()
    pages.push(page)
    stage.stage.show(pages)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.contains { $0.contains("data: Part(id: \"a\"") }, "\(stage.lines)")
    #expect(stage.lines.contains { $0.contains("mocoa://test/:/:: no ") }, "\(stage.lines)")
    stage.press(.enter)
    let details = try #require(pages.top as? PagerPage)
    #expect(details.title.hasPrefix("no module for row"))
    #expect(stage.lines.contains { $0.contains("mocoa://test/:/:: no ") }, "\(stage.lines)")
    #expect(stage.lines.contains { $0.contains("- id: \"a\"") }, "\(stage.lines)")
    #expect(selected.isEmpty)
    stage.press(.escape)
    #expect(pages.top === page)
    stage.table.opensPlaceholders = false
    stage.press(.enter)
    #expect(selected == [ListIndexPath(section: 0, item: 0)])
  }

  @Test("defect D4: a row that does not fit says why", .parity("1.3.8"))
  func aRowThatDoesNotFitSaysWhy() throws {
    let rows: [any Sendable] = [Part("a"), 42, Part("c")]
    let stage = try TableStage(columns: 60, rows: 3, model: RowSection(rows))
    #expect(stage.lines[0] == ">a")
    #expect(stage.lines[1].hasPrefix("! "))
    #expect(stage.lines[2] == " c")
    stage.press(.down)
    let style = stage.stage.terminal.style(at: Point(column: 0, row: 1))
    #expect(style?.style == .error)
    #expect(style?.overlay == .cursorRow)
  }

  @Test func sizesAtTheLimit() throws {
    let stage = try TableStage(
      columns: 20, rows: 5,
      sections: [PartSection(header: Part("H"), rows: TableStage.parts(40))])
    stage.table.columns = [TableColumn(id: "title", width: .fixed(8))]
    for (columns, rows) in [(20, 5), (1, 1), (0, 0), (1, 0), (0, 1), (20, 2), (2, 20), (20, 5)] {
      stage.stage.resize(columns: columns, rows: rows)
      stage.press(.down, .pageDown, .end, .up, .pageUp, .home, .down, .down)
      if columns > 0, rows > 0 {
        #expect(stage.table.visibleIndexPaths.contains(.row(2)), "\(columns)×\(rows)")
      }
    }
    #expect(stage.lines == ["title", " H", " r0", " r1", ">r2"])
  }
}
