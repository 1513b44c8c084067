/// What the texts of a column are: numbers with units and without, and others.
struct ColumnTexts: Sendable {
  /// What the numbers measure.
  private(set) var dimensions: Measure.Dimensions = []

  /// The lengths of fractions, and whether some numbers have signs, as no version does.
  private var (fractions, hasSigns): (Set<Int>, Bool) = ([], false)

  /// The first number that may be a version.
  private(set) var version: String?

  /// The numbers of texts with a unit, without one, and that seem to be a number or a time.
  private(set) var (measureCount, numeralCount, seemingCount) = (0, 0, 0)

  /// The first text that seems to be a number or a time.
  private(set) var seeming: SeemingValue?

  /// Those that do not.
  private(set) var others = OtherTexts()

  /// Adds a number that is no text.
  mutating func addNumber() { dimensions.insert(.plain) }

  /// Adds the number in an unescaped text of some rows.
  mutating func add(_ number: NumberReading, in content: UnsafeRawBufferPointer, rows: Int = 1) {
    if number.unit.isEmpty { numeralCount += rows } else { measureCount += rows }
    dimensions.formUnion(number.dimension)
    number.fractionLength.map { _ = fractions.insert($0) }
    hasSigns = hasSigns || number.isSigned(content)
    if version == nil, number.mayBeVersion { version = String(decoding: content, as: UTF8.self) }
  }

  /// Adds an unescaped text of some rows that is neither a number nor a time.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    if let seeming = SeemingValue(content) {
      self.seeming = self.seeming ?? seeming
      seemingCount += rows
    } else {
      others.add(content, rows: rows)
    }
  }

  mutating func add(_ other: ColumnTexts) {
    dimensions.formUnion(other.dimensions)
    fractions.formUnion(other.fractions)
    hasSigns = hasSigns || other.hasSigns
    (version, seeming) = (version ?? other.version, seeming ?? other.seeming)
    measureCount += other.measureCount
    numeralCount += other.numeralCount
    seemingCount += other.seemingCount
    others.add(other.others)
  }

  /// A Boolean value that indicates whether the numbers are decimals, as opposed to 1.9 and 1.10:
  /// some have signs, or their fractions have one length, or no zeros at their ends.
  var areDecimals: Bool {
    hasSigns || fractions.count == 1 || !fractions.isEmpty && version == nil
  }

  /// A Boolean value that indicates whether the numbers may be versions.
  var areVersions: Bool { !dimensions.haveUnits && !fractions.isEmpty && !areDecimals }

  /// A Boolean value that indicates whether the texts seem to be numbers, not names or codes.
  ///
  /// One of many texts may look like a size, and codes such as `7a` and `1.2.3` are often beside
  /// some that look like one, or like a version.
  var areNumbers: Bool {
    measureCount > others.count
      || measureCount > 0 && measureCount + numeralCount > 1 && others.codeCount < measureCount
      || numeralCount > 1 && areDecimals && others.digitCount == 0
  }
}

/// The texts of a column that are read neither as numbers nor as times, beside those that are.
struct OtherTexts: Sendable {
  private(set) var count = 0

  /// The numbers of those that begin with a digit, as codes do, and of those that have one.
  private(set) var (codeCount, digitCount) = (0, 0)

  private(set) var first: String?

  /// Adds an unescaped text of some rows.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    count += rows
    if content.first?.isDigit == true { codeCount += rows }
    if content.contains(where: \.isDigit) { digitCount += rows }
    if first == nil { first = String(decoding: content, as: UTF8.self) }
  }

  mutating func add(_ other: OtherTexts) {
    count += other.count
    codeCount += other.codeCount
    digitCount += other.digitCount
    first = first ?? other.first
  }
}
