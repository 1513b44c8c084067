/// What is said of an expression with `now` over times that have no zone and are read as UTC.
package enum UnzonedTimes {
  /// Returns a note for an expression that has `now` or `today`, where local time is not UTC.
  ///
  /// - Complexity: O(n) for n bytes of the sample.
  /// - Parameters:
  ///   - text: The expression.
  ///   - members: The members that it reads.
  ///   - sample: The first rows.
  ///   - clock: The time and the time zone.
  /// - Returns: The note; nil if there is nothing to say.
  package static func note(
    on text: String, reading members: [MemberPath], in sample: [JSONBytes],
    clock: LocalClock = .system
  ) -> String? {
    let offset = clock.offset(clock.now())
    guard offset != 0, ZoneOffsets.ofTimesWithoutZone == nil,
      let tokens = try? FilterLexer.tokens(of: text),
      tokens.contains(where: \.isClock)
    else { return nil }
    for member in members {
      guard let time = sample.lazy.compactMap({ time(of: member, in: $0) }).first else { continue }
      let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
      let difference = "\(hours) h" + (minutes == 0 ? "" : " \(minutes) min")
      return "\(member.title): times without a zone, such as \(time), are read as UTC; local time "
        + "is \(difference) \(offset < 0 ? "behind" : "ahead") (--tz local)"
    }
    return nil
  }

  /// Returns the text of a member that is a time of day without a zone; nil for any other value.
  private static func time(of member: MemberPath, in row: JSONBytes) -> String? {
    guard let text = member.value(in: row)?.string, text.utf8.count > 10,
      !text.utf8.dropFirst(10).contains(where: { "Zz+-UG".utf8.contains($0) }),
      Array(text.utf8).withUnsafeBytes({ Timestamp($0) }) != nil
    else { return nil }
    return text
  }
}

extension FilterToken {
  fileprivate var isClock: Bool {
    guard case .value(let operand) = kind else { return false }
    switch operand {
    case .now, .today: return true
    default: return false
    }
  }
}
