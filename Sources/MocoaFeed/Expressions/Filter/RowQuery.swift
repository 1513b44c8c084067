/// The filters and the sort order of a list.
package struct RowQuery: Hashable, Sendable {
  /// The filters, all of which rows must match.
  package var filters: [RowFilter]

  /// The sort keys, in order of priority; empty for the order of the feed.
  package var sortKeys: [SortKey]

  /// Creates a query; without filters and keys it includes all rows in feed order.
  package init(filters: [RowFilter] = [], sortKeys: [SortKey] = []) {
    (self.filters, self.sortKeys) = (filters, sortKeys)
  }

  /// A Boolean value that indicates whether the query includes all rows in feed order.
  package var isEmpty: Bool { filters.isEmpty && sortKeys.isEmpty }

  /// The requested sort keys, or else those that rank rows by matches of fuzzy searches.
  package var order: [SortKey] { sortKeys.isEmpty ? filters.compactMap(\.rank) : sortKeys }

  /// A Boolean value that indicates whether the best matches of a fuzzy search come first.
  package var isRanked: Bool { sortKeys.isEmpty && !order.isEmpty }

  /// Forgets the rows without a value to compare, before all rows are tested again.
  func forgetFailures() {
    for tally in filters.flatMap(\.condition.tallies) { tally.removeAll() }
    for watch in filters.flatMap(\.dates) { watch.removeAll() }
  }

  /// The combined condition of the filters.
  ///
  /// Members watched by filters are searched for in all rows, including those that another filter
  /// excludes.
  var condition: Condition {
    var watches: [MemberWatch] = []
    let conditions = filters.map { filter in
      guard case .watching(let own, let condition) = filter.condition else {
        return filter.condition
      }
      watches += own
      return condition
    }
    let condition = conditions.count == 1 ? conditions[0] : .all(conditions)
    return watches.isEmpty ? condition : .watching(watches, condition)
  }

  /// Parses a number of seconds, or a duration such as `500ms` or `2m`; nil for anything else.
  package static func seconds(_ text: String) -> Double? {
    switch Operand(constant: text) {
    case .number(let number): number.double
    case .duration(let seconds): seconds.double
    default: nil
    }
  }

  /// Parses a number of bytes such as `500M` or `2Gi`; nil for anything else.
  package static func byteCount(_ text: String) -> Int? {
    switch Operand(constant: text) {
    case .number(let number): Int(exactly: number.double)
    case .scaled(let number, _): Int(exactly: number.rounded())
    default: nil
    }
  }
}
