import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TableMarkingTests {
  let words = WordList(["a", "b", "c", "d", "e", "f"], mode: .multiple)
  let table = TableView()
  let screen: ScreenDriver

  init() throws {
    table.show(words.list)
    screen = try ScreenDriver(columns: 10, rows: 4, showing: table)
  }

  @Test func spaceMarksAndMovesOn() {
    screen.press(.space, .space)
    #expect(words.selected == [0, 1])
    #expect(table.state.cursor?.item == 2)
    screen.press("k", .space)
    #expect(words.selected == [0])
    #expect(screen.overlay(column: 2, row: 0) == .markedRow)
  }

  @Test func shiftedArrowsMarkRanges() {
    screen.press("j", Key(.down, .shift), Key(.down, .shift))
    #expect(words.selected == [1, 2, 3])
    screen.press("G", "V")
    #expect(words.selected == [1, 2, 3, 4, 5])
    screen.press("U", "g", Key(.down, .shift), Key(.up, .shift))
    #expect(words.selected == [0, 1])
  }

  @Test func allNoneAndInverse() {
    screen.press(.control("a"))
    #expect(words.selected == [0, 1, 2, 3, 4, 5])
    screen.press("U")
    #expect(words.selected == [])
    screen.press(.space, "*")
    #expect(words.selected == [1, 2, 3, 4, 5])
  }

  @Test func marksAreOneChangeAndQuiet() {
    var changes: [IndexPathSet] = []
    let subscription = words.list.observeChanges(owner: screen) { _, change in
      if case .selection(let selected, _, _) = change { changes.append(selected) }
    }
    defer { subscription.cancel() }
    screen.press(.control("a"))
    #expect(changes.map(\.count) == [6])
    #expect((0..<6).allSatisfy { words.cell($0)?.selectCount == 0 })
  }

  // defect C21: no view ever reported to a cell that the user deselected it.
  @Test(.parity("1.11.4")) func unmarkingARowReachesItsCell() {
    screen.press(.space, "k", .space)
    #expect(words.cell(0)?.deselectCount == 1)
    screen.press(.control("a"), "U")
    #expect((0..<4).map { words.cell($0)?.deselectCount } == [2, 1, 1, 1])
  }

  @Test func openingARowLeavesTheMarksAlone() {
    screen.press(.space, .enter)
    #expect(words.selected == [0])
    #expect(words.cell(1)?.selectCount == 1)
  }

  // defect T4
  @Test func aDragThatBeginsBesideTheRowsMarksNothing() {
    screen.resize(columns: 10, rows: 8)
    screen.mouse(.press(.left), column: 3, row: 1)
    screen.mouse(.release(.left), column: 3, row: 1)
    screen.mouse(.press(.left), column: 3, row: 7)
    screen.mouse(.drag(.left), column: 3, row: 4)
    #expect(words.selected == [])
  }

  // defect T4
  @Test func aDragWithinARowMarksNothing() {
    screen.mouse(.press(.left), column: 3, row: 1)
    screen.mouse(.drag(.left), column: 4, row: 1)
    #expect(words.selected == [])
    screen.mouse(.drag(.left), column: 4, row: 2)
    #expect(words.selected == [1, 2])
    screen.mouse(.drag(.left), column: 4, row: 1)
    #expect(words.selected == [], "it is back where it began")
  }

  // defect T4
  @Test func draggingBackUnmarksWhatTheDragHasMarked() {
    words.list.selectItems(at: [.row(2), .row(5)])
    screen.mouse(.press(.left), column: 3, row: 0)
    screen.mouse(.drag(.left), column: 3, row: 3)
    #expect(words.selected == [0, 1, 2, 3, 5])
    screen.mouse(.drag(.left), column: 3, row: 1)
    #expect(words.selected == [0, 1, 2, 5])
    screen.mouse(.press(.left), column: 3, row: 2)
    screen.mouse(.drag(.left), column: 3, row: 3)
    #expect(words.selected == [0, 1, 2, 3, 5], "another drag leaves the marks of the first")
  }

  // defect T4
  @Test func draggingBeyondTheEdgeScrolls() {
    screen.mouse(.press(.left), column: 3, row: 3)
    screen.mouse(.drag(.left), column: 3, row: 4)
    screen.mouse(.drag(.left), column: 3, row: 5)
    #expect(words.selected == [3, 4, 5])
    screen.expect("  c\n✓ d\n✓ e\n✓ f")
    for row in [0, -1, -2] { screen.mouse(.drag(.left), column: 3, row: row) }
    #expect(words.selected == [0, 1, 2, 3])
    screen.expect("✓ a\n✓ b\n✓ c\n✓ d")
  }

  @Test func marksStayOnTheirRows() {
    screen.press("j", .space)
    var rows = WordList.words(["a", "b", "c", "d", "e", "f"])
    rows.swapAt(1, 4)
    rows.remove(at: 0)
    words.list.model = RowSection(rows)
    #expect(words.selected == [3])
    screen.press("V")
    #expect(words.selected == [1, 2, 3], "the anchor has moved with its row")
  }

  @Test(arguments: [ListViewModel.SelectionMode.none, .single])
  func otherModesHaveNoMarks(mode: ListViewModel.SelectionMode) {
    words.list.selectionMode = mode
    screen.press(.space, .control("a"), "*", "V")
    #expect(words.selected == [])
  }

  @Test(.parity("1.11.4"), arguments: [true, false])
  func theSecondRowToBeOpenedDeselectsTheFirst(isTable: Bool) throws {
    words.list.selectionMode = .single
    if isTable {
      screen.press(.enter, "j", .enter)
    } else {
      let collection = CollectionView()
      collection.show(words.list)
      try ScreenDriver(columns: 10, rows: 4, showing: collection).press(.enter, .right, .enter)
    }
    #expect(words.selected == [1])
    #expect(words.cell(0)?.selectCount == 1)
    #expect(words.cell(0)?.deselectCount == 1)
    #expect(words.cell(1)?.selectCount == 1)
  }

  @Test func randomMarksAgreeWithASet() {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...9, using: &random)
      let words = WordList((0..<count).map { "\($0)" }, mode: .multiple)
      words.list.ready()
      var marks = RowMarks()
      var expected: Set<Int> = []
      var anchor: Int?
      for _ in 0..<30 {
        let item = Int.random(in: 0..<count, using: &random)
        let path = ListIndexPath(section: 0, item: item)
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          marks.toggle(path, in: words.list)
          if expected.remove(item) == nil {
            expected.insert(item)
            anchor = item
          }
        case 2:
          marks.markRange(to: path, in: words.list)
          let start = anchor ?? item
          expected.formUnion(min(start, item)...max(start, item))
          anchor = item
        case 3:
          words.list.invertSelection()
          expected = Set(0..<count).subtracting(expected)
        default:
          words.list.deselectItems(at: [path])
          expected.remove(item)
        }
        #expect(words.selected == expected.sorted(), "seed \(seed)")
      }
    }
  }
}
