/// Detects by the sample of a source whether it is a table, its delimiter and its header.
///
/// A table that neither a name nor an option specifies must be certain: each record of the sample
/// has the same number of fields, commas or tabs separate them, and there is a header, or each
/// column has values of a kind. Otherwise the lines are text, so that nothing is left out.
struct TableProbe {
  /// The interpretation of the sample.
  struct Reading: Equatable {
    var format: FeedFormat
    var separator: UInt8
  }

  private let sample: UnsafeRawBufferPointer
  private let isWhole: Bool

  /// The format of a table that a name or an option specifies.
  private let format: FeedFormat?

  /// A Boolean value that indicates whether blanks behind separators may be no part of fields.
  private let maySkipBlanks: Bool

  /// A Boolean value that indicates whether a name or an option says that it is a table.
  var isSpecified: Bool { format != nil }

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - cursor: A cursor at the first row, or at empty lines before it.
  ///   - isSpecified: A Boolean value that indicates whether an option specifies a table.
  /// - Throws: The error of the source.
  init(_ cursor: ByteCursor, isSpecified: Bool = false) throws {
    sample = try cursor.sample
    isWhole = try cursor.isSampleWhole
    maySkipBlanks = !isSpecified
    let name = cursor.source.name.lowercased()
    let isNamed = Self.names.contains(where: name.hasSuffix)
    format = isNamed ? name.contains(".tsv") ? .tsv : .csv : isSpecified ? .csv : nil
  }

  private static let names = [".csv", ".tsv"].flatMap { name in
    [name] + StreamCoding.extensions.map { name + $0 }
  }

  /// The delimiters that are tried, the most common first.
  private var separators: [UInt8] {
    format == nil ? [0x2C, 0x09] : [0x2C, 0x09, 0x3B, 0x7C]
  }

  /// The interpretation; nil if the source is not certainly a table.
  var reading: Reading? {
    if format == nil { return certainReading }
    let best = separators.map(division(by:)).filter { $0.table.fieldCount > 1 }
      .max { $0.table.fit < $1.table.fit }
    return best?.reading ?? format.map { Reading(format: $0, separator: 0x2C) }
  }

  /// Returns the records of the sample, divided by a delimiter.
  func table(
    _ separator: UInt8, _ notation: FieldCoding.Notation, isSpaced: Bool = false
  ) -> SampledTable {
    SampledTable(records: records(separator, notation, isSpaced), isSpecified: format != nil)
  }

  /// Returns whether a blank follows each separator of all records, and is no part of the fields.
  func isSpaced(_ separator: UInt8) -> Bool {
    let coding = FieldCoding(separator: separator, notation: .quotes, names: [])
    guard maySkipBlanks, separator == 0x2C || format != nil && separator != 0x09 else {
      return false
    }
    let rows = ranges(separator, .quotes, true)
    guard rows.count > 1, rows.allSatisfy({ coding.isSpaced(sample[rebased: $0]) }) else {
      return false
    }
    let table = SampledTable(records: records(separator, .quotes, true))
    return table.fieldCount > 1 && table.fit.matchCount == table.records.count
  }

  /// A Boolean value that indicates whether backslashes in tab-separated fields are escapes.
  ///
  /// A field is `\N`, as only databases write it, and no backslash of the sample is a character.
  var hasEscapes: Bool {
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: sample) else { return false }
    var isNullKnown = false
    for field in records(0x09, .plain).joined() where field.utf8.contains(UInt8(ascii: "\\")) {
      guard field != #"\N"# else {
        isNullKnown = true
        continue
      }
      var isEscape = false
      for byte in field.utf8 {
        if isEscape, !#"tnr\bfv0Z'""#.utf8.contains(byte) { return false }
        isEscape = !isEscape && byte == UInt8(ascii: "\\")
      }
    }
    return isNullKnown
  }

  /// Returns whether a line may be the header of a table: its fields are different names.
  static func mayBeHeader(_ line: [UInt8], _ coding: FieldCoding) -> Bool {
    guard let fields = line.withUnsafeBytes({ try? coding.strings(of: $0) }) else { return false }
    return SampledTable(records: [fields]).isFirstOfNames
  }

  /// The reason why a text that may be a table is not read as one; nil if it is no table.
  var doubt: Doubt? {
    guard format == nil else { return nil }
    for division in separators.map(division(by:)) {
      let (table, records) = (division.table, division.table.records)
      guard records.count > 1, table.fieldCount > 1, table.isFirstOfNames else { continue }
      guard let odd = records.firstIndex(where: { $0.count != table.fieldCount }) else {
        return .header
      }
      guard table.fit.matchCount * 2 > records.count else { continue }
      let ranges = ranges(division.separator, division.notation)
      return .record(
        offset: ranges[odd].lowerBound, fieldCount: records[odd].count, expected: table.fieldCount)
    }
    let others: [UInt8] = [0x3B, 0x7C]
    return others.first { division(by: $0).table.isCertain(areTabs: false) }.map { .delimiter($0) }
  }

  /// A reason why a text is not read as a table.
  enum Doubt: Equatable {
    /// The first line may be a header, or a row.
    case header
    /// A record, at an offset in the sample, has another number of fields than the first one.
    case record(offset: Int, fieldCount: Int, expected: Int)
    /// Other delimiters than commas and tabs may separate the fields.
    case delimiter(UInt8)
  }

  // MARK: Records

  /// The sample, divided by a delimiter in the notation that fits it.
  private struct Division {
    let separator: UInt8
    let notation: FieldCoding.Notation
    let table: SampledTable

    var reading: Reading {
      Reading(format: notation == .plain ? .tsv : .csv, separator: separator)
    }
  }

  private var certainReading: Reading? {
    separators.map(division(by:)).filter { $0.table.isCertain(areTabs: $0.separator == 0x09) }
      .max { $0.table.fieldCount < $1.table.fieldCount }?.reading
  }

  /// Returns the sample, divided by a delimiter: fields between tabs have quotes if each that
  /// begins with one ends with one, too.
  private func division(by separator: UInt8) -> Division {
    func divided(_ notation: FieldCoding.Notation) -> Division {
      let table = SampledTable(records: records(separator, notation))
      let isPadded = notation == .plain && table.isPadded
      return Division(
        separator: separator, notation: notation, table: isPadded ? table.withoutPadding : table)
    }
    if separator != 0x09, isSpaced(separator) {
      return Division(
        separator: separator, notation: .quotes, table: table(separator, .quotes, isSpaced: true))
    }
    guard separator == 0x09 else { return divided(.quotes) }
    let plain = divided(.plain)
    guard plain.table.records.joined().contains(where: { $0.first == "\"" }) else { return plain }
    let quoted = divided(.quotes)
    return quoted.table.records.allSatisfy { !$0.isEmpty } ? quoted : plain
  }

  /// Returns the fields of the records; no fields for a malformed one.
  private func records(
    _ separator: UInt8, _ notation: FieldCoding.Notation, _ isSpaced: Bool = false
  ) -> [[String]] {
    let coding = FieldCoding(
      separator: separator, notation: notation, names: [], isSpaced: isSpaced)
    return ranges(separator, notation, isSpaced).map {
      let row = UnsafeRawBufferPointer(rebasing: sample[$0])
      return (try? coding.strings(of: row.withoutCarriageReturn)) ?? []
    }
  }

  /// Returns the ranges of the records; one that is cut off counts only if it is the first.
  private func ranges(
    _ separator: UInt8, _ notation: FieldCoding.Notation, _ isSpaced: Bool = false
  ) -> [Range<Int>] {
    var ends: [Int] = []
    var scanner: any StreamScanner =
      notation == .quotes
      ? QuotedLineScanner(separator: separator, skipsBlanks: isSpaced)
      : DelimiterScanner(delimiter: 0x0A, blank: .empty)
    scanner.scan(sample) {
      ends.append($0)
      return true
    }
    if scanner.hasContent, isWhole || ends.isEmpty { ends.append(sample.count) }
    var start = 0
    return ends.map { end in
      defer { start = end + 1 }
      // Empty lines before a row are not rows of their own.
      let row = sample[start..<end].drop { $0 == 0x0A || $0 == 0x0D }
      return row.startIndex..<end
    }
  }
}

/// The number of records that have as many fields as the first one.
private struct Fit: Comparable {
  var matchCount: Int
  var fieldCount: Int

  init(_ records: [[String]]) {
    let count = records.first?.count ?? 0
    (matchCount, fieldCount) = (records.count { $0.count == count }, count)
  }

  static func < (one: Fit, other: Fit) -> Bool {
    (one.matchCount, one.fieldCount) < (other.matchCount, other.fieldCount)
  }
}

/// The records of a sample, divided by a delimiter.
struct SampledTable {
  let records: [[String]]

  /// A Boolean value that indicates whether a name or an option specifies a table.
  var isSpecified = false

  /// A Boolean value that indicates whether the first row is a header.
  ///
  /// Below that of a specified table, nothing may speak against it.
  var hasHeader: Bool { isSpecified ? mayHaveHeader : hasCertainHeader }

  /// A Boolean value that indicates whether the first row is a header for no other reason than the
  /// name of the table.
  var isHeaderByName: Bool {
    guard isSpecified, !records.isEmpty else { return false }
    return !hasTitleAboveValues { !$0.isEmpty } || hasNumberAsTitle
  }

  /// A Boolean value that indicates whether the first record is a title above the header: a field
  /// without any others.
  var beginsWithTitle: Bool {
    guard let first = records.first, first.count > 2, !first[0].isEmpty,
      first.dropFirst().allSatisfy(\.isEmpty)
    else { return false }
    return SampledTable(records: Array(records.dropFirst())).hasCertainHeader
  }

  /// Infers the types of the columns.
  ///
  /// - Parameters:
  ///   - hasHeader: A Boolean value that indicates whether the first row is a header.
  ///   - count: The number of columns.
  /// - Returns: The type of each column, and the reason where numbers are read as texts.
  func types(hasHeader: Bool, count: Int) -> [(type: FieldType, doubt: String?)] {
    // A record with another number of fields is an error.
    let rows = records.dropFirst(hasHeader ? 1 : 0).filter { $0.count == count }
    return (0..<count).map { column in FieldType.inferred(from: rows.lazy.map { $0[column] }) }
  }

  /// A Boolean value that indicates whether blanks pad the fields of each column to one width, but
  /// perhaps those of the last, as `helm list` writes them.
  var isPadded: Bool {
    guard records.count > 1, fieldCount > 1, fit.matchCount == records.count,
      records.joined().contains(where: { $0.last == " " })
    else { return false }
    return (0..<fieldCount - 1).allSatisfy { column in
      records.allSatisfy { $0[column].count == records[0][column].count }
    }
  }

  /// The table without blanks at the ends of fields.
  var withoutPadding: SampledTable {
    SampledTable(
      records: records.map { fields in
        fields.map { String($0.reversed().drop { $0 == " " }.reversed()) }
      }, isSpecified: isSpecified)
  }

  fileprivate var fit: Fit { Fit(records) }

  /// The number of fields of the first record.
  var fieldCount: Int { records.first?.count ?? 0 }

  /// Returns whether the records are certainly a table.
  ///
  /// Output of commands contains tabs, too: such a table has a header.
  func isCertain(areTabs: Bool) -> Bool {
    guard records.count > 1, fieldCount > 1, fit.matchCount == records.count else { return false }
    return hasCertainHeader || !areTabs && isOfValues
  }

  /// A Boolean value that indicates whether the first record is certainly a header: its fields are
  /// different names, and a column has values below.
  var hasCertainHeader: Bool {
    isFirstOfNames && columns.contains { hasValues(below: $0) }
  }

  /// A Boolean value that indicates whether the fields of the first record are different names.
  var isFirstOfNames: Bool {
    guard let first = records.first else { return false }
    return first.allSatisfy(\.isName) && Set(first.map { Array($0.utf8) }).count == first.count
  }

  /// A Boolean value that indicates whether nothing speaks against a header.
  var mayHaveHeader: Bool {
    guard let first = records.first else { return true }
    if first.allSatisfy({ Double($0) != nil }) { return false }
    guard records.count > 1 else { return !hasNumberAsTitle }
    let isData = columns.contains { column in
      let fields = records.compactMap { column < $0.count ? $0[column] : nil }
      return fields.allSatisfy(\.isTime)
        || fields.allSatisfy { $0.sharesFolder(with: first[column]) }
    }
    if isData { return false }
    // A number above numbers is a value, unless it is a year, or another column has a title and the
    // first one has no number; so is a placeholder for one.
    let values = columns.filter {
      !first[$0].mayBeTitle && !first[$0].isYear && hasValues(below: $0)
    }
    return values.isEmpty
      || hasTitleAboveValues() && !(values[0] == 0 && first[0].isValue)
  }

  /// A Boolean value that indicates whether a field of the first record is a value, but no year.
  private var hasNumberAsTitle: Bool {
    records.first?.contains { $0.isValue && !$0.isYear } ?? false
  }

  /// Returns whether a column has values below a field that is none, and meets a condition.
  private func hasTitleAboveValues(where condition: (String) -> Bool = { _ in true }) -> Bool {
    records.first.map { first in
      columns.contains { condition(first[$0]) && first[$0].mayBeTitle && hasValues(below: $0) }
    } ?? false
  }

  /// A Boolean value that indicates whether each column has words without blanks, one of them
  /// values only.
  private var isOfValues: Bool {
    let kinds = columns.map { column in
      let fields = records.map { $0[column] }
      return (
        areValues: fields.allSatisfy { $0.isEmpty || $0.isValue },
        areWords: fields.allSatisfy { !$0.contains(where: \.isWhitespace) }
      )
    }
    return kinds.allSatisfy { $0.areValues || $0.areWords } && kinds.contains(where: \.areValues)
  }

  private var columns: Range<Int> { 0..<fieldCount }

  /// Returns whether all fields below the first one of a column are values, or empty.
  private func hasValues(below column: Int) -> Bool {
    let fields = records.dropFirst().lazy.filter { column < $0.count }.map { $0[column] }
    return fields.contains { !$0.isEmpty } && fields.allSatisfy { $0.isEmpty || $0.isValue }
  }
}

extension String {
  /// A Boolean value that indicates whether the text is a time.
  fileprivate var isTime: Bool {
    utf8.first?.isDigit == true && Timestamp(self) != nil
  }

  /// Returns whether both texts have the same prefix up to a slash.
  fileprivate func sharesFolder(with other: String) -> Bool {
    guard let slash = other.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return utf8.starts(with: other.utf8[...slash])
  }

  /// A Boolean value that indicates whether the text is a year of four digits.
  fileprivate var isYear: Bool { utf8.count == 4 && Int(self).map { 1800...2199 ~= $0 } ?? false }

  /// A Boolean value that indicates whether the text may be the title of a column: at most six
  /// words that begin with a letter, without the punctuation of sentences and code.
  fileprivate var isName: Bool {
    let words = split(separator: " ")
    guard 1...6 ~= words.count, utf8.count <= 80, let first = words[0].first,
      first.isLetter || !first.isASCII || "_#%@$".contains(first)
    else { return false }
    return mayBeTitle
      && !words.contains { $0.first?.isNumber ?? false && $0.contains(":") }
      && allSatisfy {
        $0.isLetter || $0.isNumber || " _-./()%#&+[]:?$@*'\"<>".contains($0) || !$0.isASCII
      }
  }

  /// A Boolean value that indicates whether the text is empty, or has letters and is neither a
  /// value nor a placeholder for one.
  fileprivate var mayBeTitle: Bool {
    isEmpty
      || contains { $0.isLetter || !$0.isASCII } && !isValue
        && !Self.placeholders.contains(lowercased())
        && !Array(utf8).withUnsafeBytes(Measure.isPlaceholder)
  }

  /// What tables have in place of values, in lower case.
  private static let placeholders: Set = [
    "na", "null", "nil", "none", "nan", "inf", "infinity", "unknown", "\\n", "#n/a",
  ]

  /// A Boolean value that indicates whether the text is a number, a time, a truth value, or a
  /// quantity such as `12G`, `-3%` or `10.0.0.1`: one word that begins with a digit.
  fileprivate var isValue: Bool {
    let text = drop { $0 == " " }
    if ["true", "false"].contains(text.lowercased()) || String(text).isTime { return true }
    if Array(text.utf8).withUnsafeBytes({ NumberReading($0)?.unit == .duration }),
      text.first?.isNumber ?? false
    {
      return true
    }
    let digits = text.drop { "+-$€£.".contains($0) }
    guard digits.first?.isNumber ?? false, text.count - digits.count < 3 else { return false }
    let unit = digits.drop { $0.isNumber || ".,:/-eE+_".contains($0) }
    return unit.count < 4 && unit.allSatisfy { $0.isLetter || $0 == "%" || $0 == " " }
  }
}
