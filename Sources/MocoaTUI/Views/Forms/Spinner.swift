import MocoaCore

/// A sign that something goes on, which turns for as long as it does.
///
/// It appears a moment after the activity has begun, so that what is done at once does not flicker.
/// While nothing goes on, or while it is out of sight, it has no timer and costs nothing.
///
/// ```swift
/// let spinner = Spinner("Signing in") { login.isExecuting }
/// ```
@MainActor
public final class Spinner: View {
  /// What is said beside the sign.
  public var text: String {
    didSet { if text != oldValue { invalidateSize() } }
  }

  private let isActive: @MainActor () -> Bool

  /// How often it has turned since the activity began; it is seen from the first turn on.
  private var turns = 0
  private var timer: TimerToken?

  /// How long the sign stays as it is.
  static let interval = Duration.milliseconds(100)

  private static let signs = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏").map(String.init)

  /// Makes a spinner.
  ///
  /// - Parameters:
  ///   - text: what is said beside the sign.
  ///   - isActive: whether something goes on; read from observable properties.
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
    // Only what is drawn turns, so nothing is to be done when it goes out of sight.
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
