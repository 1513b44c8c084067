/// Rows that are loaded page by page, as far as they are asked for.
///
/// ```swift
/// let feed = PagedFeed<Contact> { request in
///   let page = try await database.contacts(from: request.offset, count: request.size)
///   return PageResult(page.contacts, hasMore: page.hasMore)
/// }
/// feed.loadNext()
/// ```
///
/// The feed alone counts pages, and only a page that has been loaded counts. A refresh ends what is
/// being loaded; the next page is not loaded while anything is. The answer to a request that
/// another one has overtaken is thrown away. State and rows change together, before the observers
/// are told.
@MainActor
public final class PagedFeed<Row: Hashable & Sendable> {
  /// Loads a page.
  public typealias Loader = @Sendable (PageRequest) async throws -> PageResult<Row>

  /// What can be put away and restored later.
  public struct Snapshot: Sendable {
    /// The rows.
    public var rows: [Row]
    /// The request of the page behind them.
    public var nextRequest: PageRequest
    /// How the loading stood; loading itself is not kept.
    public var state: RequestState
  }

  /// The rows of all pages so far; a row that is there already is not added again.
  public private(set) var rows: [Row] = []

  /// How the loading stands.
  public private(set) var state = RequestState.idle

  /// How many pages are there.
  public var page: Int { nextRequest.page - 1 }

  private let load: Loader
  private let pageSize: Int
  private let identity: @Sendable (Row) -> AnyHashable
  private var nextRequest: PageRequest
  private var known: Set<AnyHashable> = []
  private var generation = 0
  private var stateBefore = RequestState.idle
  private var task: Task<Void, Never>?
  private var observers: [Int: @MainActor (PagedFeed) -> Void] = [:]
  private var nextObserver = 0

  /// Makes a feed; nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - pageSize: How many rows are asked for at once.
  ///   - identity: Which row it is, to see those that come twice; by default its value.
  ///   - load: Loads a page; called off the main actor.
  /// - Precondition: The size is positive.
  public init(
    pageSize: Int = 20, identity: @escaping @Sendable (Row) -> AnyHashable = { AnyHashable($0) },
    load: @escaping Loader
  ) {
    precondition(pageSize > 0, "A page must have room for a row.")
    self.pageSize = pageSize
    self.identity = identity
    self.load = load
    nextRequest = PageRequest(size: pageSize)
  }

  isolated deinit { task?.cancel() }

  /// Loads the first page, in place of all rows, when it is there.
  ///
  /// - Returns: A task that ends when the answer has been dealt with.
  @discardableResult
  public func refresh() -> Task<Void, Never> {
    begin(.refresh, PageRequest(size: pageSize))
  }

  /// Loads the page behind those that are there; nothing happens while anything is being loaded,
  /// and when there is no more.
  ///
  /// - Returns: A task that ends when the answer has been dealt with, or nil where nothing is
  ///   loaded.
  @discardableResult
  public func loadNext() -> Task<Void, Never>? {
    guard state.allowsNext else { return nil }
    return begin(.next, nextRequest)
  }

  /// Asks again for what could not be loaded.
  @discardableResult
  public func retry() -> Task<Void, Never>? {
    guard case .failed(let request, _) = state else { return nil }
    return request == .refresh ? refresh() : loadNext()
  }

  /// Forgets all rows and what is being loaded.
  public func reset() {
    restore(Snapshot(rows: [], nextRequest: PageRequest(size: pageSize), state: .idle))
  }

  /// What can be restored later.
  public var snapshot: Snapshot {
    Snapshot(rows: rows, nextRequest: nextRequest, state: state.isLoading ? stateBefore : state)
  }

  /// Goes back to what was put away; what is being loaded is thrown away.
  public func restore(_ snapshot: Snapshot) {
    generation += 1
    task?.cancel()
    rows = snapshot.rows
    known = Set(rows.map(identity))
    nextRequest = snapshot.nextRequest
    state = snapshot.state
    tell()
  }

  /// Calls a closure on the main actor after each change of state or rows.
  ///
  /// - Returns: A token; the closure is called until it is cancelled or released.
  public func observe(_ body: @escaping @MainActor (PagedFeed) -> Void) -> FeedObservation {
    let key = nextObserver
    nextObserver += 1
    observers[key] = body
    return FeedObservation { [weak self] in self?.observers[key] = nil }
  }

  // MARK: Loading

  private func begin(_ kind: RequestState.Request, _ request: PageRequest) -> Task<Void, Never> {
    generation += 1
    task?.cancel()
    if !state.isLoading { stateBefore = state }
    state = .loading(kind)
    tell()
    let (load, generation) = (load, generation)
    let task = Task { [weak self] in
      let result: Result<PageResult<Row>, any Error>
      do {
        result = .success(try await load(request))
      } catch {
        result = .failure(error)
      }
      self?.finish(kind, request, result, generation)
    }
    self.task = task
    return task
  }

  private func finish(
    _ kind: RequestState.Request, _ request: PageRequest,
    _ result: Result<PageResult<Row>, any Error>, _ generation: Int
  ) {
    guard generation == self.generation else { return }
    switch result {
    case .failure(let error): state = .failed(kind, reason: "\(error)")
    case .success(let page): add(page, kind, request)
    }
    tell()
  }

  private func add(_ page: PageResult<Row>, _ kind: RequestState.Request, _ request: PageRequest) {
    if kind == .refresh {
      rows = []
      known = []
    }
    let new = page.rows.filter { known.insert(identity($0)).inserted }
    rows += new
    nextRequest = PageRequest(
      page: request.page + 1, offset: request.offset + page.rows.count, size: pageSize,
      cursor: page.cursor)
    // A page that brings nothing new would be followed by such pages for ever.
    state = rows.isEmpty ? .empty : page.hasMore && !new.isEmpty ? .loaded : .noMore
  }

  private func tell() {
    for key in observers.keys.sorted() { observers[key]?(self) }
  }
}
