extension LogTime {
  /// What may be behind a blank behind a time, for each notation of times: it is a part of the
  /// time, or begins the message.
  struct Words: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let half = Words(rawValue: 1)
    static let zone = Words(rawValue: 2)
    static let date = Words(rawValue: 4)
    static let year = Words(rawValue: 8)

    fileprivate static let all = [half, zone, date, year]

    /// The number of notations that are distinguished.
    fileprivate static let notationCount = 4

    /// Returns the words behind times in a notation.
    fileprivate func behind(_ notation: Int) -> Words {
      Words(rawValue: rawValue << UInt16(notation * Self.all.count))
    }
  }

  /// How the time begins: with a name, a year of four digits, a clock, or something else.
  fileprivate var notation: Int {
    guard bytes[start].isDigit else { return 0 }
    if bytes[start + 3].isDigit, !bytes[start + 4].isDigit { return 1 }
    let colon = UInt8(ascii: ":")
    return bytes[start + 1] == colon || bytes[start + 2] == colon ? 2 : 3
  }

  /// A Boolean value that indicates whether the time is between brackets, so that all of it is.
  var isEnclosed: Bool {
    start > 0 && end < bytes.count && "[(<".utf8.contains(bytes[start - 1])
      && "])>".utf8.contains(bytes[end])
  }

  /// Returns whether words behind a blank may be read.
  func mayRead(_ words: Words) -> Bool { unwanted.isDisjoint(with: words.behind(notation)) }

  /// Notes that words behind a blank were read.
  mutating func add(_ words: Words) { self.words.insert(words.behind(notation)) }
}

/// How many times of some lines have words behind a blank.
private struct WordCounts {
  /// The share of the times that have the words if these are no words of messages.
  private static let share = 0.9

  /// The number of years in a row from which on they are no other numbers.
  private static let yearCount = 8

  private var times = [Int](repeating: 0, count: LogTime.Words.notationCount)
  private var counts: [LogTime.Words: Int] = [:]
  private var years: [Int] = []

  /// The number of times that are not between brackets.
  var count: Int { times.reduce(0, +) }

  mutating func add(_ time: LogTime) {
    guard !time.isEnclosed else { return }
    times[time.notation] += 1
    for word in Self.all(time.notation) where time.words.contains(word) {
      counts[word, default: 0] += 1
    }
    if time.words.contains(LogTime.Words.year.behind(time.notation)), let year = time.year {
      years.append(year)
    }
  }

  /// The words that nearly all times in a notation have, or too few of them.
  func words(ofMost: Bool) -> LogTime.Words {
    let areYears =
      (years.max() ?? 0) - (years.min() ?? 0) < 2
      || years.count >= Self.yearCount && zip(years, years.dropFirst()).allSatisfy { $0 <= $1 }
    var result: LogTime.Words = []
    for (notation, count) in times.enumerated() where count > 0 {
      for word in Self.all(notation) {
        let isYear = word == LogTime.Words.year.behind(notation)
        let isOfMost =
          Double(counts[word] ?? 0) >= Self.share * Double(count) && (areYears || !isYear)
        if isOfMost == ofMost { result.insert(word) }
      }
    }
    return result
  }

  private static func all(_ notation: Int) -> [LogTime.Words] {
    LogTime.Words.all.map { $0.behind(notation) }
  }
}

extension LogPattern {
  /// The share of the lines that a pattern with more than a time and a message reads, from which on
  /// these show what is behind its times.
  private static let ownShare = 0.1

  /// Returns patterns that leave a zone, the half of a day, a date or a year behind a blank to the
  /// message, unless nearly all lines have one there.
  static func withCertainTimes(
    _ patterns: [LogPattern], in lines: [UnsafeRawBufferPointer]
  ) -> [LogPattern] {
    var all = WordCounts()
    var own: [Int: WordCounts] = [:]
    for line in lines.map(\.withoutCarriageReturn) {
      guard let reader = patterns.firstIndex(where: { $0.matches(line) }) else { continue }
      for time in patterns[reader].times(in: line) {
        all.add(time)
        own[reader, default: WordCounts()].add(time)
      }
    }
    let unwanted = all.words(ofMost: false)
    guard !unwanted.isEmpty else { return patterns }
    return patterns.enumerated().map { index, pattern in
      var unwanted = unwanted
      if let own = own[index], !pattern.hasOnlyTime, own.count > 1,
        Double(own.count) >= ownShare * Double(all.count)
      {
        unwanted.subtract(own.words(ofMost: true))
      }
      return pattern.without(unwanted)
    }
  }
}
