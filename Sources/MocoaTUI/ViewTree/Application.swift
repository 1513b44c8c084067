import MocoaCore
import MocoaSystem

/// A full-screen program: the view tree, the focus, and the event loop.
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
/// A whole batch of input is handled before a frame is drawn, and a frame is drawn only if
/// something needs display: an idle program uses no processor time.
@MainActor
public final class Application {
  /// The terminal that displays the frames.
  public let terminal: any Terminal

  /// The view that fills the screen.
  public let root: RootView

  /// The theme.
  public var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      terminal.theme = theme
      for view in panes { view.pane?.invalidate() }
      setNeedsFrame()
    }
  }

  /// The view model of the program, at which the emissions of all pages end; nil for none.
  public var viewModel: ViewModel? {
    didSet { viewModel?.ready() }
  }

  /// Called when the terminal reports whether its background is light.
  ///
  /// The report is requested if ``Terminal/asksForBackground`` is set.
  public var onBackgroundReport: ((_ isLight: Bool) -> Void)?

  /// The view that receives input first: in the topmost layer, and visible.
  public internal(set) weak var focusedView: View?

  /// The exit status, once the program is ending.
  public private(set) var exitStatus: Int32?

  /// Called for keys that no view has handled; returns whether it has handled the key.
  public var unhandledKey: ((Key) -> Bool)?

  /// The registries of displayed lists and pages, and the diagnostics of those that are released.
  private var registries: [ModuleRegistry] = []
  private var earlierDiagnostics: [String] = []

  /// The time to draw an element of a list from which it is reported to the list's logger.
  var slowDrawingLimit = Duration.milliseconds(50)

  /// A Boolean value that indicates whether views are being drawn, and must not change.
  private(set) var isDrawing = false

  /// Closures that run after drawing.
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
  /// The views whose panes have surfaces, from bottom to top.
  private var panes: [View] = []
  private var needsPanes = true
  var input: [UInt8] = []
  /// The time at which an incomplete sequence is interpreted as keys, or nil.
  var inputDeadline: ContinuousClock.Instant?
  var lastInput = ContinuousClock.now
  /// A Boolean value that indicates whether the user has pressed a key, used the mouse, or pasted
  /// text.
  package internal(set) var hasInput = false
  let inputPatience = inputPatience(escapeDelay: getenv("ESCDELAY").map { String(cString: $0) })
  weak var pressedView: View?

  /// Creates an application on a terminal; nothing is displayed before ``run()``.
  public init(terminal: any Terminal, theme: Theme = .dark) {
    self.terminal = terminal
    self.theme = theme
    root = RootView()
    root.isPane = true
    root.shownBy = self
    terminal.theme = theme
  }

  /// Dismisses overlays, so that tasks that wait for their answers end.
  isolated deinit {
    for case let overlay as OverlayView in root.subviews { overlay.dismiss() }
  }

  /// Takes over the terminal, displays the views until the program ends, and restores the terminal.
  ///
  /// - Returns: The exit status.
  /// - Throws: A ``TerminalError`` if the terminal cannot be taken over.
  public func run() throws -> Int32 { try run(beforeFirstFrame: {}) }

  /// Also calls a closure before the first frame is drawn, when the views have their sizes.
  package func run(beforeFirstFrame prepare: () -> Void) throws -> Int32 {
    try start()
    defer {
      stop()
      printDiagnostics()
    }
    root.layoutIfNeeded()
    prepare()
    while exitStatus == nil {
      renderIfNeeded()
      waitForEvents()
    }
    return exitStatus ?? 0
  }

  /// Takes over the terminal and lays out the views on it.
  public func start() throws {
    try terminal.start()
    resize()
  }

  /// Restores the terminal.
  public func stop() {
    removeSurfaces()
    terminal.stop()
  }

  /// Adds a registry whose collected diagnostics are printed when the interface has ended.
  func addRegistry(_ registry: ModuleRegistry?) {
    guard let registry, !registries.contains(where: { $0 === registry }) else { return }
    releaseRegistries()
    registries.append(registry)
  }

  /// Releases the registries of pages and lists that are gone.
  private func releaseRegistries() {
    for index in registries.indices.reversed() where isKnownUniquelyReferenced(&registries[index]) {
      let lines = registries.remove(at: index).diagnosticLines
      earlierDiagnostics += lines.filter { !earlierDiagnostics.contains($0) }
    }
  }

  /// The diagnostics that the registries have collected, one in a line.
  var diagnosticLines: [String] {
    (earlierDiagnostics + registries.flatMap(\.diagnosticLines))
      .map { "mocoa: \(TextWidth.sanitized($0))" }
  }

  private func printDiagnostics() {
    for line in diagnosticLines { _ = writeAll("\(line)\n", to: STDERR_FILENO) }
  }

  /// Ends the program after the current events have been handled.
  public func quit(status: Int32 = 0) {
    exitStatus = exitStatus ?? status
  }

  /// Requests a frame.
  public func setNeedsFrame() {
    needsFrame = true
  }

  /// Lays out for the terminal's size and redraws; if the size is unchanged, resends the screen.
  public func resize() {
    let size = terminal.size
    terminal.updateSize()
    guard terminal.size == size, root.frame.size == size else { return layOutAll() }
    terminal.invalidate()
    needsFrame = true
  }

  /// Lays out for the terminal's size and redraws everything on new surfaces.
  func layOutAll() {
    removeSurfaces()
    root.frame = Rect(origin: .zero, size: terminal.size)
    root.setNeedsLayout()
    root.setNeedsDisplay()
    needsFrame = true
  }

  /// Restores the screen, stops the job as Ctrl-Z does, and redraws when it continues.
  public func suspend() {
    terminal.suspend()
    layOutAll()
  }

  /// Restores the screen while another program uses the terminal, and redraws afterwards.
  package func releaseTerminal(during body: () -> Void) {
    terminal.release(during: body)
    layOutAll()
  }

  /// Draws and presents a frame, if something needs display.
  public func renderIfNeeded() {
    guard needsFrame else { return }
    root.layoutIfNeeded()
    updateFocus()
    // A view that got the focus may have changed others.
    root.layoutIfNeeded()
    // Views marked by layout are part of this frame; those marked while drawing, of the next.
    needsFrame = false
    draw()
    if needsPanes { arrangePanes() }
    for view in panes { view.pane?.write() }
    terminal.present(cursor: cursor)
  }

  /// Creates, orders and removes the surfaces of panes with the next frame.
  func panesDidChange() {
    needsPanes = true
    // Panes created while drawing are part of the current frame.
    if !isDrawing { needsFrame = true }
  }

  /// Creates, removes and orders surfaces, so that each visible pane has one.
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

  /// Removes all surfaces; the panes are redrawn for the next frame.
  func removeSurfaces() {
    for view in panes {
      view.pane?.removeSurface()
      view.pane = nil
    }
    panes = []
    needsPanes = true
  }

  /// Draws the marked views, then runs the deferred closures.
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

/// The root view of an application, which fills the screen.
public final class RootView: LayerView {
  fileprivate(set) weak var shownBy: Application?

  public override var application: Application? { shownBy }

  override var dependsOnSizesOfSubviews: Bool { true }

  /// Every subview fills the screen, except overlays.
  public override func layoutSubviews() {
    for view in subviews {
      view.frame =
        (view as? OverlayView)?.frame(in: bounds) ?? (view as? ToastView)?.frame(in: bounds)
        ?? bounds
    }
  }
}
