/// What the values of one member have in common over many rows.
public struct ColumnSummary: Hashable, Sendable {
  /// A value and how often it occurs.
  public struct Frequency: Hashable, Sendable {
    /// The value: a string as it reads, all else as it is written.
    public let value: String
    /// How many rows have it.
    public let count: Int
  }

  /// How many rows have been looked at.
  public internal(set) var rowCount = 0

  /// How many rows do not have the member.
  public internal(set) var missingCount = 0

  /// How many values of each kind there are.
  public internal(set) var kinds: [JSONBytes.Kind: Int] = [:]

  /// How many different values there are; an estimate within a few percent where it is not exact.
  public internal(set) var distinctCount = 0

  /// Whether `distinctCount` and `frequencies` are exact.
  public internal(set) var isDistinctCountExact = true

  /// The least and the greatest number, or where there are none the first and last text in order.
  public internal(set) var minimum: String?

  /// See `minimum`.
  public internal(set) var maximum: String?

  /// The sum of all numbers.
  public internal(set) var sum: Double?

  /// The mean of all numbers.
  public internal(set) var mean: Double?

  var numbers = RangeHistogram<NumberStep>()
  var times = RangeHistogram<TimeStep>()

  /// The most frequent values, at most 20, the most frequent first; empty where there are too many
  /// different ones to know.
  public internal(set) var frequencies: [Frequency] = []

  /// How many rows have the member, be it null.
  public var count: Int { rowCount - missingCount }

  /// The numbers or the times, of which there are more, in at most so many ranges; nil where there
  /// are none.
  public func histogram(atMost limit: Int = 20) -> ColumnHistogram? {
    let areTimes = times.count > numbers.count
    let found =
      areTimes
      ? times.bins(atMost: limit).map { ($0.step.title, $0.bins) }
      : numbers.bins(atMost: limit).map { ($0.step.title, $0.bins) }
    return found.map { ColumnHistogram(step: $0, areTimes: areTimes, bins: $1) }
  }
}
