import MocoaCore
import Observation

/// What shows one element of a list: a cell, a header or a footer.
///
/// Element views are reused: when a row leaves the viewport, its view is unbound, cleaned, and
/// later bound to another view model of the same module.
@MainActor
open class ListElementView: View {
  /// The view model that is shown; nil while the view waits for its next use.
  public private(set) var boundViewModel: ViewModel?

  /// Whether the cursor is on this element.
  public internal(set) var isCursor = false {
    didSet { if isCursor != oldValue { setNeedsDisplay() } }
  }

  /// Whether the element is selected.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Whether the element has just changed, so that it is set apart for a moment.
  public internal(set) var isFlashing = false {
    didSet { if isFlashing != oldValue { setNeedsDisplay() } }
  }

  /// The list view that the element is in.
  public internal(set) weak var listView: ListView?

  /// The table that the element is in, or nil where it is in none.
  package var tableView: TableView? { listView as? TableView }

  /// What the row offers to be done with it, besides being opened; asked while it is shown.
  open var rowActions: [RowAction] { [] }

  /// What was observed for the view model that is shown; ends before another one is bound.
  private var subscriptions: [Subscription] = []

  private var isObservable = false

  /// Makes a view that shows nothing yet.
  public required init() {
    super.init()
  }

  /// How many rows an element needs when it has some columns.
  ///
  /// Asked without a view of the element; overridden through `height(of:columns:)` of cells.
  func measure(_ viewModel: ViewModel, columns: Int) -> Int { 1 }

  /// The size that an item of a collection needs when it can have some columns at most.
  func measureItem(_ viewModel: ViewModel, columns: Int) -> Size {
    Size(columns: columns, rows: measure(viewModel, columns: columns))
  }

  /// Called before the view is used for another view model; cleans what drawing has left.
  open func prepareForReuse() {}

  /// Called when the view has got its view model.
  open func viewModelDidChange() {}

  /// Keeps an observation for as long as the present view model is shown.
  public func keep(_ subscription: Subscription) { subscriptions.append(subscription) }

  func bind(_ viewModel: ViewModel) {
    guard viewModel !== boundViewModel else { return }
    unbind()
    boundViewModel = viewModel
    isObservable = viewModel is any Observable
    viewModel.ready()
    viewModelDidChange()
    setNeedsDisplay()
  }

  func unbind() {
    guard boundViewModel != nil else { return }
    subscriptions = []
    prepareForReuse()
    boundViewModel = nil
  }

  override var timesDrawing: Bool { true }

  override func didDraw(within duration: Duration) {
    guard let application, duration >= application.slowDrawingLimit,
      application.slowViews.insert(ObjectIdentifier(Self.self)).inserted
    else { return }
    (boundViewModel as? ElementViewModel)?
      .log(.slowDrawing(view: "\(Self.self)", duration: duration))
  }

  open override var observesDrawing: Bool { isObservable }

  /// Lays the cursor's style and the others over what was drawn.
  private func drawOverlay(in canvas: Canvas) {
    if isFlashing { overlay(.changedRow, on: canvas) }
    if isSelected { overlay(.selectedRow, on: canvas) }
    guard isCursor else { return }
    guard listView?.isActive ?? true else { return overlay(.inactiveCursorRow, on: canvas) }
    overlay(isSelected ? .selectedCursorRow : .cursorRow, on: canvas)
  }

  /// What a search has found stays to be seen.
  private func overlay(_ style: Style, on canvas: Canvas) {
    canvas.overlay(canvas.bounds, style: style, keeping: .match)
  }

  /// Searches find rows, not headers and footers.
  override var highlight: Highlight? {
    boundViewModel is CellViewModel ? listView?.rowHighlight : nil
  }

  open override func didDraw(in canvas: Canvas) {
    (boundViewModel as? ElementViewModel)?.didRefresh()
    drawOverlay(in: canvas)
  }
}
