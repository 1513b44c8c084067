import MocoaFeedUI

/// Which rows there are, and in which order.
struct QueryOptions {
  /// The filters as they were typed.
  var filterTexts: [String] = []

  /// The members that rows are sorted by, as they were typed.
  var sortText: String?

  /// The members that are shown, as they were typed.
  var columnText: String?

  /// The members that rows are grouped by, as they were typed.
  var groupText: String?

  /// Whether the rows of each group are counted.
  var countsRows = false

  /// What is worked out of members of each group, as they were typed.
  var aggregateNames: [(Aggregate.Function, String)] = []

  /// The filters, whose names stand for what a function says; without one no name is known.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func filters(
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(UsageError) -> [RowFilter] {
    var filters: [RowFilter] = []
    for text in filterTexts where !text.allSatisfy(\.isWhitespace) {
      do {
        filters.append(try RowFilter(parsing: text, lookup: lookup))
      } catch {
        throw UsageError(option: "--filter", error)
      }
    }
    return filters
  }

  /// What the rows are sorted by, as it was typed; empty for the order of the feed.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func sortKeys() throws(UsageError) -> [SortKey] {
    do {
      return try sortText.map { text throws(FilterSyntaxError) in
        try SortKey.keys(parsing: text)
      } ?? []
    } catch {
      throw UsageError(option: "--sort", error)
    }
  }

  /// The columns as they were typed, or nil where they are to be chosen.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func columns() throws(UsageError) -> [OutputColumn]? {
    do {
      return try columnText.map { text throws(FilterSyntaxError) in
        try OutputColumn.columns(parsing: text)
      }
    } catch {
      throw UsageError(option: "--columns", error)
    }
  }

  /// The members that rows are grouped by.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func groupKeys() throws(UsageError) -> [OutputColumn] {
    do {
      return try groupText.map { text throws(FilterSyntaxError) in
        try OutputColumn.columns(parsing: text)
      } ?? []
    } catch {
      throw UsageError(option: "--group-by", error)
    }
  }

  /// Checks what was typed, before anything is opened.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func check() throws(UsageError) {
    _ = try filters()
    _ = try sortKeys()
    _ = try columns()
    _ = try groupKeys()
  }
}
