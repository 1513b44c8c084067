import MocoaCore

/// A view of read-only text, wrapped at its width; an ellipsis marks truncated text.
@MainActor
public final class Label: View {
  /// The text.
  public var text: String {
    didSet { if text != oldValue { invalidateSize() } }
  }

  /// The style of the text.
  public var style: StyleName {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  private var subscription: Subscription?

  /// Creates a label.
  public init(_ text: String = "", style: StyleName = .body) {
    self.text = text
    self.style = style
    super.init()
  }

  /// Creates a label of a text that changes.
  ///
  /// ```swift
  /// Label { "\(server.workers.count) workers" }
  /// ```
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - text: Returns the text, from observable properties.
  public convenience init(style: StyleName = .body, text: @escaping @MainActor () -> String) {
    self.init("", style: style)
    subscription = Subscription.following(text) { [weak self] in self?.text = $0 }
  }

  public override func sizeThatFits(_ available: Size) -> Size {
    let columns = max(1, min(available.columns, 1 << 20))
    let limit = max(1, min(available.rows, 1 << 20))
    let lines = TextWidth.lines(of: text, wrappedTo: columns, limit: limit)
    let widest = lines.map { TextWidth.columns(of: $0) }.max() ?? 0
    return Size(
      columns: min(widest, available.columns), rows: min(lines.count, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    canvas.drawWrapped(text, in: canvas.bounds, style: style)
  }
}

/// Values and texts of bars.
package enum Bar {
  /// Returns a fraction as a percentage; one that is not finite is 0 %.
  package static func percentage(_ fraction: Double) -> String {
    "\(Int((clamped(fraction) * 100).rounded(.down))) %"
  }

  package static func clamped(_ fraction: Double) -> Double {
    fraction.isFinite ? min(max(0, fraction), 1) : 0
  }

  /// Returns a value as text; a whole number has no fractional digits.
  static func text(of value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

extension Canvas {
  /// Draws a progress bar: a line whose completed part is heavy.
  func drawBar(_ fraction: Double, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let done = Int((Bar.clamped(fraction) * Double(rect.columns)).rounded(.down))
    fill(rect, with: "─", style: .border)
    fill(rect.split(done, from: .left).strip, with: "━", style: .success)
  }
}
