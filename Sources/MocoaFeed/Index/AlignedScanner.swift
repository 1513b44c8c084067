/// Finds the rows of a table that is aligned with blanks: lines, up to the titles of another table
/// behind an empty line.
struct AlignedScanner: StreamScanner {
  private let table: AlignedCoding
  private var lines = LineFeeder()
  private var isBehindEmpty = false

  /// The number of bytes that have been scanned.
  private var scanned = 0

  private(set) var end: Int?

  init(_ table: AlignedCoding) { self.table = table }

  var hasContent: Bool { end == nil && lines.hasContent }

  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    guard self.end == nil else { return }
    var lines = lines
    lines.scan(bytes) { line, length, feed in
      if line.isEmptyLine {
        isBehindEmpty = true
        return true
      }
      defer { isBehindEmpty = false }
      guard isBehindEmpty, table.isOtherHeader(line) else { return end(feed) }
      self.end = scanned + feed - length
      return false
    }
    self.lines = lines
    scanned += bytes.count
  }
}
