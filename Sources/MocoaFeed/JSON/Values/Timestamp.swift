/// An RFC 3339 time, exact to 18 fraction digits.
///
/// A date alone means its midnight, and a time without zone is UTC, unless another zone is chosen
/// (`ZoneOffsets`). A comma may be in front of the fraction (ISO 8601), two blanks in front of the
/// clock, and a blank in front of the zone, which may be the name of a single one, as `UTC` or
/// `CET`. Behind an offset, the name of the zone and the monotonic clock of Go are left out.
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
    guard (10...72).contains(bytes.count), bytes[4] == UInt8(ascii: "-") else { return nil }
    var reader = TextReader(bytes: bytes)
    guard let year = reader.number(4), reader.take("-") != nil, let month = reader.number(2),
      reader.take("-") != nil, let day = reader.number(2), 1...12 ~= month,
      1...Self.dayCount(month: month, year: year) ~= day
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    if reader.isAtEnd {
      (seconds, attoseconds) = (Self.seconds(ofLocal: days * 86_400), 0)
      return
    }
    guard let separator = reader.take("Tt ") else { return nil }
    // As the history of apt has it.
    if separator == 0x20 { _ = reader.take(" ") }
    guard let hour = reader.number(2), reader.take(":") != nil, let minute = reader.number(2),
      hour < 24, minute < 60
    else { return nil }
    var fraction = 0
    var second = 0
    if reader.take(":") != nil {
      guard let number = reader.number(2), number <= 60 else { return nil }
      second = number
      if reader.take(".,") != nil { fraction = reader.fraction() }
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
    self.init(String(decoding: bytes, as: UTF8.self) + ":00")
  }

  /// Parses a date or a time; nil for other texts.
  init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = time
  }

  /// Creates a time from whole seconds since 1970.
  init(seconds: Int) { (self.seconds, attoseconds) = (seconds, 0) }

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

/// Reads the parts of a timestamp.
private struct TextReader: TimeReader {
  let bytes: UnsafeRawBufferPointer
  var end = 0

  var isAtEnd: Bool { end == bytes.count }

  /// Reads the digits after the point, in units of 10⁻¹⁸; further digits are ignored.
  mutating func fraction() -> Int {
    var result = 0
    var unit = 100_000_000_000_000_000
    while end < bytes.count, bytes[end].isDigit {
      result += Int(bytes[end] - 0x30) * unit
      unit /= 10
      end += 1
    }
    return result
  }

  /// Reads the zone in minutes east of UTC; nil if it is malformed.
  mutating func zone() -> Int? {
    if take("Zz") != nil { return 0 }
    let isBehindBlank = take(" ") != nil
    if isBehindBlank, let minutes = ZoneNames.offset(of: bytes[end...]) {
      end = bytes.count
      return minutes
    }
    guard let sign = take("+-"), let hours = number(2), hours < 24 else { return nil }
    let direction = sign == UInt8(ascii: "-") ? -1 : 1
    // As PostgreSQL writes them.
    if isAtEnd { return direction * hours * 60 }
    _ = take(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    if isBehindBlank { skipZoneOfGo() }
    return direction * (hours * 60 + minutes)
  }

  /// Skips what Go writes behind an offset: `CEST`, or `-03` where a zone has no letters, and
  /// perhaps the monotonic clock, `m=+0.01`.
  private mutating func skipZoneOfGo() {
    let start = end
    guard take(" ") != nil else { return }
    let name = end
    if take("+-") != nil {
      _ = digits(2...4)
    } else {
      while end < bytes.count, bytes[end].isASCIILetter { end += 1 }
    }
    guard 3...5 ~= end - name else { return end = start }
    guard bytes[end...].starts(with: " m=".utf8) else { return }
    let clock = end
    end += 3
    guard take("+-") != nil, digits(1...18) != nil else { return end = clock }
    if take(".") != nil { _ = fraction() }
  }
}

extension String {
  /// A Boolean value that indicates whether the text is a date or a time, as filters read them.
  package var isTime: Bool { Timestamp(self) != nil }
}
