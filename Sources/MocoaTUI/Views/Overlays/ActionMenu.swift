/// A menu of actions, such as those of a row.
@MainActor
package final class ActionMenu: ChoiceOverlay {
  private let actions: [RowAction]
  private static let heading = "Actions"
  private let onChoose: (RowAction) -> Void
  private var isChosen = false

  /// Creates a menu, which calls `onChoose` after it was dismissed.
  init(actions: [RowAction], onChoose: @escaping (RowAction) -> Void) {
    self.actions = actions
    self.onChoose = onChoose
    super.init()
  }

  package override var canBecomeFocused: Bool { true }

  package override func sizeThatFits(_ available: Size) -> Size {
    let texts = actions.map { action in
      TextWidth.columns(of: action.title, upTo: available.columns)
        + (action.shortcut.map { $0.description.count + 2 } ?? 0)
    }
    let title = TextWidth.columns(of: Self.heading, upTo: available.columns) + 2
    let width = max(texts.max() ?? 0, title)
    return Size(columns: width + 4, rows: actions.count + 2)
  }

  package override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: Self.heading)
    drawChoices(in: canvas)
  }

  override var choiceCount: Int { actions.count }

  override func draw(choice index: Int, in canvas: inout Canvas) {
    canvas.write(actions[index].title)
    if let shortcut = actions[index].shortcut {
      canvas.write(shortcut.description, style: .key, alignment: .trailing)
    }
  }

  override func choose(_ index: Int) {
    guard !isChosen else { return }
    isChosen = true
    dismiss()
    onChoose(actions[index])
  }

  /// The keys of a menu besides the shortcuts of its actions.
  static let defaultKeyMap = KeyMap(
    for: ActionMenu.self, title: "Menu",
    [
      .init("move-down", [.down, "j", .control("n"), .tab], help: "Move down") { $0.move(by: 1) },
      .init("move-up", [.up, "k", .control("p"), Key(.tab, .shift)], help: "Move up") {
        $0.move(by: -1)
      },
      .init("select", [.enter, .space], help: "Run the action") { $0.chooseCursor() },
      .dismissal([.escape, "q", "."], help: "Close the menu"),
    ])

  package override var keyMap: KeyMap { Self.defaultKeyMap }

  package override func handle(_ event: InputEvent) -> Bool {
    if case .key(let key) = event, let index = actions.firstIndex(where: { $0.shortcut == key }) {
      choose(index)
      return true
    }
    return super.handle(event)
  }
}
