import MocoaCore
import MocoaFeed
import MocoaTUI

/// Determines the list model of a page: the feed itself, or its rows filtered, sorted and arranged
/// in sections or as a tree.
///
/// ```
///   feed ─► query (filters, sort) ─► arrangement ─► list model ─► page
/// ```
@MainActor
final class RowSource {
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

  /// Returns the number of rows that the screen has: a tree that fits is expanded at first.
  var screenRowCount: () -> Int = { 0 }

  /// The current filters and sort keys.
  private(set) var query = RowQuery()

  /// The arrangement of the rows; nil means that of the feed.
  private(set) var arrangement: RowArrangement?

  /// The error that ended arranging early: the rows behind it are not displayed.
  private(set) var arrangingError: FeedError?

  private let feed: Feed
  private let engine = FeedQuery()
  private let arranging = BackgroundScan<Arranged?>(empty: nil)
  private var needsArranging = false
  /// The time at which new rows justify arranging a tree again.
  private var nextArranging = ContinuousClock.now
  private var isArrangingScheduled = false

  /// The number of times that the user has expanded or collapsed rows.
  private var expansionCount = 0

  /// A Boolean value that indicates whether the next list has other rows, or another order.
  private(set) var isRearranged = false {
    didSet { if isRearranged { requestCount += 1 } }
  }

  /// A Boolean value that indicates whether the next rows are those of a source that is read in
  /// another way.
  var isReadAnew = false

  /// The place of the current row before its source was read in another way, until it is found.
  var placeOfCursor: RowPlace?

  /// A Boolean value that indicates whether the feed was reloaded since the displayed list.
  ///
  /// Its numbers of rows are then no longer those of the feed.
  private var isReloaded = false {
    didSet { if isReloaded { requestCount += 1 } }
  }

  /// The number of requests and reloads, and how many of them the last list includes.
  private var (requestCount, includedCount) = (0, 0)

  /// Creates a source of the feed's own list.
  init(feed: Feed) {
    self.feed = feed
    engine.onChange = { [weak self] in self?.queryDidChange($0) }
    arranging.onDelivery = { [weak self] arranged, _ in
      if let arranged { self?.didArrange(arranged) }
    }
  }

  var numberOfRows: Int { feed.listModel.numberOfRows }

  /// A Boolean value that indicates whether the feed's own list is displayed.
  var isPlain: Bool { query.isEmpty && arrangement == nil }

  /// Why the rows are not sorted as most values look, if all were sorted.
  var orderNotes: [String] { engine.orderNotes }

  /// The status of the query; nil without a query.
  var queryStatus: QueryStatus? { query.isEmpty ? nil : engine.status }

  /// A Boolean value that indicates whether rows are being filtered, sorted or arranged.
  var isRunning: Bool { engine.status.isRunning || arranging.status.isRunning }

  /// A Boolean value that indicates whether rows of the feed are missing that will be displayed.
  var isBehind: Bool { isRunning || !query.isEmpty && engine.isBehind }

  /// A Boolean value that indicates whether the displayed list precedes the current request.
  var isOutdated: Bool {
    isRearranged && (isRunning || isReloaded && engine.status.error == nil)
  }

  /// Blocks until the query is done for the existing rows; arranging continues in the background.
  func wait() { engine.wait() }

  /// Blocks until the existing rows are filtered, sorted and arranged, or for a duration.
  func wait(atMost duration: Duration) {
    let deadline = ContinuousClock.now + duration
    while isRunning, deadline > .now {
      engine.wait(atMost: deadline - .now)
      arranging.wait(atMost: deadline - .now)
    }
  }

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

  /// Arranges the rows in sections or as a tree, or as in the feed.
  func setArrangement(_ arrangement: RowArrangement?) {
    guard arrangement?.members != self.arrangement?.members else { return }
    self.arrangement = arrangement
    isRearranged = true
    arranging.cancel()
    if query.isEmpty || arrangement != nil { return showUnqueried() }
    guard !engine.status.isRunning, let model = engine.listModel else { return }
    show(model)
  }

  /// Records which rows of the displayed tree are expanded; if it is outdated, another list was
  /// about to be displayed, which is now arranged again.
  func setTreeRows(_ rows: RowTree.Rows, isOutdated: Bool) {
    guard case .tree(var tree) = arrangement else { return }
    arrangement = nil
    tree.rows = rows
    arrangement = .tree(tree)
    expansionCount += 1
    if isOutdated { arrange() }
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
      if arrangement != nil { arrange() }
      onChange?(.status)
    case .loaded: break
    case .replaced, .derived:
      if change == .derived { isRearranged = true } else { isReloaded = true }
      arrangement?.restart()
      arranging.cancel()
      if !query.isEmpty { engine.run(query, over: feed.listModel) }
      if query.isEmpty || arrangement != nil { showUnqueried() }
      if !isPlain { onChange?(.status) }
    }
  }

  /// Records that the last list is displayed, so that the next one can extend it; unless the feed
  /// was reloaded again, or other rows were requested, while it was compared.
  func didShow() {
    if includedCount == requestCount { (isRearranged, isReloaded) = (false, false) }
  }

  private func showUnqueried() {
    if arrangement == nil { show(feed.listModel) } else { arrange() }
  }

  private func show(_ model: any ListModel & Sendable) {
    includedCount = requestCount
    // Rows of a reloaded feed are compared by identity, also if others are requested meanwhile.
    onChange?(isReloaded ? .updated(model) : isRearranged ? .rearranged(model) : .appended(model))
  }

  private func queryDidChange(_ change: FeedQuery.Change) {
    guard !query.isEmpty else { return onChange?(.status) ?? () }
    if arrangement != nil {
      if !engine.status.isRunning { arrange() }
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

  // MARK: Arranging

  /// The result of arranging.
  private struct Arranged: Sendable {
    var arrangement: RowArrangement
    var model: any ListModel & Sendable
    var failure: FeedError?
    /// The query whose rows were arranged.
    var query: RowQuery
    /// The time at which arranging began, and how often rows had been expanded or collapsed.
    var start: ContinuousClock.Instant
    var expansionCount: Int
  }

  /// Arranges the rows, and those that are added meanwhile.
  private func arrange() {
    guard let arrangement else { return }
    needsArranging = true
    guard !arranging.status.isRunning, query.isEmpty || !engine.status.isRunning else { return }
    let isGrowing = feed.status.isLoading && !isRearranged && arrangement.isRearrangedByGrowth
    if isGrowing, ContinuousClock.now < nextArranging { return scheduleArranging() }
    needsArranging = false
    let (model, query, count) = (feed.listModel, query, expansionCount)
    let rows = query.isEmpty ? nil : engine.rows
    let start = ContinuousClock.now
    arranging.start(of: model.numberOfRows) { mailbox in
      var arrangement = arrangement
      let (list, failure) = arrangement.list(of: model, query, rows) { mailbox.isCancelled }
      let arranged = Arranged(
        arrangement: arrangement, model: list, failure: failure, query: query, start: start,
        expansionCount: count)
      return mailbox.post { $0 = arranged }
    }
  }

  private func didArrange(_ arranged: Arranged) {
    // The result is complete, although the work may be about to end.
    arranging.cancel()
    arrangingError = arranged.failure
    if arranged.expansionCount != expansionCount {
      needsArranging = true
    } else if arranged.query != query {
      // The rows of another query would be taken for those of this one.
      arrangement = arranged.arrangement
      needsArranging = true
    } else {
      // All rows of a tree are arranged each time.
      nextArranging = .now + arranged.start.duration(to: .now) * Self.shareOfArranging
      show(arranged.arrangement, arranged.model)
    }
    if needsArranging { arrange() }
  }

  /// The pause after arranging the tree of a growing feed, as a multiple of the duration.
  private static let shareOfArranging = 4

  private func scheduleArranging() {
    guard !isArrangingScheduled else { return }
    isArrangingScheduled = true
    Task { [weak self, nextArranging] in
      try? await Task.sleep(until: nextArranging)
      self?.isArrangingScheduled = false
      if self?.needsArranging == true { self?.arrange() }
    }
  }

  private func show(_ arrangement: RowArrangement, _ model: any ListModel & Sendable) {
    var model = model
    self.arrangement = arrangement
    // Rows of a query are inserted among others, and not appended; so are those of a tree.
    let isInserting = arrangement.isRearrangedByGrowth && !isReloaded
    if !query.isEmpty || isInserting { isRearranged = true }
    if case .tree(var tree) = arrangement, let list = model as? TreeListModel {
      tree.expand(fitting: screenRowCount(), isFinal: !feed.status.isLoading)
      self.arrangement = .tree(tree)
      model = list.replacing(tree.rows)
    }
    show(model)
  }
}

/// An arrangement of rows other than that of their feed.
enum RowArrangement: Sendable {
  case sections(RowGrouping)
  case tree(RowTree)

  /// The members that determine it.
  var members: [String] {
    switch self {
    case .sections(let grouping): [grouping.key]
    case .tree(let tree): tree.links.members.map(\.text)
    }
  }

  /// The grouping into sections; nil for a tree.
  var grouping: RowGrouping? { if case .sections(let grouping) = self { grouping } else { nil } }

  /// The tree; nil for sections.
  var tree: RowTree? { if case .tree(let tree) = self { tree } else { nil } }

  /// A Boolean value that indicates whether rows that are added may belong between others.
  var isRearrangedByGrowth: Bool { tree != nil }

  /// Forgets the rows, as they were replaced.
  mutating func restart() {
    switch self {
    case .sections(let grouping): self = .sections(RowGrouping(by: grouping.path))
    case .tree(var tree):
      tree.restart()
      self = .tree(tree)
    }
  }

  /// Adds the rows of a feed, or those of a query, and returns them as a list; some of them if it
  /// is cancelled.
  ///
  /// - Returns: The list, and the error because of which later rows are missing.
  mutating func list(
    of model: FeedListModel, _ query: RowQuery, _ rows: RowNumbers?,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> (list: any ListModel & Sendable, failure: FeedError?) {
    var failure: FeedError?
    func trying<Result>(_ body: () throws -> Result) -> Result? {
      do {
        return try body()
      } catch {
        failure = error as? FeedError
        return nil
      }
    }
    switch self {
    case .sections(var grouping):
      trying { try grouping.add(rowsOf: model, isCancelled: isCancelled) }
      self = .sections(grouping)
      let shown = rows.map { grouping.arranged($0) } ?? grouping
      return (GroupedListModel(model, grouping: shown), failure)
    case .tree(var tree):
      trying { try tree.add(rowsOf: model, isCancelled: isCancelled) }
      var order = query.sortKeys.isEmpty ? nil : rows
      if order != nil, !query.filters.isEmpty {
        // Ancestors that do not match are sorted, too.
        let all = RowQuery(sortKeys: query.sortKeys)
        order = trying { try model.rows(for: all, isCancelled: isCancelled) } ?? nil
      }
      tree.arrange(query.filters, matches: rows, order: order)
      self = .tree(tree)
      return (tree.list(of: model), failure)
    }
  }
}
