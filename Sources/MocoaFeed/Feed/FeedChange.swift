/// What has happened to a feed.
public enum FeedChange: Hashable, Sendable {
  /// Only the status, or what waits while the feed is paused.
  case status
  /// Rows have been added behind those that were there; nothing else has changed.
  case grew(FeedGrowth)
  /// The list model is that of another reading of the source. Readings are counted from 1 on; the
  /// list models of two can be compared by the fingerprints of their rows.
  case replaced(generation: Int)
  /// The rows have other members besides their own.
  case derived
}

/// What a paused feed holds back.
public struct PendingChanges: Hashable, Sendable {
  /// The number of rows that would be added.
  public var rowCount = 0

  /// Whether the source has been read anew.
  public var isReplaced = false

  /// Whether nothing is held back.
  public var isEmpty: Bool { self == PendingChanges() }
}
