import Dispatch

/// A source that is backed by an engine, in place of bytes to find rows in.
///
/// It caches the rows around those that were asked for last.
final class ProvidedSource: ByteSource, ListenedSource {
  let name: String
  let provider: any RowProvider

  /// What the rows are a list of; nil for data.
  let contentList: ContentList?

  var size: Int? { nil }
  var notices: [String] { provider.notices }
  var isOverwritten: Bool { provider.hasReadChangedRows }

  fileprivate struct State {
    /// The rows that were loaded last, and those loaded before them.
    var young: [Int: [UInt8]] = [:]
    var old: [Int: [UInt8]] = [:]
    var youngByteCount = 0
    /// What is to be loaded next besides ``awaited``; the newest request wins.
    var wanted: [Int] = []
    /// The rows for which threads wait.
    var awaited: [Int: Wait] = [:]
    var loading: Set<Int> = []
    var isWorking = false
    /// Rows that were shown as pending and are now loaded.
    var arrived: [Int] = []
    /// The rows that are shown as pending.
    var missed: Set<Int> = []
    var rowLength: Int?
    var isStopped = false
    var listener: (@Sendable () -> Void)?
  }

  /// The threads that wait for a row.
  fileprivate struct Wait {
    /// The row, once it has been loaded.
    var row: [UInt8]?

    var count = 0
    /// A Boolean value that indicates whether the row has been loaded, or could not be.
    var isOver = false
    var error: FeedError?
  }

  private let state = Monitor(State())
  private let queue = DispatchQueue(label: "mocoa.rows", qos: .userInteractive)

  /// How many rows, and how many of their bytes, one of the two halves of the cache holds.
  fileprivate static let (rowLimit, byteLimit) = (2_048, 8 << 20)

  /// How many rows before and behind a missing one are loaded with it: enough for the first rows
  /// that show what the members are, without more ahead of them.
  private static let (before, behind) = (48, 100)

  /// How long a row is waited for before it is shown as pending; once for all rows of a frame.
  private static let patience = Duration.milliseconds(12)

  init(_ provider: any RowProvider, name: String, contentList: ContentList? = nil) {
    (self.provider, self.name, self.contentList) = (provider, name, contentList)
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int { 0 }

  func stop() {
    state.withLock { $0.isStopped = true }
    provider.cancel()
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Connects and finds the rows; blocks.
  ///
  /// - Parameters:
  ///   - countsRows: A Boolean value that indicates whether rows are counted and numbered.
  ///   - didFind: Called with the number of rows that can be requested already.
  /// - Throws: A `FeedError`.
  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    do {
      try provider.open(countsRows: countsRows, didFind: didFind)
      if state.withLock({ $0.isStopped }) { throw FeedError.Reason.cancelled }
    } catch {
      // An engine reports all kinds of errors for a query that is cancelled.
      let error = state.withLock { $0.isStopped } ? FeedError.Reason.cancelled : error
      throw FeedError(error, source: name)
    }
  }

  /// Returns the numbers of the pending rows that were loaded since the last call.
  func takeArrivals() -> [Int] {
    state.withLock { state in
      defer { state.arrived = [] }
      return state.arrived
    }
  }

  // MARK: Rows

  /// The rows that were loaded last, by number, of which some are shown.
  var loadedRows: [Int: [UInt8]] { state.withLock { $0.old.merging($0.young) { $1 } } }

  /// The text of a row.
  ///
  /// - Parameters:
  ///   - number: The number of the row.
  ///   - isShown: Whether the row is for the screen, so that it is not waited for long.
  ///   - neighbor: Returns the number of the row that is shown so many rows behind it.
  /// - Returns: The text; nil where it is pending.
  /// - Throws: A `FeedError` where it cannot be loaded.
  func row(
    _ number: Int, isShown: Bool, neighbor: (Int) -> Int?
  ) throws -> [UInt8]? {
    if let row = state.withLock({ $0.row(number) }) {
      // Ahead of where the rows are going.
      for offset in [Self.behind / 2, -Self.before / 2] {
        guard let next = neighbor(offset), state.withLock({ $0.lacks(next) }) else { continue }
        load((offset - Self.before...offset + Self.behind).compactMap(neighbor))
      }
      return row
    }
    let isPending = state.withLock { isShown && $0.isWorking && $0.missed.contains(number) }
    state.withLock { $0.awaited[number, default: Wait()].count += 1 }
    defer { state.withLock { $0.endWait(for: number) } }
    if !isPending { load((-Self.before...Self.behind).compactMap(neighbor)) }
    let mayWait = !isShown || state.withLock { $0.missed.isEmpty }
    let timeout: Duration? = isShown ? mayWait ? Self.patience : .zero : nil
    let found = { [name] (state: inout State) -> Result<[UInt8], FeedError>? in
      if let row = state.row(number) ?? state.awaited[number]?.row { return .success(row) }
      guard let wait = state.awaited[number], wait.isOver || !state.isWorking else { return nil }
      return .failure(wait.error ?? FeedError(source: name, reason: .rowGone))
    }
    if let result = state.wait(timeout: timeout, until: found) { return try result.get() }
    return try state.withLock { state in
      if let result = found(&state) { return try result.get() }
      state.missed.insert(number)
      return nil
    }
  }

  /// The average length of a row, as that of the first ones; blocks.
  func rowLength(of count: Int) -> Int {
    let known = state.withLock { $0.rowLength }
    if let known { return known }
    var (total, rows) = (0, 0)
    var request = RowRequest(.range(0..<min(count, Self.sampleLength)))
    request.isSample = true
    try? provider.forEachRow(request) { _, bytes in
      (total, rows) = (total + bytes.count, rows + 1)
      return true
    }
    let length = max(1, total / max(1, rows))
    state.withLock { $0.rowLength = length }
    return length
  }

  /// The number of rows whose lengths are measured.
  private static let sampleLength = 64

  /// Loads rows in the background, those that are not there.
  private func load(_ numbers: [Int]) {
    let mustStart = state.withLock { state in
      state.wanted = numbers.filter { state.lacks($0) }.sorted()
      let isNeeded = !state.wanted.isEmpty || state.awaited.keys.contains { state.lacks($0) }
      guard isNeeded, !state.isWorking else { return false }
      state.isWorking = true
      return true
    }
    if mustStart { queue.async { self.work() } }
  }

  private func work() {
    while let numbers = nextNumbers() {
      var found: [(Int, [UInt8])] = []
      var failure: FeedError?
      do {
        var request = RowRequest(.rows(numbers))
        request.isSample = true
        try provider.forEachRow(request) { number, bytes in
          found.append((number, Array(bytes)))
          return true
        }
      } catch {
        failure = FeedError(error, source: name)
      }
      state.withLock { state in
        for (number, bytes) in found {
          state.insert(bytes, at: number)
          // Others may take its place before the thread that waits for it goes on.
          state.awaited[number]?.row = bytes
        }
        for number in numbers {
          state.awaited[number]?.isOver = true
          state.awaited[number]?.error = failure
        }
        state.loading = []
      }
    }
    let listener = state.withLock { state in
      state.arrived += state.missed
      state.missed = []
      return state.arrived.isEmpty ? nil : state.listener
    }
    listener?()
  }

  /// What to load next; nil ends the work.
  private func nextNumbers() -> [Int]? {
    state.withLock { state in
      let awaited = state.awaited.filter { !$0.value.isOver }.keys
      let numbers = Set(awaited).union(state.wanted).filter { state.row($0) == nil }.sorted()
      state.wanted = []
      state.loading = Set(numbers)
      if numbers.isEmpty { state.isWorking = false }
      return state.isWorking ? numbers : nil
    }
  }
}

extension ProvidedSource.State {
  fileprivate func row(_ number: Int) -> [UInt8]? { young[number] ?? old[number] }

  /// Whether a row is neither there nor being loaded.
  fileprivate func lacks(_ number: Int) -> Bool {
    row(number) == nil && !loading.contains(number)
  }

  fileprivate mutating func endWait(for number: Int) {
    awaited[number]?.count -= 1
    if awaited[number]?.count == 0 { awaited[number] = nil }
  }

  fileprivate mutating func insert(_ bytes: [UInt8], at number: Int) {
    if young.count >= ProvidedSource.rowLimit || youngByteCount >= ProvidedSource.byteLimit {
      (old, young, youngByteCount) = (young, [:], 0)
    }
    young[number] = bytes
    youngByteCount += bytes.count
  }
}

extension RowRequest.Rows {
  /// Ascending numbers, as a range where they are one.
  static func rows(_ numbers: [Int]) -> Self {
    guard let first = numbers.first, let last = numbers.last, last - first == numbers.count - 1
    else { return .numbers(numbers) }
    return .range(first..<last + 1)
  }
}
