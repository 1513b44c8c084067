import MocoaCore
import MocoaFeed
import MocoaTUI

/// The summary of a column as lines of text: counts, bounds, mean, histogram, frequent values.
struct SummaryText {
  private(set) var lines: [Line] = []

  /// The number of columns for the lines.
  private let columns: Int

  /// The minimum and the maximum number of columns of a bar, and the maximum of its label.
  private static let (shortestBar, longestBar, longestLabel) = (8, 24, 28)

  /// The maximum number of frequent values listed.
  private static let valueLimit = 10

  init(_ summary: ColumnSummary, columns: Int = 68) {
    self.columns = columns
    addCounts(summary)
    addHistogram(summary)
    addFrequencies(summary)
  }

  private mutating func addCounts(_ summary: ColumnSummary) {
    add("rows", summary.rowCount.grouped)
    add("values", summary.count.grouped)
    if summary.missingCount > 0 { add("missing", summary.missingCount.grouped) }
    let sign = summary.isDistinctCountExact ? "" : "about "
    add("distinct", sign + summary.distinctCount.grouped)
    let kinds = summary.kinds.sorted { $0.value > $1.value }
    if kinds.count > 1 {
      add("kinds", kinds.map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", "))
    }
    // Digits of a text, such as a phone number, are in no groups.
    let areNumbers = kinds.first?.key == .number
    func grouped(_ text: String) -> String { areNumbers ? TextNumber.grouped(text) : text }
    summary.minimum.map { add("min", grouped($0)) }
    summary.maximum.map { add("max", grouped($0)) }
    summary.mean.map { add("mean", TextNumber.grouped(Self.text(of: $0, in: summary))) }
    summary.sum.map { add("sum", TextNumber.grouped(Self.text(of: $0, in: summary))) }
    let faults = summary.faults + [summary.brokenRows.leftOutText].compactMap(\.self)
    for fault in faults { lines.append(Line(TextWidth.sanitized(fault), style: .warning)) }
  }

  private mutating func add(_ name: String, _ value: String) {
    let shown = TextWidth.truncated(value, to: 50)
    lines.append([TextRun(name, style: .secondary, columns: 10), TextRun(shown)])
  }

  private mutating func addHistogram(_ summary: ColumnSummary) {
    guard let histogram = summary.histogram(), histogram.bins.count > 1 else { return }
    func text(_ bound: String) -> String { Double(bound).map(Self.text) ?? bound }
    addBars(
      histogram.bins.map { bin in
        let upper = histogram.areTimes ? "" : " to \(text(bin.upperBound))"
        return (text(bin.lowerBound) + upper, bin.count)
      })
    let apart = histogram.numbersOfOtherUnits
    if apart > 0 { add("not shown", "\(apart.grouped) in other units") }
  }

  private mutating func addFrequencies(_ summary: ColumnSummary) {
    let values = summary.frequencies.prefix(Self.valueLimit).filter { _ in
      summary.distinctCount < summary.count
    }
    addBars(values.map { ($0.value, $0.count) })
  }

  private mutating func addBars(_ bars: [(label: String, count: Int)]) {
    guard let highest = bars.map(\.count).max(), highest > 0 else { return }
    lines.append([])
    // The counts behind the bars are displayed in full.
    let room = columns - TextWidth.columns(of: highest.grouped) - 3
    let limit = max(1, min(Self.longestLabel, room - Self.shortestBar))
    let width = bars.map { TextWidth.columns(of: $0.label, upTo: limit) }.max() ?? 0
    let barColumns = max(1, min(Self.longestBar, room - width))
    for bar in bars {
      let length = (bar.count * barColumns + highest - 1) / highest
      lines.append([
        TextRun(bar.label, columns: width), "  ",
        TextRun(String(repeating: "█", count: length), style: .number),
        TextRun(" " + bar.count.grouped, style: .secondary),
      ])
    }
  }

  /// Returns a sum or mean of a summary, which may be a duration, or have the unit of the values.
  static func text(of number: Double, in summary: ColumnSummary) -> String {
    if let amount = summary.amount(of: number) { return text(of: amount.number) + amount.unit }
    return summary.durationText(of: number) ?? text(of: number)
  }

  /// Returns a number with its significant digits.
  static func text(of number: Double) -> String {
    if number.magnitude < 1e15, number == number.rounded() { return Int(number).grouped }
    guard number.magnitude < 1e9, number.magnitude >= 0.001 else { return "\(number)" }
    let scale = number.magnitude < 1 ? 10_000.0 : 100.0
    return "\((number * scale).rounded() / scale)"
  }
}
