/// The years of the times of a log that are written without one.
///
/// They are those of the lines beside them whose years are known. If there are none, the last line
/// was written before the time of a clock, and the others before it, in order: a log goes on in
/// January behind a December.
struct LogYears: Sendable {
  /// The date of a line.
  struct Day {
    /// The offset of the line.
    var offset: Int
    /// The year; nil if it is not written.
    var year: Int?
    let month: Int
    let day: Int

    /// A Boolean value that indicates whether a date of the line has no year.
    let lacksYear: Bool

    /// The days since 1970; nil if the year is not known.
    fileprivate var number: Int? {
      year.map { Timestamp.days(year: $0, month: month, day: day) }
    }

    /// Finds the date of a record that was read with ``RecentDate/unwritten``: one with a year, if
    /// it has several; nil if it has none.
    init?(_ record: JSONBytes, at offset: Int) {
      var date: (year: Int, month: Int, day: Int)?
      var lacksYear = false
      record.forEachMember { key, value in
        guard key == "logged" || TimeMember.names.contains(key.lowercased()),
          let time = value.withBytes({ TimeMember.time(of: $0) })
        else { return true }
        let isUnwritten = RecentDate.isUnwritten(time.date.year)
        lacksYear = lacksYear || isUnwritten
        if !isUnwritten || date == nil { date = time.date }
        return date.map { RecentDate.isUnwritten($0.year) } ?? true
      }
      guard let date else { return nil }
      year = RecentDate.isUnwritten(date.year) ? nil : date.year
      (self.offset, month, day, self.lacksYear) = (offset, date.month, date.day, lacksYear)
    }
  }

  /// The dates behind lines, by the offsets of these.
  private var dates: [(offset: Int, dates: RecentDate)] = []

  /// The dates of a log of which no date is known.
  private let recent: RecentDate

  /// What was concluded; nil if no line needs it.
  let note: String?

  /// Concludes the years of lines.
  ///
  /// - Parameters:
  ///   - days: The dates of some lines, in order.
  ///   - clock: When the last line was written.
  ///   - isFile: A Boolean value that indicates whether the clock has the time of a file.
  init(_ days: [Day], clock: LocalClock, isFile: Bool) {
    recent = RecentDate(clock: clock)
    guard let last = days.last else {
      note = nil
      return
    }
    var days = days
    var note: String?
    let areBesideOthers = days.contains { $0.year != nil }
    if areBesideOthers {
      if days.contains(where: \.lacksYear) {
        note = "times without a year have that of the lines beside them"
      }
      for index in days.indices.dropFirst() where days[index].year == nil {
        guard let number = days[index - 1].number else { continue }
        days[index].year = RecentDate.year(
          ofMonth: days[index].month, day: days[index].day, from: number - RecentDate.disorder)
      }
    } else {
      let end = Self.end(of: clock, isFile: isFile)
      note = "times have no year; the last one is taken for one before \(end)"
      days[days.count - 1].year = recent.recentYear(month: last.month, day: last.day)
    }
    for index in days.indices.dropLast().reversed() where days[index].year == nil {
      guard let number = days[index + 1].number else { continue }
      let year = RecentDate.year(
        ofMonth: days[index].month, day: days[index].day, from: number + RecentDate.disorder + 1)
      days[index].year = year - 1
    }
    // The 29th of February shows a leap year, in which the lines beside it are, too.
    if !areBesideOthers, let leap = days.first(where: { $0.month == 2 && $0.day == 29 }),
      let year = leap.year
    {
      let shift = (0..<8).first { Timestamp.dayCount(month: 2, year: year - $0) == 29 } ?? 0
      if shift > 0 { note = note.map { "\($0); a 29th of February shows the year" } }
      for index in days.indices { days[index].year = days[index].year.map { $0 - shift } }
    }
    self.note = note
    // Without offsets, the first one is before the others.
    let places = days[0].offset == last.offset ? days.prefix(1) : days[...]
    dates = places.compactMap { day in
      day.number.map { (day.offset, RecentDate(beside: $0)) }
    }
  }

  /// Returns what the time of a clock is called: `2026-11-24, when the file was written`.
  static func end(of clock: LocalClock, isFile: Bool) -> String {
    guard isFile else { return "now" }
    return "\(Timestamp(seconds: clock.now()).text.prefix(10)), when the file was written"
  }

  /// Returns the dates of a line that ends before an offset.
  func dates(before end: Int) -> RecentDate {
    guard let first = dates.first else { return recent }
    let next = dates.partitioningIndex { $0.offset >= end }
    return next == 0 ? first.dates : dates[next - 1].dates
  }
}
