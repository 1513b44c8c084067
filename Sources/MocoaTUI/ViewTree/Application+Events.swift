import MocoaSystem

extension Application {
  /// Sleeps until there are events, and handles all of them.
  func waitForEvents() {
    let timeout = pollTimeout
    let (input, signals) = (terminal.inputDescriptor, terminal.signalDescriptor)
    // On the stack: a frame must not allocate memory.
    let ready = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { descriptors in
      func watch(_ index: Int, _ descriptor: Int32?) {
        descriptors.initializeElement(
          at: index, to: pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
      }
      watch(0, input)
      watch(1, signals)
      watch(2, MainQueue.descriptor)
      let count = poll(descriptors.baseAddress, nfds_t(descriptors.count), timeout)
      if count < 0 && errno != EINTR { return EventSources?.none }
      guard count > 0 else { return EventSources() }
      return EventSources(
        input: descriptors[0].revents != 0, signals: descriptors[1].revents != 0,
        mainQueue: descriptors[2].revents != 0)
    }
    guard let ready else { return quit(status: 1) }
    if ready.signals { handleSignals() }
    if ready.input || terminal.hasPendingInput { handleInput() }
    // The clock is read only if something waits for a time.
    if inputDeadline != nil { settleInput() }
    if ready.mainQueue { MainQueue.drain() }
    if !timers.isEmpty { fireTimers() }
  }

  /// The sources of the events that woke the loop.
  private struct EventSources {
    var input = false
    var signals = false
    var mainQueue = false
  }

  /// The maximum time to sleep in milliseconds; -1 means no limit.
  private var pollTimeout: Int32 {
    if terminal.hasPendingInput { return 0 }
    var earliest = inputDeadline
    if let next = timers.next { earliest = min(next, earliest ?? next) }
    // A view that requests a frame while it draws gets one, but not at once, to avoid an endless
    // loop.
    if needsFrame {
      let frame = ContinuousClock.now + .milliseconds(16)
      earliest = min(frame, earliest ?? frame)
    }
    guard let deadline = earliest else { return -1 }
    let milliseconds = ((deadline - .now) / .milliseconds(1)).rounded(.up)
    return Int32(min(max(0, milliseconds), Double(Int32.max)))
  }

  /// Reads the input and dispatches it to the views.
  public func handleInput() {
    var bytes: [UInt8] = []
    swap(&bytes, &input)
    defer { swap(&bytes, &input) }
    switch terminal.readInput(into: &bytes) {
    case .bytes:
      let now = ContinuousClock.now
      var typed: [Key] = []
      parser.feed(bytes, after: now - lastInput) { event in
        if case .key(let key) = event, key.text != nil, focusedView?.takesText == true {
          typed.append(key)
        } else {
          insert(&typed)
          dispatch(event)
        }
      }
      insert(&typed)
      lastInput = now
      // A lone Esc is a key only when nothing follows it.
      inputDeadline = parser.isPending ? .now + inputPatience : nil
    case .nothing: break
    // The terminal is gone: quit as after a hang-up.
    case .end: quit(status: 128 + SIGHUP)
    }
  }

  /// Inserts the characters of one read of input into the focused text input as one change, and
  /// clears them.
  ///
  /// A terminal without bracketed paste sends pasted text as keys, and each change may start a
  /// query.
  private func insert(_ typed: inout [Key]) {
    if typed.count > 1 {
      focusedView?.dismissMessage()
      dispatch(.paste(String(typed.compactMap(\.text))))
    } else if let key = typed.first {
      dispatch(.key(key))
    }
    typed.removeAll()
  }

  /// Returns the maximum delay between the bytes of a key.
  ///
  /// It is `escapeDelay` in milliseconds, at most a minute; 25 milliseconds by default.
  static func inputPatience(escapeDelay: String?) -> Duration {
    .milliseconds(escapeDelay.flatMap(Int.init).map { min(max($0, 0), 60_000) } ?? 25)
  }

  /// Interprets an incomplete sequence that was not continued as keys; called by the loop.
  package func settleInput(at now: ContinuousClock.Instant = .now) {
    guard let deadline = inputDeadline, deadline <= now else { return }
    inputDeadline = nil
    parser.timeout { dispatch($0) }
  }

  private func handleSignals() {
    for signal in terminal.readSignals() {
      switch signal {
      case .resize: resize()
      case .stop: suspend()
      case .resume:
        terminal.resume()
        layOutAll()
      case .end(let number): quit(status: 128 + number)
      }
    }
  }

  /// Dispatches an event to the focused view, and up from there until a view handles it.
  public func dispatch(_ event: InputEvent) {
    hasInput = hasInput || event.isIntended
    switch event {
    case .key(let key): dispatch(key)
    case .mouse(let mouse): dispatch(mouse)
    case .paste, .focus:
      var view: View? = focusedView ?? root
      while let next = view, !next.handle(event) { view = next.superview }
    case .resize: resize()
    case .background(let isLight): onBackgroundReport?(isLight)
    }
  }

  private func dispatch(_ key: Key) {
    (focusedView ?? root).dismissMessage()
    var view: View? = focusedView ?? root
    while let next = view {
      if next.handle(.key(key)) || next.run(key) { return }
      view = next.superview
    }
    if unhandledKey?(key) == true || Self.keyMap.run(key, in: root) { return }
    (focusedView ?? root).showMessage(explanation(ofUnhandled: key))
  }

  /// Returns the reason why a key had no effect: its bindings are not available, or there are none.
  private func explanation(ofUnhandled key: Key) -> String {
    let helps = keyChain.flatMap { $0.map.bindings(of: key) }.map(\.help)
    if let help = helps.first {
      return "\(key) has no effect here" + (helps.count == 1 ? ": \(help)" : "")
    }
    let keys = keyChain.lazy.flatMap { $0.map.keys(for: "help") }.first
    return "\(key) is not bound" + (keys.map { "; \($0) lists the keys" } ?? "")
  }

  /// Performs the binding of a name as if its key had been pressed.
  ///
  /// - Returns: `true` if it was performed by a view or the application.
  @discardableResult
  public func perform(_ name: String) -> Bool {
    focusedBindings.perform(name, in: ())
  }

  /// Toggles mouse input; without it, the terminal's own selection of text works.
  func toggleMouse() {
    terminal.isMouseReportingEnabled.toggle()
    let keys = Self.keyMap.keys(for: "toggle-mouse").first.map(\.description) ?? ""
    (focusedView ?? root).showMessage(
      terminal.isMouseReportingEnabled
        ? "mouse input is on"
        : "mouse input is off, to select text; \(keys) turns it on")
  }

  /// Sends the whole screen again, in case something else has written to it.
  public func redraw() {
    terminal.invalidate()
    layOutAll()
  }

  private func dispatch(_ event: MouseEvent) {
    switch event.action {
    case .press, .wheel: (focusedView ?? root).dismissMessage()
    case .release, .drag, .move: break
    }
    var event = event
    event.point.column -= terminal.origin.column
    event.point.row -= terminal.origin.row
    guard let hit = mouseTarget(of: event) else { return }
    var view: View? = hit.view
    event.point = hit.point
    while let next = view, !next.handle(.mouse(event)) {
      event.point.column += next.frame.left
      event.point.row += next.frame.top
      view = next.superview
    }
  }

  /// Returns the view under the mouse; while a button is held, the one where it was pressed.
  private func mouseTarget(of event: MouseEvent) -> (view: View, point: Point)? {
    switch event.action {
    case .press:
      let hit = hit(at: event.point)
      pressedView = hit?.view
      return hit
    case .drag, .release:
      guard let view = pressedView, view.isPart(of: root) else { return hit(at: event.point) }
      if case .release = event.action { pressedView = nil }
      let origin = view.screenOrigin
      return (
        view,
        Point(
          column: event.point.column - origin.column, row: event.point.row - origin.row)
      )
    case .move, .wheel: return hit(at: event.point)
    }
  }
}
