/// A change of a feed.
public enum FeedChange: Hashable, Sendable {
  /// Only the status or the pending changes have changed.
  case status
  /// Rows have been appended; nothing else has changed.
  case grew(FeedGrowth)
  /// Pending rows with these numbers in the whole feed have been loaded.
  case loaded(rows: [Int])
  /// The list model is that of another reading, counted from 1; its fingerprints are comparable.
  case replaced(generation: Int)
  /// The derived members of the rows have changed.
  case derived
}

/// The changes that a paused feed holds back.
package struct PendingChanges: Hashable, Sendable {
  /// The number of rows to be added.
  package var rowCount = 0

  /// A Boolean value that indicates whether the source has been reloaded.
  package var isReplaced = false
}
