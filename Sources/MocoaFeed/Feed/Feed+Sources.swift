/// How one of the sources of a feed stands.
public struct FeedSourceState: Hashable, Sendable {
  /// The name of the source.
  public let name: String

  /// How far it has come.
  public let status: FeedStatus

  /// The numbers of its rows in the list.
  public let rows: Range<Int>
}

extension Feed {
  /// How each source stands, in the order of the list.
  public var sources: [FeedSourceState] {
    zip(readers, listModel.parts).map {
      FeedSourceState(name: $0.source.name, status: $0.status, rows: $1.rows)
    }
  }

  /// How each source was read where that was not told, the last line that each command has written
  /// to standard error, and what was withheld from addresses, with the name of the source; but for
  /// what is told by its status.
  public var diagnostics: [String] {
    notes + readers.flatMap(diagnostics)
  }

  /// How each source was read where that was not told, with the name of the source.
  package var notes: [String] {
    zip(readers, listModel.parts).flatMap { reader, part in
      part.progress.notes.map { "\(reader.source.name): \($0)" }
    }
  }

  private func diagnostics(of reader: FeedReader) -> [String] {
    let source = reader.source
    if let pages = source as? PagedSource { return pages.notices.map { "\(source.name): \($0)" } }
    guard let stream = source as? StreamSource else { return [] }
    guard stream.report != nil else { return [stream.lastDiagnostic].filter { !$0.isEmpty } }
    let lines = stream.diagnostics.split(separator: "\n").map(String.init)
    let new = lines.filter { reader.status.error?.reason != .unreadable($0) }
    return new.map { "\(source.name): \($0)" }
  }

  /// The rows that keep their numbers: of several sources, those of the first that is still being
  /// read and of all before it.
  ///
  /// - Parameter isOpen: Whether passes over them may find those behind the last one.
  /// - Returns: The rows.
  package func settledModel(isOpen: Bool = false) -> FeedListModel {
    let open = readers.firstIndex { $0.status.isLoading || $0.status.isFollowing }
    var model = listModel
    if let open, open + 1 < readers.count { model = FeedListModel(Array(model.parts[...open])) }
    model.isOpen = isOpen
    return model
  }

  /// Reads the feed from its start where it is one followed file that became shorter.
  ///
  /// - Returns: The name of the file; nil for any other feed.
  package func restartTruncated() -> String? {
    guard readers.count == 1, readers[0].isTruncated else { return nil }
    readers[0].restart()
    return readers[0].source.name
  }

  /// What is held back while the feed is paused.
  public var pendingChanges: PendingChanges {
    readers.reduce(into: PendingChanges()) { sum, reader in
      sum.rowCount += reader.pendingChanges.rowCount
      sum.isReplaced = sum.isReplaced || reader.pendingChanges.isReplaced
    }
  }

  /// Loads the next page, or again one that has failed; nothing happens while a page is being
  /// loaded, while the feed is being read anew, and when there is no more.
  ///
  /// Of several sources, the last one that has more is asked: the list ends there.
  ///
  /// - Returns: Whether a page will be loaded.
  @discardableResult
  public func loadNextPage() -> Bool {
    readers.last { $0.pageState?.allowsNext == true }?.loadNextPage() ?? false
  }

  /// Frees what is kept of the rows before one, where their source cannot be read again: they will
  /// not be read any more.
  ///
  /// - Parameter number: The number of the first row that is still wanted.
  public func release(rowsBefore number: Int) {
    for (reader, part) in zip(readers, listModel.parts) where part.rows.lowerBound < number {
      reader.release(rowsBefore: min(number, part.rows.upperBound) - part.rows.lowerBound)
    }
  }

  // MARK: Reading anew

  /// Whether the feed, or one of its sources, can be read anew.
  public var canReload: Bool { readers.contains { $0.origin.isRepeatable } }

  /// Reads the sources anew, beside the rows that are there; also to try again what has failed.
  ///
  /// When all rows of a source are there, they take the place of the old ones and the observers
  /// are told. Until then, and where it fails, the rows stay; the status tells. Of several requests
  /// the newest counts. A source that can be read once only stays as it is.
  public func reload() {
    start()
    for reader in readers { reader.reload() }
  }

  /// Reads each source anew whenever it may have changed.
  ///
  /// A file is read when it has changed, and not again before the interval has passed; other
  /// origins are read each time that the interval has passed, unless the last reading still goes
  /// on. Calling it again changes the interval.
  public func watch(every interval: Duration) {
    for reader in readers { reader.watch(every: interval) }
    start()
  }

  /// Ends what `watch(every:)` began.
  public func stopWatching() {
    for reader in readers { reader.stopWatching() }
  }

  // MARK: Several sources as one

  /// The rows of all sources.
  static func parts(_ readers: [FeedReader]) -> [FeedListPart] {
    guard readers.count > 1 else { return readers.map(\.model) }
    return readers.map { reader in
      FeedListPart(
        store: reader.model.store, progress: reader.model.progress,
        title: SourceTitle(name: reader.origin.name, problem: reader.status.error))
    }
  }

  /// The state of all sources: what is still going on, else what has failed, else how it ended.
  static func status(_ readers: [FeedReader]) -> FeedStatus {
    let states = readers.map(\.status)
    guard states.count > 1 else { return states[0] }
    let progress = states.map(\.progress).reduce(FeedProgress(totalByteCount: 0), +)
    if states.contains(where: \.isRefreshing) { return .refreshing(progress) }
    if states.contains(where: \.isLoading) { return .loading(progress) }
    if let error = states.lazy.compactMap(\.error).first { return .failed(error, progress) }
    if states.contains(where: \.isFollowing) { return .following(progress) }
    return states.contains(.notStarted) ? .notStarted : .loaded(progress)
  }

  /// The state of the source that will load the next page.
  static func pageState(_ readers: [FeedReader]) -> RequestState? {
    let states = readers.compactMap(\.pageState)
    return states.first { $0.isLoading } ?? states.last { $0.allowsNext } ?? states.last
  }
}
