import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@Observable private final class LampViewModel: CellViewModel<Word> {
  var isLit = false
}

/// A cell that records the notifications of the row that it follows.
private final class LampCell: TableViewCell<LampViewModel> {
  private(set) var heard: [String] = []

  override func viewModelDidChange() {
    let (viewModel, text) = (viewModel, viewModel.model.text)
    follow({ viewModel.isLit }, to: { [unowned self] in heard.append("\(text) \($0)") })
  }

  override func prepareForReuse() { heard.append("-") }

  override func draw(in canvas: inout Canvas) {
    canvas.write("\(viewModel.model.text)\(viewModel.isLit ? "*" : "")")
  }
}

/// What a cell follows ends before the cell shows another row: for any order of events.
@MainActor @Suite struct FollowingReuseTests {
  private let registry = ModuleRegistry()
  private let list: ListViewModel
  private let table = TableView()
  private let screen: ScreenDriver

  init() throws {
    let module = registry["mocoa://lamps/"]
    module.section.cell.register(LampCell.self)
    list = ListViewModel(
      model: RowSection(WordList.words((0..<20).map { "lamp \($0)" })), module: module)
    table.show(list)
    screen = try ScreenDriver(columns: 10, rows: 3, showing: table)
  }

  private func lamp(_ item: Int) throws -> LampViewModel {
    try #require(
      list.cellViewModel(at: ListIndexPath(section: 0, item: item)) as? LampViewModel)
  }

  private func cell(_ item: Int) throws -> LampCell {
    try #require(table.cell(at: ListIndexPath(section: 0, item: item)) as? LampCell)
  }

  private func someTurns() async {
    for _ in 0..<20 { await Task.yield() }
    screen.application.renderIfNeeded()
  }

  @Test func aCellIsNotifiedOfItsRowNowAndLater() async throws {
    #expect(try cell(1).heard == ["lamp 1 false"])
    try lamp(1).isLit = true
    await someTurns()
    #expect(try cell(1).heard == ["lamp 1 false", "lamp 1 true"])
    screen.expect("lamp 0\nlamp 1*\nlamp 2")
  }

  @Test func aReusedCellIsNotNotifiedOfItsFormerRow() async throws {
    let reused = try cell(0)
    screen.press(.pageDown, .pageDown)
    let row = try #require(
      (3..<20).first { table.cell(at: ListIndexPath(section: 0, item: $0)) === reused },
      "the cell shows another row now")
    try lamp(0).isLit = true
    await someTurns()
    #expect(reused.heard == ["lamp 0 false", "-", "lamp \(row) false"])
    #expect(!screen.terminal.picture.contains("*"))
    try lamp(row).isLit = true
    await someTurns()
    #expect(reused.heard.last == "lamp \(row) true")
    screen.press("g")
    #expect(screen.terminal.lines[0] == "lamp 0*", "the row kept what was set meanwhile")
  }

  @Test func valuesSetDuringReuseReachNoOtherView() async throws {
    let reused = try cell(0)
    try lamp(0).isLit = true
    screen.press(.pageDown, .pageDown)
    await someTurns()
    #expect(!reused.heard.contains("lamp 0 true"))
    #expect(reused.heard.prefix(2) == ["lamp 0 false", "-"])
  }
}
