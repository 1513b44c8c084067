/// All rows of an engine, without the numbers that they have there: one thread reads them, those of
/// the scan test them, and the ones that match are numbered.
struct EngineRows: RowSource {
  /// Some rows, one behind the other.
  struct Batch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    fileprivate var isEmpty: Bool { ends.isEmpty }
    fileprivate var count: Int { ends.count }
    fileprivate var byteCount: Int { bytes.count }

    fileprivate mutating func append(_ row: UnsafeRawBufferPointer) {
      bytes.append(contentsOf: row)
      ends.append(bytes.count)
    }

    /// Calls a closure with each row, as long as it returns `true`.
    func forEach(_ body: (UnsafeRawBufferPointer) -> Bool) {
      bytes.withUnsafeBytes { bytes in
        var start = 0
        for end in ends {
          guard body(bytes[rebased: start..<end]) else { return }
          start = end
        }
      }
    }
  }

  private struct State {
    /// The batches that were sent and not taken, by their numbers.
    var batches: [Int: Batch] = [:]
    var sentCount = 0
    var end: Result<Void, any Error>?
    var isClosed = false
  }

  private let state = Monitor(State())
  private var first = 0

  /// How many rows, and how many of their bytes, are sent together.
  private static let (rowLimit, byteLimit) = (1_024, 256 * 1024)

  /// How many batches are sent before the first is taken.
  private static let capacity = 8

  /// How many batches are sent as soon as they have a few rows.
  private static let firstCount = 4

  /// Starts reading the rows, and what a scan needs of them; `isCancelled` is called on any thread.
  init(
    of store: RowStore, _ narrowing: RowNarrowing, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    try FeedError.naming(store.source.name) {
      try BlockingThread.start { [state] in
        let end = Result {
          var pass = store.makePass(narrowing) {
            isCancelled() || state.withLock { $0.isClosed }
          }
          var (rows, sentCount) = (Batch(), 0)
          try pass.forEachProvidedRow(.all) { _, bytes in
            rows.append(bytes)
            guard Self.isReady(rows, behind: sentCount) else { return true }
            let isWanted = Self.send(&rows, state)
            sentCount = state.withLock { $0.sentCount }
            return isWanted
          }
          _ = Self.send(&rows, state)
        }
        state.withLock { $0.end = end }
      }
    }
  }

  /// Ends reading.
  func close() { state.withLock { ($0.isClosed, $0.batches) = (true, [:]) } }

  /// Returns whether rows are sent, rather than more of them be added: the first ones soon.
  private static func isReady(_ rows: Batch, behind sentCount: Int) -> Bool {
    rows.byteCount >= byteLimit || rows.count >= rowLimit
      || rows.count.isMultiple(of: 16) && sentCount < firstCount
  }

  /// Sends rows, and waits for room for them; leaves none behind; returns whether more are wanted.
  private static func send(_ rows: inout Batch, _ state: Monitor<State>) -> Bool {
    defer { rows = Batch() }
    let isSent: Bool? = state.wait { state in
      if state.isClosed { return false }
      guard state.batches.count < capacity else { return nil }
      if !rows.isEmpty {
        state.batches[state.sentCount] = rows
        state.sentCount += 1
      }
      return true
    }
    return isSent == true
  }

  // MARK: Batches

  var batchCount: Int? { nil }

  /// The error with which reading ended takes the place of the batch behind the last one.
  func batch(_ number: Int) throws -> Batch? {
    let next = state.wait { state -> Result<Batch?, any Error>? in
      if let batch = state.batches.removeValue(forKey: number) { return .success(batch) }
      if state.isClosed { return .success(nil) }
      guard let end = state.end else { return nil }
      return number == state.sentCount ? end.map { nil } : .success(nil)
    }
    return try next?.get() ?? nil
  }

  func scan(
    _ batch: Batch, by worker: inout ScanWorker, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) -> Int {
    var count = 0
    worker.scan(batch) {
      body(count, $0)
      count += 1
    }
    return count
  }

  mutating func number(_ count: Int) -> (rows: Range<Int>, isLast: Bool)? {
    defer { first += count }
    return (first..<first + count, false)
  }
}
