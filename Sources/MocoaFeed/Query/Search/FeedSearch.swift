/// Searches all rows of a feed in the background, beginning at the current one.
///
/// `next` and `previous` return at once: a row, or that it is unknown.
@MainActor
package final class FeedSearch {
  /// The position of a match.
  package enum Answer: Hashable, Sendable {
    /// In this row; `isWrapped` if the search wrapped around an end of the feed.
    case row(Int, isWrapped: Bool)
    /// Unknown: rows in between have not been scanned.
    case unknown
    /// There is no match.
    case none
  }

  /// The current search, or nil.
  private(set) var search: RowSearch?

  package private(set) var matches = RowSet()

  package var status: QueryStatus { scan.status }

  /// Called on the main actor after each change.
  package var onChange: (() -> Void)?

  private let scan = BackgroundScan(empty: Found())
  private var model: FeedListModel?
  private var filters: [RowFilter] = []
  private var condition = Condition.constant(false)

  /// The scanned rows: from the start of the search, and from the first row.
  private var later = 0..<0
  private var earlier = 0..<0

  /// Creates an instance without a search.
  package init() {
    scan.onDelivery = { [weak self] in self?.receive($0, isFinished: $1) }
  }

  /// Starts a search among rows that match filters, replacing the previous one; rows before the
  /// first one to scan are scanned last.
  package func run(
    _ search: RowSearch, over model: FeedListModel, from row: Int = 0, filters: [RowFilter] = []
  ) {
    (self.search, self.filters) = (search, filters)
    condition = RowQuery(filters: filters + [RowFilter(search)]).condition
    self.model = model
    matches = RowSet()
    let row = min(max(0, row), model.numberOfRows)
    later = row..<row
    earlier = 0..<0
    start()
  }

  /// Scans rows that were added, or all rows if some were inserted between others.
  package func grow(to model: FeedListModel) {
    guard let search, let old = self.model else { return }
    guard model.extends(old) else {
      return run(search, over: model, from: later.lowerBound, filters: filters)
    }
    self.model = model
    if !status.isRunning, status.error == nil { start() }
  }

  /// Ends the search.
  package func cancel() {
    scan.reset()
    search = nil
    matches = RowSet()
    onChange?()
  }

  /// Blocks until all rows have been scanned.
  package func wait() { scan.wait() }

  // MARK: Matches

  /// Returns the first match after a row, wrapping around at the end.
  package func next(after row: Int) -> Answer {
    let count = model?.numberOfRows ?? 0
    if let found = matches.first(from: row + 1) {
      return isScanned(row + 1..<found) ? .row(found, isWrapped: false) : .unknown
    }
    guard isScanned(min(row + 1, count)..<count) else { return .unknown }
    guard let found = matches.first(from: 0) else { return isScanned(0..<count) ? .none : .unknown }
    return isScanned(0..<found) ? .row(found, isWrapped: true) : .unknown
  }

  /// Returns the last match before a row, wrapping around at the start.
  package func previous(before row: Int) -> Answer {
    let count = model?.numberOfRows ?? 0
    if let found = matches.last(below: row) {
      return isScanned(found + 1..<max(found + 1, row)) ? .row(found, isWrapped: false) : .unknown
    }
    guard isScanned(0..<max(0, min(row, count))) else { return .unknown }
    guard let found = matches.last(below: count) else {
      return isScanned(0..<count) ? .none : .unknown
    }
    return isScanned(found + 1..<count) ? .row(found, isWrapped: true) : .unknown
  }

  /// Returns the number of a match, from 1; nil if it is none, or earlier rows are unscanned.
  package func ordinal(of row: Int) -> Int? {
    guard matches.contains(row), isScanned(0..<row) else { return nil }
    return matches.count(below: row) + 1
  }

  private func isScanned(_ rows: Range<Int>) -> Bool {
    if rows.isEmpty { return true }
    if earlier.upperBound >= later.lowerBound { return rows.upperBound <= later.upperBound }
    let contains = { (part: Range<Int>) in
      part.lowerBound <= rows.lowerBound && rows.upperBound <= part.upperBound
    }
    return contains(later) || contains(earlier)
  }

  // MARK: Working

  /// The results since the last delivery, and the rows that they cover.
  private struct Found: Sendable {
    var rows: [Int] = []
    var scanned: [Range<Int>] = []
  }

  private func start() {
    guard let model, search != nil else { return }
    let parts = [
      later.upperBound..<model.numberOfRows, earlier.upperBound..<later.lowerBound,
    ].filter { !$0.isEmpty }
    let count = later.count + earlier.count
    guard !parts.isEmpty else {
      scan.reset(rowCount: model.numberOfRows, scanned: count)
      onChange?()
      return
    }
    let pass = RowScan(over: model, condition: condition, members: [])
    scan.start(of: model.numberOfRows, scanned: count) { mailbox in
      var isFirst = true
      var count = count
      return try parts.allSatisfy { part in
        try pass.find(in: part, isCancelled: { mailbox.isCancelled }) { scanned, found in
          let isUrgent = isFirst && !found.isEmpty
          isFirst = isFirst && found.isEmpty
          count += scanned.count
          return mailbox.post(scanned: count, isUrgent: isUrgent) {
            $0.rows += found
            $0.scanned.append(scanned)
          }
        }
      }
    }
  }

  private func receive(_ found: Found, isFinished: Bool) {
    for row in found.rows { matches.insert(row) }
    for part in found.scanned {
      if part.lowerBound == later.upperBound {
        later = later.lowerBound..<part.upperBound
      } else {
        earlier = 0..<part.upperBound
      }
    }
    onChange?()
    if isFinished, status.error == nil, later.count + earlier.count < model?.numberOfRows ?? 0 {
      start()
    }
  }
}
