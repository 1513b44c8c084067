extension Action {
  public static let nextPane: Action = "next-pane"
  public static let previousPane: Action = "previous-pane"
  public static let growPane: Action = "grow-pane"
  public static let shrinkPane: Action = "shrink-pane"
  public static let growOuterPane: Action = "grow-outer-pane"
  public static let shrinkOuterPane: Action = "shrink-outer-pane"
}

/// Panes beside or above one another, with lines between them that can be moved.
///
/// ```swift
/// let split = SplitView(.horizontal, panes: [list, detail])
/// split.setExtent(.share(2), ofPane: 0)
/// ```
/// Hidden panes take no room. `tab` moves the focus from pane to pane, also through splits that lie
/// in one another.
@MainActor
public final class SplitView: View {
  /// How panes lie.
  public enum Axis: Hashable, Sendable {
    /// Beside one another.
    case horizontal
    /// Above one another.
    case vertical
  }

  /// How much room a pane gets.
  public enum Extent: Hashable, Sendable {
    /// So many columns or rows.
    case fixed(Int)
    /// A part of what is left, by weight.
    case share(Int)
  }

  /// How the panes lie.
  public var axis: Axis {
    didSet { if axis != oldValue { setNeedsLayout() } }
  }

  /// The panes, from the left or from the top.
  public private(set) var panes: [View]

  private var extents: [Extent]
  private var draggedLine: Int?

  /// The least columns or rows that moving a line leaves to a pane.
  public static let minimumExtent = 3

  /// Makes a split view whose panes are of one size.
  public init(_ axis: Axis, panes: [View]) {
    self.axis = axis
    self.panes = panes
    extents = panes.map { _ in .share(1) }
    super.init()
    for pane in panes { show(pane) }
  }

  /// Adds a pane after the others.
  public func addPane(_ pane: View, extent: Extent = .share(1)) {
    panes.append(pane)
    extents.append(extent)
    show(pane)
    setNeedsLayout()
  }

  private func show(_ pane: View) {
    pane.isPane = true
    addSubview(pane)
  }

  /// Removes a pane; does nothing where there is none.
  public func removePane(_ pane: View) {
    guard let index = panes.firstIndex(where: { $0 === pane }) else { return }
    panes.remove(at: index)
    extents.remove(at: index)
    pane.removeFromSuperview()
    setNeedsLayout()
  }

  /// Sets how much room a pane gets.
  ///
  /// - Precondition: there is a pane of this number.
  public func setExtent(_ extent: Extent, ofPane index: Int) {
    precondition(extents.indices.contains(index), "There is no pane \(index).")
    extents[index] = extent
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    var position = 0
    let shown = shownPanes
    for (index, extent) in zip(shown, resolvedExtents(of: shown)) {
      panes[index].frame = slice(from: position, extent: extent)
      position += extent + 1
    }
  }

  public override func draw(in canvas: inout Canvas) {
    for line in lines {
      canvas.fill(
        slice(from: line, extent: 1), with: axis == .horizontal ? "│" : "─", style: .border)
    }
  }

  public override var keyMap: KeyMap {
    axis == .horizontal ? Self.defaultKeyMap : Self.verticalKeyMap
  }

  /// The keys of a split view with panes beside one another.
  public static let defaultKeyMap = keyMap(.right, .left)

  /// The keys of a split view with panes above one another: arrows move lines that lie across them.
  static let verticalKeyMap = keyMap(.down, .up)

  private static func keyMap(_ forward: Key.Code, _ back: Key.Code) -> KeyMap {
    KeyMap(
      [
        .init(.nextPane, [.tab], help: "Next pane"),
        .init(.previousPane, [Key(.tab, .shift)], help: "Previous pane"),
        .init(.growPane, [Key(forward, .alt)], help: "Grow the pane"),
        .init(.shrinkPane, [Key(back, .alt)], help: "Shrink the pane"),
        .init(.growOuterPane, [Key(forward, [.alt, .shift])], help: "Grow the outer pane"),
        .init(.shrinkOuterPane, [Key(back, [.alt, .shift])], help: "Shrink the outer pane"),
      ], title: "Panes")
  }

  public override func perform(_ action: Action) -> Bool {
    switch action {
    case .nextPane: moveFocus(forward: true)
    case .previousPane: moveFocus(forward: false)
    case .growPane: resizeFocusedPane(by: 2)
    case .shrinkPane: resizeFocusedPane(by: -2)
    // The split view around this one has the same keys.
    case .growOuterPane: !isInSplit(along: axis) && resizeFocusedPane(by: 2)
    case .shrinkOuterPane: !isInSplit(along: axis) && resizeFocusedPane(by: -2)
    default: false
    }
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
  /// The number of the pane that the focus is in.
  public var focusedPane: Int? { panes.firstIndex { $0.containsFocus } }

  /// Gives the focus to the next pane, or the previous one; from the last to the first unless this
  /// split view is a pane itself.
  private func moveFocus(forward: Bool) -> Bool {
    let order = shownPanes.filter { !panes[$0].focusOrder.isEmpty }
    let current = focusedPane.flatMap { order.firstIndex(of: $0) }
    let next = current.map { $0 + (forward ? 1 : -1) } ?? 0
    if order.indices.contains(next) { return focus(pane: order[next], forward: forward) }
    guard !isInSplit(along: nil), order.count > 1 else { return false }
    return focus(pane: order[forward ? 0 : order.count - 1], forward: forward)
  }

  /// Whether this split view is a part of another one, of an axis if one is given.
  private func isInSplit(along axis: Axis?) -> Bool {
    sequence(first: superview, next: { $0?.superview }).contains {
      ($0 as? SplitView).map { axis == nil || $0.axis == axis } ?? false
    }
  }

  private func focus(pane index: Int, forward: Bool) -> Bool {
    let order = panes[index].focusOrder
    guard let view = forward ? order.first : order.last else { return false }
    application?.focus(view)
    return true
  }
}

// MARK: - Room

extension SplitView {
  private var shownPanes: [Int] { panes.indices.filter { !panes[$0].isHidden } }

  private var total: Int { axis == .horizontal ? frame.columns : frame.rows }

  /// A strip across the view.
  private func slice(from position: Int, extent: Int) -> Rect {
    switch axis {
    case .horizontal: Rect(column: position, row: 0, columns: extent, rows: frame.rows)
    case .vertical: Rect(column: 0, row: position, columns: frame.columns, rows: extent)
    }
  }

  /// Where the lines between the panes are.
  private var lines: [Int] {
    let extents = resolvedExtents(of: shownPanes)
    var position = 0
    return extents.dropLast().map { extent in
      position += extent + 1
      return position - 1
    }
  }

  /// Fixed panes first, then shares of what is left; never more than there is.
  private func resolvedExtents(of shown: [Int]) -> [Int] {
    var left = max(0, total - max(0, shown.count - 1))
    var result = shown.map { index -> Int in
      guard case .fixed(let extent) = extents[index] else { return 0 }
      let given = min(max(0, extent), left)
      left -= given
      return given
    }
    var weight = shown.reduce(0) { $0 + self.weight(of: $1) }
    for (place, index) in shown.enumerated() where self.weight(of: index) > 0 {
      let given = left * self.weight(of: index) / weight
      result[place] = given
      left -= given
      weight -= self.weight(of: index)
    }
    return result
  }

  private func weight(of index: Int) -> Int {
    guard case .share(let weight) = extents[index] else { return 0 }
    return max(0, weight)
  }

  private func resizeFocusedPane(by amount: Int) -> Bool {
    let shown = shownPanes
    guard shown.count > 1, let pane = focusedPane, let place = shown.firstIndex(of: pane) else {
      return false
    }
    let isLast = place == shown.count - 1
    moveLine(isLast ? place - 1 : place, by: isLast ? -amount : amount)
    return true
  }

  /// Moves the line after a pane, as far as both neighbours keep some room.
  private func moveLine(_ line: Int, by amount: Int) {
    let shown = shownPanes
    var sizes = resolvedExtents(of: shown)
    guard sizes.indices.contains(line + 1) else { return }
    let least = -max(0, sizes[line] - Self.minimumExtent)
    let most = max(0, sizes[line + 1] - Self.minimumExtent)
    let amount = min(max(amount, least), most)
    sizes[line] += amount
    sizes[line + 1] -= amount
    // Shares keep their proportions when the screen is resized.
    for (place, index) in shown.enumerated() {
      switch extents[index] {
      case .fixed: extents[index] = .fixed(sizes[place])
      case .share: extents[index] = .share(max(1, sizes[place]))
      }
    }
    setNeedsLayout()
  }
}
