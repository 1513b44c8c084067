/// A border with a title around another view, which is highlighted while it contains the focus.
///
/// In a ``SplitView``, the lines between the panes are edges of the border, too. Its extent
/// includes them: `.extent(.fixed(3))` is a row of the content everywhere.
@MainActor
public final class BorderView: ZStack, FocusContainer {
  /// The title, in the upper edge of the border.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      // The title may be in the line of a split view.
      var view = superview
      while let split = view as? SplitView {
        split.setNeedsDisplay()
        view = split.superview
      }
    }
  }

  /// Creates a border around a view.
  public init(title: String = "", content: View) {
    self.title = title
    super.init(insets: .zero) { content }
  }

  /// The width of the border: 0 at edges that are lines of a split view.
  public override var insets: Insets {
    get {
      func width(_ edge: Edge) -> Int { isBesideLine(at: edge) ? 0 : 1 }
      return Insets(
        top: width(.top), left: width(.left), bottom: width(.bottom), right: width(.right))
    }
    set {}
  }

  public override func draw(in canvas: inout Canvas) {
    let style = style
    // Edges that are lines of a split view are outside of the canvas.
    let insets = insets
    let box = canvas.bounds.inset(
      by: Insets(
        top: insets.top - 1, left: insets.left - 1, bottom: insets.bottom - 1,
        right: insets.right - 1))
    canvas.box(box, style: style)
    func join(_ edge: Edge, _ junction: LineJunction, _ place: (Int) -> Point) {
      guard !isBesideLine(at: edge) else { return }
      for view in subviews {
        for end in view.lineEnds(at: edge) {
          canvas.draw(String(junction.character), at: place(end), style: style)
        }
      }
    }
    let (top, left) = (insets.top, insets.left)
    join(.top, [.left, .right, .down]) { Point(column: left + $0, row: 0) }
    join(.bottom, [.left, .right, .up]) { Point(column: left + $0, row: box.bottom - 1) }
    join(.left, [.up, .down, .right]) { Point(column: 0, row: top + $0) }
    join(.right, [.up, .down, .left]) { Point(column: box.right - 1, row: top + $0) }
    canvas.drawTitle(title, of: box, style: style)
  }

  private var style: StyleName { containsFocus ? .title : .border }

  /// Draws the title in the line of a split view above the border.
  func drawTitle(in canvas: Canvas, at point: Point) {
    let box = Rect(
      column: point.column + insets.left - 1, row: point.row,
      columns: frame.columns + 2 - insets.left - insets.right, rows: frame.rows + 1)
    canvas.drawTitle(title, of: box, style: style)
  }

  override func lineEnds(at edge: Edge) -> [Int] {
    var ends = super.lineEnds(at: edge)
    guard isBesideLine(at: edge) else { return ends }
    let isAcross = edge == .left || edge == .right
    if !isBesideLine(at: isAcross ? .top : .left) { ends.append(0) }
    if !isBesideLine(at: isAcross ? .bottom : .right) {
      ends.append((isAcross ? frame.rows : frame.columns) - 1)
    }
    return ends
  }

  func focusDidMove() { setNeedsDisplay() }
}
