import MocoaTUI

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
