import MocoaCore

/// A rectangle of the screen that draws content and handles input.
///
/// Views form a tree. A view draws on a canvas of its size and lays out its subviews when its size
/// changes; unhandled input is passed to its superview. A view is drawn again only after
/// ``setNeedsDisplay()``, or when an observable property that its last ``draw(in:)`` read changes.
@MainActor
open class View {
  /// The frame of the view in the coordinates of its superview.
  public var frame: Rect {
    get { place }
    set {
      let old = place
      guard newValue != old else { return }
      place = newValue
      let isResized = newValue.size != old.size
      if isResized { setNeedsLayout() }
      let superview = superview
      superview?.subviewDidChange(isPane: isPane)
      if isResized || isPane || superview?.isScrollingSubviews != true { setNeedsDisplay() }
    }
  }

  private var place: Rect

  /// The superview, or nil.
  public private(set) weak var superview: View?

  /// The subviews; later ones are above earlier ones.
  public private(set) var subviews: [View] = []

  /// The preferred extent along the axis of a stack or a split view.
  var preferredExtent = Extent.content() {
    didSet { if preferredExtent != oldValue { invalidateSize() } }
  }

  /// The layout priority: if space is short, a stack first shrinks views of lower priority.
  public var layoutPriority = 0 {
    didSet { if layoutPriority != oldValue { invalidateSize() } }
  }

  /// A Boolean value that indicates whether the view is hidden: not drawn, and without input.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      superview?.invalidateSize()
      superview?.subviewDidChange(isPane: isPane)
      setNeedsDisplay()
      panesDidChange()
      notifyOfVisibility(isShown: !isHidden)
      application?.updateFocus()
    }
  }

  /// A Boolean value that indicates whether the view has its own surface on the screen, a pane.
  ///
  /// Views that a pane covers are not redrawn when it appears or disappears, nor is the pane when
  /// they change. A pane is above the content of the enclosing pane, and below the panes after it.
  /// A view that overlaps an earlier subview of its superview always has a pane.
  public var isPane = false {
    didSet {
      guard isPane != oldValue else { return }
      superview?.subviewDidChange(isPane: false)
      hasPaneDidChange()
    }
  }

  /// A Boolean value that indicates whether the view overlaps an earlier subview of its superview.
  private var isRaised = false {
    didSet {
      guard isRaised != oldValue else { return }
      superview?.setNeedsDisplay()
      hasPaneDidChange()
    }
  }

  var hasPane: Bool { isPane || isRaised }

  private func hasPaneDidChange() {
    if !hasPane {
      pane?.removeSurface()
      pane = nil
    }
    setNeedsDisplay()
    application?.panesDidChange()
  }

  /// The surface of the view, if it has one and is visible.
  var pane: Pane?

  /// The view model that was bound to the view; nil if none is.
  ///
  /// A view that is a ``ViewModelView`` has it with its type.
  public internal(set) final var boundViewModel: ViewModel?

  final var bindingSubscriptions: [Subscription] = []
  final var hasObservableViewModel = false

  private(set) var needsDisplay = true
  private(set) var subtreeNeedsDisplay = true
  /// A Boolean value that indicates whether overlaps of subviews must be determined again.
  private var needsArrangement = false
  private var isScrollingSubviews = false
  /// The number of rows by which the drawn subviews are to be moved downwards.
  private var scrolledRows = 0
  private(set) var needsLayout = true
  private(set) var subtreeNeedsLayout = true
  private var isLayingOut = false
  /// The cached sizes of descendants; only in the root of a tree that is being laid out.
  var measurements: [Measurement: Size]?
  private lazy var drawTracker = PropertyTracker()

  /// Creates a view; usually its superview sets the frame later.
  public init(frame: Rect = .zero) {
    place = frame
  }

  /// The rectangle of the view in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The application that displays the view, or nil.
  open var application: Application? { superview?.application }

  // MARK: Override points

  /// Called before another view model, or none, is bound; the view still has the old one.
  open func viewModelWillChange() {}

  /// Called when another view model, or none, was bound, and subscriptions for the old one ended.
  open func viewModelDidChange() {}

  /// Handles an emission of the view model, or of one below it, or forwards it, as by default.
  ///
  /// It is offered to the view or page of each view model that it passes.
  open func receive(_ emission: Emission) -> EmissionResponse { .forward }

  /// The view model of the view: the bound one, or that of a page.
  var ownViewModel: ViewModel? { boundViewModel }

  /// Returns the size that the view needs, at most the available one; `Int.max` means no limit.
  ///
  /// Views that return the available size, which is the default, share the space of a stack.
  open func sizeThatFits(_ available: Size) -> Size { available }

  /// A Boolean value that indicates whether the layout depends on the sizes of the subviews.
  var dependsOnSizesOfSubviews: Bool { false }

  /// Sets the frames of the subviews; called before drawing if layout was requested.
  ///
  /// It may add and remove subviews, which does not request layout again.
  open func layoutSubviews() {}

  /// Draws the view on a canvas of its size, which has been cleared.
  open func draw(in canvas: inout Canvas) {}

  /// Called when the view and its subviews have been drawn, to draw above them.
  open func didDraw(in canvas: Canvas) {}

  /// The style with which the view is cleared before it is drawn.
  open var backgroundStyle: StyleName { .body }

  /// The keys that the view handles: a static table, which does not retain the view.
  open var keyMap: KeyMap { .empty }

  /// A Boolean value that indicates whether keys that a containing page binds to closures take
  /// precedence over the key map.
  var leavesKeysToPages: Bool { false }

  /// Handles input before it is looked up in the key map, such as text and the mouse.
  ///
  /// Mouse events are in the coordinates of the view.
  ///
  /// - Returns: `true` if the event was handled; otherwise it is passed to the superview.
  open func handle(_ event: InputEvent) -> Bool { false }

  /// Displays a message for a short time; by default passed to the superview.
  package func showMessage(_ text: String) { superview?.showMessage(text) }

  /// Clears the message of ``showMessage(_:)``; called before each key, click and turn of the wheel
  /// is handled.
  func dismissMessage() { superview?.dismissMessage() }

  /// A Boolean value that indicates whether the view inserts the characters that are typed.
  var takesText: Bool { false }

  /// The view that initially gets the focus in this one; nil means the first one that accepts it.
  open var preferredFocus: View? { nil }

  /// A Boolean value that indicates whether the view can become focused.
  open var canBecomeFocused: Bool { false }

  /// Called when the view has got or lost the focus.
  open func focusDidChange(isFocused: Bool) {}

  /// Called when the view or an ancestor was shown, hidden, added to or removed from a superview.
  open func visibilityDidChange(isShown: Bool) {}

  /// Returns the places at which lines of the view end at one of its edges; see
  /// ``subviewLineEnds(at:)``.
  func lineEnds(at edge: Edge) -> [Int] { subviewLineEnds(at: edge) }

  /// A Boolean value that indicates whether the drawing depends on the layout of the subviews.
  var isDrawnWithLayout: Bool { true }

  /// A Boolean value that indicates whether observable properties are tracked during drawing.
  ///
  /// If so, a change of a property that was read requests display. By default they are if the bound
  /// view model is `Observable`.
  open var observesDrawing: Bool { hasObservableViewModel }

  /// The highlight in the text that the view draws, or nil.
  var highlight: Highlight? { nil }

  var timesDrawing: Bool { false }

  /// Called with the duration after each timed drawing.
  func didDraw(within duration: Duration, in application: Application) {}

  /// The position of the text cursor while the view has the focus; nil for none.
  open var textCursor: Point? { nil }

  // MARK: Invalidation

  /// Requests that the view is drawn in the next frame.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    markAncestors { $0.markSubtreeForDisplay() }
  }

  /// Requests that the subviews are laid out, and the view drawn, in the next frame.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    needsLayout = true
    markAncestors { $0.markSubtreeForLayout() }
  }

  /// Called when a subview was moved, resized, shown, hidden or removed; requests display.
  private func subviewDidChange(isPane: Bool) {
    // Scrolled subviews do not overlap.
    guard !isScrollingSubviews else { return }
    needsArrangement = true
    if !isPane { setNeedsDisplay() }
  }

  /// Moves subviews together with their drawn content, downwards or, if negative, upwards, while a
  /// closure sets their frames, and removes and adds subviews.
  func scrollSubviews(by rows: Int, _ body: () -> Void) {
    isScrollingSubviews = true
    body()
    isScrollingSubviews = false
    scrolledRows += rows
    // Subviews may contain panes, which move as well.
    for view in subviews where rows != 0 && !view.subviews.isEmpty { view.setNeedsDisplay() }
    guard !subtreeNeedsDisplay else { return }
    subtreeNeedsDisplay = true
    markAncestors { $0.markSubtreeForDisplay() }
  }

  /// Moves the view while its superview scrolls; faster than setting its frame.
  func shift(byRows rows: Int) {
    if isPane { frame.origin.row += rows } else { place.origin.row += rows }
  }

  private func markAncestors(_ mark: (View) -> Bool) {
    var last = self
    var isMarkedAnew = true
    while isMarkedAnew, let next = last.superview {
      isMarkedAnew = mark(next)
      last = next
    }
    // If an ancestor was marked before, a frame has been requested already.
    if isMarkedAnew || last.superview == nil { last.application?.setNeedsFrame() }
  }

  private func markSubtreeForDisplay() -> Bool {
    defer { subtreeNeedsDisplay = true }
    return !subtreeNeedsDisplay
  }

  private func markSubtreeForLayout() -> Bool {
    defer { subtreeNeedsLayout = true }
    return !subtreeNeedsLayout
  }
}

// MARK: - Hierarchy

extension View {
  /// Adds a view above the other subviews, and removes it from its previous superview.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view at an index of the subviews, and removes it from its previous superview.
  ///
  /// - Precondition: The view is neither this one nor one of its ancestors.
  public func insertSubview(_ view: View, at index: Int) {
    precondition(
      sequence(first: self as View, next: \.superview).allSatisfy { $0 !== view },
      "A view cannot be part of itself.")
    view.removeFromSuperview()
    subviews.insert(view, at: min(index, subviews.count))
    view.superview = self
    view.needsDisplay = false
    view.isRaised = false
    view.needsLayout = false
    view.setNeedsLayout()
    view.setNeedsDisplay()
    if !isScrollingSubviews {
      needsArrangement = true
      forgetMeasurements()
      if !isLayingOut { dependsOnSizesOfSubviews ? invalidateSize() : setNeedsLayout() }
    }
    view.panesDidChange()
    if !view.isHidden { view.notifyOfVisibility(isShown: true) }
  }

  /// Notifies the view and its descendants of visibility, except hidden ones.
  fileprivate func notifyOfVisibility(isShown: Bool) {
    visibilityDidChange(isShown: isShown)
    for view in subviews where !view.isHidden { view.notifyOfVisibility(isShown: isShown) }
  }

  /// Removes the view from its superview, which is drawn again.
  public func removeFromSuperview() {
    guard let superview else { return }
    panesDidChange()
    // A loop, because a closure would check its isolation to the main actor in each call.
    for index in superview.subviews.indices where superview.subviews[index] === self {
      superview.subviews.remove(at: index)
      break
    }
    self.superview = nil
    superview.subviewDidChange(isPane: isPane)
    if superview.dependsOnSizesOfSubviews { superview.invalidateSize() }
    superview.application?.setNeedsFrame()
    notifyOfVisibility(isShown: false)
    superview.application?.viewDidLeave(self, from: superview)
  }
}

// MARK: - Passes

extension View {
  /// Calls a closure immediately, or after drawing if views are being drawn.
  ///
  /// For changes that remove views, or the data that they display.
  func whenNotDrawing(_ body: @escaping () -> Void) {
    guard let application, application.isDrawing else { return body() }
    application.afterDrawing.append(body)
  }

  /// Lays out the view and its descendants, as far as layout was requested.
  ///
  /// Layout may request layout again, which is performed in another pass. After the last pass, the
  /// rest is left to the next frame, so that layouts that never settle do not hang the program.
  public func layoutIfNeeded(passes: Int = 8) {
    for _ in 0..<passes where needsLayout || subtreeNeedsLayout { measuring { layOutMarked() } }
  }

  private func layOutMarked() {
    guard !isHidden else { return }
    if needsLayout {
      needsLayout = false
      isLayingOut = true
      layoutSubviews()
      isLayingOut = false
      if isDrawnWithLayout { setNeedsDisplay() }
    }
    subtreeNeedsLayout = false
    for view in subviews where view.needsLayout || view.subtreeNeedsLayout { view.layOutMarked() }
  }

  /// Draws the view and its descendants, as far as display was requested, or is forced.
  ///
  /// They are drawn on the surface of the view, or else of the enclosing pane.
  ///
  /// - Returns: `true` if the canvas of the superview was drawn on.
  @discardableResult
  func display(on parent: Canvas?, isForced: Bool) -> Bool {
    if needsArrangement { raiseOverlappingSubviews() }
    var canvas = parent?.part(frame)
    var isForced = isForced || needsDisplay
    if hasPane, !isHidden { canvas = paneCanvas(in: canvas, &isForced) }
    let isWanted = !isHidden && (isForced || hasMark)
    needsDisplay = false
    subtreeNeedsDisplay = false
    guard isWanted, var canvas else { return false }
    if isForced {
      canvas.clear(style: backgroundStyle)
      canvas.highlight = highlight
      drawTimed(in: &canvas)
      canvas.highlight = nil
      canvas.pen = Canvas.Pen()
    } else if scrolledRows != 0 {
      scroll(canvas)
    }
    scrolledRows = 0
    var isDrawn = isForced
    // Drawing a subview may have removed others.
    for view in subviews where (isForced || view.hasMark) && view.superview === self {
      if view.display(on: canvas, isForced: isForced && !view.hasPane) { isDrawn = true }
    }
    if isDrawn { didDraw(in: canvas) }
    return !hasPane
  }

  /// Raises each subview that overlaps an earlier one to a pane.
  ///
  /// Thus views within a pane do not overlap, and each can be drawn without the others.
  private func raiseOverlappingSubviews() {
    needsArrangement = false
    // The union of the earlier frames: most views are outside of it and overlap none.
    var covered = Rect.zero
    for (index, view) in subviews.enumerated() where !view.isHidden {
      var overlaps = false
      if covered.intersects(view.frame) {
        for other in subviews[..<index] where !other.isHidden {
          overlaps = overlaps || other.frame.intersects(view.frame)
        }
      }
      view.isRaised = overlaps && !view.isPane
      covered = covered.union(view.frame)
    }
  }

  /// Moves the drawn subviews, and requests display of those that were partly outside.
  private func scroll(_ canvas: Canvas) {
    let rows = canvas.visibleRows
    canvas.scroll(by: scrolledRows, style: backgroundStyle)
    for view in subviews where !view.hasPane {
      let top = view.frame.top - scrolledRows
      if top < rows.lowerBound || top + view.frame.rows > rows.upperBound {
        view.needsDisplay = true
      }
    }
  }

  /// A Boolean value that indicates whether display of the view or a descendant was requested.
  private var hasMark: Bool { needsDisplay || subtreeNeedsDisplay }

  /// Draws, and measures the duration if ``timesDrawing`` is `true`.
  private func drawTimed(in canvas: inout Canvas) {
    guard let application = timesDrawing ? application : nil else {
      return drawTracked(in: &canvas)
    }
    let start = application.now()
    drawTracked(in: &canvas)
    didDraw(within: application.now() - start, in: application)
  }

  /// Draws, and requests display when an observable property that was read changes.
  private func drawTracked(in canvas: inout Canvas) {
    guard observesDrawing else { return draw(in: &canvas) }
    // A change on the main actor is drawn in the same frame.
    drawTracker.track({ draw(in: &canvas) }, isImmediate: true) { [weak self] in
      self?.setNeedsDisplay()
    }
  }
}
