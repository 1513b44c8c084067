/// Where the rows of a source are, as far as they have been found.
///
/// It stores the position of about every 64th row; the positions between are found again on demand.
/// A million rows take a quarter of a megabyte.
struct RowPositions: Sendable {
  /// The layouts of the rows in the bytes, with the offsets from which on rows have them.
  private var shapes = [(start: 0, shape: RowShape.elements)]

  /// The layout of the last rows.
  var shape: RowShape { shapes[shapes.count - 1].shape }

  private(set) var rowCount = 0

  private(set) var rowEnd = 0

  private var anchors: [RowAnchor] = []
  private var sectionStarts: [Int] = []
  private var details: [Int: SectionDetails] = [:]

  /// The start of the first row that was not released; 0 without rows.
  var start: Int { anchors.first?.offset ?? 0 }

  /// Adds the rows that a writer has found since it was added last.
  mutating func add(_ writer: RowWriter) {
    anchors.append(contentsOf: writer.anchors)
    sectionStarts.append(contentsOf: writer.sectionStarts)
    details.merge(writer.details) { $1 }
    rowEnd = writer.rowEnd
    rowCount = writer.rowCount
  }

  /// Sets the layout of all rows, or of those from an offset on.
  mutating func setShape(_ shape: RowShape, from offset: Int?) {
    if let offset { shapes.append((offset, shape)) } else { shapes = [(0, shape)] }
  }

  private func shape(at offset: Int) -> RowShape {
    shapes.count == 1
      ? shape : shapes[max(0, shapes.partitioningIndex { $0.start > offset } - 1)].shape
  }

  /// Discards the positions of rows before one, as far as they are not needed to find it.
  mutating func release(rowsBefore count: Int) {
    let next = anchors.partitioningIndex { $0.row > count }
    anchors.removeFirst(max(0, next - 1))
  }

  /// Returns the rows between the two anchors around a row.
  ///
  /// - Complexity: O(log n) for n rows.
  /// - Precondition: The row exists.
  func block(containing row: Int) -> RowBlock {
    precondition(0..<rowCount ~= row, "There is no such row.")
    guard let first = anchors.first, first.row <= row else {
      // The block was released: its bytes are gone.
      return RowBlock(rows: row..<row + 1, bytes: 0..<1, shape: shape, isExact: true)
    }
    return block(before: anchors.partitioningIndex { $0.row > row })
  }

  /// Returns the rows before an anchor, or after the last one.
  private func block(before next: Int) -> RowBlock {
    let anchor = anchors[next - 1]
    let shape = shape(at: anchor.offset)
    guard next < anchors.count else {
      return RowBlock(
        rows: anchor.row..<rowCount, bytes: anchor.offset..<rowEnd, shape: shape, isExact: true)
    }
    let following = anchors[next]
    // More than a comma follows the last row of a section.
    let end = following.offset - (following.beginsRun ? 0 : shape.gap)
    return RowBlock(
      rows: anchor.row..<following.row, bytes: anchor.offset..<end, shape: shape,
      isExact: !following.beginsRun)
  }

  /// Returns the numbers of the rows of a section, among those that existed at some moment.
  ///
  /// - Complexity: O(1).
  func rows(ofSection section: Int, rowCount: Int, sectionCount: Int) -> Range<Int> {
    let end = section + 1 < sectionCount ? sectionStarts[section + 1] : rowCount
    return sectionStarts[section]..<end
  }

  /// Returns the section that contains a row.
  ///
  /// - Complexity: O(log n) for n sections.
  func section(ofRow row: Int) -> Int { sectionStarts.partitioningIndex { $0 > row } - 1 }

  /// Returns the properties of a section other than its rows.
  func details(ofSection section: Int) -> SectionDetails { details[section] ?? SectionDetails() }
}

/// Rows between two anchors.
struct RowBlock: Equatable {
  var rows: Range<Int>
  /// Their range in the source; other bytes may follow the last of them.
  var bytes: Range<Int>
  /// Their layout in the bytes.
  var shape: RowShape
  /// A Boolean value that indicates whether the bytes end at the end of the last row.
  var isExact: Bool
}
