import MocoaFeedUI

/// An error that reports rows that are not JSON.
struct BrokenRowsError: Error, CustomStringConvertible {
  let count: Int
  /// The error of the first of them.
  let problem: FeedError?
  /// Indicates whether the output skips them; a table has the error in their place.
  let isLeftOut: Bool

  var description: String {
    let rows = count == 1 ? "1 row is" : "\(count) rows are"
    let end = isLeftOut ? "left out" : "not JSON"
    return problem.map { "\($0); \(rows) \(end)" } ?? "\(rows) \(end)"
  }
}

/// An error that reports rows in which invalid Unicode was replaced by U+FFFD.
struct RepairedRowsError: Error, CustomStringConvertible {
  /// Their number; nil if more may follow.
  let count: Int?
  /// The position of the first of them.
  let place: FeedError?

  var description: String {
    let rows = count.map { $0 == 1 ? "1 row is" : "\($0) rows are" } ?? "it is"
    return (place.map { "\($0); " } ?? "") + "\(rows) written with U+FFFD in such places"
  }
}

extension Error {
  /// Indicates whether all rows were read and printed but for those that the error reports.
  var isOfSingleRows: Bool { self is BrokenRowsError || self is RepairedRowsError }
}

/// An error that reports sources that could not be read completely.
struct FailedSources: Error {
  let errors: [FeedError]
}

/// A filter that exceeded its limit on some rows.
struct FilterFault: Error, CustomStringConvertible {
  let error: FilterSyntaxError

  /// Checks filters with which rows have been tested.
  ///
  /// - Parameters:
  ///   - filters: The filters.
  ///   - fieldNames: Members that rows of the feed have, whether there are any rows or not.
  /// - Throws: A `UsageError` if no row has a member that one of them names, or a `FilterFault`.
  static func check(_ filters: [RowFilter], fieldNames: [String] = []) throws {
    let missing = filters.lazy.flatMap(\.unseenMembers).first {
      !fieldNames.contains($0.path.keys.first ?? "")
    }
    if let error = missing?.error {
      throw UsageError(option: "--filter", error)
    }
    if let failure = filters.lazy.compactMap(\.failure).first { throw FilterFault(error: failure) }
  }

  var description: String { "--filter: column \(error.offset + 1): \(error.message)" }
}
