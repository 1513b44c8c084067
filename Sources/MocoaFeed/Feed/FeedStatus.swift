/// How far a feed has come.
public enum FeedStatus: Hashable, Sendable {
  /// Nobody has asked for rows yet.
  case notStarted
  /// Rows are being found; those found so far can be shown.
  case loading(FeedProgress)
  /// All rows that there are have been found, and those that are appended are waited for.
  case following(FeedProgress)
  /// All rows have been found.
  case loaded(FeedProgress)
  /// The source is being read anew, as far as this; the rows of the last reading stay meanwhile.
  case refreshing(FeedProgress)
  /// The source could not be read to its end; rows found before stay.
  case failed(FeedError, FeedProgress)

  /// The numbers so far.
  public var progress: FeedProgress {
    switch self {
    case .notStarted: FeedProgress()
    case .loading(let progress), .following(let progress), .loaded(let progress),
      .refreshing(let progress), .failed(_, let progress):
      progress
    }
  }

  /// Whether rows are being found.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether all rows that there are have been found, and more are waited for.
  public var isFollowing: Bool {
    if case .following = self { true } else { false }
  }

  /// Whether the source is being read anew.
  public var isRefreshing: Bool {
    if case .refreshing = self { true } else { false }
  }

  /// What has gone wrong, if anything has.
  public var error: FeedError? {
    if case .failed(let error, _) = self { error } else { nil }
  }
}

/// How much of a source has been read.
public struct FeedProgress: Hashable, Sendable {
  /// How many bytes have been read.
  public var byteCount: Int

  /// How many bytes there are, where that is known.
  public var totalByteCount: Int?

  /// How many rows have been found.
  public var rowCount: Int

  /// Makes progress of its numbers.
  public init(byteCount: Int = 0, totalByteCount: Int? = nil, rowCount: Int = 0) {
    self.byteCount = byteCount
    self.totalByteCount = totalByteCount
    self.rowCount = rowCount
  }

  /// The part that has been read, from 0 to 1, where the whole is known.
  public var fraction: Double? {
    guard let totalByteCount, totalByteCount > 0 else { return nil }
    return min(1, Double(byteCount) / Double(totalByteCount))
  }

  /// The progress of two sources together.
  static func + (one: FeedProgress, other: FeedProgress) -> FeedProgress {
    var total: Int?
    if let first = one.totalByteCount, let second = other.totalByteCount { total = first + second }
    return FeedProgress(
      byteCount: one.byteCount + other.byteCount, totalByteCount: total,
      rowCount: one.rowCount + other.rowCount)
  }
}
