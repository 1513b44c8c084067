import Synchronization

/// One reading of a source, from its first byte to its last row; starts and ends the stages.
final class FeedReading: Sendable {
  /// The source of the bytes, with its transfer and decompression.
  let source: any ByteSource

  let kind: FeedSourceKind

  /// The positions of the rows, and the progress of the reading.
  let index: RowIndex

  private let currentStore: Monitor<RowStore>

  /// The number of the reading, from 1.
  let generation: Int

  private let options: FeedOptions

  /// A Boolean value that indicates whether another reading owns the stream.
  private let isHandedOn = Atomic(false)

  /// Creates a reading; a paced one is read at the pace at which its rows are released, whatever
  /// the options say.
  init(
    source: any ByteSource, options: FeedOptions, generation: Int = 1, isPaced: Bool = false
  ) {
    var options = options
    var source = source
    // The rows of an engine, and those of several files, may have the name of a file.
    let given = FeedSourceKind(source)
    if given.provided == nil, given.rewritten == nil,
      let conversion = ConvertedSource.Conversion.needed(for: source, options.format)
    {
      source = ConvertedSource(source, conversion)
      options.format = nil
    }
    if let member = options.joinedMembers.popLast() {
      let unnesting = Unnesting(optional: member.name)
      source = UnnestedSource(source, unnesting, adding: member, options: options)
      options.tail = nil
    } else if let unnesting = options.unnestings.popLast() {
      source = UnnestedSource(source, unnesting, options: options)
      options.tail = nil
    }
    self.source = source
    let kind = FeedSourceKind(source)
    self.kind = kind
    if kind.rewritten != nil {
      // The rows have been found already, and arrive as lines.
      options.format = .lines
      options.pointer = nil
      options.fieldTypes = [:]
    }
    (self.options, self.generation) = (options, generation)
    let index = RowIndex(isPaced: isPaced || options.isPaced && !source.canReadAgain)
    self.index = index
    currentStore = Monitor(RowStore(source: source, index: index, options: options))
    kind.listened?.listen { [weak index] in index?.notify() }
  }

  deinit { stop() }

  /// Reads and checks individual rows.
  var store: RowStore { currentStore.withLock { $0 } }

  /// Sets the members that are added to the rows; rows that were found keep their positions.
  func derive(_ members: [DerivedMember]) {
    guard store.options.derivedMembers != members else { return }
    var options = options
    options.derivedMembers = members
    let store = RowStore(source: source, index: index, options: options)
    currentStore.withLock { $0 = store }
  }

  /// Reads the source to its end, on the calling thread.
  func run() {
    if let provided = kind.provided { return run(provided) }
    FeedIndexer(source: source, index: index, options: options).run()
  }

  /// Finds the rows of an engine.
  private func run(_ provided: ProvidedSource) {
    index.begin(.lines, shape: .lines)
    var writer = RowWriter()
    writer.beginSection()
    do {
      try provided.open(countsRows: !options.isOnePass) { count in
        writer.setRowCount(count)
        index.publish(&writer)
      }
      index.finish()
    } catch {
      index.finish(error: FeedError(error, source: source.name))
    }
  }

  /// Reads the source on a thread of its own; a followed file, whenever it has grown.
  func start(onEnd: @escaping @Sendable () -> Void = {}) {
    if let file = kind.followed {
      let indexer = FeedIndexer(source: source, index: index, options: options, mayRest: true)
      return read(file, with: RestingIndexer(indexer: indexer), onEnd: onEnd)
    }
    do {
      try BlockingThread.start {
        self.run()
        onEnd()
      }
    } catch {
      index.finish(error: FeedError(source: source.name, reason: error))
      onEnd()
    }
  }

  /// An indexer that is used by one thread after the other.
  private struct RestingIndexer: @unchecked Sendable {
    let indexer: FeedIndexer
  }

  /// Reads a followed file to its present end, and goes on when it has changed.
  private func read(
    _ file: FollowedFileSource, with resting: RestingIndexer, onEnd: @escaping @Sendable () -> Void
  ) {
    ReaderThreads.enqueue { failure in
      if let failure {
        self.index.finish(error: FeedError(source: file.name, reason: failure))
      } else {
        resting.indexer.run()
      }
      guard failure == nil, resting.indexer.continuation != nil else { return onEnd() }
      file.whenChanged { self.read(file, with: resting, onEnd: onEnd) }
    }
  }

  /// Ends the reading; the rows found remain.
  func stop() {
    if !isHandedOn.load(ordering: .relaxed) { source.stop() }
    index.endPacing()
  }

  /// The source with the bytes of the file or the stream, before they are converted.
  var unconverted: any ByteSource { kind.converted?.source ?? source }

  /// Returns the bytes of its stream for another reading, which owns the stream from then on.
  ///
  /// - Precondition: The reading has ended.
  func handOnStream() -> CopiedSource {
    isHandedOn.store(true, ordering: .relaxed)
    return CopiedSource(unconverted)
  }

  /// Registers a closure that is called on the main actor after changes.
  func observe(_ body: @escaping @Sendable @MainActor () async -> Void) {
    index.acknowledge()
    index.observe { Task { @MainActor in await body() } }
  }

  var progress: FeedProgress { progress(index.progress) }

  func progress(_ progress: RowIndex.Progress) -> FeedProgress {
    FeedProgress(
      byteCount: progress.byteCount, totalByteCount: source.size, rowCount: progress.rowCount)
  }

  /// The error that ended reading early.
  var failure: FeedError? { index.progress.error }

  /// The reason for which a followed file has to be read from its start; nil without one.
  var ending: FollowedFileSource.Ending? { kind.followed?.ending }

  /// Returns the options with which a source that ended is read from its start.
  ///
  /// A log remains one: its first lines may now be those of a stack trace.
  func optionsOfRestart(_ options: FeedOptions) -> FeedOptions {
    var options = options
    if ending != nil, options.format == nil, index.progress.format == .log { options.format = .log }
    return options
  }

  /// A Boolean value that indicates whether the source was read completely.
  var isWhole: Bool { index.progress.isFinished && failure == nil }

  /// The rows found so far.
  var part: FeedListPart { FeedListPart(store: store, progress: index.progress) }

  /// The rows found so far, as a list.
  var model: FeedListModel { FeedListModel([part]) }
}

// MARK: - Comparing with another reading

extension FeedReading {
  /// The maximum numbers of rows and bytes for which fingerprints are computed in advance.
  private static let (smallRowCount, smallByteCount) = (16 * 1024, 16 * 1024 * 1024)

  /// A Boolean value that indicates whether fingerprints are computed in advance.
  var isSmallFile: Bool {
    let progress = index.progress
    return kind.file != nil && progress.rowCount <= Self.smallRowCount
      && progress.byteCount <= Self.smallByteCount
  }

  /// Reads the source to its end, to replace another reading; blocks.
  ///
  /// Loads as many pages as the other reading has; the rest are loaded on request.
  ///
  /// - Throws: A `FeedError` if the source cannot be read completely.
  func run(inPlaceOf old: FeedReading) throws {
    if let pages = kind.pages {
      pages.loadAtOnce(pageCount: old.kind.pages?.pageCount ?? 1)
      start()
      try pages.waitForAnswer()
      makeFingerprints(identityKey: old.identityKey)
    } else {
      runWithFingerprints(identityKey: old.identityKey)
    }
    if let failure { throw failure }
    guard var before = old.fingerprints, var prints = fingerprints else { return }
    let provided = old.kind.provided
    if let provided, options.derivedMembers.isEmpty {
      before.correct(provided.loadedRows)
      old.keep(before)
    }
    // An engine has no earlier rows.
    let areGone = provided != nil || old.source.hasChanged
    try? prints.adopt(before, of: areGone ? nil : old.model, in: model)
    keep(prints)
  }

  /// Reads the source to its end on another thread, computing the fingerprints meanwhile.
  ///
  /// Blocks until both have ended.
  ///
  /// - Parameter identityKey: The member that identifies rows; nil chooses one.
  func runWithFingerprints(identityKey: String?) {
    start()
    let made = try? RowFingerprints(
      following: self, identityKey: options.identityKey ?? identityKey)
    index.wait(forRows: .max)
    keep(made)
  }

  /// Computes the fingerprints of the rows on the calling thread, unless that was done or more rows
  /// are being read.
  ///
  /// - Parameters:
  ///   - identityKey: The member that identifies rows; nil chooses one.
  ///   - hasValues: A Boolean value that indicates whether the values are also computed, so
  ///     that they are available when the bytes of the rows are gone.
  func makeFingerprints(identityKey: String? = nil, hasValues: Bool = false) {
    let isAtRest = kind.pages.map { !$0.status.state.isLoading }
    guard isAtRest ?? index.progress.isFinished else { return }
    let model = model
    // Pages that were loaded since have more rows.
    // Another thread may have stored them meanwhile, corrected by what was shown.
    if fingerprints?.count != model.numberOfRows,
      let prints = try? RowFingerprints(of: model, identityKey: options.identityKey ?? identityKey),
      !source.hasChanged
    {
      store.fingerprints.withLock { if $0?.count != prints.count { $0 = prints } }
    }
    guard hasValues, let prints = fingerprints, prints.values == nil else { return }
    let needsMembers =
      prints.identityKey == nil && model.numberOfRows <= RowFingerprints.memberRowLimit
    let values = try? RowFingerprints.values(
      of: Array(0..<model.numberOfRows), in: model, withMembers: needsMembers)
    guard !source.hasChanged else { return }
    store.fingerprints.withLock {
      if $0?.count == prints.count, $0?.values == nil { $0?.values = values }
    }
  }

  private var fingerprints: RowFingerprints? { store.fingerprints.withLock { $0 } }

  /// Stores fingerprints, unless the source was overwritten in the meantime.
  private func keep(_ prints: RowFingerprints?) {
    guard let prints, !source.hasChanged else { return }
    store.fingerprints.withLock { $0 = prints }
  }

  /// The member that identifies the rows, if it was chosen.
  private var identityKey: String? { fingerprints?.identityKey }
}
