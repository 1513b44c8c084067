import MocoaFeedUI

/// The members of the rows of a stream; the first rows determine the columns.
///
/// A stream is printed in constant memory: other members of later rows are dropped and reported.
@MainActor
final class StreamedMembers {
  private let jobs: Int?
  private var schema = MemberSchema()
  private var rowCount = 0

  /// The columns; those of the first rows once they have been added.
  private(set) var columns: [OutputColumn] = []

  /// Creates a schema without members.
  init(jobs: Int?) { self.jobs = jobs }

  /// Adds the rows that were not added yet; the first call determines the columns.
  func add(rowsOf model: FeedListModel, in rows: Range<Int>) throws {
    let isFirst = rowCount == 0
    guard isFirst || rows.upperBound > rowCount else { return }
    try schema.add(
      rowsOf: model, in: min(max(rowCount, rows.lowerBound), rows.upperBound)..<rows.upperBound,
      jobs: jobs)
    rowCount = max(rowCount, rows.upperBound)
    if isFirst { columns = schema.columns }
  }

  /// The description of members without columns; nil if all have one.
  var lateMembers: String? {
    let known = Set(columns.map(\.path.text))
    let names = schema.columns.filter { !known.contains($0.path.text) }.map(\.title)
    guard !names.isEmpty else { return nil }
    let title = names.count == 1 ? "a member was" : "\(names.count) members were"
    return """
      \(title) left out that only later rows have: \(MemberNames.listed(names)); \
      name the columns with --columns, or read a file
      """
  }
}
