import MocoaCore

/// Shows a list as items in lines, columns or any other ``CollectionLayout``, with headers and
/// footers of its sections.
///
/// Only what is in the viewport has views. Where all items are of one size, what a key costs does
/// not depend on how many there are; where each has its own, items are measured as far as the
/// viewport has reached.
///
/// ```swift
/// let collection = CollectionView(layout: GridLayout(columns: 2, itemRows: 3))
/// collection.show(list)
/// ```
@MainActor
open class CollectionView: View, ListView {
  /// The list that is shown.
  public internal(set) var list: ListViewModel?

  /// Where the items lie.
  public var layout: any CollectionLayout {
    didSet { invalidateLayout() }
  }

  /// Where the collection is scrolled to, and where its cursor is.
  public internal(set) var state = CollectionViewState()

  /// Whether items without a module are seen.
  public var placeholders = PlaceholderVisibility.default {
    didSet { if placeholders != oldValue { reloadData() } }
  }

  /// How many columns headers and footers have where the collection is scrolled to the right.
  public var supplementaryColumns = 12 {
    didSet { invalidateLayout() }
  }

  /// Whether the header of the section at the top stays in sight; one that is scrolled to the right
  /// has none that does.
  public var hasStickyHeaders = false {
    didSet { setNeedsLayout() }
  }

  /// Whether a bar at the right shows where in the list the viewport is; one that is scrolled to
  /// the right has none.
  public var hasScrollBar = false {
    didSet { invalidateLayout() }
  }

  /// Whether items that have changed are set apart for a moment.
  public var flashesChanges = true

  /// The actions that an item offers besides those of its cell; see ``ListView/showRowActions()``.
  public var rowActions: [RowAction] = []

  /// Called when an action of an item was asked for: which, where, and whether it was done.
  public var onEdit: ((RowAction, ListIndexPath, Bool) -> Void)?

  /// Called when the user opens the item that the cursor is on, after its view model has heard of
  /// it.
  public var onSelect: ((ListIndexPath) -> Void)?

  /// Called when the cursor or the viewport has moved.
  public var onMove: (@MainActor () -> Void)?

  /// Called when the user has gone to the last row.
  public var onMoveToEnd: (@MainActor () -> Void)?

  /// Whether the cursor is drawn as that of the view with the focus.
  public internal(set) var isActive = true

  var visible: [VisibleItem] = []
  var pool = ElementViewPool()
  /// Whether a header is in sight only because it stays there.
  var isHeaderStuck = false
  /// Whether the mouse was pressed on the scroll bar last.
  var isDraggingBar = false
  var sizes = SizeCache(limit: 65_536)
  var sections: [SectionGeometry] = []
  /// The item that the position is kept by when places change, and how far it was scrolled away.
  var anchor: (path: ListIndexPath, offset: Int)?
  var laidOutSize = Size.zero
  var laidOutOffset = 0
  var marks = RowMarks()
  var numbering = RowNumbering()
  var lastClick: (path: ListIndexPath, time: ContinuousClock.Instant)?
  var flashTimer: TimerToken?
  var listToken: ObserverToken?
  /// What tells how fast clicks follow each other.
  var now: () -> ContinuousClock.Instant = { .now }

  /// Makes a collection without a list.
  public init(layout: any CollectionLayout = FlowLayout()) {
    self.layout = layout
    super.init()
    isPane = true
  }

  /// Shows another list, from its start.
  public func show(_ list: ListViewModel?) { replaceList(with: list) }

  /// Binds everything in the viewport anew; the cursor and the position stay where they can.
  public func reloadData() {
    whenNotDrawing { [weak self] in self?.reload() }
  }

  func reload() {
    endDisplayingAll()
    sizes.removeAll()
    pool.removePrototypes()
    numbering.forget()
    sections.removeAll()
    setNeedsLayout()
  }

  /// Works the places of all items out anew, the next time that they are needed.
  func invalidateLayout() {
    sizes.removeAll()
    sections.removeAll()
    setNeedsLayout()
  }

  open override func layoutSubviews() { layOutElements() }

  /// What is in the viewport is shown only as long as the collection is.
  open override func visibilityDidChange(isShown: Bool) {
    if isShown { return setNeedsLayout() }
    for element in visible { element.viewModel.endDisplay() }
  }

  open override var subviewsMayOverlap: Bool { isHeaderStuck }

  open override func draw(in canvas: inout Canvas) { drawScrollBar(in: canvas) }

  open override var canBecomeFocused: Bool { true }

  open override func focusDidChange(isFocused: Bool) { focusDidMove(isFocused: isFocused) }

  /// What a user wants of the keys that differs.
  public var keyChanges = KeyChanges.none

  open override var keyMap: KeyMap {
    let isMarking = list?.selectionMode == .multiple
    return (isMarking ? Self.markingKeyMap : Self.defaultKeyMap).applying(keyChanges)
  }

  open override func perform(_ action: Action) -> Bool { performAction(action) }

  open override func handle(_ event: InputEvent) -> Bool { handleInput(event) }
}

/// An element in the viewport, the view that shows it, and where.
struct VisibleItem {
  var element: CollectionElement
  let displayed: DisplayedElement

  var viewModel: ElementViewModel { displayed.viewModel }
  var view: ListElementView { displayed.view }
}

extension CollectionView {
  /// The positions of the items in the viewport, in the order of the list.
  public var visibleIndexPaths: [ListIndexPath] { visible.compactMap(\.element.indexPath) }

  /// The cell that shows an item, or nil while it is outside the viewport.
  public func cell(at path: ListIndexPath?) -> ListElementView? {
    guard let path else { return nil }
    return visible.first { $0.element == .item(path) }?.view
  }

  /// Gives every view back, and tells every element that it is not shown any more.
  func endDisplayingAll() {
    let before = visible
    visible = []
    for element in before { pool.recycle(element.view, key: element.displayed.key) }
    pool.removeViews()
    for element in before { element.viewModel.endDisplay() }
  }
}
