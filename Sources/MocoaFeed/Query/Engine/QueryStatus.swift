/// The progress of a query or a search.
package struct QueryStatus: Hashable, Sendable {
  var scannedRowCount = 0

  /// The number of rows to scan.
  var rowCount = 0

  /// A Boolean value that indicates whether rows are being scanned or sorted.
  package internal(set) var isRunning = false

  /// The error that ended reading the source early; rows found before remain.
  package internal(set) var error: FeedError?

  /// Creates the status before the first request.
  init() {}

  /// The completed fraction, from 0 to 1.
  package var fraction: Double {
    rowCount == 0 ? 1 : Double(scannedRowCount) / Double(rowCount)
  }
}
