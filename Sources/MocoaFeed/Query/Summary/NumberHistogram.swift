/// Counts numbers in stretches of equal width whose range grows with the numbers.
///
/// The width is a power of two, and doubles when a number lies outside: two stretches become one.
struct NumberHistogram {
  private static let size = 1_024

  private var counts: [Int] = []
  private var exponent = 0
  private var first = 0.0
  private var range: ClosedRange<Double>?

  private var width: Double { Double(sign: .plus, exponent: exponent, significand: 1) }

  /// Takes in a number; those that are not finite are passed over.
  mutating func add(_ number: Double) {
    guard number.isFinite, abs(number) < 1e300 else { return }
    if counts.isEmpty { begin(with: number) }
    range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
    while number < first { grow(downwards: true) }
    while number >= first + width * Double(Self.size) { grow(downwards: false) }
    counts[min(Self.size - 1, Int((number - first) / width))] += 1
  }

  private mutating func begin(with number: Double) {
    counts = [Int](repeating: 0, count: Self.size)
    // Fine enough to tell neighbours apart that have nine digits in common.
    exponent = number == 0 ? -40 : max(-900, number.exponent.advanced(by: -40))
    first = (number / width).rounded(.down) * width
  }

  private mutating func grow(downwards: Bool) {
    let half = Self.size / 2
    var merged = [Int](repeating: 0, count: Self.size)
    let offset = downwards ? half : 0
    for index in 0..<half { merged[offset + index] = counts[2 * index] + counts[2 * index + 1] }
    if downwards { first -= width * Double(Self.size) }
    counts = merged
    exponent += 1
  }

  /// The counts in a number of stretches from the least number to the greatest.
  ///
  /// A stretch that is cut by two of the result counts for the one in which its middle is.
  func bins(atMost count: Int) -> [ColumnSummary.Bin] {
    guard let range, count > 0 else { return [] }
    let (least, greatest) = (range.lowerBound, range.upperBound)
    guard least < greatest else {
      return [ColumnSummary.Bin(range: range, count: counts.reduce(0, +))]
    }
    let step = (greatest - least) / Double(count)
    var totals = [Int](repeating: 0, count: count)
    for (index, number) in counts.enumerated() where number > 0 {
      let middle = first + (Double(index) + 0.5) * width
      totals[max(0, min(count - 1, Int((middle - least) / step)))] += number
    }
    return totals.indices.map { index in
      let upper = index == count - 1 ? greatest : least + Double(index + 1) * step
      return ColumnSummary.Bin(range: least + Double(index) * step...upper, count: totals[index])
    }
  }
}
