/// Finds the rows of a table that is aligned with blanks: lines without its titles, up to those of
/// another table.
struct AlignedScanner: LineScanner {
  private let titles: [[UInt8]]

  /// The table whose end is unknown; nil if there is no other one among the lines.
  private let table: AlignedCoding?

  var lines = LineFeeder()
  private var isBehindEmpty = false

  /// The number of lines with the titles.
  private var titleCount = 0

  private(set) var end: Int?

  init(titles: [[UInt8]], upToEndOf table: AlignedCoding? = nil) {
    (self.titles, self.table) = (titles, table)
  }

  var hasContent: Bool { end == nil && lines.hasContent && !lines.isRest(hasTitles) }

  var notes: [TableNote] {
    let count = titleCount + (end == nil && lines.isRest(hasTitles) ? 1 : 0)
    return count > 0 ? [.titles(count)] : []
  }

  private func hasTitles(_ line: UnsafeRawBufferPointer) -> Bool {
    AlignedCoding.hasTitles(titles, in: line)
  }

  /// Each line ends its own row.
  var hasRowBeforeRest: Bool { false }

  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    if line.isEmptyLine {
      isBehindEmpty = true
      return true
    }
    if line.withoutCarriageReturn.isBlank { return true }
    defer { isBehindEmpty = false }
    if hasTitles(line.withoutCarriageReturn) {
      titleCount += 1
      return true
    }
    guard let table, table.isOtherHeader(line, isBehindEmpty: isBehindEmpty) else {
      return end(feed)
    }
    self.end = lines.scannedCount + feed - length
    return false
  }
}
