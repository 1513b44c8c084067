/// A layout of the items of the sections of a collection.
///
/// Layouts are written for vertical scrolling; if the axis is horizontal, columns and rows are
/// transposed. So every layout works in both directions.
///
/// A custom layout has to implement only ``makePlacer(columns:)``, whose result places one item
/// after the other.
///
/// ```swift
/// struct Stairs: CollectionLayout {
///   struct Placer: ItemPlacer {
///     var itemColumns: Int
///     var rows = 0
///     mutating func place(_ size: Size) -> Rect {
///       defer { rows += size.rows }
///       return Rect(column: rows, row: rows, columns: size.columns, rows: size.rows)
///     }
///   }
///   func makePlacer(columns: Int) -> any ItemPlacer { Placer(itemColumns: columns) }
/// }
/// ```
public protocol CollectionLayout: Sendable {
  /// The axis along which the collection is scrolled.
  var axis: Axis { get }

  /// The margin around the items of each section, inside of its header and footer.
  var insets: Insets { get }

  /// Returns a placer for the items of a section.
  ///
  /// - Parameter columns: The number of available columns, without the margin.
  /// - Returns: The placer, which has not placed any item yet.
  func makePlacer(columns: Int) -> any ItemPlacer

  /// Returns a grid for items of one size, which are then not measured.
  ///
  /// - Parameter columns: The number of available columns, without the margin.
  /// - Returns: The grid, or nil if sizes differ.
  func makeGrid(columns: Int) -> ItemGrid?

  /// Returns the layout with the spacing that a section requests.
  func spaced(_ spacing: SectionSpacing) -> any CollectionLayout
}

extension CollectionLayout {
  /// Vertical by default.
  public var axis: Axis { .vertical }

  /// Zero by default.
  public var insets: Insets { .zero }

  /// Returns nil, because sizes differ by default.
  public func makeGrid(columns: Int) -> ItemGrid? { nil }
}

/// Places the items of a section, one after the other.
///
/// It is a value: after a change, items are placed again by an earlier copy.
public protocol ItemPlacer: Sendable {
  /// The maximum number of columns of an item.
  var itemColumns: Int { get }

  /// The number of rows of the items placed so far.
  var rows: Int { get }

  /// Returns the frame of the next item, whose top is not above that of the previous one.
  mutating func place(_ size: Size) -> Rect
}

/// A grid of items of one size, whose frames are computed instead of stored.
public struct ItemGrid: Hashable, Sendable {
  /// The number of items of a line, at least 1.
  let itemsPerLine: Int
  /// The size of each item, at least one column and one row.
  let itemSize: Size
  /// The number of columns between two items of a line.
  let itemSpacing: Int
  /// The number of rows between two lines.
  let lineSpacing: Int

  /// Creates a grid; values that are too small are replaced by the minimum.
  public init(itemsPerLine: Int, itemSize: Size, itemSpacing: Int = 0, lineSpacing: Int = 0) {
    self.itemsPerLine = max(1, itemsPerLine)
    self.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
    self.itemSpacing = max(0, itemSpacing)
    self.lineSpacing = max(0, lineSpacing)
  }

  func frame(of item: Int) -> Rect {
    Rect(
      column: item % itemsPerLine * (itemSize.columns + itemSpacing),
      row: item / itemsPerLine * lineRows, columns: itemSize.columns, rows: itemSize.rows)
  }

  func rows(of count: Int) -> Int {
    let lines = (count + itemsPerLine - 1) / itemsPerLine
    return lines == 0 ? 0 : lines * lineRows - lineSpacing
  }

  /// Returns the items of the lines that intersect some rows.
  func items(in rows: Range<Int>, count: Int) -> Range<Int> {
    guard !rows.isEmpty, rows.upperBound > 0 else { return 0..<0 }
    let first = max(0, rows.lowerBound) / lineRows * itemsPerLine
    let end = ((rows.upperBound - 1) / lineRows + 1) * itemsPerLine
    return min(first, count)..<max(min(first, count), min(end, count))
  }

  private var lineRows: Int { itemSize.rows + lineSpacing }
}
