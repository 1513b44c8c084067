import MocoaCore

extension Action {
  public static let moveUp: Action = "move-up"
  public static let moveDown: Action = "move-down"
  public static let movePageUp: Action = "page-up"
  public static let movePageDown: Action = "page-down"
  public static let moveHalfPageUp: Action = "half-page-up"
  public static let moveHalfPageDown: Action = "half-page-down"
  public static let moveToTop: Action = "first-row"
  public static let moveToBottom: Action = "last-row"
  public static let nextSection: Action = "next-section"
  public static let previousSection: Action = "previous-section"
  public static let scrollLeft: Action = "scroll-left"
  public static let scrollRight: Action = "scroll-right"
  public static let scrollUp: Action = "scroll-up"
  public static let scrollDown: Action = "scroll-down"
  public static let select: Action = "select"
}

extension TableView {
  /// The keys of a table; those of `less` and `vim`.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.moveDown, [.down, "j", Key("n", .control)], help: "Move down"),
      .init(.moveUp, [.up, "k", Key("p", .control)], help: "Move up"),
      .init(
        .movePageDown, [.pageDown, Key("f", .control)],
        help: "Page down"),
      .init(.movePageUp, [.pageUp, Key("b", .control)], help: "Page up"),
      .init(.moveHalfPageDown, [Key("d", .control)], help: "Half a page down"),
      .init(.moveHalfPageUp, [Key("u", .control)], help: "Half a page up"),
      .init(.moveToTop, [.home, "g"], help: "First row"),
      .init(.moveToBottom, [.end, "G"], help: "Last row; stay there while rows are added"),
      .init(.nextSection, ["]", Key(.down, .control)], help: "Next section"),
      .init(.previousSection, ["[", Key(.up, .control)], help: "Previous section"),
      .init(.scrollRight, [.right, "l"], help: "Scroll columns right"),
      .init(.scrollLeft, [.left, "h"], help: "Scroll columns left"),
      .init(.scrollDown, [Key("e", .control)], help: "Scroll down"),
      .init(.scrollUp, [Key("y", .control)], help: "Scroll up"),
      .init(.select, [.enter], help: "Open the row"),
      .init(.rowActions, ["."], help: "Actions of the row"),
    ], title: "List")

  func performAction(_ action: Action) -> Bool {
    switch action {
    case .moveDown: moveCursor(by: 1)
    case .moveUp: moveCursor(by: -1)
    case .movePageDown: movePage(by: 1)
    case .movePageUp: movePage(by: -1)
    case .moveHalfPageDown: move(byRows: max(1, viewport.rows / 2))
    case .moveHalfPageUp: move(byRows: -max(1, viewport.rows / 2))
    case .moveToTop: moveCursorToEnd(forward: false)
    case .moveToBottom:
      moveCursorToEnd(forward: true)
      onMoveToEnd?()
    case .nextSection: moveCursorToSection(forward: true)
    case .previousSection: moveCursorToSection(forward: false)
    case .scrollDown: scroll(by: 1)
    case .scrollUp: scroll(by: -1)
    case .scrollRight: return scrollColumns(by: 8)
    case .scrollLeft: return scrollColumns(by: -8)
    case .select: openCursorRow()
    case .rowActions: return showRowActions()
    default: return false
    }
    return true
  }

  /// Opens the row that the cursor is on.
  public func selectCursorRow() { openCursorRow() }

  private func scrollColumns(by columns: Int) -> Bool {
    let offset = min(max(0, state.columnOffset + columns), columnLayout.maximumOffset)
    guard columnLayout.maximumOffset > 0 else { return false }
    guard offset != state.columnOffset else { return true }
    state.columnOffset = offset
    layOutColumns()
    for element in visible { element.view.setNeedsDisplay() }
    return true
  }

  func handleMouse(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .wheel(.down): scroll(by: 3)
    case .wheel(.up): scroll(by: -3)
    case .wheel(.right): return scrollColumns(by: 8)
    case .wheel(.left): return scrollColumns(by: -8)
    default: return handleButton(event)
    }
    return true
  }

  /// The row at a point of the table.
  func item(at point: Point) -> ListIndexPath? {
    guard viewport.contains(point) else { return nil }
    let row = point.row - viewport.top
    if let header = stickyHeader, row < header.top + header.height { return nil }
    return visible.first { row >= $0.top && row < $0.top + $0.height }?.element.indexPath
  }
}
