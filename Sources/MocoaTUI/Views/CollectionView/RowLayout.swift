/// The layout of a table: rows with the width of the view.
///
/// Each row is placed separately, so that no row before the viewport is measured.
public struct RowLayout: CollectionLayout, Hashable {
  init() {}

  public func makePlacer(columns: Int) -> any ItemPlacer { Placer(itemColumns: columns) }

  private struct Placer: ItemPlacer {
    var itemColumns: Int
    var rows = 0

    mutating func place(_ size: Size) -> Rect {
      defer { rows += size.rows }
      return Rect(column: 0, row: rows, columns: itemColumns, rows: size.rows)
    }
  }
}
