/// Items below one another, each as wide as the view: the rows of a table.
///
/// Each is placed separately, so nothing before the viewport is ever measured.
public struct RowLayout: CollectionLayout, Hashable {
  /// Makes the layout.
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
