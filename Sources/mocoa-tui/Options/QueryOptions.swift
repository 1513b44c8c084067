import MocoaFeedUI

/// The options of filters, sort order, columns and groups.
struct QueryOptions {
  /// The filters as they were typed.
  var filterTexts: [String] = []

  /// The sort keys, as they were typed.
  var sortText: String?

  /// The columns, as they were typed.
  var columnText: String?

  /// The members by which rows are grouped, as they were typed.
  var groupText: String?

  /// A Boolean value that indicates whether the rows of each group are counted.
  var countsRows = false

  /// The aggregates of each group, as they were typed.
  var aggregateNames: [(Aggregate.Function, String)] = []

  /// Parses the filters.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func filters(
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(UsageError) -> [RowFilter] {
    let texts = filterTexts.filter { !$0.allSatisfy(\.isWhitespace) }
    return try texts.map { text throws(UsageError) in
      try UsageError.value(of: "--filter", text) { text throws(FilterSyntaxError) in
        try RowFilter(parsing: text, lookup: lookup)
      }
    }
  }

  /// Parses the sort keys; empty for the order of the feed.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func sortKeys() throws(UsageError) -> [SortKey] {
    try UsageError.value(of: "--sort", sortText, SortKey.keys(parsing:)) ?? []
  }

  /// Parses the columns; nil if they are to be inferred.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func columns() throws(UsageError) -> [OutputColumn]? {
    try UsageError.value(of: "--columns", columnText, OutputColumn.columns(parsing:))
  }

  /// Parses the members by which rows are grouped.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func groupKeys() throws(UsageError) -> [OutputColumn] {
    try UsageError.value(of: "--group-by", groupText, OutputColumn.columns(parsing:)) ?? []
  }

  /// Checks the options before anything is opened.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func check() throws(UsageError) {
    _ = try filters()
    _ = try sortKeys()
    _ = try columns()
    _ = try groupKeys()
  }
}
