import MocoaCore
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaTUI

/// A cell that does what a closure says.
private final class WildCell: TableViewCell<WordViewModel> {
  @MainActor final class Script {
    var draw: (WildCell, inout Canvas) -> Void = { _, _ in }
  }

  var script: Script?

  override func draw(in canvas: inout Canvas) {
    script?.draw(self, &canvas)
    canvas.write(viewModel.model.text)
  }
}

private final class WildTileCell: CollectionViewCell<TileViewModel> {
  override class func size(of viewModel: TileViewModel, columns: Int) -> Size {
    Size(columns: viewModel.model.columns, rows: viewModel.model.rows)
  }
  override func draw(in canvas: inout Canvas) { canvas.write("\(viewModel.model.id)") }
}

/// Cells and lists that do not behave: nothing falls, and what stands beside them is right.
@MainActor @Suite struct BadViewTests {
  private let script = WildCell.Script()
  private let registry = ModuleRegistry()
  private let list: ListViewModel
  private let table = TableView()
  private let log = Log()

  private final class Log: Sendable {
    let entries = Mutex<[String]>([])
  }

  init() {
    let module = registry["mocoa://wild/"]
    module.section.cell.register(
      viewModel: WordViewModel.self,
      view: ModuleView(.cell, name: "WildCell") { [script] in
        let cell = WildCell()
        cell.script = script
        return cell
      })
    registry.logger = { [log] diagnostic in
      log.entries.withLock { $0.append("\(diagnostic)") }
    }
    list = ListViewModel(model: RowSection(WordList.words(["a", "b", "c"])), module: module)
    table.show(list)
  }

  @Test func whatIsDrawnOutsideIsClipped() throws {
    script.draw = { _, canvas in
      for row in [-1, 1, 2, .max, .min] {
        canvas.draw("XXXXXXXX", at: Point(column: 0, row: row))
        canvas.fill(Rect(column: -5, row: row, columns: 50, rows: 1), with: "X")
        canvas.box(Rect(column: -1, row: max(1, row), columns: 9, rows: 2))
        canvas.overlay(Rect(column: 0, row: row, columns: .max, rows: 1), style: .match)
      }
      canvas.draw("漢", at: Point(column: 5, row: 0))
      canvas.draw("漢", at: Point(column: -1, row: 0))
      canvas.part(Rect(column: 3, row: 3, columns: -2, rows: -2)).clear()
    }
    let screen = try ScreenDriver(columns: 6, rows: 4, showing: table)
    for row in 0..<3 { #expect(!screen.terminal.lines[row].contains("X")) }
    screen.expect("a    …\nb    …\nc    …", "what is halfway outside is not drawn")
    #expect(screen.overlay(column: 0, row: 1) == nil)
  }

  @Test func slowCellsAreNamedOnce() throws {
    let screen = try ScreenDriver(columns: 6, rows: 4, showing: table)
    var time = ContinuousClock.now
    screen.application.now = { time }
    script.draw = { cell, _ in
      time += .milliseconds(cell.viewModel.model.text == "b" ? 70 : 49)
    }
    screen.application.redraw()
    screen.expect("a\nb\nc")
    screen.application.redraw()
    screen.expect("a\nb\nc")
    #expect(log.entries.withLock { $0 } == ["WildCell took 0.07 seconds to draw"])
  }

  @Test func theListMayChangeWhileItIsDrawn() throws {
    var changes = 0
    script.draw = { [list] cell, _ in
      guard changes < 30 else { return }
      changes += 1
      switch changes % 3 {
      case 0: list.model = RowSection(WordList.words([]))
      case 1: list.model = RowSection(WordList.words((0..<changes).map { "\($0)" }))
      default: cell.viewModel.model.text += "!"
      }
    }
    let screen = try ScreenDriver(columns: 6, rows: 4, showing: table)
    for step in 0..<60 {
      if list.numberOfItems(in: 0) == 0 { list.model = RowSection(WordList.words(["x", "y"])) }
      screen.press(step % 2 == 0 ? "j" : "G")
    }
    script.draw = { _, _ in }
    list.model = RowSection(WordList.words(["a", "b"]))
    screen.expect("a\nb")
  }

  @Test func aListThatAlwaysChangesWhileItIsDrawnDoesNotHang() throws {
    var count = 0
    script.draw = { [list] _, _ in
      count += 1
      list.model = RowSection(WordList.words(["\(count)", "b"]))
    }
    let screen = try ScreenDriver(columns: 6, rows: 4, showing: table)
    let before = screen.terminal.frameCount
    for _ in 0..<5 { screen.application.renderIfNeeded() }
    #expect(screen.terminal.frameCount - before <= 5, "one frame at a time, and keys in between")
  }

  @Test(arguments: [(0, 0), (-3, -3), (Int.max, Int.max), (Int.min, Int.min), (50, 1), (1, 50)])
  func itemsOfAnySizeAreShown(columns: Int, rows: Int) throws {
    let module = registry["mocoa://tiles/"]
    module.section.cell.register(WildTileCell.self)
    let tiles = [
      Tile(id: 1, columns: 2, rows: 1), Tile(id: 2, columns: columns, rows: rows),
      Tile(id: 3, columns: 2, rows: 1),
    ]
    let layouts: [any CollectionLayout] = [
      FlowLayout(), GridLayout(columns: 2), WaterfallLayout(columns: 2),
      FlowLayout(axis: .horizontal),
    ]
    for layout in layouts {
      let list = ListViewModel(model: RowSection(tiles), module: module)
      let collection = CollectionView(layout: layout)
      collection.show(list)
      let screen = try ScreenDriver(columns: 6, rows: 4, showing: collection)
      #expect(screen.terminal.lines.first?.hasPrefix("1") == true)
      screen.press("G", "k", "j", .pageUp, .pageDown, .right, .left, "g")
      #expect(screen.terminal.lines.first?.hasPrefix("1") == true)
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (0, 0)])
  func everythingWorksOnTheSmallestScreens(columns: Int, rows: Int) throws {
    list.selectionMode = .multiple
    let page = TablePage(title: "words", list: list)
    page.table.style = TableStyle(hasSeparators: true, isGrouped: true)
    page.table.hasScrollBar = true
    page.table.rowActions = [.delete, .edit]
    let collection = CollectionPage(list: list, layout: GridLayout(columns: 3))
    collection.collection.hasScrollBar = true
    collection.collection.hasStickyHeaders = true
    let stack = PageStack()
    stack.push(TabPage([page, collection]))
    let screen = try ScreenDriver(columns: columns, rows: rows, showing: stack)
    let keys: [Key] = [
      "j", "k", "G", "g", .space, .enter, ".", .escape, "?", .escape, ">", "]", "[", .pageDown,
      .pageUp, .right, .left, "<", Key("e", .control), Key(.down, .shift), "U",
    ]
    for key in keys {
      screen.press(key)
      screen.mouse(.press(.left), column: 0, row: 0)
      screen.mouse(.press(.right), column: 0, row: 0)
      screen.mouse(.drag(.left), column: 3, row: 3)
      screen.mouse(.wheel(.down), column: 0, row: 0)
    }
    screen.press(.escape, .escape)
    screen.resize(columns: 20, rows: 5)
    #expect(screen.terminal.lines.joined().contains("b"))
    #expect(screen.application.exitStatus == nil)
  }
}
