/// The member of rows that has their time.
package enum TimeMember {
  /// The members that usually have it, in lower case.
  static let names = [
    "time", "timestamp", "ts", "@timestamp", "date", "datetime", "@t", "eventtime", "event_time",
    "__realtime_timestamp",
  ]

  /// The start of 1980: smaller numbers are durations or other quantities.
  private static let earliest = Timestamp(microseconds: 315_532_800_000_000)

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
  /// - Returns: The path; nil if no row has a time.
  package static func path(in rows: [JSONBytes]) -> MemberPath? {
    var best: (rank: Int, keys: [String])?
    for row in rows {
      forEachTime(in: row, below: []) { keys, rank in
        if rank < best?.rank ?? .max { best = (rank, keys) }
      }
    }
    return best.map { MemberPath(keys: $0.keys) }
  }

  /// The number of levels of nested objects whose members are considered.
  private static let levels = 2

  /// Calls a closure with each member that has a time, and its rank, the best being 0.
  private static func forEachTime(
    in object: JSONBytes, below parents: [String], _ body: ([String], Int) -> Void
  ) {
    for (key, value) in object.members {
      let keys = parents + [key]
      if value.kind == .object, keys.count < levels {
        forEachTime(in: value, below: keys, body)
      } else if let rank = rank(of: value, named: keys[0].lowercased()) {
        body(keys, rank + parents.count * 1_000)
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
