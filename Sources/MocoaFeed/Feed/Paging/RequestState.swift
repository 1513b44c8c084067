/// How the loading of pages stands.
public enum RequestState: Hashable, Sendable {
  /// What is being loaded.
  public enum Request: Hashable, Sendable {
    /// The first page, in place of all that is there.
    case refresh
    /// The page behind those that are there.
    case next
  }

  /// Nothing has been asked for.
  case idle
  /// A page is being loaded; what is there stays.
  case loading(Request)
  /// There are rows, and there may be more.
  case loaded
  /// There are no rows at all.
  case empty
  /// There are rows, and no more of them.
  case noMore
  /// A page could not be loaded, with the reason; what is there stays, and the same page can be
  /// asked for again.
  case failed(Request, reason: String)

  /// Whether a page is being loaded.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the next page may be asked for.
  public var allowsNext: Bool {
    switch self {
    case .idle, .loaded, .failed: true
    case .loading, .empty, .noMore: false
    }
  }
}

/// Which page is wanted.
public struct PageRequest: Hashable, Sendable {
  /// The number of the page, from 1.
  public var page: Int

  /// How many rows come before it.
  public var offset: Int

  /// How many rows are wanted.
  public var size: Int

  /// What the page before said about where to go on, if it said anything.
  public var cursor: String?

  /// Makes a request.
  public init(page: Int = 1, offset: Int = 0, size: Int = 20, cursor: String? = nil) {
    self.page = page
    self.offset = offset
    self.size = size
    self.cursor = cursor
  }
}

/// A page that has been loaded.
public struct PageResult<Row: Sendable>: Sendable {
  /// The rows of the page.
  public var rows: [Row]

  /// Whether there are pages behind it.
  public var hasMore: Bool

  /// Where to go on, for the request of the next page.
  public var cursor: String?

  /// Makes a result.
  public init(_ rows: [Row], hasMore: Bool, cursor: String? = nil) {
    self.rows = rows
    self.hasMore = hasMore
    self.cursor = cursor
  }
}
