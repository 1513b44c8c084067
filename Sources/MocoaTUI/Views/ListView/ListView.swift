import MocoaCore

/// Finds the parts of a text that are highlighted, such as the matches of a search.

/// Shows a list: its items where a layout puts them, with the headers and footers of its sections,
/// a cursor, and marks.
///
/// ``TableView`` has rows with columns, ``CollectionView`` any ``CollectionLayout``. Only what is
/// in the viewport has views. The position is kept as the element at the top, never as a count of
/// rows above it: in a table, and in any layout whose items are of one size, what a key costs does
/// not depend on how many items there are; where a layout places items of different sizes by one
/// another, those of a section are measured as far as the viewport has reached.
@MainActor
open class ListView: View {
  /// The list that is shown.
  public internal(set) var list: ListViewModel?

  /// Where the items lie.
  var layout: any CollectionLayout {
    didSet { layoutDidChange() }
  }

  /// Where the view is scrolled to, and where its cursor is.
  public internal(set) var state = ListViewState()

  /// Whether items without a module are seen.
  public var placeholders = PlaceholderVisibility.default {
    didSet { if placeholders != oldValue { reloadData() } }
  }

  /// Whether the header of the section at the top stays in sight; a view that is scrolled to the
  /// right has none that does.
  public var hasStickyHeaders = false {
    didSet { setNeedsLayout() }
  }

  /// Whether a bar at the right shows where in the list the viewport is; a view that is scrolled to
  /// the right has none.
  public var hasScrollBar = false {
    didSet { if hasScrollBar != oldValue { setNeedsLayout() } }
  }

  /// Whether the terminal's cursor is on the current item, where screen readers and braille
  /// displays look for it.
  package var showsTextCursor = false

  open override var textCursor: Point? {
    guard showsTextCursor, let cursor = state.cursor,
      let place = visible.first(where: { $0.element == .item(cursor) })
    else { return nil }
    let (origin, top) = (contentView.frame.origin, place.frame.origin)
    return Point(column: origin.column + top.column, row: origin.row + max(0, top.row))
  }

  /// Whether items that have changed, moved, or come between others, are highlighted for a moment.
  public var flashesChanges = true

  /// Whether items that come at the end are highlighted as well.
  package var flashesAppendedItems = false

  /// How many columns headers and footers have where the view is scrolled to the right.
  var supplementaryColumns = 12 {
    didSet { invalidateLayout() }
  }

  /// What is highlighted in all text that cells draw.
  var rowHighlight: Highlight? {
    didSet { redrawElements() }
  }

  /// Highlights parts of all text that cells draw, such as the matches of a search.
  ///
  /// - Parameters:
  ///   - column: the only column in which something is highlighted, by its identity; nil for all.
  ///   - find: finds the parts of a text; nil for none.
  package func highlight(
    inColumn column: String? = nil, _ find: ((String) -> [Range<String.Index>])?
  ) {
    rowHighlight = find.map { Highlight(column: column, find: $0) }
  }

  /// The actions that an item offers besides those of its cell; see ``showRowActions()``.
  public var rowActions: [RowAction] = []

  /// Does an action in place of the view models of the items; whether it did.
  var rowActionHandler: ((RowAction) -> Bool)?

  /// Called when an action of an item was requested: which, where, and whether it was done.
  public var onEdit: ((RowAction, ListIndexPath, Bool) -> Void)?

  /// Called when the user opens the item that the cursor is on, after its view model was notified.
  public var onSelect: ((ListIndexPath) -> Void)?

  /// Called when the cursor or the viewport has moved.
  public var onMove: (@MainActor () -> Void)?

  /// Called when the user has gone to the last item.
  package var onMoveToEnd: (@MainActor () -> Void)?

  /// Whether the cursor is drawn as that of the view with the focus.
  var isActive = true

  /// The keys that a user prefers to those of the view.
  package var keyChanges = KeyChanges.none

  // MARK: What is in the viewport

  /// The elements in the viewport, in the order of the list.
  var visible: [VisibleElement] = []
  var stickyHeader: VisibleElement?
  /// The superview of the elements.
  let contentView = ListContentView()
  var pool = ElementViewPool()
  /// The memory for placing elements.
  var successors = Successors()
  var departed: [VisibleElement] = []
  /// Whether nothing but the position may have changed since elements were placed.
  var isPlaced = false
  /// The state that the views were last placed for.
  var laidOut: ListViewState?
  /// Counts how often everything was taken out of the viewport.
  var displayGeneration = 0

  // MARK: Where elements lie

  var sizes = SizeCache(limit: 65_536)
  /// The size of the viewport for which the sizes were measured.
  var measuredSize = Size.zero
  /// Whether each item has a line of its own, as in a table.
  private(set) var isRows: Bool
  /// The supplementary elements of sections that were asked for.
  var sectionParts: [Int: SectionParts] = [:]
  /// The places of the items of sections, where a layout places them by one another.
  var geometries: [Int: SectionGeometry] = [:]
  /// What was found to fill the viewport last, until the list or a size changes.
  var filled: Filled?

  // MARK: The cursor

  var marks = RowMarks()
  var numbering = RowNumbering()
  /// The row of the viewport that the cursor keeps to while it moves by pages.
  var pageRow: Int?
  /// Whether the viewport was scrolled to where there is no item for the cursor, as in a long
  /// header.
  var isCursorLeftBehind = false
  /// Whether the mouse was pressed on the scroll bar last.
  var isDraggingBar = false
  /// The item that was clicked last, and when.
  var lastClick: (path: ListIndexPath, time: ContinuousClock.Instant)?
  /// The clock by which two clicks are one double click.
  var now: () -> ContinuousClock.Instant = { .now }

  // MARK: Changes

  /// What is to be highlighted at the next layout.
  var changesToFlash: (changes: Changeset, mapping: ChangesetMapping, withAppended: Bool)?
  var flashTimer: TimerToken?
  private var listToken: Subscription?

  /// Makes a view without a list.
  init(layout: any CollectionLayout, frame: Rect = .zero) {
    self.layout = layout
    isRows = layout is RowLayout
    super.init(frame: frame)
    contentView.list = self
    contentView.isPane = true
    addSubview(contentView)
  }

  isolated deinit {
    for element in displayed { element.viewModel.endDisplay() }
  }

  /// Shows another list, from its start.
  public func show(_ list: ListViewModel?) {
    whenNotDrawing { [weak self] in
      guard let self else { return }
      listToken?.cancel()
      endDisplayingAll()
      self.list = list
      state = ListViewState()
      isCursorLeftBehind = false
      list?.ready()
      listToken = list?.observeChanges(owner: self) { view, change in
        view.whenNotDrawing { [weak view] in view?.apply(change) }
      }
      reloadData()
    }
  }

  /// Scrolls to where a view was and puts the cursor where it was, as far as the list still has
  /// these rows.
  public func restore(_ state: ListViewState) {
    whenNotDrawing { [weak self] in
      guard let self else { return }
      cell(at: cursor)?.isCursor = false
      self.state = state
      pageRow = nil
      settle()
      cell(at: cursor)?.isCursor = true
      redrawElements()
      setNeedsLayout()
    }
  }

  /// Binds everything in the viewport again; the cursor and the position stay where they can.
  public func reloadData() {
    whenNotDrawing { [weak self] in self?.reload() }
  }

  private func reload() {
    endDisplayingAll()
    pool.removePrototypes()
    numbering.forget()
    pageRow = nil
    invalidateLayout()
    settle()
  }

  /// Measures and places all elements again, the next time that they are needed.
  func invalidateLayout() {
    forgetSizes()
    setNeedsLayout()
  }

  private func layoutDidChange() {
    isRows = layout is RowLayout
    sizes = SizeCache(limit: 65_536)
    pageRow = nil
    invalidateLayout()
  }

  func redrawElements() {
    for element in visible { element.view.setNeedsDisplay() }
  }

  // MARK: Override points

  /// What the rows are beside and below: none of it scrolls.
  var viewport: Rect { bounds.inset(by: Insets(right: showsScrollBar ? 1 : 0)) }

  /// The rows above and below an element that set it off.
  func margins(of viewModel: ElementViewModel) -> (above: Int, below: Int) { (0, 0) }

  /// Whether headers may stay in sight.
  var allowsStickyHeaders: Bool { hasStickyHeaders && !isHorizontal }

  /// Whether there are lines between elements.
  var hasSeparators: Bool { false }

  /// Draws the lines between elements.
  func drawSeparators(in canvas: Canvas) {}

  /// Scrolls to the right, or to the left where the count is negative.
  func scrollSideways(by steps: Int) -> Bool {
    guard !isRows else { return false }
    scroll(by: 3 * steps)
    return true
  }

  // MARK: View

  open override func layoutSubviews() { layOutElements() }

  /// What is in the viewport is shown only as long as the view is.
  open override func visibilityDidChange(isShown: Bool) {
    if isShown { return setNeedsLayout() }
    for element in displayed { element.viewModel.endDisplay() }
  }

  open override var canBecomeFocused: Bool { true }

  open override func focusDidChange(isFocused: Bool) {
    isActive = isFocused
    cell(at: cursor)?.setNeedsDisplay()
  }

  open override func perform(_ action: Action) -> Bool { performListAction(action) }

  open override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .mouse(let mouse): handleScrollBar(mouse) || handleMouse(mouse)
    case .key(let key): performRowAction(for: key)
    default: false
    }
  }

  /// A scroll bar and marks, if there are any.
  override var isDrawnWithLayout: Bool { viewport.columns != bounds.columns }

  open override func draw(in canvas: inout Canvas) { drawScrollBar(in: canvas) }
}

extension ListView {
  /// The item that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath? { state.cursor }

  /// The item that the cursor is on, counted over all sections, and how many there are; nil where
  /// there is none.
  var cursorNumber: (number: Int, count: Int)? {
    numbering.number(of: state.cursor, in: list)
  }

  /// The positions of the items in the viewport, in the order of the list.
  public var visibleIndexPaths: [ListIndexPath] { visible.compactMap(\.element.indexPath) }

  /// The cell that shows an item, or nil while it is outside the viewport.
  public func cell(at path: ListIndexPath?) -> ListElementView? {
    guard let path, let index = visibleIndex(of: path) else { return nil }
    return visible[index].view
  }

  /// The place of an item among the visible elements; O(1) where only items of its section come
  /// before it.
  func visibleIndex(of path: ListIndexPath) -> Int? {
    if !visible.isEmpty, let first = visible[0].element.indexPath, first.section == path.section {
      let index = path.item - first.item
      if visible.indices.contains(index), visible[index].element == .item(path) { return index }
    }
    for index in visible.indices where visible[index].element == .item(path) { return index }
    return nil
  }

  /// The elements that have views: those in the viewport, and the sticky header.
  var displayed: [VisibleElement] { visible + (stickyHeader.map { [$0] } ?? []) }

  /// The row of the viewport that the cursor's item begins on; nil where it is not in sight.
  package var screenRowOfCursor: Int? {
    state.cursor.flatMap { visibleIndex(of: $0) }.map { visible[$0].frame.top }
  }

  /// The number of an item in the whole list, from 0.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  package func ordinal(of path: ListIndexPath) -> Int {
    numbering.number(of: path, in: list)?.number ?? path.item
  }

  /// The number of items in all sections; as fast as ``ordinal(of:)``.
  package var rowCount: Int { numbering.count(in: list) }
}

/// The part of a list view that its elements are shown in: it clips those that are cut by the edges
/// of the viewport.
final class ListContentView: View {
  weak var list: ListView?

  override func draw(in canvas: inout Canvas) { list?.drawSeparators(in: canvas) }
}
