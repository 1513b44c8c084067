extension FeedIndexer {
  /// A table that is aligned with blanks or has rules, as its first lines say.
  private struct FoundTable {
    var shape: RowShape
    var coding: RowCoding
    /// The number of lines before the first row.
    var headerCount: Int
    var notes: [String] = []
  }

  /// Records the rows of tables that are aligned with blanks or have rules, after their headers.
  ///
  /// Tables with the same columns are one section.
  func indexAligned() throws {
    try cursor.skipLineEnds()
    let lines = try cursor.tableLines
    guard let first = table(lines, isFirst: true) else {
      throw Interruption.broken(.notAligned, offset: cursor.offset)
    }
    writer.beginSection()
    index.begin(.aligned, shape: first.shape, coding: first.coding)
    first.notes.forEach(index.note)
    if options.format == .aligned, options.hasHeader != true, case .aligned = first.coding,
      AlignedCoding(lines: lines, isCertain: false) == nil
    {
      let line = first.headerCount == 1 ? "the first line" : "line \(first.headerCount)"
      index.note(
        "\(line) is taken as the header because of the requested format alone; --format text takes "
          + "it for a row")
    }
    if first.headerCount > 0 {
      let end = try cursor.sampleRanges(first.headerCount).last?.upperBound ?? 0
      cursor.kind.followed?.setHeader(Array(cursor.bytes[..<end])) { lines in
        let start = lines.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return lines[start...].withUnsafeBytes(AlignedCoding.isHeader)
      }
    }
    var known = [first.coding]
    var other = try indexRows(of: first, isFirst: true)
    while let offset = other {
      cursor.restart(at: offset)
      guard var found = table(try cursor.tableLines, isFirst: false) else {
        if known.count == 1 { noteOther("its lines are text", at: offset) }
        index.readTable(at: offset, shape: .fieldLines, coding: .text)
        writer.beginSection()
        writer.beginRows(at: offset)
        return try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
      }
      if let same = known.first(where: { $0.fieldNames == found.coding.fieldNames }) {
        found.coding.setFields(of: same)
      } else {
        if known.count == 1 { noteOther("its rows have members of their own", at: offset) }
        known.append(found.coding)
        writer.beginSection()
      }
      index.readTable(at: offset, shape: found.shape, coding: found.coding)
      other = try indexRows(of: found)
    }
  }

  private func noteOther(_ what: String, at offset: Int) {
    index.note("another table begins in line \(lineNumber(offset)); \(what)")
  }

  /// Returns the table that some lines begin; nil if they begin none.
  private func table(_ lines: [UnsafeRawBufferPointer], isFirst: Bool) -> FoundTable? {
    func setTypes(_ fields: inout FieldCoding, _ types: [(type: FieldType, doubt: String?)]) {
      if isFirst { return self.setTypes(of: &fields, types) }
      fields.setTypes(
        zip(fields.names, types).map { options.fieldTypes[$0] ?? $1.type }, line: lineNumber)
    }
    if var table = RuledTable(lines: lines) {
      setTypes(&table.fields, table.types(of: lines))
      let other = table.otherHeader.map {
        "what is between the titles and the rules is left out: \($0)"
      }
      return FoundTable(
        shape: .ruledRows(table.layout), coding: .ruled(table), headerCount: table.headerCount,
        notes: [noteLinesBefore(table.leadCount), other, table.wrappingNote].compactMap(\.self))
    }
    if isFirst, var listing = ListingCoding(lines: lines, clock: clock.clock) {
      listing.fields.setTypes(listing.fields.types, line: lineNumber)
      let end = LogYears.end(of: clock.clock, isFile: clock.isOfFile)
      return FoundTable(
        shape: .fieldLines, coding: .listing(listing), headerCount: listing.hasTotal ? 1 : 0,
        notes: listing.lackYears ? ["times without a year are of the months before \(end)"] : [])
    }
    guard var table = AlignedCoding(lines: lines, isCertain: isFirst) else { return nil }
    let all = try? cursor.tableLines(beyondSameTitles: true)
    setTypes(&table.fields, table.types(of: all ?? lines))
    table.isSpaced = areSpaced(lines, table.headerCount)
    let weakTitle = isFirst && options.format == nil ? table.weakTitle(above: lines) : nil
    let doubt = weakTitle.map {
      "a line is taken as the header because of the values below \($0) alone; --format text makes "
        + "a row of each line"
    }
    return FoundTable(
      shape: .tableLines(titles: table.titles), coding: .aligned(table),
      headerCount: table.headerCount,
      notes: [noteLinesBefore(table.headerCount - 1), doubt].compactMap(\.self))
  }

  /// Returns whether empty lines are between the rows of a table.
  private func areSpaced(_ lines: [UnsafeRawBufferPointer], _ headerCount: Int) -> Bool {
    let ranges = ((try? cursor.sampleRanges(lines.count)) ?? []).dropFirst(headerCount)
    let gaps = zip(ranges, ranges.dropFirst()).filter { $1.lowerBound - $0.upperBound > 1 }
    // What is behind a single one, such as `2 items`, is more likely none.
    return gaps.count > 1 && gaps.count * 4 > lines.count - headerCount
  }

  /// Records the rows of a table; returns the offset of the next one, or nil.
  private func indexRows(of table: FoundTable, isFirst: Bool = false) throws -> Int? {
    if table.headerCount > 0, let header = try cursor.sampleRanges(table.headerCount).last {
      cursor.advance(min(header.upperBound + 1, cursor.bytes.count))
    }
    if table.shape != .fieldLines { try cursor.skipLineEnds() }
    writer.beginRows(at: cursor.offset)
    switch table.coding {
    case .ruled(let ruled):
      let isCounted = ruled.otherCount == nil && !ruled.layout.isTitled
      return try indexTableRows(
        with: RuledScanner(
          ruled.layout, isCounted: isCounted && (isFirst || !ruled.layout.isEdged)))
    case .aligned(let aligned):
      return try indexTableRows(
        with: AlignedScanner(titles: aligned.titles, upToEndOf: aligned))
    default:
      return try indexTableRows(with: DelimiterScanner(delimiter: 0x0A, blank: .empty))
    }
  }

  func noteLinesBefore(_ count: Int) -> String? {
    switch count {
    case ...0: nil
    case 1: "the line before the header is left out"
    default: "the \(count) lines before the header are left out"
    }
  }
}

extension RowCoding {
  /// Sets the names and types of the fields to those of another table with the same names.
  fileprivate mutating func setFields(of other: RowCoding) {
    guard let fields = other.fields else { return }
    switch self {
    case .aligned(var table):
      table.fields = fields
      self = .aligned(table)
    case .ruled(var table):
      table.fields = fields
      self = .ruled(table)
    default: break
    }
  }
}

extension ByteCursor {
  /// The first lines of the sample that are not empty, without their colors, up to one behind an
  /// empty line that has the titles of another table, and a row directly below.
  var tableLines: [UnsafeRawBufferPointer] {
    get throws { try tableLines(beyondSameTitles: false) }
  }

  /// Returns the lines of ``tableLines``, or those up to the titles of a table of other columns.
  ///
  /// - Parameter beyondSameTitles: A Boolean value that indicates whether those behind the same
  ///   titles are among them, as `iostat` repeats them.
  /// - Returns: The lines.
  /// - Throws: The error of the source.
  func tableLines(beyondSameTitles: Bool) throws -> [UnsafeRawBufferPointer] {
    let ranges = try sampleRanges(AlignedCoding.sampleSize)
    let lines = try sampleLines(AlignedCoding.sampleSize)
    let first = lines.firstIndex(where: AlignedCoding.isHeader) ?? lines.count
    func hasSameTitles(_ line: UnsafeRawBufferPointer) -> Bool {
      AlignedCoding.words(of: line).elementsEqual(AlignedCoding.words(of: lines[first])) {
        $0.elementsEqual($1)
      }
    }
    let other = lines.indices.dropFirst(first + 2).first { index in
      ranges[index].lowerBound - ranges[index - 1].upperBound > 1 && index + 1 < lines.count
        && ranges[index + 1].lowerBound - ranges[index].upperBound == 1
        && AlignedCoding.isHeader(lines[index])
        && !(beyondSameTitles && hasSameTitles(lines[index]))
    }
    return Array(lines[..<(other ?? lines.count)])
  }
}
