/// The part of a table below the titles of its columns: it clips the rows that are cut by the edges
/// of the viewport.
final class TableRowsView: View {
  weak var table: TableView?

  override func draw(in canvas: inout Canvas) { table?.drawSeparators(in: canvas) }

  override var subviewsMayOverlap: Bool { table?.stickyHeader != nil }
}
