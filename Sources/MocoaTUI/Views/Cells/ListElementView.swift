import MocoaCore
import Observation

/// A view of one element of a list: a cell, a header or a footer.
///
/// Element views are reused: when a row leaves the viewport, its view is prepared for reuse,
/// unbound, and later bound to another view model of the same module.
@MainActor
open class ListElementView: View {
  /// The view model that the view displays; nil while the view is in the reuse pool.
  public private(set) var boundViewModel: ViewModel?

  /// A Boolean value that indicates whether the cursor is on the element.
  public internal(set) var isCursor = false {
    didSet { if isCursor != oldValue { setNeedsDisplay() } }
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

  /// The actions of the row besides opening it; read while the view is bound.
  open var rowActions: [RowAction] { [] }

  /// The subscriptions for the bound view model, cancelled before another one is bound.
  private var subscriptions: [Subscription] = []

  private var isObservable = false

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
    Size(columns: columns, rows: measure(viewModel, columns: columns))
  }

  /// Called before the view is unbound; resets state that depends on the view model.
  open func prepareForReuse() {}

  /// Called when the view has been bound to a view model.
  open func viewModelDidChange() {}

  /// Retains a subscription while the present view model is bound.
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

  /// Overlays the styles of the cursor, the selection and a change on the drawn element.
  private func drawOverlay(in canvas: Canvas) {
    if isFlashing { overlay(.changedRow, on: canvas) }
    if isSelected { overlay(.selectedRow, on: canvas) }
    guard isCursor else { return }
    guard listView?.isActive ?? true else { return overlay(.inactiveCursorRow, on: canvas) }
    overlay(isSelected ? .selectedCursorRow : .cursorRow, on: canvas)
  }

  /// Overlays a style, except on matches of a search.
  private func overlay(_ style: Style, on canvas: Canvas) {
    canvas.overlay(canvas.bounds, style: style, keeping: .match)
  }

  /// The search highlight, which applies to cells, not to headers and footers.
  override var highlight: Highlight? {
    boundViewModel is CellViewModel ? listView?.rowHighlight : nil
  }

  open override func didDraw(in canvas: Canvas) {
    (boundViewModel as? ElementViewModel)?.didRefresh()
    drawOverlay(in: canvas)
  }
}
