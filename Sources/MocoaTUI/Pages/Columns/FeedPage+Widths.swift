import MocoaFeed

/// Columns that are wide enough for rows behind the first ones, by which they were chosen.
extension FeedPage {
  /// How many of the last rows are measured, and how many between them and the first ones.
  private static let measuredCount = 8

  /// The widest value that a column grows for: long texts keep to what the first rows need.
  private static let widestValue = 24

  /// Makes columns wider where rows that have come since the last time need it, such as numbers
  /// that grow; none becomes narrower.
  ///
  /// - Complexity: O(bytes of some rows).
  func widenColumns() {
    let model = feed.listModel
    let count = model.numberOfRows
    guard !columnChoices.isEmpty, !feed.status.isLoading, count > measuredRows
    else { return }
    let first = measuredRows
    let last = max(first, count - Self.measuredCount)
    let step = max(1, (last - first) / Self.measuredCount)
    let rows = Array(stride(from: first, to: last, by: step)) + Array(last..<count)
    measuredRows = count
    widen(for: rows.map { model.row($0) }.filter { $0.problem == nil }.map(\.json))
  }

  private func widen(for rows: [JSONBytes]) {
    var choices = columnChoices
    for index in choices.indices {
      let widths = rows.compactMap { width(of: choices[index], in: $0) }
      let widest = widths.filter { $0 <= Self.widestValue }.max() ?? 0
      choices[index].contentWidth = max(choices[index].contentWidth, widest)
    }
    if choices != columnChoices { columnChoices = choices }
  }

  /// How wide the value of a column is in a row; nil where a template shows it, or it has none.
  private func width(of choice: ColumnChoice, in row: JSONBytes) -> Int? {
    let isTemplate = columnTemplates.contains { $0.template != nil && $0.column.id == choice.id }
    guard !isTemplate, let value = choice.memberPath.value(in: row),
      value.count < JSONDisplayText.byteLimit
    else { return nil }
    return TextWidth.columns(of: JSONDisplayText(value).text, upTo: Self.widestValue + 1)
  }
}
