/// The engine of a list that is loaded page by page: which page is next, how its loading stands,
/// and which rows are new.
struct PageSequence<Identity: Hashable> {
  /// How the loading stands.
  private(set) var state = RequestState.idle

  /// The request of the page behind those that are loaded.
  private(set) var next: PageRequest

  /// Which request is the newest.
  private(set) var generation = 0

  /// How the loading stood before what is being loaded now.
  private var settledState = RequestState.idle

  /// The identities of the rows that are loaded.
  private var known: Set<Identity> = []

  /// Makes a sequence without pages.
  init(pageSize: Int = 20) { next = PageRequest(size: pageSize) }

  /// Goes on from another page, and discards what is being loaded.
  mutating func restore(next: PageRequest, state: RequestState, known: [Identity] = []) {
    generation += 1
    self.next = next
    self.state = state
    self.known = Set(known)
  }

  /// The number of pages that are loaded.
  var pageCount: Int { next.page - 1 }

  /// The state without what is being loaded now.
  var stateBeforeLoading: RequestState { state.isLoading ? settledState : state }

  /// Begins a request, in place of one that is running.
  ///
  /// - Returns: The request, or nil where there is no next page, or it is being loaded.
  mutating func begin(_ kind: RequestState.Request) -> PageRequest? {
    guard kind == .refresh || state.allowsNext else { return nil }
    generation += 1
    settledState = stateBeforeLoading
    state = .loading(kind)
    return kind == .refresh ? PageRequest(size: next.size) : next
  }

  /// Ends a request that failed: the same page is requested next.
  mutating func fail(_ kind: RequestState.Request, reason: String) {
    state = .failed(kind, reason: reason)
  }

  /// Whether a row of the page that has been loaded is new; one without an identity is.
  mutating func isNew(_ identity: Identity?) -> Bool {
    identity.map { known.insert($0).inserted } ?? true
  }

  /// Forgets the rows that are loaded: the first page takes their place.
  mutating func removeRows() { known = [] }

  /// Ends a request that brought a page.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - rowCount: The number of rows of the page.
  ///   - isEmpty: Whether there are no rows at all, those of earlier pages among them.
  ///   - hasMore: Whether there are pages behind it.
  ///   - cursor: Where to go on.
  mutating func finish(
    _ request: PageRequest, rowCount: Int, isEmpty: Bool, hasMore: Bool, cursor: String? = nil
  ) {
    next = PageRequest(
      page: request.page + 1, offset: request.offset + rowCount, size: request.size,
      cursor: cursor)
    state = hasMore ? .loaded : isEmpty ? .empty : .noMore
  }
}
