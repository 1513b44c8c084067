@testable import MocoaTUI

/// An application on a scripted terminal: input comes from the test, and each batch of it makes at
/// most one frame.
@MainActor final class Stage {
  let terminal: ScriptedTerminal
  let application: Application

  init(columns: Int, rows: Int) throws {
    terminal = ScriptedTerminal(columns: columns, rows: rows)
    application = Application(terminal: terminal)
    try application.start()
  }

  var lines: [String] { terminal.lines }

  /// Fills the screen with a view that gets the focus.
  func show(_ view: View) {
    application.root.addSubview(view)
    application.focus(view)
    application.renderIfNeeded()
  }

  /// Presses keys, each in a batch of its own.
  func press(_ keys: Key...) {
    for key in keys {
      application.dispatch(.key(key))
      application.renderIfNeeded()
    }
  }

  /// Uses the mouse.
  func mouse(_ action: MouseEvent.Action, column: Int = 0, row: Int) {
    application.dispatch(.mouse(MouseEvent(action, column: column, row: row)))
    application.renderIfNeeded()
  }

  /// Types bytes that come in one batch.
  func type(_ text: String) {
    terminal.type(text.utf8)
    application.handleInput()
    application.renderIfNeeded()
  }

  func resize(columns: Int, rows: Int) {
    terminal.resize(to: Size(columns: columns, rows: rows))
    application.resize()
    application.renderIfNeeded()
  }
}

/// A view that fills itself with a letter and counts what happens to it.
@MainActor final class ProbeView: View {
  let letter: Unicode.Scalar
  var draws = 0
  var layouts = 0
  var isFocusable = false
  var handledKeys: [Key] = []
  var mouseEvents: [MouseEvent] = []
  var takes: (InputEvent) -> Bool = { _ in false }
  var onLayout: (ProbeView) -> Void = { _ in }
  var keys = KeyMap.empty
  var names: [String] = []
  var focusChanges: [Bool] = []
  var cursor: Point?

  init(_ letter: Unicode.Scalar, frame: Rect = .zero) {
    self.letter = letter
    super.init(frame: frame)
  }

  override var canBecomeFocused: Bool { isFocusable }
  override var keyMap: KeyMap { keys }
  override var textCursor: Point? { cursor }

  override func draw(in canvas: inout Canvas) {
    draws += 1
    canvas.fill(canvas.bounds, with: letter)
  }

  override func layoutSubviews() {
    layouts += 1
    onLayout(self)
  }

  override func handle(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { handledKeys.append(key) }
    if case .mouse(let mouse) = event { mouseEvents.append(mouse) }
    return takes(event)
  }

  override func focusDidChange(isFocused: Bool) { focusChanges.append(isFocused) }
}
