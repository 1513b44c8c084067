import MocoaCore
import MocoaFeed
import MocoaTUI

/// Handling of an overwritten file, whose rows may have been replaced by other bytes.
extension FeedPage {
  /// The maximum number of rows for which view models reread their rows on the main actor.
  private static let rereadRowCount = 20_000

  /// Reloads the view models, whose rows may be corrupt since the file was overwritten.
  func rereadRows() {
    guard table.rowCount <= Self.rereadRowCount else { return }
    let known = changes
    list.reloadData()
    changes = known
  }

  /// Replaces rows that cannot be compared with the new ones, as their bytes are gone.
  func replaceRows(by model: any ListModel & Sendable) async {
    guard let cursor, let old = rows, let new = FeedRows(model) else { return rearrange(model) }
    let screenRow = table.screenRowOfCursor
    let marks = list.selectedIndexPaths
    let known = ([cursor] + marks).map { knownRow(at: $0) }
    let number = old.number(at: cursor)
    let isOverwritten = old.base.overwriting != nil
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

  /// Returns a row as it was read before the file was overwritten, if it was displayed.
  private func knownRow(at path: ListIndexPath) -> Row? {
    let row = (list.existingCellViewModel(at: path) as? TableCellViewModel<Row>)?.model
    return row?.problem?.reason == .rowGone ? nil : row
  }
}
