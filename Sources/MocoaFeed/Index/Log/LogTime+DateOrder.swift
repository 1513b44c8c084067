/// The parts of a date in the order in which they are written, of which each may be the day.
struct DateParts {
  let first: Int
  let second: Int
  /// The year, or the day behind one of two digits; nil if there are two parts.
  let last: Int?
  /// A Boolean value that indicates whether the year has two digits, and may come first.
  var mayHaveYearFirst: Bool
  /// The order that is usual with what is behind the date.
  var likely: LogTime.DateOrder?

  /// Returns the date in an order; no year if it is not written.
  func date(_ order: LogTime.DateOrder) -> (year: Int?, month: Int, day: Int) {
    switch order {
    case .yearFirst: (LogTime.century(first), second, last ?? 0)
    case .dayFirst: (last.map(LogTime.century), second, first)
    case .monthFirst: (last.map(LogTime.century), first, second)
    }
  }

  /// Returns whether the date is valid in an order.
  func allows(_ order: LogTime.DateOrder) -> Bool {
    let (year, month, day) = date(order)
    return (order != .yearFirst || mayHaveYearFirst) && LogTime.isDate(year, month, day)
  }
}

extension LogTime.DateOrder {
  /// Concludes the order from the dates of a log; nil if they have several, or show none.
  init?(_ dates: [DateParts]) {
    guard !dates.isEmpty else { return nil }
    var orders = Self.allCases.filter { order in dates.allSatisfy { $0.allows(order) } }
    if orders.contains(.yearFirst) {
      // Years change less than days.
      let changes = [dates.map(\.first), dates.compactMap(\.last)].map {
        ($0.max() ?? 0) - ($0.min() ?? 0)
      }
      if changes[0] > changes[1] { orders.removeFirst() }
      if changes[0] < changes[1] { orders = [.yearFirst] }
    }
    if orders.count > 1 {
      let likely = dates.compactMap(\.likely)
      orders = orders.filter { order in !likely.isEmpty && likely.allSatisfy { $0 == order } }
    }
    guard orders.count == 1 else { return nil }
    self = orders[0]
  }
}

extension LogTime {
  /// A Boolean value that indicates whether a level and the name of a class are behind a time, as
  /// in logs of Spark: `17/06/09 20:10:40 INFO executor.Backend: `.
  ///
  /// Where the last part is a later year up to the current one, as in `11/10/26`, it may be the
  /// year of another log.
  var isBeforeClass: Bool {
    guard let parts, 6...Self.latestYear ~= parts.first,
      parts.last.map({ $0 <= parts.first || $0 > Self.latestYear }) ?? true,
      end < bytes.count, bytes[end] == 0x20, let level = LogLevel.end(in: bytes, at: end + 1),
      level < bytes.count, bytes[level] == 0x20
    else { return false }
    let name = bytes[(level + 1)...].prefix(while: \.isNameByte)
    return name.last == UInt8(ascii: ":") && name.contains { $0 &- 0x41 < 26 }
  }

  /// The current year: a log is not from the future.
  static let currentYear: Int = {
    let clock = LocalClock.system
    return clock.local(clock.now()).date.year
  }()

  private static let latestYear = currentYear % 100
}

extension LogTime {
  /// Returns whether a month has a day; without a year, it may be in a leap year.
  static func isDate(_ year: Int?, _ month: Int, _ day: Int) -> Bool {
    1...12 ~= month && 1...Timestamp.dayCount(month: month, year: year ?? 2000) ~= day
  }

  /// The year of two digits, or of four.
  static func century(_ year: Int) -> Int {
    year < 70 ? 2000 + year : year < 100 ? 1900 + year : year
  }
}

extension LogTime {
  private static let days = Timestamp.weekdays.map { Array($0.utf8.prefix(3)) }

  /// The day of the week whose name is at an offset, 0 for Monday, and the length of the name with
  /// a comma behind it; nil for none.
  static func weekday(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (number: Int, length: Int)? {
    guard start + 4 <= bytes.count,
      let number = days.firstIndex(where: { bytes[start..<start + 3].elementsEqual($0) })
    else { return nil }
    return (number, bytes[start + 3] == UInt8(ascii: ",") ? 4 : 3)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is a blank or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A Boolean value that indicates whether the byte may be part of the name of a logger.
  @inline(__always) var isNameByte: Bool {
    if isPartOfWord { return true }
    return switch Unicode.Scalar(self) {
    case ".", "$", "/", ":", "<", ">", "~", "#", "-", "@": true
    default: false
    }
  }
}
