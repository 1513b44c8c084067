import MocoaSystem

extension Timestamp {
  /// The limit in microseconds before and after 1970: some 285,000 years.
  private static let furthest = 9_000_000_000_000_000_000

  /// Creates a time; one that is too far from 1970 is clamped.
  init(microseconds: Int) {
    let microseconds = max(-Self.furthest, min(Self.furthest, microseconds))
    seconds =
      microseconds >= 0 ? microseconds / 1_000_000 : (microseconds + 1) / 1_000_000 - 1
    attoseconds = (microseconds - seconds * 1_000_000) * 1_000_000_000_000
  }

  /// The current time in whole seconds, so that ages are, too.
  static var now: Timestamp { Timestamp(seconds: time(nil)) }

  /// The last midnight, in the zone of times without one.
  static var today: Timestamp { now.startOfDay }

  private var startOfDay: Timestamp { truncated(to: 86_400) ?? self }

  /// Creates a time from seconds or smaller units since 1970, detected by magnitude, or from a date
  /// such as 20240501 (ISO 8601), which is one rather than seconds in 1970.
  init?(epoch value: Double) {
    if let date = Self(digits: value) {
      self = date
      return
    }
    let microseconds =
      switch abs(value) {
      case ..<1e11: value * 1e6
      case ..<1e14: value * 1e3
      case ..<1e17: value
      default: value / 1e3
      }
    guard let exact = Int(exactly: microseconds.rounded()) else { return nil }
    self.init(microseconds: exact)
  }

  /// Creates a time from a number with more than 15 digits, such as nanoseconds since 1970.
  init?(epoch quantity: Quantity) {
    guard quantity.double.magnitude >= 1e14,
      let count = Int(String(decoding: quantity.longJSON, as: UTF8.self))
    else {
      self.init(epoch: quantity.double)
      return
    }
    guard quantity.double.magnitude >= 1e17 else {
      self.init(microseconds: count)
      return
    }
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(
      seconds: rest < 0 ? seconds - 1 : seconds,
      attoseconds: (rest < 0 ? rest + 1_000_000_000 : rest) * 1_000_000_000)
  }

  /// Creates the midnight of a date of the years 1900 to 2100, given by a number of eight digits.
  private init?(digits value: Double) {
    guard 19_000_101...21_001_231 ~= value, let number = Int(exactly: value) else { return nil }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    guard 1...12 ~= month, 1...Self.dayCount(month: month, year: year) ~= day else { return nil }
    self = Timestamp(seconds: Self.days(year: year, month: month, day: day) * 86_400).ofLocal
  }

  /// The same date and clock in the zone of times without one; the time itself for UTC.
  var local: Timestamp { shifted { $0.offset(at: seconds) } }

  /// The time at which clocks in the zone of times without one show what this one is in UTC.
  var ofLocal: Timestamp { shifted { -$0.offset(atLocal: seconds) } }

  private func shifted(_ change: (ZoneOffsets) -> Int) -> Timestamp {
    guard let zone = ZoneOffsets.ofTimesWithoutZone else { return self }
    return Timestamp(seconds: seconds + change(zone), attoseconds: attoseconds)
  }

  /// The times of the same offset in that zone begin with this one; nil if all have it.
  var startOfOffset: Timestamp? {
    let start = ZoneOffsets.ofTimesWithoutZone?.start(at: seconds)
    return start == .min ? nil : start.map { Timestamp(seconds: $0) }
  }

  /// Returns the time a number of seconds later; nil outside of the years 0 to 9999 (RFC 3339).
  func advanced(bySeconds seconds: Double) -> Timestamp? {
    // The nanoseconds are as exact as the number is.
    let (whole, unit) = (seconds.rounded(.down), seconds.ulp < 1e-10 ? 1e9 : 1e6)
    guard let count = Int(exactly: whole) else { return nil }
    let change = Int(((seconds - whole) * unit).rounded()) * Int(1e18 / unit)
    let (carry, rest) = (attoseconds + change).quotientAndRemainder(dividingBy: Int(1e18))
    let (sum, overflows) = self.seconds.addingReportingOverflow(count)
    guard !overflows, sum < .max - carry else { return nil }
    return Timestamp(seconds: sum + carry, attoseconds: rest).ofWritableYear
  }

  /// The time; nil outside of the years 0 to 9999, which have four digits.
  var ofWritableYear: Timestamp? {
    -62_167_219_200...253_402_300_799 ~= seconds ? self : nil
  }
}
