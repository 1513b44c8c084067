extension FeedIndexer {
  /// Takes down the values of a stream until the source ends.
  func indexStream(_ format: FeedFormat) throws {
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    switch format {
    case .lines:
      index.begin(format, shape: .lines)
      try indexDelimited(by: 0x0A)
    case .records:
      index.begin(format, shape: .records)
      try indexDelimited(by: 0x1E)
    default:
      index.begin(format, shape: .values)
      try indexValues()
    }
  }

  private func indexDelimited(by delimiter: UInt8) throws {
    var scanner = DelimiterScanner(delimiter: delimiter)
    while try cursor.fill() {
      let base = cursor.offset
      let bytes = cursor.bytes
      scanner.scan(bytes) { end in
        writer.endRow(at: base + end, next: base + end + 1)
        return true
      }
      cursor.advance(bytes.count)
    }
    if scanner.hasContent { writer.endRow(at: cursor.offset, next: cursor.offset) }
  }

  private func indexValues() throws {
    var scanner = ValueScanner()
    while try cursor.fill() {
      let base = cursor.offset
      let bytes = cursor.bytes
      scanner.scan(bytes) { end in
        writer.endRow(at: base + end, next: base + end)
        return true
      }
      cursor.advance(bytes.count)
    }
    if scanner.hasContent { writer.endRow(at: cursor.offset, next: cursor.offset) }
  }
}
