import Dispatch

/// One reading of a source, from its first byte on.
final class FeedReading: Sendable {
  let source: any ByteSource
  let index: RowIndex
  let store: RowStore
  let publication: Publication

  /// Which reading of the feed it is, from 1.
  let generation: Int

  private let options: FeedOptions

  init(source: any ByteSource, options: FeedOptions, generation: Int) {
    self.source = source
    var options = options
    if source is PagedSource {
      // The pages have been understood already; what comes is one row behind the other.
      options.format = .values
      options.pointer = nil
    }
    self.options = options
    self.generation = generation
    let publication = Publication(isPaced: options.isPaced && !source.canReadAgain)
    self.publication = publication
    index = RowIndex { publication.indexDidChange($0) }
    store = RowStore(source: source, index: index, options: options)
    let index = index
    (source as? any ListenedSource)?.listen { publication.indexDidChange(index.progress) }
  }

  deinit { stop() }

  /// Ends the reading; the rows found stay.
  func stop() {
    source.stop()
    publication.endPacing()
  }

  /// The rows found so far.
  var part: FeedListPart { FeedListPart(store: store, progress: index.progress) }

  /// The rows found so far, as a list.
  var model: FeedListModel { FeedListModel([part]) }

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

  /// Reads the source to its end on another thread, and works out the fingerprints meanwhile.
  ///
  /// Blocks until both have ended.
  ///
  /// - Parameter identityKey: The member that tells rows apart; nil chooses one.
  func runWithFingerprints(identityKey: String?) {
    start()
    let key = options.identityKey ?? identityKey
    let made = try? RowFingerprints(following: self, identityKey: key)
    wait(forRows: .max)
    guard !source.hasChanged else { return }
    store.fingerprints.withLock { $0 = made }
  }

  /// Blocks until there are so many rows, or all there are.
  func wait(forRows count: Int) {
    while !publication.wait(for: index, rows: count, timeout: .seconds(3600)) {}
  }

  /// Works out the fingerprints of the rows, unless that was done; on the calling thread.
  ///
  /// Of a source that has been written over there are none: the rows are no longer those that were
  /// found.
  ///
  /// - Parameter identityKey: The member that tells rows apart; nil chooses one.
  func makeFingerprints(identityKey: String?) {
    guard index.progress.isFinished, store.fingerprints.withLock({ $0 == nil }) else { return }
    let key = options.identityKey ?? identityKey
    guard let made = try? RowFingerprints(of: model, identityKey: key), !source.hasChanged else {
      return
    }
    store.fingerprints.withLock { $0 = made }
  }

  /// Works out the hashes of the values of the rows, so that they are known when their bytes are
  /// gone; on the calling thread.
  func makeValues() {
    guard var prints = store.fingerprints.withLock({ $0 }), prints.values == nil else { return }
    let model = model
    prints.values = try? RowFingerprints.values(of: Array(0..<model.numberOfRows), in: model)
    guard !source.hasChanged, prints.values != nil else { return }
    store.fingerprints.withLock { $0 = prints }
  }

  /// Gives rows whose values have not changed the fingerprints that they have in another reading.
  func adoptFingerprints(of old: FeedReading) {
    guard let before = old.store.fingerprints.withLock({ $0 }),
      var prints = store.fingerprints.withLock({ $0 })
    else { return }
    try? prints.adopt(before, of: old.source.hasChanged ? nil : old.model, in: model)
    guard !source.hasChanged else { return }
    store.fingerprints.withLock { $0 = prints }
  }

  /// The member by which the rows are told apart, where that has been worked out.
  var identityKey: String? { store.fingerprints.withLock { $0?.identityKey } }

  /// Whether the rows are all that the source has.
  var isWhole: Bool { index.progress.isFinished && failure == nil }

  /// What kept the source from being read as a whole.
  var failure: FeedError? { index.progress.error }
}
