/// The records of a sample, divided by a delimiter.
struct SampledTable {
  let records: [[String]]

  /// The number of records that have as many fields as the first one.
  struct Fit: Comparable {
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

  /// A Boolean value that indicates whether a name or an option specifies a table.
  var isSpecified = false

  /// A Boolean value that indicates whether the first row is a header.
  ///
  /// Below that of a specified table, nothing may speak against it.
  var hasHeader: Bool { isSpecified ? mayHaveHeader : hasCertainHeader }

  /// A Boolean value that indicates whether the first row is a header for no other reason than the
  /// name of the table, or its requested format.
  var isHeaderByName: Bool {
    guard isSpecified, !records.isEmpty else { return false }
    return !hasTitleAboveValues { !$0.isEmpty } || hasNumberAsTitle
  }

  /// A Boolean value that indicates whether the first record is a title above the header: a field
  /// without any others, or the only one above records of several.
  var beginsWithTitle: Bool {
    guard let first = records.first, first.count > 2 || first.count == 1, !first[0].isEmpty,
      first.dropFirst().allSatisfy(\.isEmpty)
    else { return false }
    let rest = SampledTable(records: Array(records.dropFirst()))
    guard first.count > 1 || rest.fieldCount > 1 && rest.fit.matchCount == rest.records.count else {
      return false
    }
    return rest.hasCertainHeader
  }

  /// Infers the types of the columns, and the reason where numbers are read as texts.
  func types(hasHeader: Bool, count: Int) -> [(type: FieldType, doubt: String?)] {
    // A record with another number of fields is an error.
    let rows = (hasHeader ? rowsBelowFirst : records[...]).filter { $0.count == count }
    let columns = (0..<count).map { column in rows.map { $0[column] } }
    let types = columns.map { FieldType.inferred(from: $0) }
    guard columns.contains(where: Self.haveDecimalCommas) else { return types }
    return zip(columns, types).map { fields, inferred in
      guard inferred.type.isNumber == true, let group = fields.first(where: \.isInGroups),
        fields.allSatisfy({ $0.isEmpty || $0.areDigits || $0.isInGroups })
      else { return inferred }
      return (.text, "\(group) may be \(group.replacing(".", with: ""))")
    }
  }

  /// Returns a column of numbers that all have three digits behind a point, which may be groups of
  /// digits if no other number shows what points are, and one of them; nil if there is none.
  func columnInGroups(hasHeader: Bool, count: Int) -> (column: Int, example: String)? {
    let rows = (hasHeader ? rowsBelowFirst : records[...]).filter { $0.count == count }
    let columns = (0..<count).map { column in rows.map { $0[column] }.filter { !$0.isEmpty } }
    guard rows.count > 1, !columns.contains(where: Self.haveDecimalCommas),
      !columns.joined().contains(where: { $0.contains(".") && Double($0) != nil && !$0.isInGroups })
    else { return nil }
    let column = columns.firstIndex { fields in
      fields.count > 1 && fields.allSatisfy { $0.isInGroups && $0.first != "0" }
    }
    return column.map { ($0, columns[$0][0]) }
  }

  /// Returns whether the fields of a column are numbers with a comma in front of their decimals.
  private static func haveDecimalCommas(_ fields: [String]) -> Bool {
    let decimals = fields.filter { !$0.areDigits && !$0.isInGroups && !$0.isEmpty }.map { field in
      let parts = field.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let isDecimal =
        parts.count == 2 && (parts[0].areDigits || parts[0].isInGroups) && parts[1].areDigits
      return isDecimal ? parts[1].utf8.count : 0
    }
    // `1,234` may have a group.
    return decimals.contains { $0 != 3 } && !decimals.contains(0)
  }

  /// A Boolean value that indicates whether blanks pad the fields of each column to one width, but
  /// perhaps those of the last, as `helm list` and `size` write them.
  ///
  /// A wider field has no blanks around it. Where a title is padded, fields may be less.
  var isPadded: Bool {
    guard records.count > 1, fieldCount > 1, fit.matchCount == records.count,
      records.contains(where: { $0.dropLast().contains(where: \.hasOuterBlank) })
    else { return false }
    if records[0].dropLast().contains(where: { $0.hasSuffix("  ") && $0.isName }) { return true }
    return (0..<fieldCount - 1).allSatisfy { column in
      let width = records.map { $0[column].count }.min() ?? 0
      let padded = records.filter { $0[column].hasOuterBlank }
      return padded.isEmpty
        || padded.allSatisfy { $0[column].count == width }
          && records.count { $0[column].count == width } > 1
    }
  }

  /// The table without blanks around fields.
  var withoutPadding: SampledTable {
    SampledTable(
      records: records.map { fields in
        fields.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
      }, isSpecified: isSpecified)
  }

  var fit: Fit { Fit(records) }

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
  /// different names and no hashes, and a column has typed values below.
  var hasCertainHeader: Bool {
    let typed = typedColumns
    guard mayBeginWithNames, let first = typed.first else { return false }
    let rows = rowsBelowFirst
    guard typed.count == 1, rows.count == 1, let row = rows.first else { return true }
    // A single `4m` may be a name, too.
    let value = row[first]
    return !value.contains(where: \.isLetter) || !value.contains(where: \.isNumber)
      || value.contains { !$0.isLetter && !$0.isNumber }
  }

  /// A Boolean value that indicates whether the fields of the first record are different names, and
  /// none is a hash as those below.
  var mayBeginWithNames: Bool {
    isFirstOfNames
      && !columns.contains { column in
        records[0][column].isHash(
          above: rowsBelowFirst.lazy.compactMap { row in
            column < row.count ? row[column] : nil
          })
      }
  }

  /// The field of the first record that alone has typed values below, if no field is a common
  /// title: the record may be a row.
  var weakTitle: String? {
    guard let first = records.first, typedColumns.count == 1,
      !first.contains(where: \.isCommonTitle)
    else { return nil }
    return first[typedColumns[0]]
  }

  /// The columns with typed values, or hashes, below the first record.
  private var typedColumns: [Int] {
    let isNamed = records.first?.contains(where: \.isCommonTitle) ?? false
    let isTyped = { (text: String) in text.isTypedValue && (isNamed || !text.isTelephoneNumber) }
    return columns.filter { column in
      if hasValues(below: column, isTyped) { return true }
      let fields = rowsBelowFirst.compactMap { column < $0.count ? $0[column] : nil }
      return !fields.isEmpty && Self.areHashes(fields)
        && Set(fields.map(\.utf8.count)).count == 1 && records[0][column].isLowerWord
    }
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
    guard records.count > 1 else {
      return !hasNumberAsTitle && !first.contains(where: \.isAddress)
    }
    // All others are equal to it.
    if rowsBelowFirst.isEmpty { return false }
    let isData = columns.contains { column in
      let fields = records.compactMap { column < $0.count ? $0[column] : nil }
      if first[column].isAddress, !hasValues(below: column) { return true }
      if Self.areHashes(fields) || Self.areVersions(fields) { return true }
      return fields.allSatisfy(\.isTime)
        || fields.allSatisfy { $0.sharesFolder(with: first[column]) }
    }
    if isData { return false }
    // A number above numbers is a value, unless it is a year, or another column has a title and the
    // first one has no number; so is a placeholder for one.
    let values = columns.filter {
      !first[$0].mayBeTitle && !first[$0].isYear && hasValues(below: $0)
    }
    return values.isEmpty || arePeriods(above: values)
      || hasTitleAboveValues() && !(values[0] == 0 && first[0].isValue)
  }

  /// Returns whether fields are hashes of seven hexadecimal digits or more, and not all numbers.
  private static func areHashes(_ fields: [String]) -> Bool {
    fields.contains { Int($0) == nil }
      && fields.allSatisfy { $0.utf8.count > 6 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  /// Returns whether fields are versions, such as `2.3.1-3` and `1:20-1`, and not all numbers.
  private static func areVersions(_ fields: [String]) -> Bool {
    let rest = fields.dropFirst()
    return fields.first?.isVersion ?? false
      && rest.allSatisfy { $0.first?.isNumber ?? false } && rest.contains { Double($0) == nil }
  }

  /// Returns whether several columns have other periods or ordinal numbers above plain numbers, as
  /// `10:00`, `2026-01` and `1st`.
  private func arePeriods(above columns: [Int]) -> Bool {
    guard let first = records.first, columns.count > 1,
      Set(columns.map { first[$0] }).count == columns.count
    else { return false }
    return columns.allSatisfy { column in
      let fields = rowsBelowFirst.filter { column < $0.count }.map { $0[column] }
      return first[column].isPeriod && fields.allSatisfy { $0.isEmpty || Double($0) != nil }
    }
  }

  /// A Boolean value that indicates whether a field of the first record is a value, but no year.
  private var hasNumberAsTitle: Bool {
    records.first?.contains { $0.isValue && !$0.isYear } ?? false
  }

  /// Returns whether a column has typed values below a field that is none, and meets a condition.
  private func hasTitleAboveValues(where condition: (String) -> Bool = { _ in true }) -> Bool {
    records.first.map { first in
      typedColumns.contains { condition(first[$0]) && first[$0].mayBeTitle }
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

  /// The records below the first one, without those that repeat its several fields.
  private var rowsBelowFirst: ArraySlice<[String]> {
    let rows = records.dropFirst()
    guard let first = records.first, first.count > 1, rows.contains(first) else { return rows }
    return rows.filter { $0 != first }[...]
  }

  /// Returns whether all fields below the first one of a column are values of a kind, or empty.
  private func hasValues(
    below column: Int, _ isValue: (String) -> Bool = { $0.isValue }
  ) -> Bool {
    let fields = rowsBelowFirst.lazy.filter { column < $0.count }.map { $0[column] }
    return fields.contains { !$0.isEmpty } && fields.allSatisfy { $0.isEmpty || isValue($0) }
  }
}

extension String {
  /// A Boolean value that indicates whether the text is to its end a number, a quantity, a time, a
  /// truth value, an address or a version, as columns with titles have them.
  ///
  /// `25fe31` and `49z` only begin as one.
  var isTypedValue: Bool {
    let text = self[...].trimmingSpaces
    if ["true", "false"].contains(text.lowercased()) || text.isTime { return true }
    let digits = text.drop { "+-$€£.<".contains($0) }
    guard digits.first?.isNumber ?? false, text.count - digits.count < 3 else { return false }
    let isReadable = Array(text.utf8).withUnsafeBytes {
      NumberReading($0) != nil || SeemingValue($0) != nil
    }
    let isOfDigits = digits.allSatisfy { $0.isNumber || ".,:/-+_()%".contains($0) }
    return isReadable || isOfDigits || isInBlankGroups || isOrdinal
      || isNetworkAddress || isVersionNumber
  }

  /// A Boolean value that indicates whether the text may be a telephone number.
  fileprivate var isTelephoneNumber: Bool {
    let isAbroad = first == "+" || first == "0" && dropFirst().first?.isNumber == true
    return isAbroad && !isTime && !contains(":") && count { $0.isNumber } > 6
      || isAbroad && contains("/") && split(separator: "/").last?.count ?? 4 < 4
  }

  /// A Boolean value that indicates whether the text is a number with a blank in front of each
  /// three digits: `1 234`.
  private var isInBlankGroups: Bool {
    let groups = drop { "-$€£".contains($0) }.split(separator: " ")
    return groups.count > 1 && 1...3 ~= groups[0].count && groups[0].first != "0"
      && groups.allSatisfy { $0.allSatisfy(\.isNumber) }
      && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// A Boolean value that indicates whether the text is an ordinal number: `1st`.
  private var isOrdinal: Bool {
    ["st", "nd", "rd", "th"].contains(drop(while: \.isNumber)) && first?.isNumber ?? false
  }

  /// A Boolean value that indicates whether the text is a hardware address, or one of IPv6.
  private var isNetworkAddress: Bool {
    let groups = prefix { $0 != "/" }.split(separator: ":", omittingEmptySubsequences: false)
    return groups.count > 2
      && groups.allSatisfy { $0.utf8.count < 5 && $0.allSatisfy(\.isHexDigit) }
  }

  /// A Boolean value that indicates whether the text is a version, such as `5.15.0-91-generic`.
  private var isVersionNumber: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && !contains(" ") && parts.allSatisfy { $0.first?.isNumber ?? false }
      && parts[0].allSatisfy { $0.isNumber || $0 == ":" }
  }

  /// A Boolean value that indicates whether the text is a title of many tables.
  var isCommonTitle: Bool {
    Array(uppercased().utf8).withUnsafeBytes { $0.isUsualTitle }
  }

  /// Returns whether a text above others is no title, but a hash as they are: hexadecimal digits,
  /// as many as those below if it is short or has letters only.
  func isHash(above fields: some Sequence<String>) -> Bool {
    func hash(_ field: String) -> Substring? {
      let word = field.prefix { $0 != " " }
      return word.utf8.count > 3 && word.allSatisfy { $0.isASCII && $0.isHexDigit } ? word : nil
    }
    guard let word = hash(self), word.utf8.count > 6 || word.contains(where: \.isNumber) else {
      return false
    }
    return word.utf8.count > 6 && word.contains(where: \.isNumber) && Int(word) == nil
      || fields.allSatisfy { hash($0)?.utf8.count == word.utf8.count }
  }
}

extension String {
  /// A Boolean value that indicates whether the text begins or ends with a blank.
  fileprivate var hasOuterBlank: Bool { first == " " || last == " " }

  /// A Boolean value that indicates whether the text is one word of letters in lower case, no hash.
  fileprivate var isLowerWord: Bool {
    !isEmpty && allSatisfy { $0.isLetter && $0.isLowercase || $0 == "_" }
      && !allSatisfy(\.isHexDigit)
  }

  /// A Boolean value that indicates whether the text is a whole number, perhaps with a sign.
  fileprivate var areDigits: Bool {
    let digits = utf8.drop { $0.isSign }
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  /// A Boolean value that indicates whether the text is a whole number with points between groups
  /// of three digits: `1.234`.
  fileprivate var isInGroups: Bool {
    let groups = split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return groups.count > 1 && groups.allSatisfy(\.areDigits) && groups[0].utf8.count < 5
      && groups.dropFirst().allSatisfy { $0.utf8.count == 3 && $0.utf8.first?.isDigit == true }
  }

  /// A Boolean value that indicates whether a word of the text is an address of mail.
  fileprivate var isAddress: Bool {
    split(separator: " ").contains { word in
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
        && parts[1].first?.isLetter ?? false
    }
  }

  /// A Boolean value that indicates whether the text is a version of several numbers.
  fileprivate var isVersion: Bool {
    guard first?.isNumber ?? false, contains("."), Double(self) == nil, !isTime else {
      return false
    }
    return !contains(" ") && (contains { "-+~".contains($0) } || split(separator: ".").count > 2)
  }

  /// Returns whether both texts have the same prefix up to a slash.
  fileprivate func sharesFolder(with other: String) -> Bool {
    guard let slash = other.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return utf8.starts(with: other.utf8[...slash])
  }

  /// A Boolean value that indicates whether the text has numbers with signs between them, as a time
  /// or a month, or is an ordinal number.
  fileprivate var isPeriod: Bool {
    let rest = drop(while: \.isNumber)
    guard rest.count < count, Double(self) == nil else { return false }
    if ["st", "nd", "rd", "th"].contains(rest) { return true }
    return last?.isNumber == true && rest.allSatisfy { $0.isNumber || "-:/".contains($0) }
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
