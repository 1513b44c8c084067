import MocoaCore

/// The frames of the items of a section, in the coordinates of a layout, from its first row.
///
/// They are computed as far as requested.
struct SectionGeometry {
  let count: Int

  private let insets: Insets
  private let grid: ItemGrid?
  private var placer: any ItemPlacer
  private var frames: [Rect] = []
  /// For each item, the maximum bottom of the items up to it.
  private var ends: [Int] = []

  /// Creates a geometry without placed items.
  init(count: Int, layout: any CollectionLayout, columns: Int) {
    self.count = count
    insets = layout.axis == .vertical ? layout.insets : layout.insets.transposed
    let columns = max(1, columns - insets.left - insets.right)
    grid = layout.makeGrid(columns: columns)
    placer = layout.makePlacer(columns: columns)
  }

  /// The maximum number of columns of an item.
  var itemColumns: Int { grid?.itemSize.columns ?? placer.itemColumns }

  /// A Boolean value that indicates whether all items have been placed.
  var isComplete: Bool { grid != nil || frames.count == count }

  /// The number of rows of the margins and all items; of those placed, if it is not complete.
  var rows: Int { insets.top + (grid?.rows(of: count) ?? placer.rows) + insets.bottom }

  /// Places items until the top of one is at or after a row, or all are placed.
  mutating func extend(toRow row: Int, size: (Int) -> Size) {
    while !isComplete, (frames.last?.top).map({ insets.top + $0 < row }) ?? true {
      placeNext(size)
    }
  }

  /// Places items up to one.
  mutating func extend(toItem item: Int, size: (Int) -> Size) {
    while !isComplete, frames.count <= item { placeNext(size) }
  }

  private mutating func placeNext(_ size: (Int) -> Size) {
    let size = size(frames.count)
    let last = frames.last?.top ?? 0
    // Empty items are not placed, and cause no spacing.
    let frame =
      size.isEmpty ? Rect(column: 0, row: last, columns: 0, rows: 0) : placer.place(size)
    frames.append(frame)
    ends.append(max(ends.last ?? 0, frame.bottom))
  }

  /// Returns the frame of an item.
  ///
  /// - Precondition: The geometry was extended to the item.
  func frame(of item: Int) -> Rect {
    (grid?.frame(of: item) ?? frames[item]).offsetBy(columns: insets.left, rows: insets.top)
  }

  /// Returns the placed items that intersect some rows.
  ///
  /// - Complexity: O(items found + log of the items placed).
  func items(in rows: Range<Int>) -> [Int] {
    let rows = (rows.lowerBound - insets.top)..<(rows.upperBound - insets.top)
    if let grid {
      return grid.items(in: rows, count: count).filter {
        let frame = grid.frame(of: $0)
        return frame.bottom > rows.lowerBound && frame.top < rows.upperBound
      }
    }
    let first = ends.partitioningIndex { $0 > rows.lowerBound }
    var items: [Int] = []
    for item in first..<max(first, frames.count) {
      if frames[item].top >= rows.upperBound { break }
      if frames[item].bottom > rows.lowerBound, !frames[item].isEmpty { items.append(item) }
    }
    return items
  }
}

extension Size {
  /// The value with columns and rows exchanged.
  var transposed: Size { Size(columns: rows, rows: columns) }
}

extension Rect {
  /// The value with columns and rows exchanged.
  var transposed: Rect {
    Rect(column: top, row: left, columns: rows, rows: columns)
  }
}

extension Insets {
  /// The value with columns and rows exchanged.
  var transposed: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}
