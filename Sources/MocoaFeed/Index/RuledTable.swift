/// A table with a line of rules below its titles: `-----  ---`, `----+---`, a box, or Markdown.
///
/// The rules say where the columns are. A line that has anything else where they are divided has
/// another form.
struct RuledTable: Sendable {
  /// The number of lines up to the rules, with those in front of the table.
  let headerCount: Int

  /// The end of the sampled lines of the table.
  private let rowsEnd: Int

  /// A Boolean value that indicates whether the last sampled line may have the titles of another
  /// table.
  private let mayHaveTitles: Bool

  /// The number of lines before the table.
  let leadCount: Int

  /// What the lines between the titles and the rules have, such as types of columns; nil for none.
  let otherHeader: String?

  /// Where the rules are, and how they divide rows.
  let layout: RuledLayout

  /// The names and types of the fields.
  var fields: FieldCoding

  /// The number of lines among which the rules must be.
  private static let headerSampleSize = 12

  /// The largest number of lines of titles.
  private static let longestHeader = 3

  /// Finds the rules in the first lines; nil if there are none, or if they do not divide the lines.
  init?(lines: [UnsafeRawBufferPointer]) {
    let lines = lines.map(\.withoutCarriageReturn)
    let head = lines.prefix(Self.headerSampleSize)
    guard var place = head.firstIndex(where: { Rules($0) != nil }), let first = Rules(lines[place])
    else { return nil }
    var (header, lead) = (place - 1..<place, place - 1)
    // Above the titles may be the upper edge.
    let isEdged = place == 0 || first.cells(of: lines[place - 1]) == nil
    if isEdged {
      guard
        let next = head[(place + 1)...].prefix(Self.longestHeader + 1)
          .firstIndex(where: { Rules($0).map { $0.columns == first.columns } ?? false }),
        next > place + 1
      else { return nil }
      (header, lead, place) = (place + 1..<next, place, next)
    }
    guard let rules = Rules(lines[place]) else { return nil }
    let titles = header.compactMap { rules.cells(of: lines[$0]) }.map { cells in
      cells.map { String(decoding: $0, as: UTF8.self) }
    }
    guard titles.count == header.count, let names = titles.first,
      names.contains(where: { !$0.isEmpty })
    else { return nil }
    // `-----  ---` above the totals of a table has rows above it.
    guard rules.isBarred || !lines[..<lead].contains(where: { rules.cells(of: $0) != nil }) else {
      return nil
    }
    // Up to the next table.
    let rest = lines[(place + 1)...]
    let areRules = rest.map { Rules($0) != nil }
    // Behind the first rule is another row, not the end or what is below the table, and the rule is
    // not one of the same table again: below its titles, or behind the number of its rows.
    let firstRule = areRules.firstIndex(of: true).map { rest.startIndex + $0 }
    let isDivided =
      rules.isBarred
      && firstRule.map { rule in
        rule + 1 < rest.endIndex && Rules(lines[rule])?.columns == rules.columns
          && Rules(lines[rule + 1]) == nil && rules.cells(of: lines[rule + 1]) != nil
          && !lines[rule - 1].elementsEqual(lines[header.lowerBound])
          && !lines[rest.startIndex..<rule].contains { RowCount.isWritten(in: $0) }
      } ?? false
    let end =
      zip(rest.indices, areRules).first { $0.1 && !(isEdged && isDivided) }?.0 ?? rest.endIndex
    let rows = zip(rest, areRules).prefix(end - rest.startIndex).filter { !$0.1 }.map(\.0)
    let others = rows.filter { rules.cells(of: $0) == nil }
    // Below the table may be the number of its rows, which may be 0.
    let isEmpty =
      rules.isBarred && rows.contains { RowCount.isWritten(in: $0) }
      && rows.allSatisfy { $0.isEmpty || RowCount.isWritten(in: $0) }
    guard !rest.contains(where: rules.isPartial), isEmpty || rows.count > others.count,
      isEmpty || others.count <= max(2, rows.count / 10),
      !(lines[..<lead] + others).contains(where: LogFormat.general.reads)
    else { return nil }
    rowsEnd = end
    mayHaveTitles = end < rest.endIndex && !isEdged && end > place + 1
    // Lines without an empty cell are rows of a section, such as those above a total.
    let areRows = rest.map { Rules($0) == nil && rules.cells(of: $0) != nil }
    let hasLongRows = isEdged || zip(areRows, areRows.dropFirst()).contains { $0 && $1 }
    let areWhole = zip(rest, areRules).map { line, isRule in
      !isRule && rules.cells(of: line).map { !$0.contains(where: \.isEmpty) } ?? false
    }
    let hasSections = isDivided && zip(areWhole, areWhole.dropFirst()).contains { $0 && $1 }
    var hasWrappedLines = false
    if isEdged, !isDivided || hasSections {
      guard let isWrapped = rules.areWrapped(lines[(place + 1)...], names) else { return nil }
      hasWrappedLines = isWrapped
    }
    layout = RuledLayout(
      rules: rules, isEdged: isEdged, hasRulesBetween: isDivided && !hasSections && hasLongRows,
      hasWrappedLines: hasWrappedLines, titles: Array(lines[header.lowerBound]))
    (headerCount, leadCount) = (place + 1, lead)
    fields = FieldCoding(separator: UInt8(ascii: " "), notation: .plain, names: names)
    let more = titles.dropFirst().map { $0.joined(separator: " ") }
    otherHeader = more.isEmpty ? nil : more.joined(separator: " ")
  }

  /// The types of the columns by the first lines, and the reason where numbers are texts.
  func types(of lines: [UnsafeRawBufferPointer]) -> [(type: FieldType, doubt: String?)] {
    let rows = lines[headerCount..<rowsEnd].compactMap {
      layout.rules.cells(of: $0.withoutCarriageReturn)
    }
    func types(_ rows: some Collection<[[UInt8]]>) -> [(type: FieldType, doubt: String?)] {
      fields.names.indices.map { column in
        FieldType.inferred(from: rows.lazy.map { String(decoding: $0[column], as: UTF8.self) })
      }
    }
    let all = types(rows)
    guard mayHaveTitles else { return all }
    let others = types(rows.dropLast())
    let areAlike = zip(all, others).allSatisfy {
      $1.type.isNumber != true || $0.type.isNumber == true
    }
    return areAlike ? all : others
  }

  /// Appends the object of the row at an offset.
  ///
  /// What is behind an empty line is no row.
  func append(_ row: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    let lines = row.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      UnsafeRawBufferPointer(rebasing: $0).withoutCarriageReturn
    }
    let texts = lines.filter { !layout.isBetweenRows($0) }
    let isBehind = lines.prefix(while: layout.isBetweenRows).contains {
      !$0.isBlank && !layout.isRule($0) || $0.isEmpty
    }
    let cells = texts.compactMap(layout.rules.cells)
    guard !isBehind, cells.count == texts.count, !cells.isEmpty else {
      return fields.appendOther(texts, at: offset, to: &json)
    }
    let wraps = cells.count == 1 ? [] : texts.map { layout.rules.wraps(in: $0) }
    for column in fields.names.indices {
      json.append(contentsOf: fields.prefixes[column])
      let parts = cells.count == 1 ? [cells[0][column]] : cells.map { $0[column] }
      let end = parts.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
      var text: [UInt8] = []
      for index in 0..<end {
        if index > 0, wraps[index - 1].after.contains(column), wraps[index].before.contains(column)
        {
          text.removeLast(Rules.wrapMarkLength(atEndOf: text))
          text += parts[index].dropFirst(Rules.wrapMarkLength(atStartOf: parts[index]))
        } else {
          text += (index > 0 ? [0x0A] : []) + parts[index]
        }
      }
      text.withUnsafeBytes { fields.appendValue($0, ofColumn: column, at: offset, to: &json) }
    }
    json.append(UInt8(ascii: "}"))
  }
}

/// Where the rules of a table are, and how they divide rows.
struct RuledLayout: Sendable, Equatable {
  fileprivate let rules: Rules

  /// A Boolean value that indicates whether a rule is above the titles, and another one below the
  /// last row.
  let isEdged: Bool

  /// A Boolean value that indicates whether rules divide all rows, which may have several lines.
  let hasRulesBetween: Bool

  /// A Boolean value that indicates whether lines without a first cell go on with the row above.
  let hasWrappedLines: Bool

  /// The line with the titles.
  let titles: [UInt8]

  /// Returns whether a line has the titles again.
  func hasTitles(_ line: UnsafeRawBufferPointer) -> Bool { line.elementsEqual(titles) }

  /// Returns whether a line behind a rule may be a row: one with an edge in front, if there are.
  func mayBeRow(_ line: UnsafeRawBufferPointer) -> Bool {
    !isEdged || line.first { $0 != 0x20 }?.isRule ?? false
  }

  /// Returns whether a line goes on with the row above, as its first cell is empty.
  func continuesRow(_ line: UnsafeRawBufferPointer) -> Bool {
    hasWrappedLines && rules.cells(of: line)?.first?.isEmpty ?? false
  }

  /// Returns whether a line has rules and nothing else.
  func isRule(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first, first.isRule || first == 0x20,
      line.allSatisfy({ $0.isRule || $0 == 0x20 }), let other = Rules(line)
    else { return false }
    guard rules.isBarred else { return true }
    // `| ---- |` is a row below an edge; elsewhere `| - | - |` is.
    if isEdged { return other.isBarred && !line.contains(0x20) }
    return other.isBarred && (!line.contains(0x20) || other.columns.allSatisfy { $0.count > 2 })
  }

  /// Returns whether a line is none of a row: a rule, the number of rows, or blank.
  func isBetweenRows(_ line: UnsafeRawBufferPointer) -> Bool {
    line.isBlank || isRule(line) || isCount(line)
  }

  /// Returns whether a rule is the lower edge of a box.
  func isLowerEdge(_ line: UnsafeRawBufferPointer) -> Bool {
    ["└", "┕", "┖", "┗", "╘", "╙", "╚", "╰"].contains { line.starts(with: $0.utf8) }
  }

  /// Returns whether a line says how many rows are above it.
  func isCount(_ line: UnsafeRawBufferPointer) -> Bool {
    RowCount.isWritten(in: line, mayBeBare: isEdged)
  }

  /// Returns whether the row of a line goes on in the next one.
  func goesOn(_ line: UnsafeRawBufferPointer) -> Bool { rules.goesOn(line) }

  /// Returns the columns whose cells in a line are the rest of the line before, and those whose
  /// cells may go on in the next one.
  func wraps(in line: UnsafeRawBufferPointer) -> (before: [Int], after: [Int]) {
    rules.wraps(in: line)
  }
}

/// A line of rules.
private struct Rules: Sendable, Equatable {
  /// The columns of the screen below each rule.
  private(set) var columns: [Range<Int>] = []

  /// A Boolean value that indicates whether bars divide the columns, not blanks.
  private(set) var isBarred = false

  /// The columns of the screen of the bars.
  private var bars: [Int] = []

  /// A Boolean value that indicates whether cells need not be below the rules, as in Markdown.
  private var isMarkdown = false

  /// Reads a line of rules; nil if it is none.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let first = line.first, first == 0x20 || first.isRule else { return nil }
    var column = 0
    var (start, longest): (Int?, Int) = (nil, 0)
    func endRule() {
      guard let rule = start else { return }
      columns.append(rule..<column)
      longest = max(longest, column - rule)
      start = nil
    }
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "-", "=", ":", "\u{2500}", "\u{2501}", "\u{2550}", "\u{2574}"..."\u{257F}":
        start = start ?? column
      case " ": endRule()
      case "+", "|", "\u{2502}"..."\u{254B}", "\u{2551}"..."\u{256C}", "\u{256D}"..."\u{2570}":
        endRule()
        bars.append(column)
      default: return nil
      }
      column += 1
    }
    endRule()
    isBarred = !bars.isEmpty
    isMarkdown = line.contains(UInt8(ascii: "|"))
    // A single rule is more likely a line below a heading.
    guard longest > 1 || isMarkdown && longest > 0, columns.count > 1 || bars.count > 1 else {
      return nil
    }
    // Inner bars, and perhaps outer ones.
    guard !isBarred || columns.count - 1...columns.count + 1 ~= bars.count else { return nil }
  }

  /// Returns whether a cell ends with the mark of `psql` for more lines, in place of its margin.
  func goesOn(_ line: UnsafeRawBufferPointer) -> Bool {
    guard isBarred, !isMarkdown, line.contains(where: { $0 == UInt8(ascii: "+") || $0 == 0xB5 })
    else { return false }
    let places = Places(line)
    return columns.contains { rule in
      guard let end = places.offset(of: rule.upperBound) else { return false }
      return Self.mark(at: end, of: line, from: places.offset(of: rule.upperBound - 1)) > 0
    }
  }

  /// The marks of `psql` for texts that are wrapped, in place of the margins on both sides.
  private static let wrapMarks = [".", "\u{2026}"].map { Array($0.utf8) }

  static func wrapMarkLength(atStartOf text: [UInt8]) -> Int {
    wrapMarks.first(where: text.starts)?.count ?? 0
  }

  static func wrapMarkLength(atEndOf text: [UInt8]) -> Int {
    wrapMarks.first { text.suffix($0.count).elementsEqual($0) }?.count ?? 0
  }

  /// Returns the columns whose cells in a line have a mark in front, and those with one behind.
  func wraps(in line: UnsafeRawBufferPointer) -> (before: [Int], after: [Int]) {
    guard isBarred, !isMarkdown, line.contains(where: { $0 == UInt8(ascii: ".") || $0 == 0xE2 })
    else { return ([], []) }
    let places = Places(line)
    func isMark(at column: Int) -> Bool {
      guard let start = places.offset(of: column), let end = places.offset(of: column + 1) else {
        return false
      }
      return Self.wrapMarks.contains { line[start..<end].elementsEqual($0) }
    }
    return (
      columns.indices.filter { isMark(at: columns[$0].lowerBound) },
      columns.indices.filter { isMark(at: columns[$0].upperBound - 1) }
    )
  }

  /// Returns the number of bytes of the mark for more lines that ends at an offset.
  private static func mark(
    at end: Int, of line: UnsafeRawBufferPointer, from start: Int?
  ) -> Int {
    guard let start, start < end else { return 0 }
    let text = line[start..<end]
    return text.elementsEqual("+".utf8) || text.elementsEqual("\u{21B5}".utf8) ? text.count : 0
  }

  /// Returns the cells of a line; nil if it is not divided where the rules are, or if it only says
  /// that some rows are left out.
  func cells(of line: UnsafeRawBufferPointer) -> [[UInt8]]? {
    parts(of: line).flatMap { cells in cells.allSatisfy(Self.dots.contains) ? nil : cells }
  }

  /// Returns whether a line has a rule below some of its cells only.
  func isPartial(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.first == 0xE2, Rules(line) == nil else { return false }
    return ["\u{251C}\u{2500}", "\u{253C}\u{2500}"].contains { mark in
      String(decoding: line, as: UTF8.self).contains(mark)
    }
  }

  /// Returns whether lines without a first cell go on with the row above, which they do if the next
  /// word does not fit there; nil if that is uncertain.
  func areWrapped(
    _ lines: ArraySlice<UnsafeRawBufferPointer>, _ titles: [String]
  ) -> Bool? {
    let isRecord = [["Field", "Value"], ["Property", "Value"]].contains(titles)
    let rows = lines.map { Rules($0) == nil ? cells(of: $0) : nil }
    var isWrapped: Bool?
    var above: [[UInt8]]?
    for row in rows {
      defer { above = row }
      guard let above, let row, row[0].isEmpty else { continue }
      let filled = row.indices.filter { !row[$0].isEmpty }
      let isFull = filled.contains { column in
        let word = row[column].prefix { $0 != 0x20 }
        return Self.width(above[column]) + 1 + Self.width(word) > columns[column].count - 2
      }
      let isRest = isRecord || isFull && filled.allSatisfy { !above[$0].isEmpty }
      guard isRest || filled.count > 1, isWrapped ?? isRest == isRest else { return nil }
      isWrapped = isRest
    }
    return isWrapped ?? false
  }

  private static func width(_ text: some Collection<UInt8>) -> Int {
    String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.cellCount }
  }

  private static let dots = ["\u{B7}", "\u{2026}", ":", "..."].map { Array($0.utf8) }

  private func parts(of line: UnsafeRawBufferPointer) -> [[UInt8]]? {
    if isMarkdown { return Self.cellsOfMarkdown(line, columns.count) }
    let places = Places(line)
    var cells: [[UInt8]] = []
    for (index, rule) in columns.enumerated() {
      let isLast = index + 1 == columns.count
      let isOpen = isLast && (!isBarred || bars[bars.count - 1] < rule.lowerBound)
      guard let start = places.offset(of: rule.lowerBound),
        let end = places.offset(of: isOpen ? .max : rule.upperBound),
        let next = places.offset(of: isLast ? .max : columns[index + 1].lowerBound),
        isDivision(line[end..<next], isBarred: isBarred && !isOpen),
        index > 0 || isDivision(line[..<start], isBarred: isBarred && start > 0)
      else { return nil }
      let mark =
        isBarred
        ? Self.mark(at: end, of: line, from: places.offset(of: rule.upperBound - 1)) : 0
      let text = line.trimmed(from: start, to: end - mark)
      cells.append(Array(line[text]))
    }
    return cells
  }

  /// Returns whether some bytes are a bar, or blanks.
  private func isDivision(_ bytes: Slice<UnsafeRawBufferPointer>, isBarred: Bool) -> Bool {
    guard isBarred else { return bytes.allSatisfy { $0 == 0x20 } }
    return ["|", "\u{2502}", "\u{2503}", "\u{2551}"].contains { bytes.elementsEqual($0.utf8) }
  }

  private static func cellsOfMarkdown(
    _ line: UnsafeRawBufferPointer, _ count: Int
  ) -> [[UInt8]]? {
    let bar = UInt8(ascii: "|")
    var text = line[line.trimmed(from: 0, to: line.count)]
    guard text.contains(bar) else { return nil }
    if text.first == bar { text.removeFirst() }
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text {
      if isEscaped, byte != bar, byte != UInt8(ascii: "\\") {
        cells[cells.count - 1].append(UInt8(ascii: "\\"))
      }
      let isEscape = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == bar, !isEscaped {
        cells.append([])
      } else if !isEscape {
        cells[cells.count - 1].append(byte)
      }
      isEscaped = isEscape
    }
    if text.last == bar, cells.count > count { cells.removeLast() }
    return cells.count == count ? cells.map(\.trimmed) : nil
  }
}

/// The offsets of the bytes of a line at columns of the screen.
private struct Places {
  private var offsets: [Int]?
  private let count: Int

  init(_ line: UnsafeRawBufferPointer) {
    count = line.count
    // In text that is not UTF-8, each byte has a column.
    guard line.contains(where: { $0 >= 0x80 }), UTF8Sequence.firstInvalid(in: line) == nil else {
      return
    }
    var offsets: [Int] = []
    var offset = 0
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      offsets += repeatElement(offset, count: scalar.cellCount)
      offset += UTF8.width(scalar)
    }
    self.offsets = offsets
  }

  /// Returns the offset at a column; the end behind the last one; nil within a character.
  func offset(of column: Int) -> Int? {
    guard let offsets else { return min(column, count) }
    guard column < offsets.count else { return count }
    return column > 0 && offsets[column - 1] == offsets[column] ? nil : offsets[column]
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether there are blanks and nothing else.
  var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte may be part of a line of rules between bars.
  var isRule: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "+"),
      UInt8(ascii: "|"), 0x80...0xBF, 0xE2:
      true
    default: false
    }
  }
}

extension [UInt8] {
  /// The bytes without blanks around them.
  fileprivate var trimmed: [UInt8] {
    withUnsafeBytes { Array($0[$0.trimmed(from: 0, to: count)]) }
  }
}
