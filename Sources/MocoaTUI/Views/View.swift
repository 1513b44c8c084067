/// A rectangle of the screen that draws itself and answers input.
///
/// Views form a tree. A view draws on a canvas of its own size, lays out its subviews when its size
/// changes, and hands what it does not handle to its superview. A view is drawn again only after
/// ``setNeedsDisplay()``, or when an observable property that its last ``draw(in:)`` read changes.
@MainActor
open class View {
  /// Where the view lies in its superview.
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

  /// The view that this one is part of.
  public private(set) weak var superview: View?

  /// The views that are part of this one; later ones lie above earlier ones.
  public private(set) var subviews: [View] = []

  /// How much room the view gets along the axis of a stack or a split view.
  var preferredExtent = Extent.content() {
    didSet { if preferredExtent != oldValue { invalidateSize() } }
  }

  /// How late the view gives way where a stack has too little room; views of less do so first.
  public var layoutPriority = 0 {
    didSet { if layoutPriority != oldValue { invalidateSize() } }
  }

  /// Whether the view is neither drawn nor given input.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      superview?.invalidateSize()
      superview?.subviewDidChange(isPane: isPane)
      setNeedsDisplay()
      panesDidChange()
      tellOfVisibility(isShown: !isHidden)
      application?.updateFocus()
    }
  }

  /// Whether the view has a surface of its own on the screen, a pane: what it covers need not be
  /// drawn again when it comes or goes, and it need not when what is around it changes.
  ///
  /// A pane lies above all that is drawn in the pane around it, and below the panes after it. A
  /// view that overlaps one below it in its superview is shown as a pane in any case.
  public var isPane = false {
    didSet {
      guard isPane != oldValue else { return }
      superview?.subviewDidChange(isPane: false)
      hasPaneDidChange()
    }
  }

  /// Whether the view overlaps one below it in its superview.
  private var isRaised = false {
    didSet {
      guard isRaised != oldValue else { return }
      superview?.setNeedsDisplay()
      hasPaneDidChange()
    }
  }

  private var hasPane: Bool { isPane || isRaised }

  private func hasPaneDidChange() {
    if !hasPane {
      pane?.removeSurface()
      pane = nil
    }
    setNeedsDisplay()
    application?.panesDidChange()
  }

  /// The cells of the view while it is a pane that can be seen.
  var pane: Pane?

  private(set) var needsDisplay = true
  private(set) var subtreeNeedsDisplay = true
  /// Whether subviews were added, removed or moved, so that others may overlap.
  private var needsArrangement = false
  private var isScrollingSubviews = false
  /// By how many rows what is drawn of the subviews is to be moved downwards.
  private var scrolledRows = 0
  private(set) var needsLayout = true
  private(set) var subtreeNeedsLayout = true
  private var isLayingOut = false
  /// The sizes of the views below, at the top of a tree that is being laid out.
  var measurements: [Measurement: Size]?
  private lazy var drawTracker = DrawTracker()

  /// Makes a view; a superview usually gives it its frame later.
  public init(frame: Rect = .zero) {
    place = frame
  }

  /// The whole view, in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The application that shows this view, or nil while none does.
  open var application: Application? { superview?.application }

  // MARK: Override points

  /// The size that the view needs, never more than there is; `Int.max` stands for no limit.
  ///
  /// A view that returns all that there is shares the room of a stack with others that do; this is
  /// the default.
  open func sizeThatFits(_ available: Size) -> Size { available }

  /// Whether the view lays its subviews out by the sizes that they need.
  var dependsOnSizesOfSubviews: Bool { false }

  /// Gives subviews their frames; called before drawing when the size has changed.
  ///
  /// May add and remove subviews, which does not cause it to be called again.
  open func layoutSubviews() {}

  /// Draws the view on a canvas of its size that has been blanked.
  open func draw(in canvas: inout Canvas) {}

  /// Called when the view and its subviews have been drawn, for what lies over them.
  open func didDraw(in canvas: Canvas) {}

  /// The style that the view is blanked with before it is drawn.
  open var backgroundStyle: Style { .body }

  /// The keys that this view answers, as named actions.
  open var keyMap: KeyMap { .empty }

  /// Does what an action says.
  ///
  /// - Returns: whether it was this view's to do; if not, the superview is asked.
  open func perform(_ action: Action) -> Bool { false }

  /// Handles input before it is looked up in the key map; for views that take text or the mouse.
  ///
  /// Mouse events come in the view's own coordinates.
  ///
  /// - Returns: whether the event was handled; if not, the superview is asked.
  open func handle(_ event: InputEvent) -> Bool { false }

  /// Shows a message for a moment; a view without a place for it asks its superview.
  package func showMessage(_ text: String) { superview?.showMessage(text) }

  /// Clears a message that ``showMessage(_:)`` has shown; called before each key is handled.
  func dismissMessage() { superview?.dismissMessage() }

  /// Whether the view takes part in the focus order.
  open var canBecomeFocused: Bool { false }

  /// Called when the view gets or loses the focus.
  open func focusDidChange(isFocused: Bool) {}

  /// Called when the view, or one that it is part of, was hidden or taken out of its superview, and
  /// when it is shown again.
  open func visibilityDidChange(isShown: Bool) {}

  /// Whether the view draws something that depends on where its subviews are.
  var isDrawnWithLayout: Bool { true }

  /// Whether drawing reads observable properties, so that their changes cause it to be repeated.
  open var observesDrawing: Bool { false }

  /// What is set apart in the text that the view draws.
  var highlight: Highlight? { nil }

  /// Whether it is of interest how long drawing takes.
  var timesDrawing: Bool { false }

  /// Called after each drawing that was timed.
  func didDraw(within duration: Duration) {}

  /// Where the text cursor blinks while the view has the focus, or nil for none.
  open var textCursor: Point? { nil }

  // MARK: Marks

  /// Asks for the view to be drawn in the next frame.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    markAncestors { $0.markSubtreeForDisplay() }
  }

  /// Asks for subviews to be laid out, and the view drawn, in the next frame.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    needsLayout = true
    markAncestors { $0.markSubtreeForLayout() }
  }

  /// Draws the view again, which a subview may have left or uncovered.
  private func subviewDidChange(isPane: Bool) {
    // What scrolls moves beside one another.
    guard !isScrollingSubviews else { return }
    needsArrangement = true
    if !isPane { setNeedsDisplay() }
  }

  /// Moves subviews together with what is drawn of them, downwards or, where the count is negative,
  /// upwards.
  ///
  /// - Parameters:
  ///   - rows: by how many rows the subviews move that stay.
  ///   - body: gives them their frames, removes those that have left the view, and adds others.
  func scrollSubviews(by rows: Int, _ body: () -> Void) {
    isScrollingSubviews = true
    body()
    isScrollingSubviews = false
    scrolledRows += rows
    // What has subviews may have panes in it, which move as well.
    for view in subviews where rows != 0 && !view.subviews.isEmpty { view.setNeedsDisplay() }
    guard !subtreeNeedsDisplay else { return }
    subtreeNeedsDisplay = true
    markAncestors { $0.markSubtreeForDisplay() }
  }

  /// Moves the view while its superview scrolls, as setting its frame would, but at once.
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
    // Where a view further down was marked before, so was a frame asked for.
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
  /// Adds a view above the others; takes it from where it was before.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view at a place in the order; takes it from where it was before.
  ///
  /// - Precondition: the view is neither this one nor one that this one is part of.
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
    view.tellOfVisibility(isShown: true)
  }

  /// Notifies the view and its subviews, but for those that are hidden themselves.
  fileprivate func tellOfVisibility(isShown: Bool) {
    visibilityDidChange(isShown: isShown)
    for view in subviews where !view.isHidden { view.tellOfVisibility(isShown: isShown) }
  }

  /// Takes the view out of its superview, which is drawn again.
  public func removeFromSuperview() {
    guard let superview else { return }
    panesDidChange()
    // No closure, which would be asked whether it is on the main actor each time.
    for index in superview.subviews.indices where superview.subviews[index] === self {
      superview.subviews.remove(at: index)
      break
    }
    self.superview = nil
    superview.subviewDidChange(isPane: isPane)
    if superview.dependsOnSizesOfSubviews { superview.invalidateSize() }
    superview.application?.setNeedsFrame()
    tellOfVisibility(isShown: false)
    superview.application?.viewDidLeave(self, from: superview)
  }
}

// MARK: - Passes

extension View {
  /// Does something at once, or, while views are being drawn, when they are: for what takes away
  /// views or what they show.
  func whenNotDrawing(_ body: @escaping () -> Void) {
    guard let application, application.isDrawing else { return body() }
    application.afterDrawing.append(body)
  }

  /// Lays out what was marked, from this view down.
  ///
  /// Laying out may mark views again. They get their turn in another pass; what has not settled
  /// after a few is left to the next frame, so that views that never settle do not hang the
  /// program.
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

  /// Draws what was marked, from this view down, on the canvas of the pane that it is in, or on its
  /// own.
  ///
  /// - Parameters:
  ///   - parent: the canvas of the superview; nil for the view that fills the screen.
  ///   - isForced: whether what was drawn before is gone.
  /// - Returns: whether anything was drawn on the canvas of the superview.
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
    // Drawing one may have removed others.
    for view in subviews where (isForced || view.hasMark) && view.superview === self {
      if view.display(on: canvas, isForced: isForced && !view.hasPane) { isDrawn = true }
    }
    if isDrawn { didDraw(in: canvas) }
    return !hasPane
  }

  /// Makes each subview a pane that overlaps one below it: within a pane nothing does, so any view
  /// can be drawn without the others.
  private func raiseOverlappingSubviews() {
    needsArrangement = false
    // The part that is covered so far: most views are outside of it, and overlap none.
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

  /// Moves what is drawn of the subviews, and marks those of which only a part was there.
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

  /// The canvas of the view's pane, which is replaced where its visible part has changed;
  /// nil where nothing can be seen.
  private func paneCanvas(in canvas: Canvas?, _ isForced: inout Bool) -> Canvas? {
    guard let styles = canvas?.buffer.styles ?? application?.styles else { return nil }
    let origin = canvas?.buffer.origin ?? .zero
    let place = (canvas?.frame ?? frame).offsetBy(columns: origin.column, rows: origin.row)
    let visible = (canvas?.clip ?? frame).offsetBy(columns: origin.column, rows: origin.row)
    if visible.isEmpty {
      guard pane != nil else { return nil }
      pane?.removeSurface()
      pane = nil
      panesDidChange()
    } else if pane?.frame != visible || pane?.buffer.styles !== styles {
      pane?.removeSurface()
      pane = Pane(frame: visible, styles: styles)
      isForced = true
      panesDidChange()
    }
    return pane.map { pane in
      Canvas(
        buffer: pane.buffer,
        frame: place.offsetBy(columns: -visible.left, rows: -visible.top))
    }
  }

  /// Has the surfaces of panes made, ordered and removed with the next frame.
  fileprivate func panesDidChange() {
    // Cells come and go all the time.
    guard hasPane || !subviews.isEmpty else { return }
    application?.panesDidChange()
  }

  /// Adds the panes of the view and of those that are part of it, from the bottom to the top.
  func appendPanes(to panes: inout [View]) {
    guard !isHidden else { return }
    if pane != nil { panes.append(self) }
    for view in subviews { view.appendPanes(to: &panes) }
  }

  /// Whether the view, or what lies over it, or one that is part of it is to be drawn.
  private var hasMark: Bool { needsDisplay || subtreeNeedsDisplay }

  /// Draws, and times that where asked to.
  private func drawTimed(in canvas: inout Canvas) {
    guard let application = timesDrawing ? application : nil else {
      return drawTracked(in: &canvas)
    }
    let start = application.now()
    drawTracked(in: &canvas)
    didDraw(within: application.now() - start)
  }

  /// Draws, and asks for another frame when an observable property that was read changes.
  private func drawTracked(in canvas: inout Canvas) {
    guard observesDrawing else { return draw(in: &canvas) }
    drawTracker.track {
      draw(in: &canvas)
    } onChange: { [weak self] in
      self?.setNeedsDisplay()
    }
  }
}
