import MocoaCore
import MocoaFeed
import MocoaTUI

/// Determines the list model of a page: the feed itself, or its rows filtered, sorted and grouped.
///
/// ```
///   feed ─► query (filters, sort) ─► grouping ─► list model ─► page
/// ```
@MainActor
final class RowSource {
  /// A change of the list.
  enum Change {
    /// Only the progress has changed.
    case status
    /// The feed's own list has grown.
    case grew(FeedGrowth)
    /// Rows were appended to sections, and sections after the others.
    case appended(any ListModel & Sendable)
    /// The rows or their order have changed because of another request.
    case rearranged(any ListModel & Sendable)
    /// The feed was reloaded; the request may have changed as well.
    case updated(any ListModel & Sendable)
  }

  /// Called after each change.
  var onChange: ((Change) -> Void)?

  /// The current filters and sort keys.
  private(set) var query = RowQuery()

  /// The grouping into sections; nil means the feed's own.
  private(set) var grouping: RowGrouping?

  /// The error that ended grouping early: the rows behind it are not displayed.
  private(set) var groupingError: FeedError?

  private let feed: Feed
  private let engine = FeedQuery()
  private var groupingTask: Task<Void, Never>?
  private var needsGrouping = false

  /// A Boolean value that indicates whether the next list has other rows, or another order.
  private var isRearranged = false

  /// A Boolean value that indicates whether the feed was reloaded since the displayed list.
  ///
  /// Its numbers of rows are then no longer those of the feed.
  private var isReloaded = false

  /// Creates a source of the feed's own list.
  init(feed: Feed) {
    self.feed = feed
    engine.onChange = { [weak self] in self?.queryDidChange($0) }
  }

  isolated deinit { groupingTask?.cancel() }

  /// The number of rows of the feed.
  var numberOfRows: Int { feed.listModel.numberOfRows }

  /// A Boolean value that indicates whether the feed's own list is displayed.
  var isPlain: Bool { query.isEmpty && grouping == nil }

  /// The status of the query; nil without a query.
  var queryStatus: QueryStatus? { query.isEmpty ? nil : engine.status }

  /// A Boolean value that indicates whether rows are being filtered, sorted or grouped.
  var isRunning: Bool { engine.status.isRunning || groupingTask != nil }

  /// A Boolean value that indicates whether rows of the feed are missing that will be displayed.
  var isBehind: Bool { isRunning || !query.isEmpty && engine.isBehind }

  /// A Boolean value that indicates whether the displayed list precedes the current request.
  var isOutdated: Bool {
    isRearranged && (isRunning || isReloaded && engine.status.error == nil)
  }

  /// Blocks until the query is done for the existing rows; a grouping continues in the background.
  func wait() { engine.wait() }

  /// Starts a query; the displayed rows remain until there are others.
  func setQuery(_ query: RowQuery) {
    guard query != self.query else { return }
    self.query = query
    isRearranged = true
    guard !query.isEmpty else {
      engine.cancel()
      return showUnqueried()
    }
    engine.run(query, over: feed.listModel)
    onChange?(.status)
  }

  /// Starts the query again if it has failed.
  func retry() {
    guard queryStatus?.error != nil else { return }
    isRearranged = true
    engine.run(query, over: feed.listModel)
    onChange?(.status)
  }

  /// Groups the rows into sections, or restores those of the feed.
  func setGrouping(_ grouping: RowGrouping?) {
    guard grouping?.key != self.grouping?.key else { return }
    self.grouping = grouping
    isRearranged = true
    cancelGrouping()
    if query.isEmpty || grouping != nil { return showUnqueried() }
    guard !engine.status.isRunning, let model = engine.listModel else { return }
    show(model)
  }

  /// Applies a change of the feed.
  func feedDidChange(_ change: FeedChange) {
    defer { engine.isFeedAtRest = !feed.status.isLoading && !feed.status.isFollowing }
    switch change {
    case .status:
      onChange?(.status)
    case .grew(let growth):
      if isPlain, !isRearranged, !isReloaded { return onChange?(.grew(growth)) ?? () }
      if isPlain { return show(feed.listModel) }
      if !query.isEmpty { engine.grow(to: feed.listModel) }
      if grouping != nil { group() }
      onChange?(.status)
    case .loaded: break
    case .replaced, .derived:
      if change == .derived { isRearranged = true } else { isReloaded = true }
      grouping = grouping.map { RowGrouping(by: $0.key) }
      cancelGrouping()
      if !query.isEmpty { engine.run(query, over: feed.listModel) }
      if query.isEmpty || grouping != nil { showUnqueried() }
      if !isPlain { onChange?(.status) }
    }
  }

  /// Records that a list is displayed, so that the next one can extend it.
  func didShow() { (isRearranged, isReloaded) = (false, false) }

  private func showUnqueried() {
    if grouping == nil { show(feed.listModel) } else { group() }
  }

  private func show(_ model: any ListModel & Sendable) {
    // Rows of a reloaded feed are compared by identity, also if others are requested meanwhile.
    onChange?(isReloaded ? .updated(model) : isRearranged ? .rearranged(model) : .appended(model))
  }

  private func queryDidChange(_ change: FeedQuery.Change) {
    guard !query.isEmpty else { return onChange?(.status) ?? () }
    if grouping != nil {
      if !engine.status.isRunning { group() }
      onChange?(.status)
      return
    }
    // A list that is compared with the displayed rows is displayed when complete.
    if isReloaded, engine.status.isRunning || engine.status.error != nil {
      return onChange?(.status) ?? ()
    }
    guard let model = engine.listModel else { return onChange?(.status) ?? () }
    switch change {
    case .replaced where !isRearranged && !isReloaded: onChange?(.rearranged(model))
    case .status where !isReloaded: onChange?(.status)
    default: show(model)
    }
  }

  // MARK: Grouping

  /// Groups the rows not yet scanned, and those that are added meanwhile.
  private func group() {
    guard let grouping else { return }
    needsGrouping = true
    guard groupingTask == nil, query.isEmpty || !engine.status.isRunning else { return }
    needsGrouping = false
    let model = feed.listModel
    let rows = query.isEmpty ? nil : engine.rows
    groupingTask = Task { [weak self] in
      let result = await Task.detached(priority: .userInitiated) {
        var grouping = grouping
        var failure: FeedError?
        do { try grouping.add(rowsOf: model) } catch { failure = error as? FeedError }
        let shown = rows.map { grouping.arranged($0) } ?? grouping
        return (grouping, GroupedListModel(model, grouping: shown), failure)
      }.value
      guard !Task.isCancelled else { return }
      self?.groupingError = result.2
      self?.didGroup(result.0, result.1)
    }
  }

  private func didGroup(_ grouping: RowGrouping, _ model: GroupedListModel) {
    groupingTask = nil
    self.grouping = grouping
    // Rows of a query are inserted among others, and not appended.
    if !query.isEmpty { isRearranged = true }
    show(model)
    if needsGrouping { group() }
  }

  private func cancelGrouping() {
    groupingTask?.cancel()
    groupingTask = nil
  }
}
