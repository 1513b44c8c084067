import Dispatch
import MocoaCore
import Synchronization

/// A source of rows that are found in the background and read when they are shown.
///
/// ```swift
/// let feed = Feed(source: try ByteSources.file("feed.json"))
/// let observation = feed.observe { growth in tableView.grow(growth) }
/// feed.start()
/// ```
///
/// The list model is a value. It is replaced on the main actor when rows have been found, at most
/// some thirty times a second, and then the observers are told what was added.
@MainActor
public final class Feed {
  /// Where the rows come from.
  public nonisolated let source: any ByteSource

  /// How the source is understood.
  public nonisolated let options: FeedOptions

  /// How far the feed has come; right before the observers are told.
  public private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  public private(set) var listModel: FeedListModel

  /// The shortest time between two list models.
  private static let pause = Duration.milliseconds(33)

  private let index: RowIndex
  private let publication: Publication
  private var lastPublication: ContinuousClock.Instant?
  private var observers: [Int: @MainActor (FeedGrowth) -> Void] = [:]
  private var nextObserver = 0

  /// Makes a feed; nothing is read before `start`.
  public init(source: any ByteSource, options: FeedOptions = FeedOptions()) {
    self.source = source
    self.options = options
    let publication = Publication()
    self.publication = publication
    index = RowIndex { publication.indexDidChange($0) }
    let store = RowStore(source: source, index: index, options: options)
    listModel = FeedListModel(store: store, progress: index.progress)
  }

  deinit { source.stop() }

  /// Starts finding rows; does nothing the second time.
  public func start() {
    guard status == .notStarted else { return }
    status = .loading(FeedProgress(totalByteCount: source.size))
    publication.begin { [weak self] in await self?.publishInTime() }
    let (source, options, index) = (source, options, index)
    DispatchQueue(label: "mocoa.feed", qos: .userInitiated).async {
      FeedIndexer(source: source, index: index, options: options).run()
    }
  }

  /// Stops finding rows; those found stay.
  public func stop() { source.stop() }

  /// Calls a closure on the main actor whenever rows have been added or the status has changed.
  ///
  /// - Returns: A token; the closure is called until it is cancelled or released.
  public func observe(_ body: @escaping @MainActor (FeedGrowth) -> Void) -> FeedObservation {
    let key = nextObserver
    nextObserver += 1
    observers[key] = body
    return FeedObservation { [weak self] in self?.observers[key] = nil }
  }

  /// Waits until a number of rows have been found, or all, and takes them into the list model.
  ///
  /// It blocks the calling thread; use it before the first frame, so that it shows rows at once.
  ///
  /// - Returns: Whether the rows are there, or all that there are.
  @discardableResult
  public func wait(forRows count: Int, timeout: Duration) -> Bool {
    start()
    let isThere = publication.wait(for: index, rows: count, timeout: timeout)
    publish()
    return isThere
  }

  // MARK: Publishing

  /// Publishes now, or when the last time is long enough ago.
  private func publishInTime() async {
    if let lastPublication, !index.progress.isFinished {
      let wait = Self.pause - lastPublication.duration(to: .now)
      if wait > .zero { try? await Task.sleep(for: wait) }
    }
    publication.didPublish()
    publish()
  }

  private func publish() {
    lastPublication = .now
    let progress = index.progress
    let oldStatus = status
    status = status(for: progress)
    let old = listModel
    listModel = FeedListModel(store: old.store, progress: progress)
    let growth = FeedGrowth(from: old, to: listModel)
    guard !growth.isEmpty || status != oldStatus else { return }
    for key in observers.keys.sorted() { observers[key]?(growth) }
  }

  private func status(for progress: RowIndex.Progress) -> FeedStatus {
    let numbers = FeedProgress(
      byteCount: progress.byteCount, totalByteCount: source.size, rowCount: progress.rowCount)
    if let error = progress.error { return .failed(error, numbers) }
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
