/// A table with a line of rules below its titles: `-----  ---`, `----+---`, a box, or Markdown.
///
/// The rules say where the columns are. A line that has anything else where they are divided has
/// another form.
struct RuledTable: Sendable {
  /// The number of lines up to the rules, with those in front of the table.
  let headerCount: Int

  /// The end of the sampled lines of the table.
  let rowsEnd: Int

  /// A Boolean value that indicates whether the last sampled line may have the titles of another
  /// table.
  let mayHaveTitles: Bool

  /// The number of lines before the table.
  let leadCount: Int

  /// What the lines between the titles and the rules have, such as types of columns; nil for none.
  let otherHeader: String?

  /// The number of rows below the table, if it is neither that of its lines nor that of what their
  /// marks make of them.
  var otherCount: Int?

  /// A Boolean value that indicates whether several lines are between two rules of a box, each of
  /// which is a row.
  var hasSections = false

  /// A Boolean value that indicates whether rules are between sections of several rows, of which
  /// the last may have totals, in a table with bars and without edges: Markdown, Org.
  private(set) var hasOpenSections = false

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
    if let framed = RuledTable(withTitlesInFrame: lines) {
      self = framed
      return
    }
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
    guard var rules = Rules(lines[place]) else { return nil }
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
    var hasGap = false
    let areRules = rest.indices.map { index in
      hasGap = hasGap || lines[index].isEmpty
      guard Rules(lines[index]) != nil else { return false }
      // Without edges, a row may be of dashes.
      let isTold = isEdged || !rules.isBarred || rules.isRule(lines[index])
      return isTold || hasGap || lines[index - 1].elementsEqual(lines[header.lowerBound])
    }
    // A box whose only lines are above its second rule has no titles.
    if isEdged, !areRules.contains(true), !rest.contains(where: { rules.cells(of: $0) != nil }) {
      return nil
    }
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
    let others = rows.filter { rules.cells(of: $0) == nil && !rules.isOmission($0) }
    // Below the table may be the number of its rows, which may be 0.
    let isEmpty =
      rules.isBarred && rows.contains { RowCount.isWritten(in: $0) }
      && rows.allSatisfy { $0.isEmpty || RowCount.isWritten(in: $0) }
    // Where rules of one form are between all rows, the first one may have titles or values.
    let areAlike = isDivided && firstRule.map { lines[$0].elementsEqual(lines[place]) } ?? false
    let cells = ([lines[header.lowerBound]] + rows).compactMap(rules.cells)
    let records = cells.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    if isEdged, areAlike, !SampledTable(records: records).mayHaveHeader { return nil }
    guard !rest.contains(where: rules.isPartial), isEmpty || rows.count > others.count,
      isEmpty || others.count <= max(2, rows.count / 10),
      !(lines[..<lead] + others).contains(where: LogFormat.general.reads)
    else { return nil }
    rowsEnd = end
    mayHaveTitles = end < rest.endIndex && !isEdged && end > place + 1
    // In a grid, the rule below the titles differs from those between the rows.
    let areRowsOfGrid =
      isEdged && isDivided && Self.isDouble(lines[place])
      && firstRule.map { !Self.isDouble(lines[$0]) } ?? false
    // Lines without an empty cell are rows of a section, such as those above a total.
    let areRows = rest.map { Rules($0) == nil && rules.cells(of: $0) != nil }
    let hasLongRows = isEdged || zip(areRows, areRows.dropFirst()).contains { $0 && $1 }
    let areWhole = zip(rest, areRules).map { line, isRule in
      !isRule && rules.cells(of: line).map { !$0.contains(where: \.isEmpty) } ?? false
    }
    let hasSections =
      isDivided && !areRowsOfGrid && zip(areWhole, areWhole.dropFirst()).contains { $0 && $1 }
    rules.divide(by: header.map { lines[$0] } + rows.filter { rules.cells(of: $0) != nil })
    otherCount = rules.checkMarks(in: rest, titles: lines[header.lowerBound])
    rules.findRightAligned(in: rows)
    let titlesOfColumns = rules.texts(of: lines[header.lowerBound]) ?? names
    let wrapping =
      isEdged && (!isDivided || hasSections)
      ? rules.wrapping(of: lines[(place + 1)...], titlesOfColumns)
      : isEdged || rules.areCounted(rest) ? .never : .unlikely
    layout = RuledLayout(
      rules: rules, isEdged: isEdged, hasRulesBetween: isDivided && !hasSections && hasLongRows,
      wrapping: wrapping, titles: Array(lines[header.lowerBound]),
      blanksAreRows: rules.areBlanksCounted(in: rest), isGrid: areRowsOfGrid)
    (headerCount, leadCount) = (place + 1, lead)
    if isEdged, hasSections, let rule = firstRule {
      // The titles may be there again, at the foot.
      self.hasSections = !lines[rule + 1].elementsEqual(lines[header.lowerBound])
    }
    hasOpenSections = hasSections && !isEdged
    fields = FieldCoding(
      separator: UInt8(ascii: " "), notation: .plain, names: titlesOfColumns)
    let more = titles.dropFirst().map { $0.joined(separator: " ") }
    otherHeader = more.isEmpty ? nil : more.joined(separator: " ")
  }

  /// A note that lines are the rest of the rows above, or that none are, which is not certain; nil
  /// if it is.
  var wrappingNote: String? {
    if let otherCount {
      return "each line is read as a row, although the table says that it has \(otherCount)"
    }
    if layout.wrapping == .likely {
      return "lines without \(fields.names[0]) are read as the rest of the row above"
    }
    return hasSections ? "each line between two rules is read as a row" : nil
  }

  /// Returns whether a rule is the one below the titles of a grid, as that of `tabulate`.
  private static func isDouble(_ rule: UnsafeRawBufferPointer) -> Bool {
    rule.starts(with: "+=".utf8) || rule.starts(with: "\u{255E}".utf8)
  }

  /// The types of the columns by the first lines, and the reason where numbers are texts.
  func types(of lines: [UnsafeRawBufferPointer]) -> [(type: FieldType, doubt: String?)] {
    let sample = lines[headerCount..<rowsEnd].map(\.withoutCarriageReturn)
      .filter { !layout.hasTitles($0) && !layout.isCount($0) }
    let rows = layout.rows(ofWrapped: sample).compactMap(cells(ofRow:))
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
    // Notes on the row have the line of its text.
    let start = texts.first.flatMap { text in
      text.baseAddress.flatMap { first in row.baseAddress.map { first - $0 } }
    }
    let offset = offset + (start ?? 0)
    let isBehind = lines.prefix(while: layout.isBetweenRows).contains {
      !$0.isBlank && !layout.isRule($0) && !layout.isOmission($0) || $0.isEmpty
    }
    let isTitles = texts.count == 1 && layout.hasTitles(texts[0]) && fields.names.count > 1
    guard !isBehind, !isTitles, let cells = cells(ofRow: texts) else {
      return fields.appendOther(texts, at: offset, to: &json)
    }
    if !layout.isBarred || hasOpenSections,
      lines.prefix(while: layout.isBetweenRows).contains(where: layout.isRule)
    {
      fields.doubtful?.add(texts[0], .total, ofRowAt: offset)
    }
    let mayWrap =
      layout.wrapping == .doubtful
      || layout.wrapping == .unlikely && fields.types[0].isNumber == true
    if mayWrap, layout.rules.cells(of: texts[0])?[0].isEmpty == true {
      fields.doubtful?.add(texts[0], .rest, ofRowAt: offset)
    }
    for column in fields.names.indices {
      json.append(contentsOf: fields.prefixes[column])
      cells[column].withUnsafeBytes {
        fields.appendValue($0, ofColumn: column, at: offset, to: &json)
      }
    }
    json.append(UInt8(ascii: "}"))
  }

  /// Returns the cells of a row of some lines; nil if the rules do not divide one of them.
  private func cells(ofRow lines: [UnsafeRawBufferPointer]) -> [[UInt8]]? {
    let cells = lines.compactMap(layout.rules.cells)
    guard cells.count == lines.count, var row = cells.first else { return nil }
    if cells.count > 1 {
      let wraps = lines.map { layout.rules.wraps(in: $0) }
      row = row.indices.map { column in
        let parts = cells.map { $0[column] }
        let end = parts.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        var text: [UInt8] = []
        for index in 0..<end {
          guard index > 0, wraps[index - 1].after.contains(column),
            wraps[index].before.contains(column)
          else {
            text += (index > 0 ? [0x0A] : []) + parts[index]
            continue
          }
          text.removeLast(Rules.wrapMarkLength(atEndOf: text))
          let rest = parts[index].dropFirst(Rules.wrapMarkLength(atStartOf: parts[index]))
          // The last digits of a number are at the right.
          let digits = rest.drop { $0 == 0x20 }
          let isNumber =
            layout.rules.rightAligned.contains(column)
            && digits.allSatisfy { $0.isDigit || ".,eE+-".utf8.contains($0) }
          text += isNumber ? digits : rest
        }
        return text
      }
    }
    if layout.dotsMeanEmpty, row[0] == Array("..".utf8) { row[0] = [] }
    return row
  }
}

/// Where the rules of a table are, and how they divide rows.
struct RuledLayout: Sendable, Equatable {
  let rules: Rules

  /// A Boolean value that indicates whether a rule is above the titles, and another one below the
  /// last row.
  let isEdged: Bool

  /// A Boolean value that indicates whether rules divide all rows, which may have several lines.
  let hasRulesBetween: Bool

  /// What lines without a first cell are.
  let wrapping: Wrapping

  /// The line with the titles.
  let titles: [UInt8]

  /// A Boolean value that indicates whether the titles are in the upper edge.
  var isTitled = false

  /// A Boolean value that indicates whether bars divide the columns, not blanks.
  var isBarred: Bool { rules.isBarred }

  /// What lines without a first cell are.
  enum Wrapping: Sendable, Equatable {
    /// Rows of their own.
    case never
    /// Rows of their own; they may be the rest of the row above only if first cells are numbers.
    case unlikely
    /// Rows of their own, although they may be the rest of the row above.
    case doubtful
    /// The rest of the row above, by its text.
    case likely
    /// The rest of the row above.
    case certain
  }

  /// A Boolean value that indicates whether lines of blanks are rows, as the table counts them.
  var blanksAreRows = false

  /// A Boolean value that indicates whether the rule below the titles is double, and those between
  /// the rows are not, as in grids of `tabulate` and reStructuredText.
  var isGrid = false

  /// A Boolean value that indicates whether `..` stands for an empty first cell, as in
  /// reStructuredText.
  var dotsMeanEmpty: Bool { isEdged && !isBarred && rules.areDouble }

  /// Returns the lines of each row, several of which have the parts of a wrapped cell.
  func rows(ofWrapped lines: [UnsafeRawBufferPointer]) -> [[UnsafeRawBufferPointer]] {
    var (rows, wrapped): ([[UnsafeRawBufferPointer]], [Int]) = ([], [])
    for line in lines {
      let (before, after) = rules.wraps(in: line)
      if !rows.isEmpty, before.contains(where: wrapped.contains) {
        rows[rows.count - 1].append(line)
      } else {
        rows.append([line])
      }
      wrapped = after
    }
    return rows
  }

  /// Returns whether a line has the titles again.
  func hasTitles(_ line: UnsafeRawBufferPointer) -> Bool { line.elementsEqual(titles) }

  /// Returns whether a line behind a rule may be a row: one with an edge in front, if there are.
  func mayBeRow(_ line: UnsafeRawBufferPointer) -> Bool {
    !isEdged || line.first { $0 != 0x20 }?.isRule ?? false
  }

  /// Returns whether a line goes on with the row above, as its first cell is empty.
  func continuesRow(_ line: UnsafeRawBufferPointer) -> Bool {
    (wrapping == .likely || wrapping == .certain) && rules.cells(of: line)?.first?.isEmpty ?? false
  }

  /// Returns whether a line has rules and nothing else, or the titles in the upper edge of a table;
  /// not one that may be a row of dashes.
  func isRule(_ line: UnsafeRawBufferPointer) -> Bool {
    mayBeRule(line) && (isEdged || !isBarred || rules.isRule(line))
  }

  /// Returns whether a line has rules and nothing else, if it is no row of dashes.
  func mayBeRule(_ line: UnsafeRawBufferPointer) -> Bool {
    if isTitled, Rules(withTitles: line) != nil { return true }
    guard let first = line.first, first.isRule || first == 0x20,
      line.allSatisfy({ $0.isRule || $0 == 0x20 }), let other = Rules(line)
    else { return false }
    guard rules.isBarred else { return true }
    // `| ---- |` is a row below an edge; elsewhere `| - | - |` is.
    if isEdged { return other.isBarred && !line.contains(0x20) }
    return other.isBarred && (!line.contains(0x20) || other.columns.allSatisfy { $0.count > 2 })
  }

  /// Returns whether a line is none of a row: a rule, the number of rows, dots, or blank.
  func isBetweenRows(_ line: UnsafeRawBufferPointer) -> Bool {
    line.isBlank && (line.isEmpty || !blanksAreRows) || isRule(line) || isCount(line)
      || isOmission(line)
  }

  /// Returns whether a line of a box has only dots, which stand for rows that are left out.
  func isOmission(_ line: UnsafeRawBufferPointer) -> Bool { isEdged && rules.isOmission(line) }

  /// Returns whether a rule is the lower edge of a box.
  func isLowerEdge(_ line: UnsafeRawBufferPointer) -> Bool {
    ["└", "┕", "┖", "┗", "╘", "╙", "╚", "╰"].contains { line.starts(with: $0.utf8) }
  }

  /// Returns whether a line says how many rows are above it.
  func isCount(_ line: UnsafeRawBufferPointer) -> Bool {
    RowCount.isWritten(in: line, mayBeBare: isEdged)
      || isEdged && RowCount.ofBox(in: line) != nil
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether there are blanks and nothing else.
  var isBlank: Bool { allSatisfy(\.isBlank) }
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
