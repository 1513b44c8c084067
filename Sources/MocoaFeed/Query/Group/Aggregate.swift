/// A value computed from the rows of a group.
package struct Aggregate: Hashable, Sendable {
  /// The function of an aggregate; without values, all but the count are null.
  package enum Function: Hashable, Sendable {
    /// The number of rows.
    case count
    /// The exact sum of the numbers, sizes and durations.
    case sum
    /// The mean of the numbers, sizes and durations, computed from the exact sum.
    case mean
    /// The minimum of the numbers, sizes and durations.
    ///
    /// If any text is none of these, the minimum of the numbers; without numbers, the first value
    /// in sort order.
    case min
    /// The maximum of the numbers, sizes and durations.
    ///
    /// If any text is none of these, the maximum of the numbers; without numbers, the last value
    /// in sort order.
    case max
    /// A percentile of the numbers, sizes and durations, interpolated.
    ///
    /// It is that of SQL's `quantile_cont`, with 16 digits.
    case percentile(Int)
    /// The number of times in ranges that are the same for all groups, as a sparkline.
    case trend

    /// The functions of members.
    package static let ofMembers: [Function] = [
      .sum, .mean, .min, .max, .percentile(50), .percentile(90), .percentile(99),
    ]

    /// Its name in titles and options: `sum`, `p50`.
    package var name: String {
      switch self {
      case .count: "count"
      case .sum: "sum"
      case .mean: "mean"
      case .min: "min"
      case .max: "max"
      case .percentile(let percent): "p\(percent)"
      case .trend: "trend"
      }
    }
  }

  /// The function.
  let function: Function

  /// The member to aggregate; ignored for a count.
  let path: MemberPath

  /// Creates an aggregate.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - path: The member.
  ///   - name: The name of the member in the title; nil means that of the path.
  package init(_ function: Function, of path: MemberPath = ".", name: String? = nil) {
    self.function = function
    self.path = path
    title = function == .count ? function.name : "\(function.name)(\(name ?? path.title))"
  }

  /// Its name: `count`, `sum(score)`, `p50(score)`.
  package internal(set) var title: String
}

/// The state of an aggregate.
enum Accumulator: Sendable {
  case count
  case sum(DecimalSum)
  case mean(DecimalSum)
  case extreme(Extreme)
  case percentile(Int, Percentile)
  case trend(Trend)

  init(_ function: Aggregate.Function) {
    switch function {
    case .count: self = .count
    case .sum: self = .sum(DecimalSum())
    case .mean: self = .mean(DecimalSum())
    case .min: self = .extreme(Extreme(isLeast: true))
    case .max: self = .extreme(Extreme(isLeast: false))
    case .percentile(let percent): self = .percentile(percent, Percentile())
    case .trend: self = .trend(Trend())
    }
  }

  /// Adds the value of some rows, nil if they lack the member.
  mutating func add(
    _ bytes: UnsafeRawBufferPointer?, _ encoder: inout SortKeyEncoder, rows: Int = 1
  ) {
    guard let bytes else { return }
    switch self {
    case .count: break
    case .sum(var sum):
      self = .count
      Self.withNumber(bytes) { sum.add($0, $1, rows: rows) }
      self = .sum(sum)
    case .mean(var sum):
      self = .count
      Self.withNumber(bytes) { sum.add($0, $1, rows: rows) }
      self = .mean(sum)
    case .extreme(var extreme):
      self = .count
      extreme.add(bytes, &encoder)
      self = .extreme(extreme)
    case .percentile(let percent, var numbers):
      self = .count
      Self.withNumber(bytes) { for _ in 0..<rows { numbers.add($0, $1) } }
      self = .percentile(percent, numbers)
    case .trend(var trend):
      self = .count
      if case .text(let content)? = QueryValue(bytes), let time = Timestamp(content) {
        trend.add(time, rows: rows)
      }
      self = .trend(trend)
    }
  }

  /// Adds what an engine has summed: `"2 10.5"` for two numbers.
  mutating func add(sumOfEngine text: UnsafeRawBufferPointer?) {
    guard let text, let blank = text.firstIndex(of: 0x20), blank + 1 < text.count else { return }
    let count = text[1..<blank].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    var sum = DecimalSum()
    sum.add(text[rebased: blank + 1..<text.count - 1], ofNumbers: count)
    if case .sum = self { merge(.sum(sum)) } else { merge(.mean(sum)) }
  }

  /// Calls a closure with a number, or that of a text with a unit, and its dimension.
  @inline(__always)
  private static func withNumber(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Measure.Dimensions) -> Void
  ) {
    guard let first = bytes.first else { return }
    if first.isDigit || first == UInt8(ascii: "-") { return body(bytes, []) }
    guard case .text(let content)? = QueryValue(bytes) else { return }
    if Quantity(content) != nil { return body(content, []) }
    guard let measure = Measure(content) else { return }
    measure.json.withUnsafeBytes { body($0, measure.dimension) }
  }

  /// Adds the values of another accumulator, which are those of later rows.
  mutating func merge(_ other: Accumulator) {
    switch (self, other) {
    case (.sum(var sum), .sum(let more)):
      sum.add(more)
      self = .sum(sum)
    case (.mean(var sum), .mean(let more)):
      sum.add(more)
      self = .mean(sum)
    case (.extreme(var extreme), .extreme(let more)):
      extreme.add(more)
      self = .extreme(extreme)
    case (.percentile(let percent, var numbers), .percentile(_, let more)):
      self = .count
      numbers.add(more)
      self = .percentile(percent, numbers)
    case (.trend(var trend), .trend(let more)):
      trend.add(more)
      self = .trend(trend)
    default: break
    }
  }

  /// Extends the ranges of a trend to those of another.
  mutating func cover(_ other: Trend) {
    guard case .trend(var trend) = self else { return }
    trend.add(other, weight: 0)
    self = .trend(trend)
  }

  /// Returns the result as JSON; empty if there were no values.
  func json(rowCount: Int) -> [UInt8] {
    switch self {
    case .count: Array(String(rowCount).utf8)
    case .sum(let sum):
      sum.count == 0 ? [] : Self.text(sum.json, sum.dimensions, isExact: true)
    case .mean(let sum):
      sum.count == 0 ? [] : Self.text(sum.quotientJSON(by: sum.count), sum.dimensions)
    case .extreme(let extreme): extreme.text
    case .percentile(let percent, let numbers):
      Self.text(numbers.json(percent), numbers.dimensions)
    case .trend(let trend): trend.json
    }
  }

  /// Returns a number of seconds as the text of a duration, and no number of mixed units.
  private static func text(
    _ json: [UInt8], _ dimensions: Measure.Dimensions, isExact: Bool = false
  ) -> [UInt8] {
    if dimensions.areMixed { return Measure.mixed }
    guard dimensions == .duration, let seconds = Double(String(decoding: json, as: UTF8.self))
    else { return json }
    let text = isExact ? Measure.text(ofSeconds: json) : Measure.text(ofSeconds: seconds)
    return Array("\"\(text)\"".utf8)
  }
}

/// The minimum or maximum of values.
struct Extreme: Sendable {
  /// A value as it is written, and its sort key.
  private typealias Candidate = (key: [UInt8], text: [UInt8], isNumber: Bool)

  private let isLeast: Bool

  /// The best number, or the best value while there is no number.
  private var best: Candidate?

  /// The best text by its value as a size or duration.
  private var bestMeasure: Candidate?

  /// A Boolean value that indicates whether all texts were numbers, sizes or durations.
  private var areMeasures = true
  private var dimensions: Measure.Dimensions = []

  init(isLeast: Bool) { self.isLeast = isLeast }

  /// Adds a value; null is ignored.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ encoder: inout SortKeyEncoder) {
    guard let value = QueryValue(bytes) else { return }
    var isNumber = false
    switch value {
    case .null: return
    case .number: isNumber = true
    case .text(let content) where areMeasures && !content.isEmpty:
      guard let measure = Measure.quantity(of: content) else {
        areMeasures = Measure.isPlaceholder(content)
        break
      }
      dimensions.formUnion(measure.dimension)
      encoder.encode(value: .number(measure.value))
      if isBetter(encoder.bytes, true, than: bestMeasure) {
        bestMeasure = (encoder.bytes, Array(bytes), true)
      }
    default: break
    }
    guard isNumber || best?.isNumber != true else { return }
    encoder.encode(value: value)
    if isBetter(encoder.bytes, isNumber, than: best) {
      best = (encoder.bytes, Array(bytes), isNumber)
    }
  }

  /// Adds the values of another one.
  mutating func add(_ other: Extreme) {
    areMeasures = areMeasures && other.areMeasures
    dimensions.formUnion(other.dimensions)
    if let next = other.best, isBetter(next, than: best) { best = next }
    if let next = other.bestMeasure, isBetter(next, than: bestMeasure) { bestMeasure = next }
  }

  private func isBetter(_ next: Candidate, than old: Candidate?) -> Bool {
    isBetter(next.key, next.isNumber, than: old)
  }

  private func isBetter(_ key: [UInt8], _ isNumber: Bool, than old: Candidate?) -> Bool {
    guard let old else { return true }
    if isNumber != old.isNumber { return isNumber }
    return isLeast
      ? key.lexicographicallyPrecedes(old.key) : old.key.lexicographicallyPrecedes(key)
  }

  /// The text of the value; empty if there was none.
  var text: [UInt8] {
    if areMeasures, dimensions.areMixed { return Measure.mixed }
    guard areMeasures, !dimensions.isEmpty, let bestMeasure else { return best?.text ?? [] }
    // If there is no number, the other candidate is a text, or a value of another kind.
    return isBetter(bestMeasure, than: best) ? bestMeasure.text : best?.text ?? []
  }
}

/// Numbers from which a percentile is computed.
struct Percentile: Sendable {
  /// The numbers that are represented exactly by their floating-point value.
  private var short: [Double] = []

  /// The dimensions of those that have a unit.
  private(set) var dimensions: Measure.Dimensions = []

  /// The other numbers, as they are written.
  private var long: [(number: Quantity, text: [UInt8])] = []

  /// Adds a number.
  mutating func add(_ text: UnsafeRawBufferPointer, _ dimension: Measure.Dimensions) {
    guard let number = Quantity(text) else { return }
    dimensions.formUnion(dimension)
    if number.rest.isEmpty {
      short.append(number.double)
    } else {
      long.append((number, Array(text)))
    }
  }

  /// Adds the numbers of another.
  mutating func add(_ other: Percentile) {
    dimensions.formUnion(other.dimensions)
    short += other.short
    long += other.long
  }

  /// Returns the percentile as JSON; empty if there are no numbers.
  func json(_ percent: Int) -> [UInt8] {
    let short = short.sorted()
    let long = long.sorted { $0.number < $1.number }
    let count = short.count + long.count
    guard count > 0 else { return [] }
    // The positions of the long numbers among all.
    let places = long.enumerated().map { index, long in
      index + short.partitioningIndex { Quantity(short: $0) >= long.number }
    }
    func text(at index: Int) -> [UInt8] {
      let next = places.partitioningIndex { $0 >= index }
      let isLong = next < places.count && places[next] == index
      return isLong ? long[next].text : DecimalSum.json(short[index - next])
    }
    let (lower, part) = (percent * (count - 1)).quotientAndRemainder(dividingBy: 100)
    let first = text(at: lower)
    guard part > 0 else { return first }
    let second = text(at: lower + 1)
    if first == second { return first }
    // In decimal, as 0.1 and 0.2 are not sums of powers of two.
    var sum = DecimalSum()
    for (number, weight) in [(first, 100 - part), (second, part)] {
      number.withUnsafeBytes { sum.add($0, times: Int128(weight)) }
    }
    return sum.quotientJSON(by: 100)
  }
}
