/// Tells one document from a stream of values, by the first bytes of a source.
struct FormatProbe {
  /// What the bytes begin like.
  enum Verdict: Equatable {
    case empty
    case document
    case stream(FeedFormat)
    case notJSON(JSONSyntaxError)
  }

  /// How much of the first line is checked.
  private static let longestLine = 8 * 1024

  /// How long it is waited for what may follow a document that looks complete, and for the rest of
  /// a first line.
  static let patience = Duration.milliseconds(100)

  /// How many objects an array in an object has before they are taken for the rows.
  static let rowsOfList = 16

  let cursor: ByteCursor

  /// Whether a single object on a line of its own is a row, as it would be with others behind it.
  let loneLineIsRow: Bool

  /// Looks at the bytes at the cursor, which is moved over white space only.
  func verdict() throws -> Verdict {
    guard let first = try cursor.skipWhitespace() else { return .empty }
    if first == 0x1E { return .stream(.records) }
    let isContainer = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    if !isContainer, let format = try tableFormat() { return .stream(format) }
    if try isFirstLineBroken() {
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
    if isObject, try isRow(endingAt: end) { return .stream(.lines) }
    // A row that is an object is often followed by the next one much later, an array hardly ever,
    // and no more an object with a list in it.
    let isPatient = isObject && !isList(cursor.bytes[..<end])
    let patience = isPatient ? nil : Self.patience
    guard let next = try startOfNextValue(after: end, patience: patience),
      cursor.bytes[next].beginsValue
    else { return .document }
    let bytes = cursor.bytes
    let isOneLine = !bytes[..<end].contains(0x0A)
    let isNextOnNewLine = bytes[end..<next].contains(0x0A)
    return .stream(isOneLine && isNextOnNewLine ? .lines : .values)
  }

  /// The offset behind the first array or object, or nil where it is too long to tell.
  ///
  /// The rows of a document are wanted while it is still being written. So nothing is waited for
  /// in an array, and in an object nothing behind its first line: rows of a stream have one line
  /// as a rule. Nor is that line waited for where it is long in coming.
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

  /// Whether an object is a row whatever comes behind it: on a line of its own and without a list
  /// in it, or on a line of a file whose name or growth says that it holds lines.
  ///
  /// The line end may be missing where the object holds nothing that could be a row.
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

  /// How the names of files end that hold a value on each line.
  private static let namesOfLines = [".ndjson", ".jsonl", ".ldjson"].flatMap {
    [$0, $0 + ".gz", $0 + ".zst"]
  }

  /// The keys under which an empty array is a list without rows.
  private static let keysOfLists: Set<String> = [
    "data", "edges", "entries", "features", "hits", "items", "list", "nodes", "records", "results",
    "rows", "sections", "value", "values",
  ]

  /// Whether an object has an array that would be the rows if the object were a document: one of
  /// objects or arrays, its only member, or an empty one with the name of a list.
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

  /// Whether an object has members, none of which holds an object or an array.
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

  /// Whether an object has an array of many objects.
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

  /// The format of a table: two rows of equally many fields, or a file whose name says so.
  private func tableFormat() throws -> FeedFormat? {
    let name = cursor.source.name
    let isNamed = Self.namesOfTables.contains(where: name.hasSuffix)
    let named: FeedFormat? = isNamed ? name.contains(".tsv") ? .tsv : .csv : nil
    let probe = TableProbe(cursor: cursor)
    guard let first = try line(from: 0, patience: isNamed ? nil : Self.patience),
      isNamed || first.upperBound < cursor.bytes.count, probe.separator() != nil
    else { return named }
    // One row alone says nothing: another one is waited for.
    while !isNamed, !probe.hasTwoRows, try cursor.extend() {}
    return probe.format(ofAtLeast: isNamed ? 1 : 2) ?? named
  }

  private static let namesOfTables = [".csv", ".tsv"].flatMap { [$0, $0 + ".gz", $0 + ".zst"] }

  private func scalarVerdict() throws -> Verdict {
    let line = try line(from: 0)
    guard let line, line.upperBound < cursor.bytes.count else { return .stream(.values) }
    return .stream(error(in: line) == nil ? .lines : .values)
  }

  /// The range of the line that starts at an offset, without its line feed; its rest is waited for
  /// so long, or, with no patience given, until it comes.
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

  /// What is wrong with the first line that no later line can put right.
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
    // The first rows of an array are wanted before its first line has come to an end.
    if cursor.bytes[0] != UInt8(ascii: "[") { _ = try line(from: 0, patience: Self.patience) }
    return firstLineError() != nil
  }

  /// Whether one of so many lines behind the first is an array or object.
  private func isLaterLineContainer(among count: Int) throws -> Bool {
    var end = cursor.bytes.firstIndex(of: 0x0A)
    // To a log that is followed the next line may come at any time, or never.
    let patience = cursor.source is FollowedFileSource ? Self.patience : nil
    for _ in 0..<count {
      guard let start = end, let line = try line(from: start + 1, patience: patience) else {
        return false
      }
      let first = cursor.bytes[line].first
      let begins = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      if begins, error(in: line) == nil { return true }
      end = line.upperBound
    }
    return false
  }

  /// How many lines of other text there may be before the first that is a row.
  private static let mostLinesBefore = 16
}

extension UInt8 {
  /// Whether a JSON value can begin with the byte.
  var beginsValue: Bool {
    switch self {
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "-"): true
    default: beginsValueOfItsOwn || isDigit
    }
  }
}
