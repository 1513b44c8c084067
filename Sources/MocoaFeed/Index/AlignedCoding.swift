/// The conversion of a table whose columns are aligned with blanks, as in the output of `ps`.
///
/// A gap between columns is where all sampled lines have blanks; other lines are split there, too.
/// A line with text in a gap is split into words if all sampled ones could have been; otherwise it
/// becomes an object with the member `line`, as does a repeated header.
struct AlignedCoding: Sendable {
  /// The number of lines by which a table is detected, its header included.
  static let sampleSize = 50

  /// The number of lines among which the header must be: others may precede it.
  static let headerSampleSize = 8

  /// The number of sampled lines before the first row: the header and those before it.
  private(set) var headerCount = 1

  /// The index of the sampled line in which a table with other columns begins, or nil.
  private(set) var otherTable: Int?

  /// The columns of the screen between those of the table; nil if fields are words.
  private let gaps: [Range<Int>]?

  /// A Boolean value that indicates whether fields are words; the last one is the rest of the line.
  private let areWords: Bool

  /// The widths of characters by which the columns are aligned.
  private let ruler: ColumnRuler

  /// The words of the header.
  private let titles: [[UInt8]]

  /// A Boolean value that indicates whether wide blanks alone separate all titles.
  private let areTitlesWide: Bool

  /// The names of the fields.
  let fields: FieldCoding

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
    let rows = lines[(first + 1)...]
    let other = rows.firstIndex { Self.isHeader($0, after: header) == .other }
    let sample = rows[..<(other ?? rows.endIndex)].filter {
      Self.isHeader($0, after: header) == nil
    }
    let rulers = sample.allSatisfy(ColumnRuler.isPlain) ? [.cells] : ColumnRuler.allCases
    let table = [0, max(1, sample.count / 10)].lazy.compactMap { outliers in
      rulers.compactMap { Self(header, sample, by: $0, outliers: outliers, isCertain: isCertain) }
        .max { $0.fields.names.count < $1.fields.names.count }
    }.first
    guard let table else { return nil }
    self = table
    (headerCount, otherTable) = (first + 1, other)
  }

  /// Infers the columns from a header and rows, some of which may have text in gaps.
  private init?(
    _ header: UnsafeRawBufferPointer, _ rows: [UnsafeRawBufferPointer], by ruler: ColumnRuler,
    outliers: Int, isCertain: Bool
  ) {
    guard rows.count > outliers * 2 else { return nil }
    let names = Self.words(of: header)
    let cells = ruler.gaps(of: rows, below: header, outliers: outliers)
    let titles = ruler.split(header, at: cells) ?? []
    let named = titles.count { !$0.isEmpty }
    let areTitlesDense = titles.allSatisfy { !Self.hasWideBlank($0) }
    let areGapsWide = cells.allSatisfy { $0.count > 1 }
    let areRowsOfWords = rows.allSatisfy { Self.words(of: $0).count >= names.count }
    if named == names.count || areTitlesDense && (areGapsWide || !areRowsOfWords) {
      gaps = cells
      areWords =
        titles.count == names.count
        && rows.allSatisfy { row in
          let words = Self.words(of: row, limit: names.count)
          guard let cells = ruler.split(row, at: cells) else { return words.count == names.count }
          return cells.elementsEqual(words) { $0.elementsEqual($1) }
        }
    } else if areRowsOfWords, !cells.isEmpty {
      (gaps, areWords) = (nil, true)
    } else {
      return nil
    }
    self.ruler = ruler
    self.titles = names.map { Array($0) }
    fields = FieldCoding(
      separator: UInt8(ascii: " "), hasQuotes: false,
      names: (gaps == nil ? names : titles).map { String(decoding: $0, as: UTF8.self) })
    areTitlesWide = Self.widelySeparated(header).count == fields.names.count
    guard isCertain || isLikely(header, rows, outliers) else { return nil }
  }

  /// Appends the object of a line.
  ///
  /// - Throws: A fault if the line is the header of another table.
  func append(_ line: UnsafeRawBufferPointer, to json: inout [UInt8]) throws(RowCoding.Fault) {
    let line = UnsafeRawBufferPointer(rebasing: line.drop { $0 == 0x0A || $0 == 0x0D })
      .withoutCarriageReturn
    let header = Self.isHeader(line, after: titles)
    if header == .other { throw RowCoding.Fault(reason: .otherTable) }
    guard header == nil, let cells = cells(of: line) else {
      return RowCoding.appendText(line, to: &json)
    }
    for (prefix, cell) in zip(fields.prefixes, cells) {
      json.append(contentsOf: prefix)
      FieldCoding.append(cell, isQuoted: false, to: &json)
    }
    json.append(UInt8(ascii: "}"))
  }

  private func cells(of line: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer]? {
    let cells = gaps.flatMap { ruler.split(line, at: $0) }
    // A cell that overflows narrows a gap for all: a single blank there may be part of a cell.
    if areTitlesWide, cells.map({ zip($0, $0.dropFirst()).contains(where: Self.isTorn) }) ?? true {
      let wide = Self.widelySeparated(line)
      if wide.count == fields.names.count { return wide }
    }
    if let cells { return cells }
    guard areWords else { return nil }
    let words = Self.words(of: line, limit: fields.names.count)
    return words.count == fields.names.count ? words : nil
  }

  // MARK: Detection

  /// Returns whether a line may be a header: several words that begin with letters.
  ///
  /// No word begins with a digit or with punctuation; but `1K-blocks` is a title of `df`.
  static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = words(of: line.withoutCarriageReturn)
    return words.count > 1 && hasWideBlank(line)
      && words.allSatisfy { word in
        word.first.map { $0 | 0x20 &- 0x61 < 26 || $0 >= 0x80 || $0 == UInt8(ascii: "%") } ?? false
          || word.suffix(7).elementsEqual("-blocks".utf8)
      }
  }

  private enum LaterHeader {
    /// The same titles.
    case same
    /// Other titles, of which the first is the same.
    case other
  }

  private static func isHeader(
    _ line: UnsafeRawBufferPointer, after header: UnsafeRawBufferPointer
  ) -> LaterHeader? {
    isHeader(line, after: words(of: header).map { Array($0) })
  }

  /// Returns whether a line is a header below the first one; they begin with the same word.
  private static func isHeader(
    _ line: UnsafeRawBufferPointer, after titles: [[UInt8]]
  ) -> LaterHeader? {
    guard let title = titles.first, line.drop(while: isBlank).starts(with: title), isHeader(line)
    else { return nil }
    let words = words(of: line)
    guard words.first?.count == title.count else { return nil }
    return words.elementsEqual(titles) { $0.elementsEqual($1) } ? .same : .other
  }

  /// Returns whether the columns are likely those of a table, not words of a text.
  ///
  /// The names are in capitals, or there is a column of numbers.
  private func isLikely(
    _ header: UnsafeRawBufferPointer, _ rows: [UnsafeRawBufferPointer], _ outliers: Int
  ) -> Bool {
    guard fields.names.count > 1, rows.contains(where: Self.hasWideBlank) else { return false }
    if !header.contains(where: { $0 &- UInt8(ascii: "a") < 26 }) { return true }
    let table = rows.compactMap(cells)
    guard fields.names.count > 2, table.count >= rows.count - outliers else { return false }
    let numbers = fields.names.indices.count { index in
      table.allSatisfy { $0[index].first?.isDigit ?? false }
    }
    return numbers * table.count > 1
  }

  private static func hasWideBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = line.drop(while: isBlank)
    return line.contains(0x09)
      || zip(line, line.dropFirst()).contains { isBlank($0) && isBlank($1) }
  }

  /// Splits a line where it has two or more blanks, or a tab.
  private static func widelySeparated(
    _ line: UnsafeRawBufferPointer
  ) -> [UnsafeRawBufferPointer] {
    var cells: [UnsafeRawBufferPointer] = []
    for word in words(of: line) {
      if let last = cells.last, isTorn(last, word), let start = last.baseAddress {
        cells[cells.count - 1] = UnsafeRawBufferPointer(
          start: start, count: last.count + 1 + word.count)
      } else {
        cells.append(word)
      }
    }
    return cells
  }

  /// Returns whether a single blank stands between two parts of a line.
  private static func isTorn(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard !left.isEmpty, !right.isEmpty, let end = left.baseAddress?.advanced(by: left.count) else {
      return false
    }
    return right.baseAddress == end + 1 && end.load(as: UInt8.self) == UInt8(ascii: " ")
  }

  /// Splits a line into words; the last one of a limited number is the rest of the line.
  static func words(
    of line: UnsafeRawBufferPointer, limit: Int = .max
  ) -> [UnsafeRawBufferPointer] {
    line.split(maxSplits: limit - 1, whereSeparator: isBlank).map(trimmed)
  }

  fileprivate static func trimmed(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> UnsafeRawBufferPointer {
    var text = text.drop(while: isBlank)
    while text.last.map(isBlank) ?? false { text.removeLast() }
    return UnsafeRawBufferPointer(rebasing: text)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 0x09 }

/// The columns of the screen that the characters of a line occupy.
private enum ColumnRuler: CaseIterable, Sendable {
  /// Cells of a terminal: an ideograph takes two, a combining mark none.
  case cells
  /// Characters, as programs align that count them.
  case characters

  /// Returns whether each byte of a line takes one column.
  static func isPlain(_ line: UnsafeRawBufferPointer) -> Bool {
    line.allSatisfy { $0 < 0x80 && $0 != 0x09 }
  }

  /// Calls a closure with the offset of each character that is visible, and its columns.
  private func forEachCharacter(
    of line: UnsafeRawBufferPointer, _ body: (_ offset: Int, _ columns: Range<Int>) -> Bool
  ) {
    var (offset, column) = (0, 0)
    while offset < line.count {
      let byte = line[offset]
      var (length, width) = (1, byte == 0x09 ? 8 - column % 8 : 1)
      if byte >= 0x80 {
        while offset + length < line.count, line[offset + length] & 0xC0 == 0x80 { length += 1 }
        let text = String(decoding: line[offset..<offset + length], as: UTF8.self)
        if self == .cells, let scalar = text.unicodeScalars.first { width = scalar.cellCount }
      }
      if width > 0, !body(offset, column..<column + width) { return }
      (offset, column) = (offset + length, column + width)
    }
  }

  /// Returns the offset of a column; the length of the line if that is shorter.
  private func offset(of column: Int, in line: UnsafeRawBufferPointer, isPlain: Bool) -> Int {
    guard !isPlain else { return min(column, line.count) }
    var result = line.count
    forEachCharacter(of: line) { offset, columns in
      guard columns.upperBound > column else { return true }
      result = offset
      return false
    }
    return result
  }

  /// Returns the columns in which all lines but some outliers have blanks, up to the last title.
  func gaps(
    of rows: [UnsafeRawBufferPointer], below header: UnsafeRawBufferPointer, outliers: Int
  ) -> [Range<Int>] {
    var titles: [Bool] = []
    var isInWord = false
    // The last title and everything after it are one column.
    var end = 0
    forEachCharacter(of: header) { offset, columns in
      let isText = !isBlank(header[offset])
      if isText, !isInWord { end = columns.lowerBound }
      isInWord = isText
      titles += columns.map { _ in isText }
      return true
    }
    titles = Array(titles[..<min(end + 1, titles.count)])
    var counts = titles.map { _ in 0 }
    for row in rows {
      forEachCharacter(of: row) { offset, columns in
        guard !isBlank(row[offset]) else { return true }
        for column in columns where column < end { counts[column] += 1 }
        if columns.upperBound > end { counts[end] += 1 }
        return columns.upperBound <= end
      }
    }
    let values = counts.map { $0 > outliers }
    let isText = zip(titles, values).map { $0 || $1 }
    var gaps: [Range<Int>] = []
    var start = isText.firstIndex(of: true) ?? end
    while start < isText.count, let blank = isText[start...].firstIndex(of: false),
      let text = isText[blank...].firstIndex(of: true)
    {
      let run = text..<(isText[text...].firstIndex(of: false) ?? isText.endIndex)
      // Text without a title is part of the value on its left; two words without a value below the
      // second are one title.
      let isColumn = values[run].contains(true) || text - blank > 1
      if isColumn, titles[run].contains(true) { gaps.append(blank..<text) }
      start = text
    }
    return gaps
  }

  /// Splits a line at a blank of each gap; nil if a gap has none.
  func split(
    _ line: UnsafeRawBufferPointer, at gaps: [Range<Int>]
  ) -> [UnsafeRawBufferPointer]? {
    let isPlain = Self.isPlain(line)
    var cells: [UnsafeRawBufferPointer] = []
    var start = 0
    for gap in gaps {
      let first = offset(of: gap.lowerBound, in: line, isPlain: isPlain)
      let place = first..<max(first, offset(of: gap.upperBound, in: line, isPlain: isPlain))
      guard let end = place.isEmpty ? line.count : line[place].firstIndex(where: isBlank) else {
        return nil
      }
      cells.append(AlignedCoding.trimmed(line[min(start, end)..<end]))
      start = end
    }
    return cells + [AlignedCoding.trimmed(line[start...])]
  }
}

extension Unicode.Scalar {
  /// The number of cells that a terminal shows the character in.
  fileprivate var cellCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
