/// What the texts of a column are: numbers with units and without, and others.
struct ColumnTexts: Sendable {
  private var numbers = NumberTexts()
  private var times = TimeTexts()
  private var clocks = ClockTexts()

  /// Those that are read neither as numbers nor as times, nor seem to be such.
  private(set) var others = OtherTexts()

  /// Those of them that are numbers with units that are not read.
  private var quantities = QuantityTexts()

  /// The first text that is neither a number nor a time.
  private(set) var firstOther: String?

  /// The first text that seems to be a number or a time, and the number of these.
  private var (firstSeeming, seemingCount): (SeemingValue?, Int) = (nil, 0)

  /// The first text that seems to be a number or a time, if most of them seem or are such.
  var seeming: SeemingValue? {
    readCount + seemingCount > others.count ? firstSeeming : nil
  }

  /// What the numbers measure.
  var dimensions: Measure.Dimensions { numbers.dimensions }

  /// The first number that may be a version.
  var version: String? { numbers.version }

  /// Those that have another order as versions.
  var minorVersions: MinorVersions { numbers.minorVersions }

  /// The first number, and the number of those with a unit.
  var firstNumber: String? { numbers.first }
  var measureCount: Int { numbers.measureCount }

  /// The first time, the number of times, and that of dates with slashes, which are none.
  var firstTime: String? { times.first }
  var timeCount: Int { times.count }
  var slashCount: Int { times.slashCount }

  /// The first duration such as `08:30`, which may be hours, beside some with units.
  var clock: String? { clocks.clock }

  /// Adds a number that is no text.
  mutating func addNumber() { numbers.addNumber() }

  /// Adds the number in an unescaped text of some rows.
  mutating func add(_ number: NumberReading, in content: UnsafeRawBufferPointer, rows: Int = 1) {
    numbers.add(number, in: content, rows: rows)
    if number.unit == .duration { clocks.add(duration: content) }
  }

  /// Adds an unescaped text of some rows that is neither a number nor a time.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    if firstOther == nil { firstOther = String(decoding: content, as: UTF8.self) }
    times.add(other: content, rows: rows)
    if let seeming = SeemingValue(content) {
      firstSeeming = firstSeeming ?? seeming
      seemingCount += rows
    } else {
      clocks.add(other: content, rows: rows)
      others.add(content, rows: rows)
      quantities.add(content, rows: rows)
    }
  }

  /// Adds an unescaped text that is a time.
  mutating func add(time content: UnsafeRawBufferPointer) { times.add(content) }

  /// Returns whether a text has digits where the first time has some, and else the same bytes.
  func hasForm(ofTime content: UnsafeRawBufferPointer) -> Bool { times.hasForm(content) }

  /// Adds a text that is not looked at, as nearly all in front of it are other texts.
  mutating func addOther() { others.addUnseen() }

  /// A Boolean value that indicates whether nearly all texts are neither numbers nor times, nor
  /// seem to be such, so that nothing is to be said of the few.
  var areOthers: Bool {
    others.count > 1_000
      && others.count > (readCount + timeCount + seemingCount) * Self.othersBesideOne
  }

  /// The number of other texts beside one number or time of more than which it means nothing.
  private static let othersBesideOne = 24

  /// Returns whether some numbers or times are too few among other texts to be spoken of.
  func areFew(_ count: Int) -> Bool { count * Self.othersBesideOne < others.count }

  /// The number of texts that are numbers, and of those that are not.
  var readCount: Int { measureCount + numbers.numeralCount }
  var unreadCount: Int { others.count + seemingCount + timeCount }

  mutating func add(_ other: ColumnTexts) {
    numbers.add(other.numbers)
    times.add(other.times)
    clocks.add(other.clocks)
    others.add(other.others)
    quantities.add(other.quantities)
    firstOther = firstOther ?? other.firstOther
    firstSeeming = firstSeeming ?? other.firstSeeming
    seemingCount += other.seemingCount
  }

  /// A Boolean value that indicates whether the numbers may be versions, as some of 1.9 and 1.10,
  /// or of 1.9 and 1.9.1, unless these are very few.
  var areVersions: Bool {
    let haveVersions = others.versionCount > 0 && others.versionCount * 9 >= readCount
    return !dimensions.haveUnits && numbers.haveFractions
      && (!numbers.areDecimals || !numbers.hasSigns && haveVersions)
  }

  /// A Boolean value that indicates whether the texts are in the order of their numbers: most are
  /// numbers, some of them with a unit, a sign or a fraction; the others are neither versions, nor
  /// beside what may be such, nor codes such as `5a` beside the size `5B`, nor times such as `3:12`
  /// beside `14:05`.
  var areMeasures: Bool {
    guard dimensions.haveUnits || numbers.areDecimals, !dimensions.areMixed, !areVersions else {
      return false
    }
    guard unreadCount > 0 else { return true }
    let areCodes = measureCount > 0 && others.codeCount >= measureCount && !numbers.hasSigns
    return readCount > unreadCount && !areCodes && clocks.firstShort == nil
      && minorVersionsBesideWords == nil
  }

  /// What is said of numbers that may be versions and are beside words such as `latest`.
  var minorVersionsBesideWords: String? { others.digitCount == 0 ? minorVersions.note : nil }

  /// A Boolean value that indicates whether the texts seem to be numbers, not names or codes.
  ///
  /// One of many texts may look like a size, and codes such as `7a` and `1.2.3` are often beside
  /// some that look like one, or like a version.
  var areNumbers: Bool {
    let areClocks = clocks.firstShort != nil && !clocks.hasDurations
    guard !areFew(readCount), !areClocks else { return false }
    return measureCount > others.count
      || measureCount > 0 && readCount > 1 && others.codeCount < measureCount
      || numbers.numeralCount > 1 && numbers.areDecimals && others.digitCount == 0
  }

  /// The first text for which the others, nearly all of them numbers, are not in the order of
  /// these: `3:12` beside durations in other forms, a number with a unit that is not read, where
  /// the units differ or there are signs, or the only kind of text that is no number; nil if there
  /// is none.
  var unread: String? {
    if clocks.hasDurations, measureCount + 2 * clocks.shortCount > others.count,
      let shortClock = clocks.firstShort
    {
      return shortClock
    }
    let rest = others.count - quantities.count
    let haveUnits = measureCount > 0
    guard rest * 9 <= quantities.count + readCount + seemingCount else { return nil }
    if quantities.areDoubtful(besideOthers: haveUnits) { return quantities.first }
    let areNumerals = numbers.numeralCount >= rest * 9 && !numbers.haveCodes && !areVersions
    return areNumerals && others.digitCount == 0 ? others.first : nil
  }
}

/// The texts of a column that are numbers, with units and without.
private struct NumberTexts: Sendable {
  /// What they measure.
  private(set) var dimensions: Measure.Dimensions = []

  /// The lengths of fractions.
  private var fractions: Set<Int> = []

  /// Whether some have signs, as no version does, and whether some begin with a zero, as codes do.
  private(set) var (hasSigns, haveCodes) = (false, false)

  /// The first number, and the first one that may be a version.
  private(set) var (first, version): (String?, String?) = (nil, nil)

  private(set) var minorVersions = MinorVersions()

  /// The numbers of those with a unit, and without one.
  private(set) var (measureCount, numeralCount) = (0, 0)

  /// Adds a number that is no text.
  mutating func addNumber() { dimensions.insert(.plain) }

  /// Adds the number in an unescaped text of some rows.
  mutating func add(_ number: NumberReading, in content: UnsafeRawBufferPointer, rows: Int) {
    if number.unit.isEmpty { numeralCount += rows } else { measureCount += rows }
    if number.unit.isEmpty { minorVersions.add(content) }
    if first == nil { first = String(decoding: content, as: UTF8.self) }
    dimensions.formUnion(number.dimension)
    number.fractionLength.map { _ = fractions.insert($0) }
    hasSigns = hasSigns || number.isSigned(content)
    haveCodes = haveCodes || content.beginsWithZero
    if version == nil, number.mayBeVersion { version = String(decoding: content, as: UTF8.self) }
  }

  mutating func add(_ other: NumberTexts) {
    dimensions.formUnion(other.dimensions)
    fractions.formUnion(other.fractions)
    (hasSigns, haveCodes) = (hasSigns || other.hasSigns, haveCodes || other.haveCodes)
    (first, version) = (first ?? other.first, version ?? other.version)
    minorVersions.add(other.minorVersions)
    measureCount += other.measureCount
    numeralCount += other.numeralCount
  }

  var haveFractions: Bool { !fractions.isEmpty }

  /// A Boolean value that indicates whether the numbers are decimals, as opposed to 1.9 and 1.10:
  /// some have signs, or their fractions have one length, or no zeros at their ends.
  var areDecimals: Bool {
    hasSigns || fractions.count == 1 || !fractions.isEmpty && version == nil
  }
}

/// The texts of a column that are times, and dates with slashes, which are none.
private struct TimeTexts: Sendable {
  private(set) var (count, slashCount) = (0, 0)
  private(set) var first: String?

  /// The first time, with a zero for each digit; empty if there is none.
  private var form: [UInt8] = []

  /// Adds an unescaped text that is a time.
  mutating func add(_ content: UnsafeRawBufferPointer) {
    count += 1
    if first == nil { first = String(decoding: content, as: UTF8.self) }
    if form.isEmpty { form = content.map { $0.isDigit ? UInt8(ascii: "0") : $0 } }
  }

  /// Counts an unescaped text of some rows that is no time, if it is a date with slashes.
  mutating func add(other content: UnsafeRawBufferPointer, rows: Int) {
    if content.beginsWithSlashedDate { slashCount += rows }
  }

  mutating func add(_ other: TimeTexts) {
    count += other.count
    slashCount += other.slashCount
    first = first ?? other.first
  }

  /// Returns whether a text has digits where the first time has some, and else the same bytes.
  func hasForm(_ content: UnsafeRawBufferPointer) -> Bool {
    guard content.count == form.count, !form.isEmpty else { return false }
    return form.withUnsafeBytes { form in
      content.indices.allSatisfy { index in
        content[index] == form[index] || content[index].isDigit && form[index] == UInt8(ascii: "0")
      }
    }
  }
}

/// The texts of a column that are durations, which may be times of day.
private struct ClockTexts: Sendable {
  /// Whether there are some in other forms than `08:30`, and with units such as `1h`.
  private(set) var (hasDurations, haveUnits) = (false, false)

  /// The first one that may be a time of day, `08:30`.
  private var first: String?

  /// The first text such as `3:12`, which is no duration, and the number of these.
  private(set) var (firstShort, shortCount): (String?, Int) = (nil, 0)

  /// The first duration such as `08:30`, which may be hours, beside some with units.
  var clock: String? { haveUnits ? first : nil }

  /// Adds an unescaped text that is a duration.
  mutating func add(duration content: UnsafeRawBufferPointer) {
    hasDurations = hasDurations || Measure.hoursOrMinutes(content) == nil
    haveUnits = haveUnits || content.last?.isDigit == false
    if first == nil, Measure.mayBeTimeOfDay(content) {
      first = String(decoding: content, as: UTF8.self)
    }
  }

  /// Adds an unescaped text of some rows that is none, if it is one such as `3:12`.
  mutating func add(other content: UnsafeRawBufferPointer, rows: Int) {
    guard content.isShortClock else { return }
    if firstShort == nil { firstShort = String(decoding: content, as: UTF8.self) }
    shortCount += rows
  }

  mutating func add(_ other: ClockTexts) {
    hasDurations = hasDurations || other.hasDurations
    haveUnits = haveUnits || other.haveUnits
    (first, firstShort) = (first ?? other.first, firstShort ?? other.firstShort)
    shortCount += other.shortCount
  }
}

/// The texts of a column that are numbers with units that are not read, such as `100Mbps`.
private struct QuantityTexts: Sendable {
  private(set) var count = 0
  private(set) var first: String?
  private var hasSigns = false
  private var units: Set<[UInt8]> = []

  /// The lengths of fractions: 1.5 and 1.25 are in the order of versions.
  private var fractions: Set<Int> = []

  /// The number of units of more than which the texts are codes.
  private static let unitLimit = 8

  /// Adds an unescaped text of some rows, if it is one.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int) {
    guard let unit = content.unreadUnit else { return }
    count += rows
    hasSigns = hasSigns || content.first?.isDigit == false
    if units.count <= Self.unitLimit { units.insert(Array(unit)) }
    let number = content[..<unit.startIndex]
    if let point = number.firstIndex(of: UInt8(ascii: ".")) {
      fractions.insert(number[point...].count(where: \.isDigit))
    }
    if first == nil { first = String(decoding: content, as: UTF8.self) }
  }

  mutating func add(_ other: QuantityTexts) {
    count += other.count
    hasSigns = hasSigns || other.hasSigns
    units.formUnion(other.units)
    fractions.formUnion(other.fractions)
    first = first ?? other.first
  }

  /// Returns whether the texts may be in another order than that of the quantities.
  func areDoubtful(besideOthers haveOthers: Bool) -> Bool {
    count > 0 && units.count <= Self.unitLimit
      && (hasSigns || haveOthers || units.count > 1 || fractions.count > 1)
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the text begins with a zero in front of a digit.
  fileprivate var beginsWithZero: Bool {
    count > 1 && self[0] == UInt8(ascii: "0") && self[1].isDigit
  }

  /// A Boolean value that indicates whether the text is a time such as `3:12`, no duration.
  fileprivate var isShortClock: Bool {
    count == 4 && self[1] == UInt8(ascii: ":") && self[2] < UInt8(ascii: "6")
      && [0, 2, 3].allSatisfy { self[$0].isDigit }
  }

  /// A Boolean value that indicates whether the text begins with a date such as `2026/01/31`.
  fileprivate var beginsWithSlashedDate: Bool {
    count >= 10
      && zip(self, "0000/00/00".utf8).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 }
  }

  /// A Boolean value that indicates whether the text is a version that is no number: `1.2.3`, `v2`,
  /// `1.2rc1` or `1.2-beta`.
  fileprivate var isVersion: Bool {
    let hasName = first.map { $0 | 0x20 == UInt8(ascii: "v") } ?? false
    let text = self[rebased: (hasName ? 1 : 0)..<count]
    guard text.first?.isDigit == true else { return false }
    let rest = text.drop { $0.isDigit || $0 == UInt8(ascii: ".") }
    let pointCount = text[..<rest.startIndex].count { $0 == UInt8(ascii: ".") }
    if hasName || pointCount > 1 { return true }
    let stage = rest.drop { $0 == UInt8(ascii: "-") }.prefix(while: \.isASCIILetter)
    return pointCount == 1 && Self.stages.contains { stage.elementsEqual($0.utf8) }
  }

  /// What versions have behind their numbers.
  private static let stages = [
    "a", "b", "rc", "alpha", "beta", "dev", "pre", "post", "final", "p", "SNAPSHOT", "RELEASE",
  ]

  /// The unit of a number, if the text consists of both: two letters or more, other characters than
  /// letters of ASCII, the symbol of a unit behind a blank, or the `x` of a factor; nil for `7th`,
  /// `9am` and `2rc`, and for capitals that are no currency, as codes have them.
  fileprivate var unreadUnit: Slice<UnsafeRawBufferPointer>? {
    guard 2...24 ~= count, let first, first.isDigit || "+-".utf8.contains(first) else { return nil }
    let text = self[(first.isDigit ? 0 : 1)...]
    let number = text.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    let digits = self[rebased: number.startIndex..<number.endIndex]
    guard digits.first?.isDigit == true, digits.last?.isDigit == true, !digits.beginsWithZero,
      digits.count(where: { !$0.isDigit }) <= 1
    else { return nil }
    let unit = self[number.endIndex...].drop { $0 == 0x20 }
    let isName = unit.allSatisfy { $0.isASCIILetter || $0 >= 0x80 || "/%".utf8.contains($0) }
    let areCapitals = unit.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    let hasBlank = unit.startIndex > number.endIndex
    if hasBlank, unit.count == 1, unit.allSatisfy({ "gmtlLVW".utf8.contains($0) }) { return unit }
    if unit.count == 1, unit.first == UInt8(ascii: "x") { return unit }
    let isUnit =
      areCapitals
      ? Self.currencies.contains { unit.elementsEqual($0.utf8) }
      : !Self.noUnits.contains { unit.elementsEqual($0.utf8) }
    return 2...10 ~= unit.count && isName && isUnit ? unit : nil
  }

  private static let currencies = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK",
    "PLN", "CZK", "HUF", "RON", "TRY", "BRL", "MXN", "ZAR", "KRW", "SGD", "HKD", "ILS", "BTC",
  ]

  private static let noUnits = [
    "st", "nd", "rd", "th", "am", "pm", "rc", "alpha", "beta", "dev", "pre", "post", "final",
  ]
}

/// The texts of a column that are read neither as numbers nor as times, beside those that are.
struct OtherTexts: Sendable {
  private(set) var count = 0

  /// The numbers of those that begin with a digit, as codes do, of those that have one, and of
  /// those that are versions.
  private(set) var (codeCount, digitCount, versionCount) = (0, 0, 0)

  private(set) var first: String?

  /// Adds an unescaped text of some rows.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    count += rows
    if content.first?.isDigit == true { codeCount += rows }
    if content.contains(where: \.isDigit) { digitCount += rows }
    if content.isVersion { versionCount += rows }
    if first == nil { first = String(decoding: content, as: UTF8.self) }
  }

  /// Adds a text that is not looked at.
  mutating func addUnseen() { count += 1 }

  mutating func add(_ other: OtherTexts) {
    count += other.count
    versionCount += other.versionCount
    codeCount += other.codeCount
    digitCount += other.digitCount
    first = first ?? other.first
  }
}
