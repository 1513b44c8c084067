import Dispatch
import Synchronization

/// One reading of a source, from its first byte to its last row: starts the stages, ends them, and
/// knows how they have ended.
final class FeedReading: Sendable {
  /// The bytes, and how their transfer and decompression have ended.
  let source: any ByteSource

  /// Where the rows are, and how far the reading has come.
  let index: RowIndex

  private let currentStore: Mutex<RowStore>

  /// Which reading of the feed it is, from 1.
  let generation: Int

  private let options: FeedOptions

  init(source: any ByteSource, options: FeedOptions, generation: Int = 1) {
    self.source = source
    var options = options
    if source is PagedSource {
      // The pages have been understood already; what comes is one row a line.
      options.format = .lines
      options.pointer = nil
    }
    self.options = options
    self.generation = generation
    let index = RowIndex(isPaced: options.isPaced && !source.canReadAgain)
    self.index = index
    currentStore = Mutex(RowStore(source: source, index: index, options: options))
    (source as? any ListenedSource)?.listen { index.notify() }
  }

  deinit { stop() }

  /// Reads and checks single rows.
  var store: RowStore { currentStore.withLock { $0 } }

  /// Gives the rows other members besides their own; rows that were found stay where they are.
  func derive(_ members: [DerivedMember]) {
    guard store.options.derivedMembers != members else { return }
    var options = options
    options.derivedMembers = members
    let store = RowStore(source: source, index: index, options: options)
    currentStore.withLock { $0 = store }
  }

  /// Reads the source to its end, on the calling thread.
  func run() {
    FeedIndexer(source: source, index: index, options: options).run()
  }

  /// Reads the source on a thread of its own.
  ///
  /// - Parameter onEnd: Is called on that thread at the end.
  func start(onEnd: @escaping @Sendable () -> Void = {}) {
    DispatchQueue(label: "mocoa.feed", qos: .userInitiated).async {
      self.run()
      onEnd()
    }
  }

  /// Ends the reading; the rows found stay.
  func stop() {
    source.stop()
    index.endPacing()
  }

  /// Has a closure called on the main actor after changes: once, until `index.acknowledge` is
  /// called.
  func observe(_ body: @escaping @Sendable @MainActor () async -> Void) {
    index.acknowledge()
    index.observe { Task { @MainActor in await body() } }
  }

  /// The numbers so far.
  var progress: FeedProgress {
    let progress = index.progress
    return FeedProgress(
      byteCount: progress.byteCount, totalByteCount: source.size, rowCount: progress.rowCount)
  }

  /// What kept the source from being read as a whole.
  var failure: FeedError? { index.progress.error }

  /// Whether the rows are all that the source has.
  var isWhole: Bool { index.progress.isFinished && failure == nil }

  /// The rows found so far.
  var part: FeedListPart { FeedListPart(store: store, progress: index.progress) }

  /// The rows found so far, as a list.
  var model: FeedListModel { FeedListModel([part]) }
}

// MARK: - Comparing with another reading

extension FeedReading {
  /// How many rows of a file that is not watched have fingerprints, and how many bytes: so few that
  /// they take a quarter of a megabyte and some milliseconds.
  private static let (smallRowCount, smallByteCount) = (16 * 1024, 16 * 1024 * 1024)

  /// Whether fingerprints are made in case that the file is written over, and not only when it is
  /// sure that they are wanted: by then the bytes may be gone.
  var isSmallFile: Bool {
    let progress = index.progress
    return source is FileSource && progress.rowCount <= Self.smallRowCount
      && progress.byteCount <= Self.smallByteCount
  }

  /// Reads the source to its end, to take the place of another reading; blocks.
  ///
  /// Of pages, as many are read as that has; the others are loaded when they are requested.
  ///
  /// - Throws: A `FeedError` where the source cannot be read as a whole.
  func run(inPlaceOf old: FeedReading) throws {
    if let pages = source as? PagedSource {
      pages.loadAtOnce(pageCount: (old.source as? PagedSource)?.pageCount ?? 1)
      start()
      pages.waitForAnswer()
      if let error = pages.error { throw error }
      makeFingerprints(identityKey: old.identityKey)
    } else {
      runWithFingerprints(identityKey: old.identityKey)
    }
    if let failure { throw failure }
    guard let before = old.fingerprints, var prints = fingerprints else { return }
    try? prints.adopt(before, of: old.source.hasChanged ? nil : old.model, in: model)
    keep(prints)
  }

  /// Reads the source to its end on another thread, and works out the fingerprints meanwhile.
  ///
  /// Blocks until both have ended.
  ///
  /// - Parameter identityKey: The member that tells rows apart; nil chooses one.
  func runWithFingerprints(identityKey: String?) {
    start()
    let made = try? RowFingerprints(
      following: self, identityKey: options.identityKey ?? identityKey)
    index.wait(forRows: .max)
    keep(made)
  }

  /// Works out the fingerprints of the rows, unless that was done; on the calling thread.
  ///
  /// - Parameters:
  ///   - identityKey: The member that tells rows apart; nil chooses one.
  ///   - hasValues: Whether the hashes of the values are wanted too, so that they are known when
  ///     the bytes of the rows are gone.
  func makeFingerprints(identityKey: String? = nil, hasValues: Bool = false) {
    guard index.progress.isFinished else { return }
    let model = model
    if fingerprints == nil {
      keep(try? RowFingerprints(of: model, identityKey: options.identityKey ?? identityKey))
    }
    guard hasValues, var prints = fingerprints, prints.values == nil else { return }
    prints.values = try? RowFingerprints.values(of: Array(0..<model.numberOfRows), in: model)
    keep(prints)
  }

  private var fingerprints: RowFingerprints? { store.fingerprints.withLock { $0 } }

  /// Keeps fingerprints, unless the source has been written over: the rows are no longer those that
  /// were found.
  private func keep(_ prints: RowFingerprints?) {
    guard let prints, !source.hasChanged else { return }
    store.fingerprints.withLock { $0 = prints }
  }

  /// The member by which the rows are told apart, where that has been worked out.
  private var identityKey: String? { fingerprints?.identityKey }
}
