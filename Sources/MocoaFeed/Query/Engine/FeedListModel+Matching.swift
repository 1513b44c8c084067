extension FeedListModel {
  /// Calls a closure with the numbers of the rows that match filters, in order.
  ///
  /// Any thread may use it.
  ///
  /// - Complexity: O(n) for n bytes of these rows; builds no values.
  /// - Parameters:
  ///   - rows: The numbers of the rows to scan; nil means all.
  ///   - filters: The filters that rows must match; all rows match none.
  ///   - takesBroken: A Boolean value that indicates whether rows that are not JSON match every
  ///     filter, so that they can be reported.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - body: Receives the number of a row; returns whether to continue.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  /// - Precondition: The rows exist.
  package func forEachRow(
    in rows: Range<Int>? = nil, matching filters: [RowFilter], takesBroken: Bool = false,
    jobs: Int? = nil, _ body: (Int) -> Bool
  ) throws {
    let rows = rows ?? 0..<numberOfRows
    guard !filters.isEmpty else {
      _ = rows.allSatisfy(body)
      return
    }
    let condition = RowQuery(filters: filters).condition
    try forEachRow(in: rows, where: condition, takesBroken, jobs: jobs, body)
  }

  /// Returns the rows of a query, in its order.
  ///
  /// Any thread may call it; it blocks until the rows have been scanned and sorted.
  ///
  /// - Parameters:
  ///   - query: The filters and sort keys.
  ///   - takesBroken: A Boolean value that indicates whether rows that are not JSON match every
  ///     filter, so that they can be reported.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting; nil means a quarter of the
  ///     machine's.
  ///   - note: Receives what the order leaves out, a line for each key.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  ///   - step: Receives the number of rows scanned; returns whether to continue.
  /// - Returns: The numbers of the rows; nil if it was cancelled.
  /// - Throws: A `FeedError` if the source cannot be read any more, or the disk is full.
  package func rows(
    for query: RowQuery, takesBroken: Bool = false, jobs: Int? = nil, memoryLimit: Int? = nil,
    note: (String) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false },
    step: (Int) -> Bool = { _ in true }
  ) throws -> RowNumbers? {
    guard query.order.isEmpty else {
      var sorter = RowSorter(
        query, takesBroken: takesBroken, memoryLimit: memoryLimit, jobs: jobs,
        isCancelled: isCancelled)
      guard try sorter.add(0..<numberOfRows, of: self, step: step) else { return nil }
      if let keys = sorter.refittedKeys {
        return try rows(
          for: RowQuery(filters: query.filters, sortKeys: keys), takesBroken: takesBroken,
          jobs: jobs, memoryLimit: memoryLimit, note: note, isCancelled: isCancelled, step: step)
      }
      sorter.notes.forEach(note)
      try sorter.sort()
      return try sorter.rowNumbers()
    }
    var rows = RowNumbers()
    try forEachRow(matching: query.filters, takesBroken: takesBroken, jobs: jobs) {
      rows.append($0)
      return true
    }
    return rows
  }

  /// Returns whether any row has a member, all of them if `rows` is nil.
  ///
  /// - Complexity: O(n) for n bytes up to the first row that has it.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  package func hasRow(
    with member: MemberPath, in rows: Range<Int>? = nil, jobs: Int? = nil
  ) throws -> Bool {
    var isFound = member.keys.count == 1 && fieldNames.contains(member.keys[0])
    guard !isFound else { return true }
    try forEachRow(
      in: rows ?? 0..<numberOfRows, where: .exists(member), false, jobs: jobs
    ) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Returns the numbers of the rows that are not JSON and cannot be converted to it, in order.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows to scan; nil means all.
  ///   - filters: The filters that rows must match if these can be tested on them.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - limit: The number of rows after which it may stop.
  ///   - isCancelled: Called at least every 64 KiB of rows.
  /// - Returns: The numbers; those found so far if it was cancelled.
  /// - Throws: A `FeedError` if the source cannot be read any more.
  package func brokenRows(
    in rows: Range<Int>? = nil, under filters: [RowFilter] = [], jobs: Int? = nil,
    limit: Int = .max, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [Int] {
    // An engine has no such rows.
    if provider != nil { return [] }
    var broken: [Int] = []
    let query = RowQuery(filters: filters)
    query.forgetFailures()
    let scan = RowScan(over: self, condition: query.condition, takesBroken: true, jobs: jobs)
    try scan.run(rows ?? 0..<numberOfRows, empty: [Int](), isCancelled: isCancelled) {
      number, row, found in
      if !CheckedScanner.isValid(row) { found.append(number) }
    } step: { rows, found in
      broken += found.lazy.map { rows.lowerBound + $0 }
      return broken.count < limit
    }
    return broken
  }

  private func forEachRow(
    in rows: Range<Int>, where condition: Condition, _ takesBroken: Bool, jobs: Int?,
    _ body: (Int) -> Bool
  ) throws {
    let scan = RowScan(
      over: self, condition: condition, takesBroken: takesBroken, members: [], jobs: jobs)
    try scan.find(in: rows) { _, found in found.allSatisfy(body) }
  }
}
