import MocoaCore

/// Rows of one or more sources, found in the background and read when they are displayed.
///
/// ```swift
/// let feed = Feed(source: try ByteSources.file("feed.json"))
/// let observation = feed.observe { growth in tableView.grow(growth) }
/// feed.start()
/// ```
///
/// The list model is a value. It is replaced on the main actor when rows have been found, at most
/// some thirty times a second per source, and then the observers are notified of the added rows. A
/// feed that has an origin can be reloaded: its rows remain until all new ones are available.
///
/// The rows of several sources follow one another, each source with its name as a header: see
/// ``FeedSection/supplementaryModel(of:at:)``. A source that fails does not affect the others.
@MainActor
public final class Feed {
  /// The options that determine the interpretation of the sources.
  public nonisolated let options: FeedOptions

  /// The display name of the feed: the name of its source, or the number of sources.
  public nonisolated let name: String

  /// The status of the feed; set right before the observers are notified.
  public private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  public private(set) var listModel: FeedListModel

  /// The state of loading pages, as of the current rows; nil if the feed is not paged.
  public private(set) var pageState: RequestState?

  /// That not all rows are there; nil once they are read, and those of all pages are loaded.
  package var remainder: String? {
    if status.isLoading { return "the feed is still being read" }
    let count = readers.map(\.pendingChanges.rowCount).reduce(0, +)
    if count > 0 { return count == 1 ? "1 row is held back" : "\(count) rows are held back" }
    return pageState?.allowsNext == true ? "more pages are not loaded yet" : nil
  }

  /// The number of readings so far, counted from 1.
  public private(set) var generation = 1

  /// A Boolean value that indicates whether changes are held back until it becomes `false`.
  public var isPaused = false {
    didSet { for reader in readers { reader.isPaused = isPaused } }
  }

  package nonisolated var origins: [FeedOrigin] { readers.map(\.origin) }

  /// The members of the rows that short names denote.
  package nonisolated let completedNames = CompletedNames()

  nonisolated let readers: [FeedReader]
  private let observers = ObserverList<FeedChange>()

  /// Creates a feed of a source that can be read only once; nothing is read before `start`.
  public convenience init(source: any ByteSource, options: FeedOptions = FeedOptions()) {
    let reader = FeedReader(.once(source), source: source, options: options)
    self.init([reader], options: options)
  }

  /// Creates a feed that can be reloaded; opens the source, but reads nothing before `start`.
  ///
  /// - Throws: A `FeedError` if the source cannot be opened.
  public convenience init(
    _ origin: FeedOrigin, options: FeedOptions = FeedOptions()
  ) throws {
    let reader = FeedReader(origin, source: try origin.open(), options: options)
    self.init([reader], options: options)
  }

  /// Creates a feed of several sources, one after the other.
  ///
  /// A source that cannot be opened has no rows: its header shows the error, and it is opened again
  /// when the feed is reloaded. A single source has no header.
  ///
  /// - Throws: A `FeedError` if there is one source and it cannot be opened.
  /// - Precondition: There is at least one source.
  public convenience init(
    joining origins: [FeedOrigin], options: FeedOptions = FeedOptions()
  ) throws {
    precondition(!origins.isEmpty, "A feed needs a source.")
    var options = options
    // Rows can follow those of another source only if these have been counted.
    if origins.count > 1 { options.isOnePass = false }
    let readers = try origins.map { origin in
      do throws(FeedError) {
        return FeedReader(origin, source: try origin.open(), options: options)
      } catch {
        if origins.count == 1 { throw error }
        return FeedReader(origin, source: FailedSource(error, name: origin.name), options: options)
      }
    }
    self.init(readers, options: options)
  }

  private init(_ readers: [FeedReader], options: FeedOptions) {
    (self.options, self.readers) = (options, readers)
    name = readers.count == 1 ? readers[0].source.name : "\(readers.count) sources"
    listModel = FeedListModel(Self.parts(readers))
    pageState = Self.pageState(readers)
    for (position, reader) in readers.enumerated() {
      reader.onChange = { [weak self] in self?.source(at: position, did: $0) }
    }
  }

  /// Starts finding rows; calling it again has no effect.
  public func start() {
    guard status == .notStarted else { return }
    for reader in readers { reader.start() }
    status = Self.status(readers)
  }

  /// Stops finding rows; those found remain.
  public func stop() {
    for reader in readers { reader.stop() }
  }

  /// Waits until a number of rows, or all rows, have been found, and adds them to the list model.
  ///
  /// Blocks the calling thread; call it before the first frame, so that it shows rows at once.
  ///
  /// - Parameters:
  ///   - count: The number of rows to wait for.
  ///   - timeout: The maximum time to wait.
  ///   - headStart: The maximum time for which finding more rows is then paused, until the main
  ///     actor is free again, so that the first frame has the processors for itself.
  /// - Returns: `true` if the rows, or all rows, have been found.
  @discardableResult
  public func wait(
    forRows count: Int, timeout: Duration, headStart: Duration = .zero
  ) -> Bool {
    start()
    let deadline = ContinuousClock.now + timeout
    var missing = count
    var isThere = true
    for reader in readers {
      let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
      isThere = reader.wait(forRows: missing, timeout: rest, headStart: headStart) && isThere
      missing = max(0, missing - reader.model.rows.count)
    }
    return isThere || listModel.numberOfRows >= count
  }

  /// A Boolean value that indicates whether the rows are read once, at the pace of their release.
  package var isStreamed: Bool {
    options.isPaced && readers.allSatisfy { !$0.source.canReadAgain }
  }

  /// Waits until the rows that are read ahead of those released, or all rows, have been found.
  ///
  /// Blocks the calling thread; see ``FeedOptions/isPaced``.
  package func waitForLead() {
    start()
    for reader in readers { reader.waitForLead() }
  }

  // MARK: Observing

  /// Calls a closure on the main actor whenever anything about the feed has changed.
  ///
  /// - Returns: The subscription, which the caller must retain.
  public func observeChanges(_ body: @escaping @MainActor (FeedChange) -> Void) -> Subscription {
    observers.add(owner: self) { _, change in body(change) }
  }

  private func notify(_ change: FeedChange) { observers.send(change) }

  /// Applies a change of a source, and notifies the observers.
  private func source(at position: Int, did change: FeedChange) {
    let old = listModel
    listModel.replacePart(at: position, with: Self.part(of: readers[position], in: readers))
    status = Self.status(readers)
    pageState = Self.pageState(readers)
    let (before, after) = (old.parts[position], listModel.parts[position])
    switch change {
    case .status:
      notify(before.title == after.title ? .status : .grew(.ofHeaders))
    case .grew where position < readers.count - 1 && before.sections.count < after.sections.count:
      replace(atLeast: 1)
    case .grew:
      var growth = FeedGrowth(from: before, to: after)
      if before.title != after.title { growth.changesSupplementaries = true }
      notify(.grew(growth))
    case .derived: notify(change)
    case .loaded(let rows): notify(.loaded(rows: rows.map { after.rows.lowerBound + $0 }))
    case .replaced: replace(atLeast: readers.reduce(1) { $0 + $1.generation - 1 })
    }
  }

  /// The members that are added to each row.
  package var derivedMembers: [DerivedMember] { readers[0].options.derivedMembers }

  /// The members that are added to the rows of each source, with what is noted on these rows.
  package var evaluatedMembers: [DerivedMember] { readers.flatMap(\.options.derivedMembers) }

  /// Sets the members that are added to each row, with immediate effect.
  package func derive(_ members: [DerivedMember]) {
    guard members != derivedMembers else { return }
    for reader in readers { reader.derive(members) }
    listModel = FeedListModel(Self.parts(readers))
    notify(.derived)
  }

  /// Sets the members that are added to each row, as rows of other feeds have changed: files are
  /// read again, so that the rows that differ are changed ones; other sources have them at once.
  package func update(_ members: [DerivedMember]) {
    guard readers.allSatisfy(\.isReadFile) else { return derive(members) }
    for reader in readers {
      reader.options.derivedMembers = members
      reader.reload()
    }
  }

  private func replace(atLeast generation: Int) {
    self.generation = max(self.generation + 1, generation)
    notify(.replaced(generation: self.generation))
  }
}
