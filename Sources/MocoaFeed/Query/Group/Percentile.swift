/// Numbers from which a percentile is computed.
struct Percentile: Sendable {
  /// The numbers that are represented exactly by their floating-point value.
  private var short: [Double] = []

  /// What the numbers measure, and how they are spelled.
  var dimensions: Measure.Dimensions = []

  /// The other numbers, as they are written.
  private var long: [(number: Quantity, text: [UInt8])] = []

  /// The number of numbers.
  var count: Int { short.count + long.count }

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
