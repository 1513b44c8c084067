import MocoaCore

/// Messages in the upper right corner of the screen, which disappear after a time.
///
/// They are above the pages, below presented overlays, and never have the focus.
final class ToastView: View {
  private typealias Toast = (number: Int, text: String, style: StyleName, timer: TimerToken)

  private var toasts: [Toast] = []
  private var nextNumber = 0
  /// The number of toasts that were removed early because there were too many.
  private var droppedCount = 0

  /// The maximum number of toasts.
  static let limit = 4

  init() {
    super.init()
    isPane = true
  }

  /// Adds a toast; if there are more than ``limit``, the oldest is removed and counted.
  func show(_ text: String, style: StyleName, for duration: Duration, in application: Application) {
    let number = nextNumber
    nextNumber += 1
    let timer = application.schedule(after: duration) { [weak self] in self?.remove(number) }
    toasts.append((number, text, style, timer))
    if toasts.count > Self.limit {
      toasts.removeFirst().timer.cancel()
      droppedCount += 1
    }
    invalidateSize()
  }

  private func remove(_ number: Int) {
    toasts.removeAll { $0.number == number }
    if toasts.isEmpty { removeFromSuperview() } else { invalidateSize() }
  }

  private var lines: [Line] {
    let lines = toasts.map { Line([TextRun(" \($0.text) ", style: .statusBar, overlay: $0.style)]) }
    return droppedCount == 0 ? lines : lines + [Line(" \(droppedCount) more ", style: .statusBar)]
  }

  /// Returns the frame of the toasts on the screen.
  func frame(in bounds: Rect) -> Rect {
    let lines = lines
    let columns = lines.map { $0.columns(upTo: bounds.columns) }.max() ?? 0
    return bounds.split(lines.count, from: .top).strip.split(columns, from: .right).strip
  }

  override var backgroundStyle: StyleName { .statusBar }

  override func draw(in canvas: inout Canvas) {
    for (row, line) in lines.enumerated() { canvas.draw(line, at: Point(column: 0, row: row)) }
  }

  /// Dismisses all toasts when clicked.
  override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event, case .press = mouse.action else { return false }
    for toast in toasts { toast.timer.cancel() }
    removeFromSuperview()
    return true
  }
}

extension Application {
  /// Displays a message in a corner of the screen for a time, above any page.
  public func toast(
    _ text: String, style: StyleName = .statusBarStrong, for duration: Duration = .seconds(4)
  ) {
    let shown = root.subviews.lazy.compactMap { $0 as? ToastView }.first
    let view = shown ?? ToastView()
    if shown == nil {
      root.insertSubview(
        view, at: root.subviews.firstIndex { $0 is OverlayView } ?? root.subviews.count)
    }
    view.show(text, style: style, for: duration, in: self)
  }
}
