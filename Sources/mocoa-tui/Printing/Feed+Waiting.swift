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

  /// How long is waited for the first rows to become more, in steps of `patience`.
  private static let longestRest = 10

  /// Waits until there are so many rows, or some and no more for a while.
  func wait(forSampleOf count: Int) {
    var restCount = 0
    var known = 0
    while !waitForMore(than: count - 1), listModel.numberOfRows < count,
      restCount < Self.longestRest
    {
      restCount = listModel.numberOfRows == known && known > 0 ? restCount + 1 : 0
      known = listModel.numberOfRows
    }
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
      let model = settledModel()
      let rows = next..<max(next, model.numberOfRows)
      try model.forEachRow(in: rows, matching: filters) {
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
