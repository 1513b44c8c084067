import MocoaCore

extension CollectionView {
  /// The keys of a collection; those of a table, and two dimensions.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.moveDown, [.down, "j", .control("n")], help: "Move down"),
      .init(.moveUp, [.up, "k", .control("p")], help: "Move up"),
      .init(.scrollRight, [.right, "l"], help: "Move right"),
      .init(.scrollLeft, [.left, "h"], help: "Move left"),
      .init(.movePageDown, [.pageDown, .control("f")], help: "Page down"),
      .init(.movePageUp, [.pageUp, .control("b")], help: "Page up"),
      .init(.moveHalfPageDown, [.control("d")], help: "Half a page down"),
      .init(.moveHalfPageUp, [.control("u")], help: "Half a page up"),
      .init(.moveToTop, [.home, "g"], help: "First item"),
      .init(.moveToBottom, [.end, "G"], help: "Last item"),
      .init(.nextSection, ["]", Key(.down, .control)], help: "Next section"),
      .init(.previousSection, ["[", Key(.up, .control)], help: "Previous section"),
      .init(.scrollDown, [.control("e")], help: "Scroll down"),
      .init(.scrollUp, [.control("y")], help: "Scroll up"),
      .init(.select, [.enter], help: "Open the item"),
      .init(.rowActions, ["."], help: "Actions of the item"),
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
    case .moveToBottom:
      moveCursorToEnd(forward: true)
      onMoveToEnd?()
    case .nextSection: moveCursorToSection(forward: true)
    case .previousSection: moveCursorToSection(forward: false)
    case .scrollDown: scroll(by: 1)
    case .scrollUp: scroll(by: -1)
    case .select: openCursorRow()
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
  public func selectCursorItem() { openCursorRow() }

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

// MARK: - The mouse

extension CollectionView {
  func handleMouse(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .wheel(.down), .wheel(.right): scroll(by: 3)
    case .wheel(.up), .wheel(.left): scroll(by: -3)
    default: return handleButton(event)
    }
    return true
  }

  /// The item at a point of the collection.
  func item(at point: Point) -> ListIndexPath? {
    visible.first { $0.view.frame.contains(point) }?.element.indexPath
  }
}
