import MocoaFeedUI

extension Feed {
  /// The maximum time to wait for more rows before the existing ones are printed.
  private static let patience = Duration.milliseconds(50)

  /// Waits briefly for more rows than there were; requests the next page if there is one.
  ///
  /// - Returns: `true` if there will be no more rows.
  func waitForMore(than count: Int) -> Bool {
    wait(forRows: count == .max ? count : count + 1, timeout: Self.patience)
    if case .failed = status { return true }
    return !status.isLoading && !status.isFollowing && !loadNextPage()
  }

  /// The maximum time to wait for more of the first rows, in steps of `patience`.
  private static let longestRest = 10

  /// Waits for a number of rows, or until no more have been added for a while; reports that a
  /// followed source has no row, although it has bytes.
  func wait(forSampleOf count: Int, within limit: Duration? = nil) {
    let deadline = limit.map { ContinuousClock.now + $0 }
    var restCount = 0
    var known = 0
    var isReported = false
    while !waitForMore(than: count - 1), listModel.numberOfRows < count,
      restCount < Self.longestRest, deadline.map({ $0 > .now }) ?? true
    {
      restCount = listModel.numberOfRows == known && known > 0 ? restCount + 1 : 0
      known = listModel.numberOfRows
      if !isReported, known == 0, status.isFollowing, status.progress.byteCount > 0 {
        isReported = true
        Output.note(
          "mocoa-tui: --follow: \(TextWidth.sanitized(name)) has no complete row yet: lines and"
            + " elements of arrays are rows as soon as they end, other documents are not; --watch"
            + " reads them again")
      }
    }
  }

  /// Waits for a number of rows, or until there will be no more.
  func wait(forAllUpTo count: Int, progress: (Int) -> Void = { _ in }) {
    while !waitForMore(than: count - 1), listModel.numberOfRows < count {
      progress(listModel.numberOfRows)
    }
  }

  /// Returns the numbers of the first matching rows, at most two, waiting for them.
  ///
  /// A row that is not JSON may match, as the filters cannot be tested on it.
  ///
  /// - Throws: A `FeedError` if the source cannot be read.
  func firstTwoRows(matching filters: [RowFilter]) throws -> [Int] {
    var found: [Int] = []
    var next = 0
    while true {
      let isComplete = waitForMore(than: next)
      let model = settledModel()
      let rows = next..<max(next, model.numberOfRows)
      try model.forEachRow(in: rows, matching: filters, takesBroken: true) {
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
