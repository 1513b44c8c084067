import Dispatch

/// Filters and sorts the rows of a feed in the background.
///
/// ```swift
/// let query = FeedQuery()
/// query.onChange = { change in list.show(query.listModel) }
/// query.run(RowQuery(filters: [try RowFilter(parsing: "score > 10")]), over: feed.listModel)
/// ```
///
/// Rows that match are there as soon as they have been found; sorted ones when all are sorted. The
/// rows of the query before stay until the first of a new one are there. Of several requests the
/// newest wins. A filter takes four bytes for each row that matches, a sort sixteen.
@MainActor
public final class FeedQuery {
  /// What has changed since the last time.
  public enum Change: Hashable, Sendable {
    /// Other rows than before.
    case replaced
    /// More rows at the end, at these positions.
    case appended(Range<Int>)
    /// The same rows; the status is another.
    case status
  }

  /// What was asked last.
  public private(set) var query = RowQuery()

  /// The rows found so far, in the order in which they are shown.
  public private(set) var rows = RowNumbers()

  /// How far the query has come.
  public private(set) var status = QueryStatus()

  /// Is called on the main actor after each change.
  public var onChange: ((Change) -> Void)?

  private typealias Mailbox = QueryMailbox<Found>
  private let queue = DispatchQueue(label: "mocoa.query", qos: .userInitiated)
  private var mailbox: Mailbox?
  private var model: FeedListModel?
  private var hasResult = false

  /// How many rows the sorted rows were sorted of.
  private var sortedCount = 0

  /// Makes a query that nothing has been asked yet.
  public init() {}

  deinit { mailbox?.cancel() }

  /// The rows as a list, or nil before anything has been asked.
  public var listModel: QueriedListModel? {
    model.map { QueriedListModel(base: $0, rows: rows, isSorted: !query.sortKeys.isEmpty) }
  }

  /// Asks for rows, instead of what was asked before.
  ///
  /// - Parameters:
  ///   - query: What is asked; an empty query finds all rows.
  ///   - model: The rows there are.
  public func run(_ query: RowQuery, over model: FeedListModel) {
    mailbox?.cancel()
    self.query = query
    self.model = model
    hasResult = false
    start(from: 0)
  }

  /// Looks at the rows that have come since; a sort is done anew when all or half as many more
  /// have come.
  ///
  /// Where rows have come between those that were there, as they may in a feed of several sources,
  /// all is looked at anew.
  public func grow(to model: FeedListModel) {
    guard let old = self.model else { return }
    guard model.extends(old) else { return run(query, over: model) }
    self.model = model
    guard mailbox == nil, model.numberOfRows > old.numberOfRows || sortedCount < model.numberOfRows
    else { return }
    startAgain()
  }

  /// Stops looking; the rows found so far stay.
  public func cancel() {
    mailbox?.cancel()
    mailbox = nil
    guard status.isRunning else { return }
    status.isRunning = false
    onChange?(.status)
  }

  /// Blocks until the query has looked at all rows there are, and takes them.
  ///
  /// For a program without an interface.
  public func wait() {
    while let mailbox {
      queue.sync {}
      receive(from: mailbox)
    }
  }

  // MARK: Working

  private func start(from first: Int) {
    guard let model else { return }
    let mailbox = Mailbox(empty: Found()) { [weak self] in self?.receive(from: $0) }
    self.mailbox = mailbox
    status = QueryStatus()
    status.isRunning = true
    status.scannedRowCount = first
    status.rowCount = model.numberOfRows
    let query = query
    sortedCount = model.numberOfRows
    queue.async {
      if query.sortKeys.isEmpty {
        Self.filter(query, model, from: first, mailbox)
      } else {
        Self.sort(query, model, mailbox)
      }
    }
  }

  /// Goes on with rows that came meanwhile.
  private func startAgain() {
    guard let model else { return }
    if query.sortKeys.isEmpty {
      if status.scannedRowCount < model.numberOfRows { start(from: status.scannedRowCount) }
    } else if sortedCount < model.numberOfRows {
      let isWorthIt = model.isComplete || model.numberOfRows >= sortedCount / 2 * 3
      guard isWorthIt else { return }
      hasResult = false
      start(from: 0)
    }
  }

  private func receive(from mailbox: Mailbox) {
    let found = mailbox.take()
    guard mailbox === self.mailbox else { return }
    status.scannedRowCount = max(status.scannedRowCount, found.scannedRowCount)
    status.error = found.error ?? status.error
    if found.isFinished {
      status.isRunning = false
      self.mailbox = nil
    }
    let change = take(found)
    onChange?(change)
    if found.isFinished, found.error == nil { startAgain() }
  }

  private func take(_ found: Found) -> Change {
    if let sorted = found.sorted {
      rows = sorted
      hasResult = true
      return .replaced
    }
    guard query.sortKeys.isEmpty, !found.rows.isEmpty || found.isFinished else { return .status }
    if !hasResult {
      rows = RowNumbers()
      rows.append(contentsOf: found.rows)
      hasResult = true
      return .replaced
    }
    let start = rows.count
    rows.append(contentsOf: found.rows)
    return found.rows.isEmpty ? .status : .appended(start..<rows.count)
  }
}

/// What the background thread has found since it was last asked.
private struct Found: Sendable {
  var rows: [Int] = []
  var sorted: RowNumbers?
  var scannedRowCount = 0
  var isFinished = false
  var error: FeedError?
}

extension FeedQuery {
  nonisolated private static func filter(
    _ query: RowQuery, _ model: FeedListModel, from first: Int,
    _ mailbox: QueryMailbox<Found>
  ) {
    let pass = RowScan(over: model, condition: query.condition)
    let rows = first..<max(first, model.numberOfRows)
    var isFirst = true
    var error: FeedError?
    do {
      try pass.run(rows, empty: [Int](), isCancelled: { mailbox.isCancelled }) {
        number, _, found in
        found.append(number)
      } step: { rows, found in
        let isUrgent = isFirst && !found.isEmpty
        isFirst = isFirst && found.isEmpty
        return mailbox.post(isUrgent: isUrgent) {
          $0.rows += found
          $0.scannedRowCount = rows.upperBound
        }
      }
    } catch let failure {
      error = failure as? FeedError
    }
    _ = mailbox.post(isUrgent: true) {
      $0.isFinished = true
      $0.error = error
    }
  }

  nonisolated private static func sort(
    _ query: RowQuery, _ model: FeedListModel, _ mailbox: QueryMailbox<Found>
  ) {
    var sorted: RowNumbers?
    var error: FeedError?
    do {
      sorted = try RowSorter.sort(
        model, query, isCancelled: { mailbox.isCancelled }
      ) { next in
        mailbox.post(isUrgent: false) { $0.scannedRowCount = next }
      }
      if sorted == nil { return }
    } catch let failure {
      error = failure as? FeedError
    }
    _ = mailbox.post(isUrgent: true) {
      $0.sorted = sorted
      $0.scannedRowCount = model.numberOfRows
      $0.isFinished = true
      $0.error = error
    }
  }
}
