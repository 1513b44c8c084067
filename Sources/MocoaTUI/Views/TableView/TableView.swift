import MocoaCore

/// Shows a list as rows below one another, with headers and footers of its sections.
///
/// Only what is in the viewport has views; what a key costs does not depend on how many rows there
/// are. The position is kept as the element at the top, never as a count of rows above it, so
/// nothing outside the viewport is ever measured.
@MainActor
open class TableView: View, ListView {
  /// The list that is shown.
  public internal(set) var list: ListViewModel?

  /// Where the table is scrolled to, and where its cursor is.
  public internal(set) var state = TableViewState()

  /// Whether rows without a module are seen.
  public var placeholders = PlaceholderVisibility.default {
    didSet { if placeholders != oldValue { reloadData() } }
  }

  /// Whether the header of the section at the top stays in sight.
  public var hasStickyHeaders = true {
    didSet { setNeedsLayout() }
  }

  /// The columns that cells may keep to; empty for cells that lay themselves out.
  public var columns: [TableColumn] = [] {
    didSet { columnsDidChange() }
  }

  /// How wide the content of each column is, as far as it has been seen, in character columns.
  public var columnContentWidths: [Int] = [] {
    didSet { columnsDidChange() }
  }

  /// Whether the titles of the columns are shown above the rows.
  public var showsColumnHeader = true {
    didSet { setNeedsLayout() }
  }

  /// Where the columns lie at the present width and sideways position.
  public internal(set) var columnLayout = ColumnLayout.empty

  /// Finds what cells set apart in a text, such as the matches of a search.
  public var highlighter: ((String) -> [Range<String.Index>])? {
    didSet { for element in visible { element.view.setNeedsDisplay() } }
  }

  /// The only column in which something is set apart, by its identity; nil for all.
  public var highlightedColumn: String? {
    didSet { if highlightedColumn != oldValue { setNeedsLayout() } }
  }

  /// How rows are set off from one another, and what is shown beside them.
  public var style = TableStyle() {
    didSet { if style != oldValue { reloadData() } }
  }

  /// The actions that a row offers besides those of its cell; see ``ListView/showRowActions()``.
  public var rowActions: [RowAction] = []

  /// Called when an action of a row was asked for: which, where, and whether it was done.
  public var onEdit: ((RowAction, ListIndexPath, Bool) -> Void)?

  /// Where a range of marks begins.
  var marks = RowMarks()

  /// Whether rows that come at the end are set apart as well.
  package var flashesAppendedRows = false

  /// What is to be set apart at the next layout.
  var changesToFlash: (changes: Changeset, mapping: ChangesetMapping, withAppended: Bool)?
  var flashTimer: TimerToken?
  var numbering = RowNumbering()

  /// Called when the user opens the row that the cursor is on; whether that was handled.
  ///
  /// The row's view model has heard of the selection by then.
  public var onSelect: ((ListIndexPath) -> Void)?

  /// Called when the title of a column was clicked, with the keys that were held down meanwhile.
  public var onHeaderClick: ((TableColumn, Key.Modifiers) -> Void)?

  /// Called when the cursor or the viewport has moved.
  public var onMove: (@MainActor () -> Void)?

  /// Called when the user has gone to the last row.
  public var onMoveToEnd: (@MainActor () -> Void)?

  /// Whether the cursor is drawn as that of the view with the focus.
  public internal(set) var isActive = true

  // The elements in the viewport, from the top.
  var visible: [VisibleElement] = []
  /// The memory for placing elements.
  var successors = Successors()
  var pool = ElementViewPool()
  var heights = SizeCache(limit: 4_096)
  /// What was found to fill the viewport last, until the list or a height changes.
  var filled: Filled?
  /// The width for which the heights were measured.
  var measuredColumns = 0
  var stickyHeader: VisibleElement?
  let columnHeader = ColumnHeaderView()
  let rowsView = TableRowsView()
  /// The position that the views were last placed for.
  var laidOut: Position?
  /// Counts how often everything was taken out of the viewport.
  var displayGeneration = 0
  /// The row of the viewport that the cursor keeps to while it moves by pages.
  var pageRow: Int?
  /// Whether the viewport was scrolled to where there is no row for the cursor, as in a long
  /// header.
  var isCursorLeftBehind = false
  var listToken: ObserverToken?
  /// Whether the mouse was pressed on the scroll bar last.
  var isDraggingBar = false
  var lastClick: (path: ListIndexPath, time: ContinuousClock.Instant)?
  /// What tells how fast clicks follow each other.
  var now: () -> ContinuousClock.Instant = { .now }

  /// Makes a table without a list.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isPane = true
    columnHeader.table = self
    columnHeader.isHidden = true
    rowsView.table = self
    addSubview(rowsView)
    addSubview(columnHeader)
  }

  isolated deinit {
    for element in visible { element.viewModel.endDisplay() }
    stickyHeader?.viewModel.endDisplay()
  }

  /// Shows another list, from its start.
  public func show(_ list: ListViewModel?) { replaceList(with: list) }

  /// Binds everything in the viewport anew; the cursor and the position stay where they can.
  public func reloadData() {
    whenNotDrawing { [weak self] in self?.reload() }
  }

  func reload() {
    endDisplayingAll()
    forgetHeights()
    numbering.forget()
    pool.removePrototypes()
    pageRow = nil
    settle()
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    layOutColumns()
    layOutRows()
  }

  /// What is in the viewport is shown only as long as the table is.
  open override func visibilityDidChange(isShown: Bool) {
    if isShown { return setNeedsLayout() }
    for element in visible + (stickyHeader.map { [$0] } ?? []) { element.viewModel.endDisplay() }
  }

  open override var subviewsMayOverlap: Bool { false }

  open override var canBecomeFocused: Bool { true }

  open override func focusDidChange(isFocused: Bool) { focusDidMove(isFocused: isFocused) }

  /// What a user wants of the keys that differs.
  public var keyChanges = KeyChanges.none

  open override var keyMap: KeyMap {
    let isMarking = list?.selectionMode == .multiple
    let map =
      columns.isEmpty
      ? (isMarking ? Self.markingKeyMapWithoutColumns : Self.keyMapWithoutColumns)
      : (isMarking ? Self.markingKeyMap : Self.defaultKeyMap)
    return map.applying(keyChanges)
  }

  open override func perform(_ action: Action) -> Bool {
    performAction(action) || performMarking(action)
  }

  open override func handle(_ event: InputEvent) -> Bool { handleInput(event) }

  open override func draw(in canvas: inout Canvas) { drawDecorations(in: canvas) }
}

/// An element in the viewport, the view that shows it, and where.
struct VisibleElement {
  var element: TableElement
  var viewModel: ElementViewModel
  var view: ListElementView
  /// What the view was made for.
  var key: ReuseKey
  /// The first row, in the viewport; negative for what begins above it.
  var top: Int
  var height: Int

  func frame(columns: Int) -> Rect {
    Rect(column: 0, row: top, columns: columns, rows: height)
  }
}

extension TableView {
  /// The part of the table that rows are shown in.
  var viewport: Rect {
    bounds.split(hasColumnHeader ? 1 : 0, from: .top).rest
      .inset(by: Insets(left: hasMarkColumn ? 2 : 0, right: style.hasScrollBar ? 1 : 0))
  }

  var hasColumnHeader: Bool {
    showsColumnHeader && !columns.isEmpty && frame.rows > 2
  }

  /// The positions of the rows in the viewport, from the top.
  public var visibleIndexPaths: [ListIndexPath] {
    visible.compactMap(\.element.indexPath)
  }

  /// The cell that shows a row, or nil while it is outside the viewport.
  public func cell(at path: ListIndexPath?) -> ListElementView? {
    guard let path else { return nil }
    guard let index = visibleIndex(of: path) else { return nil }
    return visible[index].view
  }

  /// The place of a row among the visible elements; O(1) where only rows come before it.
  func visibleIndex(of path: ListIndexPath) -> Int? {
    if !visible.isEmpty, let first = visible[0].element.indexPath, first.section == path.section {
      let index = path.item - first.item
      if visible.indices.contains(index), visible[index].element == .item(path) { return index }
    }
    return visible.firstIndex { $0.element == .item(path) }
  }

  private func columnsDidChange() {
    layOutColumns()
    setNeedsLayout()
    for element in visible { element.view.setNeedsDisplay() }
  }

  func layOutColumns() {
    columnLayout = ColumnLayout(
      columns: columns, contentWidths: columnContentWidths, paneColumns: viewport.columns,
      offset: state.columnOffset)
    state.columnOffset = min(state.columnOffset, columnLayout.maximumOffset)
    columnHeader.isHidden = !hasColumnHeader
    columnHeader.frame = Rect(
      column: viewport.left, row: 0, columns: viewport.columns, rows: 1)
    columnHeader.setNeedsDisplay()
  }
}
