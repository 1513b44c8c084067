import MocoaCore
import MocoaFeed
import MocoaTUI

/// Handling of an overwritten file, whose rows may have been replaced by other bytes.
extension RowUpdater {
  /// The maximum number of rows for which view models reread their rows on the main actor.
  private static let rereadRowCount = 20_000

  /// Reloads the view models, whose rows may be corrupt since the file was overwritten.
  func rereadRows() {
    guard table.rowCount <= Self.rereadRowCount else { return }
    let marked = targets.numbers
    live.withoutNews {
      list.reloadData()
      targets.mark(marked)
    }
  }

  /// Replaces rows that cannot be compared with the new ones, as their bytes are gone.
  func replaceRows(by model: any ListModel & Sendable) async {
    guard let old = rows, let new = FeedRows(model) else { return rearrange(model) }
    let screenRow = table.screenRowOfCursor
    let number = cursor.map(old.number)
    let wasFollowing = tail.isFollowing
    let isOverwritten = old.base.overwriting != nil
    let isOtherList = source.isOutdated || source.isReadAnew
    var known = [cursor.flatMap(knownRow)] + list.selectedIndexPaths.map(knownRow)
    if !isOverwritten {
      known += targets.hidden.rows.prefix(Self.hiddenMarkLimit).map { old.base.row($0) }
    }
    let wanted = known
    let found = await Task.detached(priority: .userInitiated) {
      new.base.numbers(ofRowsLike: wanted.compactMap(\.self))
    }.value
    guard !Task.isCancelled else { return }
    var rest = found[...]
    let numbers = known.map { $0 == nil ? nil : rest.removeFirst() }
    let markCount = targets.count
    list.reset(to: collapsedSections.shown(model))
    var marked = RowSet()
    for number in numbers.dropFirst().compactMap(\.self) { marked.insert(number) }
    (targets.missing, tracker.lostCursor) = ([], nil)
    targets.mark(marked)
    // Without the row, the cursor stays where it was, once there are as many rows.
    tail.restart()
    if wasFollowing {
      tail.goToEnd()
    } else {
      showRow(numbers.first.flatMap(\.self) ?? number, keeping: screenRow)
    }
    didUpdate()
    let clearedCount = markCount - targets.count
    let isRowUnknown = number != nil && numbers[0] == nil
    guard isOverwritten else {
      let hasInput = page.application?.hasInput == true
      let isLost = isRowUnknown && !isOtherList && !wasFollowing && list.hasCells && hasInput
      return reportLosses(
        clearedMarks: clearedCount,
        rowLoss: !isLost ? nil : new.base.hasIdentities ? .gone : .unknown)
    }
    if isRowUnknown || clearedCount > 0 { targets.didLose(marks: clearedCount) }
    let losses = [
      clearedCount > 0 ? Self.clearedMarks(clearedCount) : nil,
      isRowUnknown && !wasFollowing ? "the current row may be another one" : nil,
    ].compactMap(\.self)
    let reason =
      old.base.restartReason ?? "reloaded; changes are unknown because the file was overwritten"
    if losses.isEmpty, old.base.restartReason == nil {
      status.show(reason)
    } else {
      status.report(([reason] + losses).joined(separator: "; "))
    }
  }

  /// The maximum number of hidden marked rows that are read again to find them.
  private static let hiddenMarkLimit = 10_000

  /// Returns a row as it was read before the file was overwritten, if it was displayed.
  private func knownRow(at path: ListIndexPath) -> Row? {
    let row = (list.existingCellViewModel(at: path) as? CellViewModel<Row>)?.model
    return row?.problem?.reason == .rowGone ? nil : row
  }
}
