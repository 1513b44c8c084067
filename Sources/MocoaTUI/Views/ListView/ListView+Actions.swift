import MocoaCore

extension ListView {
  /// Returns the keys of a list view, which are those of `less` and `vim`, and those of marks.
  static func makeKeyMap(_ item: String, sideways: String, title: String) -> KeyMap {
    let last = "Last \(item); stay there while \(item)s are added"
    return KeyMap(
      for: ListView.self, title: title,
      [
        .init("move-down", [.down, "j", .control("n")], help: "Move down") {
          $0.move(forward: true, isAcross: $0.isHorizontal)
        },
        .init("move-up", [.up, "k", .control("p")], help: "Move up") {
          $0.move(forward: false, isAcross: $0.isHorizontal)
        },
        .init("page-down", [.pageDown, .control("f")], help: "Page down") {
          $0.move { $0.move(byPages: 1) }
        },
        .init("page-up", [.pageUp, .control("b")], help: "Page up") {
          $0.move { $0.move(byPages: -1) }
        },
        .init("half-page-down", [.control("d")], help: "Half a page down") {
          $0.moveHalfPages(by: 1)
        },
        .init("half-page-up", [.control("u")], help: "Half a page up") {
          $0.moveHalfPages(by: -1)
        },
        .init("first-row", [.home, "g"], help: "First \(item)") {
          $0.moveCursorToEnd(forward: false)
          $0.onMoveToStart?()
        },
        .init("last-row", [.end, "G"], help: last) { $0.moveToEndAndFollow() },
        .init("next-section", ["]", Key(.down, .control)], help: "Next section") {
          $0.move { $0.moveToSection(forward: true) }
        },
        .init("previous-section", ["[", Key(.up, .control)], help: "Previous section") {
          $0.move { $0.moveToSection(forward: false) }
        },
        .trying(
          "scroll-right", [.right, "l"], help: "\(sideways) right", when: { $0.movesSideways }
        ) { $0.moveSideways(forward: true) },
        .trying("scroll-left", [.left, "h"], help: "\(sideways) left", when: { $0.movesSideways }) {
          $0.moveSideways(forward: false)
        },
        .init("scroll-down", [.control("e")], help: "Scroll down") { $0.scroll(by: 1) },
        .init("scroll-up", [.control("y")], help: "Scroll up") { $0.scroll(by: -1) },
        .init("select", [.enter], help: "Open the \(item)") { $0.selectCursorItem() },
        .trying("row-actions", ["."], help: "Actions of the \(item)") { $0.showRowActions() },
      ] + RowMarks.bindings + inspectionBindings)
  }

  private func moveHalfPages(by count: Int) {
    move { $0.move(byRows: count * max(1, $0.geometry.extent.rows / 2)) }
  }

  /// Moves the cursor to the last item, and keeps it there while items are appended, until the user
  /// moves it.
  public func moveToEndAndFollow() {
    moveCursorToEnd(forward: true)
    isFollowingEnd = followsEnd
    onMoveToEnd?()
  }

  func move(forward: Bool, isAcross: Bool) {
    if isAcross {
      move { $0.moveWithinLine(forward: forward) }
    } else {
      moveCursor(by: forward ? 1 : -1)
    }
  }

  /// Opens the item under the cursor, or the details of its placeholder.
  package func selectCursorItem() {
    guard let cursor, let list, list.contains(cursor) else { return }
    let cell = list.cellViewModel(at: cursor)
    if opensPlaceholders, let page = PlaceholderView.detailsPage(for: cell), push(page) { return }
    if let path = list.openCell(at: cursor) { observers.selection.send(path) }
  }
}
