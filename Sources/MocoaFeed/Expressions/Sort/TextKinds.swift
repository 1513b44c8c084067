/// What the strings of a sort key are: measures, levels of a log, or texts; and why they are not
/// sorted as they look.
struct TextKinds: Sendable {
  private let mayBeLevels: Bool

  /// The numbers of values that are numbers, and no texts, and of texts.
  private var (numberCount, textCount) = (0, 0)

  private var first: String?

  /// The levels, and the texts that are none.
  private var levels = UnreadValues(.level)
  private var texts = ColumnTexts()

  /// Creates the kinds of no strings.
  init(of key: SortKey) {
    mayBeLevels = key.expression == nil && key.path.hasLevel
  }

  /// Adds a value of the key; only strings count that stand for no missing value.
  @inline(__always)
  mutating func add(_ value: QueryValue) {
    if case .number(let number) = value {
      numberCount += 1
      if mayBeLevels { add(levelOf: number) }
    }
    guard case .text(let content) = value, !value.isMissing else { return }
    textCount += 1
    if texts.areOthers, !mayBeLevels { return texts.addOther() }
    QueryValue.withText(content) { add(text: $0) }
  }

  private mutating func add(levelOf number: Quantity) {
    if QueryValue.number(number).level == nil {
      levels.add(DecimalSum.json(number.double), rows: 1)
    } else {
      levels.readCount += 1
    }
  }

  private mutating func add(text: UnsafeRawBufferPointer) {
    if first == nil { first = String(decoding: text, as: UTF8.self) }
    if mayBeLevels {
      if LogLevel(value: text) == nil { levels.add(text: text) } else { levels.readCount += 1 }
    }
    if texts.areOthers {
      texts.addOther()
    } else if texts.hasForm(ofTime: text) {
      texts.add(time: text)
    } else if let number = NumberReading(text) {
      texts.add(number, in: text)
    } else if Timestamp(text) != nil {
      texts.add(time: text)
    } else {
      texts.add(text)
    }
  }

  /// Adds the strings of other rows.
  mutating func add(_ other: TextKinds) {
    numberCount += other.numberCount
    textCount += other.textCount
    levels.add(other.levels)
    first = first ?? other.first
    texts.add(other.texts)
  }

  /// A Boolean value that indicates whether there are strings.
  var haveTexts: Bool { first != nil }

  /// Returns why rows are not sorted as most values look.
  ///
  /// - Parameters:
  ///   - key: The key, with the interpretation by which the rows are sorted.
  ///   - isSample: A Boolean value that indicates whether there are further rows, so that values
  ///     are not counted.
  /// - Returns: The reason; nil if there is none.
  func doubt(of key: SortKey, isSample: Bool = false) -> String? {
    guard let first else { return nil }
    let title = key.title
    if let unreadLevels {
      let order = key.interpretation == .level ? "" : " is sorted as text"
      return "\(title)\(order): \(unreadLevels)"
    }
    func doubt(on text: String, count: Int) -> String {
      let share = isSample ? "" : " (\(count) of \(numberCount + textCount))"
      return key.doubt(onTextsBesideNumbers: text) + share
    }
    switch key.interpretation {
    case .level: return nil
    case .measure:
      return (texts.firstOther ?? texts.firstTime).map { doubt(on: $0, count: texts.unreadCount) }
        ?? texts.clock.map(key.doubt(onClock:))
        ?? texts.minorVersions.note.map(key.doubt(onVersions:))
    case .text: break
    }
    if numberCount > 0 { return doubt(on: first, count: textCount) }
    let (times, others) = (texts.timeCount, texts.others.count)
    let areTimes = times > others || !texts.areFew(times) && (times > 1 || texts.slashCount > 0)
    if times > 0, areTimes, let text = texts.firstOther ?? texts.firstNumber {
      let place = key.isDescending ? "precede" : "follow"
      return "\(title) has times and other texts; these, such as \"\(text)\", \(place)"
    }
    if let version {
      return
        "\(title) is sorted as versions, as \"\(version)\" ends with 0; (\(title) + 0) as numbers"
    }
    if texts.readCount > texts.unreadCount, let order = texts.minorVersionsBesideWords {
      return "\(title) is sorted as versions, not \(order); (\(title) + 0) as numbers"
    }
    let areNumbers = texts.areNumbers
    if texts.dimensions.areMixed, areNumbers || texts.measureCount >= others {
      return key.doubtOnUnits
    }
    if let seeming = texts.seeming { return "\(title) is sorted as text, as \(seeming)" }
    return (areNumbers ? texts.firstOther : texts.unread).map(key.doubt(onText:))
  }

  /// The first number of those that are sorted as versions, and may be decimals; nil if there is
  /// none.
  var version: String? {
    guard texts.areVersions, texts.others.versionCount == 0, texts.readCount > texts.unreadCount
    else { return nil }
    return texts.version
  }

  /// What the strings are sorted as.
  var interpretation: SortKey.Interpretation {
    guard haveTexts else { return .text }
    // One text that is no level does not make the order of the others alphabetical.
    if levels.areFew { return .level }
    return texts.areMeasures ? .measure : .text
  }

  /// The values beside levels that are none: `1 value of 9 is no level: "BOGUS"`; nil if there is
  /// none, or most are none.
  private var unreadLevels: String? {
    levels.readCount > levels.count ? levels.description : nil
  }
}

extension NumberReading {
  /// Returns whether the number of a text has a sign or an exponent, as no version does.
  func isSigned(_ text: UnsafeRawBufferPointer) -> Bool {
    beginsWithSign || unit.isEmpty && text.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }
}
