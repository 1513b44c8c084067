import MocoaCore

/// Moving the viewport: the cursor comes along as far as it must.
extension TableView {
  /// Moves viewport and cursor by the height of the viewport, less what keeps the reader's place;
  /// negative is upwards.
  public func movePage(by pages: Int) {
    guard let top = state.topElement else { return }
    // The last row of one page is the first one of the next, below the sticky header.
    let covered = stickyHeight(ofSection: top.section)
    move(byRows: pages * max(1, viewport.rows - 1 - covered))
  }

  /// Moves viewport and cursor by rows of the screen, each as far as it goes; negative is upwards.
  ///
  /// Moves one after another keep to one row of the screen, whatever the heights of the rows of the
  /// list, so that as many back lead to where they began.
  func move(byRows rows: Int) {
    guard let cursor = state.cursor, !viewport.isEmpty else { return }
    let start = pageRow ?? screenRow(of: cursor)
    let moved = scrollViewport(by: rows)
    let elements = elementsFromTop()
    let row = min(max(0, start + rows - moved), viewport.rows - 1)
    // The same one from both directions.
    if let path = item(at: row, of: elements, forward: true) {
      setCursor(path)
    } else {
      isCursorLeftBehind = true
    }
    pageRow = row
    didMove()
  }

  /// Scrolls without the cursor, which stays in the viewport.
  public func scroll(by rows: Int) {
    guard state.topElement != nil, !viewport.isEmpty else { return }
    guard scrollViewport(by: rows) != 0 else { return }
    pageRow = nil
    let elements = elementsFromTop()
    if let cursor = state.cursor, !isInSight(.item(cursor), of: elements) {
      let edge = rows > 0 ? coveredRows(of: elements) : viewport.rows - 1
      if let path = item(at: edge, of: elements, forward: rows > 0) {
        setCursor(path)
      } else {
        isCursorLeftBehind = true
      }
    }
    didMove()
  }

  /// The row of the viewport on which a row of the list begins.
  private func screenRow(of path: ListIndexPath) -> Int {
    let elements = fillViewport()
    guard let measured = elements.first(where: { $0.element == .item(path) }) else { return 0 }
    return max(measured.top, coveredRows(of: elements))
  }

  /// The row of the list at a row of the viewport, or else the next one in sight from there, or the
  /// one before.
  func item(at row: Int, of elements: [Measured], forward: Bool) -> ListIndexPath? {
    let covered = coveredRows(of: elements)
    let items = elements.filter {
      $0.element.indexPath != nil && $0.top + $0.height > covered
    }
    let row = max(row, covered)
    let next = items.first { $0.top + $0.height > row }
    let previous = items.last { $0.top <= row }
    return (forward ? next ?? previous : previous ?? next)?.element.indexPath
  }
}
