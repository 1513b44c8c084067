/// The conversion of the bytes of a row to a JSON value.
///
/// Rows are converted when they are read, so that all other code processes JSON, regardless of the
/// format of the source.
enum RowCoding: Sendable {
  /// The bytes are JSON.
  case json
  /// A member of an object, `"key": value`, becomes an object with `key` and `value`.
  case member
  /// The fields of a table become the members of an object.
  case fields(FieldCoding)
  /// The fields of a table that is aligned with blanks become the members of an object.
  case aligned(AlignedCoding)
  /// The fields of a table with rules below its titles become the members of an object.
  case ruled(RuledTable)
  /// Lines of `ls -l` become objects.
  case listing(ListingCoding)
  /// Records of lines with keys and values become objects.
  case pairs(PairCoding)
  /// A line of text becomes an object with the member `line`.
  case text
  /// The fields of a line of a log become the members of an object.
  case log(LogCoding)
  /// Rows of several tables, each of which begins at an offset.
  indirect case tables([(start: Int, coding: RowCoding)])
  /// The result of another coding, with derived members.
  indirect case deriving([DerivedMember], RowCoding)

  func deriving(_ members: [DerivedMember]) -> RowCoding {
    members.isEmpty ? self : .deriving(members, self)
  }

  /// Returns the coding that leaves out all members but some, where that saves time; nil for all.
  func narrowed(to members: Set<String>?) -> RowCoding {
    guard let members, case .log(let log) = self else { return self }
    return .log(LogCoding(log, narrowedTo: members))
  }

  /// Returns the coding of the rows of one more table.
  func followed(by coding: RowCoding, from offset: Int) -> RowCoding {
    if case .tables(let tables) = self { return .tables(tables + [(offset, coding)]) }
    return .tables([(0, self), (offset, coding)])
  }

  /// An error that prevents the conversion of a row.
  struct Fault: Error {
    let reason: FeedError.Reason
    /// The position, in bytes from the start of the row.
    var offset = 0
  }

  /// A Boolean value that indicates whether the bytes are JSON already.
  var isJSON: Bool {
    if case .json = self { true } else { false }
  }

  var fields: FieldCoding? {
    switch self {
    case .fields(let fields): fields
    case .aligned(let table): table.fields
    case .ruled(let table): table.fields
    case .listing(let listing): listing.fields
    case .pairs(let pairs): pairs.fields
    case .deriving(_, let coding): coding.fields
    case .tables(let tables): tables.first?.coding.fields
    case .json, .member, .text, .log: nil
    }
  }

  /// The name of the format of a log, if its lines have a known pattern.
  var logName: String? {
    switch self {
    case .log(let log): log.formatName
    case .deriving(_, let coding): coding.logName
    case .fields, .aligned, .ruled, .listing, .pairs, .json, .member, .text, .tables: nil
    }
  }

  /// A Boolean value that indicates whether rows are the lines of a log, as they are.
  var isLog: Bool {
    if case .log = self { true } else { false }
  }

  /// The texts of values that need not be in the bytes of a row, as all others are, but for times,
  /// escapes, colors and overstriking; nil if any text may be missing there.
  var addedTexts: [[UInt8]]? {
    switch self {
    case .text: []
    case .log(let log): log.addedTexts
    case .json, .member, .fields, .aligned, .ruled, .listing, .pairs, .tables, .deriving: nil
    }
  }

  /// The names of the fields of all tables, each once.
  var fieldNames: [String] {
    guard case .tables(let tables) = self else { return fields?.names ?? [] }
    var known: Set<String> = []
    return tables.flatMap { $0.coding.fieldNames }.filter { known.insert($0).inserted }
  }

  /// The fields and lines that may be something else than texts.
  var doubts: [DoubtfulFields] {
    switch self {
    case .log(let log): [log.doubtful]
    case .deriving(_, let coding): coding.doubts
    case .tables(let tables):
      tables.flatMap { $0.coding.doubts }.reduce(into: []) { doubts, doubt in
        if !doubts.contains(where: { $0 === doubt }) { doubts.append(doubt) }
      }
    case .fields, .aligned, .ruled, .listing, .pairs, .json, .member, .text:
      [fields?.doubtful].compactMap(\.self)
    }
  }

  /// Appends the JSON value of a row.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Parameters:
  ///   - row: The bytes between the ends of the rows.
  ///   - offset: The position of the row in the source.
  ///   - json: The destination; it contains part of the value if an error is thrown.
  /// - Throws: The error in the row.
  func append(
    _ row: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]
  ) throws(Fault) {
    guard leavesOutColors else { return try appendWhole(row, at: offset, to: &json) }
    try row.withoutColors { (row) throws(Fault) in try appendWhole(row, at: offset, to: &json) }
  }

  /// A Boolean value that indicates whether sequences that select colors are no part of the values.
  ///
  /// Lines of text keep them, and are shown in colors; so do exported values, whose lengths count
  /// them.
  var leavesOutColors: Bool {
    switch self {
    case .pairs(let pairs): !pairs.layout.isExport
    case .aligned, .ruled, .listing, .log, .tables: true
    case .json, .member, .fields, .text, .deriving: false
    }
  }

  /// Appends the JSON value of a row with all its bytes.
  private func appendWhole(
    _ row: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]
  ) throws(Fault) {
    switch self {
    case .json: json.append(contentsOf: row)
    case .member: try Self.appendMember(row, to: &json)
    case .fields(let fields): try fields.append(row.withoutCarriageReturn, at: offset, to: &json)
    case .aligned(let table): table.append(row, at: offset, to: &json)
    case .ruled(let table): table.append(row, at: offset, to: &json)
    case .listing(let listing): listing.append(row, at: offset, to: &json)
    case .pairs(let pairs): pairs.append(row, at: offset, to: &json)
    case .text: Self.appendText(row, to: &json)
    case .log(let log): try log.append(row, at: offset, to: &json)
    case .tables(let tables):
      let next = tables.partitioningIndex { $0.start > offset }
      try tables[max(0, next - 1)].coding.append(row, at: offset, to: &json)
    case .deriving(let members, let coding):
      var object: [UInt8] = []
      try coding.append(row, at: offset, to: &object)
      var derivation = RowDerivation(members)
      try derivation.append(object, to: &json)
    }
  }

  static func appendText(
    _ line: UnsafeRawBufferPointer, as key: String = "line", to json: inout [UInt8]
  ) {
    json.append(contentsOf: "{\"\(key)\":".utf8)
    JSONText.quote(line.withoutCarriageReturn, to: &json)
    json.append(UInt8(ascii: "}"))
  }

  private static func appendMember(
    _ row: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) throws(Fault) {
    guard !row.isBlank(in: 0..<row.count) else { throw Fault(reason: .missingValue) }
    let object = JSONBytes([UInt8(ascii: "{")] + row + [UInt8(ascii: "}")])
    do {
      try object.check()
    } catch {
      throw Fault(reason: .notJSON(error.reason), offset: max(0, error.offset - 1))
    }
    json.append(contentsOf: "{\"key\":".utf8)
    object.forEachMember { key, value in
      JSONText.quote(key, to: &json)
      json.append(contentsOf: ",\"value\":".utf8)
      json.append(contentsOf: value.slice)
      return false
    }
    json.append(UInt8(ascii: "}"))
  }
}

/// The conversion of the fields of a table.
///
/// A field becomes a number or a truth value if its column has that type and it is one; an empty
/// field of such a column is null, and so is `\N` in a table with escapes. All others, even empty
/// ones, are strings.
struct FieldCoding: Sendable {
  /// How a field has delimiters and line ends in it.
  enum Notation {
    /// In quotes, which are doubled within it (RFC 4180).
    case quotes
    /// As `\t`, `\n`, `\r`, and backslashes as `\\`.
    case escapes
    /// Not at all.
    case plain
  }

  /// The delimiter of fields.
  let separator: UInt8

  /// How fields have delimiters and line ends in them.
  let notation: Notation

  /// The JSON text before the value of each field.
  let prefixes: [[UInt8]]

  let names: [String]

  private(set) var types: [FieldType]

  /// A Boolean value that indicates whether blanks that pad fields are no part of them.
  var isPadded = false

  /// The line with the names, which may be repeated among the rows; nil for none.
  var header: [UInt8]?

  /// A Boolean value that indicates whether the names are in quotes, as all texts are then.
  var hasQuotedNames = false

  /// A Boolean value that indicates whether blanks around fields, and around quotes, are no part of
  /// them.
  let isSpaced: Bool

  /// The fields that are texts although they may be something else.
  private(set) var doubtful: DoubtfulFields?

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Creates a coding; empty and duplicate names get a number, and blanks around fields are no part
  /// of them if they are spaced.
  init(separator: UInt8, notation: Notation, names: [String], isSpaced: Bool = false) {
    (self.separator, self.isSpaced, self.notation) = (separator, isSpaced, notation)
    // Compared by their bytes, like JSON members.
    let all = Set(names.map { Array($0.utf8) })
    var known: Set<[UInt8]> = []
    var unique: [String] = []
    // The number behind the last one that each name got.
    var numbers: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      let name = name.isEmpty ? "column_\(index + 1)" : name
      var candidate = name
      var number = numbers[name] ?? 2
      while known.contains(Array(candidate.utf8))
        || number > 2 && all.contains(Array(candidate.utf8))
      {
        candidate = "\(name)_\(number)"
        number += 1
      }
      if number > 2 { numbers[name] = number }
      known.insert(Array(candidate.utf8))
      unique.append(candidate)
    }
    self.names = unique
    types = Array(repeating: .unknown, count: unique.count)
    prefixes = JSONText.starts(ofMembers: unique)
  }

  /// Sets the types of the columns; `line` returns the number of the line at an offset.
  mutating func setTypes(_ types: [FieldType], line: @escaping @Sendable (Int) -> Int) {
    self.types = types
    doubtful = DoubtfulFields(names: names, types: types, line: line)
  }

  func append(
    _ row: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    // Empty lines before a row are not rows.
    let row = UnsafeRawBufferPointer(rebasing: row.drop { $0 == 0x0A || $0 == 0x0D })
    if let header, row.count == header.count, row.elementsEqual(header) {
      return appendOther(row, at: offset, to: &json)
    }
    var fieldCount = 0
    try forEachField(of: row) { content, isQuoted, hasEscapes in
      if fieldCount < prefixes.count {
        json.append(contentsOf: prefixes[fieldCount])
        if hasEscapes, !isQuoted, content.elementsEqual("\\N".utf8) {
          json.append(contentsOf: "null".utf8)
        } else if hasEscapes {
          unescaped(content, isQuoted: isQuoted).withUnsafeBytes {
            appendValue($0, ofColumn: fieldCount, at: offset, to: &json)
          }
        } else {
          appendValue(content, ofColumn: fieldCount, at: offset, to: &json)
          if let doubt = doubt(content, isQuoted: isQuoted) {
            doubtful?.add(content, doubt, ofRowAt: offset)
          }
        }
      }
      fieldCount += 1
    }
    guard fieldCount == prefixes.count else {
      throw RowCoding.Fault(reason: .fieldCount(fieldCount, expected: prefixes.count))
    }
    json.append(UInt8(ascii: "}"))
  }

  func strings(of row: UnsafeRawBufferPointer) throws(RowCoding.Fault) -> [String] {
    var strings: [String] = []
    try forEachField(of: row) { content, isQuoted, hasEscapes in
      let bytes = hasEscapes ? unescaped(content, isQuoted: isQuoted) : Array(content)
      strings.append(String(decoding: bytes, as: UTF8.self))
    }
    return strings
  }

  // MARK: Splitting a row

  /// Calls a closure for each field with its content, whether it is quoted and has escapes.
  @inline(__always)
  private func forEachField(
    of row: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Bool, Bool) -> Void
  ) throws(RowCoding.Fault) {
    var position = 0
    while true {
      if isSpaced || isPadded { passBlanks(of: row, &position) }
      let start = position
      if notation == .quotes, position < row.count, row[position] == Self.quote {
        let hasEscapes = try passQuotes(of: row, &position)
        body(.init(rebasing: row[start + 1..<position - 1]), true, hasEscapes)
        if isSpaced { passBlanks(of: row, &position) }
        guard position == row.count || row[position] == separator else {
          throw Self.brokenQuotes(in: row, at: position)
        }
      } else {
        let rest = UnsafeRawBufferPointer(rebasing: row[start...])
        position = ByteSearch.first(separator, in: rest).map { start + $0 } ?? row.count
        var end = position
        if isPadded || isSpaced {
          while end > start, row[end - 1] == UInt8(ascii: " ") { end -= 1 }
        }
        let content = UnsafeRawBufferPointer(rebasing: row[start..<end])
        let hasEscapes =
          notation == .escapes && ByteSearch.contains(Self.backslash, in: content)
        body(content, false, hasEscapes)
      }
      guard position < row.count else { return }
      position += 1
    }
  }

  private func passBlanks(of row: UnsafeRawBufferPointer, _ position: inout Int) {
    while position < row.count, row[position] == UInt8(ascii: " ") { position += 1 }
  }

  /// Returns whether a blank follows each separator in a row.
  func isSpaced(_ row: UnsafeRawBufferPointer) -> Bool {
    var isQuoted = false
    return zip(row, row.dropFirst()).allSatisfy { byte, next in
      if byte == Self.quote { isQuoted.toggle() }
      return isQuoted || byte != separator || next == UInt8(ascii: " ") || next == separator
    }
  }

  /// Moves past the closing quote of the field at the position; returns whether it has doubled
  /// quotes.
  private func passQuotes(
    of row: UnsafeRawBufferPointer, _ position: inout Int
  ) throws(RowCoding.Fault) -> Bool {
    let start = position
    var hasEscapes = false
    position += 1
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: row[position...])
      guard let quote = ByteSearch.first(Self.quote, in: rest) else {
        throw Self.brokenQuotes(in: row, at: start)
      }
      position += quote + 1
      guard position < row.count, row[position] == Self.quote else { return hasEscapes }
      hasEscapes = true
      position += 1
    }
  }

  private static func brokenQuotes(
    in row: UnsafeRawBufferPointer, at offset: Int
  ) -> RowCoding.Fault {
    let count = row.count { $0 == 0x0A } + (row.last == 0x0A ? 0 : 1)
    return RowCoding.Fault(reason: .brokenQuotes(lineCount: count), offset: offset)
  }

  private func unescaped(_ content: UnsafeRawBufferPointer, isQuoted: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    if !isQuoted, content.elementsEqual("\\N".utf8) { return result }
    var position = 0
    while position < content.count {
      let byte = content[position]
      position += 1
      guard byte == (isQuoted ? Self.quote : Self.backslash), position < content.count else {
        result.append(byte)
        continue
      }
      switch content[position] {
      case UInt8(ascii: "t") where !isQuoted: result.append(0x09)
      case UInt8(ascii: "n") where !isQuoted: result.append(0x0A)
      case UInt8(ascii: "r") where !isQuoted: result.append(0x0D)
      case let next where isQuoted || next == Self.backslash: result.append(next)
      // No escape, such as in a path: `C:\Users`.
      case let next: result += [byte, next]
      }
      position += 1
    }
    return result
  }

  /// Returns what a field may be instead.
  @inline(__always)
  private func doubt(
    _ field: UnsafeRawBufferPointer, isQuoted: Bool
  ) -> DoubtfulFields.Doubt? {
    if isQuoted {
      guard separator == 0x09, !hasQuotedNames else { return nil }
      let hasFeed = ByteSearch.contains(0x0A, in: field)
      guard ByteSearch.contains(separator, in: field) else { return hasFeed ? nil : .noQuotes }
      return hasFeed ? .lines : nil
    }
    guard notation == .plain, separator == 0x09 else { return nil }
    if field.count > 1, field.first == Self.quote, field.last == Self.quote { return .quotes }
    let hasBackslash = ByteSearch.contains(Self.backslash, in: field)
    return hasBackslash && Self.mayHaveEscapes(field) ? .escapes : nil
  }

  private static func mayHaveEscapes(_ field: UnsafeRawBufferPointer) -> Bool {
    zip(field, field.dropFirst()).contains { $0 == backslash && "tnr\\".utf8.contains($1) }
  }

  // MARK: Values

  /// Appends the value of a field of the row at an offset, by the type of its column.
  @inline(__always)
  func appendValue(
    _ content: UnsafeRawBufferPointer, ofColumn column: Int, at offset: Int,
    to json: inout [UInt8]
  ) {
    if !types[column].append(content, to: &json) {
      doubtful?.add(content, .type(column: column), ofRowAt: offset)
    }
  }

  /// Appends the object for a line of another form at an offset, which is counted.
  func appendOther(_ line: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]) {
    doubtful?.add(line, .form, ofRowAt: offset)
    RowCoding.appendText(line, to: &json)
  }

  /// Appends the object for a row of lines of another form at an offset, which is counted.
  func appendOther(_ lines: [UnsafeRawBufferPointer], at offset: Int, to json: inout [UInt8]) {
    Array(lines.joined(separator: [0x0A])).withUnsafeBytes {
      appendOther($0, at: offset, to: &json)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a trailing carriage return.
  var withoutCarriageReturn: UnsafeRawBufferPointer {
    last == 0x0D ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }
}
