import MocoaCore

/// The frames of the items of a section, in the coordinates of a layout, from its first row.
///
/// They are computed as far as requested. After a change of the list, only changed items are
/// measured again; the others are placed again if they are behind one whose size differs.
struct SectionGeometry {
  private(set) var count: Int

  private let insets: Insets
  private let grid: ItemGrid?
  private var placer: any ItemPlacer
  private var frames: [Rect] = []
  /// For each item, the maximum bottom of the items up to it.
  private var ends: [Int] = []
  /// The measured sizes of the first items, nil for those to measure again; at least of all placed.
  private var sizes: [Size?] = []
  /// The placer before every item whose number is a multiple of the interval.
  private var checkpoints: [any ItemPlacer] = []

  private static let checkpointInterval = 1_024

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

  /// The number of first items of which sizes are stored.
  var measuredCount: Int { sizes.count }

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

  private mutating func placeNext(_ measure: (Int) -> Size) {
    let item = frames.count
    let known: Size? = item < sizes.count ? sizes[item] : nil
    let size = known ?? measure(item)
    if item < sizes.count { sizes[item] = size } else { sizes.append(size) }
    if item.isMultiple(of: Self.checkpointInterval) { checkpoints.append(placer) }
    let last = frames.last?.top ?? 0
    // Empty items are not placed, and cause no spacing.
    let frame =
      size.isEmpty ? Rect(column: 0, row: last, columns: 0, rows: 0) : placer.place(size)
    frames.append(frame)
    ends.append(max(ends.last ?? 0, frame.bottom))
  }

  /// Measures items again, and removes the frames from the first one on whose size differs.
  mutating func remeasure(_ items: Set<Int>, size: (Int) -> Size) {
    for item in items.sorted() where item < sizes.count {
      guard item < frames.count else {
        sizes[item] = nil
        continue
      }
      let new = size(item)
      if new == sizes[item] { continue }
      sizes[item] = new
      removeFrames(from: item)
    }
  }

  /// Removes and inserts items, of which only the inserted ones and changed ones are measured.
  ///
  /// - Parameters:
  ///   - deletes: Ascending ranges of items before the change.
  ///   - inserts: Ascending ranges of items after the change.
  ///   - changed: The items, before the change, that must be measured again.
  mutating func update(deletes: [Range<Int>], inserts: [Range<Int>], changed: Set<Int>) {
    for item in changed where item < sizes.count { sizes[item] = nil }
    let starts = [deletes.first?.lowerBound, inserts.first?.lowerBound, changed.min()]
    if let first = starts.compactMap({ $0 }).min() { removeFrames(from: first) }
    for range in deletes.reversed() {
      count -= range.count
      sizes.removeSubrange(range.clamped(to: 0..<sizes.count))
    }
    for range in inserts {
      count += range.count
      guard range.lowerBound < sizes.count else { continue }
      sizes.insert(contentsOf: repeatElement(Size?.none, count: range.count), at: range.lowerBound)
    }
  }

  /// Removes the frames of an item and of all after it, and of some before it.
  private mutating func removeFrames(from item: Int) {
    guard item < frames.count else { return }
    let checkpoint = item / Self.checkpointInterval
    let first = checkpoint * Self.checkpointInterval
    placer = checkpoints[checkpoint]
    checkpoints.removeSubrange(checkpoint...)
    frames.removeSubrange(first...)
    ends.removeSubrange(first...)
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
