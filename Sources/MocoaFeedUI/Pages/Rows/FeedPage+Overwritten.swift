import MocoaCore
import MocoaFeed
import MocoaTUI

/// A file that others have written over: where its rows were, other bytes may be now.
extension FeedPage {
  /// How many rows are gone through on the main actor to have view models read theirs anew.
  private static let rereadRowCount = 20_000

  /// Has the view models read their rows anew: what they have read since the file was written over
  /// may be anything.
  func rereadRows() {
    guard table.rowCount <= Self.rereadRowCount else { return }
    let known = changes
    list.reloadData()
    changes = known
  }

  /// Shows rows that those of before cannot be compared with, as their bytes are gone: all are
  /// shown anew, and cursor and marks stay with the rows that are found again.
  func replaceRows(by model: any ListModel & Sendable) async {
    guard let cursor, let old = rows, let new = FeedRows(model) else { return rearrange(model) }
    let screenRow = table.screenRowOfCursor
    let marks = list.selectedIndexPaths
    let known = ([cursor] + marks).map { knownRow(at: $0) }
    let number = old.number(at: cursor)
    let isOverwritten = old.base.isOverwritten
    let found = await Task.detached(priority: .userInitiated) {
      new.base.numbers(ofRowsLike: known.compactMap(\.self))
    }.value
    guard !Task.isCancelled else { return }
    var rest = found[...]
    let numbers = known.map { $0 == nil ? nil : rest.removeFirst() }
    list.reset(to: model)
    list.selectItems(
      at: IndexPathSet(numbers.dropFirst().compactMap { $0.flatMap(new.indexPath(ofRow:)) }))
    let last = max(0, new.base.numberOfRows - 1)
    showRow(numbers.first.flatMap(\.self) ?? min(number, last), keeping: screenRow)
    didUpdate()
    guard isOverwritten else { return }
    status.show(
      hasCaughtUp
        ? "the file was truncated; reading it from its start"
        : "reloaded; changes are unknown because the file was overwritten")
  }

  /// A row as it was read before the file was written over, where it has been shown.
  private func knownRow(at path: ListIndexPath) -> Row? {
    (list.existingCellViewModel(at: path) as? TableCellViewModel<Row>)?.model
  }
}
