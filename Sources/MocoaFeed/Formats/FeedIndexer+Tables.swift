extension UInt8 {
  /// The name of a delimiter in a note.
  fileprivate var separatorName: String {
    self == 0x09 ? "tab" : "'\(Character(UnicodeScalar(self)))'"
  }
}

extension FeedIndexer {
  /// Records the rows of a table, the first of which is the header unless the options differ.
  func indexTable(_ format: FeedFormat) throws {
    let hasQuotes = format == .csv
    let declared = hasQuotes ? try passSeparatorLine() : nil
    var lineCount = try passEmptyLines()
    if options.hasHeader == nil { lineCount += try passComments() }
    // The first row is needed in any case.
    while !cursor.bytes.contains(0x0A), try cursor.extend() {}
    var probe = try TableProbe(cursor, isSpecified: options.format != nil)
    if options.hasHeader == nil, let end = probe.endOfLead(options.delimiter ?? declared) {
      let count = cursor.bytes[..<end].count { $0 == 0x0A }
      noteLinesBefore(count).map(index.note)
      lineCount += count
      cursor.advance(end)
      probe = try TableProbe(cursor, isSpecified: options.format != nil)
    }
    let separator =
      options.delimiter ?? declared ?? (hasQuotes ? probe.reading?.separator : nil)
      ?? (hasQuotes ? UInt8(ascii: ",") : 0x09)
    if options.delimiter == nil, declared == nil, let rival = probe.rival {
      index.note(
        "\(separator.separatorName) and \(rival.separatorName) divide all lines alike: "
          + "--delimiter chooses one; \(separator.separatorName) is taken")
    }
    let isSpaced = hasQuotes && probe.isSpaced(separator)
    var shape =
      hasQuotes ? RowShape.quotedLines(separator: separator, skipsBlanks: isSpaced) : .fieldLines
    let hasEscapes =
      separator == 0x09 && (options.format == .tsv || !hasQuotes && probe.hasEscapes)
    if hasEscapes, options.format == nil {
      index.noteChoice(
        #"backslashes are escapes (\N null, \t a tab), as a field is \N; --format csv keeps them"#)
    }
    let notation: FieldCoding.Notation = hasQuotes ? .quotes : hasEscapes ? .escapes : .plain
    let plain = FieldCoding(
      separator: separator, notation: notation, names: [], isSpaced: isSpaced)
    var table = probe.table(separator, notation, isSpaced: isSpaced)
    if options.hasHeader == nil, table.beginsWithTitle, let title = try firstRow(shape) {
      let feed = cursor.bytes[title.count...].firstIndex(of: 0x0A) ?? title.count
      cursor.advance(feed + 1)
      let count = try 1 + passEmptyLines()
      noteLinesBefore(count).map(index.note)
      lineCount += count
      table = SampledTable(
        records: Array(table.records.dropFirst()), isSpecified: table.isSpecified)
    }
    guard let first = try firstRow(shape) else { return beginEmpty() }
    // Lines that end with carriage returns only would be read as one line.
    if first.contains(0x0D), hasCarriageReturnsOnly || !first.contains(UInt8(ascii: "\"")) {
      throw Interruption.broken(.carriageReturns, offset: cursor.offset)
    }
    var names: [String]
    do throws(RowCoding.Fault) {
      names = try JSONBytes(first).withBytes { (row) throws(RowCoding.Fault) -> [String] in
        try plain.strings(of: row)
      }
    } catch {
      throw Interruption.broken(error.reason, offset: cursor.offset + error.offset)
    }
    if isSpaced {
      index.noteChoice("blanks around the fields are left out; --format csv keeps them")
    }
    let isPadded = !hasQuotes && separator == 0x09 && table.isPadded
    if isPadded {
      index.noteChoice("blanks that pad the columns are left out; --format csv keeps them")
      table = table.withoutPadding
      names = SampledTable(records: [names]).withoutPadding.records[0]
    }
    let hasHeader = options.hasHeader ?? table.hasHeader
    // Event Viewer writes no title for the last column, and mtr a comma behind the last title.
    if hasHeader {
      if let last = Self.eventTitles.first(where: { $0.value == names })?.key { names.append(last) }
      let (rows, count) = (table.records.dropFirst(), names.count - 1)
      if names.last == "", !rows.isEmpty, rows.allSatisfy({ $0.count == count }) {
        names.removeLast()
      }
    }
    if hasHeader {
      if !JSONBytes(first).withBytes(UTF8Sequence.isValid) {
        index.note("names of columns are not UTF-8; iconv converts other encodings")
      }
      let lineEnd = cursor.bytes.dropFirst(first.count).first == 0x0D ? 2 : 1
      cursor.advance(min(first.count + lineEnd, cursor.bytes.count))
      let line = lineCount == 0 ? "the first line" : "line \(lineCount + 1)"
      if options.hasHeader == nil, table.isHeaderByName {
        let reason = options.format == nil ? "name" : "requested format"
        index.note(
          "\(line) is taken as the header because of the \(reason) alone; --header-row no takes it "
            + "for a row")
      }
      if options.hasHeader == nil, !table.isSpecified, let title = table.weakTitle {
        index.note(
          "\(line) is taken as the header because of the values below \(title) alone; "
            + "--header-row no takes it for a row")
      }
      cursor.kind.followed?.setHeader(first) {
        TableProbe.mayBeHeader($0, plain)
      }
    } else {
      names = names.map { _ in "" }
      if options.hasHeader == nil {
        index.note(
          "the first line looks like a row, not like names; --header-row yes takes it for names")
      }
    }
    // In a table of one column, an empty line is a row.
    let keepsEmptyLines = names.count == 1
    if keepsEmptyLines {
      shape =
        hasQuotes
        ? .quotedLines(separator: separator, keepsEmptyLines: true, skipsBlanks: isSpaced)
        : .textLines
    }
    var coding = FieldCoding(
      separator: separator, notation: notation, names: names, isSpaced: isSpaced)
    coding.isPadded = isPadded
    if hasHeader, names.count > 1 { coding.header = first }
    coding.hasQuotedNames = hasHeader && first.first == UInt8(ascii: "\"")
    let renamed = zip(names, coding.names).filter { !$0.isEmpty && $0 != $1 }.map(\.1)
    if !renamed.isEmpty {
      index.noteChoice(
        "columns with the name of another one are \(renamed.joined(separator: ", "))")
    }
    setTypes(of: &coding, table.types(hasHeader: hasHeader, count: names.count))
    if separator == UInt8(ascii: ";"),
      let found = table.columnInGroups(hasHeader: hasHeader, count: names.count),
      options.fieldTypes[coding.names[found.column]] == nil
    {
      let (name, example) = (coding.names[found.column], found.example)
      index.noteChoice(
        "\(name) has numbers with decimals, but \(example) may be "
          + "\(example.replacing(".", with: "")); --type '\(name) = text' reads texts")
    }
    index.begin(format, shape: shape, coding: .fields(coding))
    writer.beginSection()
    writer.beginRows(at: cursor.offset)
    if hasQuotes {
      try indexRows(
        with: QuotedLineScanner(
          separator: separator, keepsEmptyLines: keepsEmptyLines, skipsBlanks: isSpaced))
    } else {
      let blank: DelimiterScanner.Blank = keepsEmptyLines ? .never : .empty
      try indexRows(with: DelimiterScanner(delimiter: 0x0A, blank: blank))
    }
  }

  /// The titles of Event Viewer by the one that it does not write.
  private static let eventTitles = [
    "Message": ["Level", "Date and Time", "Source", "Event ID", "Task Category"],
    "Nachricht": ["Ebene", "Datum und Uhrzeit", "Quelle", "Ereignis-ID", "Aufgabenkategorie"],
  ]

  /// Consumes empty lines, or the end of one; returns the number of line feeds.
  private func passEmptyLines() throws -> Int {
    var count = 0
    while let byte = try cursor.peek(), byte == 0x0A || byte == 0x0D {
      count += byte == 0x0A ? 1 : 0
      cursor.advance(1)
    }
    return count
  }

  /// Consumes lines in front that begin with `#`, unless one has as many fields as the line below,
  /// and empty lines behind them; returns their number.
  private func passComments() throws -> Int {
    guard try cursor.peek() == UInt8(ascii: "#") else { return 0 }
    let lines = try cursor.sampleLines()
    let count = lines.prefix { $0.first == UInt8(ascii: "#") }.count
    guard count < lines.count else { return 0 }
    func counts(_ line: Int) -> [Int] {
      ",\t;|".utf8.map { byte in lines[line].count { $0 == byte } }
    }
    let passed = counts(count - 1) == counts(count) ? count - 1 : count
    guard passed > 0, counts(count).contains(where: { $0 > 0 }),
      var end = try cursor.sampleRanges(passed).last?.upperBound
    else { return 0 }
    end = min(end + 1, cursor.bytes.count)
    var lineCount = cursor.bytes[..<end].count { $0 == 0x0A }
    cursor.advance(end)
    lineCount += try passEmptyLines()
    noteLinesBefore(lineCount).map(index.note)
    return lineCount
  }

  /// Consumes a first line such as `sep=;`, which Excel reads, and returns the separator.
  private func passSeparatorLine() throws -> UInt8? {
    while cursor.bytes.count < 16, !cursor.bytes.contains(0x0A), try cursor.extend() {}
    let line = cursor.bytes.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    guard line.count < 16, text.count == 5, let separator = text.last,
      String(decoding: text, as: UTF8.self).lowercased().hasPrefix("sep=")
    else { return nil }
    index.noteChoice(
      "the first line says that '\(Character(UnicodeScalar(separator)))' separates fields")
    cursor.advance(line.count)
    return separator
  }

  /// Sets the types of the columns of a table, and notes where numbers are texts.
  func setTypes(of fields: inout FieldCoding, _ types: [(type: FieldType, doubt: String?)]) {
    let names = fields.names
    for name in options.fieldTypes.keys.sorted() where !names.contains(name) {
      index.note("--type: no column '\(name)'")
    }
    for (name, inferred) in zip(names, types) {
      guard let doubt = inferred.doubt, options.fieldTypes[name] == nil else { continue }
      index.noteChoice("\(name) is text (\(doubt)); --type '\(name) = number' reads numbers")
    }
    fields.setTypes(
      zip(names, types).map { options.fieldTypes[$0] ?? $1.type }, line: lineNumber)
  }

  /// Returns the number of the line at an offset, as long as there is an index.
  var lineNumber: @Sendable (Int) -> Int {
    { [weak index, source = cursor.source] offset in
      guard let index else { return 0 }
      return index.lines.position(of: offset, in: source).line
    }
  }

  /// Returns the first row, without its carriage return; nil if there is none.
  private func firstRow(_ shape: RowShape) throws -> [UInt8]? {
    while true {
      var end: Int?
      var scanner = RowScanner(shape)
      scanner.scan(cursor.bytes) {
        end = $0
        return false
      }
      if end == nil, try cursor.extend() { continue }
      let row = Array(cursor.bytes[..<(end ?? cursor.bytes.count)])
      return row.isEmpty ? nil : row.last == 0x0D ? row.dropLast() : row
    }
  }
}
