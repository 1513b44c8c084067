import MocoaCore
import MocoaFeed

/// Rows that are loaded page by page on request.
///
/// ```swift
/// let feed = PagedFeed<Contact> { request in
///   let page = try await database.contacts(from: request.offset, count: request.size)
///   return PageResult(page.contacts, hasMore: page.hasMore)
/// }
/// feed.loadNext()
/// ```
///
/// Only loaded pages are counted. A refresh cancels a running request; the next page is not loaded
/// while a request is running. The result of a superseded request is discarded. State and rows
/// change together, before the observers are notified.
@MainActor
public final class PagedFeed<Row: Sendable> {
  /// Loads a page.
  public typealias Loader = @Sendable (PageRequest) async throws -> PageResult<Row>

  /// Returns the identity of a row.
  public typealias Identity = @Sendable (Row) -> AnyHashable

  /// The state that can be saved and restored.
  public struct Snapshot: Sendable {
    /// The rows.
    public var rows: [Row]
    /// The request of the next page.
    public var nextRequest: PageRequest
    /// The state of loading; a running request is not saved.
    public var state: RequestState
  }

  /// The rows of all pages so far.
  public private(set) var rows: [Row] = []

  /// The state of loading.
  public var state: RequestState { sequence.state }

  /// The number of pages that are loaded.
  public var page: Int { sequence.pageCount }

  private let load: Loader
  private let identity: Identity?
  private var sequence: PageSequence<AnyHashable>
  private var task: Task<Void, Never>?
  private let observers = ObserverList<Void>()

  /// Creates a feed without loading anything.
  ///
  /// - Parameters:
  ///   - pageSize: The number of rows per page.
  ///   - identity: Returns the identity of a row; duplicates are not added. By default all rows are
  ///     added.
  ///   - load: Loads a page; called off the main actor.
  /// - Precondition: `pageSize` is positive.
  public init(pageSize: Int = 20, identity: Identity? = nil, load: @escaping Loader) {
    precondition(pageSize > 0, "A page must have room for a row.")
    self.identity = identity
    self.load = load
    sequence = PageSequence(pageSize: pageSize)
  }

  isolated deinit { task?.cancel() }

  /// Loads the first page, which replaces all rows.
  ///
  /// - Returns: A task that ends when the result has been applied.
  @discardableResult
  public func refresh() -> Task<Void, Never> { begin(.refresh) ?? Task {} }

  /// Loads the next page, unless a request is running or there are no more pages.
  ///
  /// - Returns: A task that ends when the result has been applied, or nil if nothing is loaded.
  @discardableResult
  public func loadNext() -> Task<Void, Never>? { begin(.next) }

  /// Retries the request that failed.
  @discardableResult
  public func retry() -> Task<Void, Never>? {
    guard case .failed(let request, _) = state else { return nil }
    return begin(request)
  }

  /// Removes all rows and cancels the running request.
  public func reset() {
    let first = PageRequest(size: sequence.next.size)
    restore(Snapshot(rows: [], nextRequest: first, state: .idle))
  }

  /// A snapshot that can be restored later.
  public var snapshot: Snapshot {
    Snapshot(rows: rows, nextRequest: sequence.next, state: sequence.stateBeforeLoading)
  }

  /// Restores a snapshot and cancels the running request.
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
  /// - Returns: The subscription, which the caller must retain.
  public func observe(_ body: @escaping @MainActor (PagedFeed) -> Void) -> Subscription {
    observers.add(owner: self) { feed, _ in body(feed) }
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
      // A page without new rows could be followed by such pages forever.
      sequence.finish(
        request, rowCount: page.rows.count, isEmpty: rows.isEmpty,
        hasMore: page.hasMore && !new.isEmpty, cursor: page.cursor)
    }
    notify()
  }

  private func notify() { observers.send(()) }
}
