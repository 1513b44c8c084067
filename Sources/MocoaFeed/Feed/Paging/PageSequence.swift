/// The state of a list that is loaded page by page: which page is next, and how its loading stands.
struct PageSequence: Sendable {
  /// How the loading stands.
  private(set) var state = RequestState.idle

  /// The request of the page behind those that are loaded.
  private(set) var next: PageRequest

  /// How the loading stood before what is being loaded now.
  private var settledState = RequestState.idle

  /// Which request is the newest.
  private(set) var generation = 0

  /// Makes a sequence without pages.
  init(pageSize: Int = 20) { next = PageRequest(size: pageSize) }

  /// Goes on from another page, and discards what is being loaded.
  mutating func restore(next: PageRequest, state: RequestState) {
    generation += 1
    self.next = next
    self.state = state
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
