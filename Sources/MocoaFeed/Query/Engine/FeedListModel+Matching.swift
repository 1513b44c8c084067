extension FeedListModel {
  /// Hands over the numbers of the rows that match filters, in order; reads the source once.
  ///
  /// Any thread may use it.
  ///
  /// - Complexity: O(n) for n bytes of these rows; no values are made.
  /// - Parameters:
  ///   - rows: The numbers of the rows to look at; nil means all.
  ///   - filters: What rows must match; all do where there is none.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - body: Is given the number of a row; returns whether to go on.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  /// - Precondition: The rows are there.
  public func forEachRow(
    in rows: Range<Int>? = nil, matching filters: [RowFilter], jobs: Int? = nil,
    _ body: (Int) -> Bool
  ) throws {
    let rows = rows ?? 0..<numberOfRows
    guard !filters.isEmpty else {
      _ = rows.allSatisfy(body)
      return
    }
    try forEachRow(in: rows, where: RowQuery(filters: filters).condition, jobs: jobs, body)
  }

  /// The rows that a query finds, in its order.
  ///
  /// Any thread may use it; it takes as long as it takes.
  ///
  /// - Parameters:
  ///   - query: What rows must match, and how they are sorted.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - memoryLimit: How many bytes a sort holds in memory; nil for a quarter of the machine's.
  ///   - isCancelled: Is asked at least every 64 KiB of rows, on any thread.
  ///   - step: Is given the number of rows that have been looked at; returns whether to go on.
  /// - Returns: The numbers of the rows; nil where it did not come to the end.
  /// - Throws: A `FeedError` where the source cannot be read any more, or the disk is full.
  public func rows(
    for query: RowQuery, jobs: Int? = nil, memoryLimit: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, step: (Int) -> Bool = { _ in true }
  ) throws -> RowNumbers? {
    var rows = RowNumbers()
    guard query.sortKeys.isEmpty else {
      var sorter = RowSorter(
        self, query, memoryLimit: memoryLimit, jobs: jobs, isCancelled: isCancelled)
      guard try sorter.sort(step) else { return nil }
      try sorter.forEach { number, _ in
        rows.append(number)
        return !isCancelled()
      }
      return isCancelled() ? nil : rows
    }
    try forEachRow(matching: query.filters, jobs: jobs) {
      rows.append($0)
      return true
    }
    return rows
  }

  /// Whether any row has a member.
  ///
  /// - Complexity: O(n) for n bytes up to the first that has it.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  public func hasRow(with member: MemberPath, jobs: Int? = nil) throws -> Bool {
    var isFound = false
    try forEachRow(in: 0..<numberOfRows, where: .exists(member), jobs: jobs) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  private func forEachRow(
    in rows: Range<Int>, where condition: Condition, jobs: Int?, _ body: (Int) -> Bool
  ) throws {
    let scan = RowScan(over: self, condition: condition, jobs: jobs)
    try scan.run(rows, empty: [Int]()) { number, _, found in
      found.append(number)
    } step: { _, found in
      found.allSatisfy(body)
    }
  }
}
