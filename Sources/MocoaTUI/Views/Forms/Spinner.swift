import MocoaCore

/// An indicator that is animated while an activity is in progress.
///
/// It appears one animation step after the activity has started, so that short activities do not
/// flicker. While there is no activity, or the view is not visible, it has no timer.
///
/// ```swift
/// let spinner = Spinner("Signing in") { login.isExecuting }
/// ```
@MainActor
public final class Spinner: View {
  /// The text beside the indicator.
  public var text: String {
    didSet { if text != oldValue { invalidateSize() } }
  }

  private let isActive: @MainActor () -> Bool

  /// The number of animation steps since the activity started; it is visible from the first one on.
  private var turns = 0
  private var timer: TimerToken?

  /// The duration of an animation step.
  static let interval = Duration.milliseconds(100)

  private static let signs = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏").map(String.init)

  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - text: The text beside the indicator.
  ///   - isActive: Returns whether the activity is in progress, from observable properties.
  public init(_ text: String = "", while isActive: @escaping @MainActor () -> Bool) {
    self.text = text
    self.isActive = isActive
    super.init()
  }

  isolated deinit { timer?.cancel() }

  public override var observesDrawing: Bool { true }

  public override func sizeThatFits(_ available: Size) -> Size {
    let columns = TextWidth.columns(of: text, upTo: available.columns) + (text.isEmpty ? 1 : 2)
    return Size(columns: min(columns, available.columns), rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    guard isActive() else { return rest() }
    if turns > 0 {
      canvas.write(Self.signs[(turns - 1) % Self.signs.count], style: .keyword)
      canvas.write(text, style: .secondary)
    }
    // Drawing schedules the next step, so that the animation stops when the view is not visible.
    if !canvas.clipped(canvas.bounds).isEmpty { scheduleTurn() }
  }

  private func rest() {
    timer?.cancel()
    timer = nil
    turns = 0
  }

  private func scheduleTurn() {
    guard timer == nil else { return }
    timer = application?.schedule(after: Self.interval) { [weak self] in self?.turn() }
  }

  private func turn() {
    timer = nil
    turns += 1
    setNeedsDisplay()
  }
}
