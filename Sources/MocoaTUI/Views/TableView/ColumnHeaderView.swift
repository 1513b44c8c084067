/// The titles of a table's columns, above its rows.
final class ColumnHeaderView: View {
  weak var table: TableView?

  override var backgroundStyle: Style { .columnHeader }

  override func draw(in canvas: inout Canvas) {
    guard let table else { return }
    for entry in table.columnLayout.entries {
      canvas.draw(entry.column.title, in: entry, of: table.columnLayout, style: .columnHeader)
    }
  }
}
