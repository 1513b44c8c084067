/// A view that may be higher than its place: keys and the wheel scroll it, and a view in it that
/// gets the focus comes into sight.
@MainActor
open class ScrollView: View, FocusContainer, RowScrolling {
  /// What is scrolled.
  public let content: View

  /// How many rows are scrolled out of sight at the top.
  public private(set) var offset = 0

  var firstRow: Int { offset }

  private var revealsFocus = false

  /// Makes a view that scrolls another one.
  public init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
  }

  /// Makes a view that scrolls a column of views.
  public convenience init(spacing: Int = 0, @ViewBuilder _ views: () -> [View]) {
    self.init(VStack(spacing: spacing, views))
  }

  /// Scrolls so that a row of the content is the first one in sight, as far as there are rows.
  public func scroll(to row: Int) {
    layoutIfNeeded()
    let row = max(0, min(row, content.frame.rows - frame.rows))
    guard row != offset else { return }
    offset = row
    setNeedsLayout()
  }

  // MARK: Layout

  /// As wide and as high as the content; a stack gives it less where there is no room.
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
    // Where the view with the focus is, is known when the content is laid out.
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

  /// A view without others that take the focus takes it itself, to be scrolled.
  open override var canBecomeFocused: Bool { content.focusOrder.isEmpty }

  /// The keys of a view that is scrolled.
  static let defaultKeyMap = KeyMap(
    [
      .init(.moveDown, [.down, "j"], help: "Scroll down"),
      .init(.moveUp, [.up, "k"], help: "Scroll up"),
      .init(.movePageDown, [.pageDown], help: "Page down"),
      .init(.movePageUp, [.pageUp], help: "Page up"),
      .init(.moveToTop, [.home, "g"], help: "Scroll to the top"),
      .init(.moveToBottom, [.end, "G"], help: "Scroll to the bottom"),
    ], title: "Scroll")

  open override var keyMap: KeyMap { Self.defaultKeyMap }

  open override func perform(_ action: Action) -> Bool { performScrolling(action) }

  open override func handle(_ event: InputEvent) -> Bool { handleWheel(event) }
}
