import MocoaCore
import MocoaTUI
import MocoaTestSupport
import Testing

/// Views of what stands in for rows that cannot be displayed.
@Suite @MainActor struct StandInViewTests {
  private struct Word: Identifiable, Equatable {
    let id: Int
    var text: String
  }

  final class MissingViewModel: AnyCellViewModel {
    var text: String { "no cell for \((sourceModel as? Word)?.text ?? "?")" }
  }

  final class MissingCell: TableViewCell<MissingViewModel> {
    override func draw(in canvas: inout Canvas) { canvas.write(viewModel.text) }
  }

  private final class WordsViewModel: ListViewModel {
    override func standInCell(for item: Any?, _ reason: Resolution) -> StandIn<AnyCellViewModel> {
      StandIn(MissingViewModel(), view: .element(MissingCell.self))
    }
  }

  @Test("N5: what stands in has its own view, is opened as a row is, and shown in any build")
  func standInsHaveViews() throws {
    let words = [Word(id: 1, text: "a"), Word(id: 2, text: "b")]
    let registry = ModuleRegistry()
    let list = WordsViewModel(model: RowSection(words), module: registry["mocoa://words/"])
    let table = TableView()
    let page = TablePage(title: "Words", list: list, table: table)
    #expect(page.table === table && page.content === table)
    table.placeholders = .hide
    var opened: [ListIndexPath] = []
    table.observeSelection(owner: page) { opened.append($1) }.store(in: &page.subscriptions)
    let screen = try ScreenDriver(columns: 30, rows: 4)
    screen.show(page)
    #expect(screen.picture.hasPrefix("no cell for a\nno cell for b\n"))
    screen.press(.down, .enter)
    #expect(opened == [ListIndexPath(section: 0, item: 1)])
    list.model = RowSection([words[0], Word(id: 2, text: "c")])
    #expect(screen.picture.hasPrefix("no cell for a\nno cell for c\n"))
  }
}
