/// The row of column titles above the rows of a table.
final class ColumnHeaderView: View {
  weak var table: TableView?

  override var backgroundStyle: StyleName { .columnHeader }

  override func draw(in canvas: inout Canvas) {
    guard let table else { return }
    for entry in table.columnLayout.entries {
      canvas.draw(Self.text(of: entry), in: entry, of: table.columnLayout, style: .columnHeader)
      if entry.isBehindEdge, entry.left < canvas.size.columns {
        canvas.draw("…", at: Point(column: entry.left, row: 0), style: .columnHeader)
      }
      guard entry.column.id == table.currentColumnID,
        let range = table.columnLayout.visibleRange(of: entry, paneColumns: canvas.size.columns)
      else { continue }
      canvas.overlay(
        Rect(column: range.lowerBound, row: 0, columns: range.count, rows: 1), style: .cursorRow)
    }
  }

  /// Returns the title with the arrow of the sort order; only the title is truncated.
  private static func text(of entry: ColumnLayout.Entry) -> String {
    let column = entry.column
    guard let order = column.order else { return column.title(fitting: entry.columns) }
    return column.title(fitting: max(0, entry.columns - 2)) + " " + order.arrow
  }

  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action, let table,
      table.headerObservers.isActive,
      let column = table.columnLayout.column(at: mouse.column, paneColumns: frame.columns)
    else { return false }
    table.headerObservers.send((column, mouse.modifiers))
    return true
  }
}
