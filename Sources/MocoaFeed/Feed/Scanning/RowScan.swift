import MocoaSystem

/// An ordered scan of the rows of a feed on several threads.
///
/// The rows come in batches of about a megabyte (``RowSource``). Each thread takes the next batch
/// and computes a result from its rows that match a condition; the results are delivered in row
/// order on the calling thread, which processes batches itself while the next result is missing.
/// Threads never wait for one another, and the number of batches ahead is limited so that memory
/// does not grow with the rows. The batches, and with them the results, are independent of the
/// number of threads.
///
/// In an open list (``FeedListModel/isOpen``) the threads find the lines after the last row
/// themselves, so that the file is read only once.
struct RowScan {
  private var model: FeedListModel
  private let condition: Condition
  private let takesBroken: Bool
  private var narrowing: RowNarrowing
  private let jobs: Int
  private let rowsPerBlock: Int

  /// A Boolean value that indicates whether all rows are requested of an engine without their
  /// numbers.
  private let isSent: Bool

  /// What counts the rows for which expressions have no value.
  private let tallies: [CalculationTally]

  /// The size of a block in bytes, if rows are of average length.
  private static let blockLength = 1024 * 1024

  /// The default number of threads: one per processor.
  static let defaultJobs = max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  /// The maximum number of threads: each has a block in memory.
  private static let mostJobs = max(64, defaultJobs)

  /// The maximum number of threads for the rows that one thread reads.
  private static let mostJobsOfOneReader = 4

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - condition: The condition that rows must match.
  ///   - takesBroken: A Boolean value that indicates whether rows that are not JSON are included if
  ///     the condition cannot be tested on them, so that they can be reported.
  ///   - members: The members that are read, besides those of the condition; nil for all.
  ///   - order: The order in which an engine supplies all rows, as one block; empty for the feed's.
  ///   - limit: The number of first rows that match and are needed; rows of files are scanned until
  ///     there are as many results. Nil means all.
  ///   - needsNumbers: A Boolean value that indicates whether rows in the order of an engine have
  ///     their numbers in the feed; otherwise they are numbered in that order, in many blocks.
  ///   - jobs: The number of threads, including the calling one; nil means `defaultJobs`.
  ///   - isReduced: A Boolean value that indicates whether results are small but merged slowly, so
  ///     that an engine supplies larger blocks.
  ///   - expressions: The expressions that are evaluated besides derived members.
  init(
    over model: FeedListModel, condition: Condition = .constant(true), takesBroken: Bool = false,
    members: [MemberPath]? = nil, order: [RowRequest.Order] = [], limit: Int? = nil,
    needsNumbers: Bool = true, jobs: Int? = nil, isReduced: Bool = false,
    expressions: [DerivedMember] = []
  ) {
    self.model = model
    tallies = (model.derivedMembers + expressions).flatMap(\.evaluation.tallies)
    (self.condition, self.takesBroken) = (condition, takesBroken)
    let provider = model.provider
    narrowing = RowNarrowing(condition, members: members)
    if let provider {
      (narrowing.order, narrowing.limit) = (order, limit)
      condition.expectMembers(of: provider)
    }
    let isSent = provider.map { $0.hasUncountedRows || !needsNumbers && !order.isEmpty } ?? false
    self.isSent = isSent
    let most = provider.map { isSent ? Self.mostJobsOfOneReader : $0.jobs }
    self.jobs = max(1, min(jobs ?? Self.defaultJobs, most ?? Self.mostJobs))
    rowsPerBlock =
      model.rowsPerBlock ?? provider.map { provider in
        // All at once; the rows are not in the memory of this process.
        if isSent || !order.isEmpty { return 1 << 40 }
        return provider.rowsPerBlock { model.rowLength } * (isReduced ? 4 : 1)
      } ?? min(65_536, max(64, Self.blockLength / model.rowLength))
  }

  /// Scans rows, and in an open list those that are found after them.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - empty: The initial result of each block.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  ///   - body: Receives each matching row, counted from the first of the block, with its bytes, and
  ///     adds it to the result of the block; called on any thread.
  ///   - step: Receives the rows of a block and its result, in order, on the calling thread;
  ///     returns whether to continue.
  /// - Returns: `true` if it was completed.
  /// - Throws: A `FeedError` if the source cannot be read any more, or the error of `step`; earlier
  ///   blocks have been delivered then.
  @discardableResult
  func run<Result: Sendable>(
    _ rows: Range<Int>, empty: Result, isCancelled: @escaping @Sendable () -> Bool = { false },
    body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    try counting(from: rows.lowerBound) { end in
      try runAll(rows, empty, isCancelled, body) {
        end = $0.upperBound
        return try step($0, $1)
      }
    }
  }

  /// Counts rows, chosen ones if the first one is nil, for which expressions have no value; `scan`
  /// changes the row behind the last one, and returns whether it was completed.
  private func counting(from row: Int?, _ scan: (inout Int?) throws -> Bool) rethrows -> Bool {
    for tally in tallies { tally.beginScan(at: row) }
    var (end, isComplete) = (row, false)
    defer {
      let isLast = end.map { $0 >= model.numberOfRows } ?? false
      for tally in tallies { tally.endScan(at: isComplete ? end : nil, isLast: isLast) }
    }
    isComplete = try scan(&end)
    return isComplete
  }

  private func runAll<Result: Sendable>(
    _ rows: Range<Int>, _ empty: Result, _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    guard rows.upperBound == model.numberOfRows, var rest = LinesBehindList(model) else {
      return try runFound(rows, empty, isCancelled, body, step)
    }
    defer { rest.giveBack() }
    // Some rows were found since the list was created.
    var scan = self
    scan.model = rest.model
    let found = rows.lowerBound..<max(rows.lowerBound, rest.model.numberOfRows)
    return try scan.runFound(found, empty, isCancelled, body, step)
      && scan.run(over: &rest, empty, isCancelled, body, step)
  }

  /// Scans rows for the numbers of those that match, which `step` receives block by block; returns
  /// whether it was completed.
  @discardableResult
  func find(
    in rows: Range<Int>, isCancelled: @escaping @Sendable () -> Bool = { false },
    step: (Range<Int>, [Int]) throws -> Bool
  ) throws -> Bool {
    try run(rows, empty: [Int](), isCancelled: isCancelled) { number, _, found in
      found.append(number)
    } step: { rows, found in
      try step(rows, found.map { rows.lowerBound + $0 })
    }
  }

  private func runFound<Result: Sendable>(
    _ rows: Range<Int>, _ empty: Result, _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    // Without rows, the list is older than the first ones.
    if !rows.isEmpty, rows == 0..<model.numberOfRows, isSent {
      var source = try EngineRows(of: model.parts[0].store, narrowing, isCancelled: isCancelled)
      defer { source.close() }
      return try run(over: &source, empty, isCancelled, body, step)
    }
    let rows = rows.prefix(narrowing.untestedLimit ?? .max)
    var source = NumberedRows(rows: rows, size: min(rowsPerBlock, max(1, rows.count)))
    return try run(over: &source, empty, isCancelled, body, step)
  }

  /// Scans individual rows.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows, ascending.
  ///   - empty: The initial result of each block.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  ///   - body: Receives the position of a row in `rows`, its bytes, and the result of the block.
  ///   - step: Receives the result of a block, in order, on the calling thread; returns whether to
  ///     continue.
  /// - Returns: `true` if it was completed.
  /// - Throws: A `FeedError` if the source cannot be read any more, or the error of `step`.
  @discardableResult
  func run<Result: Sendable>(
    over rows: [Int], empty: Result, isCancelled: @escaping @Sendable () -> Bool = { false },
    body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    step: (Result) throws -> Bool
  ) throws -> Bool {
    var source = ChosenRows(rows: rows, size: rowsPerBlock)
    return try counting(from: nil) { _ in
      try run(over: &source, empty, isCancelled, body) { _, result in try step(result) }
    }
  }

  /// Scans the rows of a source: the only way to them.
  private func run<Source: RowSource, Success: Sendable>(
    over source: inout Source, _ empty: Success, _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Success) -> Void,
    _ step: (Range<Int>, Success) throws -> Bool
  ) throws -> Bool {
    let batchCount = source.batchCount
    let board = ScanBoard<(Source.Scanned, Success)>(batchCount: batchCount, window: 4 * jobs)
    let work = { @Sendable [source] (worker: inout ScanWorker, number: Int) in
      Result<(Source.Scanned, Success)?, any Error> {
        guard let batch = try source.batch(number) else { return nil }
        var result = empty
        let scanned = try source.scan(batch, by: &worker) { body($0, $1, &result) }
        return (scanned, result)
      }
    }
    let makeWorker = { @Sendable [model, condition, takesBroken, narrowing] in
      ScanWorker(
        over: model, condition: condition, takesBroken: takesBroken, narrowing: narrowing
      ) { board.isEnded || isCancelled() }
    }
    // Where a batch is awaited, another thread does so, and results are delivered meanwhile.
    let wanted = batchCount.map { min(jobs, $0) - 1 } ?? jobs
    var helpers = 0
    while helpers < wanted {
      let helper: Void? = try? BlockingThread.start {
        var worker = makeWorker()
        while let number = board.waitForBatch() {
          let result = work(&worker, number)
          board.finish(number, result)
          if case .success(nil) = result { return }
        }
      }
      // This thread does the work of those that cannot be started.
      guard helper != nil else { break }
      helpers += 1
    }
    defer { board.end(helpers: helpers) }
    let onlyDelivers = batchCount == nil && helpers > 0
    var worker = makeWorker()
    for number in 0..<(batchCount ?? .max) {
      var result = board.takeResult(of: number)
      while result == nil {
        if !onlyDelivers, let other = board.takeBatch() {
          board.finish(other, work(&worker, other))
        } else {
          board.waitForResult()
        }
        result = board.takeResult(of: number)
      }
      guard let result, !isCancelled() else { return false }
      guard let (scanned, found) = try result.get(), let next = source.number(scanned)
      else { break }
      guard try step(next.rows, found) else { return false }
      if next.isLast { break }
    }
    return !isCancelled()
  }
}
