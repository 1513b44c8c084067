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
    /// Lines with the name of what wrote them in front, and what is behind it: that of some
    /// writers, by their names, and that of the others.
    case labelled(LineLabel, own: [[UInt8]: LogCoding], others: LogCoding)

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
        return count > (isFirst ? 0 : 1) && count * 2 >= lines.count && shareMembers(lines)
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
    case .labelled(let label, _, _): label.rawValue
    case .logfmt, .access, .mixed: nil
    }
  }

  /// Returns how many of some lines each pattern reads: `64 of 66 lines: {time} {message}`; of
  /// lines with labels, what is behind them: `db-1: PostgreSQL`.
  func evidence(in sample: [UInt8]) -> [String] {
    if case .labelled(let label, let own, let others) = form {
      let names = own.map { "\(String(decoding: $0, as: UTF8.self)): \($1.innerName)" }.sorted()
      let rest = label == .number ? "all lines" : own.isEmpty ? "all writers" : "other writers"
      return names + ["\(rest): \(others.innerName)"]
    }
    guard case .pattern(let format) = form else { return [] }
    return sample.withUnsafeBytes { sample in
      let lines = sample.split(separator: 0x0A).map {
        UnsafeRawBufferPointer(rebasing: $0).withoutCarriageReturn
      }
      var counts: [Int: Int] = [:]
      for line in lines {
        if let reading = format.reading(of: line) { counts[reading.reader, default: 0] += 1 }
      }
      return counts.sorted { $0.value > $1.value }.map { reader, count in
        "\(count) of \(lines.count) lines: \(format.patterns[reader].text)"
      }
    }
  }

  /// What is behind labels.
  private var innerName: String {
    form.isMixed ? "JSON or text" : formatName ?? form.format.rawValue
  }

  /// The member for the text of a line in another form.
  private let textKey: String

  /// The format of texts among JSON objects.
  private let texts: LogFormat

  /// The member for the name in front of a line.
  private let sourceKey: String

  /// The years of times that are written without one.
  private let years: LogYears

  /// What is to be said of times that stay as they are written; nil if there are none.
  private let timeNote: String?

  /// The texts of members that need not be in their lines, as all others are, but for times; nil if
  /// any text may be missing there.
  ///
  /// A line of any other form must be a text, not an error.
  var addedTexts: [[UInt8]]? {
    switch form {
    case .logfmt, .access: return []
    case .pattern: return SyslogSeverity.texts
    case .mixed: return nil
    case .labelled(_, let own, let others):
      let texts = ([others] + own.values).map(\.addedTexts)
      if texts.contains(where: { $0 == nil }) { return nil }
      return Array(Set(texts.compactMap(\.self).joined()))
    }
  }

  /// What was concluded of years that are not written, and that times are texts.
  var notes: [String] {
    guard case .labelled(_, let own, let others) = form else {
      return [years.note, timeNote].compactMap(\.self)
    }
    let codings = [others] + own.values
    return [
      codings.lazy.compactMap(\.years.note).first, codings.lazy.compactMap(\.timeNote).first,
    ].compactMap(\.self)
  }

  /// A Boolean value that indicates whether most of the first lines have more members than a time
  /// and a message.
  private let expectsMore: Bool

  /// The lines in another form.
  let doubtful: DoubtfulFields

  /// The usual members for messages and sources.
  private static let messageKeys = ["message", "msg", "text", "event"]
  private static let sourceKeys = ["source", "container", "writer"]

  /// The members for numbers of lines.
  private static let numberKeys = ["line", "lineNumber", "number"]

  /// Creates a coding by the first lines of a log.
  ///
  /// - Parameters:
  ///   - form: The form of its lines.
  ///   - lines: The first lines, and perhaps some of the others.
  ///   - offsets: Their offsets; none if they do not matter.
  ///   - clock: When the last lines were written, for years that are not.
  ///   - line: Returns the number of the line at an offset.
  convenience init(
    _ form: Form, lines: [UnsafeRawBufferPointer], at offsets: [Int] = [], clock: Clock,
    line: @escaping @Sendable (Int) -> Int
  ) {
    self.init(form, samples: [(form, lines)], at: offsets, clock, DoubtfulFields(line: line))
  }

  /// Creates a coding of labelled lines by the first of them.
  convenience init(
    labelled lines: [UnsafeRawBufferPointer], own known: LogFormat? = nil, clock: Clock,
    line: @escaping @Sendable (Int) -> Int
  ) {
    let best =
      LineLabel.best(of: lines, own: known)
      ?? LineLabel.Lines(label: .compose, lines: lines.map { ([], $0) })
    let doubtful = DoubtfulFields(line: line)
    func samples(_ isIncluded: ([UInt8]) -> Bool) -> [Sample] {
      best.lines.filter { isIncluded($0.name) }.map { name, line in
        (best.ownForms[name] ?? best.form, [line])
      }
    }
    let all = samples { _ in true }
    var own: [[UInt8]: LogCoding] = [:]
    for (name, form) in best.ownForms {
      own[name] = LogCoding(
        form, samples: samples { $0 == name }, others: all, clock, doubtful)
    }
    let others = LogCoding(
      best.form, samples: samples { best.ownForms[$0] == nil }, others: all, clock, doubtful)
    self.init(
      .labelled(best.label, own: own, others: others), samples: all, clock, doubtful)
  }

  /// When the last line was written, and whether that is the time of a file.
  typealias Clock = (clock: LocalClock, isOfFile: Bool)

  /// Sampled lines, and their form.
  private typealias Sample = (form: Form, lines: [UnsafeRawBufferPointer])

  /// Creates a coding with the usual members that some lines have, or else others.
  private init(
    _ form: Form, samples: [Sample], at offsets: [Int] = [], others: [Sample] = [],
    _ clock: Clock, _ doubtful: DoubtfulFields
  ) {
    (self.form, self.doubtful) = (form, doubtful)
    func read(_ line: UnsafeRawBufferPointer, _ form: Form) -> JSONBytes? {
      var json: [UInt8] = []
      return form.appendMembers(line, .unwritten, isKnown: true, to: &json) ? JSONBytes(json) : nil
    }
    func read(_ samples: [Sample]) -> [JSONBytes] {
      samples.flatMap { form, lines in lines.compactMap { read($0, form) } }
    }
    let objects = read(samples)
    let lines = samples.flatMap { form, lines in lines.map { (form, $0) } }
    let days = lines.enumerated().compactMap { index, sample in
      (read(sample.1, sample.0) ?? read(sample.1, .pattern(.general))).flatMap {
        LogYears.Day($0, at: index < offsets.count ? offsets[index] : 0)
      }
    }
    years = LogYears(days, clock: clock.clock, isFile: clock.isOfFile)
    timeNote =
      samples.lazy.compactMap { form, lines in
        guard case .pattern(let format) = form else { return nil }
        return format.timeNote(lines.map(\.withoutCarriageReturn))
      }.first
    let firstObjects = objects.prefix(LogFormat.sampleSize)
    expectsMore =
      firstObjects.count { object in
        object.members.contains { $0.key != "time" && $0.key != "message" }
      } * 2 > firstObjects.count
    let otherObjects = read(others)
    func key(among keys: [String]) -> String? {
      [objects, otherObjects].lazy.compactMap { objects in
        keys.first { key in objects.contains { $0.member(key)?.kind == .string } }
      }.first
    }
    let textKey = key(among: Self.messageKeys) ?? "line"
    self.textKey = textKey
    // A text is no value of a member that has numbers.
    func unused(_ keys: [String]) -> String {
      keys.first { key in !objects.contains { $0.member(key) != nil } } ?? keys[0]
    }
    if case .labelled(.number, _, _) = form {
      sourceKey = unused(Self.numberKeys.filter { $0 != textKey })
    } else {
      sourceKey = unused(Self.sourceKeys)
    }
    texts =
      form.isMixed
      ? .general(
        as: (
          key(among: TimeMember.names) ?? unused(TimeMember.names),
          key(among: LogLevel.members) ?? unused(LogLevel.members), textKey
        )) : .general
  }

  /// Creates a coding that leaves out all members of another one but some, where that saves time.
  init(_ coding: LogCoding, narrowedTo members: Set<String>) {
    if case .pattern(let format) = coding.form {
      form = .pattern(LogFormat(format, narrowedTo: members))
    } else {
      form = coding.form
    }
    (textKey, sourceKey, texts) = (coding.textKey, coding.sourceKey, coding.texts)
    (years, timeNote, expectsMore) = (coding.years, coding.timeNote, coding.expectsMore)
    doubtful = coding.doubtful
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
    if case .labelled(let label, let own, let others) = form,
      let (name, text) = label.split(line.withoutCarriageReturn)
    {
      var object: [UInt8] = []
      try (own.isEmpty ? others : own[Array(name)] ?? others).append(text, at: offset, to: &object)
      json += "{\"\(sourceKey)\":".utf8
      if label == .number {
        json.append(contentsOf: name)
      } else {
        JSONText.quote(name, to: &json)
      }
      json.append(object.count > 2 ? UInt8(ascii: ",") : UInt8(ascii: "}"))
      json += object.count > 2 ? object.dropFirst() : []
      return
    }
    let calendar = years.dates(before: offset + row.count)
    let isRead: Bool
    var secondLine: LogPattern?
    if case .pattern(let format) = form {
      let reader = format.append(line.withoutCarriageReturn, calendar, to: &json)
      isRead = reader != nil
      secondLine = reader.flatMap { format.patterns[$0].second.first }
      if expectsMore, let reader, format.patterns[reader].hasOnlyTime {
        doubtful.add(line.withoutCarriageReturn, .time, ofRowAt: offset)
      }
    } else {
      isRead = form.appendMembers(line, calendar, isKnown: true, to: &json)
    }
    if isRead { return addContinuation(of: line, with: secondLine, of: row, at: offset) }
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
  /// Counts a record with a line below the first one that neither is indented nor looks like a part
  /// of a stack trace, nor belongs to a pattern with a second line: below this one, only another
  /// such line or the last one may be of another record.
  private func addContinuation(
    of record: UnsafeRawBufferPointer, with secondLine: LogPattern?,
    of row: UnsafeRawBufferPointer, at offset: Int
  ) {
    guard let end = ByteSearch.first(0x0A, in: record),
      let base = row.baseAddress, let first = record.baseAddress
    else { return }
    var start = end + 1
    var isSecond = true
    while start < record.count {
      let rest = record[rebased: start..<record.count]
      let length = ByteSearch.first(0x0A, in: rest) ?? rest.count
      let line = rest[rebased: 0..<length].withoutCarriageReturn
      if !line.isEmptyLine {
        let isDoubtful: Bool
        if let secondLine {
          // Queries end with a semicolon.
          let mayBeOther =
            isSecond || start + length == record.count && line.last != UInt8(ascii: ";")
          isDoubtful =
            secondLine.matches(line)
            ? !isSecond : mayBeOther && !line.continuesRecord && !line.namesError
        } else {
          isDoubtful = !line.continuesTrace && (isSecond || !line.namesError && !line.namesCall)
        }
        if isDoubtful {
          let place = offset + (first - base) + start
          return doubtful.add(line, .continuation, ofRowAt: place)
        }
        isSecond = false
      }
      start += length + 1
    }
  }
}

extension UnsafeRawBufferPointer {
  private static let beginningsInTraces = [
    "Caused by:", "Traceback (most recent call last)", "... ", "goroutine ", "Suppressed:",
    "java.", "javax.", "org.", "com.", "Exception", "}", ")", "#0 ", "#1 ", "#2 ", "#3 ",
    "created by ", "During handling of the above exception", "The above exception was ",
    "--- End of ",
  ].map { Array($0.utf8) }

  /// A Boolean value that indicates whether the line is indented, or begins like one of a stack
  /// trace.
  var continuesTrace: Bool {
    first?.isBlank ?? true || Self.beginningsInTraces.contains { starts(with: $0) }
  }

  /// A Boolean value that indicates whether the line may be a call in a stack trace of Go:
  /// `main.run(0x1, 0x2)`.
  fileprivate var namesCall: Bool {
    let name = prefix { !$0.isBlank && $0 != UInt8(ascii: "(") }
    return name.endIndex < count && self[name.endIndex] == UInt8(ascii: "(")
      && last == UInt8(ascii: ")") && name.contains(UInt8(ascii: "."))
  }
}

extension LogCoding.Form {
  /// Returns whether a line has the form.
  func reads(_ line: UnsafeRawBufferPointer, _ calendar: RecentDate) -> Bool {
    var json: [UInt8] = []
    return appendMembers(line, calendar, to: &json)
  }

  /// Appends the object of a line, which is likely to have the form if that is known; returns
  /// `false`, with a part appended, if it has another one.
  fileprivate func appendMembers(
    _ line: UnsafeRawBufferPointer, _ calendar: RecentDate = RecentDate(), isKnown: Bool = false,
    to json: inout [UInt8]
  ) -> Bool {
    let line = line.withoutCarriageReturn
    let start = json.count
    var fields = LogFields(line, start: start)
    switch self {
    case .mixed:
      guard line.first == UInt8(ascii: "{"), line.isJSON else { return false }
      json.append(contentsOf: line)
      return true
    case .pattern(let format): return format.append(line, calendar, to: &json) != nil
    case .labelled: return false
    case .logfmt: guard fields.appendPairs(isKnown: isKnown, to: &json) else { return false }
    case .access: guard fields.appendRequest(to: &json) else { return false }
    }
    json.append(UInt8(ascii: "}"))
    return true
  }

  /// Returns whether a member is one of most lines that have the form, and fields between tabs: in
  /// other tables with colons, each line has a name of its own in front of the first one.
  fileprivate func shareMembers(_ lines: [UnsafeRawBufferPointer]) -> Bool {
    guard case .logfmt = self else { return true }
    let rows = lines.filter { $0.contains(0x09) }.compactMap { line -> Set<String>? in
      var json: [UInt8] = []
      return appendMembers(line, to: &json) ? Set(JSONBytes(json).members.map { $0.key }) : nil
    }
    return rows.isEmpty
      || rows.joined().contains { key in rows.count { $0.contains(key) } * 2 > rows.count }
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
    func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte >= 0x80 }
    let start = prefix { $0 != UInt8(ascii: "\"") }
    return zip(start, start.dropFirst()).contains { isLetter($0) && isLetter($1) }
  }
}
