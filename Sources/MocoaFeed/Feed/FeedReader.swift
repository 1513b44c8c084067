import Dispatch
import MocoaCore

/// One source of a feed: its current reading, the one that will replace it, and its watch.
@MainActor
final class FeedReader {
  /// The options that determine the interpretation of the source.
  private(set) var options: FeedOptions

  /// The factory of sources for reloads.
  let origin: FeedOrigin

  /// The status of the source; set right before the feed is notified.
  private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  private(set) var model: FeedListPart

  /// The state of loading pages, as of the current rows; nil if the source is not paged.
  private(set) var pageState: RequestState?

  /// A Boolean value that indicates whether changes are held back until it becomes `false`.
  var isPaused = false {
    didSet { if oldValue, !isPaused { showPending() } }
  }

  /// The changes that are pending while the reader is paused.
  private(set) var pendingChanges = PendingChanges()

  /// Called after each change.
  var onChange: (FeedChange) -> Void = { _ in }

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  /// The reading whose rows are displayed.
  private(set) var current: FeedReading
  private var pending: FeedReading?
  private var lastGeneration = 1
  private var lastPublication: ContinuousClock.Instant?

  /// An attempt to reload the source: its reading, once the source is open.
  private struct Attempt {
    var reading: FeedReading?
    var isStopped = false
  }

  private var refresh: Monitor<Attempt>?
  private var refreshError: FeedError?
  private var watch: Task<Void, Never>?

  /// Creates a reader of an origin that has been opened.
  init(_ origin: FeedOrigin, source: any ByteSource, options: FeedOptions) {
    self.origin = origin
    self.options = options
    current = FeedReading(source: source, options: options)
    model = current.part
    pageState = current.kind.pages?.status.state
  }

  isolated deinit {
    watch?.cancel()
    stop()
  }

  /// The source of the current rows.
  var source: any ByteSource { current.source }

  /// The number of readings so far, counted from 1.
  var generation: Int { current.generation }

  /// Starts finding rows; calling it again has no effect.
  func start() {
    guard status == .notStarted else { return }
    begin(current)
    status = .loading(current.progress)
  }

  /// Stops finding rows; those found remain.
  func stop() {
    endRefresh()
    current.stop()
  }

  /// Waits until a number of rows, or all rows, have been found, and publishes them; blocks.
  ///
  /// - Parameters:
  ///   - count: The number of rows to wait for.
  ///   - timeout: The maximum time to wait.
  ///   - headStart: See ``Feed/wait(forRows:timeout:headStart:)``.
  /// - Returns: `true` if the rows, or all rows, have been found.
  func wait(forRows count: Int, timeout: Duration, headStart: Duration = .zero) -> Bool {
    let isThere = current.index.wait(forRows: count, timeout: timeout, suspension: headStart)
    publish()
    return isThere
  }

  /// Waits until the rows that are read ahead, or all, have been found, and publishes them; blocks.
  func waitForLead() {
    current.index.waitForLead()
    publish()
  }

  /// Frees the copy of the first rows of a paced source.
  func release(rowsBefore count: Int) {
    guard options.isPaced, !source.canReadAgain || current.kind.followed != nil else { return }
    current.index.release(rowsBefore: count, of: source)
  }

  /// Loads the next page, or retries one that failed.
  ///
  /// - Returns: `true` if a page will be loaded.
  func loadNextPage() -> Bool {
    guard refresh == nil, current.kind.pages?.requestNext() == true else { return false }
    publish()
    return true
  }

  // MARK: Publishing

  /// Publishes the rows found by the current reading from now on.
  private func attach(_ reading: FeedReading) {
    let generation = reading.generation
    reading.observe { [weak self] in await self?.publishInTime(generation) }
  }

  /// Starts finding the rows of the current reading.
  private func begin(_ reading: FeedReading) {
    let generation = reading.generation
    attach(reading)
    reading.start { [weak self] in
      Task { @MainActor in self?.didEnd(generation) }
    }
  }

  /// Publishes at once, or when the minimum interval has passed.
  private func publishInTime(_ generation: Int) async {
    current.index.resume()
    if let lastPublication, !current.index.progress.isFinished {
      let wait = Self.pause - lastPublication.duration(to: .now)
      if wait > .zero { try? await Task.sleep(for: wait) }
    }
    guard generation == current.generation else { return }
    current.index.acknowledge()
    publish()
  }

  private func publish() {
    lastPublication = .now
    let old = (status, pendingChanges, pageState)
    // Read before the rows: a page that is reported as loaded has its rows.
    readStatus()
    let part = current.part
    guard !isPaused else {
      pendingChanges.rowCount = part.rows.count - model.rows.count
      if status != old.0 || pendingChanges != old.1 { onChange(.status) }
      return
    }
    let growth = FeedGrowth(from: model, to: part)
    model = part
    if !growth.isEmpty {
      onChange(.grew(growth))
    } else if status != old.0 || pageState != old.2 {
      onChange(.status)
    }
    // After the growth, which is relative to the rows that were published last.
    if let rows = current.kind.provided?.takeArrivals(), !rows.isEmpty {
      onChange(.loaded(rows: rows))
    }
  }

  /// Sets the status and the state of the pages, both of one moment: what ends or fails afterwards
  /// has not yet, in either.
  private func readStatus() {
    let end = current.index.progress
    let pages = current.kind.pages?.status
    pageState = pages?.state
    status = status(at: end, pages)
  }

  private func status(
    at end: RowIndex.Progress, _ pages: (state: RequestState, error: FeedError?)?
  ) -> FeedStatus {
    let progress = current.progress(end)
    if let refresh {
      return .refreshing(refresh.withLock { $0.reading }?.progress ?? FeedProgress())
    }
    if let error = refreshError ?? end.error { return .failed(error, progress) }
    if let pages, !pages.state.isLoading {
      return pages.error.map { .failed($0, progress) } ?? .loaded(progress)
    }
    if end.isFinished { return .loaded(progress) }
    let isFollowing = (source as? any GrowingSource)?.isWaiting ?? false
    return isFollowing ? .following(progress) : .loading(progress)
  }

  // MARK: Reloading

  /// Reloads the source in the background; a source that failed is retried.
  func reload() {
    guard origin.isRepeatable else { return }
    start()
    endRefresh()
    if (source as? any GrowingSource)?.mayGrow == true { return restart() }
    lastGeneration += 1
    let attempt = Monitor(Attempt())
    refresh = attempt
    refreshError = nil
    publish()
    do {
      try BlockingThread.start { [weak self, origin, options, current, lastGeneration] in
        let result = Result {
          // Before its source changes.
          current.makeFingerprints()
          let source = try origin.open(after: current.isWhole ? current.source : nil)
          let reading = FeedReading(source: source, options: options, generation: lastGeneration)
          // The attempt owns the reading.
          reading.observe { [weak attempt] in
            if let attempt { await self?.refreshDidProgress(attempt) }
          }
          let isStopped = attempt.withLock { attempt in
            attempt.reading = reading
            return attempt.isStopped
          }
          if isStopped { reading.stop() }
          try reading.run(inPlaceOf: current)
          return reading
        }
        Task { @MainActor in
          self?.refreshDidEnd(attempt, result.mapError { FeedError($0, source: origin.name) })
        }
      }
    } catch {
      refreshDidEnd(attempt, .failure(FeedError(source: origin.name, reason: error)))
    }
  }

  private func endRefresh() {
    let reading = refresh?.withLock { attempt in
      attempt.isStopped = true
      return attempt.reading
    }
    reading?.stop()
    refresh = nil
  }

  private func refreshDidProgress(_ attempt: Monitor<Attempt>) async {
    try? await Task.sleep(for: .milliseconds(100))
    guard refresh === attempt else { return }
    attempt.withLock { $0.reading }?.index.acknowledge()
    publish()
  }

  private func refreshDidEnd(
    _ attempt: Monitor<Attempt>, _ result: Result<FeedReading, FeedError>
  ) {
    guard refresh === attempt else { return }
    refresh = nil
    switch result {
    case .failure(let error):
      if error.reason != .notModified { refreshError = error }
      publish()
    case .success(let reading) where isPaused:
      pending = reading
      pendingChanges.isReplaced = true
      publish()
      onChange(.status)
    case .success(let reading): show(reading)
    }
  }

  /// Replaces the current reading.
  private func show(_ reading: FeedReading) {
    current.stop()
    // The members may have been changed during the reading.
    reading.derive(options.derivedMembers)
    current = reading
    attach(reading)
    pending = nil
    pendingChanges = PendingChanges()
    readStatus()
    model = reading.part
    onChange(.replaced(generation: reading.generation))
  }

  /// Sets the members that are added to the rows, with immediate effect.
  func derive(_ members: [DerivedMember]) {
    options.derivedMembers = members
    current.derive(members)
    model = current.part
  }

  /// Sets the members with the rows of other feeds that make rows, and reloads the source.
  func join(_ members: [DerivedMember]) {
    options.joinedMembers = members
    reload()
  }

  /// Reads the source again with another format; of a stream that has ended, its copy.
  ///
  /// - Returns: `false` for a stream that is still being read.
  func read(as format: FeedFormat?, delimiter: UInt8?) -> Bool {
    let isStream = !source.canReadAgain
    guard !isStream || current.index.progress.isFinished else { return false }
    (options.format, options.delimiter) = (format, delimiter)
    endRefresh()
    restart(isStream ? CopiedSource(source) : nil)
    return true
  }

  /// Restarts with a source whose rows are gone, or with another one.
  func restart(_ source: CopiedSource? = nil) {
    refreshError = nil
    let options = current.optionsOfRestart(options)
    do {
      lastGeneration += 1
      let reading = FeedReading(
        source: try source ?? origin.open(), options: options, generation: lastGeneration)
      show(reading)
      begin(reading)
    } catch {
      refreshError = FeedError(error, source: origin.name)
      publish()
    }
  }

  /// The reason for which a followed file has to be read from its start; nil without one.
  var ending: FollowedFileSource.Ending? { current.ending }

  /// Applies pending changes.
  private func showPending() {
    pendingChanges = PendingChanges()
    if ending != nil { return restart() }
    if let pending { show(pending) }
    publish()
  }

  /// Called when a reading has ended.
  private func didEnd(_ generation: Int) {
    guard generation == current.generation else { return }
    guard ending != nil else { return prepareForComparison() }
    guard isPaused else { return restart() }
    pendingChanges.isReplaced = true
    onChange(.status)
  }

  // MARK: Watching

  /// Reloads the source whenever it may have changed; see ``Feed/watch(every:)``.
  func watch(every interval: Duration) {
    guard origin.isRepeatable else { return }
    watch?.cancel()
    let watcher = origin.watchedFile.map { FileWatcher(path: $0) }
    watch = Task { [weak self] in
      await withTaskCancellationHandler {
        var pause = watcher == nil ? interval : .zero
        while !Task.isCancelled {
          try? await Task.sleep(for: pause)
          await watcher?.settle(atMost: interval)
          guard !Task.isCancelled, self?.sourceMayHaveChanged() != nil else { return }
          pause = interval
        }
      } onCancel: {
        watcher?.stop()
      }
    }
    start()
    prepareForComparison()
  }

  private func sourceMayHaveChanged() {
    // A running reading can miss only changes of a file, which are reported.
    if refresh == nil || origin.watchedFile != nil { reload() }
  }

  /// A Boolean value that indicates whether the source is watched.
  var isWatched: Bool { watch != nil }

  /// Ends watching.
  func stopWatching() {
    watch?.cancel()
    watch = nil
  }

  /// Computes the fingerprints of the current rows before their source changes.
  private func prepareForComparison() {
    let reading = current
    guard reading.index.progress.isFinished, watch != nil || reading.isSmallFile else { return }
    DispatchQueue.global(qos: .utility).async { reading.makeFingerprints(hasValues: true) }
  }
}
