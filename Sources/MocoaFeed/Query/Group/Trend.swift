/// The number of times in equal ranges, few enough for a sparkline.
///
/// Ranges are aligned to 1970, and grow by doubling, so that several trends can be extended to the
/// same ranges. Memory is the same for any number of times.
struct Trend: Sendable {
  /// The maximum number of ranges.
  private static let limit = 24

  /// The length of a range, in microseconds.
  private var step = 1_000_000
  /// The number of the first range since 1970.
  private var first = 0
  private var counts: [Int] = []

  /// The number of times.
  var count: Int { counts.reduce(0, +) }

  /// The counts as a sparkline in quotes; empty without times.
  var json: [UInt8] {
    guard !counts.isEmpty else { return [] }
    return Array("\"\(ColumnHistogram.sparkline(counts))\"".utf8)
  }

  mutating func add(_ time: Timestamp, rows: Int) { add(time.microseconds, rows) }

  /// Adds the times of another trend, and extends the ranges to its own.
  mutating func add(_ other: Trend, weight: Int = 1) {
    while step < other.step { coarsen() }
    for (offset, count) in other.counts.enumerated() {
      add((other.first + offset) * other.step, count * weight)
    }
  }

  private mutating func add(_ time: Int, _ count: Int) {
    if counts.isEmpty { (first, counts) = (time.flooredQuotient(by: step), [0]) }
    while true {
      let index = time.flooredQuotient(by: step)
      let range = min(index, first)..<max(index + 1, first + counts.count)
      guard range.count > Self.limit else {
        let zeros = repeatElement(0, count: range.count - counts.count)
        counts.insert(contentsOf: zeros, at: range.lowerBound < first ? 0 : counts.count)
        first = range.lowerBound
        counts[index - first] += count
        return
      }
      coarsen()
    }
  }

  private mutating func coarsen() {
    let start = first.flooredQuotient(by: 2)
    let end = (first + counts.count + 1).flooredQuotient(by: 2)
    var totals = [Int](repeating: 0, count: counts.isEmpty ? 0 : end - start)
    for (offset, count) in counts.enumerated() {
      totals[(first + offset).flooredQuotient(by: 2) - start] += count
    }
    (step, first, counts) = (step * 2, start, totals)
  }
}
