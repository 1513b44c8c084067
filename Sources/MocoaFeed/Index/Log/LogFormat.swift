/// A format of logs: the patterns of its lines.
final class LogFormat: Sendable, Equatable {
  /// The name of what writes such logs.
  let name: String

  /// The patterns, of which the first that matches a line reads it.
  let patterns: [LogPattern]

  /// A Boolean value that indicates whether lines of other logs match by chance, so that nearly all
  /// lines of a source must.
  let isLoose: Bool

  /// A Boolean value that indicates whether each line is a record: it is no log.
  let isOfLines: Bool

  /// The directive in the log that declares its fields; nil for none.
  private let declaration: [UInt8]?

  /// A Boolean value that indicates whether a directive in the log declares its fields: each of its
  /// lines is a record.
  var isDeclared: Bool { declaration != nil }

  /// The number of lines sampled to find a format, without those of a long first record.
  static let sampleSize = 64

  /// The share of the lines, without those that continue a record, that must begin one.
  private static let recordShare = 0.5

  /// The share of the records that a loose format must read.
  private static let looseShare = 0.8

  /// The share of the same lines, at least three, if the format is loose and has no times.
  private static let timelessShare = 0.8

  /// The share of the records from which a strict format is one of those of a source.
  private static let strictShare = 0.1

  /// What the lines of a sample have behind their times.
  let timeWords: LogTimeWords

  /// How the lines of a sample begin that a pattern reads; none if they have little in common.
  private let starts: [LineStart]

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name of what writes such logs.
  ///   - patterns: The patterns.
  ///   - isLoose: A Boolean value that indicates whether lines of other logs match by chance.
  ///   - isOfLines: A Boolean value that indicates whether each line is a record.
  ///   - declaration: The directive that declares the fields; nil for none.
  ///   - lines: The first lines of a log.
  init(
    _ name: String, _ patterns: [LogPattern], isLoose: Bool = false, isOfLines: Bool = false,
    declaration: [UInt8]? = nil, lines: [UnsafeRawBufferPointer] = []
  ) {
    (self.name, self.isLoose, self.declaration) = (name, isLoose, declaration)
    self.isOfLines = isOfLines
    let order = LogTime.DateOrder(
      lines.compactMap { line in patterns.lazy.compactMap { $0.dateParts(in: line) }.first })
    let patterns = order.map { order in patterns.map { $0.ordered(by: order) } } ?? patterns
    self.patterns = patterns
    timeWords = LogTimeWords(patterns, lines)
    starts = LineStart.all(of: lines.filter { line in patterns.contains { $0.matches(line) } })
  }

  /// Creates a format that leaves out all members of another one but some.
  init(_ format: LogFormat, narrowedTo members: Set<String>) {
    (name, isLoose, declaration) = (format.name, format.isLoose, format.declaration)
    (isOfLines, timeWords) = (format.isOfLines, format.timeWords)
    (patterns, starts) = (format.patterns.map { $0.narrowed(to: members) }, format.starts)
  }

  /// Creates a format that concludes what is behind times from more lines than another one.
  init(_ format: LogFormat, sampledIn lines: [UnsafeRawBufferPointer]) {
    (name, isLoose, declaration) = (format.name, format.isLoose, format.declaration)
    (isOfLines, patterns, starts) = (format.isOfLines, format.patterns, format.starts)
    timeWords = LogTimeWords(format.patterns, lines)
  }

  /// Creates the format of patterns that a user has written; nil if there are none.
  ///
  /// If none reads a line as it is written, blanks may be in front, as `uniq -c` has them.
  convenience init?(_ texts: [String], lines: [UnsafeRawBufferPointer] = []) {
    let written = texts.compactMap { try? LogPattern($0) }
    let isRead = lines.map(\.withoutCarriageReturn).contains { line in
      written.contains { $0.matches(line) }
    }
    let patterns = isRead || lines.isEmpty ? written : written.map(\.indented)
    guard let first = texts.first, !patterns.isEmpty else { return nil }
    self.init(texts.count == 1 ? first : "patterns", patterns, lines: lines)
  }

  static func == (lhs: LogFormat, rhs: LogFormat) -> Bool {
    lhs.name == rhs.name && lhs.patterns == rhs.patterns
  }

  /// Returns whether a pattern reads a line.
  func reads(_ line: UnsafeRawBufferPointer) -> Bool {
    var known: LogPattern.KnownTime?
    return reads(line, &known)
  }

  /// Returns whether a pattern reads a line in which another format may have found a time.
  private func reads(_ line: UnsafeRawBufferPointer, _ known: inout LogPattern.KnownTime?) -> Bool {
    patterns.contains { $0.matches(line, &known) }
  }

  /// Returns the index of the pattern that reads a line, the time that it finds, and the word
  /// behind it that is no part of it.
  func reading(
    of line: UnsafeRawBufferPointer
  ) -> (reader: Int, time: LogTime?, unwanted: LogTime.Words)? {
    var known: LogPattern.KnownTime?
    guard let reader = patterns.firstIndex(where: { $0.matches(line, &known) }) else { return nil }
    let time = patterns[reader].behindTime == nil ? nil : known?.time
    let unwanted = timeWords.unwanted(in: line, time, readBy: reader, of: patterns)
    guard !unwanted.isEmpty else { return (reader, time, []) }
    known = nil
    let other = patterns.firstIndex { $0.matches(line, &known, without: unwanted) }
    return (other ?? reader, time, other == nil ? [] : unwanted)
  }

  /// Returns what is to be said of times of some lines that stay as they are written, or of words
  /// behind times; nil if there are none.
  func timeNote(_ lines: [UnsafeRawBufferPointer]) -> String? {
    let readings = lines.compactMap { line in reading(of: line).map { (line, $0) } }
    let written = readings.lazy.compactMap { line, reading in
      self.patterns[reading.reader].writtenTime(in: line, without: reading.unwanted)
    }.first
    if let written {
      return "times as \(written) are texts: the order of the day and the month, or the zone, is "
        + "not certain"
    }
    return readings.lazy.compactMap { _, reading -> String? in
      guard self.patterns[reading.reader].behindTime == .message else { return nil }
      return self.timeWords.doubtfulWord(behind: reading.time).map { word in
        "\(word) behind a time is \(reading.unwanted.isEmpty ? "a part of it" : "text"), which is "
          + "not certain"
      }
    }.first ?? LogTimeWords.unreadNote(readings.compactMap { $0.1.time })
  }

  /// Returns the tab or bar that divides the messages of all lines into as many parts, so that they
  /// may be rows of a table without titles; nil if there is none.
  func delimiter(in lines: [UnsafeRawBufferPointer]) -> UInt8? {
    let messages = lines.map(\.withoutCarriageReturn).compactMap { line -> [UInt8]? in
      guard let pattern = patterns.first(where: { $0.matches(line) }), pattern.hasOnlyTime else {
        return nil
      }
      return pattern.text(of: "message", in: line)
    }
    guard messages.count == lines.count, messages.count > 2 else { return nil }
    return [0x09, UInt8(ascii: "|")].first { sign in
      let counts = Set(messages.map { message in message.count { $0 == sign } })
      return counts.count == 1 && !counts.contains(0)
    }
  }

  /// Returns whether a line begins a record: it has a time where others of the sample have theirs,
  /// or a pattern reads it.
  func begins(_ line: UnsafeRawBufferPointer) -> Bool {
    starts.contains { $0.begins(line) } || reads(line)
  }

  /// Returns whether a line that begins no record belongs to the one before it: behind messages of
  /// compilers, one that is not indented is of another program.
  func continues(_ line: UnsafeRawBufferPointer) -> Bool {
    if name == Self.places, let first = line.first, !first.isBlank { return false }
    return !isDeclared && !Self.isOfAnother(line)
  }

  /// Returns whether a line declares other fields for the lines behind it.
  func declaresOther(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let declaration, line.first == UInt8(ascii: "#"), !line.elementsEqual(declaration) else {
      return false
    }
    let end = declaration.firstIndex { $0 == UInt8(ascii: ":") || $0 == 0x09 } ?? 0
    return line.starts(with: declaration[...end])
  }

  /// Returns whether a line is likely one of another log: it has a known pattern, or is JSON.
  static func isOfAnother(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first(where: { !$0.isBlank }) else { return false }
    if line[0].isBlank {
      return (first.isDigit || first == UInt8(ascii: "P")) && markers.reads(line)
    }
    if first == UInt8(ascii: "{") { return line.last == UInt8(ascii: "}") && line.isJSON }
    var time: LogPattern.KnownTime?
    return strict.contains { $0.reads(line, &time) } || markers.reads(line, &time)
      || general.reads(line, &time) || others.contains { $0.reads(line, calendar) }
      || hasTimeOfItsOwn(line)
  }

  /// Returns whether a line has a time near its start that is no part of a sentence, or the value
  /// of a name, as in `Date: Tue, 24 Nov 2026 10:11:12 GMT`.
  private static func hasTimeOfItsOwn(_ line: UnsafeRawBufferPointer) -> Bool {
    var last = UInt8(ascii: " ")
    for start in line.indices.prefix(longestStart) {
      let byte = line[start]
      if byte.isPartOfWord, start == 0 || " \t[<|".utf8.contains(line[start - 1]),
        !(0x61...0x7A ~= last), !":,".utf8.contains(last), let time = LogTime(line, at: start),
        time.hasDate
      {
        return true
      }
      if "\"'(=".utf8.contains(byte) { return false }
      if !byte.isBlank { last = byte }
    }
    return false
  }

  /// The number of bytes in which a record begins that has a time behind other fields.
  private static let longestStart = 32

  private static let others: [LogCoding.Form] = [.logfmt, .access]
  private static let calendar = RecentDate()

  private static let strict = known.filter { !$0.isLoose }

  /// Returns whether what lines have in place of hosts and processes may be words of messages.
  ///
  /// No line has the number of a process or a priority, or is one of the kernel. Those with times
  /// as syslog has them, `Nov 24 10:11:12`, may be of one host, or of hosts with names that are no
  /// words.
  private func mayHaveNoHosts(_ lines: [UnsafeRawBufferPointer]) -> Bool {
    guard name == "syslog" else { return false }
    var hosts: Set<[UInt8]> = []
    var haveClassicTimes = true
    for line in lines.map(\.withoutCarriageReturn) {
      guard let pattern = patterns.first(where: { $0.matches(line) }) else { continue }
      guard !pattern.names.contains("pid"), !pattern.names.contains("priority"),
        let host = pattern.text(of: "host", in: line),
        let process = pattern.text(of: "process", in: line),
        !Self.programs.contains(process)
      else { return false }
      hosts.insert(host)
      let time = LogTime(line, at: 0, without: .zone)
      let isClassic = time?.end == Self.classicTime.count && !line[0].isDigit
      if !isClassic || process[0].isDigit { haveClassicTimes = false }
    }
    let areNames = hosts.allSatisfy { host in
      host.contains { $0.isDigit || ".-".utf8.contains($0) }
    }
    return !haveClassicTimes || hosts.count > 1 && !areNames
  }

  private static let classicTime = "Nov 24 10:11:12".utf8

  /// Returns whether the format reads lines alike of which another one takes words of messages for
  /// a member: it reads only those lines whose messages have such words at their start or end.
  private func readsAlike(_ lines: [UnsafeRawBufferPointer], as other: LogFormat) -> Bool {
    var (alike, others) = (0, 0)
    var readers: Set<Int> = []
    for line in lines {
      guard let pattern = other.patterns.first(where: { $0.matches(line) }) else { continue }
      guard pattern.hasNameBesideMessage,
        let reader = patterns.firstIndex(where: { $0.matches(line) }),
        patterns[reader].names.count + 1 == pattern.names.count,
        let message = pattern.text(of: "message", in: line),
        let whole = patterns[reader].text(of: "message", in: line), whole.count > message.count,
        whole.starts(with: message) || whole.reversed().starts(with: message.reversed())
      else { return false }
      readers.insert(reader)
      alike += 1
    }
    guard alike > 0 else { return false }
    for line in lines where !other.reads(line) {
      if let reader = patterns.firstIndex(where: { $0.matches(line) }), readers.contains(reader) {
        others += 1
      }
    }
    return Double(others) >= Self.otherShare * Double(alike + others) && others > 0
  }

  /// The share of the lines of two formats, one of which has a name beside its messages, from which
  /// on those without it show that it is a part of the messages.
  private static let otherShare = 0.05

  /// Programs that write to syslog without the number of their process.
  private static let programs = Set(["kernel", "su", "sudo"].map { Array($0.utf8) })

  /// Returns whether a line of no other log has the form: with a time, and more than a message.
  private func isCertain(of line: UnsafeRawBufferPointer) -> Bool {
    guard !isLoose, let pattern = patterns.first(where: { $0.matches(line) }) else { return false }
    return pattern.hasTime && pattern.names.contains { $0 != "time" && $0 != "message" }
  }

  /// The formats that a log may have, the most specific first.
  private static func all(with own: LogFormat?) -> [LogFormat] {
    [own].compactMap(\.self) + known + [general]
  }

  /// Returns whether a line begins a record of some log.
  static func beginsRecord(_ line: UnsafeRawBufferPointer, own: LogFormat?) -> Bool {
    let line = line.withoutCarriageReturn
    var time: LogPattern.KnownTime?
    return own?.reads(line) ?? false || known.contains { $0.reads(line, &time) }
      || general.reads(line, &time)
  }

  /// Returns whether lines end within the only record that begins in them.
  static func endInFirstRecord(_ lines: [UnsafeRawBufferPointer], own: LogFormat?) -> Bool {
    var (count, isInRecord) = (0, false)
    for line in lines where count < 2 {
      let isRecord = beginsRecord(line, own: own)
      count += isRecord ? 1 : 0
      isInRecord = !isRecord && (isInRecord || line.continuesRecord)
    }
    return count == 1 && isInRecord
  }

  /// Returns the format that explains the first lines of a source, with the patterns of all that
  /// some of them have.
  ///
  /// A line that no format reads may continue the record before it: it begins with a blank or like
  /// a line of a stack trace, or follows such a line. Half of the other lines must begin records;
  /// those between records do not count. A single record has a strict pattern.
  ///
  /// - Complexity: O(formats) for each line.
  /// - Parameters:
  ///   - lines: The first lines.
  ///   - own: A format that is tried before the known ones; nil for none.
  /// - Returns: The format; nil if the lines are something else.
  static func best(
    of lines: [UnsafeRawBufferPointer], own: LogFormat? = nil
  ) -> LogFormat? {
    if let format = declared(by: lines) {
      let records = lines.filter { !format.isDirective($0) }
      let count = records.count { format.reads($0.withoutCarriageReturn) }
      if Double(count) >= recordShare * Double(records.count) { return format }
    }
    if let format = sizesOfFolder(in: lines) { return format }
    let all = all(with: own)
    // By line, the formats that read it.
    var readers: [[Int]] = []
    var recordLines: [UnsafeRawBufferPointer] = []
    var isInRecord = false
    var hasMarkers = false
    for line in lines.map(\.withoutCarriageReturn) {
      if markers.reads(line) {
        (hasMarkers, isInRecord) = (true, false)
        continue
      }
      var time: LogPattern.KnownTime?
      let own = all.indices.filter { all[$0].reads(line, &time) }
      isInRecord = own.isEmpty && (isInRecord || line.continuesRecord)
      if !isInRecord { readers.append(own) }
      if !own.isEmpty { recordLines.append(line) }
    }
    let records = readers.filter { !$0.isEmpty }
    guard !records.isEmpty, Double(records.count) >= recordShare * Double(readers.count)
    else { return nil }
    let wanted = looseShare * Double(records.count)
    let likely = all.indices.filter { index in
      !all[index].isLoose
        || Double(records.count { $0.contains(index) }) >= wanted
          && !all[index].mayHaveNoHosts(lines)
    }
    let found = likely.filter { index in records.contains { $0.contains(index) } }
    // Nor are times words of messages.
    let timed = Set(all.indices.filter { all[$0].patterns.contains(where: \.hasTime) })
    let losesTimes = Set(
      found.filter { index in
        guard all[index].isLoose, !timed.contains(index) else { return false }
        let own = records.filter { $0.contains(index) }
        return Double(own.count { !timed.isDisjoint(with: $0) }) >= looseShare * Double(own.count)
      })
    let usable = likely.filter { index in
      if losesTimes.contains(index) { return all[index] === own }
      return !found.contains(index) || all[index] === own
        || !found.contains { $0 != index && all[$0].readsAlike(recordLines, as: all[index]) }
    }
    var counts: [Int: Int] = [:]
    for own in records {
      if let first = own.first(where: usable.contains) { counts[first, default: 0] += 1 }
    }
    let least = max(records.count < 3 ? 0.0 : 1.0, strictShare * Double(records.count))
    let chosen = usable.filter { $0 == all.count - 1 || Double(counts[$0] ?? 0) > least }
    let main = chosen.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? all.count - 1
    if records.count == 1, lines.count > 2, !all[main].isCertain(of: recordLines[0]) { return nil }
    if all[main].isLoose, !all[main].patterns.contains(where: \.hasTime),
      records.count < 3 || Double(records.count) < timelessShare * Double(readers.count)
    {
      return nil
    }
    if all[main].isOfLines, Double(records.count) < looseShare * Double(lines.count) { return nil }
    let patterns = chosen.flatMap { all[$0].patterns } + (hasMarkers ? markers.patterns : [])
    return LogFormat(all[main].name, patterns, isOfLines: all[main].isOfLines, lines: lines)
  }
}

extension UnsafeRawBufferPointer {
  /// How the second lines of records of some formats begin.
  private static let secondLines = ["# User@Host: ", "Author: ", "Merge: "].map { Array($0.utf8) }

  /// A Boolean value that indicates whether the line may belong to the record before it.
  var continuesRecord: Bool { continuesTrace || Self.secondLines.contains { starts(with: $0) } }

  /// A Boolean value that indicates whether the line begins with a word in small letters and a
  /// colon, as those that scripts print: errors have no such names.
  var namesStep: Bool {
    let name = prefix { 0x61...0x7A ~= $0 || "_-".utf8.contains($0) }
    return name.count > 1 && name.endIndex + 1 < count
      && self[name.endIndex] == UInt8(ascii: ":") && self[name.endIndex + 1] == 0x20
      && LogLevel(name) == nil
  }

  /// A Boolean value that indicates whether the line may be the end of a stack trace of Python: the
  /// name of an error, which begins with no digit, and perhaps a colon behind it.
  var namesError: Bool {
    let name = prefix { $0.isPartOfWord || $0 == UInt8(ascii: ".") }
    guard let first = name.first, !first.isDigit, !namesStep,
      name.count == count || self[name.endIndex] == UInt8(ascii: ":")
    else {
      return false
    }
    return LogLevel(name) == nil
  }
}

/// What the first 16 bytes of lines have in common: digits, and other bytes at the same places.
private struct LineStart: Sendable {
  /// The number of bytes.
  private static let length = 16

  /// The maximum number of starts of the lines of one log.
  private static let maximum = 8

  /// The number of digits by which a line is known: those of a time; behind a level, those of a
  /// year, as the rest of the time may be behind the bytes that are compared.
  private static let (digitsOfTime, digitsOfYear) = (6, 4)

  /// The length of a level with a blank, at least; fewer bytes in front are brackets.
  private static let shortestLevel = 3

  /// The bits that all lines have: of a digit the upper four, of another byte all.
  private var mask = (UInt64.max, UInt64.max)
  private var bits = (UInt64(0), UInt64(0))

  /// Returns what lines have in common, or those with the same bytes in front of their first digit,
  /// such as the name of a level; of them, the most frequent.
  static func all(of lines: [UnsafeRawBufferPointer]) -> [LineStart] {
    let lines = lines.filter { $0.count >= length }
    if let common = LineStart(lines) { return [common] }
    let groups = Dictionary(grouping: lines) { line in Array(line.prefix { !$0.isDigit }) }
    let starts = groups.sorted { one, other in
      one.value.count == other.value.count
        ? one.key.lexicographicallyPrecedes(other.key) : one.value.count > other.value.count
    }.compactMap {
      LineStart($0.value, leastDigits: $0.key.count < shortestLevel ? digitsOfTime : digitsOfYear)
    }
    return Array(starts.prefix(maximum))
  }

  /// Creates what lines of at least 16 bytes have in common; nil if it is too little to know others
  /// by it: fewer digits than a time has, or those behind a level.
  private init?(_ lines: [UnsafeRawBufferPointer], leastDigits: Int = Self.digitsOfTime) {
    guard let first = lines.first else { return nil }
    var (digits, others) = (0, 0)
    var (mask, bits) = ([UInt8](), [UInt8]())
    for (index, byte) in first.prefix(Self.length).enumerated() {
      let isDigit = lines.allSatisfy { $0[index].isDigit }
      let isSame = lines.allSatisfy { $0[index] == byte }
      digits += isDigit ? 1 : 0
      others += isSame && !isDigit ? 1 : 0
      mask.append(isDigit ? 0xF0 : isSame ? 0xFF : 0)
      bits.append(byte & mask[index])
    }
    guard digits >= leastDigits, others >= 2 else { return nil }
    (self.mask, self.bits) = (Self.words(mask), Self.words(bits))
  }

  /// Returns whether a line has the same in common.
  @inline(__always)
  func begins(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count >= Self.length else { return false }
    let (lower, upper) = Self.words(line)
    return lower & mask.0 == bits.0 && upper & mask.1 == bits.1
  }

  private static func words(_ bytes: [UInt8]) -> (UInt64, UInt64) {
    bytes.withUnsafeBytes { words($0) }
  }

  @inline(__always)
  private static func words(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    (
      bytes.loadUnaligned(as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
  }
}
