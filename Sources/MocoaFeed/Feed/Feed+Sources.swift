/// The state of one of the sources of a feed.
public struct FeedSourceState: Hashable, Sendable {
  let name: String

  package let status: FeedStatus

  /// The numbers of its rows in the list.
  package let rows: Range<Int>
}

extension Feed {
  /// The state of each source, in the order of the list.
  public var sources: [FeedSourceState] {
    zip(readers, listModel.parts).map {
      FeedSourceState(name: $0.source.name, status: $0.status, rows: $1.rows)
    }
  }

  /// The errors for which rows are missing among those that are displayed, also while sources are
  /// read again.
  package var failures: [FeedError] { readers.compactMap(\.failure) }

  /// The errors of the sources that were read to their ends, and have not a single value.
  ///
  /// - Parameter isReplacing: A Boolean value that indicates whether their rows replace others, so
  ///   that the empty output of a command or a pipe counts.
  /// - Returns: The errors; none for files of lines, which may be empty.
  package func emptySources(isReplacing: Bool) -> [FeedError] {
    readers.filter { $0.isEmpty && ($0.isNeverEmpty || isReplacing && !$0.holdsLines) }.map {
      let format = TableProbe.format(named: $0.source)?.rawValue
      return FeedError(source: $0.source.name, reason: .empty(tableFormat: format))
    }
  }

  /// A Boolean value that indicates whether the name of its only file says that it is a table.
  package var isNamedTable: Bool {
    readers.count == 1 && TableProbe.format(named: readers[0].source) != nil
  }

  /// Notes on sources that have no rows, and need not have some.
  package var notesOfEmptySources: [String] {
    readers.filter { $0.isEmpty && !$0.isNeverEmpty }.map { "\($0.source.name): is empty" }
  }

  /// The names of the inputs: files, tables of databases, addresses, and `-` for standard input.
  package var inputs: [String] {
    readers.map { reader in
      let origin = reader.origin
      return origin.watchedFile ?? (origin.isRepeatable ? origin.name : "-")
    }
  }

  /// Notes and diagnostics that the status of a source does not include.
  package var diagnostics: [String] {
    notes + readers.flatMap(diagnostics)
  }

  /// Notes on the detected interpretation of sources, each with the name of the source.
  package var notes: [String] {
    let notes = zip(readers, listModel.parts).flatMap { reader, part -> [String] in
      let own = part.store.index.notes + (reader.current.kind.unnested?.notices ?? [])
      return own.map { "\(reader.source.name): \($0)" }
        + (reader.current.kind.merged?.notices ?? [])
    }
    return notes + contentNotes + [typeNote].compactMap(\.self)
  }

  /// Notes on lists of files or tables among sources of data.
  private var contentNotes: [String] {
    let sources = zip(readers, listModel.parts).compactMap {
      reader, part -> (name: String, content: ContentList?)? in
      // One that cannot be opened is no data.
      guard reader.status.error == nil || !part.rows.isEmpty else { return nil }
      return (name: reader.source.name, content: reader.current.kind.contentList)
    }
    let rows = (name: "rows", content: ContentList?.none)
    return ContentList.notes(options.isJoined ? sources + [rows] : sources)
  }

  /// Those of the notes after which nothing is missing.
  package var passingNotes: [String] {
    zip(readers, listModel.parts).flatMap { reader, part in
      part.store.index.progress.passingNotes.map { "\(reader.source.name): \($0)" }
    }
  }

  /// Notes that hold as long as the rows are displayed: those after which something may be missing,
  /// and what is said by sources that are no streams.
  package var lastingNotes: [String] {
    let passing = passingNotes
    return notes.filter { !passing.contains($0) }
      + readers.filter { $0.current.kind.stream == nil }.flatMap(diagnostics)
  }

  /// The reasons for which merged files that are followed were read from their starts again, each
  /// with the name of the file.
  package var restarts: [String] { readers.flatMap { $0.current.kind.merged?.restarts ?? [] } }

  private var typeNote: String? {
    RowIndex.typeNote(of: zip(readers, listModel.parts).map { ($0.source.name, $1.store.index) })
  }

  private func diagnostics(of reader: FeedReader) -> [String] {
    let source = reader.source
    // They are notes, with the names of the sources.
    if reader.current.kind.merged != nil || reader.current.kind.unnested != nil { return [] }
    guard let stream = reader.current.kind.stream else {
      return source.notices.map { "\(source.name): \($0)" }
    }
    guard stream.report != nil else {
      let lines = stream.notices(butFor: reader.status.error)
      return readers.count == 1 ? lines : lines.map { "\(source.name): \($0)" }
    }
    let new = stream.notices.filter { reader.status.error?.reason != .unreadable($0) }
    return new.map { "\(source.name): \($0)" }
  }

  /// The rows whose numbers are final: up to those of the first source still being read; scans of
  /// an open list may continue with rows that are found later.
  package func settledModel(isOpen: Bool = false) -> FeedListModel {
    let open = readers.firstIndex { $0.status.isLoading || $0.status.isFollowing }
    var model = listModel
    if let open, open + 1 < readers.count {
      model = FeedListModel(Array(model.parts[...open]))
      model.isPart = true
    }
    model.isOpen = isOpen
    return model
  }

  /// Restarts the feed if it is a single followed file that became shorter, was overwritten, or was
  /// replaced with a table of other columns.
  ///
  /// - Returns: The name of the file and the reason; nil for any other feed.
  package func restartFollowed() -> String? {
    guard readers.count == 1, let ending = readers[0].ending else { return nil }
    readers[0].restart()
    return "\(readers[0].source.name): \(ending.sentence)"
  }

  /// The changes that are pending while the feed is paused.
  package var pendingChanges: PendingChanges {
    readers.reduce(into: PendingChanges()) { sum, reader in
      sum.rowCount += reader.pendingChanges.rowCount
      sum.isReplaced = sum.isReplaced || reader.pendingChanges.isReplaced
    }
  }

  /// Loads the next page, or retries one that failed.
  ///
  /// Nothing happens while a page is being loaded, while the feed is being reloaded, and when there
  /// are no more pages. Of several sources, the last one that has more pages is used, since the
  /// list ends there.
  ///
  /// - Returns: `true` if a page will be loaded.
  @discardableResult
  public func loadNextPage() -> Bool {
    readers.last { $0.pageState?.allowsNext == true }?.loadNextPage() ?? false
  }

  /// Frees the copy of the rows before one that is still needed, if their source cannot be read
  /// again.
  package func release(rowsBefore number: Int) {
    for (reader, part) in zip(readers, listModel.parts) where part.rows.lowerBound < number {
      reader.release(rowsBefore: min(number, part.rows.upperBound) - part.rows.lowerBound)
    }
  }

  // MARK: Reloading

  /// A Boolean value that indicates whether the feed, or one of its sources, can be reloaded.
  public var canReload: Bool { readers.contains { $0.origin.isRepeatable } }

  /// Reloads the sources in the background; sources that failed are retried.
  ///
  /// When all rows of a source are available, they replace the old ones and the observers are
  /// notified. Until then, and if reloading fails, the old rows remain; the status reports the
  /// error. Of several requests only the last one has an effect. A source that can be read only
  /// once is not reloaded.
  public func reload() {
    start()
    for reader in readers { reader.reload() }
  }

  /// Sets the members with the rows of other feeds that make rows, and reloads each source.
  package func join(_ members: [DerivedMember]) {
    for reader in readers {
      reader.options.joinedMembers = members
      reader.reload()
    }
  }

  /// The members with the rows of other feeds that make rows.
  package var joinedMembers: [DerivedMember] { readers[0].options.joinedMembers }

  package var derivedNames: Set<String> { Set((derivedMembers + joinedMembers).map(\.name)) }

  /// Reloads each source whenever it may have changed.
  ///
  /// A file is reloaded when it has changed, but not before the interval has passed; other origins
  /// are reloaded at each interval, unless the last reading is still running. Calling it again
  /// changes the interval.
  public func watch(every interval: Duration) {
    for reader in readers { reader.watch(every: interval) }
    start()
  }

  /// A Boolean value that indicates whether sources are reloaded when they may have changed.
  package var isWatched: Bool { readers.contains { $0.watch != nil } }

  /// Ends watching.
  public func stopWatching() {
    for reader in readers { reader.watch = nil }
  }

  // MARK: Several sources as one

  /// Returns the rows of all sources.
  static func parts(_ readers: [FeedReader]) -> [FeedListPart] {
    readers.map { part(of: $0, in: readers) }
  }

  /// Returns the rows of a source, not placed; with a title if there are several.
  static func part(of reader: FeedReader, in readers: [FeedReader]) -> FeedListPart {
    guard readers.count > 1 else { return reader.model }
    return FeedListPart(
      store: reader.model.store, progress: reader.model.progress,
      title: SourceTitle(name: reader.origin.name, problem: reader.status.error))
  }

  /// Returns the combined status: of a source still running, else of one that failed, else the end.
  static func status(_ readers: [FeedReader]) -> FeedStatus {
    guard readers.count > 1 else { return readers[0].status }
    var progress = FeedProgress(totalByteCount: 0)
    var error: FeedError?
    var (isRefreshing, isLoading, isFollowing, isStarted) = (false, false, false, true)
    for reader in readers {
      let state = reader.status
      progress = progress + state.progress
      error = error ?? state.error
      isRefreshing = isRefreshing || state.isRefreshing
      isLoading = isLoading || state.isLoading
      isFollowing = isFollowing || state.isFollowing
      isStarted = isStarted && state != .notStarted
    }
    if isRefreshing { return .refreshing(progress) }
    if isLoading { return .loading(progress) }
    if let error { return .failed(error, progress) }
    if isFollowing { return .following(progress) }
    return isStarted ? .loaded(progress) : .notStarted
  }

  /// Returns the state of the source that will load the next page.
  static func pageState(_ readers: [FeedReader]) -> RequestState? {
    let states = readers.compactMap(\.pageState)
    return states.first { $0.isLoading } ?? states.last { $0.allowsNext } ?? states.last
  }
}

extension RowIndex {
  /// Returns a note on the first column that is numbers in one table and texts in another, so that
  /// its values differ; nil if there is none.
  static func typeNote(of sources: [(name: String, index: RowIndex)]) -> String? {
    var seen: [String: (isNumber: Bool, source: String)] = [:]
    for (source, index) in sources where sources.count > 1 {
      guard let fields = index.coding.fields else { continue }
      for (name, type) in zip(fields.names, fields.types) {
        guard let isNumber = type.isNumber else { continue }
        guard let first = seen[name] else {
          seen[name] = (isNumber, source)
          continue
        }
        guard first.isNumber != isNumber else { continue }
        let (numbers, texts) = isNumber ? (source, first.source) : (first.source, source)
        return "\(name) is numbers in \(numbers), texts in \(texts); --type '\(name) = text' reads "
          + "both alike"
      }
    }
    return nil
  }
}
