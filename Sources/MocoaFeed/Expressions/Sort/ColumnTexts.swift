/// What the texts of a column are: numbers with units and without, and others.
struct ColumnTexts: Sendable {
  /// What the numbers measure.
  private(set) var dimensions: Measure.Dimensions = []

  /// The lengths of fractions, and whether some numbers have signs, as no version does.
  private var (fractions, hasSigns): (Set<Int>, Bool) = ([], false)

  /// The first number that may be a version.
  private(set) var version: String?

  /// Those that have another order as versions.
  private(set) var minorVersions = MinorVersions()

  /// The numbers of texts with a unit, without one, and that seem to be a number or a time.
  private(set) var (measureCount, numeralCount, seemingCount) = (0, 0, 0)

  /// The numbers of texts that are times, and that are dates with slashes, which are none.
  private(set) var (timeCount, slashCount) = (0, 0)

  /// The first time, with a zero for each digit; empty if there is none.
  private var timeForm: [UInt8] = []

  /// The first number, the first time, and the first text that is neither.
  private(set) var firstNumber: String?
  private(set) var firstTime: String?
  private(set) var firstOther: String?

  private var firstSeeming: SeemingValue?

  /// The first text that seems to be a number or a time, if most of them seem or are such.
  var seeming: SeemingValue? {
    readCount + seemingCount > others.count ? firstSeeming : nil
  }

  /// Those that do not.
  private(set) var others = OtherTexts()

  /// Those of them that are numbers with units that are not read.
  private var quantities = QuantityTexts()

  /// A Boolean value that indicates whether some numbers begin with a zero, as codes do.
  private var haveCodes = false

  /// Whether there are durations in other forms than `08:30`, and with units such as `1h`.
  private var (hasDurations, hasUnitsOfTime) = (false, false)

  /// The first duration that may be a time of day, `08:30`.
  private var firstClock: String?

  /// The first text such as `3:12`, and the number of these.
  private var (shortClock, shortClockCount): (String?, Int) = (nil, 0)

  /// The first duration such as `08:30`, which may be hours, beside some with units.
  var clock: String? { hasUnitsOfTime ? firstClock : nil }

  /// Adds a number that is no text.
  mutating func addNumber() { dimensions.insert(.plain) }

  /// Adds the number in an unescaped text of some rows.
  mutating func add(_ number: NumberReading, in content: UnsafeRawBufferPointer, rows: Int = 1) {
    if number.unit.isEmpty { numeralCount += rows } else { measureCount += rows }
    if number.unit.isEmpty { minorVersions.add(content) }
    if firstNumber == nil { firstNumber = String(decoding: content, as: UTF8.self) }
    dimensions.formUnion(number.dimension)
    number.fractionLength.map { _ = fractions.insert($0) }
    hasSigns = hasSigns || number.isSigned(content)
    haveCodes = haveCodes || content.beginsWithZero
    if version == nil, number.mayBeVersion { version = String(decoding: content, as: UTF8.self) }
    guard number.unit == .duration else { return }
    hasDurations = hasDurations || Measure.hoursOrMinutes(content) == nil
    hasUnitsOfTime = hasUnitsOfTime || content.last?.isDigit == false
    if firstClock == nil, Measure.mayBeTimeOfDay(content) {
      firstClock = String(decoding: content, as: UTF8.self)
    }
  }

  /// Adds an unescaped text of some rows that is neither a number nor a time.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    if firstOther == nil { firstOther = String(decoding: content, as: UTF8.self) }
    if content.beginsWithSlashedDate { slashCount += rows }
    if let seeming = SeemingValue(content) {
      firstSeeming = firstSeeming ?? seeming
      seemingCount += rows
    } else {
      if content.isShortClock {
        shortClock = shortClock ?? String(decoding: content, as: UTF8.self)
        shortClockCount += rows
      }
      others.add(content, rows: rows)
      quantities.add(content, rows: rows)
    }
  }

  /// Adds an unescaped text that is a time.
  mutating func add(time content: UnsafeRawBufferPointer) {
    timeCount += 1
    if firstTime == nil { firstTime = String(decoding: content, as: UTF8.self) }
    if timeForm.isEmpty { timeForm = content.map { $0.isDigit ? UInt8(ascii: "0") : $0 } }
  }

  /// Returns whether a text has digits where the first time has some, and else the same bytes.
  func hasForm(ofTime content: UnsafeRawBufferPointer) -> Bool {
    guard content.count == timeForm.count, !timeForm.isEmpty else { return false }
    return timeForm.withUnsafeBytes { form in
      content.indices.allSatisfy { index in
        content[index] == form[index] || content[index].isDigit && form[index] == UInt8(ascii: "0")
      }
    }
  }

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
  var readCount: Int { measureCount + numeralCount }
  var unreadCount: Int { others.count + seemingCount + timeCount }

  mutating func add(_ other: ColumnTexts) {
    dimensions.formUnion(other.dimensions)
    fractions.formUnion(other.fractions)
    hasSigns = hasSigns || other.hasSigns
    minorVersions.add(other.minorVersions)
    timeCount += other.timeCount
    slashCount += other.slashCount
    (firstNumber, firstTime) = (firstNumber ?? other.firstNumber, firstTime ?? other.firstTime)
    firstOther = firstOther ?? other.firstOther
    (version, firstSeeming) = (version ?? other.version, firstSeeming ?? other.firstSeeming)
    (firstClock, shortClock) = (firstClock ?? other.firstClock, shortClock ?? other.shortClock)
    shortClockCount += other.shortClockCount
    hasDurations = hasDurations || other.hasDurations
    hasUnitsOfTime = hasUnitsOfTime || other.hasUnitsOfTime
    measureCount += other.measureCount
    numeralCount += other.numeralCount
    seemingCount += other.seemingCount
    others.add(other.others)
    quantities.add(other.quantities)
    haveCodes = haveCodes || other.haveCodes
  }

  /// A Boolean value that indicates whether the numbers are decimals, as opposed to 1.9 and 1.10:
  /// some have signs, or their fractions have one length, or no zeros at their ends.
  var areDecimals: Bool {
    hasSigns || fractions.count == 1 || !fractions.isEmpty && version == nil
  }

  /// A Boolean value that indicates whether the numbers may be versions, as some of 1.9 and 1.10,
  /// or of 1.9 and 1.9.1, unless these are very few.
  var areVersions: Bool {
    let haveVersions = others.versionCount > 0 && others.versionCount * 9 >= readCount
    return !dimensions.haveUnits && !fractions.isEmpty
      && (!areDecimals || !hasSigns && haveVersions)
  }

  /// A Boolean value that indicates whether the texts are in the order of their numbers: most are
  /// numbers, some of them with a unit, a sign or a fraction; the others are neither versions, nor
  /// beside what may be such, nor codes such as `5a` beside the size `5B`, nor times such as `3:12`
  /// beside `14:05`.
  var areMeasures: Bool {
    guard dimensions.haveUnits || areDecimals, !dimensions.areMixed, !areVersions else {
      return false
    }
    guard unreadCount > 0 else { return true }
    let areCodes = measureCount > 0 && others.codeCount >= measureCount && !hasSigns
    return readCount > unreadCount && !areCodes && shortClock == nil
      && minorVersionsBesideWords == nil
  }

  /// What is said of numbers that may be versions and are beside words such as `latest`.
  var minorVersionsBesideWords: String? { others.digitCount == 0 ? minorVersions.note : nil }

  /// A Boolean value that indicates whether the texts seem to be numbers, not names or codes.
  ///
  /// One of many texts may look like a size, and codes such as `7a` and `1.2.3` are often beside
  /// some that look like one, or like a version.
  var areNumbers: Bool {
    let areClocks = shortClock != nil && !hasDurations
    guard !areFew(readCount), !areClocks else { return false }
    return measureCount > others.count
      || measureCount > 0 && readCount > 1 && others.codeCount < measureCount
      || numeralCount > 1 && areDecimals && others.digitCount == 0
  }

  /// The first text for which the others, nearly all of them numbers, are not in the order of
  /// these: `3:12` beside durations in other forms, a number with a unit that is not read, where
  /// the units differ or there are signs, or the only kind of text that is no number; nil if there
  /// is none.
  var unread: String? {
    if hasDurations, measureCount + 2 * shortClockCount > others.count, let shortClock {
      return shortClock
    }
    let rest = others.count - quantities.count
    let haveUnits = measureCount > 0
    guard rest * 9 <= quantities.count + readCount + seemingCount else { return nil }
    if quantities.areDoubtful(besideOthers: haveUnits) { return quantities.first }
    let areNumerals = numeralCount >= rest * 9 && !haveCodes && !areVersions
    return areNumerals && others.digitCount == 0 ? others.first : nil
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
  /// letters of ASCII, the symbol of a unit behind a blank, or the `x` of a factor; nil for capitals
  /// that are no currency, as codes have them, and for `7th`, `9am` and `2rc`.
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
