/// How far a query or a search has come.
public struct QueryStatus: Hashable, Sendable {
  /// How many rows have been looked at.
  public internal(set) var scannedRowCount = 0

  /// How many rows there are to look at.
  public internal(set) var rowCount = 0

  /// Whether rows are being looked at or sorted.
  public internal(set) var isRunning = false

  /// Why the source could not be read to its end; what was found before stays.
  public internal(set) var error: FeedError?

  /// Nothing has been asked yet.
  public init() {}

  /// The part that is done, from 0 to 1.
  public var fraction: Double {
    rowCount == 0 ? 1 : Double(scannedRowCount) / Double(rowCount)
  }
}
