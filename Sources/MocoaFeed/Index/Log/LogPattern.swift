/// The form of the lines of a log: `{time} {level} [{thread}] {logger}: {message}`.
///
/// Names in braces are members, and `{_}` is left out; all else stands in the line, a brace as
/// `{{`. A blank is any number of blanks and tabs, at least one, but for the insides of brackets;
/// one behind a sign and in front of the message at the end is a single one, as further blanks fill
/// up only what may be shorter, and the level above all. A second line of the pattern is the form
/// of the second line of a record. What a member matches depends on the word behind a colon in it;
/// `time`, `level`, `host`, `process` and `message` are such words, too, if they are its name:
///
/// - `time`: a time in any notation but a number, see ``LogTime``; `:epoch`: seconds since 1970, in
///   the years from 2000 to 2039; `:syslog`: one with a zone, or without a year; `:monthFirst`: one
///   as `11/24/26 10:11:12`; `:yearLast`: such a one, or as `24/11/26 10:11:12`; `:compact`: one as
///   `20261124-10:11:12`
/// - `level`: the name of a level, such as `INFO` or `warn`; in front of a word, one in capitals
///   only, and `:lowercase`: in small letters only; in brackets, perhaps with blanks around it
/// - `host`: the name or the address of a host, no level and no number
/// - `process`: anything without blanks that begins with a letter or a path, no level in capitals
///   or parentheses, and no address
/// - `:priority`: a number of syslog, facility and severity, which is the member `level`, too
/// - `:zone`: the name of a time zone in capitals; a time in front of it stays as it is written,
///   and one behind it has the zone if it is known
/// - `message`: the rest of the line, or anything up to what follows
/// - `:number`: digits, perhaps with a point, which become a number; `:decimal`: with a point
/// - `:letter`: one capital letter
/// - `:file`: the name of a file with source code
/// - `:path`: anything without blanks up to the last of what follows
/// - `:value`: anything up to what follows, even nothing; a number becomes one
/// - `:longest`: anything up to the last of what follows in the line
/// - `:escaped`: anything up to what follows, a sign that has a backslash in front if it is part of
///   the member
/// - `:word`: anything without blanks up to what follows, as for other names
/// - `:name`: a name with points, slashes, colons and the like in it, no digit in front
/// - `:dotted`: such a name with two points, `::` or `$` in it
/// - `:address`: an address of IPv4 or IPv6, perhaps with a port
/// - `:text`: anything up to what follows; `:title`: such words, the first with a capital
/// - `:json`: a JSON object at the end of the line; `:status`: a status of HTTP
/// - `:structured`: the elements of structured data (RFC 5424) but the outer brackets
/// - `:stdout|stderr`: one of some words; `:facility`: one of syslog
/// - in brackets: anything up to the bracket that closes them
/// - in quotes: anything up to the quote, which may be escaped
///
/// `process`, `logger`, `thread` and `component` are never the name of a level.
///
/// Such a pattern is compiled once and tested without backtracking.
///
/// A regular expression with named groups, `(?<time>\S+) (?<message>.*)`, is a pattern, too: it
/// matches whole lines, and its groups are the members. A group `time` is a time in any notation
/// but a number, `message` a text; others that are numbers become numbers.
package final class LogPattern: Sendable, Equatable {
  /// Why a pattern is refused.
  package struct Fault: Error, Equatable {
    package let reason: String
  }

  /// The pattern as it was written.
  let text: String

  let pieces: [Piece]

  /// The literals and the keys.
  let texts: [UInt8]

  /// The names of the members, in order.
  let names: [String]

  /// The pattern of the second line of a record, if it has one.
  let second: [LogPattern]

  /// The regular expression that it is, and the group of each piece.
  let expression: (RegularExpression, groups: [Int])?

  /// A Boolean value that indicates whether lines of the form have times.
  var hasTime: Bool {
    pieces.contains { $0.matcher?.isTime == true || $0.matcher == .decimal }
  }

  /// A Boolean value that indicates whether lines of the form have just a time and a message.
  var hasOnlyTime: Bool { names.count == 2 && names.allSatisfy(["time", "message"].contains) }

  /// A Boolean value that indicates whether the member beside the message is a name that may be one
  /// of its words.
  var hasNameBesideMessage: Bool {
    let members = pieces.compactMap(\.matcher)
    return switch members.last == .rest ? members.dropLast().last : members.last {
    case .name, .word, .process, .text, .enclosed: true
    default: false
    }
  }

  /// The order of the parts of a date that are divided by slashes or dashes, as far as it is known.
  let dateOrder: LogTime.DateOrder?

  /// What is behind the time; nil if there is none, or a regular expression says where it ends.
  let behindTime: BehindTime?

  /// The only members that are wanted; nil for all.
  let wanted: Set<String>?

  /// A Boolean value that indicates whether a member has the rest of the line.
  let endsInMember: Bool

  init(
    text: String, pieces: [Piece], texts: [UInt8], names: [String], second: [LogPattern] = [],
    expression: (RegularExpression, groups: [Int])? = nil, dateOrder: LogTime.DateOrder? = nil
  ) {
    (self.text, self.pieces, self.texts, self.names) = (text, pieces, texts, names)
    (self.second, self.expression, self.dateOrder) = (second, expression, dateOrder)
    behindTime = expression == nil ? BehindTime(pieces) : nil
    wanted = nil
    endsInMember = pieces.last.map { $0.kind == .member(.rest) && !$0.text.isEmpty } ?? false
  }

  /// Creates a pattern with some members of another one only.
  private init(_ pattern: LogPattern, pieces: [Piece], wanted: Set<String>) {
    (text, self.pieces, texts) = (pattern.text, pieces, pattern.texts)
    (names, second, expression) = (pattern.names, pattern.second, pattern.expression)
    (dateOrder, behindTime, self.wanted) = (pattern.dateOrder, pattern.behindTime, wanted)
    endsInMember = pattern.endsInMember
  }

  /// Returns the pattern for dates with parts in an order.
  func ordered(by order: LogTime.DateOrder) -> LogPattern {
    LogPattern(
      text: text, pieces: pieces, texts: texts, names: names, second: second,
      expression: expression, dateOrder: order)
  }

  /// The pattern of lines that may have blanks in front of a first member that has none.
  var indented: LogPattern {
    guard expression == nil, let matcher = pieces.first?.matcher,
      ![.rest, .text, .title, .longest, .value].contains(matcher)
    else { return self }
    return LogPattern(
      text: text, pieces: [Piece(kind: .blanks(isOptional: true))] + pieces, texts: texts,
      names: names, second: second, dateOrder: dateOrder)
  }

  /// Returns the pattern that leaves out all members but some; one of two lines leaves out none.
  func narrowed(to wanted: Set<String>) -> LogPattern {
    guard second.isEmpty else { return self }
    let keys = Set(wanted.map { DerivedMember.key($0) })
    let pieces = pieces.map { piece in
      guard case .member = piece.kind, !keys.contains(Array(texts[piece.text])) else {
        return piece
      }
      return Piece(kind: piece.kind, isNoLevel: piece.isNoLevel)
    }
    return LogPattern(self, pieces: pieces, wanted: wanted)
  }

  // MARK: Matching

  /// Returns whether a line has the form.
  ///
  /// - Complexity: O(n) for n bytes.
  func matches(_ line: UnsafeRawBufferPointer) -> Bool { forEachMember(of: line) { _, _ in } }

  /// Returns whether a line has the form in which another pattern may have found a time.
  func matches(
    _ line: UnsafeRawBufferPointer, _ known: inout KnownTime?, without unwanted: LogTime.Words = []
  ) -> Bool {
    forEachMember(of: line, &known, without: unwanted) { _, _ in }
  }

  /// Appends the members of a line as an object, or a part of them if the line has another form.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - calendar: The source of years that are not written.
  ///   - known: The time that another pattern has found in the line.
  ///   - unwanted: The word behind the time that is no part of it.
  ///   - json: The destination.
  /// - Returns: `true` if the line has the form.
  func append(
    _ line: UnsafeRawBufferPointer, _ calendar: RecentDate, _ known: inout KnownTime?,
    without unwanted: LogTime.Words = [], to json: inout [UInt8]
  ) -> Bool {
    var separator = UInt8(ascii: "{")
    let isMatch = forEachMember(of: line, &known, without: unwanted) { key, value in
      json.append(separator)
      separator = UInt8(ascii: ",")
      json.append(contentsOf: key)
      switch value {
      case .time(let time):
        json.append(UInt8(ascii: "\""))
        time.append(calendar, to: &json)
        json.append(UInt8(ascii: "\""))
      case .number(let bytes): FieldType.unknown.append(bytes, to: &json)
      case .text(let bytes): JSONText.quote(bytes, to: &json)
      case .quoted(let bytes): Self.append(quoted: bytes, to: &json)
      case .escaped(let bytes): Self.append(escaped: bytes, to: &json)
      case .object(let bytes): json.append(contentsOf: bytes)
      }
    }
    guard isMatch else { return false }
    if separator == UInt8(ascii: "{") { json.append(separator) }
    json.append(UInt8(ascii: "}"))
    return true
  }

  /// Returns the parts of a date of a line that may have several orders; nil for another form.
  func dateParts(in line: UnsafeRawBufferPointer) -> DateParts? {
    var parts: DateParts?
    let isMatch = forEachMember(of: line) { _, value in
      if case .time(let time) = value { parts = parts ?? time.parts }
    }
    return isMatch ? parts : nil
  }

  /// Returns the time of a line if it stays as it is written; nil for another one.
  func writtenTime(
    in line: UnsafeRawBufferPointer, without unwanted: LogTime.Words
  ) -> String? {
    var text: String?
    var known: KnownTime?
    let isMatch = forEachMember(of: line, &known, without: unwanted) { _, value in
      if case .time(let time) = value, time.isAsWritten { text = text ?? time.text }
    }
    return isMatch ? text : nil
  }

  /// Returns the text of a member of a line; nil if there is none.
  func text(of name: String, in line: UnsafeRawBufferPointer) -> [UInt8]? {
    let key = DerivedMember.key(name)
    var text: [UInt8]?
    _ = forEachMember(of: line) { member, value in
      if case .text(let bytes) = value, member.elementsEqual(key) { text = Array(bytes) }
    }
    return text
  }

  /// What was found for a member.
  enum Finding {
    case time(LogTime)
    case text(UnsafeRawBufferPointer)
    case number(UnsafeRawBufferPointer)
    /// Text with escapes.
    case quoted(UnsafeRawBufferPointer)
    /// Text with backslashes in front of bars.
    case escaped(UnsafeRawBufferPointer)
    /// A JSON object.
    case object(UnsafeRawBufferPointer)
  }

  /// The time that a pattern has found at a place of a line, which others need not read again.
  struct KnownTime {
    let start: Int
    let order: LogTime.DateOrder?
    let time: LogTime?
  }

  private func forEachMember(
    of line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Finding) -> Void
  ) -> Bool {
    var known: KnownTime?
    return forEachMember(of: line, &known, body)
  }

  @inline(__always)
  private func forEachMember(
    of line: UnsafeRawBufferPointer, _ known: inout KnownTime?,
    without unwanted: LogTime.Words = [], _ body: (UnsafeRawBufferPointer, Finding) -> Void
  ) -> Bool {
    texts.withUnsafeBytes { texts in
      pieces.withUnsafeBufferPointer { pieces in
        let match = Match(
          line: line, pieces: pieces, texts: texts, dateOrder: dateOrder, unwanted: unwanted)
        guard let (expression, numbers) = expression else {
          return match.forEachMember(&known, body)
        }
        guard let groups = expression.groups(ofAll: line) else { return false }
        return match.forEachMember(at: numbers.map { groups[$0] }, body)
      }
    }
  }

  /// A Boolean value that indicates whether matching was given up, so that lines were not divided.
  var hasFailed: Bool { expression?.0.hasFailed ?? false }

  package static func == (lhs: LogPattern, rhs: LogPattern) -> Bool {
    lhs.text == rhs.text && lhs.dateOrder == rhs.dateOrder
  }
}
