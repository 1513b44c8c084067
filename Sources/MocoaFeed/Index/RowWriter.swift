/// The start of a row, stored once for a number of rows.
struct RowAnchor: Equatable, Sendable {
  /// The number of the row in the whole source, from 0.
  var row: Int

  /// The offset of the row, and whether it does not directly follow the previous row, in one word.
  private var place: Int

  /// The offset after the previous row.
  var offset: Int { place >> 1 }

  /// A Boolean value that indicates whether something other than a row precedes this one.
  var beginsRun: Bool { place & 1 == 1 }

  init(row: Int, offset: Int, beginsRun: Bool) {
    self.row = row
    place = offset << 1 | (beginsRun ? 1 : 0)
  }
}

/// Records the rows of a source as they are found, on the thread that finds them.
///
/// An anchor is stored for every 64th row, and for rows far from the previous anchor: a quarter of
/// a byte per row. A row longer than that distance has its own anchor.
struct RowWriter {
  /// The maximum number of rows per anchor.
  static let rowsPerAnchor = 64

  /// The maximum number of bytes per anchor, unless a single row is longer.
  static let bytesPerAnchor = 256 * 1024

  private(set) var rowCount = 0

  private(set) var rowEnd = 0

  private(set) var rowStart = 0

  /// Anchors that are not published yet.
  private(set) var anchors: [RowAnchor] = []

  /// First rows of sections that are not published yet.
  private(set) var sectionStarts: [Int] = []

  /// Descriptions of sections that are not published yet.
  private(set) var details: [Int: SectionDetails] = [:]

  private(set) var sectionCount = 0

  private var lastAnchor = RowAnchor(row: 0, offset: 0, beginsRun: true)
  private var beginsRun = true
  private var needsAnchor = true

  /// Begins a section, to which the following rows belong.
  mutating func beginSection() {
    sectionStarts.append(rowCount)
    sectionCount += 1
    (beginsRun, needsAnchor) = (true, true)
  }

  /// Sets the properties of the last section other than its rows.
  mutating func describeSection(_ details: SectionDetails) {
    precondition(sectionCount > 0, "There is no section to describe.")
    self.details[sectionCount - 1] = details
  }

  mutating func beginRows(at offset: Int) {
    (rowStart, beginsRun, needsAnchor) = (offset, true, true)
  }

  /// Lets the next row be found without those before it.
  mutating func endBlock() { needsAnchor = true }

  /// Sets the number of rows of a source without bytes.
  mutating func setRowCount(_ count: Int) { rowCount = count }

  /// Records a row, and where the next one starts.
  @inline(__always)
  mutating func endRow(at end: Int, next: Int) {
    if needsAnchor || rowCount - lastAnchor.row >= Self.rowsPerAnchor
      || end - lastAnchor.offset > Self.bytesPerAnchor
    {
      addAnchor(isLong: end - rowStart > Self.bytesPerAnchor)
    }
    rowCount += 1
    rowEnd = end
    rowStart = next
  }

  private mutating func addAnchor(isLong: Bool) {
    lastAnchor = RowAnchor(row: rowCount, offset: rowStart, beginsRun: beginsRun)
    anchors.append(lastAnchor)
    beginsRun = false
    needsAnchor = isLong
  }

  /// Appends rows that another writer has found in the bytes after these.
  ///
  /// - Parameter other: A writer of one run of rows without sections.
  mutating func append(_ other: RowWriter) {
    guard other.rowCount > 0 else { return }
    // Bytes between the runs belong to the first row after them.
    anchors.append(RowAnchor(row: rowCount, offset: rowStart, beginsRun: beginsRun))
    anchors += other.anchors.dropFirst().map {
      RowAnchor(row: rowCount + $0.row, offset: $0.offset, beginsRun: false)
    }
    lastAnchor = anchors[anchors.count - 1]
    (beginsRun, needsAnchor) = (false, true)
    rowCount += other.rowCount
    (rowEnd, rowStart) = (other.rowEnd, other.rowStart)
  }

  /// Discards the published positions.
  mutating func removePending() {
    anchors.removeAll(keepingCapacity: true)
    sectionStarts.removeAll(keepingCapacity: true)
    details.removeAll()
  }
}
