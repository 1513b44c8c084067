/// The conversion of a table whose columns are aligned with blanks, as in the output of `ps`.
///
/// A cell begins below the first character of its title or ends below the last, and has no two
/// blanks in a row, except in the last column. A line that could be divided in several ways, or
/// in none, becomes an object with the member `line`: a table is never guessed.
struct AlignedCoding: Sendable {
  /// The number of lines by which a table is detected, its header included.
  static let sampleSize = 50

  /// The number of lines among which the header must be: others may precede it.
  static let headerSampleSize = 8

  /// The number of sampled lines before the first row: the header and those before it.
  private(set) var headerCount = 1

  /// The index of the sampled line in which a table with other columns begins, or nil.
  private var otherTable: Int?

  private let columns: [AlignedColumn]

  /// A Boolean value that indicates whether the same number of blanks, two or more, separates all
  /// columns: then single blanks do not.
  private let areGapsEqual: Bool

  /// A Boolean value that indicates whether two or more blanks separate all columns, and single
  /// ones do not.
  private let areGapsWide: Bool

  /// A Boolean value that indicates whether no cell of the sampled rows is empty, but perhaps in a
  /// last line that is none.
  private let areFull: Bool

  /// The least number of blanks between two cells, which is in none of them; nil if some are empty.
  private let separator: Int?

  /// The widths of characters by which the columns are aligned.
  private let ruler: ColumnRuler

  /// The words of the header.
  let titles: [[UInt8]]

  /// The names and types of the fields.
  var fields: FieldCoding

  /// A Boolean value that indicates whether empty lines are between the rows; if not, what is
  /// behind one is no row.
  var isSpaced = false

  /// Infers the columns from the first lines; nil if none of them names columns.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isCertain: A Boolean value that indicates whether they are known to be such a table.
  init?(lines: [UnsafeRawBufferPointer], isCertain: Bool) {
    let lines = lines.map(\.withoutCarriageReturn)
    guard let first = lines.prefix(Self.headerSampleSize).firstIndex(where: Self.isHeader) else {
      return nil
    }
    let header = lines[first]
    guard !AlignedColumn.shareValues(Self.words(of: header)) else { return nil }
    // Below other lines, two words are more likely a row.
    guard first == 0 || Self.words(of: header).count > 2 else { return nil }
    let rows = lines[(first + 1)...]
    let other = rows.firstIndex { Self.isHeader($0, after: header) == .other }
    let sample = rows[..<(other ?? rows.endIndex)].filter {
      Self.isHeader($0, after: header) == nil
    }
    let rulers = sample.allSatisfy(ColumnRuler.isPlain) ? [.cells] : ColumnRuler.allCases
    let tables = rulers.flatMap { ruler in
      let words = sample.map(ruler.words)
      let titles = ruler.titles(of: header)
      let texts = titles.map { String(decoding: header[$0.bytes], as: UTF8.self) }
      return AlignedColumn.candidates(titles, texts, above: words).map {
        Self(header, $0, words, ruler)
      }
    }
    // The first of those with the fewest lines that are not divided; if characters may be measured
    // in several ways, of those with the fewest empty cells.
    let faults = tables.map { table in
      let alignedCount = sample.count { line in
        let words = table.ruler.words(of: line)
        return table.aligned(words) != nil || words.allSatisfy(\.isNumber)
      }
      return alignedCount * 2 > sample.count
        ? sample.count { table.cells(of: $0) == nil } : sample.count + 1
    }
    let least = faults.min() ?? 0
    let best = zip(tables, faults).filter { $0.1 == least }.map(\.0)
    // Where as many blanks are between all columns, single ones are in titles of several words.
    let equal = best.filter(\.areGapsEqual)
    var found = Self.fullest(equal.isEmpty ? best : equal, sample)
    // Nor where more blanks are, and a title of one word would have empty cells, or names would be
    // divided.
    if let wide = Self.fullest(best.filter(\.areGapsWide), sample), let narrow = found,
      wide.emptyCount(sample) < narrow.emptyCount(sample) || wide.hasNames(narrow, sample)
    {
      found = wide
    }
    guard least <= (sample.count > 2 ? max(1, sample.count / 10) : 0), let table = found,
      !sample.isEmpty,
      isCertain || table.isLikely(header, sample, below: lines[..<first])
    else { return nil }
    self = table
    (headerCount, otherTable) = (first + 1, other)
  }

  /// Creates a table with columns whose alignment is that of the cells below.
  private init(
    _ header: UnsafeRawBufferPointer, _ candidates: [AlignedColumn], _ rows: [[AlignedWord]],
    _ ruler: ColumnRuler
  ) {
    let cells = rows.compactMap { AlignedColumn.divide($0, among: candidates) }
    let aligned = candidates.enumerated().map { index, column in
      column.aligned(with: cells.compactMap { $0[index] })
    }
    // The others are no examples.
    let fitting = cells.filter { cells in
      zip(aligned, cells).allSatisfy { column, cell in cell.map(column.fits) ?? true }
    }
    let full = fitting.filter { !$0.contains { $0 == nil } }
    let areFull = full.count > 1 && fitting.dropLast().count <= full.count
    self.areFull = areFull
    columns = aligned.enumerated().map { index, column in
      column.with(examples: (areFull ? full : fitting).compactMap { $0[index] })
    }
    let gaps = AlignedColumn.gaps(candidates, cells)
    areGapsEqual =
      cells.count == rows.count && gaps.count > 1 && Set(gaps).count == 1 && gaps[0] > 1
    areGapsWide =
      cells.count == rows.count && (gaps.min() ?? 0) > 1 && candidates.contains { !$0.title.isWord }
    let lines = [candidates.map(\.title)] + fitting
    let least = lines.flatMap { $0.dropFirst().compactMap { $0?.gap } }.min() ?? 1
    let areWords = fitting.allSatisfy { $0.dropLast().allSatisfy { $0?.isWord ?? false } }
    let isFull = !fitting.isEmpty && !fitting.joined().contains { $0 == nil }
    separator = isFull && (least > 1 || areWords) ? least : nil
    self.ruler = ruler
    titles = Self.words(of: header).map { Array($0) }
    fields = FieldCoding(
      separator: UInt8(ascii: " "), notation: .plain,
      names: columns.map { String(decoding: header[$0.title.bytes], as: UTF8.self) })
  }

  /// Appends the object of the line at an offset, in front of which may be empty lines and the
  /// titles again.
  ///
  /// A line that is the last of several cells of a row alone is part of the row above.
  func append(_ line: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    let last = line.lastIndex { !$0.isJSONWhitespace } ?? line.count
    let start = line[..<last].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let linesBefore = line[..<max(0, start - 1)]
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    let lineBefore = linesBefore.last { $0.isEmptyLine || !$0.allSatisfy(\.isJSONWhitespace) }
    let isBehindEmpty = !isSpaced && start > 0 && lineBefore?.isEmptyLine ?? false
    let offset = offset + start
    let line = UnsafeRawBufferPointer(rebasing: line[start...]).withoutCarriageReturn
    guard !isBehindEmpty, isRow(line), let cells = cells(of: line),
      cells.count == 1 || cells.dropLast().contains(where: { !$0.isEmpty })
    else {
      return fields.appendOther(line, at: offset, to: &json)
    }
    for (column, cell) in cells.enumerated() {
      json.append(contentsOf: fields.prefixes[column])
      fields.appendValue(cell, ofColumn: column, at: offset, to: &json)
    }
    json.append(UInt8(ascii: "}"))
  }

  /// Returns whether a line has neither titles nor only rules, as `--  ----`, or dots for rows that
  /// are left out.
  private func isRow(_ line: UnsafeRawBufferPointer) -> Bool {
    guard Self.isHeader(line, after: titles) == nil else { return false }
    guard let first = line.first(where: { !$0.isBlank }), "-=.".utf8.contains(first) else {
      return true
    }
    let words = Self.words(of: line)
    return words.count < 2 || !words.allSatisfy { $0.count > 1 && $0.allSatisfy { $0 == first } }
  }

  /// Returns the type of each column by the first lines, and the reason where numbers are texts.
  func types(of lines: [UnsafeRawBufferPointer]) -> [(type: FieldType, doubt: String?)] {
    let rows = rows(of: lines)
    return fields.names.indices.map { column in
      FieldType.inferred(from: rows.lazy.map { String(decoding: $0[column], as: UTF8.self) })
    }
  }

  /// Returns the cells of the rows among the first lines.
  private func rows(of lines: [UnsafeRawBufferPointer]) -> [[UnsafeRawBufferPointer]] {
    lines[..<(otherTable ?? lines.count)].dropFirst(headerCount)
      .map(\.withoutCarriageReturn).filter(isRow).compactMap(cells)
  }

  /// Returns the title that alone has typed values below, if no title is a common one or all are in
  /// capitals: the header may be a row.
  func weakTitle(above lines: [UnsafeRawBufferPointer]) -> String? {
    let table = rows(of: lines)
    let typed = typedColumns(of: table)
    guard typed.count == 1, !fields.names.contains(where: \.isCommonTitle),
      titles.joined().contains(where: { $0 &- UInt8(ascii: "a") < 26 })
    else { return nil }
    return fields.names[typed[0]]
  }

  /// Returns the first of the tables whose lines have the fewest empty cells; of those that measure
  /// characters alike, the first.
  private static func fullest(_ tables: [Self], _ lines: [UnsafeRawBufferPointer]) -> Self? {
    let firsts = ColumnRuler.allCases.compactMap { ruler in tables.first { $0.ruler == ruler } }
    guard firsts.count > 1 else { return tables.first }
    return firsts.min { $0.emptyCount(lines) < $1.emptyCount(lines) }
  }

  /// Returns whether a title of two words that another table takes for two has two words that are
  /// no numbers in all lines below.
  private func hasNames(_ other: Self, _ lines: [UnsafeRawBufferPointer]) -> Bool {
    guard columns.count + 1 == other.columns.count,
      let name = columns.indices.first(where: {
        columns[$0].title.bytes != other.columns[$0].title.bytes
      })
    else { return false }
    return lines.allSatisfy { line in
      guard let cell = cells(of: line)?[name] else { return false }
      let words = Self.words(of: cell)
      return words.count == 2
        && words.allSatisfy { $0.first.map { $0.isASCIILetter || $0 >= 0x80 } ?? false }
    }
  }

  /// Returns the number of empty cells of some lines.
  private func emptyCount(_ lines: [UnsafeRawBufferPointer]) -> Int {
    lines.reduce(0) { $0 + (cells(of: $1)?.count(where: \.isEmpty) ?? 0) }
  }

  /// Returns the cells of a line; nil if they are not certain.
  private func cells(of line: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer]? {
    let words = ruler.words(of: line)
    let cells = aligned(words) ?? pushed(words)
    return cells?.map { line[rebased: $0.map(\.bytes) ?? 0..<0] }
  }

  /// Divides a line by the titles that its words are below.
  private func aligned(_ words: [AlignedWord]) -> [AlignedWord?]? {
    guard let cells = AlignedColumn.divide(words, among: columns),
      zip(columns, cells).allSatisfy({ column, cell in
        cell.map {
          column.fits($0) && column.mayHold($0, isWide: areGapsEqual || areGapsWide)
        } ?? true
      }), !isOther(cells)
    else { return nil }
    return cells
  }

  /// Returns whether cells are those of another line, such as `Total:   2`: the last ones are
  /// empty, as no others are, and one is not like those above.
  private func isOther(_ cells: [AlignedWord?]) -> Bool {
    areFull && (cells.last.map { $0 == nil } ?? false)
      && zip(columns, cells).contains { column, cell in
        cell.map { !column.isLikeExamples($0) } ?? false
      }
  }

  /// Divides a line in which a cell is too wide and moves those behind it, if no cell is empty.
  ///
  /// A cell that was moved is as far behind its place as the one before it, or as near to it as
  /// cells may be.
  private func pushed(_ words: [AlignedWord]) -> [AlignedWord?]? {
    guard let separator else { return nil }
    let all = words.indices.filter { $0 == 0 || words[$0].gap >= separator }
    // Single blanks may be in the last cell.
    let starts = separator > 1 ? all[...] : all.prefix(columns.count)
    let cells = zip(starts, starts.dropFirst() + [words.count]).map { AlignedWord(words[$0..<$1]) }
    // Two blanks in the last cell are between two of them.
    guard cells.count == columns.count,
      words[((starts.last ?? 0) + 1)...].allSatisfy({ $0.gap == 1 })
    else { return nil }
    var shift = 0
    for (column, cell) in zip(columns, cells) {
      guard let cell, column.mayHold(cell, isWide: separator > 1) else { return nil }
      let isNext = cell.gap == separator || cell.columns.lowerBound == 0
      guard let next = column.shift(of: cell, after: shift, mayGrow: isNext),
        // What is at its place, such as a date among times, need not be like the others.
        next == 0 && column.isAligned || column.isLikeExamples(cell)
      else { return nil }
      shift = next
    }
    return cells
  }

  // MARK: Detection

  /// Returns whether a line may be a header: several words that begin with letters.
  ///
  /// No word begins with a digit or with punctuation; but `1K-blocks` is a title of `df`. Lines of
  /// logs begin with a level: `ERROR  no`, `Note:  yes`.
  static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = words(of: line.withoutCarriageReturn)
    let first = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return words.count > 1 && hasWideBlank(line) && first.last != ":" && !isLevel(first)
      && !["\u{2502}", "\u{2503}", "\u{2551}"].contains(first)
      && words.allSatisfy { word in
        word.first.map { $0.isASCIILetter || $0 >= 0x80 || $0 == UInt8(ascii: "%") } ?? false
          || word.suffix(7).elementsEqual("-blocks".utf8)
      }
  }

  private static func isLevel(_ word: String) -> Bool {
    LogLevel(word).map { $0 != .info || word == "INFO" } ?? false && word.count > 2
  }

  private enum LaterHeader {
    /// The same titles.
    case same
    /// Other titles, of which the first is the same.
    case other
  }

  /// Returns whether a line, maybe behind an empty one, has the titles of another table.
  func isOtherHeader(_ line: UnsafeRawBufferPointer, isBehindEmpty: Bool) -> Bool {
    let line = line.withoutCarriageReturn
    if let header = Self.isHeader(line, after: titles) { return header == .other }
    return isBehindEmpty && !isSpaced && Self.isHeader(line)
      && (Self.isCapital(line) || cells(of: line) == nil)
  }

  private static func isCapital(_ line: UnsafeRawBufferPointer) -> Bool {
    !line.contains { $0 &- UInt8(ascii: "a") < 26 }
  }

  private static func isHeader(
    _ line: UnsafeRawBufferPointer, after header: UnsafeRawBufferPointer
  ) -> LaterHeader? {
    isHeader(line, after: words(of: header).map { Array($0) })
  }

  /// Returns whether a line has the titles of a table again.
  static func hasTitles(_ titles: [[UInt8]], in line: UnsafeRawBufferPointer) -> Bool {
    isHeader(line, after: titles) == .same
  }

  /// Returns whether a line is a header below the first one; they begin with the same word.
  private static func isHeader(
    _ line: UnsafeRawBufferPointer, after titles: [[UInt8]]
  ) -> LaterHeader? {
    guard let title = titles.first, line.drop(while: \.isBlank).starts(with: title), isHeader(line)
    else { return nil }
    let words = words(of: line)
    guard words.first?.count == title.count else { return nil }
    return words.elementsEqual(titles) { $0.elementsEqual($1) } ? .same : .other
  }

  /// Returns whether the columns are likely those of a table, not words of a text.
  ///
  /// The names are in capitals, and not all words below them, or usual titles, or there is a column
  /// of typed values, which no line above the names has, too.
  private func isLikely(
    _ header: UnsafeRawBufferPointer, _ rows: [UnsafeRawBufferPointer],
    below others: ArraySlice<UnsafeRawBufferPointer>
  ) -> Bool {
    guard fields.names.count > 1, rows.contains(where: Self.hasWideBlank),
      !header.hasMoreTabs(than: rows)
    else { return false }
    let table = rows.compactMap(cells)
    guard !table.allSatisfy({ Self.areSeveralNumbers($0.last) }) else { return false }
    let hasHash = fields.names.indices.contains { column in
      fields.names[column].isHash(
        above: table.lazy.map { String(decoding: $0[column], as: UTF8.self) })
    }
    guard !hasHash else { return false }
    // No row begins with a usual title, as a name beside its value does.
    let areUsual =
      Self.words(of: header).allSatisfy(\.isUsualTitle)
      && !rows.contains { Self.words(of: $0).first?.isUsualTitle == true }
    if Self.isCapital(header), !rows.allSatisfy(\.isOfCapitals) || areUsual { return true }
    guard Self.isCapital(header) || fields.names.count > 2 else { return false }
    let typed = typedColumns(of: table)
    let areRowsAbove = others.contains { line in
      guard let cells = cells(of: line), !cells.contains(where: \.isEmpty) else { return false }
      return typed.allSatisfy { Self.isTyped(cells[$0]) }
    }
    return !areRowsAbove && typed.count * table.count > (Self.isCapital(header) ? 0 : 1)
  }

  /// Returns the columns of rows in which each cell has a typed value.
  private func typedColumns(of table: [[UnsafeRawBufferPointer]]) -> [Int] {
    fields.names.indices.filter { column in table.allSatisfy { Self.isTyped($0[column]) } }
  }

  private static func isTyped(_ cell: UnsafeRawBufferPointer) -> Bool {
    cell.first?.isDigit ?? false && String(decoding: cell, as: UTF8.self).isTypedValue
  }

  /// Returns whether a cell has more numbers than a time has: some are below no title.
  private static func areSeveralNumbers(_ cell: UnsafeRawBufferPointer?) -> Bool {
    let words = cell.map { Self.words(of: $0) } ?? []
    return words.count > 3 && words.allSatisfy { $0.first?.isDigit ?? false }
  }

  private static func hasWideBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = line.drop(while: \.isBlank)
    return line.contains(0x09)
      || zip(line, line.dropFirst()).contains { $0.isBlank && $1.isBlank }
  }

  /// Splits a line into words; the last one of a limited number is the rest of the line.
  static func words(
    of line: UnsafeRawBufferPointer, limit: Int = .max
  ) -> [UnsafeRawBufferPointer] {
    line.split(maxSplits: limit - 1, whereSeparator: \.isBlank).map(trimmed)
  }

  private static func trimmed(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> UnsafeRawBufferPointer {
    var text = text.drop(while: \.isBlank)
    while text.last?.isBlank ?? false { text.removeLast() }
    return UnsafeRawBufferPointer(rebasing: text)
  }
}
