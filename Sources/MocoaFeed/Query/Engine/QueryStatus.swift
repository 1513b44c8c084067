/// The progress of a query or a search.
public struct QueryStatus: Hashable, Sendable {
  /// The number of rows scanned.
  public internal(set) var scannedRowCount = 0

  /// The number of rows to scan.
  public internal(set) var rowCount = 0

  /// A Boolean value that indicates whether rows are being scanned or sorted.
  public internal(set) var isRunning = false

  /// The error that ended reading the source early; what was found before remains.
  public internal(set) var error: FeedError?

  /// Creates the status before the first request.
  public init() {}

  /// The completed fraction, from 0 to 1.
  public var fraction: Double {
    rowCount == 0 ? 1 : Double(scannedRowCount) / Double(rowCount)
  }
}
