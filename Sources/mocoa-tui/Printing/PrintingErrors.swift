import MocoaFeedUI

/// Some rows are not JSON.
struct BrokenRowsError: Error, CustomStringConvertible {
  let count: Int
  /// What is wrong with the first of them.
  let problem: FeedError?
  /// Whether the output does without them; a table has what is wrong in their places.
  let isLeftOut: Bool

  var description: String {
    let rows = count == 1 ? "1 row is" : "\(count) rows are"
    let end = isLeftOut ? "left out" : "not JSON"
    return problem.map { "\($0); \(rows) \(end)" } ?? "\(rows) \(end)"
  }
}

/// Sources that could not be read to their ends.
struct FailedSources: Error {
  let errors: [FeedError]
}

/// A filter gave up on some rows.
struct FilterFault: Error, CustomStringConvertible {
  let error: FilterSyntaxError

  /// Checks filters by which rows have been tested.
  ///
  /// - Throws: A `UsageError` where no row has a member that one of them names, or a `FilterFault`.
  static func check(_ filters: [RowFilter]) throws {
    if let error = filters.lazy.compactMap(\.missingMembers.first).first {
      throw UsageError(option: "--filter", error)
    }
    if let error = filters.lazy.compactMap(\.faults.first).first { throw FilterFault(error: error) }
  }

  var description: String { "--filter: column \(error.offset + 1): \(error.message)" }
}
