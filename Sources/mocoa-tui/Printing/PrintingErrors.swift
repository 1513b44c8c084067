import MocoaTUI

/// Some rows could not be printed.
struct BrokenRowsError: Error, CustomStringConvertible {
  let count: Int
  /// What is wrong with the first of them.
  let problem: FeedError?

  var description: String {
    let rows = count == 1 ? "1 row is left out" : "\(count) rows are left out"
    return problem.map { "\($0); \(rows)" } ?? rows
  }
}

/// Sources that could not be read to their ends.
struct FailedSources: Error {
  let errors: [FeedError]
}
