import MocoaCore
import MocoaFeed
import MocoaTUI

/// Marked rows: those displayed are marked in the list, others in ``FeedPage/hiddenMarks``.
extension FeedPage {
  /// The number of marked rows, shown or hidden.
  var markedCount: Int {
    list.numberOfSelectedItems + hiddenMarks.count + tracker.missingMarks.count
  }

  /// A Boolean value that indicates whether all displayed rows are marked.
  var areAllMarked: Bool { markedCount > 0 && list.numberOfSelectedItems == table.rowCount }

  /// The reason for which the marked rows are not those for which a prompt was opened.
  var markFault: String? {
    guard let promised = promisedMarkCount, promised != markedCount else { return nil }
    let count = promised - markedCount
    guard count > 0 else { return "the marks have changed" }
    return count == 1 ? "1 marked row is gone" : "\(count.grouped) marked rows are gone"
  }

  /// That other rows may be displayed later; nil once all are.
  var remainder: String? {
    source.isBehind ? "the rows are still being searched" : feed.remainder
  }

  /// Reports that rows may follow those that were all marked.
  func reportUnmarkedRest() {
    partialMarks = remainder.map { (markedCount, $0) }
    guard let remainder else { return }
    status.show(
      "\(RowExport.rows(markedCount)) marked so far; \(remainder)",
      style: .warning, for: .seconds(8))
  }

  /// That all rows were marked before all were displayed; nil if the marks are others.
  package var markRemainder: String? {
    guard let partialMarks, partialMarks.count == markedCount else { return nil }
    return "only the \(RowExport.rows(partialMarks.count)) that were displayed were marked: "
      + partialMarks.remainder
  }

  /// The rows for an action, in display order: the marked ones, else the current one.
  public var targetRows: [Row] {
    let hidden = rows.map { rows in hiddenMarks.rows.map { rows.base.row($0) } } ?? []
    let paths =
      hidden.isEmpty ? list.targetIndexPaths(cursor: cursor) : list.selectedIndexPaths
    return paths.compactMap { row(at: $0) } + hidden
  }

  /// The numbers in the feed of all marked rows, in display order; those that are not displayed
  /// come last.
  var markedOrder: RowNumbers {
    RowNumbers((rows.map { Array($0.order(of: list.selectedIndexPaths)) } ?? []) + hiddenMarks.rows)
  }

  /// The numbers in the feed of the rows for an action, in display order, and the feed.
  package var numberedTargets: (rows: RowNumbers, model: FeedListModel) {
    let marked = markedOrder
    return (
      marked.isEmpty ? RowNumbers(cursorRowNumber.map { [$0] } ?? []) : marked,
      rows?.base ?? feed.listModel
    )
  }

  /// The place of marked rows that are not displayed, behind those that are, for a sorted list or
  /// one with sections; nil without such rows.
  var orderOfHiddenMarks: String? {
    guard !hiddenMarks.isEmpty, rows?.isInFeedOrder == false, list.numberOfSelectedItems > 0 else {
      return nil
    }
    return "\(RowExport.rows(hiddenMarks.count)) not shown at the end, in the order of the feed"
  }

  /// The numbers in the feed of all marked rows.
  var markedNumbers: RowSet {
    rows?.numbers(at: list.selectedIndexPaths).union(hiddenMarks) ?? hiddenMarks
  }

  /// Marks rows of the feed, displayed or not; none of the displayed ones is marked yet.
  func mark(_ numbers: RowSet) {
    hiddenMarks = RowSet()
    guard !numbers.isEmpty, let rows else { return }
    let (shown, hidden) = rows.indexPaths(ofRows: numbers)
    list.selectItems(at: shown)
    hiddenMarks = hidden
  }

  /// Clears the marks of hidden rows.
  func unmarkHidden() {
    tracker.missingMarks = []
    hiddenMarks = RowSet()
    updatePosition()
  }
}
