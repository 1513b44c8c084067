/// How lines of a key and a value make records, as in the output of `psql \x`, `mysql \G`,
/// `dpkg -s`, `systemctl show` and `sqlite3 -line`.
struct PairLayout: Equatable, Sendable {
  /// What is between the records.
  private enum Boundary {
    /// Empty lines.
    case emptyLine
    /// A line with the number of the record: `-[ RECORD 1 ]---`, `*** 1. row ***`.
    case rule
  }

  /// What is between a key and its value.
  private enum Divider: Equatable {
    /// The first such character of the line; behind a colon is a blank, or nothing.
    case first(UInt8)
    /// A text that is at the same offset in all lines of a record: ` | `, `: `, ` = `; where it is
    /// marked, a sign ends each line of a value that goes on.
    case aligned([UInt8], isMarked: Bool)
  }

  private let boundary: Boundary
  private let divider: Divider

  /// A Boolean value that indicates whether records are those of `journalctl -o export`, in which
  /// values may have any bytes.
  let isExport: Bool

  /// The key that begins each record, and is in none of them again; nil if rules or empty lines
  /// alone begin records.
  private var firstKey: [UInt8]?

  /// The offset of a colon between blanks behind keys that are indented, as `sc query` writes them;
  /// nil if indented lines go on with the values above.
  private var indentedColon: Int?

  /// The number of bytes of the longest key.
  private static let longestKey = 60

  /// The number of words of the longest key.
  private static let mostWords = 6

  /// Infers how the first lines make records; nil unless all of them do.
  ///
  /// Records between empty lines must be two or more, each of two lines or more, and begin with the
  /// same key.
  ///
  /// - Parameter lines: The lines, empty ones included.
  init?(lines: [UnsafeRawBufferPointer]) {
    let lines = lines.map(\.withoutCarriageReturn)
    let records = lines.split(whereSeparator: \.isEmpty)
    guard let first = records.first?.first else { return nil }
    isExport = first.starts(with: Self.exportStart)
    if isExport {
      (boundary, divider) = (.emptyLine, .first(UInt8(ascii: "=")))
      return
    }
    if let divider = Self.divider(below: first) {
      (boundary, self.divider) = (.rule, divider)
      let record = lines.drop(while: \.isEmpty).dropFirst().prefix { Self.number(of: $0) == nil }
      guard record.first.flatMap({ place(of: $0) }) != nil else { return nil }
      return
    }
    guard records.count > 1, records.allSatisfy({ $0.count > 1 }),
      let divider = Self.divider(in: records[0])
    else { return nil }
    (boundary, self.divider) = (.emptyLine, divider)
    if self.divider == .first(UInt8(ascii: ":")) { indentedColon = Self.indentedColon(in: records) }
    let all = records.map { pairs(of: Array($0)) }
    guard let key = all[0]?.first?.key,
      all.allSatisfy({ $0?.first?.key == key && ($0?.count ?? 0) > 1 })
    else { return nil }
    let isUnique = all.allSatisfy { $0?.count { $0.key == key } == 1 }
    firstKey = isUnique ? key : nil
  }

  /// Returns the offset of the colon in indented lines of all records; nil if it is not the same.
  private static func indentedColon(
    in records: [ArraySlice<UnsafeRawBufferPointer>]
  ) -> Int? {
    var places: Set<Int> = []
    for record in records {
      let own = record.filter { $0.first?.isBlank == true }.compactMap {
        offset(of: colon, in: $0)
      }
      guard own.count > 1 else { return nil }
      places.formUnion(own)
    }
    return places.count == 1 ? places.first : nil
  }

  private static let colon = Array(" : ".utf8)

  /// Returns whether a line has a key that is indented.
  private func isIndentedPair(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let indentedColon, line.first?.isBlank == true else { return false }
    return Self.has(Self.colon, at: indentedColon, of: line)
  }

  /// Returns whether a line begins another record, although no empty line is in front of it.
  func beginsRecord(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let firstKey, let byte = firstKey.first, line.contains(byte),
      let key = key(of: line, at: place(of: line))
    else { return false }
    return line[key].elementsEqual(firstKey)
  }

  /// Returns the divider of records that begin with a rule; nil if a line is none.
  private static func divider(below rule: UnsafeRawBufferPointer) -> Divider? {
    guard number(of: rule) != nil else { return nil }
    switch rule.first {
    case UInt8(ascii: "*"): return .aligned(Array(": ".utf8), isMarked: false)
    case UInt8(ascii: "-"): return .aligned(Array(" | ".utf8), isMarked: true)
    default: return .aligned(Array(" │ ".utf8), isMarked: true)
    }
  }

  /// Returns the divider of the lines of a record between empty lines.
  private static func divider(in record: ArraySlice<UnsafeRawBufferPointer>) -> Divider? {
    guard let first = record.first else { return nil }
    let equals = Array(" = ".utf8)
    // As `sqlite3 -line` writes it.
    if let offset = offset(of: equals, in: first),
      record.allSatisfy({ Self.offset(of: equals, in: $0) == offset })
    {
      return .aligned(equals, isMarked: false)
    }
    let signs: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "=")]
    return signs.first { key(of: first, $0) != nil }.map { .first($0) }
  }

  // MARK: Lines

  /// Returns the number of the record that a rule begins; nil if a line is no rule.
  static func number(of line: UnsafeRawBufferPointer) -> Int? {
    guard let first = line.first, first == 0x2D || first == 0x2A || first == 0xE2 else {
      return nil
    }
    let start = line.prefix { !$0.isDigit }
    let digits = line[start.endIndex...].prefix(while: \.isDigit)
    let end = line[digits.endIndex...]
    let isRule =
      if first == 0x2A {
        start.count > 3 && start.last == 0x20 && start.dropLast().allSatisfy { $0 == first }
          && end.starts(with: ". row ***".utf8) && end.dropFirst(6).allSatisfy { $0 == first }
      } else {
        Self.starts.contains { start.elementsEqual($0) } && end.starts(with: " ]".utf8)
          && Self.isLine(end.dropFirst(2))
      }
    return isRule ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// The starts of the rules of psql, whose signs are ASCII or not.
  private static let starts = ["-", "\u{2500}"].map { Array("\($0)[ RECORD ".utf8) }

  /// Returns whether bytes are the signs of a rule: `-`, `+`, `─`, `┬`, `┼`.
  private static func isLine(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    bytes.allSatisfy { byte in "-+\u{2500}\u{252C}\u{253C}".utf8.contains(byte) }
  }

  /// Returns whether a line is between records, not part of one.
  func isBetweenRecords(_ line: UnsafeRawBufferPointer) -> Bool {
    switch boundary {
    case .emptyLine: line.isEmpty
    case .rule: Self.number(of: line) != nil || RowCount.isWritten(in: line)
    }
  }

  /// Returns the number of the record that a line begins; nil if it begins none.
  func number(ofRule line: UnsafeRawBufferPointer) -> Int? {
    boundary == .rule ? Self.number(of: line) : nil
  }

  // MARK: Records

  /// A key, and the parts of its value, each the end of a line.
  struct Pair {
    var key: [UInt8]
    var parts: [UnsafeRawBufferPointer]

    /// The indices of the parts that go on in the line of the part before.
    var wrapped: Set<Int> = []
  }

  /// Returns the pairs of a record.
  ///
  /// - Parameter lines: The lines, without those between records.
  /// - Returns: The pairs; nil if a line is none and continues none.
  func pairs(of lines: [UnsafeRawBufferPointer]) -> [Pair]? {
    var pairs: [Pair] = []
    // In front of the first record may be empty lines; behind the last one is one.
    let lines = lines.drop(while: \.isEmpty)
    let place = lines.first.flatMap { self.place(of: $0) }
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? lines.startIndex
    for line in lines[..<end] {
      if let key = key(of: line, at: place), !key.isEmpty {
        pairs.append(Pair(key: Array(line[key]), parts: [value(of: line, at: place)]))
      } else if let last = pairs.indices.last, let part = wrappedPart(of: line, at: place),
        pairs[last].goesOn(with: part)
      {
        continue
      } else if let last = pairs.indices.last, let part = continuation(line, at: place) {
        pairs[last].endPart(isMarked: isMarked)
        pairs[last].parts.append(part)
      } else {
        return nil
      }
    }
    return pairs
  }

  /// A Boolean value that indicates whether a sign ends the lines of a value that goes on.
  private var isMarked: Bool {
    if case .aligned(_, isMarked: true) = divider { true } else { false }
  }

  /// Returns the offset of the divider in the lines of a record, by its first one; nil if they have
  /// it at their own.
  private func place(of first: UnsafeRawBufferPointer) -> Int? {
    guard case .aligned(let text, _) = divider else { return nil }
    return Self.offset(of: text, in: first)
  }

  private func key(of line: UnsafeRawBufferPointer, at place: Int?) -> Range<Int>? {
    switch divider {
    case .first(let sign):
      if let indentedColon, isIndentedPair(line) {
        return line.trimmed(from: 0, to: indentedColon)
      }
      return Self.key(of: line, sign)
    case .aligned(let text, _):
      guard let place, Self.has(text, at: place, of: line) else { return nil }
      return line.trimmed(from: 0, to: place)
    }
  }

  private func value(of line: UnsafeRawBufferPointer, at place: Int?) -> UnsafeRawBufferPointer {
    switch divider {
    case .first(let sign):
      if let indentedColon, isIndentedPair(line) {
        return line[
          rebased: line.trimmed(
            from: min(line.count, indentedColon + Self.colon.count), to: line.count)]
      }
      let start = (line.firstIndex(of: sign) ?? line.count - 1) + 1
      let isColon = sign == UInt8(ascii: ":")
      return line[
        rebased: isColon ? line.trimmed(from: start, to: line.count) : start..<line.count]
    case .aligned(let text, _):
      return line[rebased: min(line.count, (place ?? 0) + text.count)..<line.count]
    }
  }

  /// Returns the part of the value before that a line has; nil if it has none.
  private func continuation(
    _ line: UnsafeRawBufferPointer, at place: Int?
  ) -> UnsafeRawBufferPointer? {
    switch divider {
    case .first(let sign):
      guard sign == UInt8(ascii: ":"), line.first?.isBlank == true else { return nil }
      return line[rebased: 1..<line.count]
    case .aligned(let text, let isMarked):
      guard isMarked else { return boundary == .rule ? line : nil }
      guard let place, Self.has(text, at: place, of: line) else { return nil }
      return value(of: line, at: place)
    }
  }

  /// Returns the part of a value that `psql` has wrapped, behind its mark; nil if a line has none.
  private func wrappedPart(
    of line: UnsafeRawBufferPointer, at place: Int?
  ) -> UnsafeRawBufferPointer? {
    guard case .aligned(let text, isMarked: true) = divider, let place else { return nil }
    let start = place + text.count - 1
    guard start < line.count, line[..<place].allSatisfy({ $0 == 0x20 }),
      line[place..<start].elementsEqual(text.dropLast())
    else { return nil }
    let mark = Rules.wrapMarkLength(atStartOf: line[start...])
    return mark > 0 ? line[rebased: start + mark..<line.count] : nil
  }

  /// Returns the key of a line in front of a sign; nil if it has none.
  private static func key(of line: UnsafeRawBufferPointer, _ sign: UInt8) -> Range<Int>? {
    guard let end = line.prefix(longestKey + 1).firstIndex(of: sign),
      let first = line.first, first.isASCIILetter || first == UInt8(ascii: "_") || first >= 0x80
    else { return nil }
    let isColon = sign == UInt8(ascii: ":")
    if isColon, end + 1 < line.count, line[end + 1] != 0x20, line[end + 1] != 0x09 { return nil }
    let key = line.trimmed(from: 0, to: end)
    let isKey = line[key].allSatisfy { byte in
      byte.isASCIILetter || byte.isDigit || byte >= 0x80 || "_-.".utf8.contains(byte)
        || isColon && " ()/#@".utf8.contains(byte)
    }
    let wordCount = line[key].split(separator: 0x20).count
    return isKey && wordCount <= mostWords ? key : nil
  }

  private static func offset(of text: [UInt8], in line: UnsafeRawBufferPointer) -> Int? {
    line.indices.first { has(text, at: $0, of: line) }
  }

  /// Returns whether a line has a text at an offset, of which blanks at the end may be missing.
  private static func has(
    _ text: [UInt8], at offset: Int, of line: UnsafeRawBufferPointer
  ) -> Bool {
    guard offset < line.count else { return false }
    let found = line[offset..<min(line.count, offset + text.count)]
    return found.elementsEqual(text)
      || offset + text.count > line.count && found.elementsEqual(text.dropLast())
  }
}

extension PairLayout.Pair {
  /// Removes the mark for more lines from the last part: `text    +`.
  fileprivate mutating func endPart(isMarked: Bool) {
    guard isMarked, let last = parts.popLast() else { return }
    let mark = last.last == UInt8(ascii: "+") ? 1 : last.suffix(3).elementsEqual("↵".utf8) ? 3 : 0
    parts.append(last[rebased: 0..<last.trimmed(from: 0, to: last.count - mark).upperBound])
  }

  /// Adds a part of a line that is wrapped, if the last part has the mark for that.
  ///
  /// - Returns: `false` if it has none.
  fileprivate mutating func goesOn(with part: UnsafeRawBufferPointer) -> Bool {
    guard let last = parts.last, case let mark = Rules.wrapMarkLength(atEndOf: last),
      mark > 0
    else { return false }
    parts[parts.count - 1] = last[rebased: 0..<last.count - mark]
    wrapped.insert(parts.count)
    parts.append(part)
    return true
  }

  /// The value: its parts as lines.
  var value: [UInt8] {
    parts.indices.reduce(into: []) { text, index in
      if index > 0, !wrapped.contains(index) { text.append(0x0A) }
      text += parts[index]
    }
  }
}
