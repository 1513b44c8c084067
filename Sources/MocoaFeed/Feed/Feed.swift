import MocoaCore

/// Rows of one or several sources that are found in the background and read when they are shown.
///
/// ```swift
/// let feed = Feed(source: try ByteSources.file("feed.json"))
/// let observation = feed.observe { growth in tableView.grow(growth) }
/// feed.start()
/// ```
///
/// The list model is a value. It is replaced on the main actor when rows have been found, at most
/// some thirty times a second for each source, and then the observers are told what was added. A
/// feed that has an origin can be read anew: its rows stay until all new ones are there.
///
/// The rows of several sources come one source behind the other, each with its name as a header:
/// see ``FeedSection/supplementaryRow(of:)``. A source that fails leaves the others alone.
@MainActor
public final class Feed {
  /// How the sources are understood.
  public nonisolated let options: FeedOptions

  /// What people know the feed as: the name of its source, or the number of sources.
  public nonisolated let name: String

  /// How far the feed has come; right before the observers are told.
  public private(set) var status = FeedStatus.notStarted

  /// The rows found so far.
  public private(set) var listModel: FeedListModel

  /// How the loading of pages stands, as of the rows that are there; nil where the feed does not
  /// come in pages.
  public private(set) var pageState: RequestState?

  /// How often the feed has been read anew, and once more; rows that come between others of the
  /// list, in new sections of a source before the last one, count as that.
  public private(set) var generation = 1

  /// Whether changes are held back; they come when this becomes false.
  public var isPaused = false {
    didSet { for reader in readers { reader.isPaused = isPaused } }
  }

  let readers: [FeedReader]
  private var observers: [Int: @MainActor (FeedChange) -> Void] = [:]
  private var nextObserver = 0

  /// Makes a feed of a source that can be read once only; nothing is read before `start`.
  public convenience init(source: any ByteSource, options: FeedOptions = FeedOptions()) {
    let reader = FeedReader(.once(source), source: source, options: options)
    self.init([reader], options: options)
  }

  /// Makes a feed that can be read anew; the source is opened at once, and not read before `start`.
  ///
  /// - Throws: A `FeedError` where the source cannot be opened.
  public convenience init(
    _ origin: FeedOrigin, options: FeedOptions = FeedOptions()
  ) throws {
    let reader = FeedReader(origin, source: try origin.open(), options: options)
    self.init([reader], options: options)
  }

  /// Makes a feed of several sources, one behind the other; of one, it is as a feed of that alone.
  ///
  /// A source that cannot be opened has no rows: its header says why, and it is opened again when
  /// the feed is read anew.
  ///
  /// - Throws: A `FeedError` where there is one source and it cannot be opened.
  /// - Precondition: There is a source.
  public convenience init(
    joining origins: [FeedOrigin], options: FeedOptions = FeedOptions()
  ) throws {
    precondition(!origins.isEmpty, "A feed needs a source.")
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
    self.options = options
    self.readers = readers
    name = readers.count == 1 ? readers[0].source.name : "\(readers.count) sources"
    listModel = FeedListModel(Self.parts(readers))
    pageState = Self.pageState(readers)
    for (position, reader) in readers.enumerated() {
      reader.onChange = { [weak self] in self?.source(at: position, did: $0) }
    }
  }

  /// Starts finding rows; does nothing the second time.
  public func start() {
    guard status == .notStarted else { return }
    for reader in readers { reader.start() }
    status = Self.status(readers)
  }

  /// Stops finding rows; those found stay.
  public func stop() {
    for reader in readers { reader.stop() }
  }

  /// Waits until a number of rows have been found, or all, and takes them into the list model.
  ///
  /// It blocks the calling thread; use it before the first frame, so that it shows rows at once.
  ///
  /// - Parameters:
  ///   - count: How many rows are waited for.
  ///   - timeout: How long they are waited for.
  ///   - headStart: How long finding more rows is held back then at most, until the main actor is
  ///     free again, so that the first frame has the processors for itself.
  /// - Returns: Whether the rows are there, or all that there are.
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
  public var isStreamed: Bool {
    options.isPaced && readers.allSatisfy { !$0.source.canReadAgain }
  }

  /// Waits until as many rows have been found as are read ahead of those that were released, or
  /// all; see ``FeedOptions/isPaced``.
  ///
  /// It blocks the calling thread.
  public func waitForLead() {
    start()
    for reader in readers { reader.waitForLead() }
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
      case .replaced, .derived: break
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

  private func tell(_ change: FeedChange) {
    for key in observers.keys.sorted() { observers[key]?(change) }
  }

  /// Takes what a source has to tell, and tells the observers.
  private func source(at position: Int, did change: FeedChange) {
    let old = listModel
    listModel = FeedListModel(Self.parts(readers))
    status = Self.status(readers)
    pageState = Self.pageState(readers)
    let (before, after) = (old.parts[position], listModel.parts[position])
    switch change {
    case .status:
      tell(before.title == after.title ? .status : .grew(.ofHeaders))
    case .grew where position < readers.count - 1 && before.sections.count < after.sections.count:
      replace(atLeast: 1)
    case .grew:
      var growth = FeedGrowth(from: before, to: after)
      if before.title != after.title { growth.changesSupplementaries = true }
      tell(.grew(growth))
    case .derived: tell(.derived)
    case .replaced: replace(atLeast: readers.reduce(1) { $0 + $1.generation - 1 })
    }
  }

  /// The members that each row gets besides its own.
  public var derivedMembers: [DerivedMember] { readers[0].options.derivedMembers }

  /// Gives each row other members besides its own, at once.
  public func derive(_ members: [DerivedMember]) {
    guard members != derivedMembers else { return }
    for reader in readers { reader.derive(members) }
    listModel = FeedListModel(Self.parts(readers))
    tell(.derived)
  }

  private func replace(atLeast generation: Int) {
    self.generation = max(self.generation + 1, generation)
    tell(.replaced(generation: self.generation))
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
