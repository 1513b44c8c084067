import MocoaCore

/// Where the items of a section lie, in the coordinates of a layout and from their first row;
/// worked out as far as it was asked for.
struct SectionGeometry {
  /// The number of items.
  let count: Int

  private let insets: Insets
  private let grid: ItemGrid?
  private var placer: any ItemPlacer
  private var frames: [Rect] = []
  /// The largest end of the first items: of one, of two, and so on.
  private var ends: [Int] = []

  /// Prepares to place items in a number of columns.
  init(count: Int, layout: any CollectionLayout, columns: Int) {
    self.count = count
    insets = layout.axis == .vertical ? layout.insets : layout.insets.transposed
    let columns = max(1, columns - insets.left - insets.right)
    grid = layout.makeGrid(columns: columns)
    placer = layout.makePlacer(columns: columns)
  }

  /// The most columns that an item may have.
  var itemColumns: Int { grid?.itemSize.columns ?? placer.itemColumns }

  /// Whether every item has its place.
  var isComplete: Bool { grid != nil || frames.count == count }

  /// The rows that all items and the margins take; while it is not complete, those placed.
  var rows: Int { insets.top + (grid?.rows(of: count) ?? placer.rows) + insets.bottom }

  /// Places items until one begins at or after a row, or all are placed.
  mutating func extend(toRow row: Int, size: (Int) -> Size) {
    while !isComplete, (frames.last?.top).map({ insets.top + $0 < row }) ?? true {
      placeNext(size)
    }
  }

  /// Places items until one has its place.
  mutating func extend(toItem item: Int, size: (Int) -> Size) {
    while !isComplete, frames.count <= item { placeNext(size) }
  }

  private mutating func placeNext(_ size: (Int) -> Size) {
    let size = size(frames.count)
    let last = frames.last?.top ?? 0
    // What takes no room is not placed, and sets nothing apart.
    let frame =
      size.isEmpty ? Rect(column: 0, row: last, columns: 0, rows: 0) : placer.place(size)
    frames.append(frame)
    ends.append(max(ends.last ?? 0, frame.bottom))
  }

  /// The place of an item.
  ///
  /// - Precondition: the section was extended to the item.
  func frame(of item: Int) -> Rect {
    (grid?.frame(of: item) ?? frames[item]).offsetBy(columns: insets.left, rows: insets.top)
  }

  /// The items that some rows touch, of those that have a place.
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
    let first = ends.partition { $0 > rows.lowerBound }
    var items: [Int] = []
    for item in first..<max(first, frames.count) {
      if frames[item].top >= rows.upperBound { break }
      if frames[item].bottom > rows.lowerBound, !frames[item].isEmpty { items.append(item) }
    }
    return items
  }
}

extension Array {
  /// The first index for whose element a claim holds, where it holds for all that follow.
  fileprivate func partition(where claim: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if claim(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Size {
  /// Columns for rows.
  var transposed: Size { Size(columns: rows, rows: columns) }
}

extension Rect {
  /// Columns for rows.
  var transposed: Rect {
    Rect(column: top, row: left, columns: rows, rows: columns)
  }
}

extension Insets {
  /// Columns for rows.
  var transposed: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}
