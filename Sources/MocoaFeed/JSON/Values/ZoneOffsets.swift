import MocoaSystem
import Synchronization

/// The offsets of a time zone from UTC.
package final class ZoneOffsets: Sendable {
  private let name: String

  /// The first moments of the offsets, in seconds since 1970 in UTC; the first one is the earliest.
  private let starts: [Int]

  /// The same in local time: of one that is there twice, the first is meant, and one that is
  /// skipped is counted on from the time before (RFC 5545, section 3.3.5).
  private let localStarts: [Int]
  private let offsets: [Int]

  private init(_ name: String, _ changes: [(start: Int, offset: Int)]) {
    self.name = name
    starts = changes.map(\.start)
    offsets = changes.map(\.offset)
    let largest = zip([0] + offsets.dropLast(), offsets).map(max)
    localStarts = zip(starts, largest).map { $0 == .min ? $0 : $0 + $1 }
  }

  /// Creates the offsets of a zone by its name: one of the IANA (`Europe/Berlin`), `local`, `UTC`,
  /// or an offset such as `+02:00`; nil for an unknown one.
  ///
  /// Must not be called while another thread reads the environment.
  package convenience init?(named name: String) {
    if let offset = Self.offset(of: name) {
      self.init(name, [(.min, offset)])
    } else if name == "local" {
      self.init(name, Self.changes())
    } else {
      guard Self.isKnown(name) else { return nil }
      let old = getenv("TZ").map { String(cString: $0) }
      defer {
        if let old { setenv("TZ", old, 1) } else { unsetenv("TZ") }
        tzset()
      }
      setenv("TZ", ":" + name, 1)
      tzset()
      self.init(name, Self.changes())
    }
  }

  /// Returns the seconds of an offset that is written in digits, or of UTC; nil for other names.
  private static func offset(of name: String) -> Int? {
    if ["utc", "z", "gmt"].contains(name.lowercased()) { return 0 }
    let digits = name.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = name.first, "+-".contains(sign), digits.allSatisfy(\.isDigit),
      let number = Int(String(decoding: digits, as: UTF8.self)), [2, 4].contains(digits.count),
      name.utf8.count - 1 == digits.count || name.utf8.count == 6
    else { return nil }
    let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
  }

  /// Returns whether the system has a zone of the IANA.
  private static func isKnown(_ name: String) -> Bool {
    guard name.first?.isLetter == true, !name.contains(".."), !name.hasSuffix("/") else {
      return false
    }
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the changes of local time from 1900 to 2100.
  private static func changes() -> [(start: Int, offset: Int)] {
    let offset = LocalClock.system.offset
    let (week, first) = (7 * 86_400, Timestamp.days(year: 1900, month: 1, day: 1) * 86_400)
    var changes = [(start: Int.min, offset: offset(first))]
    for end in stride(from: first + week, through: 130 * 366 * 86_400, by: week) {
      let (old, new) = (changes[changes.count - 1].offset, offset(end))
      guard new != old else { continue }
      var (low, high) = (end - week, end)
      while high - low > 1 {
        let middle = (low + high) / 2
        if offset(middle) == old { low = middle } else { high = middle }
      }
      changes.append((high, new))
    }
    return changes
  }

  /// Returns the offset from UTC, in seconds, at a moment in UTC.
  func offset(at second: Int) -> Int { offsets[Self.index(of: second, in: starts)] }

  /// Returns the offset from UTC, in seconds, at a local date and time.
  func offset(atLocal second: Int) -> Int { offsets[Self.index(of: second, in: localStarts)] }

  /// Returns the first second in UTC of the offset at a moment in UTC; `Int.min` for the earliest.
  func start(at second: Int) -> Int { starts[Self.index(of: second, in: starts)] }

  /// Returns the number of the last start that is not behind a second.
  private static func index(of second: Int, in starts: [Int]) -> Int {
    max(0, starts.partitioningIndex { $0 > second } - 1)
  }
}

extension ZoneOffsets {
  private static let chosen = Atomic<Unmanaged<ZoneOffsets>?>(nil)

  /// The zone of times and dates without one, and of days; nil for UTC.
  static var ofTimesWithoutZone: ZoneOffsets? {
    chosen.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  package static var titleOfTimesWithoutZone: String { ofTimesWithoutZone?.name ?? "UTC" }

  /// Makes this the zone of times and dates without one, and of days, in the whole process.
  package func useForTimesWithoutZone() {
    // It is used by all threads until the process ends.
    Self.chosen.store(Unmanaged.passRetained(self), ordering: .releasing)
  }
}
