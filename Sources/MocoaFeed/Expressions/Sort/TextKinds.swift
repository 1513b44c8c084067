/// What the strings of a sort key are: measures, levels of a log, or texts.
struct TextKinds: Sendable {
  private var areNumbers = true
  private let mayBeLevels: Bool

  /// A Boolean value that indicates whether some values are numbers, and no texts.
  private(set) var hasNumbers = false

  private(set) var first: String?

  /// A text that is not read as a number.
  private var other: String?

  /// The levels, and the texts that are none.
  private var levels = UnreadValues(.level)
  private var texts = ColumnTexts()

  /// Creates the kinds of no strings.
  init(of key: SortKey) {
    mayBeLevels = key.expression == nil && key.path.hasLevel
  }

  /// A Boolean value that indicates whether the strings may be something else than texts.
  var isOpen: Bool { areNumbers || mayBeLevels }

  /// Adds a value of the key; only strings count that stand for no missing value.
  @inline(__always)
  mutating func add(_ value: QueryValue) {
    if case .number = value { hasNumbers = true }
    guard isOpen, case .text(let content) = value, !value.isMissing else { return }
    QueryValue.withText(content) { add(text: $0) }
  }

  private mutating func add(text: UnsafeRawBufferPointer) {
    if first == nil { first = String(decoding: text, as: UTF8.self) }
    if mayBeLevels {
      if LogLevel(value: text) == nil { levels.add(text: text) } else { levels.readCount += 1 }
    }
    guard areNumbers else { return }
    guard let number = NumberReading(text) else {
      (areNumbers, other) = (false, String(decoding: text, as: UTF8.self))
      return
    }
    texts.add(number, in: text)
  }

  /// Adds the strings of other rows.
  mutating func add(_ other: TextKinds) {
    areNumbers = areNumbers && other.areNumbers
    levels.add(other.levels)
    hasNumbers = hasNumbers || other.hasNumbers
    (first, self.other) = (first ?? other.first, self.other ?? other.other)
    texts.add(other.texts)
  }

  /// A Boolean value that indicates whether there are strings.
  var haveTexts: Bool { first != nil }

  /// Why strings are sorted as texts although some values are numbers, or those that the key was
  /// fitted to; nil if there is nothing to say.
  func doubt(of key: SortKey) -> String? {
    guard let first else { return nil }
    if key.interpretation == .measure { return texts.clock.map(key.doubt(onClock:)) }
    if hasNumbers { return key.doubt(onTextsBesideNumbers: first) }
    guard key.isUnlikeSample else { return nil }
    if levels.readCount > 0, let unread = levels.description {
      return "\(key.title) is sorted as text: \(unread)"
    }
    return other.map(key.doubt(onText:)) ?? (texts.dimensions.areMixed ? key.doubtOnUnits : nil)
  }

  /// What the strings are sorted as.
  var interpretation: SortKey.Interpretation {
    guard haveTexts else { return .text }
    // One text that is no level does not make the order of the others alphabetical.
    if levels.areFew { return .level }
    let haveSizes = texts.dimensions.haveUnits || texts.areDecimals
    return areNumbers && haveSizes && !texts.dimensions.areMixed ? .measure : .text
  }

  /// The values beside levels that are none: `1 value of 9 is no level: "BOGUS"`; nil if there is
  /// none, or most are none.
  var unreadLevels: String? { levels.readCount > levels.count ? levels.description : nil }
}

extension NumberReading {
  /// Returns whether the number of a text has a sign or an exponent, as no version does.
  func isSigned(_ text: UnsafeRawBufferPointer) -> Bool {
    beginsWithSign || unit.isEmpty && text.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }
}
