/// Finds the rows of a table that is aligned with blanks: lines, up to the titles of another table
/// behind an empty line.
struct AlignedScanner: LineScanner {
  private let table: AlignedCoding
  var lines = LineFeeder()
  private var isBehindEmpty = false

  private(set) var end: Int?

  init(_ table: AlignedCoding) { self.table = table }

  var hasContent: Bool { end == nil && lines.hasContent }

  /// Each line ends its own row.
  var hasRowBeforeRest: Bool { false }

  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    if line.isEmptyLine {
      isBehindEmpty = true
      return true
    }
    defer { isBehindEmpty = false }
    guard isBehindEmpty, table.isOtherHeader(line) else { return end(feed) }
    self.end = lines.scannedCount + feed - length
    return false
  }
}
