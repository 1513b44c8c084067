import Glibc

/// A program that fills a terminal: the view tree, the focus, and the loop that keeps both in step.
///
/// ```
///   bytes of keys ─► InputParser ─► focused view ─► its superview ─► … ─► application
///   signals       ─► resize, stop, end
///   main queue    ─► feeds, timers, tasks of the main actor
///                                   │ anything of it marks views
///                                   ▼
///                        layout, draw, write panes, present: one frame, or none
/// ```
///
/// A whole batch of input is handled before a frame is made, and a frame is made only when
/// something was marked: an idle program uses no processor.
@MainActor
public final class Application {
  /// What shows the frames.
  public let terminal: any Terminal

  /// The view that fills the screen.
  public let root: RootView

  /// What the styles look like.
  public var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      terminal.theme = theme
      for view in panes { view.pane?.invalidate() }
      setNeedsFrame()
    }
  }

  /// The view that input goes to first: always one of the topmost layer, and one that is shown.
  public internal(set) weak var focusedView: View?

  /// How the program ends, once something has ended it.
  public private(set) var exitStatus: Int32?

  /// Called for keys that no view has handled.
  public var unhandledKey: ((Key) -> Bool)?

  /// How long an element of a list may take to draw before it is reported to the list's logger.
  public var slowDrawingLimit = Duration.milliseconds(50)

  /// Whether views are being drawn, so that those that are drawn must stay what they are.
  private(set) var isDrawing = false

  /// What is put off until all is drawn.
  var afterDrawing: [() -> Void] = []

  /// The types of views that were reported to the loggers.
  var slowViews: Set<ObjectIdentifier> = []
  /// The clock by which drawing is timed.
  var now: () -> ContinuousClock.Instant = { .now }
  var parser = InputParser()
  var timers = TimerQueue()
  var needsFrame = true
  /// The numbers of styles and clusters in all panes.
  let styles = StyleTable()
  /// The views whose panes have surfaces, from the bottom to the top.
  private var panes: [View] = []
  private var needsPanes = true
  var input: [UInt8] = []
  /// When a sequence that has only begun is taken for keys.
  var inputDeadline: ContinuousClock.Instant?
  /// When something came from the terminal last.
  var lastInput = ContinuousClock.now
  let inputPatience = inputPatience(escapeDelay: getenv("ESCDELAY").map { String(cString: $0) })
  weak var pressedView: View?

  /// Makes an application on a terminal; nothing is shown before ``run()``.
  public init(terminal: any Terminal, theme: Theme = .dark) {
    self.terminal = terminal
    self.theme = theme
    root = RootView()
    root.isPane = true
    root.shownBy = self
    terminal.theme = theme
  }

  /// Dismisses overlays, so that nothing waits for their answers forever.
  isolated deinit {
    for case let overlay as OverlayView in root.subviews { overlay.dismiss() }
  }

  /// Takes the terminal over, shows the views until something ends the program, and gives the
  /// terminal back.
  ///
  /// - Returns: the exit status.
  /// - Throws: ``TerminalError`` where the terminal cannot be taken over.
  public func run() throws -> Int32 {
    try start()
    defer { stop() }
    while exitStatus == nil {
      renderIfNeeded()
      waitForEvents()
    }
    return exitStatus ?? 0
  }

  /// Takes the terminal over and lays the views out on it.
  public func start() throws {
    try terminal.start()
    resize()
  }

  /// Gives the terminal back.
  public func stop() {
    removeSurfaces()
    terminal.stop()
  }

  /// Ends the program when the present events are handled.
  public func quit(status: Int32 = 0) {
    exitStatus = exitStatus ?? status
  }

  /// Asks for a frame.
  public func setNeedsFrame() {
    needsFrame = true
  }

  /// Lays out for the terminal's size and draws everything again; where the size is the same, what
  /// was drawn is sent again.
  public func resize() {
    let size = terminal.size
    terminal.updateSize()
    guard terminal.size == size, root.frame.size == size else { return layOutAll() }
    terminal.invalidate()
    needsFrame = true
  }

  /// Lays out for the terminal's size and draws everything on other surfaces.
  func layOutAll() {
    removeSurfaces()
    root.frame = Rect(origin: .zero, size: terminal.size)
    root.setNeedsLayout()
    root.setNeedsDisplay()
    needsFrame = true
  }

  /// Gives the screen back, stops the job as Ctrl-Z does, and draws everything when it continues.
  public func suspend() {
    terminal.suspend()
    layOutAll()
  }

  /// Gives the screen back while another program has the terminal, and draws everything again.
  ///
  /// - Parameter body: Has the terminal; blocks until it can be taken over.
  public func releaseTerminal(during body: () -> Void) {
    terminal.release(during: body)
    layOutAll()
  }

  /// Makes a frame and shows it, if something was marked since the last one.
  public func renderIfNeeded() {
    guard needsFrame else { return }
    root.layoutIfNeeded()
    updateFocus()
    // A view that was given the focus may have changed others.
    root.layoutIfNeeded()
    // What layout has marked is part of this frame; what drawing marks is left to the next.
    needsFrame = false
    draw()
    if needsPanes { arrangePanes() }
    for view in panes { view.pane?.write() }
    terminal.present(cursor: cursor)
  }

  /// Has the surfaces of panes made, ordered and removed with the next frame.
  func panesDidChange() {
    needsPanes = true
    // What drawing has made is part of the present frame.
    if !isDrawing { needsFrame = true }
  }

  /// Gives each pane that can be seen a surface, in the order of the views.
  private func arrangePanes() {
    needsPanes = false
    var shown: [View] = []
    root.appendPanes(to: &shown)
    let gone = panes.filter { view in !shown.contains { $0 === view } }
    for view in gone {
      view.pane?.removeSurface()
      view.pane = nil
    }
    panes = shown
    terminal.order(panes.compactMap { $0.pane?.surface(on: terminal) })
  }

  /// Removes all surfaces; the panes are drawn again for the next frame.
  func removeSurfaces() {
    for view in panes {
      view.pane?.removeSurface()
      view.pane = nil
    }
    panes = []
    needsPanes = true
  }

  /// Draws what was marked; what drawing has put off is done then.
  private func draw() {
    isDrawing = true
    root.display(on: nil, isForced: false)
    isDrawing = false
    let waiting = afterDrawing
    afterDrawing = []
    for body in waiting { body() }
  }

  private var cursor: Point? {
    guard let view = focusedView, let inner = view.textCursor, view.isPart(of: root), view.isShown
    else { return nil }
    let origin = view.screenOrigin
    let point = Point(column: origin.column + inner.column, row: origin.row + inner.row)
    return root.bounds.contains(point) ? point : nil
  }
}

/// The view that fills the screen; the application's own.
public final class RootView: LayerView {
  fileprivate(set) weak var shownBy: Application?

  public override var application: Application? { shownBy }

  override var dependsOnSizesOfSubviews: Bool { true }

  /// Every subview fills the screen, but for overlays.
  public override func layoutSubviews() {
    for view in subviews { view.frame = (view as? OverlayView)?.frame(in: bounds) ?? bounds }
  }
}
