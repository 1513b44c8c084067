/// One row at the foot of a page: what is shown, where the cursor is, and messages that pass.
@MainActor
public final class StatusBar: View {
  /// Makes an empty bar, which is a pane.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isPane = true
  }

  /// What is shown, at the left: a name or a path, which is shortened in the middle.
  public var title = "" {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// What goes on, after the title, such as the progress of loading.
  public var activity = "" {
    didSet { if activity != oldValue { setNeedsDisplay() } }
  }

  /// What others have changed, before what a search has found.
  public var changes = "" {
    didSet { if changes != oldValue { setNeedsDisplay() } }
  }

  /// What a search has found, before the position.
  public var match = "" {
    didSet { if match != oldValue { setNeedsDisplay() } }
  }

  /// Where the cursor is, at the right.
  public var position = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// The most useful keys, the most important first, with two blanks between them.
  ///
  /// As many as there is room for are shown; the first one goes before a long title.
  public var hint = "" {
    didSet { if hint != oldValue { setNeedsDisplay() } }
  }

  private var message: (text: String, style: Style)?
  private var messageTimer: TimerToken?

  /// Shows a message in place of title and activity, for a while or until the next one.
  public func show(
    _ text: String, style: Style = .statusBarStrong, for duration: Duration = .seconds(4)
  ) {
    messageTimer?.cancel()
    message = (text, style)
    messageTimer = application?.schedule(after: duration) { [weak self] in self?.clearMessage() }
    setNeedsDisplay()
  }

  /// Whether there is a message now.
  public var hasMessage: Bool { message != nil }

  /// Takes the message away.
  public func clearMessage() {
    messageTimer?.cancel()
    messageTimer = nil
    guard message != nil else { return }
    message = nil
    setNeedsDisplay()
  }

  /// A click shows the keys, each of which can be clicked as well.
  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action else { return false }
    application?.showHelp()
    return true
  }

  public override var backgroundStyle: Style { .statusBar }

  public override func draw(in canvas: inout Canvas) {
    var inner = canvas.part(bounds.inset(by: Insets(left: 1, right: 1)))
    inner.write(position, style: .statusBar, alignment: .trailing)
    if !match.isEmpty { inner.write(match + " ", style: .statusBarStrong, alignment: .trailing) }
    if !changes.isEmpty {
      inner.write(changes + " ", style: .statusBarStrong, alignment: .trailing)
    }
    if let message {
      inner.write(message.text, style: .statusBar)
      let columns = min(TextWidth.columns(of: message.text, upTo: frame.columns), frame.columns)
      canvas.overlay(Rect(column: 1, row: 0, columns: columns, rows: 1), style: message.style)
      return
    }
    let hint = shownHint
    inner.write(
      TextWidth.shortenedPath(title, to: titleRoom(besides: hint)), style: .statusBarStrong)
    if !activity.isEmpty { inner.write(activity, style: .statusBar) }
    if !hint.isEmpty { inner.write(hint, style: .statusBar, alignment: .trailing) }
  }

  /// The columns between two texts.
  private static let gap = 2

  /// The columns that all texts but the title take, with the gaps behind them.
  private func columns(besidesTitleWith hint: String) -> Int {
    [activity, changes, match, position, hint].reduce(Self.gap) { sum, text in
      text.isEmpty ? sum : sum + TextWidth.columns(of: text, upTo: frame.columns) + Self.gap
    }
  }

  /// The columns that are left for the title; negative where the hint does not fit.
  private func titleRoom(besides hint: String) -> Int {
    frame.columns - columns(besidesTitleWith: hint)
  }

  /// The first keys of the hint: all that fit beside the whole title, or else the first one, if
  /// enough of the title is left.
  private var shownHint: String {
    let titleColumns = TextWidth.columns(of: title, upTo: frame.columns)
    var hint = ""
    for key in self.hint.split(separator: "  ") {
      let longer = hint.isEmpty ? String(key) : "\(hint)  \(key)"
      let room = titleRoom(besides: longer)
      guard room >= (hint.isEmpty ? min(titleColumns, 12) : titleColumns) else { break }
      hint = longer
    }
    return hint
  }
}
