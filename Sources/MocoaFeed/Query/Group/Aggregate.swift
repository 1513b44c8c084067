/// What is worked out of the rows of a group.
public struct Aggregate: Hashable, Sendable {
  /// How it is worked out; of no values, all but the count are null.
  public enum Function: Hashable, Sendable {
    /// The number of rows.
    case count
    /// The sum of the numbers, exact.
    case sum
    /// The mean of the numbers: of the exact sum.
    case mean
    /// The least number; where there are no numbers, the first value in the order in which rows
    /// are sorted.
    case min
    /// The greatest number; where there are no numbers, the last value in the order in which rows
    /// are sorted.
    case max
    /// The number below which so many percent of the numbers are, between two numbers as far as
    /// that goes (as `quantile_cont` of SQL), which is rounded to 16 digits. It takes eight bytes a
    /// row, more where numbers have more digits.
    case percentile(Int)

    /// Its name in titles and options: `sum`, `p50`.
    public var name: String {
      switch self {
      case .count: "count"
      case .sum: "sum"
      case .mean: "mean"
      case .min: "min"
      case .max: "max"
      case .percentile(let percent): "p\(percent)"
      }
    }
  }

  /// How it is worked out.
  public let function: Function

  /// The member of which it is; of no meaning for a count.
  public let path: MemberPath

  /// Makes an aggregate.
  ///
  /// - Parameters:
  ///   - function: How it is worked out.
  ///   - path: The member.
  ///   - name: The name of the member in the title; nil for that of the path.
  public init(_ function: Function, of path: MemberPath = ".", name: String? = nil) {
    self.function = function
    self.path = path
    title = function == .count ? function.name : "\(function.name)(\(name ?? path.title))"
  }

  /// Its name: `count`, `sum(score)`, `p50(score)`.
  public internal(set) var title: String
}

/// What an aggregate needs of the values so far.
enum Accumulator: Sendable {
  case count
  case sum(DecimalSum)
  case mean(DecimalSum)
  /// The best value so far, as it is written, and the bytes that it is compared by.
  case extreme(isLeast: Bool, (key: [UInt8], text: [UInt8], isNumber: Bool)?)
  case percentile(Int, Percentile)

  init(_ function: Aggregate.Function) {
    switch function {
    case .count: self = .count
    case .sum: self = .sum(DecimalSum())
    case .mean: self = .mean(DecimalSum())
    case .min: self = .extreme(isLeast: true, nil)
    case .max: self = .extreme(isLeast: false, nil)
    case .percentile(let percent): self = .percentile(percent, Percentile())
    }
  }

  /// Adds the value of a row, nil where it does not have the member.
  mutating func add(_ bytes: UnsafeRawBufferPointer?, _ encoder: inout SortKeyEncoder) {
    guard let bytes, let first = bytes.first else { return }
    let isNumber = first.isDigit || first == UInt8(ascii: "-")
    switch self {
    case .count: break
    case .sum(var sum):
      guard isNumber else { return }
      self = .count
      sum.add(bytes)
      self = .sum(sum)
    case .mean(var sum):
      guard isNumber else { return }
      self = .count
      sum.add(bytes)
      self = .mean(sum)
    case .extreme(let isLeast, let best):
      guard first != UInt8(ascii: "n"), isNumber || !(best?.isNumber ?? false),
        let value = QueryValue(bytes)
      else { return }
      encoder.encode(value: value)
      guard Self.isBetter(encoder.bytes, isNumber, best, isLeast) else { return }
      self = .extreme(isLeast: isLeast, (encoder.bytes, Array(bytes), isNumber))
    case .percentile(let percent, var numbers):
      guard isNumber, let number = Quantity(bytes) else { return }
      self = .count
      numbers.add(number, bytes)
      self = .percentile(percent, numbers)
    }
  }

  private static func isBetter(
    _ key: [UInt8], _ isNumber: Bool, _ best: (key: [UInt8], text: [UInt8], isNumber: Bool)?,
    _ isLeast: Bool
  ) -> Bool {
    guard let best else { return true }
    if isNumber != best.isNumber { return isNumber }
    return isLeast
      ? key.lexicographicallyPrecedes(best.key) : best.key.lexicographicallyPrecedes(key)
  }

  /// Adds what another has of later rows.
  mutating func merge(_ other: Accumulator) {
    switch (self, other) {
    case (.sum(var sum), .sum(let more)):
      sum.add(more)
      self = .sum(sum)
    case (.mean(var sum), .mean(let more)):
      sum.add(more)
      self = .mean(sum)
    case (.extreme(let isLeast, let best), .extreme(_, let next?)):
      if Self.isBetter(next.key, next.isNumber, best, isLeast) { self = other }
    case (.percentile(let percent, var numbers), .percentile(_, let more)):
      self = .count
      numbers.add(more)
      self = .percentile(percent, numbers)
    default: break
    }
  }

  /// The result as JSON; empty where there were no values.
  func json(rowCount: Int) -> [UInt8] {
    switch self {
    case .count: Array(String(rowCount).utf8)
    case .sum(let sum): sum.count == 0 ? [] : sum.json
    case .mean(let sum): sum.count == 0 ? [] : sum.quotientJSON(by: sum.count)
    case .extreme(_, let best): best?.text ?? []
    case .percentile(let percent, let numbers): numbers.json(percent)
    }
  }
}

/// Numbers of which a percentile is asked.
struct Percentile: Sendable {
  /// Those that no two texts share.
  private var short: [Double] = []

  /// The others, as they are written.
  private var long: [(number: Quantity, text: [UInt8])] = []

  /// Adds a number.
  mutating func add(_ number: Quantity, _ text: UnsafeRawBufferPointer) {
    if number.rest.isEmpty {
      short.append(number.double)
    } else {
      long.append((number, Array(text)))
    }
  }

  /// Adds those of another.
  mutating func add(_ other: Percentile) {
    short += other.short
    long += other.long
  }

  /// The percentile as JSON; empty where there are no numbers.
  func json(_ percent: Int) -> [UInt8] {
    let short = short.sorted()
    let long = long.sorted { $0.number < $1.number }
    let count = short.count + long.count
    guard count > 0 else { return [] }
    // Where the long numbers are among all.
    let places = long.enumerated().map { index, long in
      index + (short.firstIndex(sortedWhere: { Quantity(short: $0) >= long.number }) ?? short.count)
    }
    func text(at index: Int) -> [UInt8] {
      let next = places.firstIndex(sortedWhere: { $0 >= index }) ?? places.count
      let isLong = next < places.count && places[next] == index
      return isLong ? long[next].text : DecimalSum.json(short[index - next])
    }
    let (lower, part) = (percent * (count - 1)).quotientAndRemainder(dividingBy: 100)
    let first = text(at: lower)
    guard part > 0 else { return first }
    let second = text(at: lower + 1)
    if first == second { return first }
    // In decimal, as 0.1 and 0.2 are no sums of powers of two.
    var sum = DecimalSum()
    for (number, weight) in [(first, 100 - part), (second, part)] {
      number.withUnsafeBytes { sum.add($0, times: Int128(weight)) }
    }
    return sum.quotientJSON(by: 100)
  }
}
