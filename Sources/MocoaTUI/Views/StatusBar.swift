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
  package var changes = "" {
    didSet { if changes != oldValue { setNeedsDisplay() } }
  }

  /// What a search has found, before the position.
  package var match = "" {
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
    didSet {
      guard hint != oldValue else { return }
      hints = []
      for key in hint.split(separator: "  ") {
        let text = (hints.last.map { $0.text + "  " } ?? "") + key
        hints.append((text, TextWidth.columns(of: text)))
      }
      setNeedsDisplay()
    }
  }

  /// The first key of the hint, the first two, and so on, and how many columns they take.
  private var hints: [(text: String, columns: Int)] = []

  private var message: (text: String, style: Style)?
  private var messageTimer: TimerToken?

  /// Whether the message goes with the next key.
  private var isPassing = false

  /// Shows a message in place of title and activity, for a while, until the next one, or, unless
  /// it is to stay for longer than eight seconds, until the next key.
  public func show(
    _ text: String, style: Style = .statusBarStrong, for duration: Duration = .seconds(4)
  ) {
    messageTimer?.cancel()
    message = (text, style)
    isPassing = duration <= .seconds(8)
    messageTimer = application?.schedule(after: duration) { [weak self] in self?.clearMessage() }
    setNeedsDisplay()
  }

  /// Whether there is a message now.
  package var hasMessage: Bool { message != nil }

  /// Removes the message.
  public func clearMessage() {
    messageTimer?.cancel()
    messageTimer = nil
    guard message != nil else { return }
    message = nil
    setNeedsDisplay()
  }

  /// Removes the message unless it was shown for longer than some seconds.
  func clearPassingMessage() {
    if isPassing { clearMessage() }
  }

  /// A click shows the keys, each of which can be clicked as well.
  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press(.left) = mouse.action else { return false }
    application?.showHelp()
    return true
  }

  public override var backgroundStyle: Style { .statusBar }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    var inner = canvas.part(bounds.inset(by: Insets(left: 1, right: 1)))
    inner.write(position, style: .statusBar, alignment: .trailing)
    if !match.isEmpty { inner.write(match + " ", style: .statusBarStrong, alignment: .trailing) }
    if !changes.isEmpty {
      inner.write(changes + " ", style: .statusBarStrong, alignment: .trailing)
    }
    if let message {
      inner.write([TextRun(message.text, style: .statusBar, overlay: message.style)])
      return
    }
    let (hint, titleRoom) = shownHint
    inner.write(TextWidth.shortenedPath(title, to: titleRoom), style: .statusBarStrong)
    if !activity.isEmpty { inner.write(activity, style: .statusBar) }
    if !hint.isEmpty { inner.write(hint, style: .statusBar, alignment: .trailing) }
  }

  /// The columns between two texts.
  private static let gap = 2

  /// The first keys of the hint, and the columns that are left for the title: all keys that fit
  /// beside the title, or 40 columns or a third of the bar of it, or else the first one.
  private var shownHint: (hint: String, titleRoom: Int) {
    let titleColumns = TextWidth.columns(of: title, upTo: frame.columns)
    var room = frame.columns - Self.gap
    for text in [activity, changes, match, position] where !text.isEmpty {
      room -= TextWidth.columns(of: text, upTo: frame.columns) + Self.gap
    }
    let enough = min(titleColumns, max(40, room / 3))
    var shown = ("", room)
    for (text, columns) in hints {
      let rest = room - columns - Self.gap
      guard rest >= (shown.0.isEmpty ? min(titleColumns, 12) : enough) else { break }
      shown = (text, rest)
    }
    return shown
  }
}
