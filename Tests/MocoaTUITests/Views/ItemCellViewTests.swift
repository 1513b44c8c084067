import MocoaCore
import MocoaTUI
import Testing

/// Lists with several kinds of items, without addresses.
@MainActor @Suite struct ItemCellViewTests {
  enum Row: Identifiable, Equatable {
    case person(id: Int, name: String)
    case count(id: Int, Int)

    var id: Int {
      switch self {
      case .person(let id, _), .count(let id, _): id
      }
    }
  }

  final class PersonCell: TableViewCell<CellViewModel<String>> {
    override func draw(in canvas: inout Canvas) { canvas.write("person \(viewModel.model)") }
  }

  final class CountCell: TableViewCell<CellViewModel<Int>> {
    override func draw(in canvas: inout Canvas) { canvas.write("count \(viewModel.model + 1)") }
  }

  private func makeList(_ rows: [Row]) -> ItemListViewModel<Row> {
    ItemListViewModel(rows) { row in
      switch row {
      case .person(_, let name): ItemCell(PersonCell.self, name)
      case .count(_, let count): ItemCell(CountCell.self, count)
      }
    }
  }

  @Test func anItemIsDisplayedByTheCellOfItsKind() {
    let list = makeList([.person(id: 1, name: "Ada"), .count(id: 2, 6), .person(id: 3, name: "Bo")])
    list.ready()
    let cells = (0..<3).map { list.cellViewModel(at: ListIndexPath(section: 0, item: $0)) }
    let views = cells.map { cell in
      guard case .module(let resolved) = cell.resolution else { return "none" }
      return resolved.view.name
    }
    #expect(views == ["PersonCell", "CountCell", "PersonCell"])
    #expect((cells[1] as? CellViewModel<Int>)?.model == 6)
    #expect((cells[2] as? CellViewModel<String>)?.model == "Bo")
  }
}
