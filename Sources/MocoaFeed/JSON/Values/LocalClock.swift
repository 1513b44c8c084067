import MocoaSystem

/// The time and the time zone.
package struct LocalClock: Sendable {
  /// Returns the current time in seconds since 1970.
  let now: @Sendable () -> Int

  /// Returns the offset of local time from UTC in seconds, at a moment.
  let offset: @Sendable (Int) -> Int

  /// The clock and the time zone of the system.
  static let system = LocalClock {
    time(nil)
  } offset: { second in
    var moment = time_t(second)
    var parts = tm()
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}

extension LocalClock {
  /// Returns a clock of the same zone that has stopped at a moment, if that is not in the future.
  func stopped(at second: Int) -> LocalClock {
    let now = min(second, now())
    return LocalClock(now: { now }, offset: offset)
  }

  /// Returns the time whose date and clock in UTC are the local ones of a moment.
  func local(_ second: Int) -> Timestamp { Timestamp(seconds: second + offset(second)) }
}
