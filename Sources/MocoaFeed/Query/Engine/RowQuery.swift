/// Which rows of a feed a list shows, and in which order.
public struct RowQuery: Hashable, Sendable {
  /// Rows must match all of these.
  public var filters: [RowFilter]

  /// What the rows are sorted by, the most important first; empty for the order of the feed.
  public var sortKeys: [SortKey]

  /// Makes a query; without filters and keys it is all rows as they come.
  public init(filters: [RowFilter] = [], sortKeys: [SortKey] = []) {
    self.filters = filters
    self.sortKeys = sortKeys
  }

  /// Whether the query is all rows as they come.
  public var isEmpty: Bool { filters.isEmpty && sortKeys.isEmpty }

  /// What a row must meet.
  ///
  /// Members that filters look out for are looked for in all rows, also those that another filter
  /// leaves out.
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

  /// A number of bytes as it is typed: `500M`, `2Gi`; nil for anything else.
  public static func byteCount(_ text: String) -> Int? {
    switch Operand(constant: text) {
    case .number(let number): Int(exactly: number.double)
    case .scaled(let number): Int(exactly: number.rounded())
    default: nil
    }
  }
}
