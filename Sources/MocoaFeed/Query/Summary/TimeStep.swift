/// Time ranges of clocks and calendars, whose bounds are in the zone of times without one.
enum TimeStep: HistogramStep {
  case microseconds(Int)
  /// Months of the calendar, counted from the year 0.
  case months(Int)

  private static let millisecond = 1_000
  private static let second = 1_000_000
  private static let minute = 60 * second
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let week = 7 * day

  /// Weeks begin on Mondays: the first after the start of 1970 was the fifth of January.
  private var offset: Int { self == .microseconds(Self.week) ? 4 * Self.day : 0 }

  var length: Double {
    switch self {
    case .microseconds(let count): Double(count)
    case .months(let count): Double(count) * 30 * Double(Self.day)
    }
  }

  func index(of time: Timestamp) -> Int? {
    let time = time.local
    switch self {
    case .microseconds(let count): return (time.microseconds - offset).flooredQuotient(by: count)
    case .months(let count):
      let (year, month, _) = time.date
      return (year * 12 + month - 1).flooredQuotient(by: count)
    }
  }

  func start(of index: Int) -> Timestamp {
    switch self {
    case .microseconds(let count): return Timestamp(microseconds: index * count + offset).ofLocal
    case .months(let count):
      let month = index * count
      let year = month.flooredQuotient(by: 12)
      let days = Timestamp.days(year: year, month: month - year * 12 + 1, day: 1)
      return Timestamp(microseconds: days * Self.day).ofLocal
    }
  }

  static func first(for value: Timestamp) -> TimeStep? { .microseconds(millisecond) }

  /// The steps by which ranges grow: each one divides the next.
  private static let growing: [TimeStep] =
    [
      millisecond, 10 * millisecond, 100 * millisecond, second, 5 * second, minute, 5 * minute,
      hour, day,
    ]
    .map { .microseconds($0) } + [1, 12, 120, 1_200, 12_000].map { .months($0) }

  /// The customary steps.
  private static let shown: [TimeStep] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map { .microseconds($0 * millisecond) }
    + [1, 2, 5, 10, 15, 30].map { .microseconds($0 * second) }
    + [1, 2, 5, 10, 15, 30].map { .microseconds($0 * minute) }
    + [1, 2, 3, 6, 12].map { .microseconds($0 * hour) }
    + [day, week].map { .microseconds($0) }
    + [1, 3, 12, 24, 60, 120, 240, 600, 1_200, 12_000].map { .months($0) }

  var coarser: TimeStep? { Self.growing.first { $0.length > length } }

  var multiples: [TimeStep] {
    Self.shown.filter { other in
      switch (self, other) {
      case (.microseconds(let count), .microseconds(let other)): other.isMultiple(of: count)
      case (.months(let count), .months(let other)): other.isMultiple(of: count)
      case (.microseconds, .months): true
      case (.months, .microseconds): false
      }
    }
  }

  static var longestGrain: TimeStep { .microseconds(day) }

  var finerGrain: TimeStep? {
    [Self.hour, Self.minute, Self.second, Self.millisecond].map { .microseconds($0) }
      .first { $0.length < length }
  }

  func text(of time: Timestamp) -> String {
    let time = time.local
    // A time after the year 9999 is represented by the leap second of that year.
    guard time.date.year < 10_000 else { return "9999-12-31T23:59:60" }
    let text = time.text
    guard case .microseconds(let count) = self, count < Self.day else {
      return String(text.prefix(10))
    }
    return count < Self.second
      ? String(text.dropLast()) : String(text.prefix(count < Self.minute ? 19 : 16))
  }

  var title: String {
    let units: [(TimeStep, String)] = [
      (.months(12), "year"), (.months(1), "month"), (.microseconds(Self.week), "week"),
      (.microseconds(Self.day), "day"), (.microseconds(Self.hour), "hour"),
      (.microseconds(Self.minute), "minute"), (.microseconds(Self.second), "second"),
      (.microseconds(Self.millisecond), "millisecond"),
    ]
    for (unit, name) in units where unit.length <= length {
      let count = Int(length / unit.length)
      return count == 1 ? name : "\(count) \(name)s"
    }
    return ""
  }
}

extension Int {
  /// Returns the quotient, rounded down.
  func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
