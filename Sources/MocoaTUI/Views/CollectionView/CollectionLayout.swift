/// Where the items of a collection's section lie.
///
/// A layout speaks as if the collection were scrolled downwards; for one that is scrolled to the
/// right, columns and rows change places. So every layout works in both directions.
///
/// A layout of one's own needs ``makePlacer(columns:)`` alone: what puts one item after another
/// into its place.
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
  /// The direction in which the collection is scrolled.
  var axis: Axis { get }

  /// The margin around the items of each section, between them and its header and footer.
  var insets: Insets { get }

  /// What places the items of a section one after another.
  ///
  /// - Parameter columns: the columns that there are, without the margin.
  /// - Returns: a placer with nothing placed.
  func makePlacer(columns: Int) -> any ItemPlacer

  /// The grid that all items lie in, where they are of one size; then none is measured.
  ///
  /// - Parameter columns: the columns that there are, without the margin.
  /// - Returns: the grid, or nil where sizes differ.
  func makeGrid(columns: Int) -> ItemGrid?

  /// The same layout with the margins and gaps that a section wants; itself where it has none.
  func spaced(_ spacing: SectionSpacing) -> any CollectionLayout
}

extension CollectionLayout {
  /// Itself.
  public func spaced(_ spacing: SectionSpacing) -> any CollectionLayout { self }

  /// Downwards.
  public var axis: Axis { .vertical }

  /// None.
  public var insets: Insets { .zero }

  /// None: sizes differ.
  public func makeGrid(columns: Int) -> ItemGrid? { nil }
}

/// Puts the items of a section into their places, one after another.
public protocol ItemPlacer: Sendable {
  /// The most columns that an item may have.
  var itemColumns: Int { get }

  /// The rows that the items placed so far take.
  var rows: Int { get }

  /// The place of the next item, which never begins above the one before.
  mutating func place(_ size: Size) -> Rect
}

/// Items of one size in lines of one length: every place is worked out, and nothing is kept.
public struct ItemGrid: Hashable, Sendable {
  /// The items of a line; at least 1.
  let itemsPerLine: Int
  /// The size of each item; at least one row.
  let itemSize: Size
  /// The columns between two items of a line.
  let itemSpacing: Int
  /// The rows between two lines.
  let lineSpacing: Int

  /// Makes a grid; what is too small becomes as small as can be.
  public init(itemsPerLine: Int, itemSize: Size, itemSpacing: Int = 0, lineSpacing: Int = 0) {
    self.itemsPerLine = max(1, itemsPerLine)
    self.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
    self.itemSpacing = max(0, itemSpacing)
    self.lineSpacing = max(0, lineSpacing)
  }

  /// The place of an item.
  func frame(of item: Int) -> Rect {
    Rect(
      column: item % itemsPerLine * (itemSize.columns + itemSpacing),
      row: item / itemsPerLine * lineRows, columns: itemSize.columns, rows: itemSize.rows)
  }

  /// The rows that a number of items takes.
  func rows(of count: Int) -> Int {
    let lines = (count + itemsPerLine - 1) / itemsPerLine
    return lines == 0 ? 0 : lines * lineRows - lineSpacing
  }

  /// The items of the lines that some rows touch.
  func items(in rows: Range<Int>, count: Int) -> Range<Int> {
    guard !rows.isEmpty, rows.upperBound > 0 else { return 0..<0 }
    let first = max(0, rows.lowerBound) / lineRows * itemsPerLine
    let end = ((rows.upperBound - 1) / lineRows + 1) * itemsPerLine
    return min(first, count)..<max(min(first, count), min(end, count))
  }

  private var lineRows: Int { itemSize.rows + lineSpacing }
}
