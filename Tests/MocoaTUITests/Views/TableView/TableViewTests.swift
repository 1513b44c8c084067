import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TableViewTests {
  @Test func anEmptyTableIsBlankAndTakesEveryKey() throws {
    for sections in [[], [PartSection(rows: [])], [PartSection(0, rows: []), .init(1, rows: [])]] {
      let stage = try TableStage(rows: 3, sections: sections)
      #expect(stage.lines == ["", "", ""])
      for binding in TableView.defaultKeyMap.bindings { stage.perform(binding.name) }
      #expect(stage.cursor == nil)
      #expect(stage.lines == ["", "", ""])
      stage.setRows([Part("a")])
      #expect(stage.lines == [">a", "", ""])
    }
    let table = TableView(frame: Rect(column: 0, row: 0, columns: 3, rows: 3))
    table.show(nil)
    for binding in TableView.defaultKeyMap.bindings { _ = table.perform(binding.name) }
    table.layoutIfNeeded()
    #expect(table.state == ListViewState())
  }

  @Test func oneRow() throws {
    let stage = try TableStage(rows: 3, count: 1)
    #expect(stage.lines == [">r0", "", ""])
    let state = stage.table.state
    for binding in TableView.defaultKeyMap.bindings {
      stage.perform(binding.name)
      #expect(stage.table.state == state, "\(binding.name)")
    }
    #expect(stage.log.selected == ["r0"])
  }

  @Test func sectionsHaveHeadersAndFooters() throws {
    let stage = try TableStage(
      rows: 12,
      sections: [
        PartSection(0, header: Part("One", height: 2), rows: [Part("a"), Part("b", height: 2)]),
        PartSection(1, rows: [Part("c")], footer: Part("foot")),
        PartSection(2, header: Part("Empty"), rows: []),
        PartSection(3, rows: []),
        PartSection(4, header: Part("Last"), rows: [Part("d")], footer: Part("end")),
      ])
    expectScreen(
      stage.lines,
      is: """
         One/0
         One/1
        >a
         b/0
         b/1
         c
         foot
         Empty
         Last
         d
         end
        """)
  }

  @Test func theCursorMovesOverRowsOnly() throws {
    let stage = try TableStage(
      rows: 9,
      sections: [
        PartSection(0, header: Part("One"), rows: [Part("a"), Part("b")], footer: Part("foot")),
        PartSection(1, header: Part("Two"), rows: [Part("c")]),
      ])
    var visited = [stage.cursor]
    for _ in 0..<4 {
      stage.press(.down)
      visited.append(stage.cursor)
    }
    let last = ListIndexPath(section: 1, item: 0)
    #expect(visited == [.row(0), .row(1), last, last, last])
    stage.press("k", "k", "k")
    #expect(stage.cursor == .row(0))
  }

  @Test func scrollingIsAsLittleAsNeedBe() throws {
    let stage = try TableStage(rows: 3, count: 6)
    stage.press(.down, .down)
    #expect(stage.lines == [" r0", " r1", ">r2"])
    stage.press(.down)
    #expect(stage.lines == [" r1", " r2", ">r3"])
    stage.press(.up, .up)
    #expect(stage.lines == [">r1", " r2", " r3"])
    stage.press(.up)
    #expect(stage.lines == [">r0", " r1", " r2"])
    stage.press(.end)
    #expect(stage.lines == [" r3", " r4", ">r5"])
    stage.press(.home)
    #expect(stage.lines == [">r0", " r1", " r2"])
  }

  @Test func rowsThatAreCutAreShownWholeWhenTheCursorComes() throws {
    let stage = try TableStage(
      rows: 4, sections: [PartSection(rows: TableStage.parts(4, height: 3))])
    #expect(stage.lines == [">r0/0", ">r0/1", ">r0/2", " r1/0"])
    stage.press(.down)
    #expect(stage.lines == [" r0/2", ">r1/0", ">r1/1", ">r1/2"])
    stage.press(.up)
    #expect(stage.lines == [">r0/0", ">r0/1", ">r0/2", " r1/0"])
  }

  @Test func hiddenRowsArePassedOver() throws {
    let stage = try TableStage(
      rows: 4,
      sections: [
        PartSection(rows: [
          Part("x", height: 0), Part("a"), Part("y", height: -3), Part("z", height: 0), Part("b"),
          Part("w", height: 0),
        ])
      ])
    #expect(stage.lines == [">a", " b", "", ""])
    stage.press(.down)
    #expect(stage.cursor == .row(4))
    stage.press(.down, .end)
    #expect(stage.cursor == .row(4))
    stage.press(.home)
    #expect(stage.cursor == .row(1))
    #expect(stage.log.shown.values.sorted() == ["a", "b"])
    stage.setRows([Part("x", height: 0)])
    #expect(stage.cursor == nil)
    #expect(stage.lines == ["", "", "", ""])
  }

  /// defect T10: as of a name without a cell in release builds.
  @Test func thousandsOfHiddenRowsArePassedOver() throws {
    let hidden = (0..<5_000).map { Part("hidden \($0)", height: 0) }
    let stage = try TableStage(
      rows: 3, sections: [PartSection(rows: hidden + [Part("a")] + hidden + [Part("b")])])
    #expect(stage.lines == [">a", " b", ""])
    stage.press(.down)
    #expect(stage.lines == [" a", ">b", ""])
    stage.press(.up)
    #expect(stage.lines == [">a", " b", ""])
  }

  @Test func theCursorLeavesARowThatIsHidden() throws {
    let stage = try TableStage(rows: 4, count: 3)
    stage.press(.down)
    let cell = stage.list.cellViewModel(at: .row(1))
    cell.height = .fixed(0)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == [" r0", ">r2", "", ""])
    cell.height = .fixed(2)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == [" r0", " r1", " r1", ">r2"])
  }

  @Test func aRowTallerThanTheViewportIsScrolledThrough() throws {
    let stage = try TableStage(
      rows: 3, sections: [PartSection(rows: [Part("a"), Part("b", height: 5), Part("c")])])
    stage.press(.down)
    #expect(stage.lines == [">b/0", ">b/1", ">b/2"])
    stage.press(.down)
    #expect(stage.lines == [">b/1", ">b/2", ">b/3"])
    stage.press(.down)
    #expect(stage.lines == [">b/2", ">b/3", ">b/4"])
    stage.press(.down)
    #expect(stage.lines == [" b/3", " b/4", ">c"])
    stage.press(.up)
    #expect(stage.lines == [">b/2", ">b/3", ">b/4"])
    stage.press(.up, .up)
    #expect(stage.lines == [">b/0", ">b/1", ">b/2"])
    stage.press(.up)
    #expect(stage.lines == [">a", " b/0", " b/1"])
  }

  @Test func heightsWithoutReasonAreBounded() throws {
    let stage = try TableStage(
      rows: 3,
      sections: [PartSection(rows: [Part("a", height: .max), Part("b", height: .max), Part("c")])])
    #expect(stage.lines == [">a/0", ">a/1", ">a/2"])
    stage.press(.end)
    #expect(stage.lines.last == ">c")
    stage.press(.home, .pageDown, .pageUp)
    #expect(stage.lines == [">a/0", ">a/1", ">a/2"])
  }

  @Test func rowsAreMeasuredAgainForAnotherWidth() throws {
    let stage = try TableStage(rows: 3, count: 3)
    let measured = stage.log.measured
    stage.press(.down, .up)
    #expect(stage.log.measured == measured)
    stage.stage.resize(columns: 9, rows: 3)
    #expect(stage.log.measured == measured + 3)
    stage.stage.resize(columns: 9, rows: 2)
    #expect(stage.log.measured == measured + 3)
  }

  @Test func millionRowsMakeAScreenfulOfViewModels() throws {
    let rows = (0..<1_000_000).lazy.map { Part("r\($0)") }
    let stage = try TableStage(rows: 20, model: RowSection(rows))
    #expect(stage.log.made.count <= 22)
    stage.press(.end)
    #expect(stage.lines.last == ">r999999")
    #expect(stage.log.made.count <= 22 + 44)
    stage.press(.pageUp, .pageUp, .home, .pageDown)
    #expect(stage.log.made.count <= 22 + 44 + 60)
    stage.table.moveCursor(to: .row(500_000), scroll: .middle)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines[10] == ">r500000" || stage.lines[9] == ">r500000")
    #expect(stage.log.made.count <= 22 + 44 + 60 + 44)
  }

  @Test func onlyTheTwoRowsOfAMoveAreDrawn() throws {
    let stage = try TableStage(rows: 5, count: 5)
    stage.press(.down)
    #expect(stage.log.draws == ["r0": 2, "r1": 2, "r2": 1, "r3": 1, "r4": 1])
    #expect(stage.stage.terminal.changedCellCount == 20)
    let frames = stage.stage.terminal.frameCount
    stage.press(.home, .home, "x")
    #expect(stage.stage.terminal.frameCount == frames + 1)
  }

  @Test func theCursorRowIsOverlaid() throws {
    let stage = try TableStage(rows: 3, count: 3)
    func overlay(_ row: Int) -> StyleName? {
      stage.stage.terminal.style(at: Point(column: 9, row: row))?.overlay
    }
    #expect([0, 1, 2].map(overlay) == [.cursorRow, nil, nil])
    let other = ProbeView("o")
    other.isFocusable = true
    stage.table.addSubview(other)
    stage.stage.application.focus(other)
    stage.stage.application.renderIfNeeded()
    #expect(overlay(0) == .inactiveCursorRow)
    stage.stage.application.focus(stage.table)
    stage.press(.down, .enter)
    #expect([0, 1, 2].map(overlay) == [nil, .markedCursorRow, nil])
    stage.press(.down)
    #expect([0, 1, 2].map(overlay) == [nil, .markedRow, .cursorRow])
  }

  @Test(.parity("1.9.17", "1.11.8")) func cursorPositionsOnRequest() throws {
    let stage = try TableStage(rows: 5, count: 20)
    func lines(_ scroll: ListViewModel.ScrollPosition) -> [String] {
      stage.table.moveCursor(to: .row(10), scroll: scroll)
      stage.stage.application.renderIfNeeded()
      return stage.lines
    }
    #expect(lines(.visible).last == ">r10")
    #expect(lines(.top).first == ">r10")
    #expect(lines(.middle)[2] == ">r10")
    #expect(lines(.bottom).last == ">r10")
    stage.list.select(at: .row(3), scroll: .top)
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines.first == ">r3")
    stage.table.moveCursor(to: .row(99))
    #expect(stage.cursor == .row(3))
  }
}
