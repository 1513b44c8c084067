/// The member of rows that has their time, and the one that has the time of day where it is a date.
package struct TimeMember: Sendable {
  /// The members that usually have it, in lower case.
  static let names = [
    "time", "timestamp", "ts", "@timestamp", "date", "datetime", "@t", "eventtime", "event_time",
    "__realtime_timestamp",
  ]

  /// The start of 1980: smaller numbers are durations or other quantities.
  private static let earliest = Timestamp(microseconds: 315_532_800_000_000)

  /// The member with the time, or with a date.
  let path: MemberPath

  /// The member with the time of day of a date; nil if none certainly is.
  private let clock: MemberPath?

  /// The member with the offset of a date and its time of day from UTC; nil for none.
  private let zone: MemberPath?

  /// The members that may have it, in lower case.
  private static let zoneNames: Set = ["tz", "timezone", "zone"]

  /// A Boolean value that indicates whether another member may have the time of day of a date.
  let hasOtherClock: Bool

  /// Finds the member in rows; nil if no row has a time.
  ///
  /// The time of day of `date` is in `time`, that of `start_date` in `start_time` or `time`.
  init?(in rows: [JSONBytes]) {
    guard let path = Self.path(in: rows, areDatesLast: true) else { return nil }
    let parents = Array(path.keys.dropLast())
    let name = (path.keys.last ?? "").lowercased()
    let names = [name.replacing("date", with: "time"), "time"]
    var best: (rank: Int, key: String)?
    var zoneKey: String?
    var hasOther = false
    for row in rows {
      guard let date = path.value(in: row)?.withBytes({ Self.date($0) }),
        let object = parents.isEmpty ? row : MemberPath(keys: parents).value(in: row)
      else { continue }
      for (key, value) in object.members where key != path.keys.last {
        if zoneKey == nil, Self.zoneNames.contains(key.lowercased()),
          value.withBytes({ Self.offset($0) }) != nil
        {
          zoneKey = key
        }
        let rank = names.firstIndex(of: key.lowercased())
        let isClock = value.withBytes { Self.time(on: date, at: $0) } != nil
        if isClock, let rank {
          if rank < best?.rank ?? .max { best = (rank, key) }
        } else if isClock || rank != nil {
          hasOther = true
        }
      }
    }
    self.path = path
    clock = best.map { MemberPath(keys: parents + [$0.key]) }
    zone = zoneKey.map { MemberPath(keys: parents + [$0]) }
    hasOtherClock = hasOther
  }

  /// Returns the time of a row, and whether it is a date without a time of day; nil without one.
  func time(in row: UnsafeRawBufferPointer) -> (time: Timestamp, isDate: Bool)? {
    guard let range = path.range(in: row), let time = Self.time(of: row[rebased: range]) else {
      return nil
    }
    guard let date = Self.date(row[rebased: range]) else { return (time, false) }
    let offset = zone?.range(in: row).flatMap { Self.offset(row[rebased: $0]) }
    let moment = clock?.range(in: row).flatMap {
      Self.time(on: date, at: row[rebased: $0], offset)
    }
    return (moment ?? time, moment == nil)
  }

  /// Returns the text of a date, such as `2026-11-30`; nil for a value with a time of day.
  private static func date(_ value: UnsafeRawBufferPointer) -> String? {
    guard value.count <= 12 else { return nil }
    let digits = String(decoding: value.filter(\.isDigit), as: UTF8.self)
    guard digits.utf8.count == 8 else { return nil }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }

  /// Returns the text of an offset from UTC, such as `+0100`; nil for another value.
  private static func offset(_ value: UnsafeRawBufferPointer) -> String? {
    guard case .text(let content)? = QueryValue(value), content.count <= 8 else { return nil }
    let text = QueryValue.withText(content) { String(decoding: $0, as: UTF8.self) }
    let isOffset =
      5...6 ~= text.utf8.count && text.utf8.first?.isSign == true
      && Timestamp("1970-01-01T00:00:00" + text) != nil
    return isOffset ? text : nil
  }

  /// Returns the time of a date at a time of day, such as `8:00`, `08:00:00.5Z` or `8:00 PM`, which
  /// may have its offset from UTC beside it; nil if the value is none.
  private static func time(
    on date: String, at clock: UnsafeRawBufferPointer, _ offset: String? = nil
  ) -> Timestamp? {
    guard case .text(let content)? = QueryValue(clock), content.count <= 40 else { return nil }
    var text = QueryValue.withText(content) { String(decoding: $0, as: UTF8.self) }[...]
    let half = text.suffix(2).uppercased()
    let isOfHalf = half == "AM" || half == "PM"
    if isOfHalf {
      text = text.dropLast(2)
      if text.last == " " { text.removeLast() }
    }
    guard let colon = text.firstIndex(of: ":"), text[..<colon].utf8.allSatisfy(\.isDigit),
      var hour = Int(text[..<colon])
    else { return nil }
    if isOfHalf {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half == "PM" ? 12 : 0)
    }
    let time = "\(date)T\(hour < 10 ? "0" : "")\(hour)\(text[colon...])"
    return offset.flatMap { Timestamp(time + $0) } ?? Timestamp(time)
  }

  /// Returns whether a value is a text with a date or a time.
  package static func isTime(_ value: JSONBytes) -> Bool {
    value.kind == .string && value.withBytes { time(of: $0, isNamed: false) } != nil
  }

  /// Returns the time that a value is.
  ///
  /// - Parameters:
  ///   - value: The bytes of the value.
  ///   - isNamed: A Boolean value that indicates whether numbers since 1970 are times, too.
  /// - Returns: The time; nil if it is none.
  static func time(of value: UnsafeRawBufferPointer, isNamed: Bool = true) -> Timestamp? {
    guard let value = QueryValue(value) else { return nil }
    if case .text(let content) = value,
      let time = QueryValue.withText(content, { Timestamp($0) })
    {
      return time
    }
    guard isNamed, let time = OperandValue.json(value).time, time >= earliest else { return nil }
    return time
  }

  /// Returns the path of the time in rows: the best of the usual names, else the first member with
  /// times in texts, else with dates.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - rows: The rows.
  ///   - areDatesLast: A Boolean value that indicates whether usual names of times are better than
  ///     those of dates.
  /// - Returns: The path; nil if no row has a time.
  package static func path(in rows: [JSONBytes], areDatesLast: Bool = false) -> MemberPath? {
    var best: (rank: Int, keys: [String])?
    for row in rows {
      forEachTime(in: row, below: []) { keys, value, rank in
        let isLast = areDatesLast && value.withBytes { date($0) } != nil
        let rank = isLast ? rank + names.count : rank
        if rank < best?.rank ?? .max { best = (rank, keys) }
      }
    }
    return best.map { MemberPath(keys: $0.keys) }
  }

  /// The number of levels of nested objects whose members are considered.
  private static let levels = 2

  /// Calls a closure with each member that has a time, its value and its rank, the best being 0.
  private static func forEachTime(
    in object: JSONBytes, below parents: [String], _ body: ([String], JSONBytes, Int) -> Void
  ) {
    for (key, value) in object.members {
      let keys = parents + [key]
      if value.kind == .object, keys.count < levels {
        forEachTime(in: value, below: keys, body)
      } else if let rank = rank(of: value, named: keys[0].lowercased()) {
        body(keys, value, rank + parents.count * 1_000)
      }
    }
  }

  /// Returns the rank of a member; nil if its value is no time.
  private static func rank(of value: JSONBytes, named name: String) -> Int? {
    guard value.kind == .string || value.kind == .number else { return nil }
    if let rank = names.firstIndex(of: name) {
      return value.withBytes { time(of: $0) } == nil ? nil : rank
    }
    guard isTime(value) else { return nil }
    // `"2026-11-27"` is a date.
    return value.count > 12 ? 100 : 200
  }
}
