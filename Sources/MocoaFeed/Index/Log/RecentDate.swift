import Synchronization

/// Dates without a year, which are at most some months before the time of a clock, and a day after
/// it at the latest, or beside a date that is known.
///
/// The clock is that of the system where a log may be followed past New Year's Eve.
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

  /// The first day of the year in which all dates are, in days since 1970; nil for one that ends
  /// with the time of the clock.
  private let first: Int?

  init(clock: LocalClock = .system) { (self.clock, first) = (clock, nil) }

  /// Creates the dates of a year that begins some time before a day, in days since 1970: those of
  /// lines behind one of that day.
  init(beside day: Int) { (clock, first) = (.system, day - Self.disorder) }

  /// The days by which a line may be older than one in front of it.
  static let disorder = 60

  /// Dates in a leap year that no log has.
  static let unwritten = RecentDate(
    beside: Timestamp.days(year: unwrittenYear, month: 1, day: 1) + disorder)

  /// The year of those dates.
  private static let unwrittenYear = 1600

  /// Returns whether a year in UTC is that of those dates: with a zone, one beside it is, too.
  static func isUnwritten(_ year: Int) -> Bool { abs(year - unwrittenYear) <= 1 }

  /// Formats a date as ISO 8601.
  ///
  /// - Parameters:
  ///   - year: The year; nil if it is not written.
  ///   - month: The month, from 1.
  ///   - day: The day of the month.
  /// - Returns: The text; nil for an invalid day.
  func date(year: Int? = nil, month: Int, day: Int) -> [UInt8]? {
    guard 1...31 ~= day else { return nil }
    if year == nil, let first {
      let year = Self.year(ofMonth: month, day: day, from: first)
      let isValid = day <= Timestamp.dayCount(month: month, year: year)
      return isValid ? Self.text(year, month, day) : nil
    }
    var year = year ?? recentYear(month: month, day: day)
    // The 29th of February was in the last leap year.
    while month == 2, day == 29, Timestamp.dayCount(month: month, year: year) < day { year -= 1 }
    return Self.text(year, month, day)
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> [UInt8] {
    var text: [UInt8] = []
    Timestamp.append(year: year, month, day, to: &text)
    return text
  }

  /// Returns the first year in which a date is not before a day, in days since 1970.
  static func year(ofMonth month: Int, day: Int, from first: Int) -> Int {
    var year = 1969 + Int((Double(first) / 365.2425).rounded(.down))
    while Timestamp.days(year: year, month: month, day: day) < first { year += 1 }
    return year
  }

  /// Returns the year of the last date before the time of the clock, or on the day after it.
  func recentYear(month: Int, day: Int) -> Int {
    let now = clock.now()
    let today = today.withLock { today in
      if now >= today.end || now < today.end - Self.interval {
        let local = clock.local(now)
        (today.year, today.days) = (local.date.year, local.days)
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
