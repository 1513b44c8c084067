import Dispatch
import Glibc
import Synchronization

/// An ordered pass over the rows of a feed on several threads.
///
/// The rows are divided into blocks of about a megabyte. Each thread takes the next block and makes
/// a result of its rows that meet a condition; the results are delivered in the order of the rows,
/// on the calling thread, which works on blocks while the next result is missing. Threads never
/// wait for one another, and only so many blocks are ahead that memory does not grow with the rows.
/// The blocks, and with them the results, do not depend on the number of threads.
///
/// Of an open list (``FeedListModel/isOpen``) the threads find the lines behind the last row
/// themselves, so that the file is read once only.
struct RowScan {
  private var model: FeedListModel
  private let condition: Condition
  private let takesBroken: Bool
  private let jobs: Int
  private let rowsPerBlock: Int

  /// How many bytes a block has, as far as rows are of average length.
  private static let blockLength = 1024 * 1024

  /// How many threads there are unless a number is given: one for each processor.
  static let defaultJobs = max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  /// Makes a pass.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - condition: What rows must meet.
  ///   - takesBroken: Whether rows that are not JSON are handed over where that keeps them from
  ///     being tested, so that they can be reported.
  ///   - jobs: The number of threads, of which one is the calling one; nil for `defaultJobs`.
  init(
    over model: FeedListModel, condition: Condition = .constant(true), takesBroken: Bool = false,
    jobs: Int? = nil
  ) {
    self.model = model
    self.condition = condition
    self.takesBroken = takesBroken
    self.jobs = max(1, jobs ?? Self.defaultJobs)
    let length = max(1, model.byteCount / max(1, model.numberOfRows))
    rowsPerBlock = model.rowsPerBlock ?? min(65_536, max(64, Self.blockLength / length))
  }

  /// Passes over rows, and over those that it finds behind them where the list is open.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - empty: What the result of each block begins with.
  ///   - isCancelled: Is asked at least every 64 KiB of rows, on any thread.
  ///   - body: Is given each row that meets the condition, counted from the first of the block,
  ///     with its bytes, and adds it to the result of the block; on any thread.
  ///   - step: Is given the rows of a block and its result, in order, on the calling thread;
  ///     returns whether to go on.
  /// - Returns: Whether it came to the end.
  /// - Throws: A `FeedError` where the source cannot be read any more, and what `step` throws; the
  ///   blocks before have been delivered then.
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

  /// Passes over rows from one on, and over those behind the last one.
  private func run<Result: Sendable>(
    from first: Int, _ rest: RowRest, _ empty: Result,
    _ isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int, UnsafeRawBufferPointer, inout Result) -> Void,
    _ step: (Range<Int>, Result) throws -> Bool
  ) throws -> Bool {
    var (scan, rest) = (self, rest)
    defer { rest.giveBack() }
    // Some have been found since the list was made.
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
    let size = rowsPerBlock
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

  /// Passes over some rows that are given one by one.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows, ascending.
  ///   - empty: What the result of each block begins with.
  ///   - isCancelled: Is asked at least every 64 KiB of rows, on any thread.
  ///   - body: Is given the position of a row in `rows`, its bytes, and the result of the block.
  ///   - step: Is given the result of a block, in order, on the calling thread; returns whether to
  ///     go on.
  /// - Returns: Whether it came to the end.
  /// - Throws: A `FeedError` where the source cannot be read any more, and what `step` throws.
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
    let makeWorker = { @Sendable [model, condition, takesBroken] in
      ScanWorker(over: model, condition: condition, takesBroken: takesBroken) {
        board.isEnded || isCancelled()
      }
    }
    let helpers = min(jobs, blockCount) - 1
    let queue = DispatchQueue.global(qos: .userInitiated)
    for _ in 0..<max(0, helpers) {
      queue.async {
        var worker = makeWorker()
        while let block = board.waitForBlock() {
          board.finish(block, Swift.Result { try work(&worker, block) })
        }
      }
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

/// The lines behind the last row of an open list, which a pass finds in place of the thread that
/// reads the file.
private struct RowRest {
  /// The offset behind the last byte of the file.
  let end: Int
  private let start: Int

  /// The list with all rows that have been found.
  let model: FeedListModel

  private let part: FeedListPart
  private var writer: RowWriter
  private var next: Int

  /// How many bytes a thread reads at once; more would no longer fit into the processor's cache.
  private static let blockLength = 512 * 1024

  /// Takes over; nil where there is nothing to take.
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
  /// - Returns: The numbers of the rows; nil where the lines are not those behind the others, as in
  ///   a file that was written over.
  mutating func add(_ lines: FoundLines) -> Range<Int>? {
    guard lines.bytes.lowerBound == next else { return nil }
    next = lines.bytes.upperBound
    let first = part.rows.lowerBound + writer.rowCount
    if !lines.bytes.isEmpty { part.store.index.add(lines, &writer) }
    return first..<part.rows.lowerBound + writer.rowCount
  }

  func giveBack() { part.store.index.giveBack(writer) }
}

/// What the threads of a pass know of one another: the next block to take, and the results that
/// have not been delivered.
private final class ScanBoard<Success: Sendable>: Sendable {
  private struct State {
    var nextBlock = 0
    var results: [Int: Result<Success, any Error>] = [:]
  }

  private let state = Mutex(State())
  private let ended = Atomic(false)
  private let blockCount: Int

  /// Counts the blocks that may be taken before others are delivered.
  private let room = DispatchSemaphore(value: 0)

  /// Counts the blocks that have been finished.
  private let finished = DispatchSemaphore(value: 0)

  init(blockCount: Int, window: Int) {
    self.blockCount = blockCount
    for _ in 0..<window { room.signal() }
  }

  var isEnded: Bool { ended.load(ordering: .relaxed) }

  /// The next block, or nil where there are none left; waits until there is room for its result.
  func waitForBlock() -> Int? {
    room.wait()
    return nextBlock()
  }

  /// The next block, or nil where there are none left or there is no room for its result.
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

  /// Waits until a block has been finished that is in hand.
  func waitForResult() { finished.wait() }

  func takeResult(of block: Int) -> Result<Success, any Error>? {
    let result = state.withLock { $0.results.removeValue(forKey: block) }
    if result != nil { room.signal() }
    return result
  }

  /// Lets the helpers end, wherever they are.
  func end(helpers: Int) {
    ended.store(true, ordering: .relaxed)
    for _ in 0..<max(0, helpers) { room.signal() }
  }
}
