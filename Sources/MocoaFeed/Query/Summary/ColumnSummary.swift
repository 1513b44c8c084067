/// A summary of the values of one member over many rows.
package struct ColumnSummary: Hashable, Sendable {
  /// A value and the number of its occurrences.
  package struct Frequency: Hashable, Sendable {
    /// The value: a string unquoted, others as they are written.
    package let value: String
    /// The number of rows that have it.
    package let count: Int
  }

  /// The number of rows that count.
  package internal(set) var rowCount = 0

  /// The rows that do not count, as they are not JSON.
  package internal(set) var brokenRows = RowTally()

  /// The number of rows that lack the member.
  package internal(set) var missingCount = 0

  /// The number of values of each kind.
  package internal(set) var kinds: [JSONBytes.Kind: Int] = [:]

  /// The number of distinct values; if not exact, an estimate within a few percent.
  package internal(set) var distinctCount = 0

  /// A Boolean value that indicates whether `distinctCount` and `frequencies` are exact.
  package internal(set) var isDistinctCountExact = true

  /// The minimum of the values of the most frequent kind: numbers, times or texts.
  package internal(set) var minimum: String?

  /// The maximum of the values of the most frequent kind: numbers, times or texts.
  package internal(set) var maximum: String?

  package internal(set) var sum: Double?

  package internal(set) var mean: Double?

  /// What the bounds, the sum and the mean left out: `1 value of 3 is no number: "1,200"`.
  package internal(set) var faults: [String] = []

  /// What the numbers measure, and how they are spelled.
  var dimensions: Measure.Dimensions = []

  /// A Boolean value that indicates whether numbers are durations in seconds.
  private var hasDurations: Bool { dimensions.contains(.duration) && !dimensions.areMixed }

  /// Returns a sum or mean in the unit of all values; nil if they have none, or several.
  package func amount(of number: Double) -> (number: Double, unit: String)? {
    guard !dimensions.areMixed, let unit = dimensions.unit,
      let text = Measure.text(DecimalSum.json(number), in: unit),
      let amount = Double(text.dropLast(unit.count))
    else { return nil }
    return (amount, unit)
  }

  /// Returns a sum or mean of durations as text; nil for other numbers.
  package func durationText(of number: Double) -> String? {
    // One of a minute or more is read in seconds.
    let rounded = number.magnitude < 60 ? number : number.rounded()
    return hasDurations ? Measure.text(ofSeconds: rounded) : nil
  }

  /// The durations, the percentages, or the other numbers, whichever came first; 0 is any of them.
  var numbers = RangeHistogram<NumberStep>()

  /// What they measure; nil for none but 0.
  private var kind: Measure.Dimensions?

  /// The numbers of the other kinds.
  private var otherNumbers: [Measure.Dimensions: RangeHistogram<NumberStep>] = [:]

  var times = RangeHistogram<TimeStep>()

  /// The most frequent values, at most 20; empty if there are too many distinct ones.
  package internal(set) var frequencies: [Frequency] = []

  /// The number of rows that have the member, including null.
  package var count: Int { rowCount - missingCount }

  init() {}

  /// Adds a number of some rows.
  mutating func add(_ number: Double, _ dimension: Measure.Dimensions, _ rows: Int) {
    let found = dimension.intersection([.duration, .percentage])
    if kind == nil, !dimension.isEmpty { kind = found }
    if dimension.isEmpty || found == kind {
      numbers.add(number, rows)
    } else {
      otherNumbers[found, default: RangeHistogram()].add(number, rows)
    }
  }

  mutating func removeNumbers() { (numbers, otherNumbers) = (RangeHistogram(), [:]) }

  /// Returns a histogram of the numbers of a kind or of the times, whichever are more, whose ranges
  /// are some steps longer, or shorter if negative; nil if there are none.
  package func histogram(atMost limit: Int = 20, coarsening: Int = 0) -> ColumnHistogram? {
    var (numbers, kind) = (numbers, kind)
    let others = otherNumbers.sorted { $0.key.rawValue < $1.key.rawValue }
    for (other, found) in others where found.count > numbers.count {
      (numbers, kind) = (found, other)
    }
    let all = self.numbers.count + others.map(\.value.count).reduce(0, +)
    let areTimes = times.count > numbers.count
    let found =
      areTimes
      ? times.bins(atMost: limit, coarsening: coarsening).map { ($0.step.title, $0.bins) }
      : numbers.bins(atMost: limit, coarsening: coarsening).map { ($0.step.title, $0.bins) }
    guard let (step, bins) = found else { return nil }
    let apart = areTimes ? 0 : all - numbers.count
    guard kind == .duration, !areTimes else {
      return ColumnHistogram(
        step: step, areTimes: areTimes, bins: bins, numbersOfOtherUnits: apart)
    }
    func text(_ seconds: String) -> String { Double(seconds).map(Measure.text) ?? seconds }
    return ColumnHistogram(
      step: text(step), areTimes: false,
      bins: bins.map {
        .init(
          lowerBound: text($0.lowerBound), upperBound: text($0.upperBound), count: $0.count)
      }, numbersOfOtherUnits: apart)
  }
}
