import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

final class TitleViewModel: ModelSupplementaryViewModel<String> {}

final class TitleView: TableSupplementaryView<TitleViewModel> {
  override func draw(in canvas: inout Canvas) {
    canvas.write("# \(viewModel.model)", style: .sectionHeader)
  }
}

@MainActor @Suite struct TableStyleTests {
  let registry = ModuleRegistry()
  let table = TableView()

  /// A table of sections, each with a title where it has one.
  private func show(_ sections: [(title: String?, rows: [String])]) {
    let module = registry["mocoa://words/"]
    module.section.cell.register(WordCell.self)
    module.section.header.register(TitleView.self)
    let models = sections.map { RowSection(WordList.words($0.rows), header: $0.title) }
    table.show(ListViewModel(model: SectionList(models), module: module))
  }

  @Test func separatorsStandBetweenTheRowsOfASection() throws {
    table.style = TableStyle(hasSeparators: true)
    show([("A", ["a", "b", "c"]), ("B", ["d"])])
    let screen = try ScreenDriver(columns: 5, rows: 8, showing: table)
    screen.expect("# A\na\n─────\nb\n─────\nc\n# B\nd")
    #expect(screen.overlay(column: 0, row: 1) == .cursorRow)
    #expect(screen.overlay(column: 0, row: 2) == nil)
    screen.press("j", "j")
    #expect(screen.overlay(column: 0, row: 5) == .cursorRow)
  }

  @Test func groupsHaveABlankRowBetweenThem() throws {
    table.style = .grouped
    show([("A", ["a", "b"]), (nil, ["c"]), ("C", []), ("D", ["d"])])
    let screen = try ScreenDriver(columns: 5, rows: 10, showing: table)
    screen.expect("# A\na\nb\n\nc\n\n# C\n\n# D\nd")
  }

  @Test func aGroupedTableScrollsToItsEnd() throws {
    table.style = TableStyle(hasSeparators: true, isGrouped: true)
    show([("A", ["a", "b"]), ("B", ["c", "d"])])
    let screen = try ScreenDriver(columns: 3, rows: 4, showing: table)
    screen.press("G")
    screen.expect("# B\nc\n───\nd")
    screen.press("g")
    screen.expect("# A\na\n───\nb")
  }

  @Test func marksHaveAColumnAndTheBarShowsThePlace() throws {
    table.hasScrollBar = true
    show([(nil, ["a", "b", "c", "d", "e", "f"])])
    table.list?.selectionMode = .multiple
    table.reloadData()
    let screen = try ScreenDriver(columns: 6, rows: 3, showing: table)
    screen.press(.space)
    screen.expect("✓ a  ┃\n  b  │\n  c  │")
    screen.press("G")
    screen.expect("  d  │\n  e  │\n  f  ┃")
  }

  @Test func changedRowsFlash() throws {
    show([(nil, ["a", "b", "c"])])
    let screen = try ScreenDriver(columns: 5, rows: 5, showing: table)
    var words = WordList.words(["a", "b", "c"])
    words[1].text = "B"
    words.insert(Word(id: 9, text: "x"), at: 2)
    words.append(Word(id: 10, text: "y"))
    table.list?.model = SectionList([RowSection(words)])
    screen.expect("a\nB\nx\nc\ny")
    let overlays = (0..<5).map { screen.overlay(column: 0, row: $0) }
    #expect(overlays == [.cursorRow, .changedRow, .changedRow, nil, nil])
    screen.application.fireTimers(at: .now + .seconds(1))
    screen.application.renderIfNeeded()
    #expect(screen.overlay(column: 0, row: 1) == nil)
    table.flashesChanges = false
    words[1].text = "b"
    table.list?.model = SectionList([RowSection(words)])
    screen.application.renderIfNeeded()
    #expect(screen.overlay(column: 0, row: 1) == nil)
    #expect(screen.terminal.lines[1] == "b", "what does not flash is drawn as well")
  }

  @Test func aRowThatChangesAgainWhileItFlashesIsDrawnAgain() throws {
    show([("A", ["a", "b"])])
    let screen = try ScreenDriver(columns: 5, rows: 4, showing: table)
    for text in ["1", "2", "3"] {
      var words = WordList.words(["a", "b"])
      words[1].text = text
      table.list?.model = SectionList([RowSection(words, header: "A")])
      screen.expect("# A\na\n\(text)")
    }
  }

  @Test func thumbsAreAtAnEndOnlyIfItIsInSight() {
    for extent in [1, 2, 3, 4, 9] {
      for total in 1...20 {
        for count in 1...total {
          for start in 0...(total - count) {
            let thumb = ScrollBar.Position(start: start, count: count, total: total)
              .thumb(in: extent)
            #expect(thumb.lowerBound >= 0 && thumb.upperBound <= extent && !thumb.isEmpty)
            if start == 0 { #expect(thumb.lowerBound == 0) }
            if start + count == total { #expect(thumb.upperBound == extent) }
            if extent - thumb.count > 2, start > 0, start + count < total {
              #expect(thumb.lowerBound > 0 && thumb.upperBound < extent)
            }
          }
        }
      }
    }
  }

  @Test func draggingMarksARange() throws {
    show([(nil, ["a", "b", "c", "d"])])
    table.list?.selectionMode = .multiple
    let screen = try ScreenDriver(columns: 6, rows: 4, showing: table)
    screen.mouse(.press(.left), column: 3, row: 1)
    screen.mouse(.drag(.left), column: 3, row: 3)
    #expect(table.list?.selectedIndexPaths.map(\.item) == [1, 2, 3])
    #expect(table.state.cursor?.item == 3)
  }

  @Test func titlesOfColumnsAreClicked() throws {
    table.columns = [
      TableColumn(id: "name", width: .fixed(6), isPinned: true),
      TableColumn(id: "a-long-one", width: .fixed(7), order: .descending),
      TableColumn(id: "number", width: .fixed(8), alignment: .trailing, order: .ascending),
    ]
    show([(nil, ["a", "b"])])
    var clicks: [String] = []
    let screen = try ScreenDriver(columns: 26, rows: 4, showing: table)
    screen.expect("name    a-lo… ▼  number ▲\na\nb")
    screen.mouse(.press(.left), column: 8, row: 0)
    #expect(clicks.isEmpty)
    let subscription = table.observeHeaderClicks(owner: table) {
      clicks.append($1.id + ($2 == .shift ? "+" : ""))
    }
    defer { subscription.cancel() }
    for column in [0, 6, 8, 24] { screen.mouse(.press(.left), column: column, row: 0) }
    screen.application.dispatch(
      .mouse(MouseEvent(.press(.left), column: 3, row: 0, modifiers: .shift)))
    #expect(clicks == ["name", "a-long-one", "number", "name+"])
    #expect(table.state.cursor?.item == 0)
  }
}
