/// One row at the foot of a page: what is shown, where the cursor is, and messages that pass.
@MainActor
public final class StatusBar: View {
  /// What is shown, at the left.
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

  /// A reminder of the most useful keys, shown where there is room.
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
    for text in [match, changes].filter({ !$0.isEmpty }).map({ $0 + " " }) {
      inner.write(text, style: .statusBarStrong, alignment: .trailing)
    }
    if let message {
      inner.write(message.text, style: .statusBar)
      let columns = min(TextWidth.columns(of: message.text, upTo: frame.columns), frame.columns)
      canvas.overlay(Rect(column: 1, row: 0, columns: columns, rows: 1), style: message.style)
      return
    }
    inner.write(title, style: .statusBarStrong)
    if !activity.isEmpty { inner.write(activity, style: .statusBar) }
    let used = [title, activity, changes, match, position].reduce(8) {
      $0 + TextWidth.columns(of: $1, upTo: frame.columns)
    }
    if used + TextWidth.columns(of: hint, upTo: frame.columns) < frame.columns {
      inner.write(hint, style: .statusBar, alignment: .trailing)
    }
  }
}
