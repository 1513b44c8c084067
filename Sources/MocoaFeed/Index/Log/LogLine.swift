import Synchronization

/// A line of text in a log: the time and the level at its start, and the message.
struct LogLine {
  /// The time in the form of RFC 3339, or nil.
  private(set) var time: [UInt8]?

  /// The level as it is written, or nil.
  private(set) var level: [UInt8]?

  /// The rest of the line; all of it without time and level.
  private(set) var message: Slice<UnsafeRawBufferPointer>

  private static let levels: Set = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "CRITICAL", "CRIT",
    "ALERT", "EMERG", "FATAL", "PANIC", "SEVERE",
  ]

  /// The number of words after the time among which a level is looked for.
  private static let levelDistance = 4

  /// Splits a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - calendar: The source of years that are not written.
  init(_ line: UnsafeRawBufferPointer, _ calendar: RecentDate) {
    message = line[...]
    var rest = line.drop(while: Self.isMargin)
    if let (time, end) = Self.time(at: rest, calendar) {
      self.time = time
      message = Self.withoutSeparators(rest[end...])
      rest = message.drop(while: Self.isMargin)
    }
    // `ERROR`, `[error]`, `error:`; behind a time, a logger or thread may precede it.
    for distance in 0..<(time == nil ? 1 : Self.levelDistance) {
      let isBracketed = rest.startIndex > 0 && "[<(".utf8.contains(line[rest.startIndex - 1])
      let word = rest.prefix { $0 | 0x20 &- 0x61 < 26 }
      let next = word.endIndex < rest.endIndex ? rest[word.endIndex] : 0x20
      let text = String(decoding: word, as: UTF8.self)
      let isCapital = !word.contains { $0 >= 0x61 }
      let isWhole = next != UInt8(ascii: "-")
      if Self.isMargin(next), isWhole, isBracketed || isCapital || next != 0x20,
        Self.levels.contains(text.uppercased())
      {
        level = Array(word)
        if distance == 0 { message = Self.withoutSeparators(rest[word.endIndex...]) }
        return
      }
      rest = rest.drop { $0 > 0x20 }.drop(while: Self.isMargin)
    }
  }

  /// Returns a text without the bracket and the separator in front of it.
  private static func withoutSeparators(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var rest = text.drop { " \t".utf8.contains($0) }
    for separators in ["]>)", "|:-,"] {
      guard let first = rest.first, separators.utf8.contains(first) else { continue }
      rest = rest.dropFirst().drop { " \t".utf8.contains($0) }
    }
    return rest
  }

  /// Returns whether a byte separates the parts of a line.
  private static func isMargin(_ byte: UInt8) -> Bool { " \t[]<>()|:-,".utf8.contains(byte) }

  /// Returns the time at the start of a text, and where it ends.
  private static func time(
    at text: Slice<UnsafeRawBufferPointer>, _ calendar: RecentDate
  ) -> (time: [UInt8], end: Int)? {
    guard text.count >= 15 else { return nil }
    var rest = text
    var time: [UInt8]
    if text.first?.isDigit ?? false {
      // 2026-11-23 10:00:00,123 or 2026/11/23T10:00:00+01:00.
      time = text.prefix(10).map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
      rest = text.dropFirst(10)
      guard let separator = rest.popFirst(), separator == 0x20 || separator | 0x20 == 0x74 else {
        return nil
      }
    } else {
      // Nov  3 10:00:00.
      guard let month = MonthName.number(text.prefix(3)) else { return nil }
      rest = text.dropFirst(3).drop { $0 == 0x20 }
      guard let day = Int(String(decoding: rest.prefix { $0.isDigit }, as: UTF8.self)),
        let date = calendar.date(month: month, day: day)
      else { return nil }
      time = date
      rest = rest.drop { $0.isDigit }.drop { $0 == 0x20 }
    }
    time.append(UInt8(ascii: "T"))
    let clock = rest.prefix { $0.isDigit || ":.,".utf8.contains($0) }
    time += clock.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    while time.last.map({ !$0.isDigit }) ?? false { time.removeLast() }
    rest = rest[clock.endIndex...]
    if rest.first.map({ $0 | 0x20 == 0x7A }) ?? false {
      time.append(UInt8(ascii: "Z"))
      rest.removeFirst()
    } else if rest.first?.isSign ?? false {
      let zone = rest.dropFirst().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
      let digits = zone.filter(\.isDigit)
      if digits.count == 4 {
        time += rest.prefix(1) + digits[..<2] + [UInt8(ascii: ":")] + digits[2...]
        rest = rest[zone.endIndex...]
      }
    }
    guard time.withUnsafeBytes({ Timestamp($0) }) != nil else { return nil }
    return (time, rest.startIndex)
  }
}

/// Dates without a year, which are at most some months ago, and tomorrow at the latest.
///
/// That is seen from the day on which they are read: a log may be followed past New Year's Eve.
final class RecentDate: Sendable {
  /// The current year, the days since 1970, and until when that holds, in seconds since 1970.
  private struct Today {
    var year = 0
    var days = 0
    var end = Int.min
  }

  /// The time after which the clock is read again: time zones change by hours.
  private static let interval = 900

  private let clock: LocalClock
  private let today = Mutex(Today())

  init(clock: LocalClock = .system) { self.clock = clock }

  /// Formats a date as ISO 8601.
  ///
  /// - Parameters:
  ///   - year: The year; nil if it is not written.
  ///   - month: The month, from 1.
  ///   - day: The day of the month.
  /// - Returns: The text; nil for an invalid day.
  func date(year: Int? = nil, month: Int, day: Int) -> [UInt8]? {
    guard 1...31 ~= day else { return nil }
    var year = year ?? recentYear(month: month, day: day)
    // The 29th of February was in the last leap year.
    while month == 2, day == 29, Timestamp.dayCount(month: month, year: year) < day { year -= 1 }
    return Array("\(year)-\(month / 10)\(month % 10)-\(day / 10)\(day % 10)".utf8)
  }

  private func recentYear(month: Int, day: Int) -> Int {
    let now = clock.now()
    let today = today.withLock { today in
      if now >= today.end || now < today.end - Self.interval {
        let local = clock.local(now)
        today.year = Int(local.tm_year) + 1900
        today.days = Timestamp.days(
          year: today.year, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
        today.end = (now / Self.interval + 1) * Self.interval
      }
      return today
    }
    // On New Year's Eve, the next day is in the next year.
    let years = [today.year + 1, today.year, today.year - 1]
    return years.first { Timestamp.days(year: $0, month: month, day: day) <= today.days + 1 }
      ?? today.year
  }
}
