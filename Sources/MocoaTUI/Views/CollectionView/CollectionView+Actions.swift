import MocoaCore

extension CollectionView {
  /// The keys of a collection; those of a table, and two dimensions.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.moveDown, [.down, "j", .control("n")], help: "moves down"),
      .init(.moveUp, [.up, "k", .control("p")], help: "moves up"),
      .init(.scrollRight, [.right, "l"], help: "moves to the right"),
      .init(.scrollLeft, [.left, "h"], help: "moves to the left"),
      .init(.movePageDown, [.pageDown, .control("f")], help: "moves on by a page"),
      .init(.movePageUp, [.pageUp, .control("b")], help: "moves back by a page"),
      .init(.moveHalfPageDown, [.control("d")], help: "moves on by half a page"),
      .init(.moveHalfPageUp, [.control("u")], help: "moves back by half a page"),
      .init(.moveToTop, [.home, "g"], help: "moves to the first item"),
      .init(.moveToBottom, [.end, "G"], help: "moves to the last item"),
      .init(.nextSection, ["]", Key(.down, .control)], help: "moves to the next section"),
      .init(.previousSection, ["[", Key(.up, .control)], help: "moves to the previous section"),
      .init(.scrollDown, [.control("e")], help: "scrolls on"),
      .init(.scrollUp, [.control("y")], help: "scrolls back"),
      .init(.select, [.enter], help: "selects or opens the item"),
      .init(.rowActions, ["."], help: "lists what can be done with the item"),
    ], title: "Items")

  /// The keys of a collection whose items can be marked.
  public static let markingKeyMap = defaultKeyMap.appending(RowMarks.keyMap)

  func performAction(_ action: Action) -> Bool {
    if let direction = direction(of: action) {
      moveCursor(direction)
      return true
    }
    switch action {
    case .movePageDown: movePage(forward: true, rows: extent.rows)
    case .movePageUp: movePage(forward: false, rows: extent.rows)
    case .moveHalfPageDown: movePage(forward: true, rows: extent.rows / 2)
    case .moveHalfPageUp: movePage(forward: false, rows: extent.rows / 2)
    case .moveToTop: moveCursorToEnd(forward: false)
    case .moveToBottom: moveCursorToEnd(forward: true)
    case .nextSection: moveCursorToSection(forward: true)
    case .previousSection: moveCursorToSection(forward: false)
    case .scrollDown: scroll(by: 1)
    case .scrollUp: scroll(by: -1)
    case .select: selectCursorItem()
    case .rowActions: return showRowActions()
    default: return performMarking(action)
    }
    return true
  }

  /// What an arrow means as the layout sees it.
  private func direction(of action: Action) -> Direction? {
    switch action {
    case .moveDown: isHorizontal ? .nextItem : .nextLine
    case .moveUp: isHorizontal ? .previousItem : .previousLine
    case .scrollRight: isHorizontal ? .nextLine : .nextItem
    case .scrollLeft: isHorizontal ? .previousLine : .previousItem
    default: nil
    }
  }

  /// Opens the item that the cursor is on.
  public func selectCursorItem() {
    guard let cursor = state.cursor, let list, list.contains(cursor) else { return }
    list.openCell(at: cursor)
    onSelect?(cursor)
  }

  private func performMarking(_ action: Action) -> Bool {
    guard let list else { return false }
    return marks.perform(action, cursor: state.cursor, in: list) { forward in
      let isShifted = action == .markUp || action == .markDown
      let along: Direction = forward ? .nextLine : .previousLine
      let across: Direction = forward ? .nextItem : .previousItem
      moveCursor(isShifted && !isHorizontal ? along : across)
      return state.cursor
    }
  }
}

// MARK: - Actions of items

extension CollectionView {
  /// The actions of the item that the cursor is on: those of its cell, then those of the
  /// collection.
  public var currentRowActions: [RowAction] {
    (cell(at: state.cursor)?.rowActions ?? []) + rowActions
  }

  /// Opens a menu of the item's actions; nothing happens where it has none.
  ///
  /// - Returns: whether there are any.
  @discardableResult
  public func showRowActions() -> Bool {
    let actions = currentRowActions
    guard !actions.isEmpty, let application else { return false }
    application.present(ActionMenu(actions: actions) { [weak self] in self?.perform($0) })
    return true
  }

  /// Asks the marked items to do an action, or else the item that the cursor is on; the last first.
  public func perform(_ action: RowAction) {
    list?.perform(action, at: targetIndexPaths) { [weak self] path, isDone in
      self?.onEdit?(action, path, isDone)
    }
  }

  /// The items that an action is for: the marked ones, else the one that the cursor is on.
  public var targetIndexPaths: [ListIndexPath] {
    list?.targetIndexPaths(cursor: state.cursor) ?? []
  }

  func performRowAction(for key: Key) -> Bool {
    guard let action = currentRowActions.first(where: { $0.shortcut == key }) else { return false }
    perform(action)
    return true
  }
}

// MARK: - The mouse

extension CollectionView {
  func handleMouse(_ event: MouseEvent) -> Bool {
    if handleScrollBar(event) { return true }
    switch event.action {
    case .wheel(.down), .wheel(.right): scroll(by: 3)
    case .wheel(.up), .wheel(.left): scroll(by: -3)
    case .press(.left): return click(at: event.point)
    case .press(.right): return showRowActions(at: event.point)
    case .drag(.left): return drag(to: event.point)
    default: return false
    }
    return true
  }

  private func item(at point: Point) -> ListIndexPath? {
    visible.first { $0.view.frame.contains(point) }?.element.indexPath
  }

  /// One click puts the cursor onto an item, a second one soon after opens it.
  private func click(at point: Point) -> Bool {
    guard let path = item(at: point) else { return false }
    application?.focus(self)
    let isDouble =
      lastClick.map { $0.path == path && .now - $0.time < .milliseconds(400) } ?? false
    lastClick = isDouble ? nil : (path, .now)
    marks.setAnchor(path)
    moveCursor(to: path)
    if isDouble { selectCursorItem() }
    return true
  }

  /// A click with the right button opens the menu of an item.
  private func showRowActions(at point: Point) -> Bool {
    guard let path = item(at: point) else { return false }
    application?.focus(self)
    moveCursor(to: path)
    return showRowActions()
  }

  /// Dragging marks all from the item that was pressed to the one under the mouse.
  private func drag(to point: Point) -> Bool {
    guard let list, list.selectionMode == .multiple, let path = item(at: point),
      let anchor = marks.anchor
    else { return false }
    list.selectItems(at: list.indexPaths(from: anchor, through: path))
    moveCursor(to: path)
    return true
  }
}
