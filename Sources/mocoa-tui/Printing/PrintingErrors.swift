import MocoaFeedUI

/// An error that reports rows that are not JSON.
struct BrokenRowsError: Error, CustomStringConvertible {
  let count: Int
  /// The error of the first of them.
  let problem: FeedError?
  /// A Boolean value that indicates whether they are skipped; a table prints their errors.
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

/// An error that reports rows in which a derived member has no value.
struct MissingValuesError: Error, CustomStringConvertible {
  /// The member, as it was typed.
  let member: String
  /// The reason in the first of these rows.
  let reason: String

  var description: String { "--derive: \(member): some rows have no value: \(reason)" }
}

extension Feed {
  /// Checks that each derived member has a value in at least one row that has the needed members.
  ///
  /// - Throws: A `UsageError` with the reason.
  func checkDerivedMembers() throws(UsageError) {
    for member in derivedMembers {
      guard let failure = member.failure, failure.isInAllRows else { continue }
      throw UsageError("--derive: \(member.text): no row has a value: \(failure.reason)")
    }
  }
}

extension Error {
  /// A Boolean value that indicates whether all rows except the reported ones were printed.
  var isOfSingleRows: Bool {
    self is BrokenRowsError || self is RepairedRowsError || self is MissingValuesError
  }
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
  ///   - fieldNames: The known members of rows, even if there are no rows.
  /// - Throws: A `UsageError` if a filter names a member that no row has, or a `FilterFault`.
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
