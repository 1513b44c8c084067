extension FeedIndexer {
  /// Records the values of a stream until the source ends.
  func indexStream(_ format: FeedFormat) throws {
    if format == .csv || format == .tsv {
      if try isRuled() { return try indexAligned() }
      // Options that imply a table do not say which.
      let isOpen = options.isFormatImplied && options.delimiter == nil
      return try indexTable(isOpen && TableProbe(cursor).isNamedTSV ? .tsv : format)
    }
    if format == .aligned { return try indexAligned() }
    if format == .pairs { return try indexPairs() }
    if format == .log { return try indexLog() }
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    switch format {
    case .lines where try areLinesOfSeveralValues:
      // `3 4` may be fields of a table.
      if let first = try cursor.peek(), first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
        index.noteChoice(
          "lines have several values, each a row; --format text makes a row of each line, and "
            + "--format tsv --header-row no one of values between tabs")
      }
      index.begin(format, shape: .valueLines)
      try indexRows(with: ValueLineScanner(), gap: 0)
    case .lines:
      if options.format == nil, try mayBeColumn {
        index.noteChoice(
          "the first line may be a title; --format csv reads a table")
      }
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
      let coding = LogCoding(
        labelled: lines, own: LogFormat(options.knownPatterns), clock: clock, line: lineNumber)
      coding.notes.forEach(index.note)
      index.begin(format, shape: .fieldLines, coding: .log(coding))
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    case .logfmt, .accessLog, .mixedLog:
      let lines = try cursor.sampleLines()
      let form = LogCoding.Form.ofJSON.first { $0.format == format } ?? .mixed
      let coding = LogCoding(form, lines: lines, clock: clock, line: lineNumber)
      coding.notes.forEach(index.note)
      index.begin(format, shape: .fieldLines, coding: .log(coding))
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    default:
      index.begin(format, shape: .values)
      try indexRows(with: ValueScanner(), gap: 0)
    }
  }

  /// Returns whether there is a table with rules, which has its titles above them in any case,
  /// though options imply another one.
  private func isRuled() throws -> Bool {
    guard options.isFormatImplied, options.delimiter == nil else { return false }
    try cursor.skipLineEnds()
    return try RuledTable(lines: cursor.tableLines) != nil
  }

  /// Records the records of lines with keys and values.
  private func indexPairs() throws {
    let lines = try cursor.allSampleLines
    guard var coding = PairCoding(lines: lines) else {
      throw Interruption.broken(.notPairs, offset: cursor.offset)
    }
    setTypes(of: &coding.fields, coding.types)
    let repeated = coding.repeatedKeys
    if let key = repeated.first {
      let others = repeated.count == 1 ? "" : ", like \(repeated.count - 1) more,"
      index.noteChoice(
        "\(key)\(others) occurs several times in a record; the values are a list there")
    }
    index.begin(.pairs, shape: .pairRecords(coding.layout), coding: .pairs(coding))
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    try indexRows(with: PairScanner(coding.layout))
  }

  /// Records the records of a log; directives in front, which declare its fields, are left out.
  private func indexLog() throws {
    let lines = try cursor.logLines(own: LogFormat(options.knownPatterns))
    let first = logFormat(of: lines)
    let ranges = try cursor.sampleRanges(lines.count)
    let offsets = ranges.map { cursor.offset + $0.lowerBound }
    let others = try distantLines(of: first, from: cursor.offset + (ranges.last?.upperBound ?? 0))
    let format = LogFormat(first, sampledIn: lines + others.map(\.line))
    // They would be one record.
    let pieces = lines.first?.split(separator: 0x0D, maxSplits: 2) ?? []
    if hasCarriageReturnsOnly, pieces.count > 1,
      format.reads(UnsafeRawBufferPointer(rebasing: pieces[1]))
    {
      throw Interruption.broken(.carriageReturns, offset: cursor.offset)
    }
    let coding = LogCoding(
      .pattern(format), lines: lines + others.map(\.line), at: offsets + others.map(\.offset),
      clock: clock, line: lineNumber)
    coding.notes.forEach(index.note)
    if let delimiter = format.delimiter(in: lines) {
      let (name, option) =
        delimiter == 0x09 ? ("tabs", "--format tsv") : ("bars", "--delimiter '|'")
      index.noteChoice(
        "each message has the same number of \(name); \(option) --header-row no reads columns")
    }
    let count = lines.prefix { format.isDirective($0) }.count
    if count > 0, let last = try cursor.sampleRanges(count).last {
      index.note(count == 1 ? "1 directive is left out" : "\(count) directives are left out")
      cursor.advance(min(last.upperBound + 1, cursor.bytes.count))
    }
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    if format.isOfLines {
      index.begin(.log, shape: .fieldLines, coding: .log(coding))
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    } else {
      index.begin(.log, shape: .logRecords(format), coding: .log(coding))
      try indexRows(with: LogScanner(format))
    }
    if format.patterns.contains(where: \.hasFailed) { index.note(RegularExpression.gaveUp) }
  }

  /// When the source was written, for years that are not: that of a file, or now.
  var clock: LogCoding.Clock {
    let time = cursor.source.modificationTime
    return (time.map(LocalClock.system.stopped) ?? .system, time != nil)
  }

  /// The number of places of a log of which lines show the years of others.
  private static let distantPlaces = 128

  /// The number of bytes in which a line is searched for at such a place.
  private static let longestDistantLine = 4096

  /// Returns lines of a log, and their offsets, at places all over what is behind an offset, or
  /// behind it in the sample if the source cannot be read out of order.
  private func distantLines(
    of format: LogFormat, from start: Int
  ) throws -> [(offset: Int, line: UnsafeRawBufferPointer)] {
    let size = try cursor.source.size ?? cursor.formatSample.end
    guard size > start else { return [] }
    let last = max(start, size - Self.longestDistantLine)
    let count = min(Self.distantPlaces, (last - start) * 4 / Self.longestDistantLine + 1)
    return try (0...count).compactMap { number in
      let place = start + (last - start) * number / count
      let end = min(size, place + Self.longestDistantLine)
      let bytes = try cursor.source.bytes(in: place..<end)
      return bytes.withUnsafeBytes { bytes -> (offset: Int, line: UnsafeRawBufferPointer)? in
        var lines = bytes.split(separator: 0x0A).dropFirst().dropLast(end < size ? 1 : 0)[...]
        if number == count { lines = .init(lines.reversed()) }
        let found = lines.lazy.map { slice in
          let line = UnsafeRawBufferPointer(rebasing: slice)
          return (place + slice.startIndex, line.withoutRendition ?? Array(line))
        }.first { $1.withUnsafeBytes { format.reads($0.withoutCarriageReturn) } }
        return found.map { ($0, cursor.keep($1)) }
      }
    }
  }

  /// The format of the lines of a log: that of the options, or one of the known ones.
  private func logFormat(of lines: [UnsafeRawBufferPointer]) -> LogFormat {
    LogFormat(options.logPatterns, lines: lines)
      ?? LogFormat.best(of: lines, own: LogFormat(options.knownPatterns)) ?? .general
  }

  /// The number of the first lines of which some may have several values: fewer than a sample may
  /// have, so that the first rows of a fast pipe need not wait for it.
  private static let valueLineCount = 256

  /// A Boolean value that indicates whether some of the first lines have several values.
  private var areLinesOfSeveralValues: Bool {
    get throws {
      if cursor.kind.rewritten != nil { return false }
      return try cursor.sampleRanges(Self.valueLineCount).contains {
        ValueLineScanner.ends(in: cursor.bytes[rebased: $0]).map { $0.count > 1 } ?? false
      }
    }
  }

  /// A Boolean value that indicates whether the first lines are texts in quotes, of which all but
  /// the first are numbers, as in a table of one column.
  private var mayBeColumn: Bool {
    get throws {
      if cursor.kind.rewritten != nil { return false }
      let texts = try cursor.sampleRanges(Self.valueLineCount).map { range in
        let line = cursor.bytes[rebased: range].withoutCarriageReturn
        let quote = UInt8(ascii: "\"")
        let isText = line.count > 2 && line.first == quote && line.last == quote
        return line[rebased: isText ? 1..<line.count - 1 : 0..<0]
      }
      guard let first = texts.first, texts.count > 1, !first.isEmpty else { return false }
      return NumberForm(first) == nil && texts.dropFirst().allSatisfy { NumberForm($0) != nil }
    }
  }

  /// Records the rows that a scanner finds, with `gap` bytes between them, until the source ends.
  func indexRows(with scanner: some StreamScanner, gap: Int = 1) throws {
    if mayRest { cursor.kind.followed?.mayRest = true }
    try refuse(indexTableRows(with: scanner, gap: gap))
  }

  /// Throws an error if there is another table.
  private func refuse(_ otherTable: Int?) throws {
    if let otherTable { throw Interruption.broken(.otherTable, offset: otherTable) }
  }

  /// Records the rows that a scanner finds until another table begins, or the source ends.
  ///
  /// - Returns: The offset of the other table; nil if there is none.
  func indexTableRows(with scanner: some StreamScanner, gap: Int = 1) throws -> Int? {
    if let other = try skipToTail(with: scanner, gap: gap) { return other }
    return try indexRest(of: StreamRows(scanner, from: cursor.offset, gap: gap))
  }

  /// Records further rows until another table begins, the source ends, or a followed file is at
  /// rest.
  private func indexRest(of rows: StreamRows<some StreamScanner>) throws -> Int? {
    var rows = rows
    let isOffered =
      options.tail == nil && options.isPaced && cursor.kind.file != nil
      && index.shape.endsRowsWithLines
    if isOffered { index.offer() }
    while try fill(&rows) {
      let bytes = cursor.bytes
      rows.scanner.scan(bytes, at: cursor.offset, gap: rows.gap, into: &writer)
      cursor.advance(bytes.count)
      if let end = rows.scanner.end {
        noteTable(of: rows)
        return rows.first + end
      }
      guard isOffered else { continue }
      publish()
      guard let next = index.lend(&writer), next > cursor.offset else { continue }
      cursor.skip(to: next)
      rows.scanner = rows.start
    }
    if cursor.kind.followed?.isAtRest == true {
      continuation = { [unowned self, rows] in try refuse(indexRest(of: rows)) }
      throw Interruption.atRest
    }
    let gap = rows.gap
    if cursor.failure == nil { noteTable(of: rows) }
    guard rows.scanner.hasContent else { return nil }
    if cursor.failure != nil {
      if !rows.scanner.restContinuesRow, let end = rows.scanner.flush() {
        writer.endRow(at: cursor.offset + end, next: cursor.offset + end + gap)
        // Too little of a line may be left to show that it begins a row.
        writer.endBlock()
      }
      if rows.scanner.hasContent { endCutRow() }
      return nil
    }
    if index.shape == .records, try endsInNumber {
      throw Interruption.broken(.truncated, offset: cursor.offset)
    }
    rows.scanner.finish { writer.endRow(at: cursor.offset + $0, next: cursor.offset + $0 + gap) }
    writer.endRow(at: cursor.offset, next: cursor.offset)
    return nil
  }
}

extension FeedIndexer {
  /// Notes what a scanner says of all rows, unless it has found only the last ones.
  private func noteTable(of rows: StreamRows<some StreamScanner>) {
    guard options.tail == nil else { return }
    tableNotes.add(rows.scanner.notes) { lineNumber(rows.first) }
    index.noteTables(tableNotes.texts)
  }
}

/// The rows of a stream that a scanner finds.
private struct StreamRows<Scanner: StreamScanner> {
  /// The scanner as it was at the start of the first row, and as it is now.
  let start: Scanner
  var scanner: Scanner
  /// The offset of the first row.
  let first: Int
  /// The number of bytes between the end of a row and the next.
  let gap: Int

  init(_ scanner: Scanner, from first: Int, gap: Int) {
    (start, self.scanner, self.first, self.gap) = (scanner, scanner, first, gap)
  }
}

extension FeedIndexer {
  /// The time for which lines that belong to the last row are awaited.
  private static let patience = Duration.milliseconds(200)

  /// Reads more bytes; if none come in time, the last row ends.
  private func fill(_ rows: inout StreamRows<some StreamScanner>) throws -> Bool {
    guard cursor.bytes.isEmpty else { return try cursor.fill() }
    var waiting = rows.scanner
    if let end = waiting.flush() {
      publish()
      if cursor.source.isIdle(for: Self.patience) {
        rows.scanner = waiting
        writer.endRow(at: cursor.offset + end, next: cursor.offset + end + rows.gap)
        writer.endBlock()
      }
    } else if let source = cursor.kind.growing, source.isIdle(for: .zero),
      try endsInWholeValue(rows.scanner)
    {
      publish()
      if source.isIdle(for: Self.patience) {
        source.endLine()
        rows.scanner = rows.start
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
  ///
  /// - Returns: The offset of another table, which has the last rows; nil if there is none.
  private func skipToTail(with scanner: some StreamScanner, gap: Int) throws -> Int? {
    guard let count = options.tail else { return nil }
    let (first, end) = (cursor.offset, cursor.kind.followed?.presentSize ?? .max)
    var scanner = scanner
    var starts = try lastStarts(count, gap: gap, before: end) { bytes, onEnd in
      scanner.scan(bytes) {
        onEnd($0)
        return true
      }
      return nil
    }
    if let end = scanner.end {
      hasSkippedTables = true
      return first + end
    }
    scanner.finish { starts.append(cursor.offset + $0 + gap) }
    // The last one is the start of a row only if bytes follow.
    let next = scanner.hasContent ? cursor.offset : starts.removeLast()
    if hasSkippedTables, starts.count < count {
      index.note("only the last table is read (--tail), of \(starts.count) rows")
    }
    cursor.seek(to: starts.suffix(count).first ?? next)
    writer.beginRows(at: cursor.offset)
    return nil
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
