extension FeedListModel {
  /// Hands over the numbers of the rows that match filters, in order; reads the source once.
  ///
  /// Any thread may use it.
  ///
  /// - Complexity: O(n) for n bytes of these rows; no values are made.
  /// - Parameters:
  ///   - rows: The numbers of the rows to look at; nil means all.
  ///   - filters: What rows must match; all do where there is none.
  ///   - body: Is given the number of a row; returns whether to go on.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  /// - Precondition: The rows are there.
  public func forEachRow(
    in rows: Range<Int>? = nil, matching filters: [RowFilter], _ body: (Int) -> Bool
  ) throws {
    let rows = rows ?? 0..<numberOfRows
    guard !filters.isEmpty else {
      _ = rows.allSatisfy(body)
      return
    }
    var pass = QueryPass(over: self, condition: RowQuery(filters: filters).condition)
    var isWanted = true
    try pass.run(rows) { number, _ in
      if isWanted { isWanted = body(number) }
    } step: { _ in
      isWanted
    }
  }
}
