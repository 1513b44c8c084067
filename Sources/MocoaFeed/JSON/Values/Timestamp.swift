/// An RFC 3339 time, exact to 18 fraction digits.
///
/// A date alone means its midnight, and a time without zone is UTC, unless another zone is chosen
/// (`ZoneOffsets`). A comma may be in front of the
/// fraction (ISO 8601), and a blank in front of the zone, which may be `UTC` or `GMT`.
struct Timestamp: Hashable, Comparable, Sendable {
  /// Whole seconds since the start of 1970 in UTC.
  let seconds: Int

  /// The fraction of the second, in units of 10⁻¹⁸ seconds.
  let attoseconds: Int

  /// Microseconds since the start of 1970 in UTC, truncated.
  var microseconds: Int { seconds * 1_000_000 + attoseconds / 1_000_000_000_000 }

  static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.attoseconds) < (right.seconds, right.attoseconds)
  }

  init(seconds: Int, attoseconds: Int) {
    (self.seconds, self.attoseconds) = (seconds, attoseconds)
  }

  /// Parses a date or a time from the bytes of a string; nil if they are not one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard (10...45).contains(bytes.count), bytes[4] == UInt8(ascii: "-") else { return nil }
    var reader = DigitReader(bytes)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), 1...12 ~= month,
      1...Self.dayCount(month: month, year: year) ~= day
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    if reader.isAtEnd {
      (seconds, attoseconds) = (Self.seconds(ofLocal: days * 86_400), 0)
      return
    }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(2),
      reader.skip(":"), let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    var fraction = 0
    var second = 0
    if reader.skip(":") {
      guard let number = reader.number(2), number <= 60 else { return nil }
      second = number
      if reader.skip(".") || reader.skip(",") { fraction = reader.fraction() }
    }
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    attoseconds = fraction
    if reader.isAtEnd {
      seconds = Self.seconds(ofLocal: local)
      return
    }
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    seconds = local - offset * 60
  }

  /// Returns the seconds since 1970 in UTC of a date and time without a zone.
  private static func seconds(ofLocal seconds: Int) -> Int {
    guard let zone = ZoneOffsets.ofTimesWithoutZone else { return seconds }
    return seconds - zone.offset(atLocal: seconds)
  }

  /// Parses a date and an hour as they are typed, `2026-11-29T19`; nil for anything else.
  init?(hour bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 13, bytes[10] == UInt8(ascii: "T") else { return nil }
    let text = Array(bytes) + Array(":00".utf8)
    guard let time = text.withUnsafeBytes({ Timestamp($0) }) else { return nil }
    self = time
  }

  /// Returns the number of days of a month.
  static func dayCount(month: Int, year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the days since 1970 of a Gregorian date (Hinnant, `days_from_civil`).
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// Reads the parts of a timestamp from left to right.
private struct DigitReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  var isAtEnd: Bool { position == bytes.count }

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var result = 0
    for _ in 0..<digits {
      guard bytes[position].isDigit else { return nil }
      result = result * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return result
  }

  mutating func skip(_ scalar: UnicodeScalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Reads the digits after the point, in units of 10⁻¹⁸; further digits are ignored.
  mutating func fraction() -> Int {
    var result = 0
    var unit = 100_000_000_000_000_000
    while position < bytes.count, bytes[position].isDigit {
      result += Int(bytes[position] - 0x30) * unit
      unit /= 10
      position += 1
    }
    return result
  }

  /// Reads the zone in minutes east of UTC; nil if it is malformed.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    if skip(" "), skip("U") && skip("T") && skip("C") || skip("G") && skip("M") && skip("T") {
      return 0
    }
    let sign = skip("-") ? -1 : skip("+") ? 1 : 0
    guard sign != 0, let hours = number(2), hours < 24 else { return nil }
    // As PostgreSQL writes them.
    if isAtEnd { return sign * hours * 60 }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
