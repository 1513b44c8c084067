extension Timestamp {
  /// The number of days since the start of 1970.
  private var days: Int { (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 }

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
  var text: String {
    let (year, month, day) = date
    var text = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))T"
    text += Self.clock(seconds - days * 86_400)
    if attoseconds > 0 {
      let fraction = Self.digits(attoseconds, 18)
      text += "." + fraction[...(fraction.lastIndex { $0 != "0" } ?? fraction.startIndex)]
    }
    return text + "Z"
  }

  /// Returns the time at the start of an interval of a number of seconds, in the zone of times
  /// without one; nil if that is not positive, or before the year 0.
  ///
  /// Whole weeks begin on Monday.
  func truncated(to interval: Double) -> Timestamp? {
    guard let length = Int(exactly: (interval * 1e6).rounded()), length > 0 else { return nil }
    let week = 7 * 86_400_000_000
    // 1 January 1970 was a Thursday.
    let shift = length.isMultiple(of: week) ? 4 * (week / 7) : 0
    let microseconds = local.microseconds
    let (offset, overflows) = microseconds.subtractingReportingOverflow(shift)
    guard !overflows else { return nil }
    let rest = offset % length
    let start = Timestamp(microseconds: microseconds - (rest < 0 ? rest + length : rest))
    return start.ofLocal.ofWritableYear
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
    return Timestamp(microseconds: days * 86_400_000_000).ofLocal.ofWritableYear
  }

  /// Returns the time, in the zone of times without one, in a format of `strftime` (POSIX), with
  /// English names.
  ///
  /// - Returns: nil if the format has an unknown conversion.
  func text(format: String) -> String? {
    local.text(inUTC: format, since1970: seconds)
  }

  private func text(inUTC format: String, since1970 utc: Int) -> String? {
    let (year, month, day) = date
    let time = seconds - days * 86_400
    var result = ""
    var scalars = format.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "Y": result += Self.digits(year, 4)
      case "m": result += Self.digits(month, 2)
      case "d": result += Self.digits(day, 2)
      case "H": result += Self.digits(time / 3_600, 2)
      case "M": result += Self.digits(time / 60 % 60, 2)
      case "S": result += Self.digits(time % 60, 2)
      case "j": result += Self.digits(days - Self.days(year: year, month: 1, day: 1) + 1, 3)
      case "F": result += "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
      case "T":
        result += Self.clock(time)
      case "a": result += Self.weekdays[weekday].prefix(3)
      case "A": result += Self.weekdays[weekday]
      case "u": result += "\(weekday + 1)"
      case "b": result += Self.months[month - 1].prefix(3)
      case "B": result += Self.months[month - 1]
      case "s": result += "\(utc)"
      case "%": result += "%"
      default: return nil
      }
    }
    return result
  }

  /// The day of the week, 0 for Monday.
  private var weekday: Int { ((days + 3) % 7 + 7) % 7 }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns the hour, minute and second of a number of seconds since midnight.
  private static func clock(_ seconds: Int) -> String {
    [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
