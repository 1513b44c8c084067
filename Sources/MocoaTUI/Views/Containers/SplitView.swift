/// A view that divides its area into panes, with dividers that the user can move.
///
/// ```swift
/// let split = SplitView(.horizontal) {
///   list.extent(.share(2))
///   detail
/// }
/// ```
/// Panes share the area; hidden ones take none of it. `tab` moves the focus from pane to pane, also
/// through nested split views. Lines join those of nested split views, and are edges of a
/// ``BorderView`` beside them.
@MainActor
public final class SplitView: StackView, FocusContainer {
  private var draggedLine: Int?

  /// The minimum columns or rows of a pane whose divider is moved.
  static let minimumExtent = 3

  /// Creates a split view; the panes are its subviews.
  public init(_ axis: Axis, @ViewBuilder panes: () -> [View]) {
    super.init(axis, spacing: 1, panes)
  }

  override func extent(of view: View) -> Extent {
    guard view.preferredExtent != .content() else { return .share(1) }
    let edges = edgesInLines(of: view)
    return edges == 0 ? view.preferredExtent : view.preferredExtent.mapped { max(0, $0) - edges }
  }

  /// Returns how many edges of a border along the axis are lines of a split view, which are counted
  /// in its preferred extent.
  private func edgesInLines(of view: View) -> Int {
    guard view is BorderView else { return 0 }
    let edges: [Edge] = axis == .horizontal ? [.left, .right] : [.top, .bottom]
    return edges.count { view.isBesideLine(at: $0) }
  }

  public override func layoutSubviews() {
    for pane in subviews { pane.isPane = true }
    super.layoutSubviews()
    // The lines beside a border may be others now.
    for pane in subviews where pane is BorderView || pane is SplitView { pane.setNeedsLayout() }
    // Lines that join those of this view.
    for view in sequence(first: superview, next: { $0?.superview })
    where view is SplitView || view is BorderView { view?.setNeedsDisplay() }
  }

  public override func draw(in canvas: inout Canvas) {
    let panes = shownViews
    for (index, line) in lines.enumerated() {
      let isFocused = panes[index...index + 1].contains { $0 is BorderView && $0.containsFocus }
      let style: StyleName = isFocused ? .title : .border
      let strip = slice(from: line, extent: 1)
      canvas.fill(strip, with: axis == .horizontal ? "│" : "─", style: style)
      for (place, junction) in junctions(ofLine: index) {
        let point = Point(column: place, row: line)
        canvas.draw(
          String(junction.character),
          at: axis == .vertical ? point : Point(column: line, row: place), style: style)
      }
      guard axis == .vertical else { continue }
      for (border, column) in borders(atTopOf: panes[index + 1]) {
        border.drawTitle(in: canvas, at: Point(column: column, row: line))
      }
    }
  }

  override func lineEnds(at edge: Edge) -> [Int] {
    let edges: [Edge] = axis == .horizontal ? [.top, .bottom] : [.left, .right]
    guard let side = edges.firstIndex(of: edge) else { return super.lineEnds(at: edge) }
    let end = side == 0 ? 0 : turned(frame.size).columns - 1
    return super.lineEnds(at: edge)
      + lines.enumerated().filter { junctions(ofLine: $0.offset)[end] == nil }.map(\.element)
  }

  /// Returns the borders whose upper edge is the line above a pane, and the columns at which they
  /// begin.
  private func borders(
    atTopOf pane: View, from column: Int = 0
  ) -> [(border: BorderView, column: Int)] {
    if let border = pane as? BorderView { return [(border, column)] }
    guard let split = pane as? SplitView else { return [] }
    return split.shownViews.filter { $0.frame.top == 0 }
      .flatMap { borders(atTopOf: $0, from: column + $0.frame.left) }
  }

  func focusDidMove() {
    if subviews.contains(where: { $0 is BorderView || $0 is SplitView }) { setNeedsDisplay() }
  }

  public override var keyMap: KeyMap {
    axis == .horizontal ? Self.defaultKeyMap : Self.verticalKeyMap
  }

  /// The keys of a split view with a horizontal axis.
  static let defaultKeyMap = keyMap(.right, .left)

  /// The keys of a split view with a vertical axis: the up and down arrows move dividers.
  static let verticalKeyMap = keyMap(.down, .up)

  private static func keyMap(_ forward: Key.Code, _ back: Key.Code) -> KeyMap {
    KeyMap(
      for: SplitView.self, title: "Panes",
      [
        .trying("next-pane", [.tab], help: "Next pane") { $0.moveFocus(forward: true) },
        .trying("previous-pane", [Key(.tab, .shift)], help: "Previous pane") {
          $0.moveFocus(forward: false)
        },
        .trying("grow-pane", [Key(forward, .alt)], help: "Grow the pane") {
          $0.resizeFocusedPane(by: 2)
        },
        .trying("shrink-pane", [Key(back, .alt)], help: "Shrink the pane") {
          $0.resizeFocusedPane(by: -2)
        },
        .trying("grow-outer-pane", [Key(forward, [.alt, .shift])], help: "Grow the outer pane") {
          $0.resizeOuterPane(by: 2)
        },
        .trying("shrink-outer-pane", [Key(back, [.alt, .shift])], help: "Shrink the outer pane") {
          $0.resizeOuterPane(by: -2)
        },
      ])
  }

  private func resizeOuterPane(by amount: Int) -> Bool {
    // An outer split view binds the same keys.
    !isInSplit(along: axis) && resizeFocusedPane(by: amount)
  }

  public override func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    let position = axis == .horizontal ? mouse.column : mouse.row
    switch mouse.action {
    case .press(.left):
      draggedLine = lines.firstIndex(of: position)
      return draggedLine != nil
    case .drag(.left):
      guard let line = draggedLine, lines.indices.contains(line) else { return false }
      moveLine(line, by: position - lines[line])
      return true
    case .release:
      defer { draggedLine = nil }
      return draggedLine != nil
    default: return false
    }
  }
}

// MARK: - Focus

extension SplitView {
  /// Moves the focus to the next or previous pane.
  ///
  /// It wraps around at the ends, unless the split view is nested in another one, or in a stack.
  private func moveFocus(forward: Bool) -> Bool {
    let order = shownViews.filter { !$0.focusOrder.isEmpty }
    let current = order.firstIndex { $0.containsFocus }
    let next = current.map { $0 + (forward ? 1 : -1) } ?? 0
    if order.indices.contains(next) { return focus(in: order[next], forward: forward) }
    guard !isInStack, order.count > 1 else { return false }
    return focus(in: order[forward ? 0 : order.count - 1], forward: forward)
  }

  /// Returns whether the split view is nested in another one with this axis.
  private func isInSplit(along axis: Axis) -> Bool {
    sequence(first: superview, next: { $0?.superview }).contains {
      ($0 as? SplitView)?.axis == axis
    }
  }

  private func focus(in pane: View, forward: Bool) -> Bool {
    let order = pane.focusOrder
    guard let view = forward ? order.first : order.last else { return false }
    application?.focus(view)
    return true
  }
}

// MARK: - Dividers

extension SplitView {
  /// Returns a rectangle across the view.
  private func slice(from position: Int, extent: Int) -> Rect {
    let strip = Rect(column: 0, row: position, columns: turned(frame.size).columns, rows: extent)
    return axis == .vertical ? strip : strip.transposed
  }

  /// The positions of the dividers between the panes.
  private var lines: [Int] {
    var position = 0
    return lengths(of: shownViews).dropLast().map { length in
      position += length + 1
      return position - 1
    }
  }

  /// Returns the places at which lines of the panes join a line, and with which parts.
  private func junctions(ofLine index: Int) -> [Int: LineJunction] {
    let (panes, length) = (shownViews, turned(frame.size).columns)
    let isHorizontal = axis == .horizontal
    let (start, end): (LineJunction, LineJunction) =
      isHorizontal ? (.up, .down) : (.left, .right)
    var junctions: [Int: LineJunction] = [:]
    func join(_ pane: View, at edge: Edge, _ part: LineJunction) {
      for place in pane.lineEnds(at: edge) {
        // At its ends, the line turns into the others.
        let line = (place > 0 ? start : []).union(place < length - 1 ? end : [])
        junctions[place, default: line].insert(part)
      }
    }
    join(panes[index], at: isHorizontal ? .right : .bottom, isHorizontal ? .left : .up)
    join(panes[index + 1], at: isHorizontal ? .left : .top, isHorizontal ? .right : .down)
    return junctions
  }

  private func resizeFocusedPane(by amount: Int) -> Bool {
    let shown = shownViews
    guard shown.count > 1, let place = shown.firstIndex(where: \.containsFocus) else {
      return false
    }
    let isLast = place == shown.count - 1
    moveLine(isLast ? place - 1 : place, by: isLast ? -amount : amount)
    return true
  }

  /// Moves the divider after a pane, as far as both panes keep their minimum extent.
  private func moveLine(_ line: Int, by amount: Int) {
    let shown = shownViews
    var sizes = lengths(of: shown)
    guard sizes.indices.contains(line + 1) else { return }
    let least = -max(0, sizes[line] - Self.minimumExtent)
    let most = max(0, sizes[line + 1] - Self.minimumExtent)
    let amount = min(max(amount, least), most)
    sizes[line] += amount
    sizes[line + 1] -= amount
    // Shares keep their proportions when the screen is resized.
    for (pane, size) in zip(shown, sizes) {
      pane.preferredExtent =
        extent(of: pane).weight > 0
        ? .share(max(1, size)) : .fixed(size + edgesInLines(of: pane))
    }
  }
}
