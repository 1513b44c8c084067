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
      scanner.scan(bytes, at: base, gap: 1, into: &writer)
      cursor.advance(bytes.count)
    }
    if scanner.hasContent { writer.endRow(at: cursor.offset, next: cursor.offset) }
  }

  private func indexValues() throws {
    var scanner = ValueScanner()
    while try cursor.fill() {
      let base = cursor.offset
      let bytes = cursor.bytes
      scanner.scan(bytes, at: base, gap: 0, into: &writer)
      cursor.advance(bytes.count)
    }
    if scanner.hasContent { writer.endRow(at: cursor.offset, next: cursor.offset) }
  }
}

// The writer is handed over for a whole piece: as a property of an object it would be checked for
// other accesses at every row.

extension DelimiterScanner {
  fileprivate mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at base: Int, gap: Int, into writer: inout RowWriter
  ) {
    scan(bytes) { end in
      writer.endRow(at: base + end, next: base + end + gap)
      return true
    }
  }
}

extension ValueScanner {
  fileprivate mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at base: Int, gap: Int, into writer: inout RowWriter
  ) {
    scan(bytes) { end in
      writer.endRow(at: base + end, next: base + end + gap)
      return true
    }
  }
}

extension ElementScanner {
  /// Takes down the rows that end among more bytes, and returns the offset of the closing bracket.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at base: Int, into writer: inout RowWriter
  ) -> Int? {
    scan(bytes) { comma in
      writer.endRow(at: base + comma, next: base + comma + 1)
      return true
    }
  }
}
