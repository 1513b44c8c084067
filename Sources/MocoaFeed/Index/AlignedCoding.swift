/// The conversion of a table whose columns are aligned with blanks, as in the output of `ps`.
///
/// A gap between columns is where all sampled lines have blanks; other lines are split there, too.
/// A line with text in a gap is split into words if all sampled ones could have been; otherwise it
/// becomes an object with the member `line`.
struct AlignedCoding: Sendable {
  /// The number of lines by which a table is detected, its header included.
  static let sampleSize = 50

  /// The columns of characters between those of the table; nil if fields are words.
  private let gaps: [Range<Int>]?

  /// A Boolean value that indicates whether fields are words; the last one is the rest of the line.
  private let areWords: Bool

  /// The names of the fields.
  let fields: FieldCoding

  private static let blank = UInt8(ascii: " ")

  /// Infers the columns from the first lines; nil if the first line does not name columns.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isCertain: A Boolean value that indicates whether they are known to be such a table.
  init?(lines: [UnsafeRawBufferPointer], isCertain: Bool) {
    let lines = lines.map(\.withoutCarriageReturn)
    if let header = lines.first, Self.isTotal(header) {
      guard lines.count > 1, lines.dropFirst().allSatisfy(Self.isFile) else { return nil }
      (gaps, areWords, fields) = (nil, true, Self.coding(Self.namesOfFile))
      return
    }
    guard let header = lines.first, lines.count > 1, Self.isHeader(header) else { return nil }
    let names = Self.words(of: header)
    let cells = Self.gaps(of: lines, until: Self.column(of: names[names.count - 1], in: header))
    let titles = Self.split(header, at: cells) ?? []
    let rows = lines.dropFirst()
    let named = titles.count { !$0.isEmpty }
    let areTitlesDense = titles.allSatisfy { !Self.hasWideBlank($0) }
    let areGapsWide = cells.allSatisfy { $0.count > 1 }
    let areRowsOfWords = rows.allSatisfy { Self.words(of: $0).count >= names.count }
    if named == names.count || areTitlesDense && (areGapsWide || !areRowsOfWords) {
      gaps = cells
      areWords =
        titles.count == names.count
        && rows.allSatisfy { row in
          Self.split(row, at: cells)?.elementsEqual(Self.words(of: row, limit: names.count)) {
            $0.elementsEqual($1)
          } ?? false
        }
    } else if areRowsOfWords, !cells.isEmpty {
      (gaps, areWords) = (nil, true)
    } else {
      return nil
    }
    fields = Self.coding(
      (gaps == nil ? names : titles).map { String(decoding: $0, as: UTF8.self) })
    guard isCertain || isLikely(header, rows) else { return nil }
  }

  private static func coding(_ names: [String]) -> FieldCoding {
    FieldCoding(separator: blank, hasQuotes: false, names: names)
  }

  /// Appends the object of a line.
  func append(_ line: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    let line = UnsafeRawBufferPointer(rebasing: line.drop { $0 == 0x0A || $0 == 0x0D })
      .withoutCarriageReturn
    guard let cells = cells(of: line) else { return RowCoding.appendText(line, to: &json) }
    for (prefix, cell) in zip(fields.prefixes, cells) {
      json.append(contentsOf: prefix)
      FieldCoding.append(cell, isQuoted: false, to: &json)
    }
    json.append(UInt8(ascii: "}"))
  }

  private func cells(of line: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer]? {
    if let cells = gaps.flatMap({ Self.split(line, at: $0) }) { return cells }
    guard areWords else { return nil }
    let words = Self.words(of: line, limit: fields.names.count)
    return words.count == fields.names.count ? words : nil
  }

  // MARK: Detection

  /// Returns whether a table may begin with a line.
  static func isFirst(_ line: UnsafeRawBufferPointer) -> Bool { isHeader(line) || isTotal(line) }

  /// Returns whether a line may be a header: several words that begin with letters.
  ///
  /// No word begins with a digit or with punctuation; but `1K-blocks` is a title of `df`.
  private static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = words(of: line.withoutCarriageReturn)
    return words.count > 1 && hasWideBlank(line)
      && words.allSatisfy { word in
        word.first.map { $0 | 0x20 &- 0x61 < 26 || $0 >= 0x80 || $0 == UInt8(ascii: "%") } ?? false
          || word.suffix(7).elementsEqual("-blocks".utf8)
      }
  }

  /// The columns of `ls -l`, whose first line has no names.
  private static let namesOfFile = [
    "mode", "links", "owner", "group", "size", "month", "day", "time", "name",
  ]

  /// Returns whether a line is the first of `ls -l`: `total 112`.
  private static func isTotal(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = words(of: line.withoutCarriageReturn)
    return words.count == 2 && words[0].elementsEqual("total".utf8)
      && words[1].first?.isDigit ?? false
  }

  /// Returns whether a line describes a file, as `-rw-r--r-- 1 root root 9382 Nov 23 15:16 a.md`.
  private static func isFile(_ line: UnsafeRawBufferPointer) -> Bool {
    let words = words(of: line, limit: namesOfFile.count)
    return words.count == namesOfFile.count && words[0].count >= 10
      && words[0].prefix(10).allSatisfy { "-bcdlprsStTwx".utf8.contains($0) }
      && words[1].allSatisfy(\.isDigit)
  }

  /// Returns whether the columns are likely those of a table, not words of a text.
  ///
  /// The names are in capitals, or there is a column of numbers.
  private func isLikely(
    _ header: UnsafeRawBufferPointer, _ rows: ArraySlice<UnsafeRawBufferPointer>
  ) -> Bool {
    guard fields.names.count > 1, rows.contains(where: Self.hasWideBlank) else { return false }
    if !header.contains(where: { $0 &- UInt8(ascii: "a") < 26 }) { return true }
    let table = rows.compactMap(cells)
    guard fields.names.count > 2, table.count == rows.count else { return false }
    let numbers = fields.names.indices.count { index in
      table.allSatisfy { $0[index].first?.isDigit ?? false }
    }
    return numbers * table.count > 1
  }

  /// Returns the columns of characters in which all lines have blanks, up to the last title.
  private static func gaps(of lines: [UnsafeRawBufferPointer], until end: Int) -> [Range<Int>] {
    var (titles, values) = ([Bool](repeating: false, count: end + 1), [Bool]())
    values = titles
    titles[end] = true
    for (number, line) in lines.enumerated() {
      var column = -1
      for byte in line {
        if byte & 0xC0 != 0x80 { column += 1 }
        guard byte != blank else { continue }
        if number == 0 { titles[min(column, end)] = true } else { values[min(column, end)] = true }
      }
    }
    let isText = zip(titles, values).map { $0 || $1 }
    var gaps: [Range<Int>] = []
    var start = isText.firstIndex(of: true) ?? end
    while let blank = isText[start...].firstIndex(of: false),
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

  private static func hasWideBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    zip(line.drop { $0 == blank }, line.drop { $0 == blank }.dropFirst()).contains {
      $0 == blank && $1 == blank
    }
  }

  // MARK: Lines

  /// Returns the offset of a column of characters; the length of the line if that is shorter.
  private static func offset(
    of column: Int, in line: UnsafeRawBufferPointer, isASCII: Bool
  ) -> Int {
    guard !isASCII else { return min(column, line.count) }
    var rest = column
    for (offset, byte) in line.enumerated() where byte & 0xC0 != 0x80 {
      if rest == 0 { return offset }
      rest -= 1
    }
    return line.count
  }

  private static func column(
    of word: UnsafeRawBufferPointer, in line: UnsafeRawBufferPointer
  ) -> Int {
    guard let start = line.baseAddress, let place = word.baseAddress else { return 0 }
    return line[..<(place - start)].count { $0 & 0xC0 != 0x80 }
  }

  /// Splits a line at a blank of each gap; nil if a gap has none.
  private static func split(
    _ line: UnsafeRawBufferPointer, at gaps: [Range<Int>]
  ) -> [UnsafeRawBufferPointer]? {
    let isASCII = line.allSatisfy { $0 < 0x80 }
    var cells: [UnsafeRawBufferPointer] = []
    var start = 0
    for gap in gaps {
      let first = offset(of: gap.lowerBound, in: line, isASCII: isASCII)
      let place = first..<offset(of: gap.upperBound, in: line, isASCII: isASCII)
      guard let end = place.isEmpty ? line.count : line[place].firstIndex(of: blank) else {
        return nil
      }
      cells.append(trimmed(line[min(start, end)..<end]))
      start = end
    }
    return cells + [trimmed(line[start...])]
  }

  /// Splits a line into words; the last one of a limited number is the rest of the line.
  private static func words(
    of line: UnsafeRawBufferPointer, limit: Int = .max
  ) -> [UnsafeRawBufferPointer] {
    line.split(separator: blank, maxSplits: limit - 1).map(trimmed)
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    var text = text.drop { $0 == blank }
    while text.last == blank { text.removeLast() }
    return UnsafeRawBufferPointer(rebasing: text)
  }
}
