import MocoaCore
import MocoaFeed
import MocoaTUI

/// Decides which list shows a feed: the feed itself, or its rows after filters, sorting and
/// grouping, which are worked out in the background.
///
/// ```
///   feed ─► query (filters, sort) ─► grouping ─► list model ─► page
/// ```
@MainActor
final class RowSource {
  /// What has become of the list.
  enum Change {
    /// Only how far the work has come.
    case status
    /// The feed's own list has grown.
    case grew(FeedGrowth)
    /// There are more rows at the ends of sections, and sections behind the others.
    case appended(any ListModel & Sendable)
    /// The rows are others, or in another order: something else was asked for.
    case rearranged(any ListModel & Sendable)
    /// The same was asked for, of a feed that was read anew.
    case updated(any ListModel & Sendable)
  }

  /// Called after each change.
  var onChange: ((Change) -> Void)?

  /// What is asked for.
  private(set) var query = RowQuery()

  /// What puts the rows into sections; nil for the feed's own.
  private(set) var grouping: RowGrouping?

  private let feed: Feed
  private let engine = FeedQuery()
  private var groupingTask: Task<Void, Never>?
  private var needsGrouping = false
  private var next = Next.growth

  /// What the next list is, compared with the one that is shown.
  private enum Next {
    case growth, arrangement, update
  }

  /// Makes a source of the feed's own list.
  init(feed: Feed) {
    self.feed = feed
    engine.onChange = { [weak self] in self?.queryDidChange($0) }
  }

  isolated deinit { groupingTask?.cancel() }

  /// Whether the feed's own list is shown.
  var isPlain: Bool { query.isEmpty && grouping == nil }

  /// How far the query has come; nil where nothing is asked.
  var queryStatus: QueryStatus? { query.isEmpty ? nil : engine.status }

  /// Whether rows are being looked for, sorted or put into sections.
  var isRunning: Bool { engine.status.isRunning || groupingTask != nil }

  /// Whether the list that is shown is still that of before what is asked for.
  var isOutdated: Bool { next == .arrangement && isRunning }

  /// Blocks until all that was asked for is done for the rows that there are; a grouping is left to
  /// go on.
  func wait() { engine.wait() }

  /// Asks for rows; those that are shown stay until there are others.
  func setQuery(_ query: RowQuery) {
    guard query != self.query else { return }
    self.query = query
    next = .arrangement
    guard !query.isEmpty else {
      engine.cancel()
      return showUnqueried()
    }
    engine.run(query, over: feed.listModel)
    onChange?(.status)
  }

  /// Puts the rows into sections, or leaves them in those of the feed.
  func setGrouping(_ grouping: RowGrouping?) {
    guard grouping?.key != self.grouping?.key else { return }
    self.grouping = grouping
    next = .arrangement
    cancelGrouping()
    if query.isEmpty || grouping != nil { return showUnqueried() }
    guard !engine.status.isRunning, let model = engine.listModel else { return }
    show(model)
  }

  /// Takes in what has happened to the feed.
  func feedDidChange(_ change: FeedChange) {
    switch change {
    case .status:
      onChange?(.status)
    case .grew(let growth):
      if isPlain, next == .growth { return onChange?(.grew(growth)) ?? () }
      if isPlain { return show(feed.listModel) }
      if !query.isEmpty { engine.grow(to: feed.listModel) }
      if grouping != nil { group() }
      onChange?(.status)
    case .replaced, .derived:
      next = change == .derived ? .arrangement : .update
      grouping = grouping.map { RowGrouping(by: $0.key) }
      cancelGrouping()
      if !query.isEmpty { engine.run(query, over: feed.listModel) }
      if query.isEmpty || grouping != nil { showUnqueried() }
      if !isPlain { onChange?(.status) }
    }
  }

  /// Says that a list has been shown, so that the next one can be what comes after it.
  func didShow() { next = .growth }

  private func showUnqueried() {
    if grouping == nil { show(feed.listModel) } else { group() }
  }

  private func show(_ model: any ListModel & Sendable) {
    switch next {
    case .growth: onChange?(.appended(model))
    case .arrangement: onChange?(.rearranged(model))
    case .update: onChange?(.updated(model))
    }
  }

  private func queryDidChange(_ change: FeedQuery.Change) {
    if grouping != nil {
      if !engine.status.isRunning { group() }
      onChange?(.status)
      return
    }
    // What is compared with the rows that are shown is shown as a whole.
    if next == .update, engine.status.isRunning || engine.status.error != nil {
      return onChange?(.status) ?? ()
    }
    guard let model = engine.listModel else { return }
    switch change {
    case .replaced where next == .growth: onChange?(.rearranged(model))
    case .status where next != .update: onChange?(.status)
    default: show(model)
    }
  }

  // MARK: Grouping

  /// Puts the rows into sections that were not yet looked at; goes on by itself with those that
  /// come meanwhile.
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
        // What cannot be read any more is shown as rows that say so.
        try? grouping.add(rowsOf: model)
        let shown = rows.map { grouping.arranged($0) } ?? grouping
        return (grouping, GroupedListModel(model, grouping: shown))
      }.value
      guard !Task.isCancelled else { return }
      self?.didGroup(result.0, result.1)
    }
  }

  private func didGroup(_ grouping: RowGrouping, _ model: GroupedListModel) {
    groupingTask = nil
    self.grouping = grouping
    // Rows of a query are put among others, and not behind them.
    if next == .growth, !query.isEmpty { next = .arrangement }
    show(model)
    if needsGrouping { group() }
  }

  private func cancelGrouping() {
    groupingTask?.cancel()
    groupingTask = nil
  }
}
