#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time and the time zone for the filters `date`, `time` and `relative`.
package struct TemplateClock: Sendable {
  /// Returns the current time in seconds since 1970.
  let now: @Sendable () -> Int

  /// Returns the offset of local time from UTC in seconds, at a moment.
  let offset: @Sendable (Int) -> Int

  /// The clock and the time zone of the system.
  static let system = TemplateClock {
    time(nil)
  } offset: { second in
    var moment = time_t(second)
    var parts = tm()
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}

extension TemplateClock {
  /// Returns a moment as local date and time.
  func local(_ second: Int) -> tm {
    var moment = time_t(second + offset(second))
    var parts = tm()
    return gmtime_r(&moment, &parts) == nil ? tm() : parts
  }

  /// Returns the relative time of a moment: `5 min ago`, `in 2 d`.
  func distance(to second: Int) -> String {
    let distance = now() - second
    let seconds = Int(distance.magnitude)
    guard seconds >= 45 else { return "now" }
    let (count, unit) =
      switch seconds {
      case ..<3_570: (max(1, (seconds + 30) / 60), "min")
      case ..<84_600: (max(1, (seconds + 1_800) / 3_600), "h")
      case ..<2_592_000: ((seconds + 43_200) / 86_400, "d")
      case ..<31_536_000: (seconds / 2_592_000, "mo")
      default: (seconds / 31_536_000, "y")
      }
    return distance > 0 ? "\(count) \(unit) ago" : "in \(count) \(unit)"
  }
}
