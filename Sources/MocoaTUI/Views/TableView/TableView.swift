import MocoaCore

/// A list view that displays rows, with optional columns, and headers and footers of sections.
@MainActor
open class TableView: ListView {
  /// The columns; empty if cells have their own layout.
  public var columns: [TableColumn] = [] {
    didSet { columnsDidChange() }
  }

  /// The width of the content of each column measured so far, in character columns.
  package var columnContentWidths: [Int] = [] {
    didSet { columnsDidChange() }
  }

  /// A Boolean value that indicates whether the titles of the columns are displayed.
  package var showsColumnHeader = true {
    didSet { setNeedsLayout() }
  }

  /// The layout of the columns at the current width and horizontal scroll position.
  package internal(set) var columnLayout = ColumnLayout.empty

  /// The viewport and the offset of the current column layout.
  private var columnPlace: (Rect, Int)?

  /// The style of the table: separators, section gaps, and the column of marks.
  public var style = TableStyle() {
    didSet { if style != oldValue { reloadData() } }
  }

  /// A Boolean value that indicates whether rows are displayed as cards in a grid.
  public var showsCards = false {
    didSet { if showsCards != oldValue { layout = showsCards ? cardLayout : RowLayout() } }
  }

  let headerObservers = ObserverList<(column: TableColumn, modifiers: Key.Modifiers)>()

  /// A Boolean value that indicates whether the horizontal keys move a column cursor.
  ///
  /// Otherwise they scroll horizontally.
  package var hasColumnCursor = false

  /// The identifier of the column of the column cursor; nil until it is moved.
  public var currentColumnID: TableColumn.ID? {
    didSet {
      guard currentColumnID != oldValue else { return }
      columnHeader.setNeedsDisplay()
      cell(at: state.cursor)?.setNeedsDisplay()
      onColumnMove?()
    }
  }

  /// Returns whether a horizontal key is left to the container of the table.
  package var leavesSideways: ((_ forward: Bool) -> Bool)?

  /// Returns the number of character columns that the visible rows need, where the only column is
  /// scrolled by the horizontal keys.
  package var lineColumns: (() -> Int)?

  /// Called when the column cursor has moved.
  package var onColumnMove: (() -> Void)?

  let columnHeader = ColumnHeaderView()

  /// Creates a table without a list.
  public init(frame: Rect = .zero) {
    super.init(layout: RowLayout(), frame: frame)
    hasStickyHeaders = true
    columnHeader.table = self
    columnHeader.isHidden = true
    addSubview(columnHeader)
  }

  open override func layoutSubviews() {
    if showsCards, layout as? GridLayout != cardLayout { layout = cardLayout }
    if columnPlace.map({ $0 != (viewport, state.columnOffset) }) ?? true { layOutColumns() }
    super.layoutSubviews()
  }

  open override func draw(in canvas: inout Canvas) {
    super.draw(in: &canvas)
    guard hasMarkColumn else { return }
    for element in visible where element.view.isSelected {
      let row = viewport.top + element.view.frame.top
      canvas.draw("✓", at: Point(column: 0, row: row), style: .markedRow)
    }
  }

  /// The keys of a table.
  package static let defaultKeyMap = makeKeyMap(
    "row", sideways: "Move the column cursor", title: "List")

  open override var keyMap: KeyMap {
    (hasRows ? Self.defaultKeyMap : CollectionView.defaultKeyMap).applying(keyChanges)
  }

  override var movesSideways: Bool { !hasRows || !columns.isEmpty }

  override func moveSideways(forward: Bool) -> Bool {
    guard hasRows else { return super.moveSideways(forward: forward) }
    if leavesSideways?(forward) ?? false { return false }
    let step = forward ? 1 : -1
    guard hasColumnCursor else { return scrollSideways(by: step) }
    guard let lineColumns, columns.count == 1 else { return moveColumn(by: step) }
    currentColumnID = columns[0].id
    scrollLine(by: step * max(1, viewport.columns / 2), columns: lineColumns())
    return true
  }

  /// Scrolls the only column, which becomes as wide as the visible rows need it.
  private func scrollLine(by offset: Int, columns needed: Int) {
    let shown = columnLayout.entries.first?.columns ?? 0
    if offset > 0, needed > shown { columns[0].width = .fixed(needed) }
    scrollColumns(to: state.columnOffset + offset)
  }

  // MARK: Columns

  /// Calls a handler when the title of a column was clicked, with the pressed modifier keys.
  ///
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  public func observeHeaderClicks<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, TableColumn, Key.Modifiers) -> Void
  ) -> Subscription {
    headerObservers.add(owner: owner) { handler($0, $1.column, $1.modifiers) }
  }

  private var hasColumnHeader: Bool {
    hasRows && showsColumnHeader && !columns.isEmpty && frame.rows > 2
  }

  private var hasMarkColumn: Bool {
    hasRows && style.hasMarkColumn && list?.selectionMode == .multiple
  }

  override var viewport: Rect {
    super.viewport.split(hasColumnHeader ? 1 : 0, from: .top).rest
      .inset(by: Insets(left: hasMarkColumn ? 2 : 0))
  }

  override func scrollSideways(by steps: Int) -> Bool {
    guard hasRows else { return super.scrollSideways(by: steps) }
    guard columnLayout.maximumOffset > 0 else { return false }
    scrollColumns(to: state.columnOffset + 8 * steps)
    return true
  }

  /// Scrolls horizontally, clamped to the columns.
  func scrollColumns(to wanted: Int) {
    let offset = min(max(0, wanted), columnLayout.maximumOffset)
    guard offset != state.columnOffset else { return }
    state.columnOffset = offset
    layOutColumns()
    redrawElements()
  }

  private func columnsDidChange() {
    layOutColumns()
    setNeedsLayout()
    redrawElements()
  }

  private func layOutColumns() {
    columnLayout = ColumnLayout(
      columns: columns, contentWidths: columnContentWidths, paneColumns: viewport.columns,
      offset: state.columnOffset)
    state.columnOffset = min(state.columnOffset, columnLayout.maximumOffset)
    columnPlace = (viewport, state.columnOffset)
    columnHeader.isHidden = !hasColumnHeader
    columnHeader.frame = Rect(
      column: viewport.left, row: 0, columns: viewport.columns, rows: 1)
    columnHeader.setNeedsDisplay()
  }

  // MARK: Separators

  override var allowsStickyHeaders: Bool {
    super.allowsStickyHeaders && !style.isGrouped && hasRows
  }

  override func margins(of viewModel: ElementViewModel) -> (above: Int, below: Int) {
    guard hasRows, style.hasMargins else { return (0, 0) }
    return (isGroupStart(viewModel) ? 1 : 0, hasSeparator(below: viewModel) ? 1 : 0)
  }

  private func isGroupStart(_ viewModel: ElementViewModel) -> Bool {
    guard style.isGrouped, let section = viewModel.section, section.index > 0,
      let first = geometry.firstBlock(ofSection: section.index)
    else { return false }
    return content(of: geometry.element(of: first)) === viewModel
  }

  private func hasSeparator(below viewModel: ElementViewModel) -> Bool {
    guard style.hasSeparators, viewModel is AnyCellViewModel, let section = viewModel.section else {
      return false
    }
    return viewModel.index + 1 < section.numberOfItems
  }

  override var hasSeparators: Bool { hasRows && style.hasSeparators }

  override func drawSeparators(in canvas: Canvas) {
    guard hasSeparators else { return }
    for element in visible where hasSeparator(below: element.viewModel) {
      canvas.fill(
        Rect(
          column: 0, row: element.frame.bottom - 1, columns: canvas.size.columns, rows: 1),
        with: "─", style: .border)
    }
  }
}
