import MocoaCore
import MocoaFeed
import MocoaTUI

/// A row of the feed to which the cursor is to move, and its position meanwhile.
struct PendingCursor {
  var row: Int
  /// The position of the cursor meanwhile; if it differs, the user has moved it.
  var path: ListIndexPath?
  /// The screen row to keep.
  var screenRow: Int?
}

// MARK: - Positions of rows

extension FeedPage {
  /// Returns the row at a position.
  public func row(at path: ListIndexPath) -> Row? {
    list.contains(path) ? rows?.row(at: path) : nil
  }

  /// Moves the cursor to a row of the feed, or to the next one displayed.
  func showRow(_ number: Int?, keeping screenRow: Int?) {
    guard let number else { return }
    rows?.collapsedSection(ofRow: number).map { collapsedSections.expand($0) }
    tree.reveal(number)
    pendingCursor = PendingCursor(row: number, path: cursor, screenRow: screenRow)
    placeCursor()
  }

  /// Moves the cursor to its pending row, as far as its position is known.
  private func placeCursor() {
    guard var pending = pendingCursor else { return }
    let isThere = rows?.indexPath(ofRow: pending.row)
    if let path = isThere ?? rows?.indexPath(nearRow: pending.row) {
      if let screenRow = pending.screenRow {
        table.moveCursor(to: path, atRow: screenRow)
      } else {
        table.moveCursor(to: path)
      }
    }
    pending.path = cursor
    // Without rows, the move remains pending until there are some.
    let mayCome = source.isRunning || feed.status.isLoading || !list.hasCells
    pendingCursor = isThere == nil && mayCome ? pending : nil
  }

  func cursorDidMove() {
    if let pendingCursor, cursor != pendingCursor.path { self.pendingCursor = nil }
    tail.cursorDidMove()
    pages.loadIfNear()
    updatePosition()
    detail.update()
  }
}

// MARK: - Following the feed

extension FeedPage {
  func feedDidChange(_ change: FeedChange) {
    // Reports changes of the rows, or at least that the status may have changed.
    source.feedDidChange(change)
    let wasCaughtUp = hasCaughtUp
    hasCaughtUp = hasCaughtUp || feed.status.isFollowing
    if hasCaughtUp, !wasCaughtUp { tail.didCatchUp() }
    switch change {
    case .status:
      // The cursor may have approached the end while the previous page was being loaded.
      if source.isPlain { pages.loadIfNear() }
    case .grew: search.grow()
    case .replaced:
      brokenRows.reset()
      namedMembers.reset()
      search.restart()
    case .loaded(let rows): reloadPendingRows(rows)
    case .derived:
      namedMembers.reset()
      search.restart()
    }
    columnController.feedDidChange(change)
    brokenRows.check()
    namedMembers.check()
    tree.feedDidChange(change)
    onStatusChange?(feed.status)
  }

  /// Shows rows that have been loaded since they were shown as pending.
  private func reloadPendingRows(_ numbers: [Int]) {
    guard let rows else { return }
    let known = changes
    list.reloadItems(at: IndexPathSet(numbers.compactMap(rows.indexPath(ofRow:))))
    changes = known
    detail.update()
  }

  func rowsDidChange(_ change: RowSource.Change) {
    switch change {
    case .status: if !source.isRunning { placeCursor() }
    case .grew(let growth):
      withGrowth { growList(growth) }
      placeCursor()
      tail.rowsDidGrow()
    case .appended(let model):
      withGrowth { append(model) }
      tail.rowsDidGrow()
    case .rearranged(let model): rearrange(model)
    case .updated(let model): update(to: model)
    }
    tree.rowsDidChange()
    updateStatus()
    query.showResult()
    pages.loadIfFew()
    onShownRowsChange?(shownRows)
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
    var candidates = [originRow, pendingCursor?.row, cursorRowNumber].compactMap(\.self)
    let screenRow = pendingCursor?.screenRow ?? table.screenRowOfCursor
    let wasOnFirstRow = isOnFirstRow
    let wasFollowing = tail.isFollowing
    var marked = targets.numbers
    // Rows of later sources have other numbers when an earlier source has grown.
    if let old = rows?.base, let new = FeedRows(model)?.base {
      candidates = candidates.compactMap { old.number(ofRow: $0, in: new) }
      marked = old.numbers(ofRows: marked, in: new)
    }
    tracker.lostCursor = nil
    let isNewTree = rows?.tree == nil && model is TreeListModel
    list.reset(to: collapsedSections.shown(model))
    source.didShow()
    targets.mark(marked)
    // A sorted list is complete: a row that it does not display will not be found.
    let found = sortKeys.isEmpty ? nil : candidates.first { rows?.indexPath(ofRow: $0) != nil }
    // The first row of a sorted list is the one that sorts first, not the one that was first when
    // only some rows were known.
    let staysAtStart =
      source.query.isRanked || wasOnFirstRow && isNewTree
      || wasOnFirstRow && (!sortKeys.isEmpty || sortKeys != shownSortKeys)
    shownSortKeys = sortKeys
    if staysAtStart {
      table.moveCursorToEnd(forward: false)
    } else if wasFollowing, sortKeys.isEmpty {
      tail.goToEnd()
    } else {
      showRow(found ?? candidates.first, keeping: screenRow)
    }
  }

  /// Displays the rows of a reloaded feed: the difference is computed in the background.
  private func update(to updated: any ListModel & Sendable) {
    updateTask?.cancel()
    let (old, model) = (rows, collapsedSections.shown(updated))
    updateTask = Task { [weak self] in
      await withDetachedTask(priority: .userInitiated) {
        FeedRows.makeFingerprints(of: old, FeedRows(model)) { Task.isCancelled }
      }
      guard !Task.isCancelled, let self else { return }
      guard canCompare(with: model) else { return await replaceRows(by: updated) }
      let isOverwritten = old?.base.overwriting != nil
      let isAtStart = keepsFirstRow && isOnFirstRow
      // Rows that another query or reading adds or removes are not changes of the feed.
      let isOtherList = source.isOutdated || source.isReadAnew
      source.isReadAnew = false
      let isUpdated = await trackingRows {
        isOtherList
          ? await self.list.update(to: model)
          : await self.withNews { await self.list.update(to: model) }
      }
      guard isUpdated, !Task.isCancelled else { return }
      if isOverwritten { rereadRows() }
      if isAtStart { table.moveCursorToEnd(forward: false) }
      didUpdate()
    }
  }

  func show(_ tree: TreeListModel, by changeset: Changeset) {
    let (known, marked) = (changes, targets.numbers)
    list.setModel(tree, by: changeset)
    changes = known
    if !marked.isEmpty {
      list.deselectAllItems()
      targets.mark(marked)
    }
    source.setTreeRows(tree.rows, isOutdated: updateTask != nil)
    updateStatus()
    onShownRowsChange?(shownRows)
  }

  private var isOnFirstRow: Bool { cursor.map { list.ordinal(of: $0) == 0 } ?? true }

  /// Shows the list with other sections collapsed; the cursor stays on its row if it is displayed.
  func sectionsDidCollapse() {
    // The pending list is shown with them.
    guard updateTask == nil else { return hasCollapsedMeanwhile = true }
    let model = (list.model as? any CollapsedListModel)?.uncollapsed ?? list.model
    let (row, screenRow, marked, path) = (
      cursorRowNumber, table.screenRowOfCursor, targets.numbers, cursor
    )
    let known = changes
    list.reset(to: collapsedSections.shown(model))
    changes = known
    targets.mark(marked)
    if let row, rows?.indexPath(ofRow: row) != nil {
      showRow(row, keeping: screenRow)
    } else if let path {
      let after = path.section..<list.numberOfSections
      _ = after.first { table.moveCursor(toSection: $0) }
    }
    updateStatus()
    onShownRowsChange?(shownRows)
  }

  func didUpdate() {
    updateTask = nil
    if hasCollapsedMeanwhile {
      hasCollapsedMeanwhile = false
      sectionsDidCollapse()
    }
    if collapsedSections.isActive { table.redrawHeaders() }
    source.didShow()
    shownSortKeys = sortKeys
    cursorDidMove()
    updateStatus()
    query.showResult()
    onShownRowsChange?(shownRows)
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
