/// A layout of columns of equal width; each item is placed in the shortest column.
public struct WaterfallLayout: CollectionLayout, Hashable {
  /// The number of columns; of rows if the axis is horizontal.
  public var columnCount: Int
  public var insets: Insets
  /// The number of blank columns between two columns.
  public var itemSpacing: Int
  /// The number of blank rows between two items of a column.
  public var lineSpacing: Int
  public var axis: Axis

  /// Creates a layout.
  public init(
    columns: Int, insets: Insets = .zero, itemSpacing: Int = 1, lineSpacing: Int = 0,
    axis: Axis = .vertical
  ) {
    columnCount = max(1, columns)
    self.insets = insets
    self.itemSpacing = max(0, itemSpacing)
    self.lineSpacing = max(0, lineSpacing)
    self.axis = axis
  }

  public func makePlacer(columns: Int) -> any ItemPlacer {
    Placer(
      itemColumns: max(1, (columns - itemSpacing * (columnCount - 1)) / columnCount),
      itemSpacing: itemSpacing, lineSpacing: lineSpacing,
      ends: Array(repeating: 0, count: columnCount))
  }

  private struct Placer: ItemPlacer {
    var itemColumns: Int
    var itemSpacing: Int
    var lineSpacing: Int
    /// The row after the last item of each column.
    var ends: [Int]

    var rows: Int { ends.max() ?? 0 }

    mutating func place(_ size: Size) -> Rect {
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let top = ends[column] == 0 ? 0 : ends[column] + lineSpacing
      ends[column] = top + size.rows
      return Rect(
        column: column * (itemColumns + itemSpacing), row: top, columns: itemColumns,
        rows: size.rows)
    }
  }
}
