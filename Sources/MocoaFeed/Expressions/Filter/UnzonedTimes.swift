/// What is said of an expression with `now` over times that have no zone and are read as UTC.
package enum UnzonedTimes {
  /// Returns a note for an expression that has `now` or `today`, where local time is not UTC.
  ///
  /// - Complexity: O(n) for n bytes of the sample.
  /// - Parameters:
  ///   - text: The expression.
  ///   - members: The members that it reads.
  ///   - sample: The first rows.
  /// - Returns: The note; nil if there is nothing to say.
  package static func note(
    on text: String, reading members: [MemberPath], in sample: [JSONBytes]
  ) -> String? {
    let clock = LocalClock.system
    let offset = clock.offset(clock.now())
    guard offset != 0, ZoneOffsets.ofTimesWithoutZone == nil,
      let tokens = try? FilterLexer.tokens(of: text),
      tokens.contains(where: \.isClock)
    else { return nil }
    for member in members {
      guard sample.contains(where: { hasTime(of: member, in: $0) }) else { continue }
      let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
      let difference = "\(hours) h" + (minutes == 0 ? "" : " \(minutes) min")
      return "\(member.title): times without a zone are read as UTC; local time is \(difference) "
        + "\(offset < 0 ? "behind" : "ahead") (--tz local)"
    }
    return nil
  }

  /// Returns whether a member is a time of day without a zone.
  private static func hasTime(of member: MemberPath, in row: JSONBytes) -> Bool {
    guard let text = member.value(in: row)?.string, text.utf8.count > 10 else { return false }
    return !text.utf8.dropFirst(11).contains { $0.isASCIILetter || $0.isSign }
      && Timestamp(text) != nil
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
