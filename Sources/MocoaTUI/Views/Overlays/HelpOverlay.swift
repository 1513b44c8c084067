import MocoaSystem

/// An overlay that lists the keys of the focused view and its superviews, and the signs of a page;
/// a click presses a key.
@MainActor
final class HelpOverlay: OverlayView {
  private let text: HelpText

  /// The text that the displayed lines have, while it is typed and afterwards.
  private let field = TextField()

  /// Creates an overlay of key maps, from that of the focused view outwards.
  ///
  /// A key that an inner map or an earlier binding has is not listed for others, because it does
  /// not reach them.
  init(keyMaps: [KeyMap], signs: [ScreenSign] = []) {
    text = HelpText(keyMaps, signs: signs)
    super.init()
    text.onScroll = { [weak self] in self?.setNeedsDisplay() }
    text.onClick = { [weak self] in self?.press($0) }
    addSubview(text)
    addSubview(field)
    field.isHidden = true
    field.onChange = { [weak self] in self?.text.narrow(to: $0) }
    field.onSubmit = { [weak self] in $0.isEmpty ? self?.endSearch() : self?.focusText() }
    field.onCancel = { [weak self] in self?.endSearch() }
  }

  /// Displays only the lines with a text that is typed.
  private func search() {
    showAll(isSearching: true)
    application?.focus(field)
  }

  private func endSearch() {
    focusText()
    showAll(isSearching: false)
  }

  private func showAll(isSearching: Bool) {
    field.text = ""
    text.narrow(to: "")
    field.isHidden = !isSearching
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func focusText() { application?.focus(text) }

  override var preferredFocus: View? { text }

  /// Dismisses the help, and dispatches a key to the views below.
  private func press(_ key: Key) {
    let application = application
    dismiss()
    application?.dispatch(.key(key))
  }

  override func sizeThatFits(_ available: Size) -> Size {
    text.wrap(to: available.columns - 4)
    return Size(columns: text.columns + 4, rows: text.fullLineCount + 2)
  }

  override func layoutSubviews() {
    text.frame = bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
    field.frame = Rect(
      column: 4, row: bounds.rows - 1, columns: max(0, bounds.columns - 6), rows: 1)
  }

  /// Scrolls the text by the mouse wheel at any position of the overlay.
  override func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event, case .wheel = mouse.action { return text.handle(event) }
    return super.handle(event)
  }

  override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: "Keys")
    let hint = " / searches  Esc closes "
    let edgeColumns = bounds.columns - TextWidth.columns(of: hint) - 2
    if !field.isHidden {
      canvas.draw(" /", at: Point(column: 2, row: bounds.rows - 1), style: .key)
    } else if edgeColumns > 2 {
      canvas.draw(hint, at: Point(column: edgeColumns, row: bounds.rows - 1), style: .secondary)
    }
    let edge = Rect(
      column: bounds.right - 1, row: 1, columns: 1, rows: max(0, bounds.rows - 2))
    let position = ScrollBar.Position(
      start: text.topLine, count: text.frame.rows, total: text.lineCount)
    ScrollBar.draw(position, in: canvas.part(edge))
  }

  /// The keys of the overlay besides those that scroll it.
  static let defaultKeyMap = KeyMap(
    for: HelpOverlay.self, title: "Help",
    [
      .dismissal([.escape, "q", "?", .function(1)], help: "Close the help"),
      .init("search-help", ["/"], help: "Show only the keys with a text") { $0.search() },
      .init("command-palette", [":"], help: "List all actions") { overlay in
        let application = overlay.application
        overlay.dismiss()
        application?.showPalette()
      },
    ])

  override var keyMap: KeyMap { Self.defaultKeyMap }
}

extension Application {
  /// The key maps in which keys are looked up, with their views, from the focused view outwards.
  var keyChain: [(view: View, map: KeyMap)] {
    let views = sequence(first: focusedView ?? root, next: \.superview)
    return views.flatMap { view in view.keyMaps.map { (view, $0) } } + [(root, Self.keyMap)]
  }

  /// The available bindings, from those of the focused view outwards.
  package var focusedKeyMaps: [KeyMap] { keyChain.map { $0.map.available(in: $0.view) } }

  /// The available bindings, from those of the focused view outwards, each in its view.
  package var focusedBindings: [KeyBinding<Void>] {
    keyChain.flatMap { view, map in map.bindings(in: view) }
  }

  /// Presents the keys of the focused view and its superviews.
  public func showHelp() { showHelp(signs: []) }

  /// Presents the keys of the focused view and its superviews, and signs with their meanings.
  package func showHelp(signs: [ScreenSign]) {
    present(HelpOverlay(keyMaps: focusedKeyMaps, signs: signs))
  }

  /// Cancels what is being typed, or dismisses the top overlay, as Esc does; ends the program if
  /// nothing is open.
  private func interrupt() {
    let (overlay, isTyping) = (topOverlay, (focusedView as? TextField)?.onCancel != nil)
    guard isTyping || overlay != nil else { return quitAsInterrupted() }
    dispatch(.key(.escape))
    if !isTyping, topOverlay === overlay { quitAsInterrupted() }
  }

  /// Ends the program with the status of one that was interrupted.
  package func quitAsInterrupted() { quit(status: 128 + SIGINT) }

  /// The keys that the application handles if no view does.
  public static let keyMap = KeyMap(
    for: View.self, title: "Program",
    [
      .init("help", ["?", .function(1)], help: "Show these keys") { $0.application?.showHelp() },
      .init("command-palette", [":"], help: "List all actions") { $0.application?.showPalette() },
      .init("interrupt", [.control("c")], help: "Cancel, or end the program") {
        $0.application?.interrupt()
      },
      .init("suspend", [.control("z")], help: "Suspend the program") { $0.application?.suspend() },
      .init("redraw", [.control("l")], help: "Redraw the screen") { $0.application?.redraw() },
      .init(
        "toggle-mouse", [.function(9), .alt("m")], help: "Toggle text selection with the mouse"
      ) { $0.application?.toggleMouse() },
    ])
}
