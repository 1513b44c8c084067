import MocoaCore

/// A source of rows that are found in the background and read when they are shown.
///
/// ```swift
/// let feed = Feed(source: try ByteSources.file("feed.json"))
/// let observation = feed.observe { growth in tableView.grow(growth) }
/// feed.start()
/// ```
///
/// The list model is a value. It is replaced on the main actor when rows have been found, at most
/// some thirty times a second, and then the observers are told what was added. A feed that has an
/// origin can be read anew: its rows stay until all new ones are there.
@MainActor
public final class Feed {
  /// How the source is understood.
  public nonisolated let options: FeedOptions

  /// What is opened to read the feed anew, or nil where it can be read once only.
  public nonisolated let origin: FeedOrigin?

  /// How far the feed has come; right before the observers are told.
  public internal(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  public internal(set) var listModel: FeedListModel

  /// How the loading of pages stands, as of the rows that are there; nil where the feed does not
  /// come in pages.
  public internal(set) var pageState: RequestState?

  /// Whether changes are held back; they come when this becomes false.
  public var isPaused = false {
    didSet { if oldValue, !isPaused { showPending() } }
  }

  /// What is held back while the feed is paused.
  public internal(set) var pendingChanges = PendingChanges()

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  var current: FeedReading
  var refresh: FeedRefresh?
  var refreshError: FeedError?
  var pendingReading: FeedReading?
  var lastGeneration = 1
  var watch: FeedWatch?
  private var lastPublication: ContinuousClock.Instant?
  private var observers: [Int: @MainActor (FeedChange) -> Void] = [:]
  private var nextObserver = 0

  /// Makes a feed of a source; nothing is read before `start`.
  public convenience init(source: any ByteSource, options: FeedOptions = FeedOptions()) {
    self.init(source: source, origin: nil, options: options)
  }

  /// Makes a feed that can be read anew; the source is opened at once, and not read before `start`.
  ///
  /// - Throws: A `FeedError` where the source cannot be opened.
  public convenience init(
    _ origin: FeedOrigin, options: FeedOptions = FeedOptions()
  ) throws {
    self.init(source: try origin.open(), origin: origin, options: options)
  }

  private init(source: any ByteSource, origin: FeedOrigin?, options: FeedOptions) {
    self.origin = origin
    self.options = options
    current = FeedReading(source: source, options: options, generation: 1)
    listModel = current.model
    pageState = currentPageState
  }

  isolated deinit {
    watch?.stop()
    refresh?.stop()
    current.source.stop()
  }

  /// Where the rows come from.
  public var source: any ByteSource { current.source }

  /// How often the source has been read anew, and once more.
  public var generation: Int { current.generation }

  /// Starts finding rows; does nothing the second time.
  public func start() {
    guard status == .notStarted else { return }
    begin(current)
    status = .loading(FeedProgress(totalByteCount: source.size))
  }

  /// Stops finding rows; those found stay.
  public func stop() {
    refresh?.stop()
    refresh = nil
    source.stop()
  }

  // MARK: Observing

  /// Calls a closure on the main actor whenever rows have been added or the status has changed.
  ///
  /// - Returns: A token; the closure is called until it is cancelled or released.
  public func observe(_ body: @escaping @MainActor (FeedGrowth) -> Void) -> FeedObservation {
    observeChanges { change in
      switch change {
      case .status: body(FeedGrowth())
      case .grew(let growth): body(growth)
      case .replaced: break
      }
    }
  }

  /// Calls a closure on the main actor whenever anything about the feed has changed.
  ///
  /// - Returns: A token; the closure is called until it is cancelled or released.
  public func observeChanges(
    _ body: @escaping @MainActor (FeedChange) -> Void
  ) -> FeedObservation {
    let key = nextObserver
    nextObserver += 1
    observers[key] = body
    return FeedObservation { [weak self] in self?.observers[key] = nil }
  }

  func tell(_ change: FeedChange) {
    for key in observers.keys.sorted() { observers[key]?(change) }
  }

  /// Waits until a number of rows have been found, or all, and takes them into the list model.
  ///
  /// It blocks the calling thread; use it before the first frame, so that it shows rows at once.
  ///
  /// - Returns: Whether the rows are there, or all that there are.
  @discardableResult
  public func wait(forRows count: Int, timeout: Duration) -> Bool {
    start()
    let isThere = current.publication.wait(for: current.index, rows: count, timeout: timeout)
    publish()
    return isThere
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
      pendingChanges.rowCount = current.index.progress.rowCount - listModel.numberOfRows
      if status != oldStatus || pendingChanges != oldPending { tell(.status) }
      return
    }
    let old = listModel
    listModel = current.model
    let growth = FeedGrowth(from: old, to: listModel)
    if !growth.isEmpty {
      tell(.grew(growth))
    } else if status != oldStatus || pageState != oldPageState {
      tell(.status)
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
    return progress.isFinished ? .loaded(numbers) : .loading(numbers)
  }
}

/// Keeps an observer of a feed alive.
@MainActor
public final class FeedObservation {
  private var onCancel: (@MainActor () -> Void)?

  init(_ onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the observation; the closure is not called any more.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }

  isolated deinit { onCancel?() }
}
