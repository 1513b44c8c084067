import MocoaTUI
import Testing

/// An application on a terminal in memory, which a test types into, clicks on, and looks at.
///
/// Keys and clicks come as the bytes that a real terminal would send.
/// ```swift
/// let screen = try ScreenDriver(columns: 40, rows: 8)
/// try screen.open("mocoa://contacts/", in: registry)
/// screen.type("j\r")
/// screen.click("Cancel")
/// screen.expect("""
///   Ada Lovelace      555-0101
///   """)
/// ```
@MainActor
public final class ScreenDriver {
  /// What the application draws on.
  public let terminal: ScriptedTerminal

  /// The application.
  public let application: Application

  /// Starts an application that shows nothing yet.
  public init(columns: Int, rows: Int) throws {
    terminal = ScriptedTerminal(columns: columns, rows: rows)
    application = Application(terminal: terminal)
    try application.start()
  }

  /// Starts an application that shows views; the first of the last one that can have the focus
  /// has it.
  public convenience init(columns: Int, rows: Int, showing views: View...) throws {
    try self.init(columns: columns, rows: rows)
    for view in views { application.root.addSubview(view) }
    if let view = views.last?.focusOrder.first { application.focus(view) }
    application.renderIfNeeded()
  }

  /// Shows a page, as the application would at its start.
  @discardableResult
  public func show(_ page: Page) -> PageStack {
    defer { application.renderIfNeeded() }
    return application.show(page)
  }

  /// Shows the page at an address.
  @discardableResult
  public func open(_ address: String, in registry: ModuleRegistry) throws -> PageStack {
    defer { application.renderIfNeeded() }
    return try application.open(address, in: registry)
  }

  /// The screen as it is now.
  public var picture: String {
    application.renderIfNeeded()
    return terminal.picture
  }

  /// Expects the screen to look like a picture.
  public func expect(
    _ expected: String, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectScreen(picture, is: expected, comment, sourceLocation: sourceLocation)
  }

  /// The style laid over a place of the last frame.
  public func overlay(column: Int, row: Int) -> StyleName? {
    terminal.style(at: Point(column: column, row: row))?.overlay
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, rows: Int) {
    terminal.resize(to: Size(columns: columns, rows: rows))
    application.resize()
    application.renderIfNeeded()
  }

  /// Lets some time pass, so that what was to happen within it happens.
  public func pass(_ duration: Duration) {
    application.fireTimers(at: .now + duration)
    application.renderIfNeeded()
  }

  /// Lets bindings and tasks of the main actor do what is to be done now, and draws.
  ///
  /// It is settled when nothing has asked for a frame in sixteen turns of the main actor; what
  /// waits for a timer or another thread is not waited for. A view that asks for frames without end
  /// is left after a thousand turns.
  public func settle() async {
    var quietTurns = 0
    for _ in 0..<1_000 where quietTurns < 16 {
      let frames = terminal.frameCount
      await Task.yield()
      application.renderIfNeeded()
      quietTurns = terminal.frameCount == frames ? quietTurns + 1 : 0
    }
  }

  /// Waits for something that the program does in the background.
  ///
  /// It waits 20 seconds, and at least 2,000 turns: tests share the main actor, and one of them may
  /// hold it for as long.
  public func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(20)
    var turns = 0
    while !isDone() {
      turns += 1
      guard ContinuousClock.now < deadline || turns < 2_000 else {
        let message = "waited in vain for \(what):\n\(picture)"
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        return
      }
      try? await Task.sleep(for: .milliseconds(1))
      application.renderIfNeeded()
    }
  }
}

// MARK: - Input

extension ScreenDriver {
  /// Types text, or the bytes of other keys, all in one go.
  public func type(_ text: String) {
    terminal.type(text.utf8)
    application.handleInput()
    application.settleInput(at: .now + .seconds(1))
    application.renderIfNeeded()
  }

  /// Presses keys, with a frame after each.
  public func press(_ keys: Key...) {
    for key in keys {
      application.dispatch(.key(key))
      application.renderIfNeeded()
    }
  }

  /// Uses the mouse at a place of the screen.
  public func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    application.dispatch(.mouse(MouseEvent(action, column: column, row: row)))
    application.renderIfNeeded()
  }

  /// Clicks on the first place of the screen at which a text stands.
  public func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let place = place(of: text, sourceLocation) else { return }
    report("0", place, "M")
    report("0", place, "m")
  }

  /// Clicks with the right button on a text.
  public func rightClick(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let place = place(of: text, sourceLocation) else { return }
    report("2", place, "M")
    report("2", place, "m")
  }

  /// Clicks twice on a text, which opens a row.
  public func doubleClick(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    click(text, sourceLocation: sourceLocation)
    click(text, sourceLocation: sourceLocation)
  }

  /// Drags the mouse from one text to another.
  public func drag(
    from start: String, to end: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let start = place(of: start, sourceLocation), let end = place(of: end, sourceLocation)
    else { return }
    report("0", start, "M")
    report("32", end, "M")
    report("0", end, "m")
  }

  /// Turns the wheel over a text by some notches; negative is towards the start.
  public func wheel(
    _ notches: Int, over text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let place = place(of: text, sourceLocation) else { return }
    for _ in 0..<abs(notches) { report(notches > 0 ? "65" : "64", place, "M") }
  }

  /// Turns the wheel over a text until another one is visible.
  public func wheel(
    over text: String, until wanted: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<200 where !picture.contains(wanted) {
      wheel(1, over: text, sourceLocation: sourceLocation)
    }
  }

  /// Sends what a terminal reports of the mouse, which counts from 1.
  private func report(_ button: String, _ place: Point, _ end: String) {
    type("\u{1B}[<\(button);\(place.column + 1);\(place.row + 1)\(end)")
  }

  private func place(of text: String, _ sourceLocation: SourceLocation) -> Point? {
    application.renderIfNeeded()
    for (row, line) in terminal.lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let column = TextWidth.columns(of: String(line[..<range.lowerBound]))
      return Point(column: column, row: row)
    }
    let message = "\(text) is not on the screen:\n\(picture)"
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    return nil
  }
}
