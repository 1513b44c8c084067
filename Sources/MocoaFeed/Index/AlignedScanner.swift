/// Finds the rows of a table that is aligned with blanks: lines, up to the titles of another table.
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
    if line.withoutCarriageReturn.isBlank { return true }
    defer { isBehindEmpty = false }
    guard table.isOtherHeader(line, isBehindEmpty: isBehindEmpty) else { return end(feed) }
    self.end = lines.scannedCount + feed - length
    return false
  }
}
