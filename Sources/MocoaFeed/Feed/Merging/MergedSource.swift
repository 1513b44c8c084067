import Synchronization

/// The rows of several sources as one list in the order of their times, as lines.
///
/// Each row has the name of its source as its first member, ``RowMerge/member``. Each source has a
/// format of its own and is read by a ``MergedReading``; a source that fails does not affect the
/// others, and its error follows their rows. The rows of a source stay in their order, and a row
/// without a time has that of the row before it.
///
/// The rows of files are merged as in a sort. Where a source grows, others wait a moment for its
/// rows; what comes later follows them.
final class MergedSource: RewrittenSource, GrowingSource {
  let name: String

  /// The names of the sources, each different from the others.
  let names: [String]

  private let readings: [MergedReading]
  private let merge: Monitor<RowMerge>
  private let lines = PendingBytes()
  private let isStarted = Atomic(false)
  private let state = Monitor(State())

  private struct State {
    var isWaiting = false
    /// The source for which rows had to wait the last time, which is probably still being read.
    var busySource: Int?
    /// The error that the last read has thrown.
    var thrown: FeedError?
    var listener: (@Sendable () -> Void)?
    /// The notes and restarts that there were at a change of the merge.
    var notices: (changeCount: Int, lines: [String], restarts: [String])?
  }

  /// Creates a source; opens the others, but reads nothing.
  init(_ origins: [FeedOrigin], named name: String, options: FeedOptions) {
    self.name = name
    let names = FeedOrigin.shortNames(of: origins)
    let merge = Monitor(RowMerge(names))
    (self.names, self.merge) = (names, merge)
    readings = zip(origins, names).enumerated().map { number, part in
      MergedReading(number, named: part.1, of: part.0, options: options, into: merge)
    }
  }

  deinit { stop() }

  var size: Int? { nil }
  var canReadAgain: Bool { false }
  var mayGrow: Bool { readings.contains(where: \.isFollowed) }

  var isWaiting: Bool { state.withLock { $0.isWaiting } }

  var endsInLine: Bool { readings.contains(where: \.endsInLine) }

  /// Does nothing: its own lines are whole.
  func endLine() {}

  /// The name of the member with the name of the source; final once there are rows.
  var member: String { merge.withLock { $0.member } }

  /// Returns the first rows of each source, as many in all as requested, once there are rows.
  func sample(_ count: Int) -> [JSONBytes] { merge.withLock { $0 }.sample(count) }

  /// Notes on the sources and their rows, each with the name of its source.
  ///
  /// - Complexity: O(n) for n sources, or O(1) if nothing has changed since.
  var notices: [String] { knownNotices.lines }

  /// The reasons for which files were read from their starts again, each with the name of the file.
  ///
  /// - Complexity: As that of ``notices``.
  var restarts: [String] { knownNotices.restarts }

  private var knownNotices: (changeCount: Int, lines: [String], restarts: [String]) {
    let changeCount = merge.withLock { $0.changeCount }
    let (known, thrown) = state.withLock { ($0.notices, $0.thrown) }
    if let known, known.changeCount == changeCount { return known }
    let contents = readings.filter { $0.failure == nil }.map {
      (name: $0.name, content: $0.contentList)
    }
    var lines =
      readings.flatMap(\.notes) + ContentList.notes(contents) + merge.withLock { $0.notes }
    if let note = RowIndex.typeNote(of: readings.map { ($0.name, $0.index) }) { lines.append(note) }
    lines += failures.filter { $0 != thrown }.map(\.description)
    let notices = (changeCount, lines, readings.flatMap(\.restarts))
    state.withLock { $0.notices = notices }
    return notices
  }

  /// The errors of the sources, in their order; those of many for one reason are one.
  private var failures: [FeedError] { FeedError.summed(readings.compactMap(\.failure)) }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  func isIdle(for duration: Duration) -> Bool {
    state.wait(timeout: duration) { $0.isWaiting ? nil : () } == nil
  }

  func release(before offset: Int) { lines.release(before: offset) }

  func stop() {
    merge.withLock { $0.isStopped = true }
    for reading in readings { reading.stop() }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try lines.read(into: buffer, at: offset) }
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if !isStarted.exchange(true, ordering: .relaxed) {
      for reading in readings { reading.start() }
    }
    while true {
      let count = try FeedError.naming(name) { try lines.take(into: buffer) }
      if count > 0 { return count }
      let next = mergeRows()
      if next.isEmpty { break }
      lines.put(next)
    }
    let failure = merge.withLock { $0.isStopped } ? nil : failures.first
    state.withLock { ($0.thrown, $0.notices) = (failure, nil) }
    if let failure { throw failure }
    return 0
  }

  /// The interval in which sources are looked at for which rows wait.
  private static let interval = Duration.milliseconds(10)

  /// The time for which changes are collected, so that many sources are not looked at for each.
  private var collectionTime: Duration {
    min(.microseconds(10) * readings.count, .milliseconds(50))
  }

  /// Returns the next rows as lines, none at the end; blocks until there are some.
  private func mergeRows() -> [UInt8] {
    while true {
      let now = ContinuousClock.now
      let (lines, relieved, isHeld, isEnd, changeCount) = merge.withLock { merge in
        let lines = merge.isStopped ? [] : merge.lines { limit(for: $0, arrivedAt: $1, at: now) }
        let isEnd = merge.isStopped || merge.isFinished
        return (
          lines, merge.takeRelieved(), merge.nextArrival != nil, isEnd, merge.changeCount
        )
      }
      for source in relieved { readings[source].advance() }
      if isEnd || !lines.isEmpty {
        // The status of a list to which a few rows are added stays the same.
        if isEnd || lines.count >= RowMerge.length { setWaiting(false) }
        return lines
      }
      if !isHeld { setWaiting(merge.withLock { areAllWaiting($0) }) }
      _ = merge.wait(timeout: isHeld ? Self.interval : nil) {
        $0.changeCount != changeCount ? () : nil
      }
      _ = merge.wait(timeout: collectionTime) { $0.isStopped ? () : nil }
    }
  }

  /// Returns the arrival up to which rows need not wait for those of some sources; nil if the next
  /// one has to, or as long as one of the sources is being read.
  private func limit(
    for sources: [Int], arrivedAt arrival: ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    var sources = sources
    let busy = state.withLock { $0.busySource }.flatMap { sources.firstIndex(of: $0) }
    if let busy { sources.swapAt(0, busy) }
    var limit = now
    for source in sources {
      if let patience = readings[source].patience(at: now) {
        limit = min(limit, now - patience)
        if arrival <= limit { continue }
      }
      state.withLock { $0.busySource = source }
      return nil
    }
    return limit
  }

  /// Returns whether all sources that may have further rows are followed files without any.
  private func areAllWaiting(_ merge: RowMerge) -> Bool {
    merge.nextArrival == nil && merge.openSources.allSatisfy { readings[$0].isWaiting }
  }

  /// Sets whether more rows are awaited.
  private func setWaiting(_ isWaiting: Bool) {
    let listener = state.withLock { state in
      let isNew = state.isWaiting != isWaiting
      state.isWaiting = isWaiting
      return isNew ? state.listener : nil
    }
    listener?()
  }
}
