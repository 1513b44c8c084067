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

  /// A Boolean value that indicates whether a name says that tabs divide the fields.
  var isNamedTSV: Bool { format == .tsv }

  /// Creates a probe with a cursor at the first row, or at empty lines before it.
  init(_ cursor: ByteCursor, isSpecified: Bool = false) throws {
    sample = try cursor.sample
    isWhole = try cursor.isSampleWhole
    maySkipBlanks = !isSpecified
    let named = cursor.kind.converted == nil ? Self.format(named: cursor.source) : nil
    format = named ?? (isSpecified ? .csv : nil)
  }

  /// Returns the format of tables that the name of a file says; nil for none.
  static func format(named source: any ByteSource) -> FeedFormat? {
    [FeedFormat.csv, .tsv].first { source.isNamed(StreamCoding.endings([".\($0.rawValue)"])) }
  }

  /// The delimiters that are tried, the most common first.
  private var separators: [UInt8] {
    format == nil ? [0x2C, 0x09] : [0x2C, 0x09, 0x3B, 0x7C]
  }

  /// The interpretation; nil if the source is not certainly a table.
  var reading: Reading? {
    if format == nil { return certainReading }
    return choice?.best.reading ?? format.map { Reading(format: $0, separator: 0x2C) }
  }

  /// Another delimiter that divides all records alike, if the fields show none of both; nil if the
  /// one of the interpretation is certain.
  var rival: UInt8? { format == nil ? nil : choice?.rival?.separator }

  /// The division that fits best, and another one that fits as well.
  ///
  /// Commas are also in numbers and in texts, which another delimiter divides then.
  private var choice: (best: Division, rival: Division?)? {
    let all = separators.map(division(by:)).filter { $0.table.fieldCount > 1 }
    if format == .tsv, let tabs = all.first(where: { $0.separator == 0x09 }) { return (tabs, nil) }
    guard var best = all.max(by: { $0.table.fit < $1.table.fit }) else { return nil }
    if best.separator == 0x2C {
      let others = all.filter { $0.separator != 0x2C && $0.isBeside(best) }
      best = others.max { $0.table.fieldCount < $1.table.fieldCount } ?? best
    }
    let rival = all.first { other in
      other.separator != best.separator && other.isRegular && best.isRegular
        && (other.separator == 0x2C
          ? !best.hasOnlyInnerCommas && other.table.fieldCount >= best.table.fieldCount
          : other.table.fieldCount == best.table.fieldCount || other.hasOnlyInnerCommas)
    }
    return (best, rival)
  }

  /// Finds the lines in front of a table that a name or an option specifies.
  ///
  /// They have at most half as many fields as most rows, the first of which is certainly a header,
  /// or may be one behind an empty line.
  ///
  /// - Parameter separator: The delimiter; nil if it is not known.
  /// - Returns: The offset of the table behind them; nil if there are none.
  func endOfLead(_ separator: UInt8?) -> Int? {
    guard format != nil else { return nil }
    var lead: Int?
    for separator in separator.map({ [$0] }) ?? separators {
      let part = division(by: separator)
      if part.isRegular { return nil }
      let counts = part.table.records.map(\.count)
      let rowCounts = counts.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      guard lead == nil,
        let most = rowCounts.filter({ $0.key > 1 }).max(by: {
          ($0.value, $0.key) < ($1.value, $1.key)
        }),
        most.value > 2, let start = counts.firstIndex(of: most.key), start > 0,
        counts[..<start].allSatisfy({ 1...most.key / 2 ~= $0 })
      else { continue }
      let table = SampledTable(
        records: Array(part.table.records[start...]), isSpecified: isSpecified)
      let ranges = ranges(separator, part.notation)
      let end = ranges[start].lowerBound
      let isBehindEmptyLine = end - ranges[start - 1].upperBound > 1
      guard table.hasCertainHeader || isBehindEmptyLine && most.key > 3 && table.hasHeader else {
        continue
      }
      lead = end
    }
    return lead
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
      guard records.count > 1, table.fieldCount > 1, table.mayBeginWithNames else { continue }
      guard let odd = records.firstIndex(where: { $0.count != table.fieldCount }) else {
        return .header
      }
      guard table.fit.matchCount * 2 > records.count else { continue }
      let ranges = ranges(division.separator, division.notation)
      return .record(
        offset: ranges[odd].lowerBound, fieldCount: records[odd].count, expected: table.fieldCount)
    }
    return Self.others.first { division(by: $0).table.isCertain(areTabs: false) }.map {
      .delimiter($0)
    }
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

    /// A Boolean value that indicates whether all records have as many fields as the first one.
    var isRegular: Bool { table.fit.matchCount == table.records.count && table.fieldCount > 1 }

    /// Returns whether the delimiter, not the comma, may divide the records.
    func isBeside(_ commas: Division) -> Bool {
      isRegular && (table.fieldCount >= commas.table.fieldCount || areCommasDecimal)
    }

    /// A Boolean value that indicates whether each comma is one of a number with decimals.
    var areCommasDecimal: Bool { table.records.joined().allSatisfy { $0.commas(.decimal) } }

    /// A Boolean value that indicates whether each comma is one of a number with decimals, or has
    /// a blank behind it, as in texts.
    var hasOnlyInnerCommas: Bool {
      table.records.joined().allSatisfy { $0.commas(.decimal) || $0.commas(.spaced) }
    }
  }

  /// The delimiters that no table has whose name does not say that it is one.
  private static let others: [UInt8] = [0x3B, 0x7C]

  private var certainReading: Reading? {
    func isCertain(_ division: Division) -> Bool {
      guard division.table.isCertain(areTabs: division.separator == 0x09) else { return false }
      return division.separator != 0x2C
        || !Self.others.contains { self.division(by: $0).isBeside(division) }
    }
    let certain: [Division] = separators.map(division(by:)).filter(isCertain)
    return certain.max { $0.table.fieldCount < $1.table.fieldCount }?.reading
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

private enum InnerComma { case decimal, spaced }

extension String {
  /// Returns whether the commas of a field are all of a kind; `true` if it has none.
  fileprivate func commas(_ kind: InnerComma) -> Bool {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    return switch kind {
    case .decimal:
      parts.count == 1
        || parts.count == 2 && parts[0].last?.isNumber == true && parts[1].first?.isNumber == true
    case .spaced: parts.dropFirst().allSatisfy { $0.first == " " }
    }
  }
}
