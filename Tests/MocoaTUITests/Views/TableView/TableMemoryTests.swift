import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TableMemoryTests {
  @Test("defect U2: a table that is gone through retains no more cells than its list")
  func cellsAreReleased() throws {
    let rows = (0..<8_000).map { MemoryRow(id: $0) }
    let list = ItemListViewModel(rows, cell: MemoryCell.self)
    let screen = try ScreenDriver(columns: 20, rows: 25)
    screen.show(TablePage(title: "", list: list))
    for _ in 0..<300 { screen.press(.pageDown) }
    #expect(screen.picture.contains("6900"), "\(screen.picture)")
    let count = rows.indices.count {
      list.existingCellViewModel(at: ListIndexPath(section: 0, item: $0)) != nil
    }
    #expect(count <= 4_500)
  }
}

private struct MemoryRow: Identifiable, Equatable, Sendable { let id: Int }

/// A cell whose height is measured.
private final class MemoryCell: TableViewCell<CellViewModel<MemoryRow>> {
  override class func height(of viewModel: CellViewModel<MemoryRow>, columns: Int) -> Int { 1 }
  override func draw(in canvas: inout Canvas) { canvas.write("\(viewModel.model.id)") }
}
