import MocoaCore
import MocoaFeed
import MocoaTUI

/// The number of rows on a page, and whether it is final.
struct ShownRows: Hashable, Sendable {
  /// The number of rows.
  var count: Int

  /// A Boolean value that indicates whether the feed has been read and the query has finished.
  var isComplete: Bool
}

extension FeedPage: ListContext, QueryPage {
  public var content: ListView { table }
  public var currentItem: Any? { currentRow }
  public var targetItems: [Any] { targetRows }

  public func name(ofSection index: Int) -> String {
    let section = list.model.section(at: index).uncollapsed
    if let grouped = section as? GroupedSection { return grouped.displayName }
    let header = section.supplementaryModel(of: .header, at: 0) as? Row
    return header?.headerTitle ?? section.moduleName.rawValue
  }

  /// The number of rows that match the filters so far.
  var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && !source.isRunning && updateTask == nil
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  /// The filters, in the order in which they were added.
  package var filters: [RowFilter] { query.filters }

  var columns: FeedColumns { columnController.columns }

  /// The columns and the members by name.
  package var catalog: ColumnCatalog { columns.catalog }

  func addFilter(_ text: String) {
    undo.remember()
    query.addFilter(text)
  }

  /// Shows only rows that match all filters; an empty array clears the filter.
  package func setFilters(_ filters: [RowFilter]) { query.setFilters(filters) }

  /// Sorts the rows in the background; without keys they are in the order of the feed.
  package func setSortKeys(_ keys: [SortKey]) { query.setSortKeys(keys) }

  /// Lets the user find a row by typing, and open it; see ``QueryController/pick(_:in:onCancel:)``.
  package func pick(_ text: String, onCancel: @escaping () -> Void) {
    query.pick(text, in: table, onCancel: onCancel)
  }

  /// Blocks until the filters have been tested on all rows found so far, and shows the result.
  func waitForQuery() { source.wait() }

  func willAsk(for prompt: PromptHistory) {
    if prompt == .filter { originRow = cursorRowNumber } else { memberFinder.start() }
  }

  public func positionRestorer() -> () -> Void {
    let (row, screenRow) = (cursorRowNumber, table.screenRowOfCursor)
    return { [weak self] in self?.showRow(row, keeping: screenRow) }
  }

  func queryDidChange(isFilterNew: Bool) {
    if isFilterNew { search.restart() }
    columnController.display()
    updateStatus()
  }
}
