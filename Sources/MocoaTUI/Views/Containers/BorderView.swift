/// A border with a title around another view, which is highlighted while it contains the focus.
@MainActor
public final class BorderView: ZStack, FocusContainer {
  /// The title, in the upper edge of the border.
  public var title: String {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// Creates a border around a view.
  public init(title: String = "", content: View) {
    self.title = title
    super.init(insets: Insets(top: 1, left: 1, bottom: 1, right: 1)) { content }
  }

  public override func draw(in canvas: inout Canvas) {
    let style: StyleName = containsFocus ? .title : .border
    canvas.box(canvas.bounds, style: style, title: title.isEmpty ? nil : title)
  }

  func focusDidMove() { setNeedsDisplay() }
}
