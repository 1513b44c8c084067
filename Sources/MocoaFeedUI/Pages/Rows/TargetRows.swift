import MocoaCore
import MocoaFeed
import MocoaTUI

/// The rows for actions: the marked ones, displayed or not, else the current one; and whether they
/// are those that the user has seen.
@MainActor
package final class TargetRows: ActionRows, MarkDelegate {
  /// The numbers in the feed of the marked rows that the filters hide.
  var hidden = RowSet() {
    didSet { if hidden != oldValue { page.updatePosition() } }
  }

  /// The marked rows of the last reading with rows, while the feed has none.
  var missing: [FeedRowIdentity] = []

  /// The rows for which a prompt or a palette was opened; nil without one.
  ///
  /// Nothing is done with other rows than those: a reload may have cleared the last mark.
  var confirmedTargets: ConfirmedTargets?

  /// The number of rows when all were marked although others were not displayed yet, and why.
  private var partial: (count: Int, remainder: String)?

  /// The time at which a reload took away marks or the current row, or another row became the
  /// current one, as it was added.
  private var lossTime: ContinuousClock.Instant?

  /// That added row; nil after a loss.
  private var addedRow: AnchoredRow?

  /// A Boolean value that indicates whether a prompt or another page hides the message on that.
  private var isLossHidden = false

  /// A Boolean value that indicates whether another page covers this one.
  private var isCovered = false

  /// A Boolean value that indicates whether a reload took away all marks, and no action was refused
  /// since then.
  private var hasLostAll = false

  /// What a reload has taken while rows are picked, until Enter is pressed; nil for nothing.
  private(set) var pickLoss: PickLoss?

  /// A loss beside the prompt by which rows are picked.
  struct PickLoss {
    /// The report beside the prompt; nil once the user has gone on.
    var report: String?

    /// The number of marks, for which Enter chooses nothing at first.
    var markCount = 0

    /// A Boolean value that indicates whether it chooses nothing for the current row at first.
    var isRowLost = false
  }

  /// A Boolean value that indicates whether the user has moved the cursor or acted on its row since
  /// that took the place of a lost one.
  var isRowChosen = false

  /// A Boolean value that indicates whether the cursor is beside its row until that is found.
  var isCursorPending = false

  var now: () -> ContinuousClock.Instant = { .now }

  /// The time after a loss in which keys were meant for the rows that are gone.
  private static let reactionTime = Duration.milliseconds(700)

  unowned let page: any FeedContext
  private let search: PageSearch
  private let tail: TailFollower

  /// Creates the rows; the page outlives them.
  init(page: any FeedContext, search: PageSearch, tail: TailFollower) {
    (self.page, self.search, self.tail) = (page, search, tail)
  }

  private var list: ListViewModel { page.list }

  // MARK: Marks

  /// The number of marked rows, shown or hidden.
  var count: Int { list.numberOfSelectedItems + hidden.count + missing.count }

  /// The number of marked rows, and of those that are not shown; nil without marks.
  var markText: String? {
    guard count > 0 else { return nil }
    let hiddenCount = count - list.numberOfSelectedItems
    return "\(count.grouped) marked"
      + (hiddenCount == 0 ? "" : ", \(hiddenCount.grouped) not shown")
  }

  /// That all rows were marked before all were displayed; nil if the marks are others.
  package var remainder: String? {
    guard let partial, partial.count == count else { return nil }
    return "only the \(partial.count.counted("row")) that were displayed were marked: "
      + partial.remainder
  }

  /// The marked rows, else the current one, in display order.
  var rows: [Row] {
    let numbers = page.rows.map { rows in hidden.rows.map { rows.base.row($0) } } ?? []
    let paths =
      numbers.isEmpty ? list.targetIndexPaths(cursor: page.cursor) : list.selectedIndexPaths
    return paths.compactMap { page.row(at: $0) } + numbers
  }

  /// The numbers in the feed of all marked rows, in display order; those that are not displayed
  /// come last.
  private var order: RowNumbers {
    RowNumbers(
      (page.rows.map { Array($0.order(of: list.selectedIndexPaths)) } ?? []) + hidden.rows)
  }

  /// The numbers in the feed of the rows for an action, in display order, and the feed.
  package var numbered: (rows: RowNumbers, model: FeedListModel) {
    let marked = order
    return (
      marked.isEmpty ? RowNumbers(page.cursorRowNumber.map { [$0] } ?? []) : marked,
      page.rows?.base ?? page.feed.listModel
    )
  }

  /// The numbers in the feed of all marked rows.
  var numbers: RowSet {
    page.rows?.numbers(at: list.selectedIndexPaths).union(hidden) ?? hidden
  }

  /// Marks rows of the feed, displayed or not; none of the displayed ones is marked yet.
  func mark(_ numbers: RowSet) {
    hidden = RowSet()
    guard !numbers.isEmpty, let rows = page.rows else { return }
    let (shown, hidden) = rows.indexPaths(ofRows: numbers)
    list.selectItems(at: shown)
    self.hidden = hidden
  }

  /// Marks the rows that are displayed now and were not when they were marked.
  func rowsDidGrow() {
    guard !hidden.isEmpty, let rows = page.rows else { return }
    let (shown, hidden) = rows.indexPaths(ofRows: hidden)
    self.hidden = hidden
    list.selectItems(at: shown)
  }

  package func mayMark() -> Bool {
    guard areRequested(needingCursor: true) else { return false }
    didChooseRow()
    return true
  }

  package func willUnmarkAll() {
    (missing, hidden, hasLostAll) = ([], RowSet(), false)
    page.updatePosition()
  }

  /// Unmarks the rows of a filtered tree that are shown for their descendants only, and reports
  /// that rows are below collapsed ones or in such sections, or may follow those that were all
  /// marked.
  package func didMarkAll() {
    if let tree = page.rows?.tree, !page.filters.isEmpty {
      let ancestors = tree.rows.indices.filter { !tree.rows[$0].isMatch }
      list.deselectCells(at: IndexPathSet(ancestors.map { ListIndexPath(section: 0, item: $0) }))
    }
    partial = page.remainder.map { (count, $0) }
    guard let partial else {
      guard let rows = page.rows, count > 0 else { return }
      let others: Int
      if let tree = rows.tree {
        others = tree.matches.count - tree.rows.indices.count { tree.rows[$0].isMatch }
      } else {
        others =
          rows.collapsedRowCount - hidden.rows.count { rows.collapsedSection(ofRow: $0) != nil }
      }
      guard others > 0 else { return }
      let place = rows.tree == nil ? "in collapsed sections" : "below collapsed rows"
      return page.status.show(
        "\(count.counted("row")) marked, but \(others.grouped) \(place) not",
        style: .warning, for: .seconds(8))
    }
    page.status.show(
      "\(count.counted("row")) marked so far; \(partial.remainder)",
      style: .warning, for: .seconds(8))
  }

  // MARK: Actions

  var actionRows: [JSONBytes] {
    guard count <= RowActionController.rowLimit else {
      page.status.show(
        "at most \(RowActionController.rowLimit.grouped) rows at once", style: .warning)
      return []
    }
    guard areAsSeen() else { return [] }
    let rows = rows.map(\.json)
    if rows.isEmpty { page.status.show("no row") }
    return rows
  }

  var written: WrittenRows {
    let areMarked = count > 0 && list.numberOfSelectedItems != page.table.rowCount
    // If some rows were marked, no others are missing.
    var written = WrittenRows(
      faults: page.knownFaults(needsAllRows: !areMarked), areMarked: areMarked)
    if !areMarked, let remainder = page.remainder {
      if page.source.isBehind { written.faults.add(remainder) }
    } else if let remainder {
      written.faults.add(remainder)
    }
    if let rows = page.rows {
      written.numbers = count > 0 ? order : rows.order
      // Those that are not displayed are behind the others of a sorted list or one with sections.
      if !hidden.isEmpty, !rows.isInFeedOrder, list.numberOfSelectedItems > 0 {
        written.order =
          "\(hidden.count.counted("row")) not shown at the end, in the order of the feed"
      }
    } else {
      written.numbers = RowNumbers()
    }
    return written
  }

  func areInPlace() -> Bool {
    guard let error = page.feed.listModel.overwriting else { return areRequested() }
    page.status.failure = page.text(of: error)
    return false
  }

  /// Checks that the displayed rows, and the cursor if it matters beside marked ones, match the
  /// current request.
  ///
  /// - Returns: `true` if they do; if not, that is reported.
  private func areRequested(needingCursor needsCursor: Bool = false) -> Bool {
    let asked = requestFault(needingCursor: needsCursor)
    guard let fault = asked ?? markFault.map({ "\($0); nothing was done" }) else { return true }
    hasLostAll = false
    page.refuse(fault)
    return false
  }

  func takeFault() -> String? {
    let overwriting = page.feed.listModel.overwriting.map(page.text)
    if let fault = overwriting ?? requestFault(needingCursor: false) { return fault }
    guard let fault = markFault else { return nil }
    confirmedTargets?.count = count
    return "\(fault); Enter again for \(count > 0 ? "the others" : "all rows")"
  }

  /// The reason for which the rows are not those for which a prompt or a palette was opened.
  private var markFault: String? {
    guard let confirmed = confirmedTargets else { return nil }
    if count == 0, confirmed.count == 0, confirmed.row?.isGone == true { return "the row is gone" }
    let lost = confirmed.count - count
    guard lost != 0 else { return nil }
    return lost > 0 ? Self.lostMarks(lost) : "the marks have changed"
  }

  private static func lostMarks(_ count: Int) -> String {
    count.counted("marked row is gone", "marked rows are gone")
  }

  /// Records what a reload has taken where rows are picked, with its report.
  func didLoseWhilePicking(marks lost: Int, row: RowLoss?, report: String) {
    guard page.promptKind == .pick else { return }
    var loss = pickLoss ?? PickLoss()
    loss.report = report
    loss.markCount += lost
    if let row { loss.isRowLost = count == 0 && (row == .gone || row == .collapsed) }
    pickLoss = loss
  }

  /// Hides the report once the user has gone on to another row; for marks that are gone, Enter
  /// chooses nothing at first nonetheless.
  func leavePickLoss() {
    pickLoss?.report = nil
    pickLoss?.isRowLost = false
  }

  /// The reason for which Enter chooses nothing at first where rows are picked; nil for none.
  private var pickFault: String? {
    guard let pickLoss else { return nil }
    if pickLoss.markCount > 0 { return Self.lostMarks(pickLoss.markCount) }
    return pickLoss.isRowLost ? "the current row is gone" : nil
  }

  /// The reason for which the displayed rows or the cursor do not match the current request.
  ///
  /// Until they do, no action is performed on the previous rows: keys may have been typed ahead.
  private func requestFault(needingCursor needsCursor: Bool) -> String? {
    if !missing.isEmpty { return "the marked rows are missing; U clears the marks" }
    // A cursor that follows the end is on the row that was found last.
    let isBeside = (isCursorPending || tail.isFollowing) && page.source.isRunning
    return page.source.isOutdated || search.isPending || isBeside && (needsCursor || count == 0)
      ? "the rows are still being searched; nothing was done" : nil
  }

  /// Records that the user has moved the cursor to a row or acted on it, if there is one.
  func didChooseRow() {
    if page.cursorRowNumber != nil { isRowChosen = true }
  }

  /// Records that a reload took away marks or the current row.
  func didLose(marks count: Int) {
    hasLostAll = count > 0 && self.count == 0
    noteLoss()
  }

  /// Records that the current row is one that was added, where the cursor follows the end.
  func didFollow() {
    let hasJustLostRows = hasJustLost && addedRow == nil
    guard count == 0, !hasJustLostRows, let row = page.anchor(page.cursorRowNumber) else { return }
    noteLoss(addedRow: row)
  }

  /// Forgets an added row that the user has seen: a reload looks through all rows for it.
  func forgetSeenRow() {
    if addedRow != nil, !hasJustLost, !isLossHidden { (lossTime, addedRow) = (nil, nil) }
  }

  private func noteLoss(addedRow: AnchoredRow? = nil) {
    (lossTime, self.addedRow) = (now(), addedRow)
    isLossHidden = isCovered || page.prompt != nil
  }

  /// Forgets the rows of the prompt; a loss that it has hidden is seen only now.
  func promptDidClose() {
    (confirmedTargets, pickLoss) = (nil, nil)
    if !isCovered { lossIsSeen() }
  }

  /// Records that another page covers this one.
  func pageDidDisappear() {
    isCovered = true
    if hasJustLost { isLossHidden = true }
  }

  /// Records that the page is in sight again, with a loss that another one has hidden.
  func pageDidAppear() {
    isCovered = false
    if page.prompt == nil { lossIsSeen() }
  }

  private func lossIsSeen() {
    if isLossHidden { (lossTime, isLossHidden) = (now(), false) }
  }

  /// A Boolean value that indicates whether the user cannot have seen a loss yet.
  var hasJustLost: Bool { lossTime.map { now() - $0 < Self.reactionTime } ?? false }

  /// Checks that an action is performed on the rows that the user has seen.
  ///
  /// - Parameter mayBeNew: A Boolean value that indicates whether the current row may have been
  ///   added just now, as it is only shown.
  /// - Returns: `true` if it is; if not, that is reported.
  package func areAsSeen(mayBeNew: Bool = false) -> Bool {
    guard areInPlace() else {
      lossTime = nil
      return false
    }
    let isMeantForMarks = hasLostAll && count == 0
    hasLostAll = false
    let pickFault = pickFault
    pickLoss = nil
    if let reason = pickFault, !isMeantForMarks {
      lossTime = nil
      page.refuse("\(reason); Enter again for \(count > 0 ? "the others" : "this one")")
      return false
    }
    let isCurrent = addedRow.map { $0.number == page.cursorRowNumber } ?? false
    let isJustAdded = hasJustLost && count == 0 && isCurrent && !mayBeNew
    guard isJustAdded || hasJustLost && addedRow == nil || isMeantForMarks else {
      didChooseRow()
      return true
    }
    // The next key is for the row that is current now.
    if isJustAdded { tail.release() }
    let reason =
      addedRow == nil ? "a reload has just removed rows" : "the current row has just been added"
    page.refuse("\(isMeantForMarks ? "the marked rows are gone" : reason); nothing was done")
    return false
  }
}
