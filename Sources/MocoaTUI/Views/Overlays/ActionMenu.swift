/// A list of actions to choose one from, such as what can be done with a row.
@MainActor
public final class ActionMenu: OverlayView {
  private let actions: [RowAction]
  private let heading: String
  private let onChoose: (RowAction) -> Void
  private var cursor = 0
  private var isChosen = false

  /// Makes a menu.
  ///
  /// - Parameters:
  ///   - title: what the menu is about.
  ///   - actions: what can be chosen.
  ///   - onChoose: called with the chosen action, when the menu is gone.
  public init(
    title: String = "Actions", actions: [RowAction], onChoose: @escaping (RowAction) -> Void
  ) {
    heading = title
    self.actions = actions
    self.onChoose = onChoose
    super.init()
  }

  public override var canBecomeFocused: Bool { true }

  public override func preferredSize(in available: Size) -> Size {
    let texts = actions.map { action in
      TextWidth.columns(of: action.title, upTo: available.columns)
        + (action.shortcut.map { $0.description.count + 2 } ?? 0)
    }
    let width = max(texts.max() ?? 0, TextWidth.columns(of: heading, upTo: available.columns) + 2)
    return Size(columns: width + 4, rows: actions.count + 2)
  }

  public override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: heading)
    for (row, action) in visibleActions {
      let line = Rect(column: 1, row: row + 1, columns: frame.columns - 2, rows: 1)
      var part = canvas.part(line.inset(by: Insets(left: 1, right: 1)))
      part.write(action.title)
      if let shortcut = action.shortcut {
        part.write(shortcut.description, style: .key, alignment: .trailing)
      }
      if firstVisible + row == cursor { canvas.overlay(line, style: .cursorRow) }
    }
  }

  private var visibleRows: Int { max(1, frame.rows - 2) }

  /// The first action in sight, where the menu is higher than the screen.
  private var firstVisible: Int { max(0, cursor - visibleRows + 1) }

  private var visibleActions: [(row: Int, action: RowAction)] {
    actions.dropFirst(firstVisible).prefix(visibleRows).enumerated().map { ($0, $1) }
  }

  /// The keys of a menu, besides the shortcuts of its actions.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.moveDown, [.down, "j", .control("n"), .tab], help: "Move down"),
      .init(.moveUp, [.up, "k", .control("p"), Key(.tab, .shift)], help: "Move up"),
      .init(.select, [.enter, .space], help: "Run the action"),
      .init(.dismiss, [.escape, "q", "."], help: "Close the menu"),
    ], title: "Menu")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    switch action {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .select: choose(cursor)
    case .dismiss: dismiss()
    default: return false
    }
    return true
  }

  public override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let index = actions.firstIndex(where: { $0.shortcut == key }) {
        choose(index)
        return true
      }
    case .mouse(let mouse):
      if case .wheel(let direction) = mouse.action { move(by: direction == .up ? -1 : 1) }
      if case .press(.left) = mouse.action, let index = index(at: mouse.point) {
        choose(index)
        return true
      }
    default: break
    }
    return super.handle(event)
  }

  private func index(at point: Point) -> Int? {
    let row = point.row - 1
    guard bounds.contains(point), (0..<visibleRows).contains(row) else { return nil }
    let index = firstVisible + row
    return actions.indices.contains(index) ? index : nil
  }

  private func move(by count: Int) {
    guard !actions.isEmpty else { return }
    cursor = (cursor + count + actions.count) % actions.count
    setNeedsDisplay()
  }

  private func choose(_ index: Int) {
    guard !isChosen, actions.indices.contains(index) else { return }
    isChosen = true
    dismiss()
    onChoose(actions[index])
  }
}
