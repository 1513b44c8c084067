/// A result builder of an array: each expression is an element or several, in order.
public protocol ArrayBuilder {
  /// An element of the array.
  associatedtype Part
}

extension ArrayBuilder {
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
  public static func buildOptional(_ part: [Part]?) -> [Part] { part ?? [] }
  public static func buildEither(first part: [Part]) -> [Part] { part }
  public static func buildEither(second part: [Part]) -> [Part] { part }
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}

/// A result builder of the views of a container.
@resultBuilder public enum ViewBuilder: ArrayBuilder { public typealias Part = View }

/// A view that arranges its subviews along an axis, each with the extent that it needs.
///
/// Views that take all available space, such as tables, share what the others leave;
/// `preferredExtent` overrides this. Across the axis, views fill the stack. Hidden views
/// take no space.
@MainActor
open class StackView: View {
  /// The axis along which the views are arranged.
  public var axis: Axis {
    didSet { if axis != oldValue { invalidateSize() } }
  }

  /// The number of blank columns or rows between two views.
  public var spacing: Int {
    didSet { if spacing != oldValue { invalidateSize() } }
  }

  /// A Boolean value that indicates whether the only view fills the stack, unless it has an extent.
  var stretchesOnlyView = false

  init(_ axis: Axis, spacing: Int = 0, @ViewBuilder _ views: () -> [View] = { [] }) {
    self.axis = axis
    self.spacing = spacing
    super.init()
    for view in views() { addSubview(view) }
  }

  /// The views that are arranged, in order: those that are neither hidden nor overlays.
  var shownViews: [View] { subviews.filter { !$0.isHidden && !($0 is OverlayView) } }

  /// Converts a size to or from one whose rows are along the axis, and its columns across it.
  func turned(_ size: Size) -> Size { axis == .vertical ? size : size.transposed }

  /// Returns the preferred extents of views along the axis, in a stack with a converted size.
  private func extents(of views: [View], in size: Size) -> [(extent: Extent, content: Int)] {
    let proposal = turned(Size(columns: size.columns, rows: .max))
    return views.map { view in
      let extent = extent(of: view)
      guard case .content(let minimum, _) = extent else { return (extent, 0) }
      let content = turned(view.measured(in: proposal)).rows
      return content == .max ? (.share(1, minimum: minimum), 0) : (extent, content)
    }
  }

  func extent(of view: View) -> Extent { view.preferredExtent }

  private var gap: Int { min(max(0, spacing), 1 << 20) }

  private func spacings(_ count: Int) -> Int { gap * max(0, count - 1) }

  /// Returns the number of columns or rows of each of some views along the axis.
  func lengths(of views: [View]) -> [Int] {
    let size = turned(frame.size)
    return LinearLayout.divide(
      size.rows - spacings(views.count), among: extents(of: views, in: size),
      priorities: views.map(\.layoutPriority))
  }

  open override func sizeThatFits(_ available: Size) -> Size {
    measuring { size(in: turned(available)) }
  }

  private func size(in size: Size) -> Size {
    let views = shownViews
    let extents = extents(of: views, in: size)
    let lengths = LinearLayout.divide(
      size.rows.subtracting(clamping: spacings(views.count)), among: extents,
      priorities: views.map(\.layoutPriority))
    var columns = 0
    for (view, length) in zip(views, lengths) where !(view is Spacer) {
      let fitting = view.measured(in: turned(Size(columns: size.columns, rows: length)))
      columns = max(columns, turned(fitting).columns)
    }
    let takesAll = extents.contains { $0.extent.weight > 0 }
    let rows = lengths.reduce(spacings(views.count), +)
    return turned(
      Size(columns: min(columns, size.columns), rows: takesAll ? size.rows : min(rows, size.rows)))
  }

  open override func layoutSubviews() {
    let (size, views) = (turned(frame.size), shownViews)
    if stretchesOnlyView, views.count == 1, views[0].preferredExtent == .content() {
      views[0].frame = bounds
      return
    }
    var position = 0
    for (view, length) in zip(views, lengths(of: views)) {
      let rows = max(0, min(length, size.rows - position))
      let place = Rect(column: 0, row: position, columns: size.columns, rows: rows)
      view.frame = axis == .vertical ? place : place.transposed
      position += length + gap
    }
  }

  override var dependsOnSizesOfSubviews: Bool { true }
}

// MARK: - Focus

extension StackView {
  /// The keys of stacks that no form contains.
  static let focusKeyMap = KeyMap(
    for: StackView.self, title: "Views",
    [
      .trying("next-view", [.tab], help: "Next view", when: { $0.movesFocus }) {
        $0.moveFocus(by: 1)
      },
      .trying(
        "previous-view", [Key(.tab, .shift)], help: "Previous view", when: { $0.movesFocus }
      ) { $0.moveFocus(by: -1) },
    ])

  private var movesFocus: Bool {
    guard let focused = application?.focusedView, focusOrder.count > 1 else { return false }
    return !sequence(first: focused, next: \.superview).contains { $0 is FormView }
  }

  /// A Boolean value that indicates whether another stack contains this one, and moves the focus at
  /// its ends.
  var isInStack: Bool {
    guard let superview else { return false }
    return sequence(first: superview, next: \.superview).contains { $0 is StackView }
  }

  /// Moves the focus to the next or previous view; at the ends, a stack around this one does so.
  private func moveFocus(by step: Int) -> Bool {
    let order = focusOrder
    guard let index = order.firstIndex(where: \.containsFocus) else { return false }
    if order.indices.contains(index + step) {
      application?.focus(order[index + step])
      return true
    }
    guard !isInStack else { return false }
    application?.focus(step > 0 ? order.first : order.last)
    return true
  }
}

/// A stack that arranges views vertically; Tab moves the focus to the next view that can have it.
public final class VStack: StackView {
  /// Creates a stack with a number of blank rows between its views.
  public init(spacing: Int = 0, @ViewBuilder _ views: () -> [View]) {
    super.init(.vertical, spacing: spacing, views)
  }

  public override var keyMap: KeyMap { Self.focusKeyMap }
}

/// A stack that arranges views horizontally; Tab moves the focus to the next view that can have it.
public final class HStack: StackView {
  /// Creates a stack with a number of blank columns between its views.
  public init(spacing: Int = 1, @ViewBuilder _ views: () -> [View]) {
    super.init(.horizontal, spacing: spacing, views)
  }

  public override var keyMap: KeyMap { Self.focusKeyMap }
}

/// A blank view that takes a share of the remaining extent of a stack.
public final class Spacer: View {
  /// Creates a spacer with a minimum number of columns or rows.
  public init(minimum: Int = 0) {
    super.init()
    preferredExtent = .share(1, minimum: minimum)
  }
}

/// A view whose subviews overlie one another; each fills it except for the margin.
@MainActor
open class ZStack: View {
  /// The margin.
  public var insets: Insets {
    didSet { if insets != oldValue { invalidateSize() } }
  }

  /// Creates a stack of views, in which later views are above earlier ones.
  public init(insets: Insets = .zero, @ViewBuilder _ views: () -> [View]) {
    self.insets = insets
    super.init()
    for view in views() { addSubview(view) }
  }

  open override func sizeThatFits(_ available: Size) -> Size {
    let (columns, rows) = (insets.left + insets.right, insets.top + insets.bottom)
    let room = Size(
      columns: available.columns == .max ? .max : available.columns - columns,
      rows: available.rows == .max ? .max : available.rows - rows)
    let sizes = measuring { subviews.filter { !$0.isHidden }.map { $0.measured(in: room) } }
    return Size(
      columns: min(
        available.columns, (sizes.map(\.columns).max() ?? 0).adding(clamping: columns)),
      rows: min(available.rows, (sizes.map(\.rows).max() ?? 0).adding(clamping: rows)))
  }

  open override func layoutSubviews() {
    for view in subviews { view.frame = bounds.inset(by: insets) }
  }

  override var dependsOnSizesOfSubviews: Bool { true }
}

extension View {
  /// Requests that the view and the stacks that contain it are measured, laid out and drawn again.
  public func invalidateSize() {
    forgetMeasurements()
    setNeedsLayout()
    setNeedsDisplay()
    var view = superview
    while let next = view, next.dependsOnSizesOfSubviews {
      next.setNeedsLayout()
      view = next.superview
    }
  }

  /// Returns a stack of the view with a margin around it.
  public func padding(_ insets: Insets) -> ZStack { ZStack(insets: insets) { self } }

  /// Sets the layout priority: if space is short, a stack first shrinks views of lower priority.
  public func priority(_ priority: Int) -> Self {
    layoutPriority = priority
    return self
  }

  /// Sets the extent of the view along the axis of a stack.
  public func extent(_ extent: Extent) -> Self {
    preferredExtent = extent
    return self
  }
}
