/// The state machine of paged loading: the next page, its state, and the new rows of pages.
package struct PageSequence<Identity: Hashable> {
  package private(set) var state = RequestState.idle

  /// The request of the page after those that are loaded.
  package private(set) var next: PageRequest

  /// The number of the latest request.
  package private(set) var generation = 0

  /// The state before the request that is running.
  private var settledState = RequestState.idle

  /// The identities of the loaded rows.
  private var known: Set<Identity> = []

  /// Creates a sequence without pages.
  package init(pageSize: Int = 20) { next = PageRequest(size: pageSize) }

  /// Continues after another page, and cancels the running request.
  package mutating func restore(next: PageRequest, state: RequestState, known: [Identity] = []) {
    generation += 1
    (self.next, self.state) = (next, state)
    self.known = Set(known)
  }

  /// The number of pages that are loaded.
  package var pageCount: Int { next.page - 1 }

  /// The state without the running request.
  package var stateBeforeLoading: RequestState { state.isLoading ? settledState : state }

  /// Begins a request, replacing a running one; nil if there is no next page or it is being loaded.
  package mutating func begin(_ kind: RequestState.Request) -> PageRequest? {
    guard kind == .refresh || state.allowsNext else { return nil }
    generation += 1
    settledState = stateBeforeLoading
    state = .loading(kind)
    return kind == .refresh ? PageRequest(size: next.size) : next
  }

  /// Ends a request that failed: the same page is requested next.
  package mutating func fail(_ kind: RequestState.Request, reason: String) {
    state = .failed(kind, reason: reason)
  }

  /// Returns whether a row of the loaded page is new; a row without identity is.
  package mutating func isNew(_ identity: Identity?) -> Bool {
    identity.map { known.insert($0).inserted } ?? true
  }

  /// Removes the loaded rows, which the first page replaces.
  package mutating func removeRows() { known = [] }

  /// Ends a request that returned a page.
  package mutating func finish(
    _ request: PageRequest, rowCount: Int, isEmpty: Bool, hasMore: Bool, cursor: String? = nil
  ) {
    next = PageRequest(
      page: request.page + 1, offset: request.offset + rowCount, size: request.size,
      cursor: cursor)
    state = hasMore ? .loaded : isEmpty ? .empty : .noMore
  }
}

extension PageSequence: Sendable where Identity: Sendable {}
