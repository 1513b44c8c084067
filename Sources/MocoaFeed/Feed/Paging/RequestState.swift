/// The state of loading pages.
public enum RequestState: Hashable, Sendable {
  /// A kind of request.
  public enum Request: Hashable, Sendable {
    /// The first page, replacing all rows.
    case refresh
    /// The page after the loaded ones.
    case next
  }

  /// Nothing was requested.
  case idle
  /// A page is being loaded; existing rows remain.
  case loading(Request)
  /// There are rows, and there may be more.
  case loaded
  /// There are no rows at all.
  case empty
  /// There are rows, and no more of them.
  case noMore
  /// A page could not be loaded; existing rows remain, and the same page can be requested again.
  case failed(Request, reason: String)

  /// A Boolean value that indicates whether a page is being loaded.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// A Boolean value that indicates whether the next page can be requested.
  public var allowsNext: Bool {
    switch self {
    case .idle, .loaded, .failed: true
    case .loading, .empty, .noMore: false
    }
  }
}

/// A request of a page.
public struct PageRequest: Hashable, Sendable {
  /// The number of the page, from 1.
  public var page: Int

  /// The number of preceding rows.
  public var offset: Int

  /// The number of requested rows.
  public var size: Int

  /// The cursor that the previous page returned, if any.
  public var cursor: String?

  /// Creates a request.
  public init(page: Int = 1, offset: Int = 0, size: Int = 20, cursor: String? = nil) {
    (self.page, self.offset, self.size, self.cursor) = (page, offset, size, cursor)
  }
}

/// A loaded page.
public struct PageResult<Row: Sendable>: Sendable {
  /// The rows of the page.
  public var rows: [Row]

  /// A Boolean value that indicates whether there are more pages.
  public var hasMore: Bool

  /// The cursor for the request of the next page.
  public var cursor: String?

  /// Creates a result.
  public init(_ rows: [Row], hasMore: Bool, cursor: String? = nil) {
    (self.rows, self.hasMore, self.cursor) = (rows, hasMore, cursor)
  }
}
