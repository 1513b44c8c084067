/// What the values of a sort key are in the first rows, and why they are not sorted as they look.
struct SampledKinds {
  private let key: SortKey
  private var kinds: TextKinds
  private var texts = ColumnTexts()
  /// The numbers of texts that are times, and that are dates with slashes.
  private var (timeCount, slashCount) = (0, 0)
  /// The first texts of a kind.
  private var (numeral, other): (String?, String?)

  /// Creates the kinds of no values.
  init(of key: SortKey) { (self.key, kinds) = (key, TextKinds(of: key)) }

  mutating func add(_ value: QueryValue) {
    guard !value.isMissing else { return }
    kinds.add(value)
    guard case .text(let content) = value else { return }
    QueryValue.withText(content) { content in
      let string = { String(decoding: content, as: UTF8.self) }
      if let number = NumberReading(content) {
        texts.add(number, in: content)
        numeral = numeral ?? string()
      } else if Timestamp(content) != nil {
        timeCount += 1
      } else {
        texts.add(content)
        if content.beginsWithSlashedDate { slashCount += 1 }
        other = other ?? string()
      }
    }
  }

  /// Why the rows are not sorted as most values look; nil if they are.
  var doubt: String? {
    let title = key.title
    if let unread = kinds.unreadLevels {
      let order = key.interpretation == .level ? "" : " is sorted as text"
      return "\(title)\(order): \(unread)"
    }
    if key.interpretation == .measure { return texts.clock.map(key.doubt(onClock:)) }
    guard key.interpretation == .text else { return nil }
    let place = key.isDescending ? "precede" : "follow"
    if kinds.hasNumbers, let text = kinds.first { return key.doubt(onTextsBesideNumbers: text) }
    let areTimes = timeCount > texts.others.count || timeCount > 1 || timeCount * slashCount > 0
    if areTimes, let text = other ?? numeral {
      return "\(title) has times and other texts; these, such as \"\(text)\", \(place)"
    }
    if let version = texts.version, other == nil {
      return
        "\(title) is sorted as versions, as \"\(version)\" ends with 0; (\(title) + 0) as numbers"
    }
    let areNumbers = texts.areNumbers
    if texts.dimensions.areMixed, areNumbers || texts.measureCount >= texts.others.count {
      return key.doubtOnUnits
    }
    if let seeming = texts.seeming { return "\(title) is sorted as text, as \(seeming)" }
    return (areNumbers ? other : texts.unread).map(key.doubt(onText:))
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the text begins with a date such as `2026/01/31`.
  fileprivate var beginsWithSlashedDate: Bool {
    count >= 10
      && zip(self, "0000/00/00".utf8).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 }
  }
}
