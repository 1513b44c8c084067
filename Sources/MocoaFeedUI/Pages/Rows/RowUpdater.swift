import MocoaCore
import MocoaFeed
import MocoaTUI

/// A row of the feed to which the cursor is to move, and its position meanwhile.
struct PendingCursor {
  var row: AnchoredRow
  /// The position of the cursor meanwhile; if it differs, the user has moved it.
  var path: ListIndexPath?
  /// The screen row to keep.
  var screenRow: Int?
  /// The rows among which it was displayed; nil if they have other numbers since a reload.
  var order: FeedRows?
}

/// A feature that displays the rows of a source in the list, where the cursor and the marks stay on
/// their rows.
@MainActor
final class RowUpdater: FeedFeature {
  /// The task that compares the rows of a reloaded feed with the displayed ones.
  private(set) var updateTask: Task<Void, Never>?

  /// The row of the feed to which the cursor returns if a prompt is cancelled.
  var origin: AnchoredRow? {
    didSet { originOrder = origin == nil ? nil : rows }
  }

  /// The rows among which it was displayed; nil if they have other numbers since a reload.
  private var originOrder: FeedRows?

  /// A Boolean value that indicates whether a cursor on the first row stays there after a reload.
  var keepsFirstRow = false

  /// Expands what hides a row of the feed.
  var reveal: (Int) -> Void = { _ in }

  /// The cursor and the marks, which stay on their rows when the feed is reloaded.
  var tracker = RowTracker()

  /// Collapsing sections to their headers.
  private(set) lazy var collapsedSections = SectionCollapsing(page: page) { [weak self] in
    self?.sectionsDidCollapse()
  }

  unowned let page: any FeedContext
  let targets: TargetRows
  let tail: TailFollower
  let live: LiveController

  /// The row of the feed to which the cursor moves as soon as its position is known.
  private var pendingCursor: PendingCursor? {
    didSet { targets.isCursorPending = pendingCursor != nil }
  }

  /// The query of the displayed rows.
  private var shownQuery = RowQuery()

  /// A Boolean value that indicates whether sections were collapsed while an update was pending.
  private var hasCollapsedMeanwhile = false

  private var subscription: Subscription?

  /// Creates the feature, which is notified of changes of the list before its table; the page
  /// outlives it.
  init(page: any FeedContext, targets: TargetRows, tail: TailFollower, live: LiveController) {
    (self.page, self.targets, self.tail, self.live) = (page, targets, tail, live)
    tracker.rows = page.rows
    subscription = page.list.observeChanges(owner: self) { $0.listDidChange($1) }
    page.source.onChange = { [weak self] in self?.rowsDidChange($0) }
    page.table.onMoveToStart = { [weak self] in self?.didMoveToStart() }
  }

  isolated deinit { updateTask?.cancel() }

  var feed: Feed { page.feed }
  var list: ListViewModel { page.list }
  var table: TableView { page.table }
  var source: RowSource { page.source }
  var rows: FeedRows? { page.rows }
  var cursor: ListIndexPath? { page.cursor }
  var status: StatusBar { page.status }
  var sortKeys: [SortKey] { page.sortKeys }

  /// The number of rows that match the filters so far.
  var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && !source.isRunning && updateTask == nil
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  // MARK: Cursor

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?, keeping screenRow: Int? = nil) {
    show(anchor(number), keeping: screenRow)
  }

  /// Moves the cursor to a row, which is reported if a reload has removed it.
  func show(_ row: AnchoredRow?, keeping screenRow: Int?) {
    guard let row else { return }
    rows?.collapsedSection(ofRow: row.number).map { collapsedSections.expand($0) }
    reveal(row.number)
    pendingCursor = PendingCursor(row: row, path: cursor, screenRow: screenRow)
    placeCursor()
  }

  /// Moves the cursor to its pending row, as far as its position is known.
  private func placeCursor() {
    guard var pending = pendingCursor else { return }
    let (number, isGone) = (pending.row.number, pending.row.isGone)
    let isThere = isGone ? nil : rows?.indexPath(ofRow: number)
    if let path = isThere ?? rows?.indexPath(nearRow: number) {
      if let screenRow = pending.screenRow {
        table.moveCursor(to: path, atRow: screenRow)
      } else {
        table.moveCursor(to: path)
      }
    }
    pending.path = cursor
    // Without rows, the move remains pending until there are some.
    let mayCome = (source.isRunning || feed.status.isLoading) && !isGone && !isPassed(number)
    pendingCursor = isThere == nil && (mayCome || !list.hasCells) ? pending : nil
    // The reload may have been long ago, while a filter or a section hid the row.
    if isGone, pendingCursor == nil {
      reportLosses(isReload: false, clearedMarks: 0, rowLoss: .gone)
    }
  }

  /// Returns whether rows behind another one of the feed have been found, so that it will not be.
  private func isPassed(_ row: Int) -> Bool {
    let section = list.numberOfSections - 1
    guard let rows, rows.isInFeedOrder, !source.isRearranged, section >= 0 else { return false }
    let last = ListIndexPath(section: section, item: list.numberOfItems(in: section) - 1)
    return last.item >= 0 && rows.number(at: last) > row
  }

  func cursorDidMove() {
    if let pendingCursor, cursor != pendingCursor.path { self.pendingCursor = nil }
    guard !tracker.isUpdating else { return }
    if let lost = tracker.lostCursor, cursor != lost.path { targets.didChooseRow() }
    if let loss = tracker.loss, cursor != loss.path {
      tracker.loss?.path = cursor
      targets.leavePickLoss()
      // It was displayed beside the prompt.
      if page.promptKind == .pick { status.clear(loss.text) }
      if status.clearSeenReport(loss.text) { tracker.loss = nil }
    }
  }

  /// Ends following the end; without rows, the key is for those that will be displayed.
  private func didMoveToStart() {
    tail.release()
    if !list.hasCells { tracker.lostCursor = nil }
  }

  // MARK: Changes

  /// Shows rows that have been loaded since they were shown as pending.
  func feedDidChange(_ change: FeedChange) {
    guard case .loaded(let numbers) = change, let rows else { return }
    live.withoutNews {
      list.reloadItems(at: IndexPathSet(numbers.compactMap(rows.indexPath(ofRow:))))
    }
  }

  /// Records the number and the positions of changes.
  private func listDidChange(_ change: ListChange) {
    if case .selection = change { page.updatePosition() }
    defer { (tracker.rows, tracker.marks) = (rows, list.selectedIndexPaths) }
    guard case .update(let changeset) = change else { return }
    trackRows(of: changeset)
    // An update finds them by their identities, unless other rows have taken its place.
    if updateTask == nil || !tracker.isUpdating { moveAnchors() }
    live.changes.listDidChange(changeset, isAppending: updateTask == nil) { [list] in
      list.numberOfItems(in: $0)
    }
  }

  private func rowsDidChange(_ change: RowSource.Change) {
    switch change {
    // A query that is replaced by another one ends, too.
    case .status: if !source.isRunning, !source.isRearranged { placeCursor() }
    case .grew(let growth):
      keepingStart { live.withGrowth { growList(growth) } }
      placeCursor()
      rowsDidGrow()
    case .appended(let model):
      keepingStart { live.withGrowth { append(model) } }
      rowsDidGrow()
    case .rearranged(let model): rearrange(model)
    case .updated(let model): update(to: model)
    }
    returnToPlace()
    page.shownRowsDidChange(areOthers: true)
  }

  /// Moves the cursor to the row at the place where it was before the source was read in another
  /// way, once that is found.
  private func returnToPlace() {
    guard let place = source.placeOfCursor, updateTask == nil, !source.isReadAnew, let rows
    else { return }
    let row = rows.base.row(at: place)
    if row != nil || !feed.status.isLoading { source.placeOfCursor = nil }
    showRow(row)
  }

  private func rowsDidGrow() {
    let row = page.cursorRowNumber
    targets.rowsDidGrow()
    tail.rowsDidGrow()
    noteMove(from: row)
  }

  /// Records that the cursor has moved to a row that was added, for which no key was meant yet.
  func noteMove(from row: Int?) {
    if let row, page.cursorRowNumber != row { targets.didFollow() }
  }

  /// A Boolean value that indicates whether the cursor is on the first row because it was not moved
  /// yet, so that it belongs to the first row, whichever that is.
  private var isAtInitialPosition: Bool {
    page.application?.hasInput != true && isOnFirstRow && pendingCursor == nil && !tail.isFollowing
  }

  /// Displays more rows, some of which may precede the first one.
  private func keepingStart(_ body: () -> Void) {
    let isAtInitialPosition = isAtInitialPosition
    body()
    if isAtInitialPosition, !isOnFirstRow { table.moveCursorToEnd(forward: false) }
  }

  private func growList(_ growth: FeedGrowth) {
    if collapsedSections.isActive { return append(feed.listModel) }
    if let appended = growth.appended {
      list.appendItems(toSection: appended.section, in: feed.listModel)
    }
    if !growth.sections.isEmpty { list.appendSections(in: feed.listModel) }
    if growth.changesSupplementaries, list.numberOfSections > 0 {
      list.appendItems(toSection: list.numberOfSections - 1, in: feed.listModel)
      table.reloadData()
    }
  }

  /// Displays a list with rows and sections appended.
  private func append(_ appended: any ListModel & Sendable) {
    let model = collapsedSections.shown(appended)
    let counts = (0..<model.numberOfSections).map { model.section(at: $0).numberOfItems }
    let old = (0..<list.numberOfSections).map { list.numberOfItems(in: $0) }
    guard old.count <= counts.count, zip(old, counts).allSatisfy({ $0 <= $1 }) else {
      return rearrange(appended)
    }
    let grown = old.indices.filter { counts[$0] > old[$0] }
    // Sections that are collapsed may have grown as well, of which the headers have the numbers.
    let isHidden = collapsedSections.isActive && grown.isEmpty && !old.isEmpty
    for section in isHidden ? [0] : grown {
      list.appendItems(toSection: section, in: model)
    }
    if collapsedSections.isActive { table.redrawHeaders() }
    if counts.count > old.count { list.appendSections(in: model) }
    // The headers of groups show their number of rows.
    if model is GroupedListModel { table.reloadData() }
    placeCursor()
  }

  /// Displays other rows, or another order; cursor and marks stay with rows still displayed.
  func rearrange(_ model: any ListModel & Sendable) {
    updateTask?.cancel()
    updateTask = nil
    let pending = pendingCursor?.row
    var others = page.cursorRowNumber.map { [$0] } ?? []
    let order = originOrder ?? pendingCursor?.order ?? rows
    let screenRow = pendingCursor?.screenRow ?? table.screenRowOfCursor
    let wasOnFirstRow = isOnFirstRow
    let wasFollowing = tail.isFollowing
    var marked = targets.numbers
    // A list that is sorted, or in sections, is complete: a row that it does not display will not
    // be found.
    let isArranged = !sortKeys.isEmpty || source.arrangement?.grouping != nil
    // Rows of later sources have other numbers when an earlier source has grown.
    var (staysAtStart, hasGrown) = (false, false)
    if let old = rows?.base, let new = FeedRows(model)?.base {
      hasGrown = old.numberOfRows < new.numberOfRows
      // The list may be of rows that were arranged before all had been read.
      let isPartOfOrder = isArranged && !feed.status.isFollowing
      staysAtStart = isAtInitialPosition && (hasGrown || isPartOfOrder)
      others = others.compactMap { old.number(ofRow: $0, in: new) }
      marked = old.numbers(ofRows: marked, in: new)
    }
    tracker.lostCursor = nil
    let isNewTree = rows?.tree == nil && model is TreeListModel
    list.reset(to: collapsedSections.shown(model))
    source.didShow()
    targets.mark(marked)
    let query = source.query
    let isNewQuery = query != shownQuery
    if isNewQuery { targets.leavePickLoss() }
    // Anchored rows have their new numbers.
    let origin = isNewQuery ? origin?.number : nil
    let candidates = [origin, pending?.number].compactMap(\.self) + others
    var found: Int?
    if isArranged, let rows, let order {
      found = candidates.lazy.compactMap { order.row(of: rows, inPlaceOf: $0) }.first
    }
    // The first row of a sorted list is the one that sorts first, not the one that was first when
    // only some rows were known.
    let isLoading = hasGrown && !feed.status.isFollowing
    let isSortedAnew = sortKeys != shownQuery.sortKeys || !sortKeys.isEmpty && isLoading
    staysAtStart =
      staysAtStart || query.isRanked && (isNewQuery || wasOnFirstRow)
      || wasOnFirstRow && (isNewTree || isSortedAnew)
    shownQuery = query
    if staysAtStart {
      table.moveCursorToEnd(forward: false)
      if hasGrown, !isLoading { noteMove(from: others.first) }
    } else if wasFollowing, sortKeys.isEmpty {
      tail.goToEnd()
      if hasGrown { noteMove(from: others.first) }
    } else {
      let number = found ?? candidates.first
      show(number == pending?.number ? pending : anchor(number), keeping: screenRow)
      pendingCursor?.order = order
    }
  }

  /// Displays the rows of a reloaded feed: the difference is computed in the background.
  private func update(to updated: any ListModel & Sendable) {
    updateTask?.cancel()
    let (old, model) = (rows, collapsedSections.shown(updated))
    updateTask = Task { [weak self, weak page] in
      let difference = await withDetachedTask(priority: .userInitiated) { () -> RowDifference? in
        let new = FeedRows(model)
        FeedRows.makeFingerprints(of: old, new) { Task.isCancelled }
        return FeedRows.difference(from: old, to: new) { Task.isCancelled }
      }
      guard !Task.isCancelled, let self, let page else { return }
      // It owns the feature, and is needed until the end.
      defer { withExtendedLifetime(page) {} }
      guard canCompare(with: model) else { return await replaceRows(by: updated) }
      let isOverwritten = old?.base.overwriting != nil
      let isAtStart = keepsFirstRow && isOnFirstRow && tracker.lostCursor == nil
      // Rows that another query or reading adds or removes are not changes of the feed.
      let isOtherList = source.isOutdated || source.isReadAnew
      source.isReadAnew = false
      let known = live.changes
      let isUpdated = await trackingRows(areOthers: isOtherList) {
        isOtherList
          ? await self.list.update(to: model)
          : await self.live.withNews { await self.list.update(to: model) }
      }
      guard isUpdated, !Task.isCancelled else { return }
      // A reload without changes leaves those of the last one displayed, as of a list.
      let hasChanged = difference?.isEmpty == false || live.changes != known
      if let difference, hasChanged, live.reportsChanges, !isOtherList {
        live.changes.count(difference)
      }
      if isOverwritten { rereadRows() }
      if isAtStart { table.moveCursorToEnd(forward: false) }
      didUpdate()
    }
  }

  /// Displays a tree with other rows expanded.
  func show(_ tree: TreeListModel, by changeset: Changeset) {
    let marked = targets.numbers
    live.withoutNews { list.setModel(tree, by: changeset) }
    if !marked.isEmpty {
      list.deselectAllItems()
      targets.mark(marked)
    }
    source.setTreeRows(tree.rows, isOutdated: updateTask != nil)
    page.shownRowsDidChange(areOthers: false)
  }

  private var isOnFirstRow: Bool { cursor.map { list.ordinal(of: $0) == 0 } ?? true }

  /// Shows the list with other sections collapsed; the cursor stays on its row if it is displayed.
  private func sectionsDidCollapse() {
    // The pending list is shown with them.
    guard updateTask == nil else { return hasCollapsedMeanwhile = true }
    let model = (list.model as? any CollapsedListModel)?.uncollapsed ?? list.model
    let (row, screenRow, marked, path) = (
      pendingCursor?.row ?? anchor(page.cursorRowNumber), table.screenRowOfCursor,
      targets.numbers, cursor
    )
    live.withoutNews { list.reset(to: collapsedSections.shown(model)) }
    targets.mark(marked)
    if let row, rows?.indexPath(ofRow: row.number) != nil {
      show(row, keeping: screenRow)
    } else if let path {
      let after = path.section..<list.numberOfSections
      _ = after.first { table.moveCursor(toSection: $0) }
    }
    page.shownRowsDidChange(areOthers: false)
  }

  func didUpdate() {
    updateTask = nil
    originOrder = nil
    pendingCursor?.order = nil
    if hasCollapsedMeanwhile {
      hasCollapsedMeanwhile = false
      sectionsDidCollapse()
    }
    if collapsedSections.isActive { table.redrawHeaders() }
    source.didShow()
    source.isReadAnew = false
    shownQuery = source.query
    returnToPlace()
    page.cursorDidMove()
    page.shownRowsDidChange(areOthers: true)
  }

  /// Returns whether the list can be compared with another without a noticeable delay.
  private func canCompare(with model: any ListModel) -> Bool {
    guard let old = rows, let new = FeedRows(model) else { return false }
    if old.hasFingerprints && new.hasFingerprints { return true }
    return old.base.overwriting == nil
      && max(old.base.numberOfRows, new.base.numberOfRows) < Self.smallRowCount
  }

  /// The maximum number of rows that can be read without a noticeable delay.
  private static let smallRowCount = 1_000
}
