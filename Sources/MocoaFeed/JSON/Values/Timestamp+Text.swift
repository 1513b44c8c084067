import MocoaCore

extension Timestamp {
  /// The number of days since the start of 1970.
  var days: Int { (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 }

  /// The date in UTC (Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
  var date: (year: Int, month: Int, day: Int) {
    // Days since 1 March of the year 0.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// The time in UTC (RFC 3339), with all digits of its fraction.
  var text: String { text(offset: "Z") }

  /// The time in the zone of times without one (RFC 3339), with all digits of its fraction; in UTC
  /// if the offset is zero or has seconds.
  var localText: String {
    let (local, offset) = (local, local.seconds - seconds)
    guard offset != 0, offset % 60 == 0, local.ofWritableYear != nil else { return text }
    var text: [UInt8] = [UInt8(ascii: offset < 0 ? "-" : "+")]
    Self.append(abs(offset) / 3_600, to: &text)
    Self.append(abs(offset) / 60 % 60, behind: ":", to: &text)
    return local.text(offset: String(decoding: text, as: UTF8.self))
  }

  private func text(offset: String) -> String {
    var text: [UInt8] = []
    appendDate(to: &text)
    text.append(UInt8(ascii: "T"))
    appendClock(to: &text)
    if attoseconds > 0 {
      text.append(UInt8(ascii: "."))
      text += TextNumber.padded(attoseconds, 18).utf8
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    text += offset.utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the time at the start of an interval of a number of seconds, in the zone of times
  /// without one; nil if that is not positive, or before the year 0.
  ///
  /// Whole weeks begin on Monday. An interval of less than a day is one of the clock, and ends
  /// where that is changed.
  func truncated(to interval: Double) -> Timestamp? {
    guard let length = Int(exactly: (interval * 1e6).rounded()), length > 0 else { return nil }
    let week = 7 * 86_400_000_000
    // 1 January 1970 was a Thursday.
    let shift = length.isMultiple(of: week) ? 4 * (week / 7) : 0
    let microseconds = local.microseconds
    let (offset, overflows) = microseconds.subtractingReportingOverflow(shift)
    guard !overflows else { return nil }
    let rest = offset % length
    let elapsed = rest < 0 ? rest + length : rest
    if length < 86_400_000_000 {
      let start = Timestamp(microseconds: self.microseconds - elapsed)
      return max(start, startOfOffset ?? start).ofWritableYear
    }
    return Timestamp(microseconds: microseconds - elapsed).ofLocal.ofWritableYear
  }

  /// Returns the time at the start of an interval of a number of months, in the zone of times
  /// without one; nil if that is not positive.
  ///
  /// Intervals of 12 months are years, and those of 3 are quarters.
  func truncated(toMonths length: Int) -> Timestamp? {
    guard length > 0 else { return nil }
    let (year, month, _) = local.date
    let months = year * 12 + month - 1
    let start = months - ((months % length) + length) % length
    guard start >= 0 else { return nil }
    let days = Self.days(year: start / 12, month: start % 12 + 1, day: 1)
    return Timestamp(seconds: days * 86_400).ofLocal.ofWritableYear
  }

  /// Returns the time, in the zone of times without one, in a format of `strftime` (POSIX), with
  /// English names; nil for an unknown conversion.
  func text(format: String) -> String? {
    local.text(inUTC: format, since1970: seconds)
  }

  private func text(inUTC format: String, since1970 utc: Int) -> String? {
    let (year, month, _) = date
    var result: [UInt8] = []
    var bytes = format.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      switch bytes.next().map({ UnicodeScalar($0) }) {
      case "Y": result += TextNumber.padded(year, 4).utf8
      case "m": Self.append(month, to: &result)
      case "d": Self.append(date.day, to: &result)
      case "H": Self.append(time / 3_600, to: &result)
      case "M": Self.append(time / 60 % 60, to: &result)
      case "S": Self.append(time % 60, to: &result)
      case "j":
        let first = Self.days(year: year, month: 1, day: 1)
        result += TextNumber.padded(days - first + 1, 3).utf8
      case "F": appendDate(to: &result)
      case "T": appendClock(to: &result)
      case "a": result += Self.weekdays[weekday].utf8.prefix(3)
      case "A": result += Self.weekdays[weekday].utf8
      case "u": result += "\(weekday + 1)".utf8
      case "b": result += Self.months[month - 1].utf8.prefix(3)
      case "B": result += Self.months[month - 1].utf8
      case "s": result += "\(utc)".utf8
      case "%": result.append(byte)
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The day of the week, 0 for Monday.
  private var weekday: Int { Self.weekday(ofDay: days) }

  /// Returns the day of the week of a day since 1970, 0 for Monday.
  static func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  // MARK: Parts (RFC 3339)

  /// The seconds since midnight.
  private var time: Int { seconds - days * 86_400 }

  private func appendDate(to text: inout [UInt8]) {
    let (year, month, day) = date
    Self.append(year: year, month, day, to: &text)
  }

  private func appendClock(to text: inout [UInt8]) {
    Self.append(hour: time / 3_600, time / 60 % 60, time % 60, to: &text)
  }

  /// Appends a date: `2026-01-31`.
  static func append(year: Int, _ month: Int, _ day: Int, to text: inout [UInt8]) {
    if 0...9_999 ~= year {
      append(year / 100, to: &text)
      append(year % 100, to: &text)
    } else {
      text += TextNumber.padded(year, 4).utf8
    }
    append(month, behind: "-", to: &text)
    append(day, behind: "-", to: &text)
  }

  /// Appends the time of a day: `10:11:12`.
  static func append(hour: Int, _ minute: Int, _ second: Int, to text: inout [UInt8]) {
    append(hour, to: &text)
    append(minute, behind: ":", to: &text)
    append(second, behind: ":", to: &text)
  }

  /// Appends two digits, behind a separator.
  static func append(
    _ number: Int, behind separator: UnicodeScalar? = nil, to text: inout [UInt8]
  ) {
    if let separator { text.append(UInt8(ascii: separator)) }
    text.append(UInt8(ascii: "0") + UInt8(number / 10))
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
