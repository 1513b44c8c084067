import MocoaCore
import MocoaFeed
import MocoaTUI

/// A page that displays a feed as a table with a status bar, while it is being read.
///
/// The page lays out its features and connects them with the feed. A feature owns its keys, its
/// state and what it shows, and knows the page only as a `FeedContext`: `PageSearch`,
/// `QueryController` (filters and order), `DetailPane`, `TailFollower`, `PageLoader`, `BrokenRows`,
/// `SectionFinder`, `RowActionController`, `ExportController`. Other parts are values:
/// `FeedColumns`, `LiveChanges`, `ViewHistory`, `ViewExport`, `FeedStatusText`. `RowSource`
/// determines the rows.
@MainActor
open class FeedPage: StatusPage {
  /// The displayed feed.
  public let feed: Feed

  /// The view model of the list.
  public let list: ListViewModel

  /// The table, which can display its rows as cards.
  public var table: TableView { feedTable }
  let feedTable = FeedTable()

  /// The cursor and the marks, which stay on their rows when the feed is reloaded.
  var tracker = RowTracker()

  private let selectionObservers = ObserverList<(row: Row, page: FeedPage)>()

  /// Called when the feed's status has changed.
  package var onStatusChange: ((FeedStatus) -> Void)?

  /// Called when rows were replaced or added, or when all have been found.
  var onShownRowsChange: ((ShownRows) -> Void)?

  /// The current row in full, beside the table or below it; hidden by default.
  private(set) lazy var detail = DetailPane(context: self)

  /// The grouping of rows into sections, such as `RowGrouping(by: "status")`.
  ///
  /// The rows are grouped in the background. nil means the feed's own sections.
  package var grouping: RowGrouping? {
    get { source.arrangement?.grouping }
    set { source.setArrangement(newValue.map { .sections($0) }) }
  }

  var outerPath: ((MemberPath) -> MemberPath)?

  /// The rows for actions.
  package private(set) lazy var targets = TargetRows(page: self, search: search)

  /// The actions on rows.
  package private(set) lazy var actions = RowActionController(page: self, rows: targets)

  /// Writing and copying rows.
  package private(set) lazy var exports = ExportController(
    page: self, rows: targets, actions: actions)

  /// The filters and the sort order.
  private(set) lazy var query = QueryController(source: source, page: self)

  /// The columns.
  package private(set) lazy var columnController = ColumnController(
    page: self, query: query, summaries: summaries)

  /// The rows as a tree.
  package private(set) lazy var tree = TreeController(page: self, columns: columnController)

  /// Undoing changes of filters, sort order and columns.
  private(set) lazy var undo = UndoController(
    page: self, query: query, columns: columnController)

  /// The ways in which sources are read.
  private(set) lazy var readings = ReadingController(
    page: self, query: query, columns: columnController, undo: undo)

  /// Queries in SQL.
  package private(set) lazy var engine = EngineController(page: self)

  /// Summaries of columns.
  private(set) lazy var summaries = SummaryController(page: self)

  /// The sort keys of the displayed rows.
  var shownSortKeys: [SortKey] = []

  let source: RowSource

  /// Going to a section by name.
  private lazy var sections = SectionFinder(page: self, collapsing: collapsedSections)

  /// Collapsing sections to their headers.
  private(set) lazy var collapsedSections = SectionCollapsing(page: self) { [weak self] in
    self?.sectionsDidCollapse()
  }

  /// The search in the rows.
  private(set) lazy var search = PageSearch(page: self)

  /// The row of the feed to which the cursor moves as soon as its position is known.
  var pendingCursor: PendingCursor?

  /// The row of the feed to which the cursor returns if a prompt is cancelled.
  var originRow: Int?

  /// The rows that are not JSON.
  private(set) lazy var brokenRows = BrokenRows(page: self)

  /// The members that a manifest names and no row has.
  private(set) lazy var namedMembers = NamedMembers(page: self)

  /// Finds the members of all rows.
  let memberFinder: MemberFinder

  /// The changes made by others while the page is displayed.
  var changes = LiveChanges()
  /// A Boolean value that indicates whether rows changed by others are counted and flash.
  var reportsChanges = true
  /// A Boolean value that indicates whether the initial content of a followed feed has been read.
  var hasCaughtUp = false

  /// The state of following the last row while rows are appended.
  private(set) lazy var tail = TailFollower(page: self)

  /// Loading the pages of the feed.
  private(set) lazy var pages = PageLoader(page: self)

  /// The reason why there are no rows, in their place.
  let emptyNote = Label("", style: .secondary)

  /// The message of a subclass that computes its rows, shown while there are none; nil for none.
  var pendingRows: String? {
    didSet { if pendingRows != oldValue { updateStatus() } }
  }

  /// A Boolean value that indicates whether a cursor on the first row stays there after a reload.
  var keepsFirstRow = false

  /// A message about the restored state, shown when the page appears.
  var restoredNote = ""

  var loadingSince: ContinuousClock.Instant?
  var updateTask: Task<Void, Never>?

  /// A Boolean value that indicates whether sections were collapsed while an update was pending.
  var hasCollapsedMeanwhile = false
  private var listSubscription: Subscription?

  /// Creates a page of a feed.
  ///
  /// - Parameters:
  ///   - feed: The feed, which is started if needed.
  ///   - module: The module below which sections and cells are registered; if nothing is registered
  ///     for rows, they are displayed as plain JSON.
  public init(feed: Feed, module: Module) {
    self.feed = feed
    module.registerPlainJSON()
    list = ListViewModel(model: feed.listModel, module: module)
    source = RowSource(feed: feed)
    memberFinder = MemberFinder(feed: feed)
    super.init()
    list.selectionMode = .multiple
    // Marks are visible by their style: a column for them would narrow the rows.
    table.style.hasMarkColumn = false
    emptyNote.isHidden = true
    // Above the rows, which are a pane as well.
    emptyNote.isPane = true
    for view in [table, emptyNote, detail, pages.foot, query.chips] { addSubview(view) }
    tracker.rows = rows
    // Before the table's, so that the cursor of a changed list is still that of the earlier rows.
    listSubscription = list.observeChanges(owner: self) { $0.listDidChange($1) }
    table.show(list)
    connect()
    loadingSince = .now
    hasCaughtUp = feed.status.isFollowing
    feed.start()
    columnController.infer()
    tree.rowsDidChange()
    brokenRows.check()
    memberFinder.check()
    updateStatus()
  }

  isolated deinit {
    updateTask?.cancel()
  }

  private func connect() {
    feedTable.onLayout = { [weak self] in self?.updateFailure() }
    table.markDelegate = targets
    table.observeMove(owner: self) { $0.cursorDidMove() }.store(in: &subscriptions)
    // The page follows the end itself, as long as rows may be added.
    table.followsEnd = false
    table.onMoveToEnd = { [weak self] in self?.tail.follow() }
    table.observeSelection(owner: self) { $0.select($1) }.store(in: &subscriptions)
    // The page of a row shows all that it holds.
    table.opensPlaceholders = false
    table.hasColumnCursor = true
    table.onColumnMove = { [weak self] in self?.updateStatus() }
    table.observeHeaderClicks(owner: self) { page, column, modifiers in
      page.query.toggleSort(by: column, isAdded: !modifiers.isEmpty)
    }.store(in: &subscriptions)
    source.onChange = { [weak self] in self?.rowsDidChange($0) }
    feed.observeChanges { [weak self] in self?.feedDidChange($0) }.store(in: &subscriptions)
  }

  open override var title: String { feed.name }

  open override var preferredFocus: View? { table }

  open override func didAppear() {
    super.didAppear()
    if !restoredNote.isEmpty { status.show(restoredNote, for: .seconds(8)) }
    restoredNote = ""
    if feed.status.isFollowing { tail.didCatchUp() }
    tail.watchForSilence()
  }

  open override func promptDidClose() {
    originRow = nil
    targets.promisedCount = nil
    query.promptDidClose()
  }

  open override func layoutContent(in bounds: Rect) {
    var rest = bounds
    (query.chips.frame, rest) = rest.split(
      query.chips.isHidden || rest.rows < 4 ? 0 : 1, from: .bottom)
    (pages.foot.frame, rest) = rest.split(
      pages.foot.isHidden || rest.rows < 4 ? 0 : 1, from: .bottom)
    table.isHidden = detail.replacesTable
    table.frame = detail.layOut(in: rest)
    emptyNote.frame = table.frame.inset(by: Insets(top: 1, left: 2, right: 2))
  }

  /// Shows the output of a command for the current row beside the list.
  package func showPreview(of command: ShellTemplate) {
    setDetail(to: .script(command))
    detail.setShown(true)
  }

  /// Sets the command whose output is the row in full.
  func setDetail(to command: CommandTemplate) { detail.command = command }

  /// Starts a search, and moves to the first match from the cursor on.
  ///
  /// - Throws: A `FilterSyntaxError` if a regular expression is invalid; the previous search
  ///   remains.
  package func startSearch(_ text: String) throws { try search.start(text) }

  /// Moves the cursor to the last row, and follows it while rows are found.
  package func startAtEnd() { tail.goToEnd() }

  /// The keys of the page in addition to the table's.
  package static let defaultKeyMap = KeyMap(for: FeedPage.self, title: "Feed", bindings)

  private static var bindings: [KeyBinding<FeedPage>] {
    let groups: [[KeyBinding<FeedPage>]] = [
      PageSearch.bindings.map { $0.within { $0.search } },
      QueryController.bindings.map { $0.within { $0.query } }, viewBindings,
      TreeController.bindings.map { $0.within { $0.tree } },
      ColumnController.bindings.map { $0.within { $0.columnController } },
      UndoController.bindings.map { $0.within { $0.undo } },
      RowActionController.bindings.map { $0.within { $0.actions } },
      SummaryController.bindings.map { $0.within { $0.summaries } },
      SectionFinder.bindings.map { $0.within { $0.sections } },
      SectionCollapsing.bindings.map { $0.within { $0.collapsedSections } }, liveBindings,
      DetailPane.bindings.map { $0.within { $0.detail } },
      BrokenRows.bindings.map { $0.within { $0.brokenRows } },
      ExportController.bindings.map { $0.within { $0.exports } },
      ReadingController.bindings.map { $0.within { $0.readings } },
      EngineController.bindings.map { $0.within { $0.engine } }, backBindings,
    ]
    // What a key changes can be undone.
    return groups.joined().map { binding in
      binding.around { page, body in
        page.undo.remember()
        return body()
      }
    }
  }

  private static let viewBindings: [KeyBinding<FeedPage>] = [
    .init("switch-view", [.tab], help: "Toggle cards") { $0.switchView() },
    .init("choose-columns", ["C"], help: "Choose, move and resize columns") {
      $0.columnController.openPage()
    },
    .init("help", ["?", .function(1)], help: "Show the keys") { $0.application?.showHelp() },
  ]

  /// What Esc ends, in this order, before it leaves the page.
  private static let backBindings: [KeyBinding<FeedPage>] = [
    .init("back", [.escape], help: "Cancel the command", when: { $0.actions.work.isRunning }) {
      $0.actions.work.cancel()
    },
    .init("back", [.escape], help: "Hide the row in full", when: { !$0.detail.isHidden }) {
      $0.detail.setShown(false)
    },
    // `q` closes it, like a page.
    .init("back", ["q"], help: "Back to the list", when: { $0.detail.replacesTable }) {
      $0.detail.setShown(false)
    },
    .init("back", [.escape], help: "End the search", when: { $0.search.request != nil }) {
      $0.search.end()
    },
    .init("back", [.escape], help: "Cancel the request", when: { $0.feed.isQueryRunning }) {
      $0.feed.stop()
      $0.status.show("Cancelling")
    },
    .init(
      "back", [.escape, "q"], help: "Back to the list", when: { $0.stack?.pages.count ?? 1 > 1 }
    ) { $0.stack?.pop() },
  ]

  /// The user's changes of the keys of the page and its table.
  var keyChanges = KeyChanges.none {
    didSet {
      changedKeyMap = nil
      table.keyChanges = keyChanges
      // The detail pane has other actions, but reserved keys are reserved there too.
      detail.text.keyChanges.reserved = keyChanges.reserved
    }
  }

  /// The keys with those of a number of features, and the user's changes and commands.
  private var changedKeyMap: (featureCount: Int, map: KeyMap)?

  open override var keyMap: KeyMap {
    if let (count, map) = changedKeyMap, count == features.count { return map }
    let map = Self.defaultKeyMap.appending(featureKeyMap).applying(keyChanges)
      .appending(commandKeyMap)
    changedKeyMap = (features.count, map)
    return map
  }

  /// The keys of the user's commands.
  private var commandKeyMap: KeyMap {
    KeyMap(
      for: FeedPage.self, title: "Commands",
      RowActionController.bindings(of: actions.commands).map { $0.within { $0.actions } })
  }

  /// Binds another key to the binding of a name, taking it from any command.
  public func bind(_ key: Key, to name: String) { actions.bind(key, to: name) }

  /// The rows for an action, in display order: the marked ones, else the current one.
  public var targetRows: [Row] { targets.rows }

  /// Reloads the feed, or retries what has failed.
  func reload() {
    if pages.retry() { return }
    guard feed.canReload else {
      return status.show("this source can be read only once", style: .warning)
    }
    guard !feed.status.isFollowing else {
      return status.show("the source is followed; what is appended is shown at once")
    }
    loadingSince = .now
    source.retry()
    feed.reload()
  }

  /// Asks for confirmation if quitting would cancel running work, such as writing a file.
  open override func shouldQuit() -> Bool {
    guard let work = actions.work.lostByQuitting else { return true }
    application?.present(
      MessageOverlay.confirmation(
        title: "Quit", text: "\(work) is still running. Quit anyway?"
      ) { [weak self] in self?.application?.quit(status: 1) })
    return false
  }

  /// Handles emissions of cells; the default shows text that is emitted with a selection.
  open override func receive(_ emission: Emission) -> EmissionResponse {
    guard emission.name == EmissionKey<Void>.select.name,
      !emission.matches(EmissionKey<Void>.select)
    else { return .forward }
    status.show("\(emission.payload)")
    return .handled
  }

  private func select(_ path: ListIndexPath) {
    guard targets.areAsSeen() else { return }
    row(at: path).map { selectionObservers.send(($0, self)) }
  }

  /// Calls a handler when a row is opened, after its view model was notified.
  ///
  /// The handler gets the page that displays the row: this one, or a page of a list within a row.
  /// The observation ends when the owner is released, or the subscription is cancelled or released.
  public func observeSelection<Owner: AnyObject>(
    owner: Owner, handler: @escaping @MainActor (Owner, Row, FeedPage) -> Void
  ) -> Subscription {
    selectionObservers.add(owner: owner) { handler($0, $1.row, $1.page) }
  }

  /// Notifies the observers of this page when rows of another one are opened.
  package func takeSelections(of page: FeedPage) {
    page.observeSelection(owner: self) { $0.selectionObservers.send(($1, $2)) }
      .store(in: &page.subscriptions)
  }
}

/// A table that reports its layout.
final class FeedTable: TableView {
  /// Called when other rows may have been read for display.
  var onLayout: (() -> Void)?

  override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?()
  }
}
