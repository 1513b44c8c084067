#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Timestamp {
  /// The limit in microseconds before and after 1970: some 285,000 years.
  private static let furthest = 9_000_000_000_000_000_000

  /// Creates a time; one that is too far from 1970 is clamped.
  init(microseconds: Int) {
    let microseconds = max(-Self.furthest, min(Self.furthest, microseconds))
    seconds =
      microseconds >= 0 ? microseconds / 1_000_000 : (microseconds + 1) / 1_000_000 - 1
    attoseconds = (microseconds - seconds * 1_000_000) * 1_000_000_000_000
  }

  /// The current time in whole seconds, so that ages are, too.
  static var now: Timestamp { Timestamp(microseconds: time(nil) * 1_000_000) }

  /// The last midnight in UTC.
  static var today: Timestamp {
    let now = now.microseconds
    return Timestamp(microseconds: now - now % 86_400_000_000)
  }

  /// Creates a time from seconds or smaller units since 1970, detected by magnitude.
  init?(epoch value: Double) {
    let microseconds =
      switch abs(value) {
      case ..<1e11: value * 1e6
      case ..<1e14: value * 1e3
      case ..<1e17: value
      default: value / 1e3
      }
    guard let exact = Int(exactly: microseconds.rounded()) else { return nil }
    self.init(microseconds: exact)
  }

  /// Returns the time a number of seconds later; nil outside of the years 0 to 9999 (RFC 3339).
  func advanced(bySeconds seconds: Double) -> Timestamp? {
    guard let change = Int(exactly: (seconds * 1e6).rounded()) else { return nil }
    let (sum, overflows) = microseconds.addingReportingOverflow(change)
    return overflows ? nil : Timestamp(microseconds: sum).ofWritableYear
  }

  /// The time; nil outside of the years 0 to 9999, which have four digits.
  var ofWritableYear: Timestamp? {
    -62_167_219_200...253_402_300_799 ~= seconds ? self : nil
  }

  /// Returns the number of seconds since another time.
  func seconds(since other: Timestamp) -> Double {
    (Double(microseconds) - Double(other.microseconds)) / 1e6
  }
}
