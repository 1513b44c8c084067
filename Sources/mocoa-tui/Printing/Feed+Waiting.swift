import MocoaFeedUI

extension Feed {
  /// How long is waited for more rows before those that are there are printed.
  private static let patience = Duration.milliseconds(50)

  /// Waits a little for more rows than there were; asks for the next page where there is one.
  ///
  /// - Returns: Whether no more rows will come.
  func waitForMore(than count: Int) -> Bool {
    wait(forRows: count == .max ? count : count + 1, timeout: Self.patience)
    if case .failed = status { return true }
    return !status.isLoading && !status.isFollowing && !loadNextPage()
  }

  /// How many rows keep their numbers: of several sources, those of the first that is still being
  /// read and of all before it.
  var settledRowCount: Int {
    let sources = self.sources
    let open = sources.first { $0.status.isLoading || $0.status.isFollowing }
    return (open ?? sources.last)?.rows.upperBound ?? 0
  }

  /// Waits until there are so many rows, or no more will come.
  func wait(forAllUpTo count: Int, progress: (Int) -> Void = { _ in }) {
    while !waitForMore(than: count - 1), listModel.numberOfRows < count {
      progress(listModel.numberOfRows)
    }
  }

  /// The numbers of the first rows that match filters, at most two; waits until they are there, or
  /// no more will come.
  ///
  /// - Throws: A `FeedError` where the source cannot be read.
  func firstTwoRows(matching filters: [RowFilter]) throws -> [Int] {
    var found: [Int] = []
    var next = 0
    while true {
      let isComplete = waitForMore(than: next)
      let rows = next..<max(next, settledRowCount)
      try listModel.forEachRow(in: rows, matching: filters) {
        found.append($0)
        return found.count < 2
      }
      if found.count > 1 || isComplete { break }
      next = rows.upperBound
    }
    if case .failed(let error, _) = status, found.isEmpty { throw error }
    return found
  }
}
