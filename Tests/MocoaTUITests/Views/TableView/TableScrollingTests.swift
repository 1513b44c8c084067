import FoundationEssentials
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TableScrollingTests {
  @Test func pagesKeepARowInCommon() throws {
    let stage = try TableStage(rows: 4, count: 20)
    stage.press(.pageDown)
    #expect(stage.lines == [">r3", " r4", " r5", " r6"])
    stage.press(.down, .pageDown)
    #expect(stage.lines == [" r6", ">r7", " r8", " r9"])
    stage.press(.pageUp, .pageUp)
    #expect(stage.lines == [" r0", ">r1", " r2", " r3"])
  }

  @Test("39: the views of rows that leave display those that come, and none is left behind")
  func viewsAreReused() throws {
    let stage = try TableStage(rows: 4, count: 20)
    let views = Set(stage.table.contentView.subviews.map { ObjectIdentifier($0) })
    stage.press(.pageDown)
    #expect(stage.lines == [">r3", " r4", " r5", " r6"])
    #expect(Set(stage.table.contentView.subviews.map { ObjectIdentifier($0) }) == views)
    let sections = (0..<4).map { section in
      PartSection(
        section, header: Part("H\(section)"),
        rows: (0..<5).map { Part("\(section).\($0)", height: 1 + section % 2) },
        footer: Part("F\(section)"))
    }
    let mixed = try TableStage(rows: 5, sections: sections)
    for key in [Key.pageDown, .pageDown, .down, .pageDown, .pageUp, .pageDown, .pageUp] {
      mixed.press(key)
      #expect(mixed.table.contentView.subviews.count == mixed.table.displayed.count)
    }
  }

  @Test func theCursorGoesTheWholeWayAtTheEnds() throws {
    let stage = try TableStage(rows: 4, count: 6)
    stage.press(.down, .pageDown)
    #expect(stage.lines == [" r2", " r3", ">r4", " r5"])
    stage.press(.pageDown)
    #expect(stage.cursor == .row(5))
    stage.press(.pageUp, .pageUp)
    #expect(stage.cursor == .row(0))
    stage.press(Key("d", .control))
    #expect(stage.lines == [">r2", " r3", " r4", " r5"])
  }

  /// On every small table with rows of one height each: down and up again is where it began, and no
  /// row is skipped unseen.
  @Test(arguments: 2...7)
  func pagesLeadBackAndSkipNothing(viewport: Int) throws {
    for seed in UInt64(0)..<12 {
      var generator = SeededGenerator(seed: seed)
      let header = Bool.random(using: &generator) ? 1 : 0
      let tallest = Int.random(in: 1...4, using: &generator)
      let sections = (0..<Int.random(in: 1...3, using: &generator)).map { section in
        PartSection(
          section, header: header > 0 ? Part("H\(section)") : nil,
          rows: (0..<Int.random(in: 1...8, using: &generator)).map {
            Part("\(section).\($0)", height: Int.random(in: 1...tallest, using: &generator))
          })
      }
      let stage = try TableStage(rows: viewport, sections: sections)
      check(stage, TableReference(sections), "seed \(seed), \(viewport) rows")
    }
  }

  private func check(_ stage: TableStage, _ reference: TableReference, _ message: Comment) {
    let total = reference.lines.count
    var seen: Set<Int> = []
    for _ in 0..<total + 2 {
      let before = stage.table.state
      let start = reference.top(of: before)
      for row in reference.uncoveredRows(of: before, viewport: stage.lines.count) {
        seen.insert(row)
      }
      stage.press(.pageDown)
      let after = stage.table.state
      // Only a page that went its whole length can be expected to lead back.
      let length = reference.top(of: after) - start
      stage.press(.pageUp)
      if length == stage.lines.count - 1 {
        #expect(stage.table.state.topElement == before.topElement, message)
        #expect(stage.table.state.topOffset == before.topOffset, message)
        #expect(stage.table.state.cursor == before.cursor, message)
      }
      stage.press(.pageDown)
      #expect(reference.top(of: stage.table.state) == reference.top(of: after), message)
    }
    #expect(reference.top(of: stage.table.state) == max(0, total - stage.lines.count), message)
    for row in reference.uncoveredRows(of: stage.table.state, viewport: stage.lines.count) {
      seen.insert(row)
    }
    #expect(seen == Set(0..<total), message)
  }

  // defect T12
  @Test func aStoredPositionIsRestoredAsFarAsTheListHasIt() throws {
    let stage = try TableStage(rows: 4, count: 40)
    stage.press(.pageDown, .pageDown, .pageDown, .up)
    let stored = try JSONEncoder().encode(stage.table.state)
    let state = try JSONDecoder().decode(ListViewState.self, from: stored)
    #expect(state == stage.table.state)
    let other = try TableStage(rows: 4, count: 40)
    other.table.restore(state)
    other.stage.application.renderIfNeeded()
    #expect(other.lines == stage.lines && other.table.state == stage.table.state)
    // The view of the cursor before is another row's, or no longer marked.
    let shorter = try TableStage(rows: 4, count: 6)
    shorter.table.restore(state)
    shorter.stage.application.renderIfNeeded()
    #expect(shorter.lines == [" r2", " r3", " r4", ">r5"])
    shorter.table.restore(ListViewState())
    shorter.stage.application.renderIfNeeded()
    #expect(shorter.lines == [">r0", " r1", " r2", " r3"])
  }

  @Test func lineScrollingTakesTheCursorAlong() throws {
    let stage = try TableStage(rows: 4, count: 9)
    let (down, up) = (Key("e", .control), Key("y", .control))
    stage.press(down)
    #expect(stage.lines == [">r1", " r2", " r3", " r4"])
    stage.press(.down, down)
    #expect(stage.lines == [">r2", " r3", " r4", " r5"])
    stage.press(.end, up)
    #expect(stage.lines == [" r4", " r5", " r6", ">r7"])
    for _ in 0..<9 { stage.press(up) }
    #expect(stage.lines == [" r0", " r1", " r2", ">r3"])
    let frames = stage.stage.terminal.frameCount
    stage.press(up)
    #expect(stage.stage.terminal.frameCount == frames)
  }

  @Test func aHeaderTallerThanTheViewportCanBePassed() throws {
    let sections = [
      PartSection(0, rows: [Part("a")]),
      PartSection(1, header: Part("H", height: 9), rows: [Part("b"), Part("c")]),
    ]
    for (forth, back) in [
      (Key.pageDown, Key.pageUp), (Key("e", .control), Key("y", .control)),
      (Key("d", .control), Key("u", .control)),
    ] {
      let stage = try TableStage(rows: 3, sections: sections)
      for _ in 0..<12 { stage.press(forth) }
      #expect(stage.lines.suffix(2).map { $0.dropFirst() } == ["b", "c"], "\(forth)")
      for _ in 0..<12 { stage.press(back) }
      #expect(stage.lines == [">a", " H/0", " H/1"], "\(back)")
    }
    let stage = try TableStage(rows: 3, sections: sections)
    stage.press(.down)
    #expect(stage.lines.last == ">b")
    stage.press(.up)
    #expect(stage.lines.first == ">a")
  }

  @Test func stickyHeadersStayAndArePushedOut() throws {
    let stage = try TableStage(
      rows: 7,
      sections: [
        PartSection(0, header: Part("A", height: 2), rows: (0..<5).map { Part("a\($0)") }),
        PartSection(1, header: Part("B"), rows: (0..<9).map { Part("b\($0)") }),
      ])
    let down = Key("e", .control)
    stage.press(down)
    // The header itself is at the top: its second row.
    #expect(stage.lines.prefix(3) == [" A/1", ">a0", " a1"])
    stage.press(down)
    #expect(stage.lines.prefix(4) == [" A/0", " A/1", ">a2", " a3"])
    stage.press(down, down, down)
    #expect(stage.lines.prefix(4) == [" A/0", " A/1", " B", ">b0"])
    stage.press(down)
    #expect(stage.lines.prefix(3) == [" A/1", " B", ">b0"])
    stage.press(down)
    #expect(stage.lines.prefix(3) == [" B", ">b0", " b1"])
    stage.press(down)
    #expect(stage.lines.prefix(3) == [" B", ">b1", " b2"])
    // The cursor is never below it.
    stage.press(.up)
    #expect(stage.lines.prefix(3) == [" B", ">b0", " b1"])
    stage.table.hasStickyHeaders = false
    stage.press(.end)
    #expect(stage.lines.first == " b2")
  }

  @Test func aStickyHeaderIsShownLikeAnyOther() throws {
    let stage = try TableStage(
      rows: 4, sections: [PartSection(header: Part("H"), rows: TableStage.parts(9))])
    #expect(stage.log.shown.values.sorted() == ["H", "r0", "r1", "r2"])
    stage.press(.end)
    #expect(stage.lines == [" H", " r6", " r7", ">r8"])
    #expect(stage.log.shown.values.sorted() == ["H", "r5", "r6", "r7", "r8"])
    stage.press(.home)
    #expect(stage.log.shown.values.sorted() == ["H", "r0", "r1", "r2"])
    #expect(stage.log.faults == [])
  }

  @Test func sectionsAreJumpedOver() throws {
    let stage = try TableStage(
      rows: 3,
      sections: [
        PartSection(0, header: Part("A"), rows: (0..<4).map { Part("a\($0)") }),
        PartSection(1, header: Part("none"), rows: []),
        PartSection(2, rows: [Part("hidden", height: 0)]),
        PartSection(3, rows: (0..<4).map { Part("b\($0)") }),
        PartSection(4, header: Part("C"), rows: (0..<4).map { Part("c\($0)") }),
      ])
    stage.press("]")
    #expect(stage.lines == [">b0", " b1", " b2"])
    stage.press("]")
    #expect(stage.lines == [" C", ">c0", " c1"])
    stage.press("]")
    #expect(stage.lines == [" C", ">c0", " c1"])
    stage.press(.end, "[")
    #expect(stage.lines == [" C", ">c0", " c1"])
    stage.press("[", "[", "[")
    #expect(stage.lines == [" A", ">a0", " a1"])
  }

  @Test func columnsScrollSideways() throws {
    let stage = try TableStage(columns: 10, rows: 4, count: 3)
    stage.press(.right)
    #expect(stage.table.state.columnOffset == 0)
    stage.table.columns = [
      TableColumn(id: "one", width: .fixed(8)), TableColumn(id: "two", width: .fixed(12)),
    ]
    stage.stage.application.renderIfNeeded()
    #expect(stage.lines == ["one", ">r0", " r1", " r2"])
    stage.press(.right)
    #expect(stage.table.state.columnOffset == 8)
    #expect(stage.lines[0] == "  two")
    stage.press(.right, .right)
    #expect(stage.table.state.columnOffset == 12)
    stage.press(.left, .left)
    #expect(stage.lines[0] == "one")
    stage.stage.resize(columns: 10, rows: 2)
    #expect(stage.lines == [">r0", " r1"])
  }

  @Test func rowsThatAreCutStayBelowTheTitles() throws {
    let stage = try TableStage(
      columns: 10, rows: 4, sections: [PartSection(rows: TableStage.parts(5, height: 2))])
    stage.table.columns = [TableColumn(id: "one", width: .fixed(8))]
    stage.stage.application.renderIfNeeded()
    stage.press(Key("e", .control))
    #expect(stage.lines == ["one", ">r0/1", " r1/0", " r1/1"])
    stage.press(.down)
    // Only the cells are drawn again.
    #expect(stage.lines == ["one", " r0/1", ">r1/0", ">r1/1"])
  }
}

@MainActor @Suite struct TableMouseTests {
  @Test func aClickMovesTheCursorAndASecondOneSelects() throws {
    let stage = try TableStage(rows: 4, count: 9)
    var time = ContinuousClock.now
    stage.table.now = { time }
    stage.stage.mouse(.press(.left), row: 2)
    stage.stage.mouse(.release(.left), row: 2)
    #expect(stage.lines == [" r0", " r1", ">r2", " r3"])
    time += .milliseconds(100)
    stage.stage.mouse(.press(.left), row: 2)
    #expect(stage.log.selected == ["r2"])
    time += .milliseconds(100)
    stage.stage.mouse(.press(.left), row: 2)
    #expect(stage.log.selected == ["r2"], "a third click is a first one again")
    time += .seconds(1)
    stage.stage.mouse(.press(.left), row: 2)
    time += .milliseconds(100)
    stage.stage.mouse(.press(.left), row: 1)
    #expect(stage.log.selected == ["r2"], "too slow, or on another row")
    #expect(stage.cursor == .row(1))
  }

  @Test func theWheelScrollsByThreeRows() throws {
    let stage = try TableStage(rows: 4, count: 9)
    stage.stage.mouse(.wheel(.down), row: 0)
    #expect(stage.lines == [">r3", " r4", " r5", " r6"])
    stage.stage.mouse(.wheel(.down), row: 0)
    #expect(stage.lines == [">r5", " r6", " r7", " r8"])
    stage.stage.mouse(.wheel(.up), row: 0)
    stage.stage.mouse(.wheel(.up), row: 0)
    #expect(stage.lines == [" r0", " r1", " r2", ">r3"])
  }

  @Test func clicksBesideRowsDoNothing() throws {
    let stage = try TableStage(
      rows: 6, sections: [PartSection(header: Part("H"), rows: TableStage.parts(3))])
    stage.stage.mouse(.press(.left), row: 0)
    stage.stage.mouse(.press(.left), row: 5)
    #expect(stage.cursor == .row(0))
    let sticky = try TableStage(
      rows: 6, sections: [PartSection(header: Part("H"), rows: TableStage.parts(30))])
    sticky.press(.end)
    sticky.stage.mouse(.press(.left), row: 0)
    #expect(sticky.cursor == .row(29), "the row below the sticky header is not seen")
    sticky.stage.mouse(.press(.left), row: 1)
    #expect(sticky.cursor == .row(25))
  }

  @Test func aClickGoesToWhatWasSeen() throws {
    let stage = try TableStage(rows: 4, count: 9)
    // A row comes above in the batch in which the click comes.
    stage.list.model = PartSection.model([
      PartSection(rows: [Part("new")] + TableStage.parts(9))
    ])
    stage.stage.mouse(.press(.left), row: 2)
    #expect(stage.cursor == .row(3))
    #expect(stage.lines.contains(">r2"))
  }
}
