/// What the lines of a log have behind a blank behind their times, by which a word there, such as
/// `PM`, `EST`, `+1000` or `2025`, is a part of the time of a line or the first one of its text.
///
/// A word is a part of the time if what follows it is what a time is followed by, such as a level,
/// a bracket or a member of a pattern; if it hardly begins a text; or if lines with times in the
/// same notation show it: the word stays the same and what follows it varies, or begins lines that
/// have no such word. All else is text.
struct LogTimeWords: Sendable {
  /// A word behind times in a notation.
  private struct Place: Hashable {
    let notation: Int
    let word: LogTime.Words
  }

  /// Lines that have no word behind their times.
  private struct Others {
    var count = 0
    /// The number of the lines with a zone that is certain behind a blank, which are no others.
    var zoneCount = 0
    /// The first words of their texts.
    var words: Set<[UInt8]> = []
    /// A Boolean value that indicates whether an hour is none of a 12-hour clock.
    var hasLateHour = false
  }

  /// Lines with a word behind their times.
  private struct Count {
    /// The number of those that have a text behind it.
    var texts = 0
    /// The first words with letters of these texts.
    var followers: Set<[UInt8]> = []
    /// A Boolean value that indicates whether a line has something else behind it.
    var isProven = false
    /// A Boolean value that indicates whether all are offsets, and begin with a zero.
    var areOffsets = true
    var areLikely = true
    /// What is in brackets.
    var names: Set<[UInt8]> = []
    /// The zones or years, and whether these are in order.
    var values: ClosedRange<Int>?
    var last: Int?
    var areAscending = true
    var areDescending = true

    mutating func add(_ value: Int) {
      areAscending = areAscending && value >= last ?? value
      areDescending = areDescending && value <= last ?? value
      last = value
      let values = values ?? value...value
      self.values = min(values.lowerBound, value)...max(values.upperBound, value)
    }

    /// Returns whether the word of a line may be one of a clock: a log has one zone, perhaps with
    /// summer time, or offsets, and its years are in order.
    func allows(_ doubt: LogTime.Doubt, besides others: Others) -> Bool {
      guard let values, let value = doubt.value else { return true }
      if doubt.word == .year { return areAscending || areDescending }
      if shows(doubt, besides: others) { return true }
      return max(values.upperBound, value) - min(values.lowerBound, value) <= 60
    }

    /// Returns whether an offset is one of several that nearly all lines have, as those of commits
    /// by authors in several zones: the texts do not all begin alike, or the numbers are none.
    func shows(_ doubt: LogTime.Doubt, besides others: Others) -> Bool {
      doubt.isOffset && areOffsets && values != 0...0 && texts > 2 * others.count
        && (followers.count > 1 || areLikely || isUsual || others.zoneCount > 0)
    }

    /// A Boolean value that indicates whether there are so many lines that the word is hardly the
    /// first one of each text.
    var isUsual: Bool {
      texts >= 8 && values.map { $0.upperBound <= LogTime.currentYear + 1 } ?? false
    }

    /// A Boolean value that indicates whether the texts differ.
    var varies: Bool { followers.count >= 3 }

    /// Returns whether the texts are those of lines that may have the word or not.
    func fits(_ others: Others) -> Bool {
      varies && texts * 4 >= others.count || !followers.isDisjoint(with: others.words)
    }
  }

  private var counts: [Place: Count] = [:]
  private var others: [Int: Others] = [:]

  /// The indices of the patterns that read lines without a doubt.
  private var readers: Set<Int> = []

  /// Counts the words of lines that some patterns read.
  init(_ patterns: [LogPattern], _ lines: [UnsafeRawBufferPointer]) {
    for line in lines.map(\.withoutCarriageReturn) {
      var known: LogPattern.KnownTime?
      guard let reader = patterns.firstIndex(where: { $0.matches(line, &known) }),
        let behind = patterns[reader].behindTime, let time = known?.time
      else { continue }
      guard let doubt = time.doubt else {
        readers.insert(reader)
        if time.isBare { add(time) }
        if time.zone != nil, time.wordCount > 0 {
          others[time.notation, default: Others()].zoneCount += 1
        }
        continue
      }
      let place = Place(notation: time.notation, word: doubt.word)
      if behind == .message && !time.isBeforeSign || behind == .sign && time.isBeforeColon {
        let text = line[time.end...].split(separator: 0x20, maxSplits: 8)
        let follower = text.first { $0.contains { $0.isASCIILetter || $0 >= 0x80 } }
        counts[place, default: Count()].texts += 1
        counts[place, default: Count()].followers.insert(follower.map { Array($0) } ?? [])
      } else {
        counts[place, default: Count()].isProven = true
      }
      if doubt.word == .name {
        let name = Array(time.bytes[doubt.start..<time.end])
        counts[place, default: Count()].names.insert(name)
      }
      if !doubt.isOffset { counts[place, default: Count()].areOffsets = false }
      if !doubt.isLikely { counts[place, default: Count()].areLikely = false }
      if let value = doubt.value { counts[place, default: Count()].add(value) }
    }
  }

  private mutating func add(_ time: LogTime) {
    let first = time.bytes[time.end...].split(separator: 0x20, maxSplits: 1).first
    others[time.notation, default: Others()].count += 1
    others[time.notation, default: Others()].words.insert(first.map { Array($0) } ?? [])
    if time.hour > 12 { others[time.notation, default: Others()].hasLateHour = true }
  }

  /// Returns the word behind the time of a line that is no part of it; none if it is one.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - time: The time with the word; nil for none.
  ///   - reader: The index of the pattern that reads the line with it.
  ///   - patterns: The patterns of the log.
  /// - Returns: The word.
  func unwanted(
    in line: UnsafeRawBufferPointer, _ time: LogTime?, readBy reader: Int,
    of patterns: [LogPattern]
  ) -> LogTime.Words {
    guard let time, let doubt = time.doubt, let behind = patterns[reader].behindTime else {
      return []
    }
    if doubt.word == .name { return shows(time, doubt) ? [] : .name }
    let isPart =
      switch behind {
      case .member: readers.contains(reader) || !reads(line, without: doubt.word, time, patterns)
      case .sign:
        !time.isBeforeColon || readers.contains(reader) || isOnlyHint(time) || shows(time, doubt)
      // The line is divided only where the counts of the log do not decide.
      case .message: shows(time, doubt) || time.isBeforeSign
      }
    return isPart ? [] : doubt.word
  }

  /// Returns whether a pattern that has read other lines reads one if a word is no part of its
  /// time: a host `CAT`, as others are `web`.
  ///
  /// Behind a time without a year, as syslog has them, any pattern with a host shows it.
  private func reads(
    _ line: UnsafeRawBufferPointer, without word: LogTime.Words, _ time: LogTime,
    _ patterns: [LogPattern]
  ) -> Bool {
    guard !readers.isEmpty || time.year == nil else { return false }
    var known: LogPattern.KnownTime?
    let reader = patterns.firstIndex { $0.matches(line, &known, without: word) }
    guard let reader, patterns[reader].behindTime == .member else { return false }
    let names = patterns[reader].names
    return readers.contains(reader)
      || time.year == nil && names.contains("host") && !names.contains("zone")
  }

  /// Returns whether the lines of the log show that a word is a part of a time, or nothing else.
  private func shows(_ time: LogTime, _ doubt: LogTime.Doubt) -> Bool {
    let count = counts[Place(notation: time.notation, word: doubt.word)]
    let others = others[time.notation] ?? Others()
    if doubt.word == .half, others.hasLateHour { return false }
    if doubt.word == .name {
      guard let count, others.count + others.zoneCount == 0 else { return false }
      return count.names.count == 1 && (count.texts > 1 || count.isProven)
    }
    if doubt.word == .offset {
      return count?.isProven == true
        || max(1, count?.texts ?? 0) > 2 * (others.count + others.zoneCount)
    }
    if let count, count.allows(doubt, besides: others) {
      if count.isProven || count.fits(others) { return true }
      if others.count == 0, count.isUsual || count.shows(doubt, besides: others) { return true }
    }
    guard doubt.isLikely else { return false }
    if doubt.word == .zone {
      return count.map { $0.allows(doubt, besides: others) || $0.varies } ?? true
    }
    return isOnlyHint(time) || count?.texts ?? 0 > 2 * others.count
  }

  /// Returns whether hardly any line shows what times in the notation of one have behind them.
  private func isOnlyHint(_ time: LogTime) -> Bool { others[time.notation]?.count ?? 0 < 2 }

  /// Returns the word behind a time in front of a text if the lines of the log show neither that it
  /// is a part of the time nor that it is not.
  func doubtfulWord(behind time: LogTime?) -> String? {
    guard let time, let doubt = time.doubt,
      doubt.word != .zone && doubt.word != .offset || !doubt.isLikely, !time.isBeforeSign,
      isOnlyHint(time)
    else { return nil }
    let count = counts[Place(notation: time.notation, word: doubt.word)]
    let others = others[time.notation] ?? Others()
    if let count, count.allows(doubt, besides: others),
      count.isProven || count.varies || count.isUsual || count.shows(doubt, besides: others)
    {
      return nil
    }
    return String(decoding: time.bytes[doubt.start..<time.end], as: UTF8.self)
  }

  /// Returns what is to be said of the words behind all of some times that are not read: a zone
  /// that is not known, or halves of the day in another language.
  static func unreadNote(_ times: [LogTime]) -> String? {
    let times = times.filter { $0.hasDate && $0.zone == nil }
    guard let word = times.first?.wordBehind else { return nil }
    let words = Set(times.map(\.wordBehind))
    if words.isSubset(of: ZoneNames.halves), times.allSatisfy({ $0.hour <= 12 }) {
      return "\(word) behind a time is not read; the hour may be one of the afternoon"
    }
    guard words.count == 1, ZoneNames.unread.contains(word) else { return nil }
    return "\(word) is not known as a zone; times are read without it"
  }
}
