/// Takes in the values of one member, row by row, in memory that does not grow with them.
struct SummaryAccumulator {
  private var summary = ColumnSummary()
  private var numbers = NumberHistogram()
  private var total = CompensatedSum()
  private var distinct = DistinctCounter()
  private var counts: [[UInt8]: Int] = [:]
  private var extremes: (least: [UInt8], greatest: [UInt8])?
  private var texts: (least: String, greatest: String)?
  private var numberTexts: (least: String, greatest: String)?
  private var numberRange: (least: Quantity, greatest: Quantity)?

  /// As many different values are counted one by one.
  private static let frequencyLimit = 1_000

  /// Longer values are not counted one by one.
  private static let longestCounted = 200

  /// Takes in the value of a row, or nil where the row does not have the member.
  mutating func add(_ bytes: UnsafeRawBufferPointer?) {
    summary.rowCount += 1
    guard let bytes, let value = QueryValue(bytes) else {
      summary.missingCount += 1
      return
    }
    summary.kinds[value.kind, default: 0] += 1
    distinct.add(bytes)
    count(bytes)
    switch value {
    case .number(let quantity): add(quantity, bytes)
    case .text(let content): QueryValue.withUnescaped(content) { add(text: $0) }
    case .bool, .null, .container: break
    }
  }

  private mutating func count(_ bytes: UnsafeRawBufferPointer) {
    guard distinct.isExact, counts.count <= Self.frequencyLimit,
      bytes.count <= Self.longestCounted
    else { return }
    counts[Array(bytes), default: 0] += 1
  }

  private mutating func add(_ quantity: Quantity, _ bytes: UnsafeRawBufferPointer) {
    numbers.add(quantity.double)
    total.add(quantity.double)
    guard let (least, greatest) = numberRange, let texts = numberTexts else {
      numberRange = (quantity, quantity)
      let text = String(decoding: bytes, as: UTF8.self)
      numberTexts = (text, text)
      return
    }
    if quantity < least {
      numberRange = (quantity, greatest)
      numberTexts = (String(decoding: bytes, as: UTF8.self), texts.greatest)
    } else if greatest < quantity {
      numberRange = (least, quantity)
      numberTexts = (texts.least, String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func add(text: UnsafeRawBufferPointer) {
    guard numberRange == nil else { return }
    var key: [UInt8] = []
    TextOrder.appendKey(of: text, to: &key)
    guard let (least, greatest) = extremes, let old = texts else {
      extremes = (key, key)
      let text = String(decoding: text, as: UTF8.self)
      texts = (text, text)
      return
    }
    if key.lexicographicallyPrecedes(least) {
      extremes = (key, greatest)
      texts = (String(decoding: text, as: UTF8.self), old.greatest)
    } else if greatest.lexicographicallyPrecedes(key) {
      extremes = (least, key)
      texts = (old.least, String(decoding: text, as: UTF8.self))
    }
  }

  /// What has been taken in.
  func makeSummary() -> ColumnSummary {
    var result = summary
    result.distinctCount = distinct.count
    result.isDistinctCountExact = distinct.isExact
    result.minimum = numberTexts?.least ?? texts?.least
    result.maximum = numberTexts?.greatest ?? texts?.greatest
    if let count = summary.kinds[.number], count > 0 {
      result.sum = total.value
      result.mean = total.value / Double(count)
      result.histogram = numbers.bins(atMost: 20)
    }
    if distinct.isExact, counts.count <= Self.frequencyLimit {
      // Values that occur alike often stand in order, so that the result is the same every time.
      let sorted = counts.sorted { first, second in
        first.value != second.value
          ? first.value > second.value : first.key.lexicographicallyPrecedes(second.key)
      }
      result.frequencies = sorted.prefix(20).map { key, count in
        let json = JSONBytes(key)
        return ColumnSummary.Frequency(value: json.string ?? json.text, count: count)
      }
    }
    return result
  }
}

extension QueryValue {
  /// What kind of value it is.
  fileprivate var kind: JSONBytes.Kind {
    switch self {
    case .number: .number
    case .text: .string
    case .bool: .bool
    case .null: .null
    case .container(let bytes): bytes.first == UInt8(ascii: "{") ? .object : .array
    }
  }
}
