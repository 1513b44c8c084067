/// Text that is only shown, wrapped at the width of the view; an ellipsis ends what has no room.
@MainActor
public final class Label: View {
  /// The text.
  public var text: String {
    didSet { if text != oldValue { invalidateSize() } }
  }

  /// How the text is drawn.
  public var style: Style {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// Makes a label.
  public init(_ text: String = "", style: Style = .body) {
    self.text = text
    self.style = style
    super.init()
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

/// Bars made of characters.
package enum Bar {
  /// A part of 1 in percent; what is none is 0 %.
  package static func percentage(_ fraction: Double) -> String {
    "\(Int((clamped(fraction) * 100).rounded(.down))) %"
  }

  package static func clamped(_ fraction: Double) -> Double {
    fraction.isFinite ? min(max(0, fraction), 1) : 0
  }

  /// A value as text; a whole number without a fraction.
  static func text(of value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

extension Canvas {
  /// Draws how much of something is done: a line of which a part is heavy.
  func drawBar(_ fraction: Double, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let done = Int((Bar.clamped(fraction) * Double(rect.columns)).rounded(.down))
    fill(rect, with: "─", style: .border)
    fill(rect.split(done, from: .left).strip, with: "━", style: .success)
  }
}
