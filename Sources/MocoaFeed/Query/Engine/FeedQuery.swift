/// Filters and sorts the rows of a feed in the background.
///
/// ```swift
/// let query = FeedQuery()
/// query.onChange = { change in list.show(query.listModel) }
/// query.run(RowQuery(filters: [try RowFilter(parsing: "score > 10")]), over: feed.listModel)
/// ```
///
/// Matching rows are available as soon as they are found; sorted ones after sorting. The rows of
/// the previous query remain until the first of the new one are available. Of several requests only
/// the last one has an effect. A filter needs four bytes per matching row, a sort sixteen.
@MainActor
package final class FeedQuery {
  /// A change since the last notification.
  package enum Change: Hashable, Sendable {
    /// The rows were replaced.
    case replaced
    /// Rows were appended, at these positions.
    case appended(Range<Int>)
    /// The rows are the same; the status has changed.
    case status
  }

  /// The last request.
  private(set) var query = RowQuery()

  /// The rows found so far, in display order.
  package private(set) var rows = RowNumbers()

  package var status: QueryStatus { scan.status }

  /// Why the rows are not sorted as most values look, by all rows.
  package private(set) var orderNotes: [String] = []

  /// Called on the main actor after each change.
  package var onChange: ((Change) -> Void)?

  private let scan = BackgroundScan(empty: Found())
  private var model: FeedListModel?

  private var order: [SortKey] = []

  /// The maximum number of rows of a feed in which matches of a fuzzy search are ranked.
  static let rankLimit = 100_000

  private var hasResult = false
  /// The feed and the order of the rows; until there is a result, those of the previous request.
  private var base: FeedListModel?
  private var isSorted = false

  /// The number of rows from which the sorted rows were sorted.
  private var sortedCount = 0

  /// The time at which the last sort began, and at which new rows justify another one.
  private var sortStart = ContinuousClock.now
  private var nextSort = ContinuousClock.now
  private var isSortScheduled = false

  /// A Boolean value that indicates whether no rows follow soon, so that the last ones are sorted
  /// at once.
  package var isFeedAtRest = false {
    didSet { if isFeedAtRest, !oldValue, !status.isRunning { startAgain() } }
  }

  /// A Boolean value that indicates whether rows of the feed are still to be sorted.
  package var isBehind: Bool {
    !order.isEmpty && status.error == nil && sortedCount < (model?.numberOfRows ?? 0)
  }

  /// The pause after a sort of a growing feed, as a multiple of the duration of the sort.
  private static let shareOfSorts = 10

  /// Creates a query without a request.
  package init() {
    scan.onDelivery = { [weak self] in self?.receive($0, isFinished: $1) }
  }

  /// The rows as a list, or nil before the first result.
  package var listModel: QueriedListModel? {
    base.map { QueriedListModel(base: $0, rows: rows, isSorted: isSorted) }
  }

  /// Starts a request, replacing the previous one.
  package func run(_ query: RowQuery, over model: FeedListModel) {
    (self.query, self.model) = (query, model)
    order = model.numberOfRows > Self.rankLimit ? query.sortKeys : query.order
    hasResult = false
    orderNotes = []
    start(from: 0)
  }

  /// Scans the rows that were added; sorts again, at once if the last sort was short.
  ///
  /// If rows were inserted between others, as is possible in a feed of several sources, everything
  /// is scanned again.
  package func grow(to model: FeedListModel) {
    guard let old = self.model else { return }
    let isTooLarge = query.isRanked && !order.isEmpty && model.numberOfRows > Self.rankLimit
    guard model.extends(old), !isTooLarge else { return run(query, over: model) }
    self.model = model
    if hasResult { base = model }
    if !status.isRunning { startAgain() }
  }

  /// Cancels the request; the rows found so far remain.
  package func cancel() {
    guard status.isRunning else { return }
    scan.cancel()
    onChange?(.status)
  }

  /// Blocks until the query has scanned all rows, and delivers the result.
  ///
  /// For a program without an interface.
  package func wait() {
    scan.wait()
    while let model, !order.isEmpty, sortedCount < model.numberOfRows, status.error == nil {
      start(from: 0)
      scan.wait()
    }
  }

  /// Blocks until the query has scanned all rows, or for a duration, and delivers its results so
  /// far.
  package func wait(atMost duration: Duration) {
    let deadline = ContinuousClock.now + duration
    while status.isRunning, deadline > .now { scan.wait(atMost: deadline - .now) }
  }

  // MARK: Working

  private func start(from first: Int) {
    guard let model else { return }
    sortedCount = model.numberOfRows
    sortStart = .now
    if first == 0 { query.forgetFailures() }
    scan.start(of: model.numberOfRows, scanned: first) { [query, order] mailbox in
      order.isEmpty
        ? try Self.filter(query, model, from: first, mailbox)
        : try Self.sort(RowQuery(filters: query.filters, sortKeys: order), model, mailbox)
    }
  }

  /// Continues with rows that were added meanwhile.
  private func startAgain() {
    guard let model else { return }
    if order.isEmpty {
      if status.scannedRowCount < model.numberOfRows { start(from: status.scannedRowCount) }
    } else if sortedCount < model.numberOfRows {
      guard isFeedAtRest || ContinuousClock.now >= nextSort else { return scheduleSort() }
      hasResult = false
      start(from: 0)
    }
  }

  private func scheduleSort() {
    guard !isSortScheduled else { return }
    isSortScheduled = true
    Task { [weak self, nextSort] in
      try? await Task.sleep(until: nextSort)
      self?.isSortScheduled = false
      if self?.status.isRunning == false { self?.startAgain() }
    }
  }

  private func receive(_ found: Found, isFinished: Bool) {
    let change = take(found, isFinished: isFinished)
    onChange?(change)
    if isFinished, status.error == nil { startAgain() }
  }

  private func take(_ found: Found, isFinished: Bool) -> Change {
    if let sorted = found.sorted {
      nextSort = .now + sortStart.duration(to: .now) * Self.shareOfSorts
      (rows, orderNotes) = (sorted, found.orderNotes)
      (hasResult, base, isSorted) = (true, model, true)
      return .replaced
    }
    guard order.isEmpty, !found.rows.isEmpty || isFinished else { return .status }
    if !hasResult {
      rows = RowNumbers()
      rows.append(contentsOf: found.rows)
      (hasResult, base, isSorted) = (true, model, false)
      return .replaced
    }
    let start = rows.count
    rows.append(contentsOf: found.rows)
    return found.rows.isEmpty ? .status : .appended(start..<rows.count)
  }

  /// The results since the last delivery.
  fileprivate struct Found: Sendable {
    var rows: [Int] = []
    var sorted: RowNumbers?
    var orderNotes: [String] = []
  }

  nonisolated private static func filter(
    _ query: RowQuery, _ model: FeedListModel, from first: Int, _ mailbox: ScanMailbox<Found>
  ) throws -> Bool {
    var isFirst = true
    return try RowScan(over: model, condition: query.condition, members: []).find(
      in: first..<max(first, model.numberOfRows), isCancelled: { mailbox.isCancelled }
    ) { rows, found in
      let isUrgent = isFirst && !found.isEmpty
      isFirst = isFirst && found.isEmpty
      return mailbox.post(scanned: rows.upperBound, isUrgent: isUrgent) {
        $0.rows += found
      }
    }
  }

  nonisolated private static func sort(
    _ query: RowQuery, _ model: FeedListModel, _ mailbox: ScanMailbox<Found>
  ) throws -> Bool {
    var notes: [String] = []
    let sorted = try model.rows(
      for: query, note: { notes.append($0) }, isCancelled: { mailbox.isCancelled }
    ) {
      mailbox.post(scanned: $0)
    }
    guard let sorted else { return false }
    return mailbox.post(scanned: model.numberOfRows) { [notes] found in
      (found.sorted, found.orderNotes) = (sorted, notes)
    }
  }
}
