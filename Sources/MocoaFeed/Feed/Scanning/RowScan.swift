import Dispatch
import Glibc
import Synchronization

/// An ordered scan of the rows of a feed on several threads.
///
/// The rows are divided into blocks of about a megabyte. Each thread takes the next block and
/// computes a result from its rows that match a condition; the results are delivered in row order
/// on the calling thread, which processes blocks itself while the next result is missing. Threads
/// never wait for one another, and the number of blocks ahead is limited so that memory does not
/// grow with the rows. The blocks, and with them the results, are independent of the number of
/// threads.
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

  /// The size of a block in bytes, if rows are of average length.
  private static let blockLength = 1024 * 1024

  /// The default number of threads: one per processor.
  static let defaultJobs = max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  /// The maximum number of threads: each has a block in memory.
  private static let mostJobs = max(64, defaultJobs)

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - condition: The condition that rows must match.
  ///   - takesBroken: A Boolean value that indicates whether rows that are not JSON are included if
  ///     the condition cannot be tested on them, so that they can be reported.
  ///   - members: The members that are read, besides those of the condition; nil for all.
  ///   - order: The order in which an engine supplies all rows, as one block; empty for the feed's.
  ///   - jobs: The number of threads, including the calling one; nil means `defaultJobs`.
  ///   - isReduced: A Boolean value that indicates whether results are small but merged slowly, so
  ///     that an engine supplies larger blocks.
  init(
    over model: FeedListModel, condition: Condition = .constant(true), takesBroken: Bool = false,
    members: [MemberPath]? = nil, order: [RowRequest.Order] = [], jobs: Int? = nil,
    isReduced: Bool = false
  ) {
    self.model = model
    self.condition = condition
    self.takesBroken = takesBroken
    let provider = model.provider
    narrowing = RowNarrowing(condition, members: members)
    narrowing.order = order
    if let provider { condition.expectMembers(of: provider) }
    self.jobs = max(1, min(jobs ?? Self.defaultJobs, provider?.jobs ?? Self.mostJobs))
    rowsPerBlock =
      model.rowsPerBlock ?? provider.map { provider in
        // All at once; the rows are not in the memory of this process.
        if provider.hasUncountedRows || !order.isEmpty { return 1 << 40 }
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
    guard rows.upperBound == model.numberOfRows, let rest = RowRest(of: model) else {
      return try runFound(rows, empty, isCancelled, body, step)
    }
    return try run(from: rows.lowerBound, rest, empty, isCancelled, body, step)
  }

  /// Scans rows from one on, and those after the last one.
  private func run<Result: Sendable>(
    from first: Int, _ rest: RowRest, _ empty: Result,
    _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    var (scan, rest) = (self, rest)
    defer { rest.giveBack() }
    // Some rows were found since the list was created.
    scan.model = rest.model
    let rows = first..<max(first, rest.model.numberOfRows)
    guard try scan.runFound(rows, empty, isCancelled, body, step) else { return false }
    var goesOn = true
    _ = try scan.run(blockCount: rest.blockCount, isCancelled: isCancelled) {
      [rest] worker, block in
      var result = empty
      let lines = try worker.scanLines(
        in: rest.bytes(ofBlock: block), isFirst: block == 0, end: rest.end
      ) { body($0, $1, &result) }
      return (lines, result)
    } step: { _, found in
      guard let rows = rest.add(found.0) else { return false }
      goesOn = try step(rows, found.1)
      return goesOn && found.0.isWhole
    }
    return goesOn && !isCancelled()
  }

  private func runFound<Result: Sendable>(
    _ rows: Range<Int>, _ empty: Result, _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    // Without rows, the list is older than the first ones.
    if !rows.isEmpty, rows == 0..<model.numberOfRows, model.provider?.hasUncountedRows == true {
      return try runUncounted(empty, isCancelled, body, step)
    }
    let size = min(rowsPerBlock, max(1, rows.count))
    return try run(
      blockCount: (rows.count + size - 1) / size, isCancelled: isCancelled
    ) { worker, block in
      let first = rows.lowerBound + block * size
      var result = empty
      try worker.scan(first..<min(rows.upperBound, first + size)) { body($0 - first, $1, &result) }
      return result
    } step: { block, result in
      let first = rows.lowerBound + block * size
      return try step(first..<min(rows.upperBound, first + size), result)
    }
  }

  /// Scans all rows of an engine that has not counted them; those that match are numbered.
  ///
  /// One thread reads the rows, the calling one tests them.
  private func runUncounted<Result: Sendable>(
    _ empty: Result, _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    let channel = RowChannel()
    defer { channel.close() }
    let makeWorker = { @Sendable [model, condition, takesBroken, narrowing] in
      ScanWorker(
        over: model, condition: condition, takesBroken: takesBroken, narrowing: narrowing
      ) { channel.isClosed || isCancelled() }
    }
    try FeedError.naming(model.parts.first?.store.source.name ?? "") {
      try BlockingThread.start {
        channel.finish(
          Swift.Result {
            var worker = makeWorker()
            try worker.readAll(into: channel)
          })
      }
    }
    let worker = makeWorker()
    var first = 0
    while let rows = try channel.next() {
      var (result, count) = (empty, 0)
      worker.scan(rows) {
        body(count, $0, &result)
        count += 1
      }
      guard !isCancelled(), try step(first..<first + count, result) else { return false }
      first += count
    }
    return !isCancelled()
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
    let size = rowsPerBlock
    return try run(
      blockCount: (rows.count + size - 1) / size, isCancelled: isCancelled
    ) { worker, block in
      var result = empty
      try worker.scan(rows[block * size..<min(rows.count, (block + 1) * size)]) {
        body($0, $1, &result)
      }
      return result
    } step: { _, result in
      try step(result)
    }
  }

  private func run<Result: Sendable>(
    blockCount: Int, isCancelled: @escaping @Sendable () -> Bool,
    work: @escaping @Sendable (inout ScanWorker, Int) throws -> Result,
    step: (Int, Result) throws -> Bool
  ) throws -> Bool {
    let board = ScanBoard<Result>(blockCount: blockCount, window: 4 * jobs)
    let makeWorker = { @Sendable [model, condition, takesBroken, narrowing] in
      ScanWorker(
        over: model, condition: condition, takesBroken: takesBroken, narrowing: narrowing
      ) { board.isEnded || isCancelled() }
    }
    var helpers = 0
    while helpers < min(jobs, blockCount) - 1 {
      let helper: Void? = try? BlockingThread.start {
        var worker = makeWorker()
        while let block = board.waitForBlock() {
          board.finish(block, Swift.Result { try work(&worker, block) })
        }
      }
      // This thread does the work of those that cannot be started.
      guard helper != nil else { break }
      helpers += 1
    }
    defer { board.end(helpers: helpers) }
    var worker = makeWorker()
    for block in 0..<blockCount {
      var result = board.takeResult(of: block)
      while result == nil {
        if let other = board.takeBlock() {
          board.finish(other, Swift.Result { try work(&worker, other) })
        } else {
          board.waitForResult()
        }
        result = board.takeResult(of: block)
      }
      guard let result, !isCancelled(), try step(block, result.get()) else { return false }
    }
    return true
  }
}

/// The lines after the last row of an open list, which a scan finds instead of the reading thread.
private struct RowRest {
  /// The offset after the last byte of the file.
  let end: Int
  private let start: Int

  /// The list with all rows found so far.
  let model: FeedListModel

  private let part: FeedListPart
  private var writer: RowWriter
  private var next: Int

  /// The number of bytes read at once; more would not fit into the processor's cache.
  private static let blockLength = 512 * 1024

  /// Takes over from the reading thread; nil if there is nothing to take over.
  init?(of model: FeedListModel) {
    guard model.isOpen, let part = model.parts.last, let end = part.store.source.size,
      let (writer, start) = part.store.index.takeOver()
    else { return nil }
    let parts =
      model.parts.dropLast() + [
        FeedListPart(store: part.store, progress: part.store.index.progress, title: part.title)
      ]
    self.model = FeedListModel(Array(parts))
    self.part = part
    (self.start, self.end, self.writer, next) = (start, end, writer, start)
  }

  var blockCount: Int { max(0, end - start + Self.blockLength - 1) / Self.blockLength }

  func bytes(ofBlock block: Int) -> Range<Int> {
    let first = start + block * Self.blockLength
    return first..<min(end, first + Self.blockLength)
  }

  /// Adds the lines of the next block to the index.
  ///
  /// - Returns: The numbers of the rows; nil if the lines do not follow the others, as in an
  ///   overwritten file.
  mutating func add(_ lines: FoundLines) -> Range<Int>? {
    guard lines.bytes.lowerBound == next else { return nil }
    next = lines.bytes.upperBound
    let first = part.rows.lowerBound + writer.rowCount
    if !lines.bytes.isEmpty { part.store.index.add(lines, &writer) }
    return first..<part.rows.lowerBound + writer.rowCount
  }

  func giveBack() { part.store.index.giveBack(writer) }
}

/// The shared state of the threads of a scan: the next block, and undelivered results.
private final class ScanBoard<Success: Sendable>: Sendable {
  private struct State {
    var nextBlock = 0
    var results: [Int: Result<Success, any Error>] = [:]
  }

  private let state = Monitor(State())
  private let ended = Atomic(false)
  private let blockCount: Int

  /// Counts the blocks that may be started before others are delivered.
  private let room = DispatchSemaphore(value: 0)

  /// Counts the finished blocks.
  private let finished = DispatchSemaphore(value: 0)

  init(blockCount: Int, window: Int) {
    self.blockCount = blockCount
    for _ in 0..<window { room.signal() }
  }

  var isEnded: Bool { ended.load(ordering: .relaxed) }

  /// Returns the next block, waiting for room for its result, or nil if there are none left.
  func waitForBlock() -> Int? {
    room.wait()
    return nextBlock()
  }

  /// Returns the next block, or nil if none is left or there is no room for its result.
  func takeBlock() -> Int? { room.wait(timeout: .now()) == .success ? nextBlock() : nil }

  private func nextBlock() -> Int? {
    state.withLock { state in
      guard !isEnded, state.nextBlock < blockCount else { return nil }
      state.nextBlock += 1
      return state.nextBlock - 1
    }
  }

  func finish(_ block: Int, _ result: Result<Success, any Error>) {
    state.withLock { $0.results[block] = result }
    finished.signal()
  }

  /// Waits until a block in progress has been finished.
  func waitForResult() { finished.wait() }

  func takeResult(of block: Int) -> Result<Success, any Error>? {
    let result = state.withLock { $0.results.removeValue(forKey: block) }
    if result != nil { room.signal() }
    return result
  }

  /// Ends the helper threads, including waiting ones.
  func end(helpers: Int) {
    ended.store(true, ordering: .relaxed)
    for _ in 0..<max(0, helpers) { room.signal() }
  }
}
