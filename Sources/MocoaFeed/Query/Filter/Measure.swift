/// A number with a unit, as in `5M`, `1.5 GiB`, `31%` or `1h30m`.
enum Measure: Equatable {
  case number(Double)
  case duration(Double)

  /// Powers of 1000 and of 1024, after which `B` for bytes may follow, and percentages.
  private static let scales: [String: Double] = [
    "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "Ki": 1024, "Mi": 1_048_576,
    "Gi": 1_073_741_824, "Ti": 1_099_511_627_776, "Pi": 1_125_899_906_842_624, "": 1,
    "%": 1,
  ]

  /// The number, or the seconds of a duration.
  var value: Double {
    switch self {
    case .number(let value), .duration(let value): value
    }
  }

  /// A Boolean value that indicates whether it is a duration.
  var isDuration: Bool { if case .duration = self { true } else { false } }

  /// The units of durations in seconds.
  private static let durations: [String: Double] = [
    "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "min": 60, "h": 3_600,
    "d": 86_400, "w": 604_800, "second": 1, "minute": 60, "hour": 3_600, "day": 86_400,
    "week": 604_800, "month": 2_592_000, "year": 31_536_000,
  ]

  /// Returns the seconds of a unit such as `h`, `hours` or `hours ago`.
  private static func seconds(of unit: String) -> Double? {
    if let seconds = durations[unit] { return seconds }
    let word = unit.hasSuffix(" ago") ? unit.dropLast(4) : unit[...]
    return durations[String(word)]
      ?? (word.count > 3 && word.hasSuffix("s") ? durations[String(word.dropLast())] : nil)
  }

  /// Parses a number with a unit, or several with units of time; nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= 40, let first = bytes.first,
      first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
    else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var position = isNegative ? 1 : 0
    var seconds = 0.0
    while position < bytes.count {
      let start = position
      while position < bytes.count, bytes[position].isDigit || bytes[position] == UInt8(ascii: ".")
      {
        position += 1
      }
      let digits = String(decoding: bytes[start..<position], as: UTF8.self)
      guard let value = Double(digits) else { return nil }
      if position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
      let unitStart = position
      while position < bytes.count, !bytes[position].isDigit { position += 1 }
      let unit = String(decoding: bytes[unitStart..<position], as: UTF8.self)
      if let factor = Self.seconds(of: unit) {
        seconds += value * factor
        continue
      }
      // Only durations have several parts.
      guard start == (isNegative ? 1 : 0), position == bytes.count, !unit.isEmpty,
        let factor = Self.scale(of: unit)
      else { return nil }
      self = .number(isNegative ? -value * factor : value * factor)
      return
    }
    guard position > 1 || !isNegative else { return nil }
    self = .duration(isNegative ? -seconds : seconds)
  }

  /// Returns a duration in days, hours, minutes and seconds: `3d4h5m6s`, `-1m30s`, `0.25s`.
  ///
  /// One of a minute or more is rounded to seconds.
  static func text(ofSeconds value: Double) -> String {
    let sign = value < 0 ? "-" : ""
    guard value.magnitude >= 60, let seconds = Int(exactly: value.magnitude.rounded()) else {
      let rounded = (value.magnitude * 1e6).rounded() / 1e6
      return sign + String(decoding: DecimalSum.json(rounded), as: UTF8.self) + "s"
    }
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "m"),
      (seconds % 60, "s"),
    ]
    return sign + parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }

  /// Parses a number, a size or a duration; sizes are exact at any length.
  static func quantity(of content: UnsafeRawBufferPointer) -> (value: Quantity, hasUnit: Bool)? {
    guard let first = content.first, first.isDigit || "-.".utf8.contains(first) else { return nil }
    if let number = Quantity(content) { return (number, false) }
    switch Measure(content) {
    case .duration(let seconds): return (Quantity(short: seconds), true)
    case .number(let value):
      // Each number of up to 15 digits has its own floating-point number.
      guard content.count > 15 else { return (Quantity(short: value), true) }
      let end = content.firstIndex { !$0.isDigit && !"-.".utf8.contains($0) } ?? content.count
      let unit = String(decoding: content[end...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      guard let scale = Self.scale(of: unit) else { return nil }
      var product = DecimalSum()
      product.add(content[rebased: 0..<end], times: Int128(scale))
      return product.json.withUnsafeBytes { Quantity($0) }.map { ($0, true) }
    case nil: return nil
    }
  }

  /// Returns the factor of a unit of numbers.
  private static func scale(of unit: String) -> Double? {
    scales[unit] ?? scales[String(unit.dropLast(unit.last == "B" ? 1 : 0))]
  }
}
