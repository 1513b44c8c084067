/// How the bytes of a row stand for a JSON value.
///
/// Rows are converted when they are read, so that all else works on JSON, whatever the source
/// holds.
enum RowCoding: Sendable {
  /// The bytes are JSON.
  case json
  /// A member of an object, `"key": value`, stands for an object with `key` and `value`.
  case member
  /// The fields of a table stand for the members of an object.
  case fields(FieldCoding)
  /// A line of text stands for an object with the member `line`.
  case text
  /// What another coding makes of the bytes, with more members where it is an object.
  indirect case deriving([DerivedMember], RowCoding)

  /// The coding with members that rows get besides their own.
  func deriving(_ members: [DerivedMember]) -> RowCoding {
    members.isEmpty ? self : .deriving(members, self)
  }

  /// What keeps a row from being converted.
  struct Fault: Error {
    let reason: FeedError.Reason
    /// Where, in bytes from the start of the row.
    var offset = 0
  }

  /// A Boolean value that indicates whether the bytes are JSON as they are.
  var isJSON: Bool {
    if case .json = self { true } else { false }
  }

  /// The names of the fields of a table.
  var fieldNames: [String] {
    switch self {
    case .fields(let fields): fields.names
    case .deriving(_, let coding): coding.fieldNames
    case .json, .member, .text: []
    }
  }

  /// Appends the value that a row stands for.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Parameters:
  ///   - row: The bytes between the ends of the rows.
  ///   - json: Where the value is appended; part of it is there where an error is thrown.
  /// - Throws: What is wrong with the row.
  func append(_ row: UnsafeRawBufferPointer, to json: inout [UInt8]) throws(Fault) {
    switch self {
    case .json: json.append(contentsOf: row)
    case .member: try Self.appendMember(row, to: &json)
    case .fields(let fields): try fields.append(row.withoutCarriageReturn, to: &json)
    case .text:
      json.append(contentsOf: "{\"line\":".utf8)
      JSONText.quote(row.withoutCarriageReturn, to: &json)
      json.append(UInt8(ascii: "}"))
    case .deriving(let members, let coding):
      let start = json.count
      try coding.append(row, to: &json)
      try Self.derive(members, in: &json, from: start)
    }
  }

  /// Adds members to the value that begins at an offset, where it is an object.
  private static func derive(
    _ members: [DerivedMember], in json: inout [UInt8], from start: Int
  ) throws(Fault) {
    let value = JSONBytes(Array(json[start...]))
    // Behind what is not JSON nothing can be found.
    do {
      try value.check()
    } catch {
      throw Fault(reason: .notJSON(error.reason), offset: error.offset)
    }
    guard value.kind == .object, let end = json.lastIndex(of: UInt8(ascii: "}")) else { return }
    json.removeSubrange((end + 1)...)
    var text: [UInt8] = []
    for member in members {
      // With the members that have been derived before.
      json.withUnsafeBytes { member.append($0[rebased: start..<$0.count], to: &text) }
      guard !text.isEmpty else { continue }
      json.removeLast()
      if json.last(where: { !$0.isJSONWhitespace }) != UInt8(ascii: "{") {
        json.append(UInt8(ascii: ","))
      }
      json += text
      json.append(UInt8(ascii: "}"))
      text.removeAll(keepingCapacity: true)
    }
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

/// The fields of the rows of a table.
///
/// A field that is a number, `true` or `false` as JSON writes them is that value, `\N` between tabs
/// is null, and all else is a string, an empty field too.
struct FieldCoding: Sendable {
  /// What stands between fields.
  let separator: UInt8

  /// Whether a field may have quotes around it (RFC 4180); else a backslash begins an escape: `\t`,
  /// `\n`, `\r`, `\\`, and `\N` for null.
  let hasQuotes: Bool

  /// What comes before the value of each field.
  private let prefixes: [[UInt8]]

  /// The names of the fields.
  let names: [String]

  private static let quote = UInt8(ascii: "\"")

  /// Makes a coding.
  ///
  /// - Parameters:
  ///   - separator: What stands between fields.
  ///   - hasQuotes: Whether a field may have quotes around it.
  ///   - names: The names of the fields; empty ones and those that were there before get a number.
  init(separator: UInt8, hasQuotes: Bool, names: [String]) {
    self.separator = separator
    self.hasQuotes = hasQuotes
    // By their bytes, as members of JSON are told apart.
    let all = Set(names.map { Array($0.utf8) })
    var known: Set<[UInt8]> = []
    var unique: [String] = []
    for (index, name) in names.enumerated() {
      let name = name.isEmpty ? "column_\(index + 1)" : name
      var candidate = name
      var number = 2
      while known.contains(Array(candidate.utf8))
        || number > 2 && all.contains(Array(candidate.utf8))
      {
        candidate = "\(name)_\(number)"
        number += 1
      }
      known.insert(Array(candidate.utf8))
      unique.append(candidate)
    }
    self.names = unique
    prefixes = unique.enumerated().map { index, name in
      var prefix: [UInt8] = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      JSONText.quote(name, to: &prefix)
      return prefix + [UInt8(ascii: ":")]
    }
  }

  /// Appends the object that a row stands for.
  func append(
    _ row: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    // Empty lines before a row are not rows of their own.
    let row = UnsafeRawBufferPointer(rebasing: row.drop { $0 == 0x0A || $0 == 0x0D })
    var fieldCount = 0
    try forEachField(of: row) { content, isQuoted, hasEscapes in
      if fieldCount < prefixes.count {
        json.append(contentsOf: prefixes[fieldCount])
        if hasEscapes, !isQuoted, content.elementsEqual("\\N".utf8) {
          json.append(contentsOf: "null".utf8)
        } else if hasEscapes {
          unescaped(content, isQuoted: isQuoted).withUnsafeBytes {
            Self.append($0, isQuoted: isQuoted, to: &json)
          }
        } else {
          Self.append(content, isQuoted: isQuoted, to: &json)
        }
      }
      fieldCount += 1
    }
    guard fieldCount == prefixes.count else {
      throw RowCoding.Fault(reason: .fieldCount(fieldCount, expected: prefixes.count))
    }
    json.append(UInt8(ascii: "}"))
  }

  /// The fields of a row as strings.
  func strings(of row: UnsafeRawBufferPointer) throws(RowCoding.Fault) -> [String] {
    var strings: [String] = []
    try forEachField(of: row) { content, isQuoted, hasEscapes in
      let bytes = hasEscapes ? unescaped(content, isQuoted: isQuoted) : Array(content)
      strings.append(String(decoding: bytes, as: UTF8.self))
    }
    return strings
  }

  // MARK: Taking a row apart

  /// Calls a closure for each field with its content, whether that has quotes around it, and
  /// whether there are escapes in it.
  @inline(__always)
  private func forEachField(
    of row: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Bool, Bool) -> Void
  ) throws(RowCoding.Fault) {
    var position = 0
    while true {
      let start = position
      if hasQuotes, position < row.count, row[position] == Self.quote {
        let hasEscapes = try passQuotes(of: row, &position)
        body(.init(rebasing: row[start + 1..<position - 1]), true, hasEscapes)
        guard position == row.count || row[position] == separator else {
          throw RowCoding.Fault(reason: .brokenQuotes, offset: position)
        }
      } else {
        let rest = UnsafeRawBufferPointer(rebasing: row[start...])
        position = ByteSearch.first(separator, in: rest).map { start + $0 } ?? row.count
        let content = UnsafeRawBufferPointer(rebasing: row[start..<position])
        body(content, false, !hasQuotes && ByteSearch.contains(UInt8(ascii: "\\"), in: content))
      }
      guard position < row.count else { return }
      position += 1
    }
  }

  /// Moves behind the closing quote of the field at the position.
  ///
  /// - Returns: Whether there are doubled quotes in it.
  private func passQuotes(
    of row: UnsafeRawBufferPointer, _ position: inout Int
  ) throws(RowCoding.Fault) -> Bool {
    let start = position
    var hasEscapes = false
    position += 1
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: row[position...])
      guard let quote = ByteSearch.first(Self.quote, in: rest) else {
        throw RowCoding.Fault(reason: .brokenQuotes, offset: start)
      }
      position += quote + 1
      guard position < row.count, row[position] == Self.quote else { return hasEscapes }
      hasEscapes = true
      position += 1
    }
  }

  private func unescaped(_ content: UnsafeRawBufferPointer, isQuoted: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    if !isQuoted, content.elementsEqual("\\N".utf8) { return result }
    var position = 0
    while position < content.count {
      let byte = content[position]
      position += 1
      guard byte == (isQuoted ? Self.quote : UInt8(ascii: "\\")), position < content.count else {
        result.append(byte)
        continue
      }
      switch content[position] {
      case UInt8(ascii: "t") where !isQuoted: result.append(0x09)
      case UInt8(ascii: "n") where !isQuoted: result.append(0x0A)
      case UInt8(ascii: "r") where !isQuoted: result.append(0x0D)
      case let next: result.append(next)
      }
      position += 1
    }
    return result
  }

  // MARK: Values

  @inline(__always)
  private static func append(
    _ content: UnsafeRawBufferPointer, isQuoted: Bool, to json: inout [UInt8]
  ) {
    switch content.first {
    case nil: json.append(contentsOf: "\"\"".utf8)
    case let first? where first.isDigit || first == UInt8(ascii: "-"):
      content.isJSONNumber ? json.append(contentsOf: content) : JSONText.quote(content, to: &json)
    case UInt8(ascii: "t") where content.elementsEqual("true".utf8),
      UInt8(ascii: "f") where content.elementsEqual("false".utf8):
      json.append(contentsOf: content)
    default: JSONText.quote(content, to: &json)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a carriage return at their end.
  var withoutCarriageReturn: UnsafeRawBufferPointer {
    last == 0x0D ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }

  /// Whether the bytes are a number (RFC 8259 section 6).
  fileprivate var isJSONNumber: Bool {
    var position = 0
    func digits() -> Bool {
      let start = position
      while position < count, self[position].isDigit { position += 1 }
      return position > start
    }
    if first == UInt8(ascii: "-") { position = 1 }
    if position < count, self[position] == UInt8(ascii: "0") {
      position += 1
    } else if !digits() {
      return false
    }
    if position < count, self[position] == UInt8(ascii: ".") {
      position += 1
      guard digits() else { return false }
    }
    if position < count, self[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < count, self[position].isSign { position += 1 }
      guard digits() else { return false }
    }
    return position == count
  }
}

extension JSONText {
  /// Appends bytes as a string with quotes, and escapes for what must be escaped.
  static func quote(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var copied = 0
    for position in 0..<content.count {
      let byte = content[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[copied..<position]))
      appendEscape(of: byte, to: &bytes)
      copied = position + 1
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[copied...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a string with quotes, and escapes for what must be escaped.
  static func quote(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { quote(UnsafeRawBufferPointer($0), to: &bytes) }
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    default: bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    }
  }
}
