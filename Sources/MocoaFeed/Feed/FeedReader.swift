import MocoaCore

/// One source of a feed: its current reading, the one that will replace it, and its watch.
@MainActor
final class FeedReader {
  /// The options that determine the interpretation of the source.
  var options: FeedOptions

  /// The factory of sources for reloads.
  let origin: FeedOrigin

  /// The status of the source; set right before the feed is notified.
  private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  var model: FeedListPart

  /// The state of loading pages, as of the current rows; nil if the source is not paged.
  private(set) var pageState: RequestState?

  /// A Boolean value that indicates whether changes are held back until it becomes `false`.
  var isPaused = false {
    didSet { if oldValue, !isPaused { showPending() } }
  }

  /// The changes that are pending while the reader is paused.
  var pendingChanges = PendingChanges()

  /// Called after each change.
  var onChange: (FeedChange) -> Void = { _ in }

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  /// The reading whose rows are displayed.
  var current: FeedReading

  /// The reading that is displayed when the reader is not paused any more.
  var pending: FeedReading?

  /// The number of the newest reading.
  var lastGeneration = 1
  private var lastPublication: ContinuousClock.Instant?

  /// The reload of the source.
  enum Refresh {
    case none
    case running(ReloadAttempt)
    /// It has failed; existing rows remain.
    case failed(FeedError)

    var attempt: ReloadAttempt? { if case .running(let attempt) = self { attempt } else { nil } }
  }

  var refresh = Refresh.none
  var watch: SourceWatch?

  /// Creates a reader of an origin that has been opened.
  init(_ origin: FeedOrigin, source: any ByteSource, options: FeedOptions) {
    (self.origin, self.options) = (origin, options)
    current = FeedReading(source: source, options: options)
    model = current.part
    pageState = current.kind.pages?.status.state
  }

  isolated deinit {
    stop()
  }

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

  /// Waits until a number of rows, or all rows, have been found, and publishes them; blocks; see
  /// ``Feed/wait(forRows:timeout:headStart:)``.
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

  /// Loads the next page, or retries one that failed; returns whether one will be loaded.
  func loadNextPage() -> Bool {
    guard refresh.attempt == nil, current.kind.pages?.requestNext() == true else {
      return false
    }
    publish()
    return true
  }

  // MARK: Publishing

  /// Publishes the rows found by the current reading from now on.
  func attach(_ reading: FeedReading) {
    let generation = reading.generation
    reading.observe { [weak self] in await self?.publishInTime(generation) }
  }

  /// Starts finding the rows of the current reading.
  func begin(_ reading: FeedReading) {
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

  func publish() {
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

  /// The error for which rows are missing among those that are displayed, also while the source is
  /// read again.
  var failure: FeedError? {
    status.error ?? current.index.progress.error ?? current.kind.pages?.status.error
  }

  /// Sets the status and the state of the pages, both of one moment: what ends or fails afterwards
  /// has not yet, in either.
  func readStatus() {
    let end = current.index.progress
    let pages = current.kind.pages?.status
    pageState = pages?.state
    status = status(at: end, pages)
  }

  private func status(
    at end: RowIndex.Progress, _ pages: (state: RequestState, error: FeedError?)?
  ) -> FeedStatus {
    let progress = current.progress(end)
    switch refresh {
    case .running(let attempt): return .refreshing(attempt.reading?.progress ?? FeedProgress())
    case .failed(let error): return .failed(error, progress)
    case .none: break
    }
    if let error = end.error { return .failed(error, progress) }
    if let pages, !pages.state.isLoading {
      return pages.error.map { .failed($0, progress) } ?? .loaded(progress)
    }
    if end.isFinished { return .loaded(progress) }
    guard let growing = current.kind.growing, growing.isWaiting else {
      return .loading(progress)
    }
    var caughtUp = progress
    caughtUp.endsInLine = growing.endsInLine
    return .following(caughtUp)
  }
}
