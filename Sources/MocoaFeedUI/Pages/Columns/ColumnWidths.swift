import MocoaFeed
import MocoaTUI

/// Widening of columns for rows after the sample.
extension [FeedColumn] {
  /// The number of last rows that are measured, and of rows between them and the first ones.
  private static var measuredCount: Int { 8 }

  /// The widest value for which a column grows: long texts keep the width of the first rows.
  private static var widestValue: Int { 24 }

  /// Returns the columns, wider where rows of a feed need it, such as growing numbers.
  ///
  /// - Complexity: O(columns, and bytes of some rows).
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows of which some are measured.
  ///   - isWhole: A Boolean value that indicates whether objects and arrays are written as JSON.
  /// - Returns: The same columns in the same order.
  package func widened(
    for model: FeedListModel, in rows: Range<Int>, isWhole: Bool = false
  ) -> [FeedColumn] {
    guard !rows.isEmpty else { return self }
    let last = Swift.max(rows.lowerBound, rows.upperBound - Self.measuredCount)
    let step = Swift.max(1, (last - rows.lowerBound) / Self.measuredCount)
    let numbers =
      Array<Int>(stride(from: rows.lowerBound, to: last, by: step))
      + Array<Int>(last..<rows.upperBound)
    let rows = numbers.map { model.row($0) }.filter { $0.problem == nil }.map(\.json)
    var reader = MemberReader(map(\.memberPath))
    var widths = [Int](repeating: 0, count: count)
    let isTable = model.isTable
    for row in rows {
      for (index, value) in reader.values(in: row).enumerated() {
        let width = value?.shown(ofTable: isTable).flatMap { Self.width(of: $0, isWhole) } ?? 0
        if width <= Self.widestValue { widths[index] = Swift.max(widths[index], width) }
      }
    }
    return zip(self, widths).map { choice, widest in
      guard choice.template == nil else { return choice }
      var choice = choice
      choice.contentWidth = Swift.max(choice.contentWidth, widest)
      // Texts give way, not numbers.
      if choice.column.alignment == .trailing,
        case .content(let minimum, let maximum) = choice.column.width
      {
        choice.column.width = .content(
          minimum: Swift.max(minimum, Swift.min(widest, maximum)), maximum: maximum)
      }
      return choice
    }
  }

  private static func width(of value: JSONBytes, _ isWhole: Bool) -> Int? {
    guard value.count < JSONDisplayText.byteLimit else { return nil }
    return TextWidth.columns(
      of: JSONDisplayText(value, of: nil, isWhole: isWhole).text, upTo: widestValue + 1)
  }
}
