/// A division of an ordered line into stretches, which are numbered from left to right.
protocol HistogramStep: Hashable, Sendable {
  associatedtype Value: Comparable, Hashable, Sendable

  /// The number of the stretch of a value; nil where there is none for values as large.
  func index(of value: Value) -> Int?

  /// Where a stretch begins; it ends where the next one begins.
  func start(of index: Int) -> Value

  /// The length of stretches, to compare steps.
  var length: Double { get }

  /// The step that a histogram begins with; nil for values that are left out.
  static func first(for value: Value) -> Self?

  /// Steps whose stretches are made of those of this one: the next that a histogram grows to, and
  /// those that it can be shown in, this one first.
  var coarser: Self? { get }
  var multiples: [Self] { get }

  /// The longest step that values can be aligned to, and the next shorter one.
  static var longestGrain: Self { get }
  var finerGrain: Self? { get }

  /// A value at the start of a stretch as it is typed in a filter.
  func text(of value: Value) -> String

  /// The length in words.
  var title: String { get }
}

/// Counts values in stretches of an equal step, which grows with the range of the values.
///
/// Memory is the same for any number of values.
struct RangeHistogram<Step: HistogramStep>: Hashable, Sendable {
  /// The most stretches.
  private static var limit: Int { 2_048 }

  private var step: Step?
  /// What all values so far are aligned to.
  private var grain: Step? = .longestGrain
  private var first = 0
  private var counts: [Int] = []

  /// How many values there are.
  private(set) var count = 0

  /// Takes in a value.
  ///
  /// - Complexity: O(1), but for the few values that make the step grow.
  mutating func add(_ value: Step.Value) {
    if step == nil { step = Step.first(for: value) }
    guard step != nil else { return }
    var index = step?.index(of: value)
    while !makeRoom(for: index) {
      guard grow() else { return }
      index = step?.index(of: value)
    }
    guard let index else { return }
    counts[index - first] += 1
    count += 1
    while let finer = grain, finer.index(of: value).map(finer.start) != value {
      grain = finer.finerGrain
    }
  }

  /// Makes stretches up to one; false where these would be too many.
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

  /// Goes on with the next longer step; false where there is none.
  private mutating func grow() -> Bool {
    guard let step, let next = step.coarser else { return false }
    self.step = next
    guard !counts.isEmpty else { return true }
    (first, counts) = combined(step, next) ?? (0, [])
    return true
  }

  /// The counts in stretches of another step.
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

  /// The counts in the shortest step with so few stretches from the least value to the greatest.
  func bins(atMost limit: Int) -> (step: Step, bins: [ColumnHistogram.Bin])? {
    guard let step, !counts.isEmpty else { return nil }
    let (least, greatest) = (step.start(of: first), step.start(of: first + counts.count - 1))
    for other in step.multiples where other.length >= grain?.length ?? 0 {
      guard let start = other.index(of: least), let end = other.index(of: greatest),
        end - start < limit, let (first, counts) = combined(step, other)
      else { continue }
      let bins = counts.enumerated().map { offset, count in
        ColumnHistogram.Bin(
          lowerBound: other.text(of: other.start(of: first + offset)),
          upperBound: other.text(of: other.start(of: first + offset + 1)), count: count)
      }
      return (other, bins)
    }
    return nil
  }
}

/// The values of a column in ranges of equal length, with how many there are in each.
public struct ColumnHistogram: Hashable, Sendable {
  /// A range of values and how many there are.
  public struct Bin: Hashable, Sendable {
    /// The least value of the range, as it is typed in a filter: `10`, `2026-11-01T10:00`.
    public let lowerBound: String
    /// The first value behind the range.
    public let upperBound: String
    /// How many values there are.
    public let count: Int
  }

  /// The length of the ranges in words: `hour`, `10 minutes`, `0.5`.
  public let step: String

  /// A Boolean value that indicates whether the values are times, in UTC, or else numbers.
  public let areTimes: Bool

  /// The ranges from the least value to the greatest, those without values among them.
  public let bins: [Bin]

  /// A bar for each range, in eighths of a character: `▁▃█▅`; empty for a single one.
  public var sparkline: String {
    let highest = bins.map(\.count).max() ?? 0
    guard highest > 0, bins.count > 1 else { return "" }
    let bars = Array(" ▁▂▃▄▅▆▇█")
    return String(
      bins.map { bin in
        bin.count == 0
          ? bars[0] : bars[max(1, Int((Double(bin.count) / Double(highest) * 8).rounded()))]
      })
  }
}
