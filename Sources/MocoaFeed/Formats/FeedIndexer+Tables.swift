extension FeedIndexer {
  /// Takes down the rows of a table; its first row has the names of the fields, unless the options
  /// say otherwise.
  func indexTable(_ format: FeedFormat) throws {
    let hasQuotes = format == .csv
    let separator =
      options.delimiter
      ?? (hasQuotes ? TableProbe(cursor: cursor).separator() ?? UInt8(ascii: ",") : 0x09)
    let shape = hasQuotes ? RowShape.quotedLines(separator: separator) : .fieldLines
    let plain = FieldCoding(separator: separator, hasQuotes: hasQuotes, names: [])
    guard let first = try firstRow(shape) else { return beginEmpty() }
    var names: [String]
    do throws(RowCoding.Fault) {
      names = try JSONBytes(first).withBytes { (row) throws(RowCoding.Fault) -> [String] in
        try plain.strings(of: row)
      }
    } catch {
      throw Interruption.broken(error.reason, offset: cursor.offset + error.offset)
    }
    if options.hasHeader {
      cursor.advance(min(first.count + 1, cursor.bytes.count))
    } else {
      names = names.map { _ in "" }
    }
    let coding = FieldCoding(separator: separator, hasQuotes: hasQuotes, names: names)
    index.begin(format, shape: shape, coding: .fields(coding))
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    if hasQuotes {
      try indexRows(with: QuotedLineScanner(separator: separator))
    } else {
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    }
  }

  /// The row at the position, behind empty lines, with its carriage return left out; nil where
  /// there is none.
  private func firstRow(_ shape: RowShape) throws -> [UInt8]? {
    while let byte = try cursor.peek(), byte == 0x0A || byte == 0x0D { cursor.advance(1) }
    while true {
      var end: Int?
      var scanner = RowScanner(shape)
      scanner.scan(cursor.bytes) {
        end = $0
        return false
      }
      if end == nil, try cursor.extend() { continue }
      let row = Array(cursor.bytes[..<(end ?? cursor.bytes.count)])
      return row.isEmpty ? nil : row.last == 0x0D ? row.dropLast() : row
    }
  }
}

/// Finds out whether bytes are a table, and what stands between its fields.
struct TableProbe {
  let cursor: ByteCursor

  /// What may stand between fields, the likeliest first.
  private static let separators = [0x2C, 0x09, 0x3B, 0x7C] as [UInt8]

  /// How many rows are looked at.
  private static let sampleSize = 6

  /// What stands between the fields of the rows that have been read: all of the first have equally
  /// many then, at least two.
  ///
  /// - Parameter least: How many rows there must be.
  /// - Returns: The byte, or nil where the rows are no table.
  func separator(ofAtLeast least: Int = 1) -> UInt8? {
    var best: (separator: UInt8, fieldCount: Int)?
    for separator in Self.separators {
      guard let count = fieldCount(separator, least: least), count > best?.fieldCount ?? 1 else {
        continue
      }
      best = (separator, count)
    }
    return best?.separator
  }

  /// The format of the table: one of tabs whose fields have no quotes has escapes.
  func format(ofAtLeast least: Int) -> FeedFormat? {
    guard let separator = separator(ofAtLeast: least) else { return nil }
    let bytes = cursor.bytes
    let row = bytes[..<(bytes.firstIndex(of: 0x0A) ?? bytes.endIndex)]
    return separator == 0x09 && !row.contains(UInt8(ascii: "\"")) ? .tsv : .csv
  }

  /// Whether there are two rows, whatever stands between their fields.
  var hasTwoRows: Bool {
    guard let separator = separator() else { return false }
    var scanner = QuotedLineScanner(separator: separator)
    var count = 0
    scanner.scan(cursor.bytes) { _ in
      count += 1
      return count < 2
    }
    return count == 2
  }

  private func fieldCount(_ separator: UInt8, least: Int) -> Int? {
    let coding = FieldCoding(separator: separator, hasQuotes: true, names: [])
    let bytes = cursor.bytes
    var ends: [Int] = []
    var scanner = QuotedLineScanner(separator: separator)
    scanner.scan(bytes) {
      ends.append($0)
      return ends.count < Self.sampleSize
    }
    // A row that may go on counts only where it must.
    if ends.count < least, (ends.last ?? -1) + 1 < bytes.count { ends.append(bytes.count) }
    var counts: Set<Int> = []
    var start = 0
    for end in ends {
      let row = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      counts.insert((try? coding.strings(of: row.withoutCarriageReturn))?.count ?? 0)
      start = end + 1
    }
    return ends.count >= least && counts.count == 1 ? counts.first : nil
  }
}
