/// Items in a number of columns of equal width.
///
/// Where `itemRows` is given, all items have it and none is measured; else each line is as high as
/// the highest of its items.
public struct GridLayout: CollectionLayout, Hashable {
  /// The number of columns; rows where the collection is scrolled to the right.
  public var columnCount: Int
  /// The height of every item; the width where the collection is scrolled to the right.
  public var itemRows: Int?
  public var insets: Insets
  /// The columns between two items of a line.
  public var itemSpacing: Int
  /// The rows between two lines.
  public var lineSpacing: Int
  public var axis: Axis

  /// Makes a layout.
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
