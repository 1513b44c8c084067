import MocoaCore
import MocoaFeed
import MocoaTUI

/// What features know of the page.
extension FeedPage: ListContext, QueryPage {
  public var content: ListView { table }
  public var currentItem: Any? { currentRow }
  public var targetItems: [Any] { targetRows }

  public func name(ofSection index: Int) -> String {
    let section = list.model.section(at: index).uncollapsed
    if let grouping = section as? GroupedSection { return grouping.displayName }
    let header = section.supplementaryModel(of: .header, at: 0) as? Row
    return header?.headerTitle ?? section.moduleName.rawValue
  }

  public func positionRestorer() -> () -> Void {
    let (row, screenRow) = (cursorRowNumber, table.screenRowOfCursor)
    return { [weak self] in self?.showRow(row, keeping: screenRow) }
  }

  public func updateStatus() { statusBar.update() }

  func updatePosition() { statusBar.updatePosition() }

  var columns: FeedColumns { columnController.columns }
  var filters: [RowFilter] { query.filters }
  var markText: String? { targets.markText }

  /// The number of rows that match the filters so far.
  var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && !source.isRunning && updater.updateTask == nil
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  func showRow(_ number: Int?, keeping screenRow: Int?) {
    updater.showRow(number, keeping: screenRow)
  }

  func addFilter(_ text: String) {
    undo.remember()
    query.addFilter(text)
  }

  func willAsk(for prompt: PromptHistory) {
    if prompt == .filter { updater.originRow = cursorRowNumber } else { memberFinder.start() }
  }

  func queryDidChange(isFilterNew: Bool) {
    if isFilterNew { search.restart() }
    columnController.display()
    updateStatus()
  }
}
