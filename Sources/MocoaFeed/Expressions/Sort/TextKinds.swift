/// What the strings of a sort key are: measures, levels of a log, or texts.
struct TextKinds: Sendable {
  private var areNumbers = true
  private let mayBeLevels: Bool
  private var hasTexts = false

  /// The levels, and the texts that are none.
  private var levels = UnreadValues(.level)
  private var hasSigns = false
  private var dimensions: Measure.Dimensions = []
  private var fractions = Fractions()

  /// Creates the kinds of no strings.
  init(of key: SortKey) {
    mayBeLevels = key.expression == nil && key.path.hasLevel
  }

  /// A Boolean value that indicates whether the strings may be something else than texts.
  var isOpen: Bool { areNumbers || mayBeLevels }

  /// Adds a value of the key; only strings count that stand for no missing value.
  @inline(__always)
  mutating func add(_ value: QueryValue) {
    guard isOpen, case .text(let content) = value, !value.isMissing else { return }
    QueryValue.withText(content) { add(text: $0) }
  }

  private mutating func add(text: UnsafeRawBufferPointer) {
    hasTexts = true
    if mayBeLevels {
      if LogLevel(value: text) == nil { levels.add(text: text) } else { levels.readCount += 1 }
    }
    guard areNumbers, let number = NumberReading(text) else { return areNumbers = false }
    dimensions.formUnion(number.dimension)
    hasSigns = hasSigns || number.isSigned(text)
    fractions.add(number)
  }

  /// Adds the strings of other rows.
  mutating func add(_ other: TextKinds) {
    areNumbers = areNumbers && other.areNumbers
    levels.add(other.levels)
    hasTexts = hasTexts || other.hasTexts
    hasSigns = hasSigns || other.hasSigns
    dimensions.formUnion(other.dimensions)
    fractions.add(other.fractions)
  }

  /// What the strings are sorted as.
  var interpretation: SortKey.Interpretation {
    guard hasTexts else { return .text }
    // One text that is no level does not make the order of the others alphabetical.
    if levels.areFew { return .level }
    let haveSizes = dimensions.haveUnits || hasSigns || fractions.areDecimals
    return areNumbers && haveSizes && !dimensions.areMixed ? .measure : .text
  }

  /// The values beside levels that are none: `1 value of 9 is no level: "BOGUS"`; nil if there is
  /// none, or most are none.
  var unreadLevels: String? { levels.readCount > levels.count ? levels.description : nil }
}

/// The digits behind the points of numbers in texts, which distinguish decimals and versions.
struct Fractions: Sendable {
  private var lengths: Set<Int> = []
  private var mayBeVersions = false

  mutating func add(_ number: NumberReading) {
    number.fractionLength.map { _ = lengths.insert($0) }
    mayBeVersions = mayBeVersions || number.mayBeVersion
  }

  mutating func add(_ other: Fractions) {
    lengths.formUnion(other.lengths)
    mayBeVersions = mayBeVersions || other.mayBeVersions
  }

  /// A Boolean value that indicates whether the numbers are decimals.
  ///
  /// Their fractions have one length, or no zeros at their ends, as opposed to 1.9 and 1.10.
  var areDecimals: Bool { lengths.count == 1 || !lengths.isEmpty && !mayBeVersions }

  /// A Boolean value that indicates whether the numbers may be versions.
  var areVersions: Bool { !lengths.isEmpty && !areDecimals }
}

extension NumberReading {
  /// Returns whether the number of a text has a sign or an exponent, as no version does.
  func isSigned(_ text: UnsafeRawBufferPointer) -> Bool {
    beginsWithSign || unit.isEmpty && text.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }
}
