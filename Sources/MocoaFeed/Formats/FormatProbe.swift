/// Distinguishes one document from a stream of values by the first bytes of a source.
struct FormatProbe {
  /// The result of examining the first bytes.
  enum Verdict: Equatable {
    case empty
    case document
    case stream(FeedFormat)
    case notJSON(JSONSyntaxError)
  }

  /// The number of bytes of the first line that are checked.
  private static let longestLine = 8 * 1024

  /// The number of objects from which an array in an object is assumed to be the rows.
  static let rowsOfList = 16

  let cursor: ByteCursor

  /// A Boolean value that indicates whether a single object on its own line is a row.
  let loneLineIsRow: Bool

  /// A Boolean value that indicates whether lines of text are rows, if no JSON follows in time.
  var acceptsText = false

  /// A Boolean value that indicates whether lines of text are rows of a followed file, even one.
  var acceptsLoneLine = false

  /// A format of logs that is known in addition to the others; nil for none.
  var ownFormat: LogFormat?

  /// Examines the bytes at the cursor, which is moved over white space before JSON only.
  func verdict() throws -> Verdict {
    let start = cursor.offset
    guard let first = try cursor.skipWhitespace() else { return .empty }
    if first == 0x1E { return .stream(.records) }
    let isContainer = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    let verdict = try isContainer ? containerVerdict(first) : textVerdict(from: start)
    // White space in front of text, or of the first field, is part of it.
    let skipped = cursor.offset - start
    switch verdict {
    case .stream(let format) where !format.isConverted: return verdict
    case .empty, .document: return verdict
    default:
      cursor.seek(to: start)
      _ = try cursor.sample
    }
    if case .notJSON(let error) = verdict {
      return .notJSON(JSONSyntaxError(reason: error.reason, offset: skipped + error.offset))
    }
    return verdict
  }

  /// Examines bytes that do not begin with an array or object.
  private func textVerdict(from start: Int) throws -> Verdict {
    let value = cursor.offset
    // A table is not refused because its first row is late. A followed log may have one line.
    let isLog = try cursor.kind.followed != nil && patternFormat() != nil
    if !acceptsText, !isLog, let line = try line(from: 0), error(in: line) != nil {
      // It is a second line, too, if nothing ends it for a while. That of a followed file may never
      // come.
      let isLimited = acceptsLoneLine && cursor.kind.followed != nil
      while cursor.bytes.count(of: 0x0A) < 2,
        !isLimited && line.upperBound + 1 >= cursor.bytes.count
          || !cursor.source.isIdle(for: FormatSample.patience), try cursor.extend()
      {}
    }
    cursor.seek(to: start)
    let format =
      try ownLogFormat() ?? specifiedTable() ?? logFormat() ?? tableFormat() ?? alignedFormat()
      ?? pairFormat()
    if let format { return .stream(format) }
    if let format = try patternFormat(), try !cursor.isNamedJSON || !beginsJSONLater() {
      return .stream(format)
    }
    cursor.seek(to: value)
    let line = try firstLine()
    if let error = errorOfFirst(line) {
      return try isLaterLineContainer(among: Self.mostLinesBefore)
        ? .stream(.lines) : .notJSON(error)
    }
    guard isEnded(line) else { return .stream(.values) }
    guard let fault = error(in: line) else {
      return try errorInWords().map { .notJSON($0) } ?? .stream(.lines)
    }
    if try areLinesOfScalars(isIndented: value > start) { return .notJSON(fault) }
    return try errorAmongValues(in: line).map { .notJSON($0) }
      ?? .stream(areLinesOfValues(from: line) ? .lines : .values)
  }

  /// Returns the format of a table that is certain, if none has the name of one.
  ///
  /// Commas are also in times of logs, before fractions of seconds.
  private func tableFormat() throws -> FeedFormat? {
    let probe = try TableProbe(cursor)
    guard !probe.isSpecified, let reading = probe.reading else { return nil }
    guard reading.separator == UInt8(ascii: ",") else { return reading.format }
    // As `date -Ins` writes them: with a zone behind the fraction.
    let areTimes = try cursor.sampleLines().map(\.withoutCarriageReturn).allSatisfy { line in
      LogTime(line, at: 0)?.end == line.count
        && line.reversed().prefix { $0 != UInt8(ascii: ",") }.contains { !$0.isDigit }
    }
    if areTimes { return nil }
    return try patternFormat() ?? reading.format
  }

  /// Returns the format of a table that has the name of one.
  private func specifiedTable() throws -> FeedFormat? {
    let probe = try TableProbe(cursor)
    return probe.isSpecified ? probe.reading?.format : nil
  }

  /// Returns the format of a log by its first lines; a single line is enough at the end.
  private func logFormat() throws -> FeedFormat? {
    let lines = try cursor.sampleLines()
    return LogCoding.Form.ofJSON.first { $0.fits(lines) }?.format
  }

  /// Returns the format of a log whose lines have a known pattern, or nil.
  private func patternFormat() throws -> FeedFormat? {
    let lines = try cursor.logLines(own: ownFormat)
    if Self.haveTitles(lines) { return nil }
    if LineLabel.best(of: lines, own: ownFormat) != nil { return .labelledLog }
    return LogFormat.best(of: lines, own: ownFormat) == nil ? nil : .log
  }

  /// Returns whether titles are behind the time of a line, as `sar` writes them, and values below.
  private static func haveTitles(_ lines: [UnsafeRawBufferPointer]) -> Bool {
    func rest(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
      LogTime(line, at: 0).map { line[rebased: $0.end..<line.count] }
    }
    let header = lines.prefix(AlignedCoding.headerSampleSize).firstIndex { line in
      rest(line).map { AlignedCoding.isHeader($0) } ?? false
    }
    guard let header, header + 1 < lines.count, let titles = rest(lines[header]),
      let row = rest(lines[header + 1])
    else { return false }
    let cells = AlignedCoding.words(of: row)
    return cells.count == AlignedCoding.words(of: titles).count
      && cells.count { $0.first?.isDigit ?? false } > 1
  }

  /// Returns the format of a log whose lines have a pattern of its own, or nil.
  private func ownLogFormat() throws -> FeedFormat? {
    guard let ownFormat else { return nil }
    let lines = try cursor.logLines(own: ownFormat)
    let best = LogFormat.best(of: lines, own: ownFormat)
    return best?.patterns.first?.text == ownFormat.patterns.first?.text ? .log : nil
  }

  /// Returns the format of a table that is aligned with blanks, or nil.
  private func alignedFormat() throws -> FeedFormat? {
    let lines = try cursor.tableLines
    if RuledTable(lines: lines) != nil { return .aligned }
    let mayBeTable =
      lines.prefix(AlignedCoding.headerSampleSize).contains(where: AlignedCoding.isHeader)
      || lines.prefix(1).contains(where: ListingCoding.isFirst)
    let isTable =
      mayBeTable
      && (ListingCoding(lines: lines) != nil
        || AlignedCoding(lines: lines, isCertain: false) != nil)
    return isTable ? .aligned : nil
  }

  /// Returns the format of records of lines with keys and values, or nil.
  private func pairFormat() throws -> FeedFormat? {
    try PairLayout(lines: cursor.allSampleLines) == nil ? nil : .pairs
  }

  // MARK: Containers

  private func containerVerdict(_ first: UInt8) throws -> Verdict {
    let isArray = first == UInt8(ascii: "[")
    // `[Tue Nov 24 10:11:12 2026] [error] …`.
    if isArray, try error(in: firstLine()) != nil || isArrayAboveText(),
      let format = try patternFormat()
    {
      return .stream(format)
    }
    if let error = isArray ? try errorOfArray() : errorOfFirst(try firstLine()) {
      if let format = try logFormat() { return .stream(format) }
      if try isLaterLineContainer(among: 1) { return .stream(.lines) }
      if isArray || !cursor.bytes.mayBeJSON { return .notJSON(error) }
    }
    guard let end = try endOfFirstValue(first) else { return .document }
    let isObject = first == UInt8(ascii: "{")
    if isObject, try isRow(endingAt: end) { return .stream(try linesFormat()) }
    // The next value of a stream often arrives much later. Rows, in an array or in a list of an
    // object, are rarely followed by another value.
    let areRows =
      isArray
      ? Self.areArraysOfObjects(cursor.bytes[rebased: 0..<end]) : isList(cursor.bytes[..<end])
    let isLimited = areRows || isArray && cursor.kind.followed != nil
    let patience = isLimited ? FormatSample.patience(for: cursor) : nil
    guard let next = try startOfNextValue(after: end, patience: patience),
      beginsValue(at: next)
    else { return .document }
    if isArray, try areArraysOfObjects() { return .document }
    let bytes = cursor.bytes
    let isOneLine = !bytes[..<end].contains(0x0A)
    let isNextOnNewLine = bytes[end..<next].contains(0x0A)
    let areLines = try isOneLine && (isNextOnNewLine || areLinesOfValues(from: firstLine()))
    return .stream(areLines ? try linesFormat() : .values)
  }

  /// Returns whether a value may begin at an offset, as far as bytes have been received.
  private func beginsValue(at offset: Int) -> Bool {
    let rest = cursor.bytes[offset...]
    guard let first = rest.first, first.beginsValue else { return false }
    guard first.isASCIILetter else { return true }
    return ["true", "false", "null"].contains { zip(rest, $0.utf8).allSatisfy { $0 == $1 } }
  }

  /// Returns the offset after the first array or object, or nil if it is too long to determine.
  ///
  /// The rows of a document are needed while it is still being written. So the end of an array of
  /// objects is not awaited, nor that of another value after its first line: rows of a stream
  /// usually are one line. The rest of a line is awaited as long as a sample is.
  private func endOfFirstValue(_ first: UInt8) throws -> Int? {
    let mayBeRow = first == UInt8(ascii: "{") || cursor.kind.followed == nil
    var scanner = ElementScanner()
    var scanned = 1
    while true {
      let bytes = cursor.bytes
      let rest = UnsafeRawBufferPointer(rebasing: bytes[scanned...])
      if let close = scanner.scan(rest, comma: { _ in true }) { return scanned + close + 1 }
      let isOfObjects =
        first == UInt8(ascii: "[")
        && bytes.dropFirst().first { !$0.isJSONWhitespace } == UInt8(ascii: "{")
      if isOfObjects || !mayBeRow || bytes.contains(0x0A) { return nil }
      scanned = bytes.count
      if cursor.source.isIdle(for: FormatSample.patience) { return nil }
      guard try cursor.extend() else { return nil }
    }
  }

  /// Returns whether an object is a row, regardless of the bytes after it.
  ///
  /// The line end may be missing if the object contains nothing that could be a row.
  private func isRow(endingAt end: Int) throws -> Bool {
    guard !cursor.bytes[..<end].contains(0x0A) else { return false }
    if cursor.source.isNamed(Self.namesOfLines) {
      // Values without line ends are read one by one.
      let next = cursor.bytes[end...].firstIndex { !$0.isJSONWhitespace }
      let isFollowed = next.map(beginsValue) ?? false
      return try !isFollowed || firstLine().upperBound < cursor.bytes.count
    }
    guard cursor.bytes[end...].prefix(while: \.isJSONWhitespace).contains(0x0A) else {
      return try loneLineIsRow && isFlat(cursor.bytes[..<end])
        && startOfNextValue(after: end, patience: FormatSample.patience(for: cursor)) == nil
    }
    if cursor.kind.followed != nil { return true }
    let object = cursor.bytes[..<end]
    return loneLineIsRow && !holdsList(object) && !isMap(object)
  }

  /// The extensions of files with one value per line.
  static let namesOfLines = StreamCoding.endings([".ndjson", ".jsonl", ".ldjson"])

  private func startOfNextValue(after end: Int, patience: Duration?) throws -> Int? {
    var position = end
    while true {
      let bytes = cursor.bytes
      while position < bytes.count {
        if !bytes[position].isJSONWhitespace { return position }
        position += 1
      }
      if let patience, cursor.source.isIdle(for: patience) { return nil }
      guard try cursor.extend() else { return nil }
    }
  }

  // MARK: Lines

  /// Returns the format of lines of which the first is an object: others may be text.
  private func linesFormat() throws -> FeedFormat {
    let isNamed = cursor.source.isNamed(Self.namesOfLines)
    return try isNamed ? .lines : logFormat() ?? .lines
  }

  /// Returns the range of the first line in the sample, without its line feed.
  func firstLine() throws -> Range<Int> {
    repeat {
      if let end = cursor.bytes.firstIndex(of: 0x0A) { return 0..<end }
    } while try FormatSample.goesOn(cursor) && cursor.extend()
    return 0..<(try cursor.sample.count)
  }

  /// Returns whether the first line has an end, and was not cut off at that of the sample.
  private func isEnded(_ line: Range<Int>) -> Bool {
    line.upperBound < cursor.bytes.count && cursor.bytes[line.upperBound] == 0x0A
  }

  private func beginsWithLetter(_ range: Range<Int>) -> Bool {
    let first = cursor.bytes[range].first { !$0.isJSONWhitespace }
    return first?.isASCIILetter ?? false
  }

  /// Returns the error of a line that is not a sequence of values, such as `133 bottles`.
  func errorAmongValues(in line: Range<Int>) -> JSONSyntaxError? {
    var start = line.lowerBound
    while let error = error(in: start..<line.upperBound) {
      switch error.reason {
      // A value follows another one.
      case .unexpected(_, expected: "the end") where error.offset > 0: start += error.offset
      // The rest may be on the next line, but for that of a word.
      case .unexpectedEnd where !beginsWithLetter(start..<line.upperBound): return nil
      default: return JSONSyntaxError(reason: error.reason, offset: start + error.offset)
      }
    }
    return nil
  }

  /// Returns the error of the first of the sampled lines that is no JSON, and does not begin with
  /// one of its signs: among such lines, numbers and words like `true` are text, too.
  private func errorInWords() throws -> JSONSyntaxError? {
    if cursor.source.isNamed(Self.namesOfLines) { return nil }
    let sample = try cursor.sample
    for range in try cursor.sampleRanges(.max) {
      let line = sample[rebased: range]
      guard let first = line.first(where: { !$0.isJSONWhitespace }),
        !"[]{},:\"".utf8.contains(first), ValueLineScanner.ends(in: line) == nil
      else { continue }
      var reader = JSONReader(line)
      do { while try reader.next() != nil {} } catch {
        return JSONSyntaxError(reason: error.reason, offset: range.lowerBound + error.offset)
      }
    }
    return nil
  }

  /// Returns whether the values of a first line, and all others, end with their lines.
  ///
  /// A later line that is not a sequence of values is one with an error, unless a value that begins
  /// there is complete on a later line.
  private func areLinesOfValues(from first: Range<Int>) throws -> Bool {
    guard isEnded(first), ValueLineScanner.ends(in: cursor.bytes[rebased: first]) != nil
    else { return false }
    let sample = try cursor.sample
    let broken = try cursor.sampleRanges(.max).first {
      ValueLineScanner.ends(in: sample[rebased: $0]) == nil
    }
    guard let broken else { return true }
    var scanner = ValueScanner()
    var start = broken.lowerBound
    var isValid = true
    scanner.scan(sample[rebased: start..<sample.count]) { end in
      let value = start..<broken.lowerBound + end
      start = value.upperBound
      isValid = CheckedScanner.isValid(sample[rebased: value])
      return isValid && start <= broken.upperBound
    }
    return !isValid || start <= broken.upperBound
  }

  /// Returns whether each line of the sample has several scalars, as `uniq -c` writes them in front
  /// of numbers: they are fields, not values one behind another.
  private func areLinesOfScalars(isIndented: Bool) throws -> Bool {
    let isNamed = cursor.source.isNamed(Self.namesOfLines)
    guard !isNamed, !cursor.isNamedJSON, cursor.kind.rewritten == nil else { return false }
    let sample = try cursor.sample
    let lines = try cursor.sampleRanges(.max).map { sample[rebased: $0] }
    return (isIndented || lines.count > 1)
      && lines.allSatisfy { line in
        !line.contains { "[{".utf8.contains($0) }
          && (ValueLineScanner.ends(in: line)?.count ?? 0) > 1
      }
  }

  /// Returns the range of the line at an offset, without its line feed.
  private func line(from start: Int, patience: Duration? = nil) throws -> Range<Int>? {
    var searched = start
    while true {
      let bytes = cursor.bytes
      if let end = bytes[min(searched, bytes.count)...].firstIndex(of: 0x0A) { return start..<end }
      searched = bytes.count
      let isOver = patience.map { cursor.source.isIdle(for: $0) } ?? false
      guard !isOver, try cursor.extend() else {
        return start < bytes.count ? start..<bytes.count : nil
      }
    }
  }

  func error(in range: Range<Int>) -> JSONSyntaxError? {
    var reader = JSONReader(UnsafeRawBufferPointer(rebasing: cursor.bytes[range]))
    do {
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  /// Returns the error of the first line, unless a later line could complete it.
  private func errorOfFirst(_ line: Range<Int>) -> JSONSyntaxError? {
    let isComplete = line.upperBound <= Self.longestLine && line.upperBound < cursor.bytes.count
    guard let error = error(in: 0..<min(line.upperBound, Self.longestLine)) else { return nil }
    switch error.reason {
    case .unexpectedEnd(expected: "the end of a string") where isComplete: return error
    case .unexpectedEnd: return nil
    case .unexpected(_, expected: "the end"): return nil
    default: return error
    }
  }

  /// Returns whether one of the next lines is an array or object.
  private func isLaterLineContainer(among count: Int) throws -> Bool {
    var end = cursor.bytes.firstIndex(of: 0x0A)
    let sampleEnd = try cursor.sample.count
    // If text is displayed, or a log is followed, JSON may never come.
    let isLimited = acceptsText || cursor.kind.followed != nil
    for _ in 0..<count {
      guard let start = end, !isLimited || start < sampleEnd,
        let line = try line(from: start + 1, patience: isLimited ? .zero : nil)
      else { return false }
      let first = cursor.bytes[line].first
      let begins = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      if begins, error(in: line) == nil { return true }
      end = line.upperBound
    }
    return false
  }

  /// Returns whether one of the next lines is an array, or begins an array or object: messages of a
  /// program are in front of its JSON then, which is no part of a record.
  private func beginsJSONLater() throws -> Bool {
    try cursor.sampleRanges(Self.mostLinesBefore).dropFirst().contains { line in
      guard let first = cursor.bytes[line].first, "[{".utf8.contains(first) else { return false }
      switch error(in: line)?.reason {
      case .unexpectedEnd: return true
      case nil: return first == UInt8(ascii: "[")
      default: return false
      }
    }
  }

  /// The maximum number of lines of other text before the first that is a row.
  private static let mostLinesBefore = 16
}

extension ByteCursor {
  /// A Boolean value that indicates whether the name of the file is one of JSON.
  var isNamedJSON: Bool {
    source.filePath.split(separator: "/").last?.contains("json") ?? false
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a JSON value can begin with the byte.
  var beginsValue: Bool {
    switch self {
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "-"): true
    default: beginsValueOfItsOwn || isDigit
    }
  }
}
