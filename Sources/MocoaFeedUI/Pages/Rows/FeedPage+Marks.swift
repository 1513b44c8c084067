import MocoaCore
import MocoaFeed
import MocoaTUI

/// Marked rows: those displayed are marked in the list, others in ``FeedPage/hiddenMarks``.
extension FeedPage {
  /// The number of marked rows, shown or hidden.
  var markedCount: Int { list.numberOfSelectedItems + hiddenMarks.count }

  /// The rows for an action, in display order: the marked ones, else the current one.
  public var targetRows: [Row] {
    let base = feed.listModel
    let hidden = hiddenMarks.rows.prefix { $0 < base.numberOfRows }.map { base.row($0) }
    let paths =
      hidden.isEmpty ? list.targetIndexPaths(cursor: cursor) : list.selectedIndexPaths
    return paths.compactMap { row(at: $0) } + hidden
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
    pendingMarks = []
    hiddenMarks = RowSet()
  }

  // MARK: Reloads

  /// The maximum number of hidden marked rows that are found again after a reload.
  private static let hiddenMarkLimit = 10_000

  /// Saves the hidden marked rows, to find them in the reloaded feed.
  func keepHiddenMarks() {
    if let base = rows?.base, base.overwriting == nil, hiddenMarks.count <= Self.hiddenMarkLimit {
      pendingMarks += hiddenMarks.rows.map { base.row($0) }
    } else {
      reportClearedMarks(hiddenMarks.count)
    }
    hiddenMarks = RowSet()
  }

  /// Marks the rows that were hidden before a reload.
  ///
  /// - Parameter numbers: The number of each in the reloaded feed; nil for a missing row.
  func restoreMarks(_ numbers: [Int?]) {
    guard rows != nil, !pendingMarks.isEmpty else { return }
    var marked = RowSet()
    for number in numbers.compactMap(\.self) { marked.insert(number) }
    reportClearedMarks(pendingMarks.count - marked.count)
    pendingMarks = []
    mark(marked)
  }

  /// Reports marks that a reload has cleared.
  func reportClearedMarks(_ count: Int) {
    guard count > 0 else { return }
    let marks = count == 1 ? "1 mark" : "\(count.grouped) marks"
    status.show("reloaded; \(marks) of rows that are gone or not shown cleared", for: .seconds(20))
  }
}
