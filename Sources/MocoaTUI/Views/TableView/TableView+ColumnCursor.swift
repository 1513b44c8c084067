/// The column cursor.
extension TableView {
  /// Moves the column cursor, initially to the first visible column, and scrolls to the column.
  ///
  /// - Returns: `false` if the table has no columns.
  @discardableResult
  func moveColumn(by steps: Int) -> Bool {
    guard let last = columns.indices.last else { return false }
    let target: Int
    if let index = columns.firstIndex(where: { $0.id == currentColumnID }) {
      target = min(max(0, index + steps), last)
    } else {
      target = firstVisibleColumn ?? 0
    }
    currentColumnID = columns[target].id
    revealColumn(columns[target].id)
    return true
  }

  /// Scrolls horizontally to make a column visible, from its start if it is wider than the pane.
  ///
  /// The first column after the pinned ones is not cut off.
  package func revealColumn(_ id: TableColumn.ID) {
    guard let entry = columnLayout.entries.first(where: { $0.column.id == id }), !entry.isPinned
    else { return }
    let (start, pane) = (columnLayout.pinnedEnd, viewport.columns)
    let hidden = entry.left + entry.columns - pane
    if entry.left < start {
      scrollColumns(to: state.columnOffset + entry.left - start)
    } else if hidden > 0 {
      let starts = columnLayout.entries.lazy.filter { !$0.isPinned }.map { $0.left - start }
      let step = starts.first { $0 >= hidden } ?? hidden
      scrollColumns(to: state.columnOffset + min(step, entry.left - start))
    }
  }

  /// The visible part of the cell of the column cursor in the current row; nil without one.
  var currentCell: Range<Int>? {
    guard hasRows, hasColumnCursor,
      let entry = columnLayout.entries.first(where: { $0.column.id == currentColumnID })
    else { return nil }
    return columnLayout.visibleRange(of: entry, paneColumns: viewport.columns)
  }

  private var firstVisibleColumn: Int? {
    columnLayout.entries.firstIndex {
      columnLayout.visibleRange(of: $0, paneColumns: viewport.columns)?.count == $0.columns
    }
  }
}
