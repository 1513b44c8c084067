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

extension Canvas {
  /// Draws text into a column of a table, on a row of the canvas; what is scrolled away is clipped.
  ///
  /// Text that is wider than the column ends in an ellipsis.
  public func draw(
    _ text: String, in entry: ColumnLayout.Entry, of layout: ColumnLayout, row: Int = 0,
    style: Style
  ) {
    guard let range = layout.visibleRange(of: entry, paneColumns: size.columns) else { return }
    let window = part(Rect(column: range.lowerBound, row: row, columns: range.count, rows: 1))
    // The window cuts what is scrolled away; the text keeps to the whole column.
    let columns = min(entry.columns, size.columns - entry.left)
    var start = entry.left - range.lowerBound
    if entry.column.alignment == .trailing {
      start += max(0, columns - TextWidth.columns(of: text, upTo: columns))
    }
    window.drawUnclamped(text, at: Point(column: start, row: 0), columns: columns, style: style)
  }
}
