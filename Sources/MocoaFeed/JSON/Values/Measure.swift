import MocoaCore

/// A number with a unit, as in `5M`, `1.5 GiB`, `31%`, `1h30m` or `1-02:03:04`.
struct Measure {
  /// What numbers with units are, and how they are spelled; values of different dimensions cannot
  /// be added or compared.
  struct Dimensions: OptionSet, Hashable, Sendable {
    let rawValue: UInt64
    static let size = Dimensions(rawValue: 1)
    static let percentage = Dimensions(rawValue: 2)
    static let duration = Dimensions(rawValue: 4)

    /// Numbers without a unit, other than 0: bytes among those with one, but no durations or
    /// percents: of `1` and `100m`, the latter may be a tenth, and of `0.5` and `10%`, the former
    /// may be 50%.
    static let plain = Dimensions(rawValue: 8)

    private static let withUnit: Dimensions = [.size, .percentage, .duration]

    /// A Boolean value that indicates whether there are several.
    var areMixed: Bool {
      intersection(.withUnit).rawValue.nonzeroBitCount > 1
        || contains(.plain) && !isDisjoint(with: [.duration, .percentage])
    }

    /// A Boolean value that indicates whether there are numbers with a unit.
    var haveUnits: Bool { !isDisjoint(with: .withUnit) }

    /// Durations such as `08:30`, which may be hours or minutes.
    static let hoursOrMinutes = Dimensions(rawValue: 16)

    /// Numbers with several units, or in words: `1h30m`, `yesterday`.
    static let severalUnits = Dimensions(rawValue: 64)

    /// A Boolean value that indicates whether there are durations that may be hours or minutes.
    var areUncertain: Bool { contains(.hoursOrMinutes) }

    /// The units of results, each of which has a bit; sizes are numbers of bytes.
    private static let units = ["%", "ns", "us", "µs", "ms", "s", "m", "min", "h", "d", "w"]
    fileprivate static let places = Dictionary(
      uniqueKeysWithValues: units.enumerated().map { ($1, $0 + firstUnit) })
    private static let firstUnit = 8

    /// The spellings without the dimensions.
    var spelling: Dimensions { subtracting([.withUnit, .plain]) }

    /// The unit with which all numbers are spelled; nil if there are several, or numbers without.
    var unit: String? {
      let place = spelling.rawValue.trailingZeroBitCount - Self.firstUnit
      guard spelling.rawValue.nonzeroBitCount == 1, !contains(.plain), place >= 0 else {
        return nil
      }
      return Self.units[place]
    }
  }

  /// The result, as JSON, of adding or comparing values of different dimensions, and of adding
  /// those that may be hours or minutes.
  static let mixed = Array("\"mixed units\"".utf8)
  static let uncertain = Array("\"hours or minutes\"".utf8)

  /// What the number is.
  let dimension: Dimensions

  /// The number of bytes, percents or seconds.
  let value: Double

  /// The same number.
  private let exact: DecimalSum

  /// The number as JSON, with all its digits.
  var json: [UInt8] { exact.json }

  /// The number of bytes, percents or seconds for comparison; sizes are exact at any length.
  var quantity: Quantity {
    // Each number of up to 15 digits has its own floating-point number.
    guard !isDuration, isLong || value.magnitude >= 1e15 else { return Quantity(short: value) }
    return json.withUnsafeBytes { Quantity($0) } ?? Quantity(short: value)
  }

  /// A Boolean value that indicates whether it may have more than 15 digits.
  private let isLong: Bool

  var isDuration: Bool { dimension == .duration }

  /// The unit as it is written; nil for several, and for a duration in the form of a clock.
  private let unit: String?

  /// A duration in the form of a clock: whether it may be hours.
  private var clockForm: Dimensions = []

  /// How the number is spelled.
  var spelling: Dimensions {
    clockForm.isEmpty ? unit.map(Dimensions.init(spelledWith:)) ?? .severalUnits : clockForm
  }

  /// Powers of 1000 and of 1024, after which `B` for bytes may follow.
  private static let scales: [String: Int] = [
    "k": 1_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000,
    "P": 1_000_000_000_000_000, "Ki": 1024, "Mi": 1_048_576, "Gi": 1_073_741_824,
    "Ti": 1_099_511_627_776, "Pi": 1_125_899_906_842_624, "": 1,
    // As top and lvs write them; their m would be minutes.
    "g": 1_073_741_824, "t": 1_099_511_627_776,
  ]

  /// Returns the bytes of a unit such as `Mi`, `MB` or `mb`, and 1 for `%`; nil for others.
  private static func scale(of unit: String) -> Int? {
    if unit == "%" { return 1 }
    let isLower = unit.last == "b" && ["kb", "mb", "gb", "tb"].contains(unit)
    return scales[
      isLower ? unit.prefix(1).uppercased() : unit.last == "B" ? String(unit.dropLast()) : unit]
  }

  /// The units of durations in nanoseconds.
  private static let durations: [String: Int] = {
    let seconds = [
      "s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400, "w": 604_800, "second": 1,
      "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800, "month": 2_592_000,
      "mon": 2_592_000, "y": 31_536_000, "year": 31_536_000, "sec": 1, "hr": 3_600, "hrs": 3_600,
    ]
    return seconds.mapValues { $0 * second }
      .merging(["ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000]) { $1 }
  }()
  private static let second = 1_000_000_000

  /// Ages in words, in seconds.
  private static let ages: [String: Int] = [
    "now": 0, "just now": 0, "less than a second ago": 0, "a minute ago": 60,
    "about a minute ago": 60, "an hour ago": 3_600, "about an hour ago": 3_600,
    "yesterday": 86_400,
  ]

  /// Returns the seconds of an age in words, such as `yesterday`.
  private static func age(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = bytes.first, "ajlnyAJLNY".utf8.contains(first), bytes.count <= 24 else {
      return nil
    }
    return ages[String(decoding: bytes, as: UTF8.self).lowercased()]
  }

  /// Returns the seconds of a duration in the form of a clock: `1-02:03:04`, `2:03:04`, `02:03`,
  /// `2:03.45`; `1:30` may be hours and minutes.
  private static func clock(_ bytes: UnsafeRawBufferPointer) -> DecimalSum? {
    guard let end = bytes.firstIndex(where: { !$0.isDigit }), end > 0,
      bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "-")
    else { return nil }
    let days = bytes[end] == UInt8(ascii: "-") ? bytes[rebased: 0..<end] : nil
    let clock = bytes[rebased: (days == nil ? 0 : end + 1)..<bytes.count]
    let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 2 && days == nil else { return nil }
    var sum = DecimalSum()
    if let days { sum.add(days, times: 86_400) }
    var factor: Int128 = 1
    var isCertain = parts.count == 3
    for (index, part) in parts.enumerated().reversed() {
      let isFirst = index == 0 && days == nil
      let digits = part.prefix { $0.isDigit }
      let hasFraction =
        index == parts.count - 1 && part.dropFirst(digits.count).first == UInt8(ascii: ".")
        && part.count > digits.count + 1 && part.dropFirst(digits.count + 1).allSatisfy(\.isDigit)
      isCertain = isCertain || hasFraction
      guard digits.count == part.count || hasFraction,
        digits.count == 2 || isFirst && isCertain && !digits.isEmpty,
        isFirst || index == 0 || digits[digits.startIndex] < UInt8(ascii: "6")
      else { return nil }
      sum.add(UnsafeRawBufferPointer(rebasing: part), times: factor)
      factor *= 60
    }
    return sum
  }

  /// Returns the seconds of a duration of ISO 8601, which begins with `P`, in weeks, days and
  /// smaller units: `PT1H30M`.
  private static func iso(_ bytes: UnsafeRawBufferPointer) -> DecimalSum? {
    guard bytes.count > 2, bytes[1].isDigit || bytes[1] == UInt8(ascii: "T") else { return nil }
    let units = ["W": 604_800, "D": 86_400, "TH": 3_600, "TM": 60, "TS": 1]
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.last?.isEmpty == false else { return nil }
    var sum = DecimalSum()
    for (half, prefix) in zip(halves, ["", "T"]) {
      var rest = half
      while !rest.isEmpty {
        let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        rest = rest.dropFirst(number.count)
        guard let seconds = units[prefix + rest.prefix(1)],
          Array(number.utf8).withUnsafeBytes({ Quantity($0) }) != nil
        else { return nil }
        Array(number.utf8).withUnsafeBytes { sum.add($0, times: Int128(seconds)) }
        rest = rest.dropFirst()
      }
    }
    return sum
  }

  /// Returns the first number of a duration such as `08:30` or `59:30`, which may be hours where it
  /// is less than 24: 8 minutes and 30 seconds, or half past eight; nil for any other text.
  static func hoursOrMinutes(_ content: UnsafeRawBufferPointer) -> UInt8? {
    guard 5...40 ~= content.count else { return nil }
    let text = content[rebased: content.trimmed(from: 0, to: content.count)]
    guard text.count == 5, text[2] == UInt8(ascii: ":"), text[3] < UInt8(ascii: "6"),
      [0, 1, 3, 4].allSatisfy({ text[$0].isDigit })
    else { return nil }
    return (text[0] & 0x0F) * 10 + (text[1] & 0x0F)
  }

  /// Returns whether a text is a duration that may be a time of day: `08:30`.
  static func mayBeTimeOfDay(_ content: UnsafeRawBufferPointer) -> Bool {
    hoursOrMinutes(content).map { $0 < 24 } ?? false
  }

  /// Returns how texts such as `08:30` are made hours or minutes, behind one of them.
  static func clockHint(_ name: String) -> String {
    "may be hours or minutes: \(name) + \":00\" is hours and minutes, \"00:\" + \(name) minutes "
      + "and seconds"
  }

  /// Returns why texts such as `08:30` have no sum.
  static func clockFault(_ name: String) -> String { "texts such as 08:30 \(clockHint(name))" }

  /// Returns whether one of two durations may be a time of day, and their order depends on it: that
  /// of `08:30` and `12:00:05`, but not that of `08:30` and `59:30`.
  static func haveUncertainOrder(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let numbers = [hoursOrMinutes(left), hoursOrMinutes(right)]
    return numbers.contains(nil) && numbers.contains { $0.map { $0 < 24 } ?? false }
  }

  /// Returns the nanoseconds of a unit such as `h`, `hours` or `hours ago`.
  private static func nanoseconds(of unit: String) -> Int? {
    if let unit = durations[unit] { return unit }
    let word = unit.hasSuffix(" ago") ? unit.dropLast(4) : unit[...]
    return durations[String(word)]
      ?? (word.count > 3 && word.hasSuffix("s") ? durations[String(word.dropLast())] : nil)
  }

  /// Returns the number of calendar months of an interval such as `1month`, `1y` or `1y6mon`; nil
  /// without months and years, and 0 if there are other units, too, or fractions.
  static func months(in text: String) -> Int? {
    var rest = text[...]
    var months = 0
    var (hasMonths, isWhole) = (false, true)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { !$0.isNumber }
      rest = rest.dropFirst(unit.count)
      let isOfCalendar = (nanoseconds(of: unit.trimmingSpaces) ?? 0) >= 30 * 86_400 * second
      hasMonths = hasMonths || isOfCalendar
      guard isOfCalendar, let count = Int(digits), count < 100_000 else {
        isWhole = false
        continue
      }
      months += unit.contains("y") ? 12 * count : count
    }
    return hasMonths ? isWhole ? months : 0 : nil
  }

  /// Parses a number with a unit, several with units of time, or an age; nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= 40, let first = bytes.first else { return nil }
    isLong = bytes.count > 15
    guard first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") else {
      guard first != UInt8(ascii: "P") else {
        guard let seconds = Self.iso(bytes) else { return nil }
        (dimension, exact, unit) = (.duration, seconds, nil)
        value = seconds.json.withUnsafeBytes { Quantity($0)?.double } ?? 0
        return
      }
      guard let seconds = Self.age(bytes) else { return nil }
      var sum = DecimalSum()
      Array("\(seconds)".utf8).withUnsafeBytes { sum.add($0) }
      (dimension, value, exact, unit) = (.duration, Double(seconds), sum, nil)
      return
    }
    if let seconds = Self.clock(bytes) {
      (dimension, exact, unit) = (.duration, seconds, nil)
      clockForm = Self.mayBeTimeOfDay(bytes) ? .hoursOrMinutes : .severalUnits
      value = seconds.json.withUnsafeBytes { Quantity($0)?.double } ?? 0
      return
    }
    let sign = first == UInt8(ascii: "-") ? -1 : 1
    let begin = sign < 0 ? 1 : 0
    var position = begin
    var seconds = 0.0
    var sum = DecimalSum()
    var only: String?
    while position < bytes.count {
      let start = position
      while position < bytes.count, bytes[position].isDigit || bytes[position] == UInt8(ascii: ".")
      {
        position += 1
      }
      let digits = bytes[rebased: start..<position]
      guard let value = Quantity(digits)?.double else { return nil }
      let hasBlank = position < bytes.count && bytes[position] == UInt8(ascii: " ")
      if hasBlank { position += 1 }
      let unitStart = position
      while position < bytes.count, !bytes[position].isDigit { position += 1 }
      var unitEnd = position
      // `1h 30m`, `2 days, 3 hours`.
      if position < bytes.count {
        while unitEnd > unitStart, " ,".utf8.contains(bytes[unitEnd - 1]) { unitEnd -= 1 }
      }
      let unit = String(decoding: bytes[unitStart..<unitEnd], as: UTF8.self)
      // Grams, metres and tonnes.
      if hasBlank, start == begin, position == bytes.count, ["g", "m", "t"].contains(unit) {
        return nil
      }
      if let factor = Self.nanoseconds(of: unit) {
        only = start == begin ? unit : nil
        seconds +=
          factor < Self.second
          ? value / Double(Self.second / factor) : value * Double(factor / Self.second)
        sum.add(digits, times: Int128(sign * factor), exponent: -9)
        continue
      }
      // Only durations have several parts.
      guard start == begin, position == bytes.count, !unit.isEmpty,
        let scale = Self.scale(of: unit)
      else { return nil }
      sum.add(digits, times: Int128(sign * scale))
      dimension = unit == "%" ? .percentage : .size
      self.value = (value * Double(sign * scale)).rounded(toSignificant: 15)
      (exact, self.unit) = (sum, unit)
      return
    }
    guard position > begin else { return nil }
    // As it is written: 1.1h are 3960 seconds.
    (dimension, exact, unit) = (.duration, sum, only)
    value = Double(sign) * seconds.rounded(toSignificant: 15)
  }

  /// Returns a number of percents or seconds, as JSON, in a unit: `750m`, `39.5%`; nil for one that
  /// is written with an exponent.
  static func text(_ json: [UInt8], in unit: String) -> String? {
    let nanoseconds = durations[unit] ?? second
    let (factor, divisor) = (max(1, second / nanoseconds), max(1, nanoseconds / second))
    var sum = DecimalSum()
    json.withUnsafeBytes { sum.add($0, times: Int128(factor)) }
    let number = divisor == 1 ? sum.json : sum.quotientJSON(by: divisor)
    let text = String(decoding: number, as: UTF8.self)
    return text.contains("e") ? nil : text + unit
  }

  /// Returns a duration in days, hours, minutes and seconds: `3d4h5m6s`, `-1m30.5s`, `0.25s`.
  ///
  /// It is rounded to microseconds, as times are; one of less than a second to nanoseconds.
  static func text(ofSeconds value: Double) -> String {
    let (unit, places) = value.ulp < 1e-10 ? (1e9, 9) : (1e6, 6)
    guard let count = Int(exactly: (value * unit).rounded()) else {
      return text(ofSeconds: DecimalSum.json(value))
    }
    let digits = String(count.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = padded.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let number = padded.dropLast(places) + (fraction.isEmpty ? "" : ".\(fraction)")
    return text(ofSeconds: Array(((count < 0 ? "-" : "") + number).utf8))
  }

  /// Returns an exact duration, given by a JSON number, in days, hours, minutes and seconds; in
  /// nanoseconds if it is less than a microsecond: `2ns`.
  static func text(ofSeconds json: [UInt8]) -> String {
    let text = String(decoding: json, as: UTF8.self)
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.dropFirst(sign.count)
    if digits.contains("e-") || digits.hasPrefix("0.000000") {
      let decimal = json.withUnsafeBytes { LongDecimal($0) }
      let nanoseconds = DecimalSum.json(
        decimal.digits.map { $0 - 0x30 }, decimal.exponent - decimal.digits.count + 10,
        decimal.isNegative)
      return String(decoding: nanoseconds, as: UTF8.self) + "ns"
    }
    let whole = digits.prefix { $0 != "." }
    guard !digits.contains("e"), let seconds = Int(whole), seconds >= 60 else { return text + "s" }
    let rest = digits.dropFirst(whole.count)
    let last = seconds % 60 > 0 || !rest.isEmpty ? "\(seconds % 60)\(rest)s" : ""
    return sign + TextNumber.daysHoursMinutes(seconds) + last
  }

  /// Returns whether a text stands for a value that is missing, as `-` and `<none>` do.
  static func isPlaceholder(_ content: UnsafeRawBufferPointer) -> Bool {
    switch content.first {
    case UInt8(ascii: "-"): content.count == 1
    case UInt8(ascii: "N"): content.elementsEqual("N/A".utf8)
    case UInt8(ascii: "n"): content.elementsEqual("n/a".utf8)
    case UInt8(ascii: "<"):
      content.elementsEqual("<none>".utf8) || content.elementsEqual("<unknown>".utf8)
    default: false
    }
  }
}

extension Measure.Dimensions {
  /// Creates the spelling of numbers with a unit.
  fileprivate init(spelledWith unit: String) {
    self = Self.places[unit].map { Self(rawValue: 1 << $0) } ?? .severalUnits
  }
}
