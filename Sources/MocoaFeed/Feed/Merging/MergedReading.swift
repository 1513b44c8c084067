import Dispatch
import MocoaCore

/// The reading of one of several sources that are merged.
///
/// Its rows are converted on a worker of libdispatch when they are found, as long as there is room
/// for them in the merge; in between, nothing waits for them. A followed file that was truncated or
/// overwritten is read again from its start, behind the rows that it had.
final class MergedReading: Sendable {
  /// The name of the source among the others.
  let name: String

  private let number: Int
  private let origin: FeedOrigin
  private let options: FeedOptions
  private let merge: Monitor<RowMerge>
  private let state: Monitor<State>

  /// What converts rows.
  private enum Work {
    case none
    case running
    /// It is running, and something has changed since it last looked.
    case runningAgain
  }

  /// The rows of a reading, while they are converted without a pause.
  private final class Pass {
    var rows: RowPass
    init(_ reading: FeedReading) { rows = reading.store.makePass() }
  }

  private struct State {
    var reading: FeedReading
    var work = Work.none
    /// The pass for the next rows, if those before them were converted just now.
    var pass: Pass?
    /// The number of rows of the reading that have been converted.
    var count = 0
    /// The number of rows that the reading is to find however far it is ahead; nil for none.
    var demand: Int?
    var failure: FeedError?
    /// The reasons for which the file was read from its start again.
    var restarts: [String] = []
    /// The error of the first row that is not JSON, and the number of such rows.
    var problem: FeedError?
    var brokenCount = 0
    /// The time of the last row, and the member that has it.
    var time: Timestamp?
    var timeMember: TimeMember?
    /// The bytes and the format when these changed last, and the time at which that was seen.
    var byteCount = 0
    var format: FeedFormat?
    var changed = ContinuousClock.now
    var isStopped = false
    /// A Boolean value that indicates whether no more rows follow.
    var hasEnded = false
  }

  /// Creates a reading; opens the origin, but reads nothing before `start`.
  init(
    _ number: Int, named name: String, of origin: FeedOrigin, options: FeedOptions,
    into merge: Monitor<RowMerge>
  ) {
    (self.number, self.name, self.origin, self.merge) = (number, name, origin, merge)
    var options = options
    (options.unnestings, options.joinedMembers, options.derivedMembers) = ([], [], [])
    options.isOnePass = false
    self.options = options
    // The error is known before any reading fails, so that all of one kind are said at once.
    let source: any ByteSource
    var failure: FeedError?
    do {
      source = try origin.open()
    } catch {
      source = FailedSource(error, name: origin.name)
      failure = error
    }
    let reading = FeedReading(source: source, options: options, isPaced: true)
    state = Monitor(State(reading: reading, failure: failure))
  }

  var source: any ByteSource { reading.source }

  /// The error that ended reading early.
  var failure: FeedError? { state.withLock { $0.failure } }

  /// The rows that were found.
  var index: RowIndex { reading.index }

  private var reading: FeedReading { state.withLock { $0.reading } }

  /// What the rows are a list of; nil for data.
  var contentList: ContentList? { reading.kind.contentList }

  /// A Boolean value that indicates whether the source is a followed file.
  var isFollowed: Bool { reading.kind.followed != nil }

  /// A Boolean value that indicates whether a followed file ends in a line without its end, which
  /// is no row yet.
  var endsInLine: Bool { reading.kind.followed?.endsInLine == true }

  /// A Boolean value that indicates whether all of a followed file has been read and converted.
  var isWaiting: Bool {
    let (reading, count) = state.withLock { ($0.reading, $0.count) }
    return reading.kind.followed?.isWaiting == true
      && reading.index.progress.rowCount == count
  }

  func start() { start(reading) }

  private func start(_ reading: FeedReading) {
    reading.index.observe { [weak self] in self?.advance() }
    reading.start()
  }

  /// Ends reading.
  func stop() {
    let reading = state.withLock { state in
      state.isStopped = true
      return state.reading
    }
    reading.stop()
  }

  /// Lets rows be converted if some were found, and there is room for them; on any thread.
  func advance() {
    let isIdle = state.withLock { state in
      defer { state.work = state.work == .none ? .running : .runningAgain }
      return state.work == .none
    }
    guard isIdle else { return }
    DispatchQueue.global(qos: .userInitiated).async { self.work() }
  }

  private func work() {
    var isDone = false
    while !isDone {
      do { try convertRows() } catch { end(because: FeedError(error, source: source.name)) }
      isDone = state.withLock { state in
        defer { state.work = state.work == .running ? .none : .running }
        return state.work == .running
      }
    }
    merge.withLock { $0.touch() }
  }

  /// Continues behind the end of a reading: with the next one, if the file is read again.
  private func readingDidEnd(_ reading: FeedReading) {
    if let ending = reading.ending {
      if let next = restart(after: reading, because: ending) { return start(next) }
    } else if let failure = reading.failure {
      return end(because: failure)
    } else if reading.source.isOverwritten {
      return end(because: FeedError(source: reading.source.name, reason: .overwritten))
    }
    end(because: nil)
  }

  /// Ends, maybe with an error; the rows so far remain.
  private func end(because error: FeedError?) {
    state.withLock { state in
      (state.hasEnded, state.pass) = (true, nil)
      if !state.isStopped { state.failure = state.failure ?? error }
    }
    merge.withLock { $0.finish(number) }
  }

  /// Opens a followed file again; returns nil if reading was stopped.
  private func restart(
    after reading: FeedReading, because ending: FollowedFileSource.Ending
  ) -> FeedReading? {
    let next = FeedReading(
      source: origin.opened(), options: reading.optionsOfRestart(options), isPaced: true)
    return state.withLock { state in
      guard !state.isStopped else { return nil }
      (state.reading, state.count, state.failure) = (next, 0, nil)
      state.restarts.append(ending.sentence)
      return next
    }
  }

  /// How long after their arrival the rows of other sources wait for those that this one has not
  /// found yet; nil as long as it has bytes that are not read, or rows that are not converted.
  func patience(at now: ContinuousClock.Instant) -> Duration? {
    let (reading, count) = state.withLock { ($0.reading, $0.count) }
    guard reading.source.isIdle(for: .zero) else { return nil }
    let progress = reading.index.progress
    if progress.rowCount > count { return nil }
    if progress.byteCount == 0 { return Self.patienceBeforeBytes }
    let changed = state.withLock { state in
      if state.byteCount != progress.byteCount || state.format != progress.format {
        (state.byteCount, state.format) = (progress.byteCount, progress.format)
        state.changed = now
      }
      return state.changed
    }
    let rest = now - changed
    let isFormatOpen = progress.format == nil && rest < Self.timeOfFormat
    let isRecordOpen = rest < Self.timeOfRecord && reading.index.hasRest
    return isFormatOpen || isRecordOpen ? Self.longestPatience : Self.patience
  }

  /// The time in which a row that was written is read.
  private static let patience = Duration.milliseconds(100)

  /// The same as long as the source has not sent a byte, so that the first row is shown in time.
  private static let patienceBeforeBytes = Duration.milliseconds(40)

  /// The same for bytes that may not be a whole row.
  private static let longestPatience = Duration.seconds(2)

  /// The time in which the format of a stream is detected, and its first rows are found.
  private static let timeOfFormat = FormatSample.patience + patience

  /// The time in which the last record of a log is found: lines that belong to it are awaited.
  private static let timeOfRecord = Duration.milliseconds(300)

  // MARK: Rows

  /// Converts the rows that have been found, as far as there is room for them.
  private func convertRows() throws {
    let (reading, demand, hasEnded) = state.withLock { state in
      defer { state.demand = nil }
      return (state.reading, state.demand, state.hasEnded)
    }
    if hasEnded { return }
    if let demand { reading.index.endDemand(forRows: demand) }
    while merge.withLock({ $0.hasRoom(forRowsOf: number) }) {
      reading.index.acknowledge()
      let progress = reading.index.progress
      let (count, isStopped) = state.withLock { ($0.count, $0.isStopped) }
      if isStopped { return end(because: nil) }
      guard progress.rowCount > count else {
        state.withLock { $0.pass = nil }
        if progress.isFinished { return readingDidEnd(reading) }
        reading.index.beginDemand(forRows: count + 1)
        return state.withLock { $0.demand = count + 1 }
      }
      try convertRows(count..<progress.rowCount, of: reading)
    }
  }

  /// Converts rows until they are as many as are merged at once.
  private func convertRows(_ range: Range<Int>, of reading: FeedReading) throws {
    let pass = state.withLock { state in
      let pass = state.pass ?? Pass(reading)
      state.pass = pass
      return pass
    }
    var (rows, count) = (MergedRows(), range.lowerBound)
    try pass.rows.forEachRow(in: range) { number, bytes, _ in
      if !rows.append(bytes) { rows.append(broken: brokenRow(number, of: reading)) }
      count = number + 1
      return !rows.isFull
    }
    var (member, time) = state.withLock { ($0.timeMember, $0.time) }
    rows.setTimes(&member, after: &time)
    merge.withLock { $0.append(rows, of: number, at: .now) }
    state.withLock { ($0.timeMember, $0.time, $0.count) = (member, time, count) }
    reading.index.release(rowsBefore: count, of: reading.source)
  }

  /// Counts a row that is not JSON, and returns its bytes in the source.
  private func brokenRow(_ number: Int, of reading: FeedReading) -> JSONBytes {
    let row = reading.store.row(number, at: ListIndexPath(section: 0, item: number))
    state.withLock { state in
      state.brokenCount += 1
      state.problem = state.problem ?? row.problem
    }
    return row.json
  }

  // MARK: What is said

  /// The reasons for which the file was read from its start again, each with its name.
  var restarts: [String] { state.withLock { $0.restarts }.map { "\(name): \($0)" } }

  /// Notes on how the source is read, with its name.
  var notes: [String] {
    let state = state.withLock { $0 }
    var notes = state.reading.index.notes
    if state.reading.index.progress.format == .empty, state.failure == nil {
      notes.append("is empty")
    }
    if let problem = state.problem {
      let rows = state.brokenCount == 1 ? "1 row" : "\(state.brokenCount) rows"
      notes.append("\(rows) cannot be read, the first is \(problem)")
    }
    if let stream = state.reading.kind.stream, stream.report == nil {
      notes += stream.notices(butFor: state.failure)
    } else {
      notes += state.reading.source.notices
    }
    return notes.map { "\(name): \($0)" }
  }
}
