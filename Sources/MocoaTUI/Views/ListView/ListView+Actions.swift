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

extension ListView {
  /// Returns the keys of a list view, which are those of `less` and `vim`.
  static func makeKeyMap(_ item: String, sideways: String, title: String) -> KeyMap {
    KeyMap(
      [
        .init(.moveDown, [.down, "j", .control("n")], help: "Move down"),
        .init(.moveUp, [.up, "k", .control("p")], help: "Move up"),
        .init(.movePageDown, [.pageDown, .control("f")], help: "Page down"),
        .init(.movePageUp, [.pageUp, .control("b")], help: "Page up"),
        .init(.moveHalfPageDown, [.control("d")], help: "Half a page down"),
        .init(.moveHalfPageUp, [.control("u")], help: "Half a page up"),
        .init(.moveToTop, [.home, "g"], help: "First \(item)"),
        .init(
          .moveToBottom, [.end, "G"], help: "Last \(item); stay there while \(item)s are added"),
        .init(.nextSection, ["]", Key(.down, .control)], help: "Next section"),
        .init(.previousSection, ["[", Key(.up, .control)], help: "Previous section"),
        .init(.scrollRight, [.right, "l"], help: "\(sideways) right"),
        .init(.scrollLeft, [.left, "h"], help: "\(sideways) left"),
        .init(.scrollDown, [.control("e")], help: "Scroll down"),
        .init(.scrollUp, [.control("y")], help: "Scroll up"),
        .init(.select, [.enter], help: "Open the \(item)"),
        .init(.rowActions, ["."], help: "Actions of the \(item)"),
      ], title: title)
  }

  func performListAction(_ action: Action) -> Bool {
    switch action {
    case .moveDown: move(forward: true, isAcross: isHorizontal)
    case .moveUp: move(forward: false, isAcross: isHorizontal)
    case .scrollRight where !isRows: move(forward: true, isAcross: !isHorizontal)
    case .scrollLeft where !isRows: move(forward: false, isAcross: !isHorizontal)
    case .movePageDown: movePage(by: 1)
    case .movePageUp: movePage(by: -1)
    case .moveHalfPageDown: move(byRows: max(1, extent.rows / 2))
    case .moveHalfPageUp: move(byRows: -max(1, extent.rows / 2))
    case .moveToTop: moveCursorToEnd(forward: false)
    case .moveToBottom:
      moveCursorToEnd(forward: true)
      isFollowingEnd = followsEnd
      onMoveToEnd?()
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

  private func move(forward: Bool, isAcross: Bool) {
    if isAcross {
      moveCursorWithinLine(forward: forward)
    } else {
      moveCursor(by: forward ? 1 : -1)
    }
  }

  private func performMarking(_ action: Action) -> Bool {
    guard let list else { return false }
    return marks.perform(action, cursor: state.cursor, in: list) { forward in
      let isShifted = action == .markUp || action == .markDown
      move(forward: forward, isAcross: !isShifted || isHorizontal)
      return state.cursor
    }
  }

  /// Opens the item under the cursor, or the details of its placeholder.
  func selectCursorItem() {
    guard let cursor, let list, list.contains(cursor) else { return }
    let cell = list.cellViewModel(at: cursor)
    if opensPlaceholders, let page = PlaceholderView.detailsPage(for: cell), push(page) { return }
    if let path = list.openCell(at: cursor) { onSelect?(path) }
  }
}
