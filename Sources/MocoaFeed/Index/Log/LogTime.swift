/// A time in one of the notations of logs.
///
/// ISO 8601 and its relatives with slashes, commas or blanks, or without separators;
/// `17/06/09 20:10:40`, `081109 203615`, `1124/101112.345678`, `10/Oct/2000:13:55:36 -0700`,
/// `02-Jan-2024 10:11:12`, `24.11.2026 10:11:12`, `11/24/2026 10:11:12 AM`, `Jan  2 10:11:12`,
/// `Tue Jan 2 10:11:12 2024`, `Jan 02, 2024 10:11:12 AM`, `01-02 10:11:12`, `10:11:12,345`, and
/// seconds or milliseconds since 1970.
///
/// `04/05/2026 10:11:12` and `04.05 10:11:12` are kept as they are written unless the order of
/// their parts is known.
struct LogTime: TimeReader {
  /// The order of the parts of a date between slashes, dashes or points.
  enum DateOrder: CaseIterable, Sendable {
    case yearFirst, dayFirst, monthFirst
  }

  /// The parts of the date, if their order is not known by how they are written.
  var parts: DateParts?

  /// A Boolean value that indicates whether the time stays as it is written.
  var isAsWritten = false

  /// The time as it is written, with a zone beside it that is not known.
  var text: String { String(decoding: written, as: UTF8.self) }

  private var written: Slice<UnsafeRawBufferPointer> {
    bytes[(startOfZone ?? start)..<(endOfZone ?? end)]
  }

  /// The offset of the name of a zone in front of the time that is not known; nil for none.
  var startOfZone: Int?

  /// The offset after the name of a zone behind the time that is not known; nil for none.
  var endOfZone: Int?

  /// The date; no month if it is not written, and no year if that is not.
  private(set) var year: Int?
  private var month = 0
  private var day = 0

  var hour = 0
  private var minute = 0
  private var second = 0

  /// A Boolean value that indicates whether the seconds are written.
  private(set) var hasSeconds = false

  /// The digits of the fraction of the second.
  private var fraction: Range<Int> = 0..<0

  /// The seconds since 1970, if they are written in place of a date.
  private var epoch: Int?

  /// A Boolean value that indicates whether the time is a number of seconds or milliseconds.
  var isNumber: Bool { epoch != nil }

  /// A Boolean value that indicates whether the time has a date.
  var hasDate: Bool { month > 0 }

  /// A Boolean value that indicates whether syslog has such times: with a zone, or without a year.
  var isOfSyslog: Bool { month > 0 && (year == nil || zone != nil) }

  /// A Boolean value that indicates whether the date has no separators.
  var isCompact: Bool { year != nil && bytes[start..<start + 8].allSatisfy(\.isDigit) }

  /// The minutes east of UTC; nil if they are not written.
  var zone: Int?

  /// The offset after the time.
  var end: Int

  /// The bytes in which it was found.
  let bytes: UnsafeRawBufferPointer

  /// The offset of the time.
  let start: Int

  /// What is not read behind a blank, as it is no part of the time.
  let unwanted: Words

  /// The word at the end that may be none of the time; nil if there is none.
  var doubt: Doubt?

  /// The number of words that were read behind blanks behind the clock.
  var wordCount = 0

  /// The order of the parts of dates, if it is known.
  private let order: DateOrder?

  /// Reads the time at an offset; nil if there is none.
  ///
  /// - Complexity: O(1).
  init?(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ order: DateOrder? = nil,
    without unwanted: Words = []
  ) {
    (self.unwanted, self.bytes, self.start, self.order) = (unwanted, bytes, start, order)
    end = start
    guard start + 8 <= bytes.count, read() else { return nil }
    // `10:11:12x` is none, and neither are parts of longer numbers.
    guard end == bytes.count || !bytes[end].isPartOfWord else { return nil }
    if parts?.mayHaveYearFirst == true, isBeforeClass { parts?.likely = .yearFirst }
    // Words are certain if there are several, or nothing that may be a text is behind them.
    if wordCount > 1 || !isBeforeText { doubt = nil }
  }

  /// Appends the time in the form of RFC 3339, as far as it is written.
  ///
  /// - Parameters:
  ///   - calendar: The source of years that are not written.
  ///   - json: The destination.
  func append(_ calendar: RecentDate, to json: inout [UInt8]) {
    let date = year == nil && month > 0 ? calendar.date(month: month, day: day) : nil
    if isAsWritten || year == nil && month > 0 && date == nil {
      return json.append(contentsOf: written)
    }
    if let epoch {
      json += Timestamp(seconds: epoch).text.utf8.dropLast()
      appendFraction(to: &json)
      return json.append(UInt8(ascii: "Z"))
    }
    if let year {
      Timestamp.append(year: year, month, day, to: &json)
      json.append(UInt8(ascii: "T"))
    } else if let date {
      json += date
      json.append(UInt8(ascii: "T"))
    }
    Timestamp.append(hour: hour, minute, second, to: &json)
    appendFraction(to: &json)
    guard month > 0, let zone else { return }
    guard zone != 0 else { return json.append(UInt8(ascii: "Z")) }
    let (hours, minutes) = (abs(zone) / 60, abs(zone) % 60)
    Timestamp.append(hours, behind: zone < 0 ? "-" : "+", to: &json)
    Timestamp.append(minutes, behind: ":", to: &json)
  }

  private func appendFraction(to json: inout [UInt8]) {
    guard !fraction.isEmpty else { return }
    json.append(UInt8(ascii: "."))
    // Milliseconds behind a colon have no zeros in front.
    if bytes[fraction.lowerBound - 1] == UInt8(ascii: ":") {
      json += repeatElement(UInt8(ascii: "0"), count: max(0, 3 - fraction.count))
    }
    json.append(contentsOf: bytes[fraction])
  }

  // MARK: Notations

  private mutating func read() -> Bool {
    bytes[end].isDigit ? readDigits() : readNames()
  }

  /// Reads a time that begins with a digit.
  private mutating func readDigits() -> Bool {
    let start = end
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    let count = end - start
    end = start
    switch count {
    case 1, 2: return readShort()
    case 4:
      // `0102 10:11:12.345678`.
      if start + 4 < bytes.count, bytes[start + 4] == 0x20 {
        guard let month = number(2), let day = number(2), setDate(nil, month, day) else {
          return false
        }
        return skipBlanks(1) && readClock()
      }
      // `1124/101112.345678`.
      if start + 11 <= bytes.count, bytes[start + 4] == UInt8(ascii: "/"),
        bytes[start + 5..<start + 11].allSatisfy(\.isDigit)
      {
        guard let month = number(2), let day = number(2), setDate(nil, month, day) else {
          return false
        }
        return take("/") != nil && readDigitsOfClock()
      }
      guard let year = number(4), let separator = take("-/."), let month = number(2),
        take(separator), let day = number(2), setDate(year, month, day)
      else { return false }
      // `2005-06-03-15.42.50.363779`.
      if take("-") != nil { return readClock(separator: UInt8(ascii: ".")) }
      _ = take(",")
      guard skipBlanks(2) || take("Tt_\t") != nil else { return false }
      // `2026/11/24 - 10:11:12`.
      if separator == UInt8(ascii: "/"), take("-") != nil { _ = skipBlanks(1) }
      return readClock() && readZone()
    case 6:
      guard let year = number(2), let month = number(2), let day = number(2),
        setDate(Self.century(year), month, day), skipBlanks(2)
      else { return false }
      // `081109 203615`.
      return readDigitsOfClock() || readClock()
    case 8:
      guard let year = number(4), let month = number(2), let day = number(2),
        setDate(year, month, day), take("- T:") != nil
      else { return false }
      return (readDigitsOfClock() || readClock(digits: 1...2)) && readZone()
    case 9, 10: return readEpoch(digits: count, unit: 1)
    case 13: return readEpoch(digits: count, unit: 1_000)
    default: return false
    }
  }

  /// Reads a time that begins with one or two digits: a day, a month, a year or an hour.
  private mutating func readShort() -> Bool {
    let start = end
    guard let first = digits(1...2), end < bytes.count else { return false }
    switch bytes[end] {
    case UInt8(ascii: ":"):
      end = start
      guard readClock() else { return false }
      readDateBehind()
      return true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."):
      let separator = bytes[end]
      end += 1
      if let month = monthName() { return readNamedDate(day: first, month, separator) }
      guard separator != UInt8(ascii: " "), let second = digits(1...2) else { return false }
      if take(separator) {
        guard readYear(behind: first, second, separator) else { return false }
        _ = take(",")
        return (skipBlanks(2) || take("-T") != nil) && readClock() && readZone()
      }
      guard separator != UInt8(ascii: "/"), bytes[end - 2].isDigit,
        separator == UInt8(ascii: ".")
          ? setDate(DateParts(first: first, second: second, last: nil, mayHaveYearFirst: false))
          : setDate(nil, first, second),
        skipBlanks(1) || take("|") != nil
      else { return false }
      return readClock() && readZoneApart()
    default: return false
    }
  }

  /// Reads a date behind a clock, if there is one: `10:11:12.345 2026-11-24`.
  private mutating func readDateBehind() {
    let before = self
    guard !unwanted.contains(.date), skipBlanks(1), let year = number(4), take("-") != nil,
      let month = number(2), take("-") != nil, let day = number(2), setDate(year, month, day),
      standsAlone
    else { return self = before }
    add(.date, at: before.end + 1, .likely)
  }

  /// Reads the last part of a date of which the first two were read, in the order of their parts.
  private mutating func readYear(behind first: Int, _ second: Int, _ separator: UInt8) -> Bool {
    let start = end
    guard let last = digits(2...4), end - start != 3 else { return false }
    let isShort = end - start == 2
    guard !isShort || separator == UInt8(ascii: "/") else { return false }
    if separator == UInt8(ascii: ".") { return setDate(last, second, first) }
    return setDate(
      DateParts(first: first, second: second, last: last, mayHaveYearFirst: isShort))
  }

  /// Reads the rest of `10/Oct/2000:13:55:36 -0700` or `02 Jan 2024 10:11:12`.
  private mutating func readNamedDate(day: Int, _ month: Int, _ separator: UInt8) -> Bool {
    let start = end
    if take(separator), let year = number(4) {
      guard setDate(year, month, day) else { return false }
      if take(":") != nil { _ = take(":") } else if !skipBlanks(1) { return false }
      return readClock() && readZone()
    }
    end = start
    guard setDate(nil, month, day), skipBlanks(1) else { return false }
    return readClock() && readZoneApart()
  }

  /// Reads a time that begins with the name of a day or a month.
  private mutating func readNames() -> Bool {
    let weekday = Self.weekday(bytes, at: end)
    if let weekday {
      end += weekday.length
      guard skipBlanks(2) else { return false }
      if end < bytes.count, bytes[end].isDigit { return readDigits() && month > 0 }
    }
    guard let month = monthName(), skipBlanks(2) || take("-") != nil, let day = digits(1...2)
    else { return false }
    if take(",") != nil {
      guard skipBlanks(1), let year = number(4), setDate(year, month, day) else { return false }
      _ = take(",")
      return skipBlanks(1) && readClock() && readZone()
    }
    let place = end
    // `Jan  2 2024 10:11:12`.
    if skipBlanks(1), let year = number(4), skipBlanks(1), setDate(year, month, day) {
      guard readClock(), readZone() else { return false }
      if weekday != nil { skipNameOfZone() }
      return true
    }
    end = place
    guard setDate(nil, month, day), skipBlanks(2), readClock() else { return false }
    // `Jan  2 10:11:12 2024`, `Jan  2 10:11:12 CET 2024`, `Jan  2 10:11:12 +0300 2024`.
    let before = self
    let isZone = readZoneName() || readOffsetApart()
    if !unwanted.contains(.year), skipBlanks(1), let year = number(4), standsAlone,
      1970...2999 ~= year, setDate(year, month, day)
    {
      let date = Timestamp.days(year: year, month: month, day: day)
      if isZone || weekday?.number == Timestamp.weekday(ofDay: date) {
        (doubt, wordCount) = (nil, 0)
      } else {
        add(.year, at: end - 4, .unlikely, value: year)
      }
      // As `git log` writes it.
      if isZone || readZone(), isZone || year <= Self.currentYear + 1 || !isBeforeText {
        return true
      }
    }
    self = before
    if isZone { return readZoneApart() }
    if !unwanted.contains(.zone) { readUnknownZone() }
    return true
  }

  // MARK: Parts

  /// Reads `10:11:12`, a fraction, or without seconds `10:11`.
  private mutating func readClock(
    separator: UInt8 = UInt8(ascii: ":"), digits count: ClosedRange<Int> = 2...2
  ) -> Bool {
    guard let hour = digits(1...2), take(separator), let minute = digits(count) else {
      return false
    }
    guard take(separator) else {
      guard month > 0, setClock(hour, minute, 0) else { return false }
      readHalf()
      return true
    }
    guard let second = digits(count), setClock(hour, minute, second) else { return false }
    hasSeconds = true
    readFraction()
    readHalf()
    return fraction.count <= 18
  }

  /// Reads `101112` and a fraction; nothing if there is something else.
  private mutating func readDigitsOfClock() -> Bool {
    let start = end
    guard let hour = number(2), let minute = number(2), let second = number(2),
      setClock(hour, minute, second)
    else {
      end = start
      return false
    }
    hasSeconds = true
    readFraction()
    return fraction.count <= 18
  }

  /// Reads the fraction of the second, if there is one behind a separator.
  private mutating func readFraction() {
    guard end + 1 < bytes.count, bytes[end + 1].isDigit else { return }
    switch Unicode.Scalar(bytes[end]) {
    case ".": break
    case ",", ":": if isNumber { return }
    default: return
    }
    let first = end + 1
    end = first
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    fraction = first..<end
  }

  /// The seconds of the years from 2000 to 2039: other numbers are more likely something else.
  private static let plausibleSeconds = 946_684_800..<2_208_988_800

  private mutating func readEpoch(digits count: Int, unit: Int) -> Bool {
    guard let number = number(count) else { return false }
    guard Self.plausibleSeconds.contains(number / unit) else { return false }
    epoch = number / unit
    if unit > 1 { fraction = end - 3..<end } else { readFraction() }
    return fraction.count <= 18
  }

  /// Sets the date in the known order of its parts, or in the only one that is possible; another
  /// one stays as it is written.
  private mutating func setDate(_ parts: DateParts) -> Bool {
    self.parts = parts
    let isDay = parts.allows(.dayFirst)
    let isMonth = parts.allows(.monthFirst)
    guard isDay || isMonth || parts.allows(.yearFirst) else { return false }
    let any: DateOrder = isDay ? .dayFirst : isMonth ? .monthFirst : .yearFirst
    // Other dates of the log that have a year behind them may have another order.
    let isCertain = any == .yearFirst || parts.last == nil && isDay != isMonth
    let known = isCertain ? any : order.flatMap { parts.allows($0) ? $0 : nil }
    isAsWritten = known == nil
    let (year, month, day) = parts.date(known ?? any)
    return setDate(year, month, day)
  }

  private mutating func setDate(_ year: Int?, _ month: Int, _ day: Int) -> Bool {
    (self.year, self.month, self.day) = (year, month, day)
    return Self.isDate(year, month, day)
  }

  private mutating func setClock(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
    (self.hour, self.minute, self.second) = (hour, minute, second)
    return hour < 24 && minute < 60 && second <= 60
  }

  private mutating func monthName() -> Int? {
    guard end + 3 <= bytes.count, let month = MonthName.number(bytes[end..<end + 3]) else {
      return nil
    }
    end += 3
    return month
  }
}
