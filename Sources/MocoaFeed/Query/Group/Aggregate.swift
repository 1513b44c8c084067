/// What is worked out of the rows of a group.
public struct Aggregate: Hashable, Sendable {
  /// How it is worked out.
  public enum Function: Hashable, Sendable {
    /// The number of rows.
    case count
    /// The sum of the numbers; exact for integers.
    case sum
    /// The mean of the numbers.
    case mean
    /// The least value, in the order in which rows are sorted.
    case min
    /// The greatest value, in the order in which rows are sorted.
    case max
    /// The number below which so many percent of the numbers are, between two numbers as far as
    /// that goes (as `quantile_cont` of SQL). It takes eight bytes a row.
    case percentile(Int)
  }

  /// How it is worked out.
  public let function: Function

  /// The member of which it is; of no meaning for a count.
  public let path: MemberPath

  /// The name of the member in the title.
  private let name: String

  /// Makes an aggregate.
  ///
  /// - Parameters:
  ///   - function: How it is worked out.
  ///   - path: The member.
  ///   - name: The name of the member in the title; nil for the path.
  public init(_ function: Function, of path: MemberPath = ".", name: String? = nil) {
    self.function = function
    self.path = path
    self.name = name ?? path.text
  }

  /// Its name: `count`, `sum(score)`, `p50(score)`.
  public var title: String {
    switch function {
    case .count: "count"
    case .sum: "sum(\(name))"
    case .mean: "mean(\(name))"
    case .min: "min(\(name))"
    case .max: "max(\(name))"
    case .percentile(let percent): "p\(percent)(\(name))"
    }
  }
}

/// What an aggregate needs of the values so far.
struct Accumulator: Sendable {
  private let function: Aggregate.Function
  private var count = 0
  private var integers: Int128 = 0
  private var others = CompensatedSum()
  /// Whether all numbers so far are integers that were added exactly.
  private var isExact = true
  private var extreme: (key: [UInt8], text: [UInt8])?
  private var numbers: [Double] = []

  init(_ function: Aggregate.Function) { self.function = function }

  /// Takes in the value of a row, nil where it does not have the member.
  mutating func add(_ bytes: UnsafeRawBufferPointer?, _ encoder: inout SortKeyEncoder) {
    switch function {
    case .count: count += 1
    case .sum, .mean:
      guard let bytes, case .number(let number)? = QueryValue(bytes) else { return }
      count += 1
      if let integer = Self.integer(bytes) {
        integers += Int128(integer)
      } else {
        isExact = false
        others.add(number.double)
      }
    case .min, .max:
      guard let bytes, let value = QueryValue(bytes) else { return }
      if case .null = value { return }
      encoder.encode(value: value)
      offer(encoder.bytes, Array(bytes))
    case .percentile:
      guard let bytes, case .number(let number)? = QueryValue(bytes) else { return }
      numbers.append(number.double)
    }
  }

  /// Takes in what another has of later rows.
  mutating func merge(_ other: Accumulator) {
    count += other.count
    integers += other.integers
    others.add(other.others.value)
    isExact = isExact && other.isExact
    if let (key, text) = other.extreme { offer(key, text) }
    numbers += other.numbers
  }

  private mutating func offer(_ key: [UInt8], _ text: [UInt8]) {
    guard let best = extreme?.key else { return extreme = (key, text) }
    let isBetter =
      function == .min
      ? key.lexicographicallyPrecedes(best) : best.lexicographicallyPrecedes(key)
    if isBetter { extreme = (key, text) }
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count <= 18 else { return nil }
    var result = 0
    for (index, byte) in bytes.enumerated() {
      if index == 0, byte == UInt8(ascii: "-") { continue }
      guard byte.isDigit else { return nil }
      result = result * 10 + Int(byte - 0x30)
    }
    return bytes.first == UInt8(ascii: "-") ? -result : result
  }

  /// The result as JSON; `null` where there were no values.
  var json: [UInt8] {
    switch function {
    case .count: Array(String(count).utf8)
    case .sum:
      isExact ? Array(String(integers).utf8) : Self.json(Double(integers) + others.value)
    case .mean:
      count == 0 ? Self.json(nil) : Self.json((Double(integers) + others.value) / Double(count))
    case .min, .max: extreme?.text ?? Self.json(nil)
    case .percentile(let percent): Self.json(percentile(percent))
    }
  }

  private func percentile(_ percent: Int) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    let place = Double(percent) / 100 * Double(sorted.count - 1)
    let lower = Int(place)
    let upper = Swift.min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
  }

  private static func json(_ number: Double?) -> [UInt8] {
    guard let number, number.isFinite else { return Array("null".utf8) }
    if number == number.rounded(), abs(number) < 9e15 { return Array(String(Int(number)).utf8) }
    return Array(number.description.utf8)
  }
}
