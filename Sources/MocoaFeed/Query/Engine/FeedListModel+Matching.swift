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
    guard query.sortKeys.isEmpty else {
      var sorter = RowSorter(
        query, memoryLimit: memoryLimit, jobs: jobs, isCancelled: isCancelled)
      guard try sorter.add(0..<numberOfRows, of: self, step: step) else { return nil }
      try sorter.sort()
      return try sorter.rowNumbers()
    }
    var rows = RowNumbers()
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
    var isFound = member.keys.count == 1 && fieldNames.contains(member.keys[0])
    guard !isFound else { return true }
    try forEachRow(in: 0..<numberOfRows, where: .exists(member), jobs: jobs) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// The numbers of the rows that are not JSON and cannot be converted to it, in order; reads the
  /// source once, on the calling thread.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows to look at.
  ///   - limit: How many are wanted at least, if there are so many.
  ///   - isCancelled: Is asked at least every 64 KiB of rows.
  /// - Returns: The numbers; those so far where it was cancelled.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  public func brokenRows(
    in rows: Range<Int>, limit: Int = .max, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> [Int] {
    var broken: [Int] = []
    try RowScan(over: self, jobs: 1).run(rows, empty: [Int](), isCancelled: isCancelled) {
      number, row, found in
      if !CheckedScanner.isValid(row) { found.append(number) }
    } step: { rows, found in
      broken += found.lazy.map { rows.lowerBound + $0 }
      return broken.count < limit
    }
    return broken
  }

  private func forEachRow(
    in rows: Range<Int>, where condition: Condition, jobs: Int?, _ body: (Int) -> Bool
  ) throws {
    let scan = RowScan(over: self, condition: condition, jobs: jobs)
    try scan.run(rows, empty: [Int]()) { number, _, found in
      found.append(number)
    } step: { rows, found in
      found.allSatisfy { body(rows.lowerBound + $0) }
    }
  }
}
