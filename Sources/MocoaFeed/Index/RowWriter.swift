/// Where a row starts, for every so many rows.
struct RowAnchor: Equatable, Sendable {
  /// The number of the row in the whole source, from 0.
  var row: Int

  /// The offset of the row, and whether it does not follow the row before: one word for both.
  private var place: Int

  /// The offset behind what belongs to the row before.
  var offset: Int { place >> 1 }

  /// Whether there is something other than rows before this one.
  var beginsRun: Bool { place & 1 == 1 }

  init(row: Int, offset: Int, beginsRun: Bool) {
    self.row = row
    place = offset << 1 | (beginsRun ? 1 : 0)
  }
}

/// Takes down the rows of a source as they are found, on the thread that finds them.
///
/// An anchor is kept for every 64th row, and for rows that lie far from the anchor before: a
/// quarter of a byte a row. A row that is longer than that distance has an anchor for itself alone.
struct RowWriter {
  /// How many rows there are to an anchor at most.
  static let rowsPerAnchor = 64

  /// How many bytes there are to an anchor at most, unless one row has more.
  static let bytesPerAnchor = 256 * 1024

  /// The number of rows so far.
  private(set) var rowCount = 0

  /// Where the last row ends.
  private(set) var rowEnd = 0

  /// Where what belongs to the next row starts.
  private(set) var rowStart = 0

  /// Anchors that have not been handed over yet.
  private(set) var anchors: [RowAnchor] = []

  /// First rows of sections that have not been handed over yet.
  private(set) var sectionStarts: [Int] = []

  /// What has been said about sections since the last handing over.
  private(set) var details: [Int: SectionDetails] = [:]

  /// The number of sections so far.
  private(set) var sectionCount = 0

  private var lastAnchor = RowAnchor(row: 0, offset: 0, beginsRun: true)
  private var beginsRun = true
  private var needsAnchor = true

  /// Begins a section; the rows that follow are its.
  mutating func beginSection() {
    sectionStarts.append(rowCount)
    sectionCount += 1
    beginsRun = true
    needsAnchor = true
  }

  /// Says what there is to the last section besides rows.
  mutating func describeSection(_ details: SectionDetails) {
    precondition(sectionCount > 0, "There is no section to describe.")
    self.details[sectionCount - 1] = details
  }

  /// Begins a run of rows.
  mutating func beginRows(at offset: Int) {
    rowStart = offset
    beginsRun = true
    needsAnchor = true
  }

  /// Takes down a row.
  ///
  /// - Parameters:
  ///   - end: Where the row ends.
  ///   - next: Where what belongs to the next row starts.
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

  /// Takes down rows that another writer has found in the bytes behind these.
  ///
  /// - Parameter other: A writer of one run of rows without sections.
  mutating func append(_ other: RowWriter) {
    guard other.rowCount > 0 else { return }
    // What is between the runs belongs to the first row behind it.
    anchors.append(RowAnchor(row: rowCount, offset: rowStart, beginsRun: beginsRun))
    anchors += other.anchors.dropFirst().map {
      RowAnchor(row: rowCount + $0.row, offset: $0.offset, beginsRun: false)
    }
    lastAnchor = anchors[anchors.count - 1]
    beginsRun = false
    needsAnchor = true
    rowCount += other.rowCount
    (rowEnd, rowStart) = (other.rowEnd, other.rowStart)
  }

  /// Forgets what has been handed over.
  mutating func removePending() {
    anchors.removeAll(keepingCapacity: true)
    sectionStarts.removeAll(keepingCapacity: true)
    details.removeAll()
  }
}
