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

  /// The time to wait for bytes after a document, and for the rest of a first line.
  static let patience = Duration.milliseconds(100)

  /// The time to wait for a JSON value after lines of text, if text is displayed as well.
  static let patienceWithText = Duration.seconds(1)

  /// The number of objects from which an array in an object is assumed to be the rows.
  static let rowsOfList = 16

  let cursor: ByteCursor

  /// A Boolean value that indicates whether a single object on its own line is a row.
  let loneLineIsRow: Bool

  /// A Boolean value that indicates whether lines of text are rows, if no JSON follows in time.
  var acceptsText = false

  /// Examines the bytes at the cursor, which is moved over white space only.
  func verdict() throws -> Verdict {
    let start = cursor.offset
    guard let first = try cursor.skipWhitespace() else { return .empty }
    if first == 0x1E { return .stream(.records) }
    let isContainer = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    if !isContainer, let format = try logFormat() ?? tableFormat() ?? alignedFormat(from: start) {
      return .stream(format)
    }
    if try isFirstLineBroken() {
      if isContainer, let format = try logFormat() { return .stream(format) }
      if try isLaterLineContainer(among: isContainer ? 1 : Self.mostLinesBefore) {
        return .stream(.lines)
      }
      if !isContainer, let error = firstLineError() { return .notJSON(error) }
    }
    return isContainer ? try containerVerdict(first) : try scalarVerdict()
  }

  // MARK: Containers

  private func containerVerdict(_ first: UInt8) throws -> Verdict {
    guard let end = try endOfFirstValue(first) else { return .document }
    let isObject = first == UInt8(ascii: "{")
    if isObject, try isRow(endingAt: end) { return .stream(try linesFormat(after: end)) }
    // The next object of a stream often arrives much later. An array, or an object with a list, is
    // rarely followed by another value.
    let isPatient = isObject && !isList(cursor.bytes[..<end])
    let patience = isPatient ? nil : Self.patience
    guard let next = try startOfNextValue(after: end, patience: patience),
      beginsValue(at: next)
    else { return .document }
    let bytes = cursor.bytes
    let isOneLine = !bytes[..<end].contains(0x0A)
    let isNextOnNewLine = bytes[end..<next].contains(0x0A)
    return .stream(isOneLine && isNextOnNewLine ? try linesFormat(after: end) : .values)
  }

  /// Returns whether a value may begin at an offset, as far as bytes have been received.
  private func beginsValue(at offset: Int) -> Bool {
    let rest = cursor.bytes[offset...]
    guard let first = rest.first, first.beginsValue else { return false }
    guard first | 0x20 &- UInt8(ascii: "a") < 26 else { return true }
    return ["true", "false", "null"].contains { zip(rest, $0.utf8).allSatisfy { $0 == $1 } }
  }

  /// Returns the offset after the first array or object, or nil if it is too long to determine.
  ///
  /// The rows of a document are needed while it is still being written. So the end of an array is
  /// not awaited, nor that of an object after its first line: rows of a stream usually are one
  /// line. The rest of a line that arrives slowly is not awaited either.
  private func endOfFirstValue(_ first: UInt8) throws -> Int? {
    var scanner = ElementScanner()
    var scanned = 1
    while true {
      let bytes = cursor.bytes
      let rest = UnsafeRawBufferPointer(rebasing: bytes[scanned...])
      if let close = scanner.scan(rest, comma: { _ in true }) { return scanned + close + 1 }
      if first == UInt8(ascii: "[") || bytes.contains(0x0A) { return nil }
      scanned = bytes.count
      if cursor.source.isIdle(for: Self.patience) { return nil }
      guard try cursor.extend() else { return nil }
    }
  }

  /// Returns whether an object is a row, regardless of the bytes after it.
  ///
  /// The line end may be missing if the object contains nothing that could be a row.
  private func isRow(endingAt end: Int) throws -> Bool {
    guard !cursor.bytes[..<end].contains(0x0A) else { return false }
    if Self.namesOfLines.contains(where: cursor.source.name.hasSuffix) { return true }
    guard cursor.bytes[end...].prefix(while: \.isJSONWhitespace).contains(0x0A) else {
      return try loneLineIsRow && isFlat(cursor.bytes[..<end])
        && startOfNextValue(after: end, patience: Self.patience) == nil
    }
    if cursor.source is FollowedFileSource { return true }
    return loneLineIsRow && !holdsList(cursor.bytes[..<end])
  }

  /// The extensions of files with one value per line.
  private static let namesOfLines = [".ndjson", ".jsonl", ".ldjson"].flatMap {
    [$0, $0 + ".gz", $0 + ".zst"]
  }

  /// The keys under which an empty array is a list without rows.
  private static let keysOfLists: Set<String> = [
    "data", "edges", "entries", "features", "hits", "items", "list", "nodes", "records", "results",
    "rows", "sections", "value", "values",
  ]

  /// Returns whether an object has an array that would be the rows of a document.
  private func holdsList(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var holdsList = false
    var arrayCount = 0
    var memberCount = 0
    JSONBytes(Array(object)).forEachMember { key, value in
      memberCount += 1
      arrayCount += value.kind == .array ? 1 : 0
      holdsList = Self.isList(value, key: key)
      if !holdsList, value.kind == .object {
        value.forEachMember { key, value in
          holdsList = Self.isList(value, key: key)
          return !holdsList
        }
      }
      return !holdsList
    }
    return holdsList || memberCount == 1 && arrayCount == 1
  }

  /// Returns whether an object has members, none of which is an object or array.
  private func isFlat(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var kinds: Set<JSONBytes.Kind?> = []
    let object = JSONBytes(Array(object))
    guard (try? object.check()) != nil else { return false }
    object.forEachMember { _, value in
      kinds.insert(value.kind)
      return true
    }
    return !kinds.isEmpty && kinds.isDisjoint(with: [.array, .object, nil])
  }

  private static func isList(_ value: JSONBytes, key: String) -> Bool {
    guard value.kind == .array else { return false }
    var isEmpty = true
    var holdsContainer = false
    value.forEachElement { element in
      isEmpty = false
      holdsContainer = element.kind == .object || element.kind == .array
      return false
    }
    return holdsContainer || isEmpty && keysOfLists.contains(key)
  }

  /// Returns whether an object has an array of many objects.
  private func isList(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    var isList = false
    JSONBytes(Array(object)).forEachMember { _, value in
      var count = 0
      if value.kind == .array {
        value.forEachElement { element in
          count += element.kind == .object ? 1 : 0
          return count < Self.rowsOfList
        }
      }
      isList = count == Self.rowsOfList
      return !isList
    }
    return isList
  }

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

  // MARK: Scalars and broken first lines

  /// Returns the format of a table: two rows with equal field counts, or a file with its extension.
  private func tableFormat() throws -> FeedFormat? {
    let name = cursor.source.name
    let isNamed = Self.namesOfTables.contains(where: name.hasSuffix)
    let named: FeedFormat? = isNamed ? name.contains(".tsv") ? .tsv : .csv : nil
    let probe = TableProbe(cursor: cursor)
    guard let first = try line(from: 0, patience: isNamed ? nil : Self.patience) else {
      return named
    }
    try probe.fill()
    guard isNamed || first.upperBound < cursor.bytes.count, let separator = probe.separator() else {
      return named
    }
    // One row alone is not conclusive: wait for another.
    while !isNamed, probe.rowCount(separator) < 2, try cursor.extend() {}
    guard let format = probe.format(ofAtLeast: isNamed ? 1 : 2) else { return named }
    // Output of commands contains tabs, too: such a table has a header.
    let isTable = isNamed || format == .csv || probe.isHeader(separator, hasQuotes: false)
    return isTable ? format : nil
  }

  /// Returns the format of a log by its first lines; a single line is enough at the end.
  private func logFormat(patience: Duration = patience) throws -> FeedFormat? {
    let lines = try sampleLines(patience: patience)
    return LogCoding.Form.allCases.first { $0.fits(lines) }?.format
  }

  /// Returns the format of a table that is aligned with blanks, or nil.
  ///
  /// More lines are read only if the first one may be a header. Blanks before the first title
  /// count: white space has been skipped since the start.
  private func alignedFormat(from start: Int) throws -> FeedFormat? {
    let first = try sampleLines(AlignedCoding.headerSampleSize)
    guard
      first.contains(where: AlignedCoding.isHeader)
        || first.prefix(1).contains(where: ListingCoding.isFirst)
    else { return nil }
    if cursor.offset > start { cursor.seek(to: start) }
    let lines = try sampleLines(AlignedCoding.sampleSize)
    let isTable =
      ListingCoding(lines: lines) != nil || AlignedCoding(lines: lines, isCertain: false) != nil
    if isTable { return .aligned }
    _ = try cursor.skipWhitespace()
    return nil
  }

  /// Returns the first lines that are not empty.
  func sampleLines(
    _ count: Int = LogCoding.sampleSize, patience: Duration = patience
  ) throws -> [UnsafeRawBufferPointer] {
    let ranges = try sampleRanges(count, patience: patience)
    return ranges.map { UnsafeRawBufferPointer(rebasing: cursor.bytes[$0]) }
  }

  /// Returns the ranges of the first lines that are not empty.
  func sampleRanges(_ count: Int, patience: Duration = patience) throws -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while lines.count < count, let line = try line(from: start, patience: patience),
      // A truncated line is not conclusive.
      lines.isEmpty || line.upperBound < cursor.bytes.count
    {
      if !line.isEmpty { lines.append(line) }
      start = line.upperBound + 1
    }
    return lines
  }

  /// Returns the format of lines of which the first is an object: others may be text.
  ///
  /// Only received bytes are examined, as the first row must not wait for others.
  private func linesFormat(after end: Int) throws -> FeedFormat {
    let rest = cursor.bytes[end...].drop { $0 != 0x0A }.dropFirst()
    let isNamed = Self.namesOfLines.contains(where: cursor.source.name.hasSuffix)
    guard !isNamed, rest.contains(0x0A) else { return .lines }
    return try logFormat(patience: .zero) ?? .lines
  }

  private static let namesOfTables = [".csv", ".tsv"].flatMap { [$0, $0 + ".gz", $0 + ".zst"] }

  private func scalarVerdict() throws -> Verdict {
    guard let line = try line(from: 0), line.upperBound < cursor.bytes.count else {
      return .stream(.values)
    }
    guard error(in: line) != nil else { return .stream(.lines) }
    return errorAmongValues(in: line).map { .notJSON($0) } ?? .stream(.values)
  }

  /// Returns the error of a line that is not a sequence of values either, such as `133 bottles`.
  private func errorAmongValues(in line: Range<Int>) -> JSONSyntaxError? {
    var start = line.lowerBound
    while let error = error(in: start..<line.upperBound) {
      switch error.reason {
      // A value follows another one.
      case .unexpected(_, expected: "the end") where error.offset > 0: start += error.offset
      // The rest may be on the next line.
      case .unexpectedEnd: return nil
      default:
        let isLater = start > line.lowerBound
        return isLater ? JSONSyntaxError(reason: error.reason, offset: start + error.offset) : nil
      }
    }
    return nil
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

  private func error(in range: Range<Int>) -> JSONSyntaxError? {
    var reader = JSONReader(UnsafeRawBufferPointer(rebasing: cursor.bytes[range]))
    do {
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  /// Returns the error of the first line, unless a later line could complete it.
  private func firstLineError() -> JSONSyntaxError? {
    let bytes = cursor.bytes.prefix(Self.longestLine)
    let newline = bytes.firstIndex(of: 0x0A)
    guard let error = error(in: 0..<(newline ?? bytes.count)) else { return nil }
    switch error.reason {
    case .unexpectedEnd(expected: "the end of a string") where newline != nil: return error
    case .unexpectedEnd: return nil
    case .unexpected(_, expected: "the end"): return nil
    default: return error
    }
  }

  private func isFirstLineBroken() throws -> Bool {
    // The first rows of an array are needed before its first line is complete.
    if cursor.bytes[0] != UInt8(ascii: "[") { _ = try line(from: 0, patience: Self.patience) }
    return firstLineError() != nil
  }

  /// Returns whether one of the next lines is an array or object.
  private func isLaterLineContainer(among count: Int) throws -> Bool {
    var end = cursor.bytes.firstIndex(of: 0x0A)
    // The next line of a followed log may arrive at any time, or never.
    let patience =
      cursor.source is FollowedFileSource
      ? Self.patience : acceptsText ? Self.patienceWithText : nil
    let deadline = patience.map { ContinuousClock.now + $0 }
    for _ in 0..<count {
      let rest = deadline.map { max(.zero, $0 - .now) }
      guard let start = end, let line = try line(from: start + 1, patience: rest) else {
        return false
      }
      let first = cursor.bytes[line].first
      let begins = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      if begins, error(in: line) == nil { return true }
      end = line.upperBound
    }
    return false
  }

  /// The maximum number of lines of other text before the first that is a row.
  private static let mostLinesBefore = 16
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
