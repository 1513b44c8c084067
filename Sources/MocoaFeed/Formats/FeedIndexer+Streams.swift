extension FeedIndexer {
  /// Records the values of a stream until the source ends.
  func indexStream(_ format: FeedFormat) throws {
    if format == .csv || format == .tsv { return try indexTable(format) }
    if format == .aligned { return try indexAligned() }
    if format == .pairs { return try indexPairs() }
    if format == .log { return try indexLog() }
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    switch format {
    case .lines where try areLinesOfSeveralValues:
      // `3 4` may be fields of a table.
      if let first = try cursor.peek(), first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
        index.note("lines have several values, each a row; --format tsv makes a row of each line")
      }
      index.begin(format, shape: .valueLines)
      try indexRows(with: ValueLineScanner(), gap: 0)
    case .lines:
      index.begin(format, shape: .lines)
      try indexRows(with: DelimiterScanner(delimiter: 0x0A))
    case .records:
      index.begin(format, shape: .records)
      try indexRows(with: DelimiterScanner(delimiter: 0x1E))
    case .text:
      index.begin(format, shape: .textLines, coding: .text)
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .never))
    case .labelledLog:
      let lines = try cursor.sampleLines(LogFormat.sampleSize)
      let coding = LogCoding(labelled: lines, clock: clock, line: lineNumber)
      index.begin(format, shape: .fieldLines, coding: .log(coding))
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    case .logfmt, .accessLog, .mixedLog:
      let lines = try cursor.sampleLines()
      let form = LogCoding.Form.ofJSON.first { $0.format == format } ?? .mixed
      let coding = LogCoding(form, lines: lines, clock: clock, line: lineNumber)
      index.begin(format, shape: .fieldLines, coding: .log(coding))
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    default:
      index.begin(format, shape: .values)
      try indexRows(with: ValueScanner(), gap: 0)
    }
  }

  /// Records the records of lines with keys and values.
  private func indexPairs() throws {
    let lines = try cursor.allSampleLines
    guard var coding = PairCoding(lines: lines) else {
      throw Interruption.broken(.notPairs, offset: cursor.offset)
    }
    setTypes(of: &coding.fields, coding.types)
    index.begin(.pairs, shape: .pairRecords(coding.layout), coding: .pairs(coding))
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    try indexRows(with: PairScanner(coding.layout))
  }

  /// Records the records of a log; directives in front, which declare its fields, are left out.
  private func indexLog() throws {
    let lines = try cursor.sampleLines(LogFormat.sampleSize)
    let format = logFormat(of: lines)
    let coding = LogCoding(.pattern(format), lines: lines, clock: clock, line: lineNumber)
    let count = lines.prefix { format.isDirective($0) }.count
    if count > 0, let last = try cursor.sampleRanges(count).last {
      index.note(count == 1 ? "1 directive is left out" : "\(count) directives are left out")
      cursor.advance(min(last.upperBound + 1, cursor.bytes.count))
    }
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    index.begin(.log, shape: .logRecords(format), coding: .log(coding))
    try indexRows(with: LogScanner(format))
    if format.patterns.contains(where: \.hasFailed) { index.note(RegularExpression.gaveUp) }
  }

  /// When the source was written, for years that are not: that of a file, or now.
  private var clock: LocalClock {
    cursor.source.modificationTime.map(LocalClock.system.stopped) ?? .system
  }

  /// The format of the lines of a log: that of the options, or one of the known ones.
  private func logFormat(of lines: [UnsafeRawBufferPointer]) -> LogFormat {
    if let text = options.logPattern, let pattern = try? LogPattern(text) {
      return LogFormat(text, [pattern], lines: lines)
    }
    return LogFormat.best(of: lines) ?? .general
  }

  /// A Boolean value that indicates whether some lines of the sample have several values.
  private var areLinesOfSeveralValues: Bool {
    get throws {
      if cursor.source is any RewrittenSource { return false }
      let sample = try cursor.sample
      return try cursor.sampleRanges(.max).contains {
        ValueLineScanner.ends(in: sample[rebased: $0]).map { $0.count > 1 } ?? false
      }
    }
  }

  /// Records the rows of a table that is aligned with blanks, after its header.
  private func indexAligned() throws {
    while let byte = try cursor.peek(), byte == 0x0A || byte == 0x0D { cursor.advance(1) }
    let ranges = try cursor.sampleRanges(AlignedCoding.sampleSize)
    let lines = try cursor.sampleLines(AlignedCoding.sampleSize)
    let headerCount: Int
    var end: Int?
    writer.beginSection()
    var layout: RuledLayout?
    var aligned: AlignedCoding?
    if var table = RuledTable(lines: lines) {
      setTypes(of: &table.fields, table.types(of: lines))
      headerCount = table.headerCount
      layout = table.layout
      index.begin(.aligned, shape: .ruledRows(table.layout), coding: .ruled(table))
      noteLinesBefore(table.leadCount)
      if let other = table.otherHeader {
        index.note("what is between the titles and the rules is left out: \(other)")
      }
    } else if var listing = ListingCoding(lines: lines, clock: clock) {
      listing.fields.setTypes(listing.fields.types, line: lineNumber)
      headerCount = listing.hasTotal ? 1 : 0
      index.begin(.aligned, shape: .fieldLines, coding: .listing(listing))
    } else if var table = AlignedCoding(lines: lines, isCertain: true) {
      setTypes(of: &table.fields, table.types(of: lines))
      headerCount = table.headerCount
      let gaps = zip(ranges, ranges.dropFirst()).dropFirst(headerCount).filter {
        $1.lowerBound - $0.upperBound > 1
      }
      table.isSpaced = gaps.count * 4 > lines.count - headerCount
      aligned = table
      end = table.otherTable.map { cursor.offset + ranges[$0].lowerBound }
      index.begin(.aligned, shape: .tableLines, coding: .aligned(table))
      noteLinesBefore(headerCount - 1)
    } else {
      throw Interruption.broken(.notAligned, offset: cursor.offset)
    }
    if headerCount > 0 {
      let header = Array(cursor.bytes[..<ranges[headerCount - 1].upperBound])
      cursor.kind.followed?.setHeader(header) { lines in
        let start = lines.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return lines[start...].withUnsafeBytes(AlignedCoding.isHeader)
      }
      cursor.advance(min(ranges[headerCount - 1].upperBound + 1, cursor.bytes.count))
    }
    while aligned != nil || layout != nil, let byte = try cursor.peek(),
      byte == 0x0A || byte == 0x0D
    {
      cursor.advance(1)
    }
    writer.beginRows(at: cursor.offset)
    if let layout { return try indexRows(with: RuledScanner(layout)) }
    if let aligned { return try indexRows(with: AlignedScanner(aligned), end: end) }
    try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty), end: end)
  }

  private func noteLinesBefore(_ count: Int) {
    if count == 1 { index.note("the line before the header is left out") }
    if count > 1 { index.note("the \(count) lines before the header are left out") }
  }

  /// Records the rows that a scanner finds until the source ends.
  ///
  /// - Parameters:
  ///   - scanner: Finds the ends of the rows.
  ///   - gap: The number of bytes between the end of a row and the next.
  ///   - end: The offset at which another table begins; nil for none.
  /// - Throws: The error of the source.
  func indexRows(with scanner: some StreamScanner, gap: Int = 1, end: Int? = nil) throws {
    try skipToTail(with: scanner, gap: gap, end: end)
    let (start, first) = (scanner, cursor.offset)
    var scanner = scanner
    let isOffered =
      options.tail == nil && end == nil && options.isPaced && cursor.kind.file != nil
      && index.shape.isOfLines
    if isOffered { index.offer() }
    while try fill(&scanner, start, gap) {
      let bytes = UnsafeRawBufferPointer(
        rebasing: cursor.bytes.prefix(end.map { $0 - cursor.offset } ?? .max))
      scanner.scan(bytes, at: cursor.offset, gap: gap, into: &writer)
      cursor.advance(bytes.count)
      if let end = scanner.end {
        throw Interruption.broken(.otherTable, offset: first + end)
      }
      if let end, cursor.offset >= end { throw Interruption.broken(.otherTable, offset: end) }
      guard isOffered else { continue }
      publish()
      guard let next = index.handOver(&writer), next > cursor.offset else { continue }
      cursor.skip(to: next)
      scanner = start
    }
    guard scanner.hasContent else { return }
    if cursor.failure != nil {
      if let end = scanner.flush() {
        writer.endRow(at: cursor.offset + end, next: cursor.offset + end + gap)
      }
      return scanner.hasContent ? endCutRow() : ()
    }
    if index.shape == .records, try endsInNumber {
      throw Interruption.broken(.truncated, offset: cursor.offset)
    }
    scanner.finish { writer.endRow(at: cursor.offset + $0, next: cursor.offset + $0 + gap) }
    writer.endRow(at: cursor.offset, next: cursor.offset)
  }
}

extension FeedIndexer {
  /// The time for which lines that belong to the last row are awaited.
  private static let patience = Duration.milliseconds(200)

  /// Reads more bytes; if none come in time, the last row ends.
  private func fill<Scanner: StreamScanner>(
    _ scanner: inout Scanner, _ start: Scanner, _ gap: Int
  ) throws -> Bool {
    guard cursor.bytes.isEmpty else { return try cursor.fill() }
    var waiting = scanner
    if let end = waiting.flush() {
      publish()
      if cursor.source.isIdle(for: Self.patience) {
        scanner = waiting
        writer.endRow(at: cursor.offset + end, next: cursor.offset + end + gap)
        writer.endBlock()
      }
    } else if let source = cursor.source as? any GrowingSource, source.isIdle(for: .zero),
      try endsInWholeValue(scanner)
    {
      publish()
      if source.isIdle(for: Self.patience) {
        source.endLine()
        scanner = start
        writer.endRow(at: cursor.offset, next: cursor.offset)
        writer.beginRows(at: cursor.offset)
      }
    }
    return try cursor.fill()
  }

  /// Returns whether lines of JSON end in a whole array or object without its line end.
  private func endsInWholeValue(_ scanner: some StreamScanner) throws -> Bool {
    guard index.shape == .lines, scanner.hasContent else { return false }
    let range = writer.rowStart..<cursor.offset
    guard range.count <= options.longestRow else { return false }
    let row = try cursor.source.bytes(in: range)
    let first = row.first { !$0.isJSONWhitespace }
    return (first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
      && row.withUnsafeBytes(CheckedScanner.isValid)
  }

  /// Moves to the start of the last rows, if only these are requested.
  ///
  /// Reads all existing rows, for their number and for the numbers of lines; those of a followed
  /// file, as far as it has been written.
  private func skipToTail(with scanner: some StreamScanner, gap: Int, end other: Int?) throws {
    guard let count = options.tail else { return }
    let end = cursor.kind.followed?.presentSize ?? .max
    var scanner = scanner
    var starts = try lastStarts(count, gap: gap, before: end) { bytes, onEnd in
      scanner.scan(bytes) {
        onEnd($0)
        return true
      }
      return nil
    }
    scanner.finish { starts.append(cursor.offset + $0 + gap) }
    // The last one is the start of a row only if bytes follow.
    var next = scanner.hasContent ? cursor.offset : starts.removeLast()
    // The rows of another table are none of this one.
    if let other {
      starts.removeAll { $0 >= other }
      next = min(next, other)
    }
    cursor.seek(to: starts.suffix(count).first ?? next)
    writer.beginRows(at: cursor.offset)
  }

  /// Moves to the start of the last rows of the array at the position, if only these are requested.
  func skipToTailOfArray() throws {
    guard let count = options.tail else { return }
    var scanner = ElementScanner()
    var isBlank = true
    var starts = try lastStarts(count, gap: 1) { bytes, onEnd in
      var start: Int?
      let close = scanner.scan(bytes) {
        onEnd($0)
        start = $0 + 1
        return true
      }
      let rest = bytes[(start ?? 0)..<(close ?? bytes.count)]
      isBlank = (start != nil || isBlank) && rest.allSatisfy(\.isJSONWhitespace)
      return close
    }
    // No element follows a comma at the end.
    if isBlank, starts.count > 1 { starts.removeLast() }
    cursor.seek(to: starts.suffix(count).first ?? cursor.offset)
  }

  /// Moves past rows; returns the starts of at least the last ones, and the end.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - gap: The number of bytes between the end of a row and the next.
  ///   - end: The offset before which rows are read.
  ///   - scan: Calls its closure with the offset of each end of a row in bytes; returns the offset
  ///     of the end of all rows.
  /// - Returns: The offsets, in order.
  /// - Throws: The error of the source.
  private func lastStarts(
    _ count: Int, gap: Int, before end: Int = .max,
    _ scan: (UnsafeRawBufferPointer, (Int) -> Void) -> Int?
  ) throws -> [Int] {
    var starts = [cursor.offset]
    while cursor.offset < end, try cursor.fill() {
      let (base, bytes) = (cursor.offset, cursor.bytes)
      let close = scan(bytes) { starts.append(base + $0 + gap) }
      cursor.advance(close ?? bytes.count)
      if close != nil { break }
      let rest = starts.count - count - 1
      if rest > max(count, 4_096) { starts.removeFirst(rest) }
    }
    return starts
  }

  /// A Boolean value that indicates whether the source ends in a possibly truncated number.
  private var endsInNumber: Bool {
    get throws {
      let last = try cursor.source.bytes(in: cursor.offset - 1..<cursor.offset).first
      return last?.isDigit ?? false
    }
  }
}

// The writer is moved out for a whole chunk: as a property it would incur exclusivity checks for
// every row.

extension StreamScanner {
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
  /// Records the rows that end in more bytes, and returns the offset of the closing bracket.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at base: Int, into writer: inout RowWriter
  ) -> Int? {
    scan(bytes) { comma in
      writer.endRow(at: base + comma, next: base + comma + 1)
      return true
    }
  }
}
