extension FeedIndexer {
  /// Records the rows of a table, the first of which is the header unless the options differ.
  func indexTable(_ format: FeedFormat) throws {
    let hasQuotes = format == .csv
    while let byte = try cursor.peek(), byte == 0x0A || byte == 0x0D { cursor.advance(1) }
    // The first row is needed in any case.
    while !cursor.bytes.contains(0x0A), try cursor.extend() {}
    try TableProbe(cursor: cursor).fill()
    let separator =
      options.delimiter
      ?? (hasQuotes ? TableProbe(cursor: cursor).likeliestSeparator : 0x09)
    var shape = hasQuotes ? RowShape.quotedLines(separator: separator) : .fieldLines
    let plain = FieldCoding(separator: separator, hasQuotes: hasQuotes, names: [])
    guard let first = try firstRow(shape) else { return beginEmpty() }
    // Lines that end with carriage returns only would be read as one line.
    if first.contains(0x0D), !first.contains(UInt8(ascii: "\"")) {
      throw Interruption.broken(.carriageReturns, offset: cursor.offset)
    }
    var names: [String]
    do throws(RowCoding.Fault) {
      names = try JSONBytes(first).withBytes { (row) throws(RowCoding.Fault) -> [String] in
        try plain.strings(of: row)
      }
    } catch {
      throw Interruption.broken(error.reason, offset: cursor.offset + error.offset)
    }
    let hasHeader =
      options.hasHeader ?? TableProbe(cursor: cursor).isHeader(separator, hasQuotes: hasQuotes)
    if hasHeader {
      if !JSONBytes(first).withBytes(UTF8Sequence.isValid) {
        index.note("names of columns are not UTF-8; iconv converts other encodings")
      }
      cursor.advance(min(first.count + 1, cursor.bytes.count))
    } else {
      names = names.map { _ in "" }
      if options.hasHeader == nil {
        index.note(
          "the first line looks like a row, not like names; --has-header takes it for names")
      }
    }
    // In a table of one column, an empty line is a row.
    if !hasQuotes, names.count == 1 { shape = .textLines }
    let coding = FieldCoding(separator: separator, hasQuotes: hasQuotes, names: names)
    index.begin(format, shape: shape, coding: .fields(coding))
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    if hasQuotes {
      try indexRows(with: QuotedLineScanner(separator: separator))
    } else {
      let blank: DelimiterScanner.Blank = names.count == 1 ? .never : .empty
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: blank))
    }
  }

  /// Returns the first row, without its carriage return; nil if there is none.
  private func firstRow(_ shape: RowShape) throws -> [UInt8]? {
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

/// Detects whether bytes are a table, and its delimiter.
struct TableProbe {
  let cursor: ByteCursor

  /// The delimiters that are tried, the most common first.
  private static let separators = [0x2C, 0x09, 0x3B, 0x7C] as [UInt8]

  /// The number of rows that are sampled.
  private static let sampleSize = 6

  /// Returns the delimiter with which the first rows have equal numbers of fields, at least two.
  ///
  /// - Parameter least: The minimum number of rows.
  /// - Returns: The delimiter, or nil if the rows are not a table.
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

  /// The delimiter of the table; if ambiguous, the one that is most frequent in the first row.
  var likeliestSeparator: UInt8 {
    separator()
      ?? Self.separators.max {
        (fieldCounts($0, least: 1).first ?? 0) < (fieldCounts($1, least: 1).first ?? 0)
      } ?? UInt8(ascii: ",")
  }

  /// Returns the format of the table: a tab-separated one without quoted fields has escapes.
  func format(ofAtLeast least: Int) -> FeedFormat? {
    guard let separator = separator(ofAtLeast: least) else { return nil }
    let bytes = cursor.bytes
    let row = bytes[..<(bytes.firstIndex(of: 0x0A) ?? bytes.endIndex)]
    return separator == 0x09 && !row.contains(UInt8(ascii: "\"")) ? .tsv : .csv
  }

  /// Reads until there are rows to sample, the source ends, or no bytes arrive for a while.
  ///
  /// The result of the detection must not depend on the sizes of reads.
  func fill() throws {
    while Self.separators.contains(where: { rowCount($0) < Self.sampleSize }),
      !cursor.source.isIdle(for: FormatProbe.patience), try cursor.extend()
    {}
  }

  /// Returns the number of complete rows that have been read, up to those that are sampled.
  func rowCount(_ separator: UInt8) -> Int {
    var scanner = QuotedLineScanner(separator: separator)
    var count = 0
    scanner.scan(cursor.bytes) { _ in
      count += 1
      return count < Self.sampleSize
    }
    return count
  }

  /// Returns whether the first row is a header.
  func isHeader(_ separator: UInt8, hasQuotes: Bool) -> Bool {
    let coding = FieldCoding(separator: separator, hasQuotes: hasQuotes, names: [])
    let rows = sample(coding, least: 2)
    guard let first = rows.first, rows.count > 1 else { return true }
    if first.allSatisfy({ Double($0) != nil }) { return false }
    return !first.indices.contains { column in
      let fields = rows.compactMap { column < $0.count ? $0[column] : nil }
      return fields.allSatisfy(\.isTime) || fields.allSatisfy { $0.sharesFolder(with: fields[0]) }
    }
  }

  private func fieldCount(_ separator: UInt8, least: Int) -> Int? {
    let counts = fieldCounts(separator, least: least)
    return counts.count >= least && Set(counts).count == 1 ? counts.first : nil
  }

  private func fieldCounts(_ separator: UInt8, least: Int) -> [Int] {
    sample(FieldCoding(separator: separator, hasQuotes: true, names: []), least: least)
      .map(\.count)
  }

  /// Returns the fields of the first rows; no fields for a malformed row.
  private func sample(_ coding: FieldCoding, least: Int) -> [[String]] {
    let bytes = cursor.bytes
    var ends: [Int] = []
    var scanner = QuotedLineScanner(separator: coding.separator)
    scanner.scan(bytes) {
      ends.append($0)
      return ends.count < Self.sampleSize
    }
    // An incomplete row counts only if it is needed.
    if ends.count < least, (ends.last ?? -1) + 1 < bytes.count { ends.append(bytes.count) }
    var start = 0
    return ends.map { end in
      defer { start = end + 1 }
      let row = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      return (try? coding.strings(of: row.withoutCarriageReturn)) ?? []
    }
  }
}

extension String {
  fileprivate var isTime: Bool {
    Array(utf8).withUnsafeBytes { $0.first?.isDigit == true && Timestamp($0) != nil }
  }

  /// Returns whether both texts have the same prefix up to a slash.
  fileprivate func sharesFolder(with other: String) -> Bool {
    guard let slash = other.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return utf8.starts(with: other.utf8[...slash])
  }
}
