import MocoaCore
import MocoaFeed
import MocoaTUI

/// A row to which the cursor returns, which gets its new number when the feed is reloaded.
@MainActor
final class AnchoredRow {
  /// The number of the row in the feed; the old one if the row is gone.
  fileprivate(set) var number: Int

  /// A Boolean value that indicates whether a reload has removed the row.
  fileprivate(set) var isGone = false

  fileprivate init(_ number: Int) { self.number = number }
}

/// What a reload has made of the row under the cursor, as it is reported.
enum RowLoss: String {
  case gone = "the row is gone; this is another"
  case collapsed = "the row is collapsed; this is another"
  case unknown = "rows cannot be told apart; the cursor keeps its place (--id names the member)"
  case back = "the current row is back"
  case elsewhere = "this is another row; the one before is back"
}

/// The cursor and the marks of a page, which stay on their rows when the feed is reloaded.
struct RowTracker {
  /// The rows to which the cursor returns, as long as they are referred to.
  fileprivate var anchors: [Anchor] = []

  /// The rows and the marks of the list before its next change.
  var rows: FeedRows?
  var marks = IndexPathSet()

  /// A Boolean value that indicates whether the cursor is on the row that was behind the lost one,
  /// or in its place, and not before it.
  fileprivate(set) var isBehindLostRow = false

  /// The row to which the cursor returns if the next reading has it.
  var lostCursor: LostCursor?

  /// What the status bar has reported as lost.
  var loss: LossReport?

  /// The position of the cursor where it was last reported that rows cannot be told apart.
  var unknownPath: ListIndexPath?

  /// A Boolean value that indicates whether the list is being updated to a reloaded feed.
  var isUpdating = false

  /// What the current update has removed from the list.
  var departure: Departure?

  fileprivate struct Anchor {
    weak var row: AnchoredRow?
  }

  /// A report of the row of the cursor, and of marks, that were lost.
  struct LossReport {
    /// A Boolean value that indicates whether a reload has just taken them.
    var isReload = true
    var markCount: Int
    var rowLoss: RowLoss?
    /// The lost row; nil if it is unknown.
    var row: FeedRowIdentity?
    /// The position of the cursor; if it differs, the user has moved it.
    var path: ListIndexPath?

    /// A Boolean value that indicates whether the cursor is on another row.
    var isOtherRow: Bool { rowLoss == .gone || rowLoss == .collapsed }

    /// The losses; that the next key acts on another row comes first, as the end may be cut.
    var text: String {
      let marks = markCount > 0 ? RowUpdater.clearedMarks(markCount) : nil
      let losses =
        isOtherRow
        ? [rowLoss?.rawValue, marks] : [isReload ? "reloaded" : nil, marks, rowLoss?.rawValue]
      return losses.compactMap(\.self).joined(separator: "; ")
    }
  }

  /// A row of the cursor that is not displayed.
  struct LostCursor {
    var identity: FeedRowIdentity
    /// The position of the cursor meanwhile; if it differs, the user has moved it.
    var path: ListIndexPath?
    /// The row of the screen on which the cursor was.
    var screenRow: Int?
  }

  /// The state before an update of the list, and the rows that it has removed.
  struct Departure {
    /// The feed that the list displayed, in which the rows are numbered.
    var base: FeedListModel
    /// The marked rows that are not displayed any more.
    var marks = RowSet()
    var cursor: ListIndexPath?
    /// The row of the cursor if it is not displayed any more.
    var lostRow: Int?
    /// The positions of the other rows; nil if none was lost.
    var mapping: ChangesetMapping?
    /// The row of the cursor if the list was replaced, so that it is not known where that is now.
    var unknownRow: Int?
    /// A Boolean value that indicates whether the row of the cursor was lost with all others, which
    /// was not reported.
    var isRowMissing = false
    /// A Boolean value that indicates whether other rows are still displayed.
    var keepsOthers = false
    var screenRow: Int?
    /// A Boolean value that indicates whether the cursor followed the last row.
    var isFollowing = false
    /// A Boolean value that indicates whether the last row was added, as far as is known.
    var isLastRowNew = true
  }
}

extension RowUpdater {
  /// Returns a row that stays the same when the feed is reloaded; nil for none.
  func anchor(_ number: Int?) -> AnchoredRow? {
    number.map { number in
      let row = AnchoredRow(number)
      tracker.anchors.removeAll { $0.row == nil }
      tracker.anchors.append(.init(row: row))
      return row
    }
  }

  /// Gives rows to which the cursor returns the numbers that they have since earlier sources grew.
  ///
  /// - Complexity: O(log n) for n sources, for each row.
  func moveAnchors() {
    guard let old = tracker.rows?.base, let new = rows?.base, old.numberOfRows < new.numberOfRows
    else { return }
    for row in tracker.anchors.compactMap(\.row) {
      row.number = old.number(ofRow: row.number, in: new) ?? row.number
    }
  }

  private func renumberAnchors(from old: FeedListModel) {
    guard let base = rows?.base else { return }
    targets.forgetSeenRow()
    // A prompt has several for one row, and all rows are looked through for each.
    for (number, rows) in Dictionary(grouping: tracker.anchors.compactMap(\.row), by: \.number) {
      var numbers = RowSet()
      numbers.insert(number)
      let found = base.numbers(of: old.identities(ofRows: numbers)).first.flatMap(\.self)
      for row in rows { (row.number, row.isGone) = (found ?? number, row.isGone || found == nil) }
    }
  }

  /// Records what an update removes, before the cursor of the table is moved.
  func trackRows(of changeset: Changeset) {
    guard tracker.isUpdating, let rows = tracker.rows else { return }
    let marks = changeset.isReload ? tracker.marks : tracker.marks.deleted(by: changeset)
    var departure = RowTracker.Departure(
      base: rows.base, marks: rows.numbers(at: marks), cursor: cursor,
      screenRow: table.screenRowOfCursor, isFollowing: tail.isFollowing)
    if let cursor, rows.contains(cursor), changeset.isReload {
      departure.unknownRow = rows.number(at: cursor)
    } else if let cursor, rows.contains(cursor), changeset.mapping.newPosition(of: cursor) == nil {
      departure.lostRow = rows.number(at: cursor)
      departure.mapping = changeset.mapping
      departure.keepsOthers = list.numberOfItemsInAllSections > changeset.itemInserts.count
    }
    if !changeset.isReload, departure.isFollowing {
      let last = list.lastItem
      departure.isLastRowNew = last.map { changeset.mapping.oldPosition(of: $0) == nil } ?? false
    }
    tracker.departure = departure
  }

  /// Updates the list to a reloaded feed; cursor and marks stay on rows that it still has.
  ///
  /// - Parameters:
  ///   - areOthers: A Boolean value that indicates whether rows are others because another query or
  ///     reading was asked for: that all are is seen.
  ///   - body: Updates the list, and returns `false` if it was cancelled.
  /// - Returns: `true` if the list was updated.
  func trackingRows(areOthers: Bool, _ body: () async -> Bool) async -> Bool {
    tracker.isUpdating = true
    defer { tracker.isUpdating = false }
    let isUpdated = await body()
    let departure = tracker.departure ?? tracker.rows.map { .init(base: $0.base, cursor: cursor) }
    tracker.departure = nil
    tracker.rows = rows
    guard isUpdated, var departure else { return isUpdated }
    renumberAnchors(from: departure.base)
    let clearedCount = restoreMarks(after: departure)
    departure.isRowMissing =
      departure.cursor == nil && tracker.lostCursor != nil && !targets.isRowChosen
    noteNeighbor(after: departure)
    let isBack = restoreCursor(after: departure)
    if isBack { tracker.isBehindLostRow = false }
    withdrawRowLoss()
    tracker.loss?.path = cursor
    reportLosses(
      clearedMarks: clearedCount,
      rowLoss: isBack ? .back : rowLoss(by: departure, areOthers: areOthers))
    return true
  }

  /// Records on which side of its lost row the cursor is.
  private func noteNeighbor(after departure: RowTracker.Departure) {
    if let row = departure.unknownRow {
      tracker.isBehindLostRow = page.cursorRowNumber ?? -1 >= row
    } else if let mapping = departure.mapping, let old = departure.cursor, let cursor {
      tracker.isBehindLostRow = mapping.oldPosition(of: cursor).map { $0 > old } ?? true
    }
  }

  /// Returns what an update has made of the current row; nil if it is still that.
  private func rowLoss(by departure: RowTracker.Departure, areOthers: Bool) -> RowLoss? {
    guard let base = rows?.base, list.hasCells else { return nil }
    if departure.keepsOthers, let row = departure.lostRow {
      return isCollapsed(row, of: departure.base) ? .collapsed : .gone
    }
    // Of what nobody has touched yet, no row was chosen; nor is the last one, if it is followed.
    guard !areOthers, !departure.isFollowing, page.application?.hasInput == true else { return nil }
    if let row = departure.unknownRow,
      let number = departure.base.numbers(of: [row], inLater: base).first
    {
      return number == page.cursorRowNumber ? nil : .gone
    }
    guard departure.lostRow != nil || departure.unknownRow != nil || departure.isRowMissing
    else { return nil }
    return base.hasIdentities ? .gone : .unknown
  }

  /// Returns whether a row of an earlier list is below a collapsed row now, or in such a section.
  private func isCollapsed(_ row: Int, of old: FeedListModel) -> Bool {
    // All rows are looked through.
    guard let rows, rows.areCollapsible,
      let number = old.numbers(of: [row], inLater: rows.base).first
    else { return false }
    return rows.isCollapsed(number)
  }

  /// Marks the rows that were marked before an update, displayed or not.
  ///
  /// - Returns: The number of marked rows that the feed does not have any more.
  private func restoreMarks(after departure: RowTracker.Departure) -> Int {
    guard let base = rows?.base else { return 0 }
    let numbers = targets.hidden.union(departure.marks)
    let marked = departure.base.identities(ofRows: numbers)
    let unknownCount = numbers.count - marked.count
    targets.missing += marked
    if base.numberOfRows == 0 {
      targets.hidden = RowSet()
      return unknownCount
    }
    let found = base.numbers(of: targets.missing).compactMap(\.self)
    let missingCount = targets.missing.count - found.count
    targets.missing = []
    var all = RowSet()
    for number in found { all.insert(number) }
    targets.mark(all)
    return unknownCount + missingCount
  }

  /// Moves the cursor to the end if it follows that and rows were added there, or back to a row
  /// that is displayed again.
  ///
  /// - Returns: `true` if it is back on its row.
  private func restoreCursor(after departure: RowTracker.Departure) -> Bool {
    var lost = tracker.lostCursor
    tracker.lostCursor = nil
    let movesToEnd =
      departure.isLastRowNew || departure.lostRow != nil || cursor == list.lastItem
    if departure.isFollowing, !movesToEnd { tail.release() }
    if departure.isFollowing, movesToEnd, sortKeys.isEmpty {
      let row = departure.lostRow == nil ? page.cursorRowNumber : nil
      tail.goToEnd()
      noteMove(from: row)
      return false
    }
    if lost?.path != departure.cursor || targets.isRowChosen { lost = nil }
    if let lost, let number = rows?.base.numbers(of: [lost.identity]).first.flatMap(\.self),
      let path = rows?.indexPath(ofRow: number)
    {
      if departure.cursor == nil, let screenRow = lost.screenRow {
        table.moveCursor(to: path, atRow: screenRow)
      } else {
        table.moveCursor(to: path)
      }
      return true
    }
    if lost == nil, let row = departure.lostRow {
      var rows = RowSet()
      rows.insert(row)
      lost = departure.base.identities(ofRows: rows).first.map {
        .init(identity: $0, screenRow: departure.screenRow)
      }
      targets.isRowChosen = false
    } else if departure.lostRow == nil, list.hasCells {
      lost = nil
    }
    lost?.path = cursor
    tracker.lostCursor = lost
    return false
  }

  /// Reports what has become, by a reload or otherwise, of marks, which were cleared, and of the
  /// row under the cursor; with what was reported before, if the user has not left that behind.
  func reportLosses(isReload: Bool = true, clearedMarks count: Int, rowLoss: RowLoss? = nil) {
    // What keeps its place does so with each reload.
    let rowLoss = rowLoss == .unknown && tracker.unknownPath == cursor ? nil : rowLoss
    // Other ranges of a histogram are no loss.
    guard count > 0 || rowLoss != nil && live.reportsChanges else { return }
    if rowLoss == .unknown { tracker.unknownPath = cursor }
    // Rows that change with each reload are chosen by their places.
    if count > 0 || rowLoss == .gone || rowLoss == .collapsed { targets.didLose(marks: count) }
    let earlier = currentLoss
    let loss = RowTracker.LossReport(
      isReload: isReload, markCount: count + (earlier?.markCount ?? 0),
      rowLoss: rowLoss ?? earlier?.rowLoss, row: tracker.lostCursor?.identity ?? earlier?.row,
      path: cursor)
    targets.didLoseWhilePicking(marks: count, row: rowLoss, report: loss.text)
    report(loss)
  }

  private func report(_ loss: RowTracker.LossReport) {
    tracker.loss = loss
    if loss.markCount == 0, loss.rowLoss == .back { return status.show(loss.text) }
    // The cursor cannot be moved, or keeps its place.
    let isAlone = list.numberOfItemsInAllSections == 1
    status.report(
      loss.text, style: loss.isOtherRow ? .warning : .statusBarStrong,
      isPassing: loss.markCount == 0 && (isAlone || loss.rowLoss == .unknown))
  }

  /// What was reported as lost; nil if the user has left that behind.
  private var currentLoss: RowTracker.LossReport? {
    tracker.loss.flatMap { status.isReporting($0.text) ? $0 : nil }
  }

  /// Withdraws the report that the current row is another one if there is none any more, and
  /// replaces it if the lost one is displayed again; that of marks stays.
  private func withdrawRowLoss() {
    if !list.hasCells, let loss = tracker.loss, loss.rowLoss == .back { status.clear(loss.text) }
    guard var loss = currentLoss, loss.rowLoss != nil else { return }
    let number = loss.row.flatMap { rows?.base.numbers(of: [$0]).first.flatMap(\.self) }
    let path = number.flatMap { rows?.indexPath(ofRow: $0) }
    guard !list.hasCells || path != nil else { return }
    status.clear(loss.text)
    let isElsewhere = path != nil && path != cursor && !targets.isRowChosen
    (loss.rowLoss, loss.row, tracker.loss) = (isElsewhere ? .elsewhere : nil, nil, nil)
    if loss.markCount > 0 || loss.rowLoss != nil { report(loss) }
  }

  /// Returns the number of cleared marks as part of a sentence.
  nonisolated static func clearedMarks(_ count: Int) -> String {
    "\(count.counted("mark")) cleared"
  }
}

extension IndexPathSet {
  /// Returns the positions of rows that a changeset deletes, alone or with their sections.
  fileprivate func deleted(by changeset: Changeset) -> IndexPathSet {
    let alone = intersection(changeset.itemDeletes)
    guard !changeset.sectionDeletes.isEmpty else { return alone }
    let (sections, mapping) = (Set(changeset.sectionDeletes), changeset.mapping)
    let others = self.lazy.filter {
      sections.contains($0.section) && mapping.newPosition(of: $0) == nil
    }
    return alone.union(IndexPathSet(others))
  }
}
