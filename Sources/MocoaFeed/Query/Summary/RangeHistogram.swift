/// A division of an ordered line into ranges, which are numbered in ascending order.
protocol HistogramStep: Hashable, Sendable {
  associatedtype Value: Comparable, Hashable, Sendable

  /// Returns the number of the range of a value; nil if the value is too large.
  func index(of value: Value) -> Int?

  /// Returns the start of a range, which is the end of the previous one.
  func start(of index: Int) -> Value

  /// The length of the ranges, to compare steps.
  var length: Double { get }

  /// Returns the step with which a histogram begins; nil for values that are skipped.
  static func first(for value: Value) -> Self?

  /// The next longer step, whose ranges consist of those of this one.
  var coarser: Self? { get }
  var multiples: [Self] { get }

  /// The longest step to which values can be aligned, and the next shorter one.
  static var longestGrain: Self { get }
  var finerGrain: Self? { get }

  /// Returns a value at the start of a range as it is typed in a filter.
  func text(of value: Value) -> String
}

/// Counts values in ranges of an equal step, which grows with the extent of the values.
///
/// Memory is the same for any number of values.
struct RangeHistogram<Step: HistogramStep>: Hashable, Sendable {
  /// The maximum number of ranges.
  private static var limit: Int { 2_048 }

  private var step: Step?
  /// The step to which all values so far are aligned.
  private var grain: Step? = .longestGrain
  private var first = 0
  private var counts: [Int] = []

  /// The number of values.
  private(set) var count = 0

  /// Adds a value of some rows.
  ///
  /// - Complexity: O(1), except for the few values that make the step grow.
  mutating func add(_ value: Step.Value, _ rows: Int = 1) {
    if step == nil { step = Step.first(for: value) }
    guard step != nil else { return }
    var index = step?.index(of: value)
    while !makeRoom(for: index) {
      guard grow() else { return }
      index = step?.index(of: value)
    }
    guard let index else { return }
    counts[index - first] += rows
    count += rows
    while let finer = grain, finer.index(of: value).map(finer.start) != value {
      grain = finer.finerGrain
    }
  }

  /// Extends the counts to a range; returns `false` if there would be too many.
  private mutating func makeRoom(for index: Int?) -> Bool {
    guard let index else { return false }
    if counts.isEmpty {
      (first, counts) = (index, [0])
    } else if index < first {
      guard first - index <= Self.limit - counts.count else { return false }
      counts.insert(contentsOf: repeatElement(0, count: first - index), at: 0)
      first = index
    } else if index >= first + counts.count {
      guard index - first < Self.limit else { return false }
      counts += repeatElement(0, count: index - first - counts.count + 1)
    }
    return true
  }

  /// Switches to the next longer step; returns `false` if there is none.
  private mutating func grow() -> Bool {
    guard let step, let next = step.coarser else { return false }
    self.step = next
    guard !counts.isEmpty else { return true }
    (first, counts) = combined(step, next) ?? (0, [])
    return true
  }

  /// Returns the counts in ranges of another step.
  private func combined(_ step: Step, _ other: Step) -> (first: Int, counts: [Int])? {
    guard let start = other.index(of: step.start(of: first)),
      let end = other.index(of: step.start(of: first + counts.count - 1))
    else { return nil }
    var totals = [Int](repeating: 0, count: end - start + 1)
    for (offset, count) in counts.enumerated() where count > 0 {
      guard let index = other.index(of: step.start(of: first + offset)) else { continue }
      totals[index - start] += count
    }
    return (start, totals)
  }

  /// Returns the counts with the shortest step that needs at most a number of ranges, or one that
  /// is some steps longer, or shorter if negative, as far as there are such.
  func bins(atMost limit: Int, coarsening: Int) -> (step: Step, bins: [ColumnHistogram.Bin])? {
    guard let step, !counts.isEmpty else { return nil }
    let (least, greatest) = (step.start(of: first), step.start(of: first + counts.count - 1))
    func count(_ other: Step) -> Int? {
      guard let start = other.index(of: least), let end = other.index(of: greatest) else {
        return nil
      }
      return end - start + 1
    }
    // All steps longer than the values yield the same single range.
    let steps = step.multiples.filter { $0.length >= grain?.length ?? 0 && count($0) != nil }
    guard let fitting = steps.firstIndex(where: { count($0) ?? .max <= limit }) else { return nil }
    let longest = steps.firstIndex { count($0) == 1 } ?? steps.count - 1
    let other = steps[max(0, min(fitting + coarsening, max(fitting, longest)))]
    guard let (first, counts) = combined(step, other) else { return nil }
    let bins = counts.enumerated().map { offset, count in
      ColumnHistogram.Bin(
        lowerBound: other.text(of: other.start(of: first + offset)),
        upperBound: other.text(of: other.start(of: first + offset + 1)), count: count)
    }
    return (other, bins)
  }
}

/// A histogram of a column: the number of values in ranges of equal length.
package struct ColumnHistogram: Hashable, Sendable {
  /// A range of values and their number.
  package struct Bin: Hashable, Sendable {
    /// The start of the range, as it is typed in a filter: `10`, `2026-11-01T10:00`.
    package let lowerBound: String
    /// The end of the range, which is not included.
    package let upperBound: String
    /// The number of values.
    package let count: Int
  }

  /// The length of the ranges in words: `hour`, `10 minutes`, `0.5`.
  package let step: String

  /// A Boolean value that indicates whether the values are times, in UTC, or else numbers.
  package let areTimes: Bool

  /// The ranges from the minimum to the maximum, including empty ones.
  package let bins: [Bin]

  /// The number of numbers that are none of these, as durations beside plain numbers.
  package let numbersOfOtherUnits: Int

  /// A bar per range, in eighths of a character: `▁▃█▅`; empty for a single one.
  package var sparkline: String { bins.count > 1 ? Self.sparkline(bins.map(\.count)) : "" }

  /// Returns a bar per count.
  static func sparkline(_ counts: [Int]) -> String {
    guard let highest = counts.max(), highest > 0 else { return "" }
    let bars = Array(" ▁▂▃▄▅▆▇█")
    return String(
      counts.map { count in
        count == 0 ? bars[0] : bars[max(1, Int((Double(count) / Double(highest) * 8).rounded()))]
      })
  }
}
