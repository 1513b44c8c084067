import MocoaCore
import MocoaFeed
import MocoaTUI

/// A page that displays a feed as a table with a status bar, while it is being read.
///
/// The page lists its features, lays them out, and notifies them of the feed and the cursor. A
/// feature (`PageFeature`) owns its keys, its state and what it shows; it knows the page only as a
/// `FeedContext`, and the features that it builds on. Clients add features of their own with
/// `add(_:)`.
@MainActor
open class FeedPage: StatusPage {
  /// The displayed feed.
  public let feed: Feed

  /// The view model of the list.
  public let list: ListViewModel

  /// The table, which can display its rows as cards.
  public let table: TableView

  /// The modules of a page that was created without one.
  private var ownModules: ModuleRegistry?

  let source: RowSource
  let memberFinder: MemberFinder
  private let selectionObservers = ObserverList<(row: Row, page: FeedPage)>()

  /// Called when the feed's status has changed.
  package var onStatusChange: ((FeedStatus) -> Void)?

  /// Called when rows were replaced or added, or when all have been found.
  var onShownRowsChange: ((ShownRows) -> Void)?

  var outerPath: ((MemberPath) -> MemberPath)?

  var originFaults: ResultFaults { ResultFaults() }

  /// A message about the restored state, shown when the page appears.
  var restoredNote = ""

  // MARK: Features

  package private(set) lazy var search = PageSearch(page: self)
  package private(set) lazy var query = QueryController(source: source, page: self)
  package private(set) lazy var tail = TailFollower(page: self)
  package private(set) lazy var detail = DetailPane(context: self)
  package private(set) lazy var targets = TargetRows(page: self, search: search, tail: tail)
  package private(set) lazy var actions = RowActionController(page: self, rows: targets)
  package private(set) lazy var exports = ExportController(
    page: self, rows: targets, actions: actions)
  package private(set) lazy var columnController = ColumnController(
    page: self, query: query, summaries: summaries)
  package private(set) lazy var tree = TreeController(
    page: self, columns: columnController, updater: updater)
  package private(set) lazy var engine = EngineController(page: self)
  private(set) lazy var live = LiveController(page: self, tail: tail, pages: pages)
  private(set) lazy var updater = RowUpdater(page: self, targets: targets, tail: tail, live: live)
  private(set) lazy var summaries = SummaryController(page: self)
  private(set) lazy var undo = UndoController(page: self, query: query, columns: columnController)
  private(set) lazy var readings = ReadingController(
    page: self, query: query, columns: columnController, undo: undo, targets: targets)
  private(set) lazy var brokenRows = BrokenRows(page: self)
  private(set) lazy var namedMembers = NamedMembers(page: self)
  private(set) lazy var pages = PageLoader(page: self)
  private(set) lazy var statusBar = FeedStatusBar(
    page: self, columns: columnController, updater: updater, live: live, tail: tail, search: search,
    pages: pages, brokenRows: brokenRows, namedMembers: namedMembers)
  private lazy var sections = SectionFinder(page: self, collapsing: updater.collapsedSections)
  private lazy var back = BackController(
    page: self, actions: actions, detail: detail, search: search, undo: undo)

  /// The features that are notified of the feed, its rows and the cursor, in this order.
  private lazy var builtInFeatures: [any PageFeature] = [
    live, updater, tail, search, columnController, brokenRows, namedMembers, tree, statusBar, query,
    detail, pages, exports,
  ]

  /// The keys of the page and of its features, in the order of the help.
  private static var bindings: [KeyBinding<FeedPage>] {
    func keys<Feature: PageFeature>(
      _ feature: @escaping @MainActor @Sendable (FeedPage) -> Feature
    ) -> [KeyBinding<FeedPage>] {
      Feature.bindings.map { $0.within(feature) }
    }
    let detail: [KeyBinding<FeedPage>] = keys { $0.detail }.map { binding in
      binding.around { page, body in
        page.targets.didChooseRow()
        return body()
      }
    }
    let groups = [
      keys { $0.search }, keys { $0.query },
      ColumnController.viewBindings.map { $0.within { $0.columnController } },
      [
        .init("help", ["?", .function(1)], help: "Show the keys and signs") {
          $0.application?.showHelp(signs: FeedPage.signs)
        }
      ],
      keys { $0.tree },
      keys { $0.columnController }, keys { $0.undo }, keys { $0.actions }, keys { $0.summaries },
      keys { $0.sections }, keys { $0.updater.collapsedSections }, keys { $0.live },
      detail, keys { $0.brokenRows }, keys { $0.exports }, keys { $0.readings },
      keys { $0.engine }, keys { $0.back },
    ]
    // What a key changes can be undone.
    return groups.joined().map { binding in
      binding.around { page, body in
        page.undo.remember()
        return body()
      }
    }
  }

  /// The signs that the page draws, in the order of the help.
  private static let signs = [
    ScreenSign("▲ ▼", "Sorted by this column: ascending, descending"),
    ScreenSign("×", "A click removes the filter or the order in front of it"),
    ScreenSign("…", "There is more than there is room for: of a text, or columns at the right"),
    ScreenSign("!", "A row that cannot be read, with the reason"),
    ScreenSign("▸ ▾", "Collapsed rows or section, expanded row of a tree"),
    ScreenSign("+1 ~2 -3", "How many rows of a reload are new, changed and gone"),
    ScreenSign("1/96 of 200", "The current row, how many are shown, and how many there are"),
  ]

  /// The keys of the page in addition to the table's.
  package static let defaultKeyMap = KeyMap(for: FeedPage.self, title: "Feed", bindings)

  /// What is missing and what to do if the feed has no rows, in their place; empty if unknown.
  package var emptyAdvice: String {
    get { statusBar.emptyAdvice }
    set { statusBar.emptyAdvice = newValue }
  }

  // MARK: Life cycle

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
    let feedTable = FeedTable()
    table = feedTable
    super.init()
    feedTable.onLayout = { [weak self] in
      self?.statusBar.updateFailure()
      self?.statusBar.noteReading()
      self?.columnController.showNumbersWhole()
    }
    list.selectionMode = .multiple
    // Marks are visible by their style: a column for them would narrow the rows.
    table.style.hasMarkColumn = false
    // The page of a row shows all that it holds.
    table.opensPlaceholders = false
    table.flashesMovedItems = false
    for view in [table, statusBar.emptyNote, detail, pages.foot, query.chips] { addSubview(view) }
    table.markDelegate = targets
    // The list notifies it before the table: the cursor is still that of the earlier rows.
    _ = updater
    table.show(list)
    // The detail pane has other actions, but reserved keys are reserved there too.
    actions.onKeyChange = { [weak self] in self?.detail.text.keyChanges.reserved = $0.reserved }
    table.observeMove(owner: self) { $0.cursorDidMove() }.store(in: &subscriptions)
    table.observeSelection(owner: self) { $0.select($1) }.store(in: &subscriptions)
    feed.observeChanges { [weak self] in self?.feedDidChange($0) }.store(in: &subscriptions)
    feed.start()
    columnController.infer()
    tree.rowsDidChange()
    brokenRows.check()
    memberFinder.check()
    updateStatus()
  }

  /// Creates a page of a feed whose rows are displayed as plain JSON, or as lines of text.
  ///
  /// ```swift
  /// let feed = try Feed(.command("kubectl", "logs", "api"), options: FeedOptions(format: .text))
  /// page.push(FeedPage(feed: feed))
  /// ```
  ///
  /// - Parameter feed: The feed, which is started if needed.
  public convenience init(feed: Feed) {
    let modules = ModuleRegistry()
    self.init(feed: feed, module: modules["mocoa://feed/"])
    ownModules = modules
  }

  private func feedDidChange(_ change: FeedChange) {
    // Reports changes of the rows, or at least that the status may have changed.
    source.feedDidChange(change)
    for case let feature as any FeedFeature in builtInFeatures { feature.feedDidChange(change) }
    onStatusChange?(feed.status)
  }

  func cursorDidMove() {
    for feature in builtInFeatures { feature.cursorDidMove() }
  }

  func shownRowsDidChange(areOthers: Bool) {
    if areOthers {
      for feature in builtInFeatures { feature.rowsDidChange() }
    } else {
      updateStatus()
    }
    onShownRowsChange?(shownRows)
  }

  open override var title: String { feed.name }

  open override var preferredFocus: View? { table }

  open override func didAppear() {
    super.didAppear()
    targets.pageDidAppear()
    if !restoredNote.isEmpty { status.show(restoredNote, for: .seconds(8)) }
    restoredNote = ""
    if feed.status.isFollowing { tail.didCatchUp() }
    tail.watchForSilence()
  }

  /// The time in which a small file is read.
  private static let timeToLoad = Duration.milliseconds(3)

  /// Waits for the rows that filters, order, sections and a tree request, so that the first screen
  /// has them: keys that are typed ahead are for those.
  package func waitForRows(atMost duration: Duration) {
    guard source.isRunning else { return }
    let deadline = ContinuousClock.now + duration
    if feed.status.isLoading { feed.wait(forRows: .max, timeout: min(duration, Self.timeToLoad)) }
    // A large file is not waited for.
    if !feed.status.isLoading { source.wait(atMost: deadline - .now) }
  }

  open override func didDisappear() {
    super.didDisappear()
    targets.pageDidDisappear()
  }

  open override func promptDidClose() {
    updater.origin = nil
    targets.promptDidClose()
    query.promptDidClose()
  }

  open override func layoutContent(in bounds: Rect) {
    var rest = bounds
    for view in [query.chips, pages.foot] {
      (view.frame, rest) = rest.split(view.isHidden || rest.rows < 4 ? 0 : 1, from: .bottom)
    }
    table.isHidden = detail.replacesTable
    table.frame = detail.layOut(in: rest)
    statusBar.emptyNote.frame = table.frame.inset(by: Insets(top: 1, left: 2, right: 2))
  }

  // MARK: Keys

  open override var keyMap: KeyMap { actions.changed(Self.defaultKeyMap) }

  /// Binds another key to the binding of a name, taking it from any command.
  public func bind(_ key: Key, to name: String) { actions.bind(key, to: name) }

  func reload() { live.reload() }

  open override func shouldQuit() -> Bool { actions.mayQuit() }

  /// Handles emissions of cells; the default shows text that is emitted with a selection.
  open override func receive(_ emission: Emission) -> EmissionResponse {
    guard emission.name == EmissionKey<Void>.select.name,
      !emission.matches(EmissionKey<Void>.select)
    else { return .forward }
    status.show("\(emission.payload)")
    return .handled
  }

  // MARK: Rows

  /// Returns the row at a position.
  public func row(at path: ListIndexPath) -> Row? {
    list.contains(path) ? rows?.row(at: path) : nil
  }

  /// The rows for an action, in display order: the marked ones, else the current one.
  public var targetRows: [Row] { targets.rows }

  private func select(_ path: ListIndexPath) {
    guard targets.areAsSeen(mayBeNew: true) else { return }
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
