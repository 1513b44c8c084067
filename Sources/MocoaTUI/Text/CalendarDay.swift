import MocoaCore
import MocoaSystem

/// A day of the Gregorian calendar, written as in ISO 8601: `2026-12-24`.
///
/// ```swift
/// Field("Due", \.due)
/// Column("DUE", \.due).sortable()
/// ```
/// A day has neither a time nor a zone. Its years are those with four digits: days before and after
/// them are the first and the last one.
public struct CalendarDay: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The number of days since the start of 1970.
  public let daysSince1970: Int

  /// Creates a day from the number of days since the start of 1970.
  public init(daysSince1970 days: Int) {
    daysSince1970 = min(max(-719_528, days), 2_932_896)
  }

  /// Creates a day from a text as `2026-12-24`; nil if there is no such day.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3, 0...9_999 ~= numbers[0], 1...12 ~= numbers[1],
      1...31 ~= numbers[2]
    else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    // The 30th of February would be the 1st or 2nd of March.
    guard self.description == description else { return nil }
  }

  /// Counts the days of years that begin in March (Hinnant, `days_from_civil`).
  private init(year: Int, month: Int, day: Int) {
    let year = month <= 2 ? year + 399 : year + 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    self.init(
      daysSince1970: year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 865_565)
  }

  /// The current day of the local time zone.
  public static var today: CalendarDay {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// Returns the day that is a number of days later, or earlier if it is negative.
  public func adding(days: Int) -> CalendarDay {
    // More days than there are in these years lead to the first or the last one, too.
    CalendarDay(daysSince1970: daysSince1970 + min(max(-4_000_000, days), 4_000_000))
  }

  public var description: String {
    let days = daysSince1970 + 865_565
    let (era, dayOfEra) = (days / 146_097, days % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra - (month < 10 ? 400 : 399)
    let parts = [(year, 4), (month < 10 ? month + 3 : month - 9, 2), (day, 2)]
    return parts.map { TextNumber.padded($0.0, $0.1) }.joined(separator: "-")
  }

  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    one.daysSince1970 < other.daysSince1970
  }
}
