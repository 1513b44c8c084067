/// A layout of lines, each with as many items as fit.
///
/// An item that is wider than a line is narrowed to it. If `itemSize` is set, no item is measured,
/// so that the cost does not depend on the number of items.
public struct FlowLayout: CollectionLayout, Hashable {
  /// The size of all items; nil if each has its own.
  public var itemSize: Size?
  public var insets: Insets
  /// The number of columns between two items of a line.
  public var itemSpacing: Int
  /// The number of rows between two lines.
  public var lineSpacing: Int
  public var axis: Axis

  /// Creates a layout.
  public init(
    itemSize: Size? = nil, insets: Insets = .zero, itemSpacing: Int = 1, lineSpacing: Int = 0,
    axis: Axis = .vertical
  ) {
    self.itemSize = itemSize
    self.insets = insets
    self.itemSpacing = max(0, itemSpacing)
    self.lineSpacing = max(0, lineSpacing)
    self.axis = axis
  }

  public func makePlacer(columns: Int) -> any ItemPlacer {
    Placer(itemColumns: columns, itemSpacing: itemSpacing, lineSpacing: lineSpacing)
  }

  public func makeGrid(columns: Int) -> ItemGrid? {
    guard let itemSize else { return nil }
    // `itemSize` is in columns and rows of the screen, which a horizontal axis transposes.
    let size = axis == .vertical ? itemSize : itemSize.transposed
    let width = min(max(1, size.columns), max(1, columns))
    return ItemGrid(
      itemsPerLine: (columns + itemSpacing) / (width + itemSpacing),
      itemSize: Size(columns: width, rows: size.rows), itemSpacing: itemSpacing,
      lineSpacing: lineSpacing)
  }

  private struct Placer: ItemPlacer {
    var itemColumns: Int
    var itemSpacing: Int
    var lineSpacing: Int
    var rows = 0
    var top = 0
    var right = 0

    mutating func place(_ size: Size) -> Rect {
      let columns = min(size.columns, itemColumns)
      if right > 0, right + itemSpacing + columns > itemColumns {
        top = rows + lineSpacing
        right = 0
      }
      let left = right == 0 ? 0 : right + itemSpacing
      right = left + columns
      rows = max(rows, top + size.rows)
      return Rect(column: left, row: top, columns: columns, rows: size.rows)
    }
  }
}
