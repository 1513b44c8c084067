import MocoaCore

/// A table or a collection from inside: what keeps its list and its views together.
@MainActor
protocol ListContainer: ListView, ElementContainer {
  var list: ListViewModel? { get set }
  var listToken: ObserverToken? { get set }
  var isActive: Bool { get set }
  var marks: RowMarks { get set }
  var numbering: RowNumbering { get set }
  var flashTimer: TimerToken? { get set }

  /// The row that was clicked last, and when.
  var lastClick: (path: ListIndexPath, time: ContinuousClock.Instant)? { get set }
  /// What tells how fast clicks follow each other.
  var now: () -> ContinuousClock.Instant { get }
  /// Whether the mouse was pressed on the scroll bar last.
  var isDraggingBar: Bool { get set }

  /// The views of the rows, headers and footers in the viewport.
  var displayedViews: [ListElementView] { get }
  /// Where the scroll bar is; nil where there is none.
  var scrollBarFrame: Rect? { get }

  /// The part of the view that rows are shown in.
  var viewport: Rect { get }

  /// The row at a point of the view.
  func item(at point: Point) -> ListIndexPath?
  /// Goes to the start, without a cursor.
  func forgetPosition()
  func endDisplayingAll()
  func reloadData()
  func apply(_ change: ListChange)
  func handleMouse(_ event: MouseEvent) -> Bool
}

extension TableView: ListContainer {
  /// The row that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath? { state.cursor }

  /// The row that the cursor is on, counted over all sections, and how many there are; nil where
  /// there is none.
  public var cursorNumber: (number: Int, count: Int)? {
    numbering.number(of: state.cursor, in: list)
  }

  var displayedViews: [ListElementView] { visible.map(\.view) }

  var scrollBarFrame: Rect? {
    guard style.hasScrollBar else { return nil }
    return Rect(column: viewport.right, row: viewport.top, columns: 1, rows: viewport.rows)
  }

  func forgetPosition() {
    state = TableViewState()
    isCursorLeftBehind = false
  }
}

extension CollectionView: ListContainer {
  /// The item that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath? { state.cursor }

  /// The item that the cursor is on, counted over all sections, and how many there are; nil where
  /// there is none.
  public var cursorNumber: (number: Int, count: Int)? {
    numbering.number(of: state.cursor, in: list)
  }

  var displayedViews: [ListElementView] { visible.map(\.view) }

  var scrollBarFrame: Rect? {
    guard showsScrollBar else { return nil }
    return Rect(column: viewport.right, row: 0, columns: 1, rows: viewport.rows)
  }

  func forgetPosition() {
    state = CollectionViewState()
    anchor = nil
  }
}

extension ListContainer {
  func replaceList(with list: ListViewModel?) {
    whenNotDrawing { [weak self] in
      guard let self else { return }
      listToken?.cancel()
      endDisplayingAll()
      self.list = list
      forgetPosition()
      list?.ready()
      listToken = list?.observeChanges(owner: self) { [weak self] change in
        self?.whenNotDrawing { self?.apply(change) }
      }
      reloadData()
    }
  }

  func focusDidMove(isFocused: Bool) {
    isActive = isFocused
    cell(at: cursor)?.setNeedsDisplay()
  }

  func handleInput(_ event: InputEvent) -> Bool {
    switch event {
    case .mouse(let mouse): handleScrollBar(mouse) || handleMouse(mouse)
    case .key(let key): performRowAction(for: key)
    default: false
    }
  }

  /// Sets views apart for a moment, as those of rows that have changed.
  func flash(_ views: [ListElementView]) {
    guard !views.isEmpty, let application else { return }
    for view in views { view.isFlashing = true }
    flashTimer?.cancel()
    flashTimer = application.schedule(after: .milliseconds(600)) { [weak self] in
      for view in self?.displayedViews ?? [] { view.isFlashing = false }
    }
  }
}
