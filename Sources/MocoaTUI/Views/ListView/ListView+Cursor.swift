import MocoaCore

extension ListView {
  /// The places of the elements at the current size, which are cached.
  var geometry: ListGeometry<ListView> {
    ListGeometry(
      measures: self, extent: extent, hasRows: hasRows, hasStickyHeaders: allowsStickyHeaders,
      places: places)
  }

  /// Moves the cursor and the viewport by a closure, and updates the cells of the cursor.
  func updateCursor<Result>(_ body: (inout ListCursor<ListView>) -> Result) -> Result {
    let before = state
    var cursor = ListCursor(state: before, memory: cursorMemory, geometry: geometry)
    let result = body(&cursor)
    // Otherwise a change of the list, while its items were measured, has moved the cursor.
    guard state == before else { return result }
    (state, cursorMemory) = (cursor.state, cursor.memory)
    if state.cursor != before.cursor {
      isFollowingEnd = false
      cell(at: before.cursor)?.isCursor = false
      cell(at: state.cursor)?.isCursor = true
    }
    return result
  }

  /// Moves the top and the cursor to elements that are in the list.
  ///
  /// It must be called after each change of the list, before other access to them.
  func settle() {
    let before = state
    var cursor = ListCursor(state: before, geometry: geometry)
    cursor.settle()
    if state == before { state = cursor.state }
  }

  /// Moves the cursor and the viewport by a closure that returns whether it has moved them.
  @discardableResult
  func move(_ body: (inout ListCursor<ListView>) -> Bool) -> Bool {
    guard updateCursor(body) else { return false }
    // If the viewport was not moved, nothing else is to be placed.
    if state.isScrolled(as: laidOut) { observers.move.send(()) } else { setNeedsLayout() }
    return true
  }

  /// Moves the cursor to an item, and scrolls as little as possible to make it visible.
  package func moveCursor(to path: ListIndexPath) { moveCursor(to: path, scroll: .visible) }

  /// Moves the cursor to an item, and scrolls it to a position of the viewport.
  public func moveCursor(to path: ListIndexPath, scroll: ListViewModel.ScrollPosition) {
    move { $0.move(to: path, scroll: scroll) }
  }

  /// Moves the cursor to an item, and scrolls it to a row of the viewport if possible.
  package func moveCursor(to path: ListIndexPath, atRow row: Int) {
    move { $0.move(to: path, atRow: row) }
  }

  /// Moves the cursor by lines, or upwards if negative, skipping hidden items.
  ///
  /// An item that is taller than the viewport is scrolled to its end first.
  ///
  /// - Returns: `true` if the cursor or the viewport was moved.
  @discardableResult
  public func moveCursor(by lines: Int) -> Bool {
    move { $0.move(by: lines) }
  }

  /// Moves the cursor to the last item, or to the first one.
  public func moveCursorToEnd(forward: Bool) { move { $0.moveToEnd(forward: forward) } }

  /// Moves the cursor to the first item of a section, and scrolls to the start of the section.
  ///
  /// - Returns: `true` if the section has a visible item.
  @discardableResult
  public func moveCursor(toSection section: Int) -> Bool { move { $0.move(toSection: section) } }

  /// Moves the cursor to the first item of the first section with a name.
  ///
  /// - Returns: `true` if there is such a section, and it has a visible item.
  /// - Complexity: O(sections).
  @discardableResult
  public func moveCursor(toSectionNamed name: ModuleName) -> Bool {
    guard let list else { return false }
    let sections = 0..<min(list.numberOfSections, list.model.numberOfSections)
    let section = sections.first { list.model.section(at: $0).moduleName == name }
    return section.map { moveCursor(toSection: $0) } ?? false
  }

  /// Scrolls by rows, or upwards if negative; the cursor moves only to stay in the viewport.
  public func scroll(by rows: Int) { move { $0.scroll(by: rows) } }
}
