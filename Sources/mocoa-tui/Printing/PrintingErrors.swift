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

/// Some rows are written with U+FFFD in the place of something that is not Unicode.
struct RepairedRowsError: Error, CustomStringConvertible {
  /// How many they are; nil where more may come.
  let count: Int?
  /// Where the first of them is.
  let place: FeedError?

  var description: String {
    let rows = count.map { $0 == 1 ? "1 row is" : "\($0) rows are" } ?? "it is"
    return (place.map { "\($0); " } ?? "") + "\(rows) written with U+FFFD in such places"
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
  /// - Parameters:
  ///   - filters: The filters.
  ///   - fieldNames: Members that rows of the feed have, whether there are any rows or not.
  /// - Throws: A `UsageError` where no row has a member that one of them names, or a `FilterFault`.
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
