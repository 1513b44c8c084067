import MocoaCore

// Its extensions measure and place elements, manage their views, and handle input.

/// A view that displays a list by a layout, with headers and footers, a cursor, and marks.
///
/// ``TableView`` has rows with columns, ``CollectionView`` any ``CollectionLayout``. Only elements
/// in the viewport have views. The scroll position is stored as the top element, not as a number
/// of rows: in a table, and in a layout with items of one size, the cost of a key does not depend
/// on the number of items. In a layout that places items of different sizes relative to one
/// another, the items of a section are measured as far as the viewport has been scrolled; a change
/// of the list measures only the items that it changes or inserts.
@MainActor
open class ListView: View {
  /// The view model of the displayed list.
  public internal(set) var list: ListViewModel?

  var layout: any CollectionLayout {
    didSet { layoutDidChange() }
  }

  /// The scroll position and the cursor.
  public internal(set) var state = ListViewState()

  /// The visibility of items without a registered module.
  public var placeholders = PlaceholderVisibility.default {
    didSet { if placeholders != oldValue { reloadData() } }
  }

  /// A Boolean value that indicates whether opening a placeholder pushes a page with its details
  /// and what its row holds, instead of opening the row.
  public final var opensPlaceholders = true

  /// A Boolean value that indicates whether the header of the top section stays visible.
  ///
  /// It has no effect if the axis is horizontal.
  public var hasStickyHeaders = false {
    didSet { setNeedsLayout() }
  }

  /// A Boolean value that indicates whether there is a scroll bar at the right.
  ///
  /// It has no effect if the axis is horizontal.
  public var hasScrollBar = false {
    didSet { if hasScrollBar != oldValue { setNeedsLayout() } }
  }

  /// A Boolean value that indicates whether the terminal's cursor is on the current item.
  ///
  /// Screen readers and braille displays follow it.
  package var showsTextCursor = false

  open override var textCursor: Point? {
    guard showsTextCursor, let cursor = state.cursor,
      let place = visible.first(where: { $0.element == .item(cursor) })
    else { return nil }
    let (origin, top) = (contentView.frame.origin, place.frame.origin)
    return Point(column: origin.column + top.column, row: origin.row + max(0, top.row))
  }

  /// A Boolean value that indicates whether changed, moved and inserted items are highlighted.
  public var flashesChanges = true

  /// A Boolean value that indicates whether items that only moved are highlighted.
  package var flashesMovedItems = true

  /// A Boolean value that indicates whether appended items are highlighted, too.
  package var flashesAppendedItems = false

  /// The number of columns of headers and footers if the axis is horizontal.
  static let supplementaryColumns = 12

  /// The highlight in all text that cells draw, or nil.
  var rowHighlight: Highlight? {
    didSet { redrawElements() }
  }

  /// Highlights parts of all text that cells draw, or of one column, such as the matches of a
  /// search; nil removes the highlight.
  package func highlight(
    inColumn column: String? = nil, _ find: ((String) -> [Range<String.Index>])?
  ) {
    rowHighlight = find.map { Highlight(column: column, find: $0) }
  }

  /// The text in place of the items.
  var emptyText = "" {
    didSet { if emptyText != oldValue { contentView.setNeedsDisplay() } }
  }

  /// The actions of all items besides those of their cells; see `showRowActions()`.
  public var rowActions: [RowAction] = []

  /// Performs an action instead of the items' view models; returns `false` to leave it to them.
  var rowActionHandler: ((RowAction) -> Bool)?

  /// The observers of moves, of opened items, and of actions on items.
  let observers = ListObservers()

  /// A Boolean value that indicates whether the cursor stays on the last item while items are
  /// appended, once the user has moved there by its key.
  package var followsEnd = true

  /// A Boolean value that indicates whether the user has moved to the last item, and not away.
  var isFollowingEnd = false

  /// Called when the user has moved to the last item by its key.
  package var onMoveToEnd: (@MainActor () -> Void)?

  /// Called when the user has moved to the first item by its key.
  package var onMoveToStart: (@MainActor () -> Void)?

  /// A Boolean value that indicates whether the cursor is drawn in the style of the focused view.
  var isActive = true

  /// Measures cells while the user inspects the list; nil otherwise.
  var inspector: ListInspector?

  /// The user's changes of the key map.
  package var keyChanges = KeyChanges.none

  // MARK: Visible elements

  /// The elements in the viewport, in list order.
  var visible: [VisibleElement] = []
  var stickyHeader: VisibleElement?
  /// The superview of the elements.
  let contentView = ListContentView()
  var pool = ElementViewPool()
  /// The changes that were requested while views were bound and placed.
  var isDeferringChanges = false
  var deferredChanges: [() -> Void] = []
  /// The reused storage for placing elements.
  var successors = Successors()
  var departed: [VisibleElement] = []
  /// A Boolean value that indicates whether only the scroll position has changed since placement.
  var isPlaced = false
  /// The state at the last layout, or nil.
  var laidOut: ListViewState?
  /// The number of times that all elements were removed from the viewport.
  var displayGeneration = 0

  // MARK: Geometry

  var sizes = SizeCache()
  /// The size of the viewport at the last measurement.
  var measuredSize = Size.zero
  let places = ListPlaces<ElementViewModel>()

  // MARK: The cursor

  var marks = RowMarks()

  /// Is asked before rows are marked by keys, and notified of marks on all rows.
  package weak var markDelegate: (any MarkDelegate)?
  var numbering = RowNumbering()
  var cursorMemory = CursorMemory()
  /// A Boolean value that indicates whether the mouse was last pressed on the scroll bar.
  var isDraggingBar = false
  /// The item and the time of the last click.
  var lastClick: (path: ListIndexPath, time: ContinuousClock.Instant)?
  /// The clock for detecting double clicks.
  var now: () -> ContinuousClock.Instant = { .now }

  // MARK: Changes

  /// The changes to highlight at the next layout.
  var changesToFlash: (changes: Changeset, mapping: ChangesetMapping, withAppended: Bool)?
  var flashTimer: TimerToken?
  private var listToken: Subscription?

  /// Creates a view without a list.
  init(layout: any CollectionLayout, frame: Rect = .zero) {
    self.layout = layout
    super.init(frame: frame)
    contentView.list = self
    contentView.isPane = true
    addSubview(contentView)
  }

  isolated deinit {
    for element in displayed { element.viewModel.endDisplay() }
  }

  /// Displays another list, scrolled to its start.
  public func show(_ list: ListViewModel?) {
    whenStable { [weak self] in
      guard let self else { return }
      list === boundViewModel ? showBoundList() : bind(list)
    }
  }

  /// Displays the bound view model, if it is a list; overrides call `super`.
  open override func viewModelDidChange() {
    whenStable { [weak self] in self?.showBoundList() }
  }

  private func showBoundList() {
    listToken?.cancel()
    deferringChanges { endDisplayingAll() }
    list = boundViewModel as? ListViewModel
    (state, cursorMemory) = (ListViewState(), CursorMemory())
    application?.addRegistry(list?.module?.registry)
    listToken = list?.observeChanges(owner: self) { view, change in
      let mapping = view.list?.deliveredMapping
      let path = view.indexPath(resizedBy: change)
      view.whenStable { [weak view] in
        view?.deferringChanges { view?.apply(change, by: mapping, at: path) }
      }
    }
    reloadData()
  }

  /// Restores the scroll position and the cursor of a state, as far as its items are in the list.
  public func restore(_ state: ListViewState) {
    whenStable { [weak self] in
      guard let self else { return }
      cell(at: cursor)?.isCursor = false
      self.state = state
      cursorMemory.pageRow = nil
      settle()
      cell(at: cursor)?.isCursor = true
      redrawElements()
      setNeedsLayout()
    }
  }

  /// Rebinds all elements in the viewport; the scroll position and the cursor stay if possible.
  public func reloadData() {
    whenStable { [weak self] in
      self?.deferringChanges { self?.reload() }
    }
  }

  private func reload() {
    endDisplayingAll()
    pool.removePrototypes()
    numbering.forget()
    cursorMemory.pageRow = nil
    invalidateLayout()
    settle()
  }

  /// Invalidates the sizes and frames of all elements.
  func invalidateLayout() {
    forgetSizes()
    setNeedsLayout()
  }

  private func layoutDidChange() {
    sizes = SizeCache()
    cursorMemory.pageRow = nil
    invalidateLayout()
  }

  func redrawElements() {
    for element in visible { element.view.setNeedsDisplay() }
  }

  // MARK: Override points

  /// The area of the elements, without parts that do not scroll.
  var viewport: Rect { bounds.inset(by: Insets(right: showsScrollBar ? 1 : 0)) }

  /// Returns the number of blank rows above and below an element.
  func margins(of viewModel: ElementViewModel) -> (above: Int, below: Int) { (0, 0) }

  var allowsStickyHeaders: Bool { hasStickyHeaders && !isHorizontal }

  /// A Boolean value that indicates whether there are lines between elements.
  var hasSeparators: Bool { false }

  /// Draws the lines between elements.
  func drawSeparators(in canvas: Canvas) {}

  /// Scrolls to the right, or to the left if the number of steps is negative.
  func scrollSideways(by steps: Int) -> Bool {
    scroll(by: 3 * steps)
    return true
  }

  // MARK: View

  open override func layoutSubviews() { layOutElements() }

  /// Ends the display of the elements while the view is not visible.
  open override func visibilityDidChange(isShown: Bool) {
    if isShown {
      application?.addRegistry(list?.module?.registry)
      return setNeedsLayout()
    }
    for element in displayed { element.viewModel.endDisplay() }
  }

  open override var canBecomeFocused: Bool { true }

  open override func focusDidChange(isFocused: Bool) {
    isActive = isFocused
    cell(at: cursor)?.setNeedsDisplay()
  }

  /// A Boolean value that indicates whether the horizontal keys have a meaning.
  var movesSideways: Bool { true }

  /// Moves the cursor, or scrolls, to the right or left.
  ///
  /// - Returns: `false` if there is nothing to move.
  func moveSideways(forward: Bool) -> Bool {
    move(forward: forward, isAcross: !isHorizontal)
    return true
  }

  override var leavesKeysToPages: Bool { true }

  open override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .mouse(let mouse): handleScrollBar(mouse) || handleMouse(mouse)
    case .key(let key): performRowAction(for: key)
    default: false
    }
  }

  /// `true` if a scroll bar or marks are drawn beside the viewport.
  override var isDrawnWithLayout: Bool { viewport.columns != bounds.columns }

  open override func draw(in canvas: inout Canvas) { drawScrollBar(in: canvas) }
}

extension ListView {
  /// The item under the cursor, or nil.
  public var cursor: ListIndexPath? { state.cursor }

  /// The number of the item under the cursor over all sections, and the number of items; or nil.
  var cursorNumber: (number: Int, count: Int)? {
    numbering.number(of: state.cursor, in: list)
  }

  /// The index paths of the items in the viewport, in list order.
  public var visibleIndexPaths: [ListIndexPath] { visible.compactMap(\.element.indexPath) }

  /// The view models of the elements in the viewport, in list order.
  package var visibleViewModels: [ElementViewModel] { visible.map(\.viewModel) }

  /// Returns the cell of an item, or nil if it is outside of the viewport.
  public func cell(at path: ListIndexPath?) -> ListElementView? {
    guard let path, let index = visibleIndex(of: path) else { return nil }
    return visible[index].view
  }

  /// Returns the index of an item in the visible elements, or nil.
  ///
  /// - Complexity: O(1) if all visible elements before it are items of its section; otherwise
  ///   O(visible elements).
  func visibleIndex(of path: ListIndexPath) -> Int? {
    if !visible.isEmpty, let first = visible[0].element.indexPath, first.section == path.section {
      let index = path.item - first.item
      if visible.indices.contains(index), visible[index].element == .item(path) { return index }
    }
    for index in visible.indices where visible[index].element == .item(path) { return index }
    return nil
  }

  /// The elements with views: those in the viewport, and the sticky header.
  var displayed: [VisibleElement] { visible + (stickyHeader.map { [$0] } ?? []) }

  /// The first row of the cursor's item in the viewport; nil if the item is not visible.
  package var screenRowOfCursor: Int? {
    state.cursor.flatMap { visibleIndex(of: $0) }.map { visible[$0].frame.top }
  }

  /// Returns the number of an item over all sections, from 0.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  package func ordinal(of path: ListIndexPath) -> Int {
    numbering.number(of: path, in: list)?.number ?? path.item
  }

  /// The number of items of all sections; the complexity is that of ``ordinal(of:)``.
  package var rowCount: Int { numbering.count(in: list) }
}

/// The superview of a list view's elements, which clips them at the edges of the viewport.
final class ListContentView: View {
  weak var list: ListView?

  override func draw(in canvas: inout Canvas) {
    guard let list else { return }
    list.drawSeparators(in: canvas)
    canvas.drawWrapped(list.emptyText, in: canvas.bounds, style: .secondary)
  }
}
