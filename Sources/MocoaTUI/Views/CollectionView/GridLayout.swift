/// A layout of columns of equal width.
///
/// If `itemRows` is set, no item is measured; otherwise each line has the height of its tallest
/// item, which is three rows unless ``CollectionViewCell/size(of:columns:)`` is overridden.
public struct GridLayout: CollectionLayout, Hashable {
  /// The number of columns; of rows if the axis is horizontal.
  public var columnCount: Int
  /// The height of all items, or their width if the axis is horizontal; nil if each has its own.
  public var itemRows: Int?
  public var insets: Insets
  /// The number of columns between two items of a line.
  public var itemSpacing: Int
  /// The number of rows between two lines.
  public var lineSpacing: Int
  public var axis: Axis

  /// Creates a layout.
  public init(
    columns: Int, itemRows: Int? = nil, insets: Insets = .zero, itemSpacing: Int = 1,
    lineSpacing: Int = 0, axis: Axis = .vertical
  ) {
    columnCount = max(1, columns)
    self.itemRows = itemRows
    self.insets = insets
    self.itemSpacing = max(0, itemSpacing)
    self.lineSpacing = max(0, lineSpacing)
    self.axis = axis
  }

  private func itemColumns(of columns: Int) -> Int {
    max(1, (columns - itemSpacing * (columnCount - 1)) / columnCount)
  }

  public func makePlacer(columns: Int) -> any ItemPlacer {
    Placer(
      itemColumns: itemColumns(of: columns), columnCount: columnCount, itemSpacing: itemSpacing,
      lineSpacing: lineSpacing)
  }

  public func makeGrid(columns: Int) -> ItemGrid? {
    itemRows.map { rows in
      ItemGrid(
        itemsPerLine: columnCount,
        itemSize: Size(columns: itemColumns(of: columns), rows: rows),
        itemSpacing: itemSpacing, lineSpacing: lineSpacing)
    }
  }

  private struct Placer: ItemPlacer {
    var itemColumns: Int
    var columnCount: Int
    var itemSpacing: Int
    var lineSpacing: Int
    var rows = 0
    var top = 0
    var column = 0

    mutating func place(_ size: Size) -> Rect {
      if column == columnCount {
        column = 0
        top = rows + lineSpacing
      }
      defer { column += 1 }
      rows = max(rows, top + size.rows)
      return Rect(
        column: column * (itemColumns + itemSpacing), row: top, columns: itemColumns,
        rows: size.rows)
    }
  }
}
