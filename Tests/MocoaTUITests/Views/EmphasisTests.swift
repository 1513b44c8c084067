import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// The cursor and the marks are laid over what cells have drawn.
@MainActor @Suite struct EmphasisTests {
  private func screen<Cell: TableViewCell<DrawnViewModel>>(
    of cell: Cell.Type
  ) throws -> (ScreenDriver, DrawnWords) {
    let words = DrawnWords(cell)
    return (try ScreenDriver(columns: 12, rows: 4, showing: words.table), words)
  }

  @Test func aMoveOfTheCursorDrawsTwoCells() throws {
    let (screen, words) = try screen(of: DrawnCell.self)
    let before = words.draws
    screen.press(.down, .down, .up)
    #expect(words.draws == before + 6)
    #expect((0..<4).map { screen.overlay(column: 3, row: $0) } == [nil, .cursorRow, nil, nil])
    screen.expect(
      """
      word 0
      word 1
      word 2
      word 3
      """)
  }

  @Test func aScrolledLineDrawsOneCellBesidesTheCursor() throws {
    let (screen, words) = try screen(of: DrawnCell.self)
    screen.press(.down, .down, .down)
    let before = words.draws
    // The row that comes has the cursor, which the one above loses.
    screen.press(.down)
    #expect(words.draws == before + 2)
    // Upwards the cursor leaves the last row, and stays where it is downwards.
    screen.press(Key("y", .control), Key("e", .control))
    #expect(words.draws == before + 5)
    screen.expect(
      """
      word 1
      word 2
      word 3
      word 4
      """)
  }

  @Test func aCellThatAsksForTheCursorIsDrawnForIt() throws {
    let (screen, _) = try screen(of: AskingCell.self)
    screen.press(.down)
    screen.expect(
      """
        word 0
      > word 1
        word 2
        word 3
      """)
  }

  @Test func whatACellLaysOverItsTextStays() throws {
    let (screen, _) = try screen(of: MarkingCell.self)
    screen.press(.down)
    for row in [0, 2, 3] {
      #expect(screen.overlay(column: 0, row: row) == .warning, "row \(row)")
      #expect(screen.overlay(column: 5, row: row) == nil, "row \(row)")
    }
  }

  /// Any steps: what was drawn bit by bit is what is drawn all at once.
  @Test(arguments: 0..<20)
  func isAsIfEverythingWasRedrawn(seed: UInt64) throws {
    let (screen, words) = try screen(of: DrawnCell.self)
    words.list.selectionMode = .multiple
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let keys: [Key] = [.down, .up, " ", .pageDown, .home, "v", Key("e", .control)]
      screen.press(keys.randomElement(using: &random) ?? .down)
      let overlays = styles(of: screen)
      words.table.setNeedsDisplay()
      screen.application.redraw()
      screen.application.renderIfNeeded()
      #expect(styles(of: screen) == overlays, "seed \(seed), step \(step)")
    }
  }

  private func styles(of screen: ScreenDriver) -> [String] {
    (0..<4).map { row in
      (0..<12).map { screen.overlay(column: $0, row: row).map { "\($0)" } ?? "-" }.joined()
    } + screen.terminal.lines
  }
}

final class DrawnViewModel: CellViewModel<Word> {
  var draws = 0
}

class DrawnCell: TableViewCell<DrawnViewModel> {
  override func draw(in canvas: inout Canvas) {
    viewModel.draws += 1
    canvas.write(viewModel.model.text)
  }
}

/// Draws something for the cursor besides what is laid over the row.
private final class AskingCell: DrawnCell {
  override func draw(in canvas: inout Canvas) {
    canvas.write(isCursor ? ">" : " ")
    super.draw(in: &canvas)
  }
}

/// Lays a style over a part of what it draws.
private final class MarkingCell: DrawnCell {
  override func draw(in canvas: inout Canvas) {
    super.draw(in: &canvas)
    canvas.overlay(Rect(column: 0, row: 0, columns: 2, rows: 1), style: .warning)
  }
}

@MainActor private struct DrawnWords {
  let registry = ModuleRegistry()
  let list: ListViewModel
  let table = TableView()

  init<Cell: TableViewCell<DrawnViewModel>>(_ cell: Cell.Type) {
    let module = registry["mocoa://words/"]
    module.section.cell.register(cell)
    let words = (0..<20).map { Word(id: $0, text: "word \($0)") }
    list = ListViewModel(model: RowSection(words), module: module)
    table.show(list)
  }

  var draws: Int {
    (0..<20).reduce(0) { count, row in
      let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: row))
      return count + ((cell as? DrawnViewModel)?.draws ?? 0)
    }
  }
}
