/// A table with a line of rules below its titles: `-----  ---`, `----+---`, a box, or Markdown.
///
/// The rules say where the columns are. A line that has anything else where they are divided has
/// another form.
struct RuledTable: Sendable {
  /// The number of lines up to the rules, with those in front of the table.
  let headerCount: Int

  /// The number of lines before the table.
  let leadCount: Int

  /// What the lines between the titles and the rules have, such as types of columns; nil for none.
  let otherHeader: String?

  /// A Boolean value that indicates whether bars divide the columns, not blanks: then other lines
  /// of rules are no rows.
  var isBarred: Bool { rules.isBarred }

  /// The names and types of the fields.
  var fields: FieldCoding

  private let rules: Rules

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
    if first.isBarred || place == 0,
      let next = head[(place + 1)...].prefix(Self.longestHeader + 1)
        .firstIndex(where: { Rules($0).map { $0.columns == first.columns } ?? false }),
      next > place + 1
    {
      (header, lead, place) = (place + 1..<next, place, next)
    }
    guard lead >= 0, let rules = Rules(lines[place]) else { return nil }
    let titles = header.compactMap { rules.cells(of: lines[$0]) }.map { cells in
      cells.map { String(decoding: $0, as: UTF8.self) }
    }
    guard titles.count == header.count, let names = titles.first,
      names.contains(where: { !$0.isEmpty })
    else { return nil }
    let rows = lines[(place + 1)...].filter { Rules($0) == nil }
    let others = rows.count { rules.cells(of: $0) == nil }
    // Below the table may be the number of its rows.
    guard rows.count > others, others <= max(2, rows.count / 10) else { return nil }
    (headerCount, leadCount) = (place + 1, lead)
    fields = FieldCoding(separator: UInt8(ascii: " "), notation: .plain, names: names)
    let more = titles.dropFirst().map { $0.joined(separator: " ") }
    otherHeader = more.isEmpty ? nil : more.joined(separator: " ")
    self.rules = rules
  }

  /// The types of the columns by the first lines, and the reason where numbers are texts.
  func types(of lines: [UnsafeRawBufferPointer]) -> [(type: FieldType, doubt: String?)] {
    let rows = lines.dropFirst(headerCount).compactMap { rules.cells(of: $0.withoutCarriageReturn) }
    return fields.names.indices.map { column in
      FieldType.inferred(from: rows.lazy.map { String(decoding: $0[column], as: UTF8.self) })
    }
  }

  /// Appends the object of the line at an offset.
  func append(_ line: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    // Lines of rules may be in front.
    let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = line[rebased: start..<line.count].withoutCarriageReturn
    guard let cells = rules.cells(of: line), Rules(line)?.columns != rules.columns else {
      fields.doubtful?.add(line, .form, ofRowAt: offset)
      return RowCoding.appendText(line, to: &json)
    }
    for (column, cell) in cells.enumerated() {
      json.append(contentsOf: fields.prefixes[column])
      cell.withUnsafeBytes { fields.appendValue($0, ofColumn: column, at: offset, to: &json) }
    }
    json.append(UInt8(ascii: "}"))
  }
}

/// A line of rules.
private struct Rules: Sendable {
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

  /// Returns the cells of a line; nil if it is not divided where the rules are.
  func cells(of line: UnsafeRawBufferPointer) -> [[UInt8]]? {
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
      let text = line.trimmed(from: start, to: end)
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
    if text.last == bar { cells.removeLast() }
    return cells.count == count ? cells.map(\.trimmed) : nil
  }
}

/// The offsets of the bytes of a line at columns of the screen.
private struct Places {
  private var offsets: [Int]?
  private let count: Int

  init(_ line: UnsafeRawBufferPointer) {
    count = line.count
    guard line.contains(where: { $0 >= 0x80 }) else { return }
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
