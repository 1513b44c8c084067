/// The progress and result of reading a feed.
public enum FeedStatus: Hashable, Sendable {
  /// Reading has not been started.
  case notStarted
  /// Rows are being found; those found so far can be displayed.
  case loading(FeedProgress)
  /// All existing rows have been found, and appended rows are awaited.
  case following(FeedProgress)
  /// All rows have been found.
  case loaded(FeedProgress)
  /// The source is being reloaded, with this progress; the rows of the last reading remain.
  case refreshing(FeedProgress)
  /// The source could not be read to its end; rows found before remain.
  case failed(FeedError, FeedProgress)

  package var progress: FeedProgress {
    switch self {
    case .notStarted: FeedProgress()
    case .loading(let progress), .following(let progress), .loaded(let progress),
      .refreshing(let progress), .failed(_, let progress):
      progress
    }
  }

  /// A Boolean value that indicates whether rows are being found.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// A Boolean value that indicates whether appended rows are awaited.
  package var isFollowing: Bool {
    if case .following = self { true } else { false }
  }

  /// A Boolean value that indicates whether the source is being reloaded.
  package var isRefreshing: Bool {
    if case .refreshing = self { true } else { false }
  }

  /// The error, if reading failed.
  public var error: FeedError? {
    if case .failed(let error, _) = self { error } else { nil }
  }
}

/// The progress of reading a source.
public struct FeedProgress: Hashable, Sendable {
  /// The number of bytes read.
  package var byteCount = 0

  /// The total number of bytes, if known.
  package var totalByteCount: Int?

  /// The number of rows found.
  package var rowCount = 0

  /// A Boolean value that indicates whether a followed file ends in a line without its end, which
  /// is no row yet.
  package var endsInLine = false

  /// The fraction that has been read, from 0 to 1, if the total is known.
  package var fraction: Double? {
    guard let totalByteCount, totalByteCount > 0 else { return nil }
    return min(1, Double(byteCount) / Double(totalByteCount))
  }

  /// Returns the combined progress of two sources.
  static func + (one: FeedProgress, other: FeedProgress) -> FeedProgress {
    var total: Int?
    if let first = one.totalByteCount, let second = other.totalByteCount { total = first + second }
    return FeedProgress(
      byteCount: one.byteCount + other.byteCount, totalByteCount: total,
      rowCount: one.rowCount + other.rowCount, endsInLine: one.endsInLine || other.endsInLine)
  }
}
