import MocoaCore

/// One source of a feed: finds its rows in the background, reads it anew, and watches it.
@MainActor
final class FeedReader {
  /// How the source is understood.
  let options: FeedOptions

  /// What is opened to read the source anew.
  let origin: FeedOrigin

  /// How far the reader has come; right before the feed is told.
  var status = FeedStatus.notStarted

  /// The rows found so far.
  var model: FeedListPart

  /// How the loading of pages stands, as of the rows that are there; nil where the source does not
  /// come in pages.
  var pageState: RequestState?

  /// Whether changes are held back; they come when this becomes false.
  var isPaused = false {
    didSet { if oldValue, !isPaused { showPending() } }
  }

  /// What is held back meanwhile.
  var pendingChanges = PendingChanges()

  /// Is told what has happened.
  var onChange: (FeedChange) -> Void = { _ in }

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  var current: FeedReading
  var refresh: FeedRefresh?
  var refreshError: FeedError?
  var pendingReading: FeedReading?
  var lastGeneration = 1
  var watch: FeedWatch?
  private var lastPublication: ContinuousClock.Instant?

  /// Makes a reader of an origin, which has been opened.
  init(_ origin: FeedOrigin, source: any ByteSource, options: FeedOptions) {
    self.origin = origin
    self.options = options
    current = FeedReading(source: source, options: options, generation: 1)
    model = current.part
    pageState = currentPageState
  }

  isolated deinit {
    watch?.stop()
    refresh?.stop()
    current.stop()
  }

  /// Where the rows come from.
  var source: any ByteSource { current.source }

  /// How often the source has been read anew, and once more.
  var generation: Int { current.generation }

  /// Starts finding rows; does nothing the second time.
  func start() {
    guard status == .notStarted else { return }
    begin(current)
    status = .loading(FeedProgress(totalByteCount: source.size))
  }

  /// Stops finding rows; those found stay.
  func stop() {
    refresh?.stop()
    refresh = nil
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
    let isThere = current.publication.wait(
      for: current.index, rows: count, timeout: timeout, headStart: headStart)
    publish()
    return isThere
  }

  /// Frees what is kept of the first rows of a source that is read at the pace of its rows.
  func release(rowsBefore count: Int) {
    guard options.isPaced, !source.canReadAgain else { return }
    let offset = current.index.release(rowsBefore: count)
    source.release(before: offset)
    current.publication.release(bytesBefore: offset)
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

  /// Has what is found in a reading that is the current one published.
  func attach(_ reading: FeedReading) {
    let generation = reading.generation
    reading.publication.didPublish()
    reading.publication.begin { [weak self] in await self?.publishInTime(generation) }
  }

  /// Begins to find the rows of a reading that is the current one.
  func begin(_ reading: FeedReading) {
    let generation = reading.generation
    attach(reading)
    reading.start { [weak self] in
      Task { @MainActor in self?.didEnd(generation) }
    }
  }

  /// Publishes now, or when the last time is long enough ago.
  private func publishInTime(_ generation: Int) async {
    current.publication.endHeadStart()
    if let lastPublication, !current.index.progress.isFinished {
      let wait = Self.pause - lastPublication.duration(to: .now)
      if wait > .zero { try? await Task.sleep(for: wait) }
    }
    guard generation == current.generation else { return }
    current.publication.didPublish()
    publish()
  }

  func publish() {
    lastPublication = .now
    let oldStatus = status
    let oldPending = pendingChanges
    status = currentStatus
    // Asked before the rows are: a page that is said to have come is there.
    let oldPageState = pageState
    pageState = currentPageState
    guard !isPaused else {
      pendingChanges.rowCount = current.index.progress.rowCount - model.rows.count
      if status != oldStatus || pendingChanges != oldPending { onChange(.status) }
      return
    }
    let old = model
    model = current.part
    let growth = FeedGrowth(from: old, to: model)
    if !growth.isEmpty {
      onChange(.grew(growth))
    } else if status != oldStatus || pageState != oldPageState {
      onChange(.status)
    }
  }

  var currentPageState: RequestState? { (source as? PagedSource)?.requestState }

  var currentStatus: FeedStatus {
    let progress = current.index.progress
    let numbers = FeedProgress(
      byteCount: progress.byteCount, totalByteCount: source.size, rowCount: progress.rowCount)
    if let refresh { return .refreshing(refresh.progress) }
    if let error = refreshError ?? progress.error { return .failed(error, numbers) }
    if let pages = source as? PagedSource, !pages.requestState.isLoading {
      return pages.error.map { .failed($0, numbers) } ?? .loaded(numbers)
    }
    if progress.isFinished { return .loaded(numbers) }
    let isFollowing = (source as? FollowedFileSource)?.isWaiting ?? false
    return isFollowing ? .following(numbers) : .loading(numbers)
  }
}
