import MocoaFeedUI

/// The members of the rows of a stream, of which the first rows make the columns.
///
/// A stream is printed in constant memory: what its later rows have besides is left out, and
/// reported.
@MainActor
final class StreamedMembers {
  private let jobs: Int?
  private var schema = MemberSchema()
  private var rowCount = 0

  /// The columns; those of the first rows once they have been taken in.
  private(set) var columns: [OutputColumn] = []

  /// Makes a schema without members.
  ///
  /// - Parameter jobs: The number of threads; nil for one for each processor.
  init(jobs: Int?) { self.jobs = jobs }

  /// Takes in the rows among some that have not been taken in; the first call decides the columns.
  ///
  /// - Throws: A `FeedError` where the source cannot be read.
  func add(rowsOf model: FeedListModel, in rows: Range<Int>) throws {
    let isFirst = rowCount == 0
    guard isFirst || rows.upperBound > rowCount else { return }
    try schema.add(
      rowsOf: model, in: min(max(rowCount, rows.lowerBound), rows.upperBound)..<rows.upperBound,
      jobs: jobs)
    rowCount = max(rowCount, rows.upperBound)
    if isFirst { columns = schema.columns }
  }

  /// Checks that all members have columns.
  ///
  /// - Throws: A `LateMembersError`.
  func check() throws {
    let known = Set(columns.map(\.path.text))
    let late = schema.columns.filter { !known.contains($0.path.text) }.map(\.title)
    if !late.isEmpty { throw LateMembersError(names: late) }
  }
}

/// Members that rows of a stream have after the columns were decided.
struct LateMembersError: Error, CustomStringConvertible {
  let names: [String]

  var description: String {
    let shown = names.prefix(8).joined(separator: ", ")
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    let title = names.count == 1 ? "a member was" : "\(names.count) members were"
    return """
      \(title) left out that only later rows have: \(shown)\(more); \
      name the columns with --columns, or read a file
      """
  }
}
