/// Rows that are loaded page by page, as far as they are requested.
///
/// ```swift
/// let feed = PagedFeed<Contact> { request in
///   let page = try await database.contacts(from: request.offset, count: request.size)
///   return PageResult(page.contacts, hasMore: page.hasMore)
/// }
/// feed.loadNext()
/// ```
///
/// Only a page that has been loaded counts. A refresh cancels what is being loaded; the next page
/// is not loaded while anything is. The result of a request that another one has overtaken is
/// discarded. State and rows change together, before the observers are notified.
@MainActor
public final class PagedFeed<Row: Sendable> {
  /// Loads a page.
  public typealias Loader = @Sendable (PageRequest) async throws -> PageResult<Row>

  /// Returns the identity of a row.
  public typealias Identity = @Sendable (Row) -> AnyHashable

  /// What can be saved and restored.
  public struct Snapshot: Sendable {
    /// The rows.
    public var rows: [Row]
    /// The request of the page behind them.
    public var nextRequest: PageRequest
    /// How the loading stood; loading itself is not kept.
    public var state: RequestState
  }

  /// The rows of all pages so far.
  public private(set) var rows: [Row] = []

  /// How the loading stands.
  public var state: RequestState { sequence.state }

  /// The number of pages that are loaded.
  public var page: Int { sequence.pageCount }

  private let load: Loader
  private let identity: Identity?
  private var sequence: PageSequence<AnyHashable>
  private var task: Task<Void, Never>?
  private var observers: [Int: @MainActor (PagedFeed) -> Void] = [:]
  private var nextObserver = 0

  /// Makes a feed; nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - pageSize: The number of rows that are requested at once.
  ///   - identity: The identity of a row: a row of an identity that is there already is not added
  ///     again. By default all rows are added.
  ///   - load: Loads a page; called off the main actor.
  /// - Precondition: The size is positive.
  public init(pageSize: Int = 20, identity: Identity? = nil, load: @escaping Loader) {
    precondition(pageSize > 0, "A page must have room for a row.")
    self.identity = identity
    self.load = load
    sequence = PageSequence(pageSize: pageSize)
  }

  isolated deinit { task?.cancel() }

  /// Loads the first page, which replaces all rows.
  ///
  /// - Returns: A task that ends when the result has been handled.
  @discardableResult
  public func refresh() -> Task<Void, Never> { begin(.refresh) ?? Task {} }

  /// Loads the page behind those that are there; nothing happens while anything is being loaded,
  /// and when there is no more.
  ///
  /// - Returns: A task that ends when the result has been handled, or nil where nothing is loaded.
  @discardableResult
  public func loadNext() -> Task<Void, Never>? { begin(.next) }

  /// Requests again what could not be loaded.
  @discardableResult
  public func retry() -> Task<Void, Never>? {
    guard case .failed(let request, _) = state else { return nil }
    return begin(request)
  }

  /// Discards all rows and what is being loaded.
  public func reset() {
    let first = PageRequest(size: sequence.next.size)
    restore(Snapshot(rows: [], nextRequest: first, state: .idle))
  }

  /// What can be restored later.
  public var snapshot: Snapshot {
    Snapshot(rows: rows, nextRequest: sequence.next, state: sequence.stateBeforeLoading)
  }

  /// Restores what was saved; what is being loaded is discarded.
  public func restore(_ snapshot: Snapshot) {
    task?.cancel()
    rows = snapshot.rows
    sequence.restore(
      next: snapshot.nextRequest, state: snapshot.state,
      known: identity.map { rows.map($0) } ?? [])
    notify()
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

  private func begin(_ kind: RequestState.Request) -> Task<Void, Never>? {
    guard let request = sequence.begin(kind) else { return nil }
    task?.cancel()
    notify()
    let (load, generation) = (load, sequence.generation)
    let task = Task { [weak self] in
      do {
        let page = try await load(request)
        self?.finish(kind, request, .success(page), generation)
      } catch {
        self?.finish(kind, request, .failure(error), generation)
      }
    }
    self.task = task
    return task
  }

  private func finish(
    _ kind: RequestState.Request, _ request: PageRequest,
    _ result: Result<PageResult<Row>, any Error>, _ generation: Int
  ) {
    guard generation == sequence.generation else { return }
    switch result {
    case .failure(let error): sequence.fail(kind, reason: "\(error)")
    case .success(let page):
      if kind == .refresh {
        rows = []
        sequence.removeRows()
      }
      let new = page.rows.filter { sequence.isNew(identity?($0)) }
      rows += new
      // A page that brings nothing new would be followed by such pages for ever.
      sequence.finish(
        request, rowCount: page.rows.count, isEmpty: rows.isEmpty,
        hasMore: page.hasMore && !new.isEmpty, cursor: page.cursor)
    }
    notify()
  }

  private func notify() {
    for key in observers.keys.sorted() { observers[key]?(self) }
  }
}
