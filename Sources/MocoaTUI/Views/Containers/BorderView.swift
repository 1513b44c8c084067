/// A frame of lines with a title around another view; it stands out while the focus is in it.
@MainActor
public final class BorderView: ZStack, FocusContainer {
  /// The text in the upper line.
  public var title: String {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// Makes a frame around a view.
  public init(title: String = "", content: View) {
    self.title = title
    super.init(insets: Insets(top: 1, left: 1, bottom: 1, right: 1)) { content }
  }

  public override func draw(in canvas: inout Canvas) {
    let style: Style = containsFocus ? .title : .border
    canvas.box(canvas.bounds, style: style, title: title.isEmpty ? nil : title)
  }

  func focusDidMove() { setNeedsDisplay() }
}
