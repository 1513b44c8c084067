/// A view that scrolls content that may be taller than the view.
///
/// Keys and the mouse wheel scroll it; when a view of the content gets the focus, it is scrolled
/// into the viewport.
@MainActor
open class ScrollView: View, FocusContainer, RowScrolling {
  /// The view that is scrolled.
  public let content: View

  /// The number of rows of the content above the viewport.
  public private(set) var offset = 0

  var firstRow: Int { offset }

  private var revealsFocus = false

  /// Creates a view that scrolls another one.
  public init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
  }

  /// Creates a view that scrolls a vertical stack of views.
  public convenience init(spacing: Int = 0, @ViewBuilder _ views: () -> [View]) {
    self.init(VStack(spacing: spacing, views))
  }

  /// Scrolls so that a row of the content is the first visible one, or as close to it as possible.
  public func scroll(to row: Int) {
    layoutIfNeeded()
    let row = max(0, min(row, content.frame.rows - frame.rows))
    guard row != offset else { return }
    offset = row
    setNeedsLayout()
  }

  // MARK: Layout

  /// Returns the size of the content.
  open override func sizeThatFits(_ available: Size) -> Size { content.measured(in: available) }

  open override func layoutSubviews() {
    var columns = frame.columns
    var rows = rows(for: columns)
    if rows > frame.rows, columns > 1 {
      columns -= 1
      rows = self.rows(for: columns)
    }
    offset = max(0, min(offset, rows - frame.rows))
    content.frame = Rect(column: 0, row: -offset, columns: columns, rows: rows)
    guard revealsFocus else { return }
    revealsFocus = false
    // The position of the focused view is known only after the content is laid out.
    content.layoutIfNeeded()
    guard let focused = application?.focusedView, focused.isPart(of: content) else { return }
    let top = focused.screenOrigin.row - content.screenOrigin.row
    offset = max(0, min(max(offset, top + focused.frame.rows - frame.rows), top))
    content.frame.origin.row = -offset
  }

  private func rows(for columns: Int) -> Int {
    let rows = content.measured(in: Size(columns: columns, rows: .max)).rows
    return rows == .max ? frame.rows : max(rows, frame.rows)
  }

  override var dependsOnSizesOfSubviews: Bool { true }

  open override func draw(in canvas: inout Canvas) {
    guard content.frame.columns < frame.columns else { return }
    let edge = bounds.split(1, from: .right).strip
    ScrollBar.draw(
      ScrollBar.Position(start: offset, count: frame.rows, total: content.frame.rows),
      in: canvas.part(edge))
  }

  // MARK: Input

  func focusDidMove() {
    revealsFocus = true
    setNeedsLayout()
  }

  /// `true` if no view of the content can become focused, so that keys can scroll it.
  open override var canBecomeFocused: Bool { content.focusOrder.isEmpty }

  static let defaultKeyMap = KeyMap(
    for: ScrollView.self, title: "Scroll",
    [
      .init("move-down", [.down, "j"], help: "Scroll down") { $0.scroll(by: 1) },
      .init("move-up", [.up, "k"], help: "Scroll up") { $0.scroll(by: -1) },
      .init("page-down", [.pageDown], help: "Page down") { $0.scrollPages(1) },
      .init("page-up", [.pageUp], help: "Page up") { $0.scrollPages(-1) },
      .init("first-row", [.home, "g"], help: "Scroll to the top") { $0.scroll(to: 0) },
      .init("last-row", [.end, "G"], help: "Scroll to the bottom") { $0.scroll(to: .max) },
    ])

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  open override func handle(_ event: InputEvent) -> Bool { handleWheel(event) }
}
