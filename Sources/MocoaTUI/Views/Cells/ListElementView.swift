import MocoaCore

/// A view of one element of a list: a cell, a header or a footer.
///
/// Element views are reused: when a row leaves the viewport, its view is prepared for reuse,
/// unbound, and later bound to another view model of the same module.
@MainActor
open class ListElementView: View, ElementHost {
  /// A Boolean value that indicates whether the cursor is on the element.
  public internal(set) var isCursor = false {
    didSet {
      guard isCursor != oldValue else { return }
      setNeedsDisplay()
      didHighlight(isCursor)
    }
  }

  /// A Boolean value that indicates whether the element is selected.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// A Boolean value that indicates whether the element is highlighted because it just changed.
  public internal(set) var isFlashing = false {
    didSet { if isFlashing != oldValue { setNeedsDisplay() } }
  }

  /// The list view that contains the element.
  public internal(set) weak var listView: ListView?

  /// The table that contains the element, or nil.
  package var tableView: TableView? { listView as? TableView }

  /// The number of rows of the section if it is collapsed; nil otherwise.
  package var collapsedRowCount: Int? {
    guard let header = boundViewModel as? SupplementaryViewModel, header.kind == .header,
      let section = header.section
    else { return nil }
    return listView?.rowCount(ofCollapsed: section.index)
  }

  /// A Boolean value that indicates whether a header draws that number itself.
  package var drawsCollapsedRowCount = false

  /// The actions of the row besides opening it; read while the view is bound.
  open var rowActions: [RowAction] { [] }

  /// A Boolean value that indicates whether the view was notified that its display begins.
  private var isDisplaying = false

  /// Creates an unbound view.
  public required init() {
    super.init()
  }

  /// Returns the height of an element, in rows, at a width.
  ///
  /// Called on a prototype that is not bound to the element; cells override
  /// `height(of:columns:)` instead.
  func measure(_ viewModel: ViewModel, columns: Int) -> Int { 1 }

  /// Returns the size of an item of a collection that is at most as wide as some columns.
  func measureItem(_ viewModel: ViewModel, columns: Int) -> Size {
    // Before the first layout, there are no columns.
    Size(columns: columns, rows: measure(viewModel, columns: max(1, columns)))
  }

  /// The text in which a search looks; nil for what the element draws.
  var searchedText: String? { nil }

  /// Called before the view is unbound; resets state that depends on the view model.
  open func prepareForReuse() {}

  /// Called when the user has opened or selected the element, before its view model is.
  open func didSelect() {}

  /// Called when the user has deselected the element, before its view model is.
  open func didDeselect() {}

  /// Called when the cursor has reached or left the element.
  open func didHighlight(_ isHighlighted: Bool) {}

  /// Called when the view begins to display an element, before its view model is.
  open func willDisplay() {}

  /// Called when the view does not display the element any more, before its view model is.
  open func didEndDisplaying() {}

  /// Handles an edit by the user, such as a deletion, instead of the view model.
  ///
  /// - Returns: `true` if the view calls the completion; by default `false`.
  open func handleEdit(
    _ key: EmissionKey<CellEdit>, completion: CellEdit.Completion
  ) -> Bool { false }

  public func elementWillReceive(_ event: ElementEvent) {
    switch event {
    case .select: didSelect()
    case .deselect: didDeselect()
    case .display: setDisplaying(true)
    case .endDisplay: setDisplaying(false)
    }
  }

  private func setDisplaying(_ isNowDisplaying: Bool) {
    guard isDisplaying != isNowDisplaying else { return }
    isDisplaying = isNowDisplaying
    isDisplaying ? willDisplay() : didEndDisplaying()
  }

  /// Binds an element, which the view displays, or only measures.
  func show(_ viewModel: ViewModel, isHost: Bool = true) {
    guard viewModel !== boundViewModel else { return }
    unbind()
    let element = viewModel as? ElementViewModel
    if isHost { element?.elementHost = self }
    setBoundViewModel(viewModel)
    viewModelDidChange()
    if isHost, element?.isDisplayed == true { setDisplaying(true) }
  }

  /// Unbinds the element, and prepares the view for reuse.
  func unbind() {
    guard let viewModel = boundViewModel else { return }
    setDisplaying(false)
    endBindingSubscriptions()
    prepareForReuse()
    if let element = viewModel as? ElementViewModel, element.elementHost === self {
      element.elementHost = nil
    }
    setBoundViewModel(nil)
  }

  override var timesDrawing: Bool { true }

  override func didDraw(within duration: Duration, in application: Application) {
    listView?.inspector?.record(\.drawn, of: boundViewModel as? ElementViewModel, duration)
    guard duration >= application.slowDrawingLimit,
      application.slowViews.insert(ObjectIdentifier(Self.self)).inserted
    else { return }
    (boundViewModel as? ElementViewModel)?
      .log(.slowDrawing(view: "\(Self.self)", duration: duration))
  }

  /// Overlays the styles of the cursor, the selection and a change on the drawn element.
  private func drawOverlay(in canvas: Canvas) {
    if isFlashing { overlay(.changedRow, on: canvas) }
    if isSelected { overlay(.markedRow, on: canvas) }
    guard isCursor else { return }
    guard listView?.isActive ?? true else { return overlay(.inactiveCursorRow, on: canvas) }
    let style = isSelected ? StyleName.markedCursorRow : .cursorRow
    overlay(style, on: canvas)
    guard let cell = tableView?.currentCell else { return }
    canvas.overlay(
      Rect(column: cell.lowerBound, row: 0, columns: cell.count, rows: 1),
      style: style.overlaid(with: TextStyle(attributes: [.bold, .underline])), keeping: .match)
  }

  /// Overlays a style, except on matches of a search.
  private func overlay(_ style: StyleName, on canvas: Canvas) {
    canvas.overlay(canvas.bounds, style: style, keeping: .match)
  }

  /// The search highlight, which applies to cells, not to headers and footers.
  override var highlight: Highlight? {
    boundViewModel is AnyCellViewModel ? listView?.rowHighlight : nil
  }

  open override func didDraw(in canvas: Canvas) {
    (boundViewModel as? ElementViewModel)?.didRefresh()
    drawOverlay(in: canvas)
    drawCountOfCollapsedRows(in: canvas)
  }

  /// Draws the number of rows of a collapsed section at the right of its header.
  private func drawCountOfCollapsedRows(in canvas: Canvas) {
    guard !drawsCollapsedRowCount, let count = collapsedRowCount else { return }
    let text = " ▸ \(count.counted("row"))"
    let columns = TextWidth.columns(of: text)
    canvas.draw(
      text, at: Point(column: max(0, canvas.size.columns - columns), row: 0), columns: columns,
      style: .secondary)
  }
}
