/// The conversion of lines of a log that are not JSON.
///
/// A line in another form becomes an object with its text as the only member, which is the member
/// of messages in other lines, or else `line`. Among JSON objects, the time and the level at the
/// start of a text are members, too, and an object that is cut off is an error.
final class LogCoding: Sendable {
  /// The form of the lines.
  enum Form: Sendable {
    /// Pairs of names and values with blanks between them: `level=info msg="it runs"`.
    case logfmt
    /// The common log of web servers, or the combined one, which also has referer and agent.
    ///
    /// `127.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 2326`.
    case access
    /// JSON objects among lines of text.
    case mixed
    /// Lines with one of the patterns of a format.
    case pattern(LogFormat)
    /// Lines with the name of what wrote them in front, and what is behind it.
    case labelled(LineLabel, LogCoding)

    /// The forms that have a format of their own.
    static let ofJSON: [Form] = [.logfmt, .access, .mixed]

    var format: FeedFormat {
      switch self {
      case .logfmt: .logfmt
      case .access: .accessLog
      case .mixed: .mixedLog
      case .pattern: .log
      case .labelled: .labelledLog
      }
    }

    /// Returns whether lines are those of a log.
    ///
    /// At least half of them must have the form, or some be JSON and the others text.
    func fits(_ lines: [UnsafeRawBufferPointer]) -> Bool {
      var json: [UInt8] = []
      let count = lines.count { appendMembers($0, to: &json) }
      guard isMixed else {
        let isFirst = lines.first.map { appendMembers($0, to: &json) } ?? false
        return count > (isFirst ? 0 : 1) && count * 2 >= lines.count
      }
      let texts = lines.count { $0.isProse && !$0.isJSON }
      let cut = lines.count { $0.isCutObject && !$0.isJSON }
      return count > 0 && texts > 1 && count + texts + cut == lines.count
    }
  }

  /// The number of lines sampled to distinguish a log from other text.
  static let sampleSize = 6

  private let form: Form

  /// The name of the format, if the lines have one of its patterns, or of what labels them.
  var formatName: String? {
    switch form {
    case .pattern(let format): format.name
    case .labelled(let label, _): label.rawValue
    case .logfmt, .access, .mixed: nil
    }
  }

  /// Returns how many of some lines each pattern reads: `64 of 66 lines: {time} {message}`.
  func evidence(in sample: [UInt8]) -> [String] {
    guard case .pattern(let format) = form else { return [] }
    return sample.withUnsafeBytes { sample in
      let lines = sample.split(separator: 0x0A).map {
        UnsafeRawBufferPointer(rebasing: $0).withoutCarriageReturn
      }
      var counts: [Int: Int] = [:]
      for line in lines {
        let reader = format.patterns.firstIndex { $0.matches(line) }
        if let reader { counts[reader, default: 0] += 1 }
      }
      return counts.sorted { $0.value > $1.value }.map { reader, count in
        "\(count) of \(lines.count) lines: \(format.patterns[reader].text)"
      }
    }
  }

  /// The member for the text of a line in another form.
  private let textKey: String

  /// The format of texts among JSON objects.
  private let texts: LogFormat

  /// The member for the name in front of a line.
  private let sourceKey: String

  private let calendar: RecentDate

  /// The lines in another form.
  let doubtful: DoubtfulFields

  /// The usual members for messages and sources.
  private static let messageKeys = ["message", "msg", "text", "event"]
  private static let sourceKeys = ["source", "container", "writer"]

  /// Creates a coding by the first lines of a log.
  ///
  /// - Parameters:
  ///   - form: The form of its lines.
  ///   - lines: The first lines.
  ///   - clock: When the last lines were written, for years that are not.
  ///   - line: Returns the number of the line at an offset.
  convenience init(
    _ form: Form, lines: [UnsafeRawBufferPointer], clock: LocalClock,
    line: @escaping @Sendable (Int) -> Int
  ) {
    self.init(form, lines: lines, clock, DoubtfulFields(line: line))
  }

  /// Creates a coding of labelled lines by the first of them.
  convenience init(
    labelled lines: [UnsafeRawBufferPointer], clock: LocalClock,
    line: @escaping @Sendable (Int) -> Int
  ) {
    let best = LineLabel.best(of: lines) ?? (.compose, .mixed, lines)
    let doubtful = DoubtfulFields(line: line)
    let inner = LogCoding(best.form, lines: best.lines, clock, doubtful)
    self.init(.labelled(best.label, inner), lines: best.lines, clock, doubtful)
  }

  private init(
    _ form: Form, lines: [UnsafeRawBufferPointer], _ clock: LocalClock, _ doubtful: DoubtfulFields
  ) {
    self.form = form
    self.doubtful = doubtful
    let calendar = RecentDate(clock: clock)
    self.calendar = calendar
    let reader = if case .labelled(_, let inner) = form { inner.form } else { form }
    let objects = lines.compactMap { line -> JSONBytes? in
      var json: [UInt8] = []
      return reader.appendMembers(line, calendar, to: &json) ? JSONBytes(json) : nil
    }
    func key(among keys: [String]) -> String? {
      keys.first { key in objects.contains { $0.member(key)?.kind == .string } }
    }
    textKey = key(among: Self.messageKeys) ?? "line"
    // A text is no value of a member that has numbers.
    func unused(_ keys: [String]) -> String {
      keys.first { key in !objects.contains { $0.member(key) != nil } } ?? keys[0]
    }
    sourceKey = unused(Self.sourceKeys)
    texts =
      form.isMixed
      ? .general(
        as: (
          key(among: TimeMember.names) ?? unused(TimeMember.names),
          key(among: LogLevel.members) ?? unused(LogLevel.members), textKey
        )) : .general
  }

  /// Appends the object for a line.
  ///
  /// - Throws: A fault if it is a JSON object that is cut off.
  func append(
    _ line: UnsafeRawBufferPointer, at offset: Int, to json: inout [UInt8]
  ) throws(RowCoding.Fault) {
    let start = json.count
    let row = line
    // Empty lines before a row are not rows of their own.
    var line = UnsafeRawBufferPointer(rebasing: line.drop { $0 == 0x0A || $0 == 0x0D })
    while line.last == 0x0A { line = line[rebased: 0..<line.count - 1].withoutCarriageReturn }
    if case .labelled(let label, let inner) = form,
      let (name, text) = label.split(line.withoutCarriageReturn)
    {
      var object: [UInt8] = []
      try inner.append(text, at: offset, to: &object)
      json += "{\"\(sourceKey)\":".utf8
      JSONText.quote(name, to: &json)
      json.append(object.count > 2 ? UInt8(ascii: ",") : UInt8(ascii: "}"))
      json += object.count > 2 ? object.dropFirst() : []
      return
    }
    if form.appendMembers(line, calendar, to: &json) {
      return addContinuation(of: line, of: row, at: offset)
    }
    json.removeSubrange(start...)
    guard form.isMixed else {
      doubtful.add(line.withoutCarriageReturn, .form, ofRowAt: offset)
      return RowCoding.appendText(line, as: textKey, to: &json)
    }
    if line.isCutObject {
      do { try JSONBytes(Array(line)).check() } catch {
        throw RowCoding.Fault(reason: .notJSON(error.reason), offset: error.offset)
      }
    }
    if Form.pattern(texts).appendMembers(line, calendar, to: &json) { return }
    json.removeSubrange(start...)
    RowCoding.appendText(line, as: textKey, to: &json)
  }
}

extension LogCoding {
  /// Counts a record whose second or last line neither is indented nor looks like a part of a stack
  /// trace.
  private func addContinuation(
    of record: UnsafeRawBufferPointer, of row: UnsafeRawBufferPointer, at offset: Int
  ) {
    guard let end = ByteSearch.first(0x0A, in: record),
      let base = row.baseAddress, let first = record.baseAddress
    else { return }
    let rest = record[rebased: end + 1..<record.count]
    let lines = [
      0..<(ByteSearch.first(0x0A, in: rest) ?? rest.count),
      (rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)..<rest.count,
    ]
    let doubt = lines.first { range in
      let line = rest[rebased: range].withoutCarriageReturn
      return !line.isEmptyLine && !line.continuesRecord
        && (range.lowerBound == 0 || !line.namesError)
    }
    guard let doubt else { return }
    doubtful.add(
      rest[rebased: doubt].withoutCarriageReturn, .continuation,
      ofRowAt: offset + (first - base) + end + 1 + doubt.lowerBound)
  }
}

extension LogCoding.Form {
  /// Returns whether a line has the form.
  func reads(_ line: UnsafeRawBufferPointer, _ calendar: RecentDate) -> Bool {
    var json: [UInt8] = []
    return appendMembers(line, calendar, to: &json)
  }

  /// Appends the object of a line; returns `false`, with a part appended, if it has another form.
  fileprivate func appendMembers(
    _ line: UnsafeRawBufferPointer, _ calendar: RecentDate = RecentDate(), to json: inout [UInt8]
  ) -> Bool {
    let line = line.withoutCarriageReturn
    let start = json.count
    var fields = LogFields(line, start: start)
    switch self {
    case .mixed:
      guard line.first == UInt8(ascii: "{"), line.isJSON else { return false }
      json.append(contentsOf: line)
      return true
    case .pattern(let format):
      let end = ByteSearch.first(0x0A, in: line) ?? line.count
      let first = line[rebased: 0..<end].withoutCarriageReturn
      let reader = format.patterns.indices.first { index in
        if json.count > start { json.removeSubrange(start...) }
        return format.patterns[index].append(first, calendar, to: &json)
      }
      guard let reader else { return false }
      var last = line.count
      while last > end, line[last - 1] == 0x0A || line[last - 1] == 0x0D { last -= 1 }
      if last > end {
        let lines = line[rebased: end + 1..<last]
        format.patterns[reader].append(lines: lines, calendar, to: &json)
      }
      return true
    case .labelled: return false
    case .logfmt: guard fields.appendPairs(to: &json) else { return false }
    case .access: guard fields.appendRequest(to: &json) else { return false }
    }
    json.append(UInt8(ascii: "}"))
    return true
  }

  fileprivate var isMixed: Bool { if case .mixed = self { true } else { false } }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes are one JSON value.
  var isJSON: Bool { (try? JSONBytes(Array(self)).check()) != nil }

  /// A Boolean value that indicates whether the bytes begin as a JSON object with members.
  fileprivate var isCutObject: Bool { starts(with: "{\"".utf8) }

  /// A Boolean value that indicates whether the bytes are likely words, not JSON with an error.
  var isProse: Bool {
    guard let first, !"{\"},:]".utf8.contains(first) else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 }
    let start = prefix { $0 != UInt8(ascii: "\"") }
    return zip(start, start.dropFirst()).contains { isLetter($0) && isLetter($1) }
  }
}

/// Splits a line of a log into fields.
private struct LogFields {
  private var rest: Slice<UnsafeRawBufferPointer>
  private let start: Int

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")

  init(_ line: UnsafeRawBufferPointer, start: Int) {
    rest = line[...]
    self.start = start
  }

  // MARK: logfmt

  mutating func appendPairs(to json: inout [UInt8]) -> Bool {
    var count = 0
    while true {
      rest = rest.drop { $0 == Self.blank || $0 == 0x09 }
      guard !rest.isEmpty else { return count > 1 }
      let name = rest.prefix { $0 > Self.blank && $0 != UInt8(ascii: "=") && $0 != Self.quote }
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return false }
      rest.removeFirst()
      appendKey(UnsafeRawBufferPointer(rebasing: name), to: &json)
      if rest.first == Self.quote {
        guard let value = quoted() else { return false }
        append(value, to: &json)
        guard rest.first ?? Self.blank <= Self.blank else { return false }
      } else {
        let value = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 > Self.blank })
        rest = rest.dropFirst(value.count)
        // Arguments in records of auditd are hexadecimal.
        let isHexadecimal = name.count == 2 && name.first == UInt8(ascii: "a")
        if isHexadecimal, name.last?.isDigit == true {
          append(value, to: &json)
        } else {
          FieldType.unknown.append(value, to: &json)
        }
      }
      count += 1
    }
  }

  // MARK: Web servers

  private static func mayBeHost(_ name: UnsafeRawBufferPointer) -> Bool {
    name.contains { $0 | 0x20 &- UInt8(ascii: "a") < 26 }
      && name.allSatisfy { $0.isPartOfWord || ".-:".utf8.contains($0) } && Timestamp(name) == nil
  }

  mutating func appendRequest(to json: inout [UInt8]) -> Bool {
    guard var host = word(), var identity = word(), var user = textBeforeTime() else {
      return false
    }
    // The virtual host comes first in some logs.
    var virtualHost: UnsafeRawBufferPointer?
    if !identity.elementsEqual("-".utf8), let end = user.firstIndex(of: Self.blank) {
      (virtualHost, host, identity) = (host, identity, user[rebased: 0..<end])
      user = user[rebased: end + 1..<user.count]
    }
    guard skip("["), let time = prefix(26), skip("] \""), let request = quoted(isOpen: true),
      skip(" "),
      let status = word(),
      status.count == 3, status.allSatisfy(\.isDigit)
    else { return false }
    let byteCount = rest.prefix { $0 != Self.blank }
    rest = rest[byteCount.endIndex...]
    guard byteCount.elementsEqual("-".utf8) || byteCount.first?.isDigit == true else {
      return false
    }
    // Of other fields in front, the meaning is not known.
    guard host.contains(where: { !$0.isDigit }), virtualHost.map(Self.mayBeHost) ?? true else {
      return false
    }
    if let virtualHost { appendMember("vhost", virtualHost, to: &json) }
    appendMember("host", host, to: &json)
    appendMember("identity", identity, to: &json)
    appendMember("user", user, to: &json)
    appendKey("time", to: &json)
    guard append(time: time, to: &json) else { return false }
    let parts = request.split(separator: Self.blank)
    if parts.count > 1 {
      appendMember("method", .init(rebasing: parts[0]), to: &json)
      let end = parts.count > 2 ? parts[parts.count - 1].startIndex - 1 : request.endIndex
      appendMember("path", .init(rebasing: request[parts[1].startIndex..<end]), to: &json)
      if parts.count > 2 {
        appendMember("protocol", .init(rebasing: parts[parts.count - 1]), to: &json)
      }
    } else {
      appendMember("request", request, to: &json)
    }
    appendKey("status", to: &json)
    json.append(contentsOf: status)
    appendKey("bytes", to: &json)
    if byteCount.first == UInt8(ascii: "-") {
      json.append(contentsOf: "null".utf8)
    } else {
      FieldType.unknown.append(.init(rebasing: byteCount), to: &json)
    }
    for name in ["referer", "agent"] where skip(" \"") {
      guard let value = quoted(isOpen: true) else { return false }
      appendMember(name, value, to: &json)
    }
    if rest.contains(where: { $0 != Self.blank }) {
      appendMember("rest", .init(rebasing: rest.dropFirst()), to: &json)
    }
    return true
  }

  /// Appends a time such as `10/Oct/2000:13:55:36 -0700` in the form of RFC 3339.
  ///
  /// - Returns: `true` if it is one; if not, a part of it has been appended.
  private func append(time text: UnsafeRawBufferPointer, to json: inout [UInt8]) -> Bool {
    guard text.count == 26,
      zip([2, 6, 11, 20], "//: ".utf8).allSatisfy({ text[$0] == $1 }),
      let month = MonthName.number(text[3..<6])
    else { return false }
    json.append(Self.quote)
    let start = json.count
    json += text[7..<11]
    json += month < 10 ? "-0".utf8 : "-1".utf8
    json.append(UInt8(ascii: "0") + UInt8(month % 10))
    json.append(UInt8(ascii: "-"))
    json += text[0..<2]
    json.append(UInt8(ascii: "T"))
    json += text[12..<20]
    json += text[21..<24]
    json.append(UInt8(ascii: ":"))
    json += text[24..<26]
    let isTime = json.withUnsafeBytes { Timestamp($0[rebased: start..<$0.count]) != nil }
    json.append(Self.quote)
    return isTime
  }

  // MARK: Pieces

  private mutating func skip(_ text: StaticString) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  private mutating func prefix(_ count: Int) -> UnsafeRawBufferPointer? {
    guard rest.count > count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// Consumes the bytes up to the next blank, and the blank; returns nil if there is none.
  private mutating func word() -> UnsafeRawBufferPointer? {
    guard let end = rest.firstIndex(of: Self.blank), end > rest.startIndex else { return nil }
    defer { rest = rest[(end + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }

  /// Consumes the text in front of a time in brackets, such as the name of a user, which may have
  /// blanks, and the blank behind it; returns nil if there is none.
  private mutating func textBeforeTime() -> UnsafeRawBufferPointer? {
    let end = rest.indices.first { position in
      rest[position] == Self.blank && position > rest.startIndex && position + 2 < rest.endIndex
        && rest[position + 1] == UInt8(ascii: "[") && rest[position + 2].isDigit
    }
    guard let end else { return nil }
    defer { rest = rest[(end + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }

  /// Consumes a quoted text; returns it with its escapes, or nil if it is not closed.
  ///
  /// - Parameter isOpen: A Boolean value that indicates whether the opening quote was consumed.
  /// - Returns: The bytes.
  private mutating func quoted(isOpen: Bool = false) -> UnsafeRawBufferPointer? {
    let first = isOpen ? rest.startIndex : rest.startIndex + 1
    var position = first
    while position < rest.endIndex, rest[position] != Self.quote {
      position += rest[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < rest.endIndex else { return nil }
    defer { rest = rest[(position + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[first..<position])
  }

  // MARK: Members

  private func appendKey(_ name: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    json.append(json.count == start ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONText.quote(name, to: &json)
    json.append(UInt8(ascii: ":"))
  }

  private func appendKey(_ name: String, to json: inout [UInt8]) {
    var name = name
    name.withUTF8 { appendKey(UnsafeRawBufferPointer($0), to: &json) }
  }

  /// Appends a member, unless its value is a dash.
  private func appendMember(
    _ name: String, _ value: UnsafeRawBufferPointer, to json: inout [UInt8]
  ) {
    guard !value.elementsEqual("-".utf8) else { return }
    appendKey(name, to: &json)
    append(value, to: &json)
  }

  /// Appends quoted bytes as a string.
  private func append(_ value: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    LogPattern.append(quoted: value, to: &json)
  }
}
