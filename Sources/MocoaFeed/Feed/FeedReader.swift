import Dispatch
import MocoaCore

/// One source of a feed: its present reading, the one that is to take its place, and its watch.
@MainActor
final class FeedReader {
  /// How the source is understood.
  private(set) var options: FeedOptions

  /// What is opened to read the source anew.
  let origin: FeedOrigin

  /// How far the reader has come; right before the feed is told.
  private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  private(set) var model: FeedListPart

  /// How the loading of pages stands, as of the rows that are there; nil where the source does not
  /// come in pages.
  private(set) var pageState: RequestState?

  /// Whether changes are held back; they come when this becomes false.
  var isPaused = false {
    didSet { if oldValue, !isPaused { showPending() } }
  }

  /// What is held back meanwhile.
  private(set) var pendingChanges = PendingChanges()

  /// Is told what has happened.
  var onChange: (FeedChange) -> Void = { _ in }

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  /// The reading whose rows are shown.
  private(set) var current: FeedReading
  private var pending: FeedReading?
  private var lastGeneration = 1
  private var lastPublication: ContinuousClock.Instant?

  /// An attempt to read the source anew: its reading, once the source is open.
  private struct Attempt {
    var reading: FeedReading?
    var isStopped = false
  }

  private var refresh: Monitor<Attempt>?
  private var refreshError: FeedError?
  private var watch: Task<Void, Never>?

  /// Makes a reader of an origin, which has been opened.
  init(_ origin: FeedOrigin, source: any ByteSource, options: FeedOptions) {
    self.origin = origin
    self.options = options
    current = FeedReading(source: source, options: options)
    model = current.part
    pageState = currentPageState
  }

  isolated deinit {
    watch?.cancel()
    stop()
  }

  /// Where the rows come from.
  var source: any ByteSource { current.source }

  /// How often the source has been read anew, and once more.
  var generation: Int { current.generation }

  /// Starts finding rows; does nothing the second time.
  func start() {
    guard status == .notStarted else { return }
    begin(current)
    status = .loading(current.progress)
  }

  /// Stops finding rows; those found stay.
  func stop() {
    endRefresh()
    current.stop()
  }

  /// Waits until a number of rows have been found, or all, and takes them; blocks the thread.
  ///
  /// - Parameters:
  ///   - count: How many rows are waited for.
  ///   - timeout: How long they are waited for.
  ///   - headStart: See ``Feed/wait(forRows:timeout:headStart:)``.
  /// - Returns: Whether the rows are there, or all that there are.
  func wait(forRows count: Int, timeout: Duration, headStart: Duration = .zero) -> Bool {
    let isThere = current.index.wait(forRows: count, timeout: timeout, suspension: headStart)
    publish()
    return isThere
  }

  /// Waits until as many rows have been found as are read ahead at the pace of their release, or
  /// all, and takes them; blocks the thread.
  func waitForLead() {
    current.index.waitForLead()
    publish()
  }

  /// Frees what is kept of the first rows of a source that is read at the pace of its rows.
  func release(rowsBefore count: Int) {
    guard options.isPaced, !source.canReadAgain else { return }
    current.index.release(rowsBefore: count, of: source)
  }

  /// Loads the next page, or again one that has failed.
  ///
  /// - Returns: Whether a page will be loaded.
  func loadNextPage() -> Bool {
    guard refresh == nil, let source = source as? PagedSource, source.requestNext() else {
      return false
    }
    publish()
    return true
  }

  // MARK: Publishing

  /// Has what is found in the current reading published.
  private func attach(_ reading: FeedReading) {
    let generation = reading.generation
    reading.observe { [weak self] in await self?.publishInTime(generation) }
  }

  /// Begins to find the rows of the current reading.
  private func begin(_ reading: FeedReading) {
    let generation = reading.generation
    attach(reading)
    reading.start { [weak self] in
      Task { @MainActor in self?.didEnd(generation) }
    }
  }

  /// Publishes now, or when the last time is long enough ago.
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
    status = currentStatus
    // Asked before the rows are: a page that is said to have come is there.
    pageState = currentPageState
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
  }

  private var currentPageState: RequestState? { (source as? PagedSource)?.requestState }

  private var currentStatus: FeedStatus {
    let progress = current.progress
    if let refresh {
      return .refreshing(refresh.withLock { $0.reading }?.progress ?? FeedProgress())
    }
    if let error = refreshError ?? current.failure { return .failed(error, progress) }
    if let pages = source as? PagedSource, !pages.requestState.isLoading {
      return pages.error.map { .failed($0, progress) } ?? .loaded(progress)
    }
    if current.index.progress.isFinished { return .loaded(progress) }
    let isFollowing = (source as? FollowedFileSource)?.isWaiting ?? false
    return isFollowing ? .following(progress) : .loading(progress)
  }

  // MARK: Reading anew

  /// Reads the source anew, beside the rows that are there; also to try again what has failed.
  func reload() {
    guard origin.isRepeatable else { return }
    start()
    endRefresh()
    if source is FollowedFileSource { return restart() }
    lastGeneration += 1
    let attempt = Monitor(Attempt())
    refresh = attempt
    refreshError = nil
    publish()
    DispatchQueue(label: "mocoa.refresh", qos: .userInitiated).async {
      [weak self, origin, options, current, lastGeneration] in
      let result = Result {
        // While its source still has the same bytes.
        current.makeFingerprints()
        let source = try origin.open(after: current.isWhole ? current.source : nil)
        let reading = FeedReading(source: source, options: options, generation: lastGeneration)
        // It has the reading.
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

  /// Makes a reading the current one.
  private func show(_ reading: FeedReading) {
    current.stop()
    // They may have been asked for while it was read.
    reading.derive(options.derivedMembers)
    current = reading
    attach(reading)
    pending = nil
    pendingChanges = PendingChanges()
    status = currentStatus
    pageState = currentPageState
    model = reading.part
    onChange(.replaced(generation: reading.generation))
  }

  /// Gives the rows other members besides their own, at once.
  func derive(_ members: [DerivedMember]) {
    options.derivedMembers = members
    current.derive(members)
    model = current.part
  }

  /// Begins anew with a source whose rows are gone.
  func restart() {
    refreshError = nil
    do {
      lastGeneration += 1
      let reading = FeedReading(
        source: try origin.open(), options: options, generation: lastGeneration)
      show(reading)
      begin(reading)
    } catch {
      refreshError = FeedError(error, source: origin.name)
      publish()
    }
  }

  /// A Boolean value that indicates whether the source has ended because its file became shorter.
  var isTruncated: Bool { (source as? FollowedFileSource)?.isTruncated == true }

  /// Shows what was held back.
  private func showPending() {
    pendingChanges = PendingChanges()
    if isTruncated { return restart() }
    if let pending { show(pending) }
    publish()
  }

  /// Is called when a reading has come to its end.
  private func didEnd(_ generation: Int) {
    guard generation == current.generation else { return }
    guard isTruncated else { return prepareForComparison() }
    guard isPaused else { return restart() }
    pendingChanges.isReplaced = true
    onChange(.status)
  }

  // MARK: Watching

  /// Reads the source anew whenever it may have changed; see ``Feed/watch(every:)``.
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
    // The reading that goes on may have missed the change only where a file reports changes.
    if refresh == nil || origin.watchedFile != nil { reload() }
  }

  /// Ends what `watch(every:)` began.
  func stopWatching() {
    watch?.cancel()
    watch = nil
  }

  /// Has the fingerprints of the present rows made, before their source changes.
  private func prepareForComparison() {
    let reading = current
    guard reading.index.progress.isFinished, watch != nil || reading.isSmallFile else { return }
    DispatchQueue.global(qos: .utility).async { reading.makeFingerprints(hasValues: true) }
  }
}
