/// A line of rules.
struct Rules: Sendable, Equatable {
  /// The columns of the screen below each rule.
  private(set) var columns: [Range<Int>] = []

  /// A Boolean value that indicates whether bars divide the columns, not blanks.
  private(set) var isBarred = false

  /// The columns of the screen of the bars.
  private var bars: [Int] = []

  /// The characters of the bars.
  private var marks: Set<Unicode.Scalar> = []

  /// A Boolean value that indicates whether cells need not be below the rules, as in Markdown.
  private var isMarkdown = false

  /// A Boolean value that indicates whether a sign in place of a margin may be a mark of `psql`.
  private var mayHaveMarks = true

  /// A Boolean value that indicates whether all rules are of `=`, as those of reStructuredText.
  private(set) var areDouble = true

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
        areDouble = areDouble && scalar == "="
      case " ": endRule()
      case "+", "|", "\u{2502}"..."\u{254B}", "\u{2551}"..."\u{256C}", "\u{256D}"..."\u{2570}":
        endRule()
        bars.append(column)
        marks.insert(scalar)
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

  /// A Boolean value that indicates whether the bars are those of rows, as in Markdown, so that a
  /// row of dashes has the same form.
  var areBarsOfRows: Bool { marks.isSubset(of: ["|", "\u{2502}", "\u{2503}", "\u{2551}"]) }

  /// Returns whether a line has bars like these rules: `+`, which are not those of rows, or no
  /// margins beside them, as cells have.
  func isRule(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let other = Rules(line) else { return false }
    return areBarsOfRows ? !line.contains(0x20) : other.marks == marks
  }

  /// Creates the rules of a box with some columns.
  private init(columns: [Range<Int>]) {
    (self.columns, isBarred) = (columns, true)
    bars = columns.map { $0.lowerBound - 1 } + (columns.last.map { [$0.upperBound] } ?? [])
  }

  /// Reads the upper edge of a box with titles: `┌─id─┬─name─┐`; nil if it is none.
  init?(withTitles line: UnsafeRawBufferPointer) {
    guard line.starts(with: "\u{250C}".utf8) else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    guard text.last == "\u{2510}" else { return nil }
    var (columns, column) = ([Range<Int>](), 1)
    for title in text.dropFirst().dropLast().split(
      separator: "\u{252C}", omittingEmptySubsequences: false)
    {
      guard title.first == Self.edge, title.last == Self.edge,
        title.contains(where: { $0 != Self.edge })
      else { return nil }
      let width = title.unicodeScalars.reduce(0) { $0 + $1.cellCount }
      columns.append(column..<column + width)
      column += width + 1
    }
    self.init(columns: columns)
  }

  private static let edge: Character = "\u{2500}"

  /// The titles in an upper edge.
  static func titles(in line: UnsafeRawBufferPointer) -> [String] {
    String(decoding: line, as: UTF8.self).dropFirst().dropLast().split(separator: "\u{252C}")
      .map { title in
        let end = title.reversed().drop { $0 == edge }.count
        return String(title.prefix(end).drop { $0 == edge })
      }
  }

  /// Divides the only column of a box where all of its lines have bars, as in that of Neo4j.
  mutating func divide(by lines: [UnsafeRawBufferPointer]) {
    guard isBarred, !isMarkdown, columns.count == 1, let rule = columns.first else { return }
    let places = lines.map { (line: $0, places: Places($0)) }
    let inner = rule.filter { column in
      places.allSatisfy { line, places in
        guard let start = places.offset(of: column), let end = places.offset(of: column + 1) else {
          return false
        }
        return isDivision(line[start..<end], isBarred: true)
      }
    }
    let bars = [rule.lowerBound - 1] + inner + [rule.upperBound]
    guard !lines.isEmpty, !inner.isEmpty, zip(bars, bars.dropFirst()).allSatisfy({ $0 + 1 < $1 })
    else { return }
    self = Rules(columns: zip(bars, bars.dropFirst()).map { $0 + 1..<$1 })
  }

  /// Returns whether a cell ends with the mark of `psql` for more lines, in place of its margin.
  func goesOn(_ line: UnsafeRawBufferPointer) -> Bool {
    guard mayHaveMarks, isBarred, !isMarkdown,
      line.contains(where: { $0 == UInt8(ascii: "+") || $0 == 0xB5 })
    else { return false }
    let places = Places(line)
    return columns.contains { rule in
      guard let end = places.offset(of: rule.upperBound) else { return false }
      return Self.mark(at: end, of: line, from: places.offset(of: rule.upperBound - 1)) > 0
    }
  }

  /// The marks of `psql` for texts that are wrapped, in place of the margins on both sides.
  private static let wrapMarks = [".", "\u{2026}"].map { Array($0.utf8) }

  static func wrapMarkLength(atStartOf text: some Collection<UInt8>) -> Int {
    wrapMarks.first { text.starts(with: $0) }?.count ?? 0
  }

  static func wrapMarkLength(atEndOf text: some BidirectionalCollection<UInt8>) -> Int {
    wrapMarks.first { text.suffix($0.count).elementsEqual($0) }?.count ?? 0
  }

  /// Returns the columns whose cells in a line have a mark in front, and those with one behind.
  func wraps(in line: UnsafeRawBufferPointer) -> (before: [Int], after: [Int]) {
    guard mayHaveMarks, isBarred, !isMarkdown,
      line.contains(where: { $0 == UInt8(ascii: ".") || $0 == 0xE2 })
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

  /// The columns with wrapped cells none of whose other cells is at the left, as those of numbers.
  private(set) var rightAligned: Set<Int> = []

  /// Finds the columns with wrapped cells that are aligned at the right.
  mutating func findRightAligned(in lines: some Sequence<UnsafeRawBufferPointer>) {
    var (wrapped, left): (Set<Int>, Set<Int>) = ([], [])
    for line in lines where cells(of: line) != nil {
      let (before, after) = wraps(in: line)
      wrapped.formUnion(before)
      let places = Places(line)
      for column in columns.indices where !before.contains(column) && !after.contains(column) {
        guard let start = places.offset(of: columns[column].lowerBound + 1),
          let end = places.offset(of: columns[column].upperBound - 1), start < end
        else { continue }
        if line[start] != 0x20, line[end - 1] == 0x20 { left.insert(column) }
      }
    }
    rightAligned = wrapped.subtracting(left)
  }

  /// Returns the number of rows that some lines are by the marks of `psql` for more lines.
  func rowCount(of lines: some Sequence<UnsafeRawBufferPointer>) -> Int {
    var (count, goesOn, wrapped) = (0, false, [Int]())
    for line in lines where cells(of: line) != nil {
      let wraps = wraps(in: line)
      if !goesOn, !wraps.before.contains(where: wrapped.contains) { count += 1 }
      (goesOn, wrapped) = (self.goesOn(line), wraps.after)
    }
    return count
  }

  /// Takes what looks like marks of `psql` for text where cells have no margins, or where the
  /// number of rows below the table is another one.
  ///
  /// - Returns: That number, if it is not the number of lines either; nil if it is.
  mutating func checkMarks(
    in lines: ArraySlice<UnsafeRawBufferPointer>, titles: UnsafeRawBufferPointer
  ) -> Int? {
    let end = lines.firstIndex { RowCount.isWritten(in: $0) }
    let rows = lines[..<(end ?? lines.endIndex)].filter { cells(of: $0) != nil }
    let marked = rowCount(of: rows)
    guard marked < rows.count else { return nil }
    let count = end.flatMap { RowCount.number(in: lines[$0]) }
    mayHaveMarks = (count ?? marked) == marked && ([titles] + rows).allSatisfy(hasMargins)
    return mayHaveMarks || count == rows.count ? nil : count
  }

  /// Returns whether all cells of a line have margins, or marks in their place.
  private func hasMargins(_ line: UnsafeRawBufferPointer) -> Bool {
    let places = Places(line)
    return columns.flatMap { [$0.lowerBound, $0.upperBound - 1] }.allSatisfy { column in
      guard let start = places.offset(of: column), let end = places.offset(of: column + 1) else {
        return false
      }
      let margin = line[start..<end]
      return margin.allSatisfy { $0 == 0x20 } || Self.mark(at: end, of: line, from: start) > 0
        || Self.wrapMarks.contains { margin.elementsEqual($0) }
    }
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

  /// Returns whether the cells of a line are the dots that stand for rows which DuckDB leaves out.
  func isOmission(_ line: UnsafeRawBufferPointer) -> Bool {
    isBarred && line.allSatisfy { $0 == 0x20 || $0 >= 0x80 }
      && parts(of: line)?.allSatisfy { $0.elementsEqual("\u{B7}".utf8) } ?? false
  }

  /// Returns whether a line has a rule below some of its cells only.
  func isPartial(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.first == 0xE2, Rules(line) == nil else { return false }
    return ["\u{251C}\u{2500}", "\u{253C}\u{2500}"].contains { mark in
      String(decoding: line, as: UTF8.self).contains(mark)
    }
  }

  /// Returns the texts of the cells of a line; nil if it is not divided where the rules are.
  func texts(of line: UnsafeRawBufferPointer) -> [String]? {
    cells(of: line)?.map { String(decoding: $0, as: UTF8.self) }
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
        isBarred && mayHaveMarks
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
      if isEscaped, !"|\\<&".utf8.contains(byte) {
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

extension [UInt8] {
  /// The bytes without blanks around them.
  fileprivate var trimmed: [UInt8] {
    withUnsafeBytes { Array($0[$0.trimmed(from: 0, to: count)]) }
  }
}
