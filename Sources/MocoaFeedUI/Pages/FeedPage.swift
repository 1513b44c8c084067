import MocoaCore
import MocoaFeed
import MocoaTUI

/// A feed as a table, with a status bar; rows come while it is read.
///
/// The page lays its parts out and connects them. Those that stand alone are types of their own:
/// ``RowSource`` (which list is shown), ``BrokenRows``, ``MemberFinder``, ``BackgroundWork``,
/// ``LiveChanges``, ``Tail``, ``ViewHistory``, ``DetailPane``. `FeedPage+Rows` follows the feed,
/// `FeedPage+Query` filters and sorts, `FeedPage+Search` searches, `FeedPage+Columns` chooses
/// columns, and `FeedPage+Status` reports.
@MainActor
open class FeedPage: StatusPage {
  /// The feed that is shown.
  public let feed: Feed

  /// The view model of the list.
  public let list: ListViewModel

  /// The table, which may show its rows as cards.
  public var table: TableView { feedTable }
  let feedTable = FeedTable()

  /// The numbers in the feed of the marked rows that the filters hide.
  var hiddenMarks = RowSet() {
    didSet { if hiddenMarks != oldValue { updatePosition() } }
  }

  /// Whether rows are shown as cards.
  public var isShowingCards: Bool { table.showsCards }

  /// Called when a row is opened; the row's view model has heard of it by then.
  public var onSelect: ((Row) -> Void)?

  /// Called when the feed's status has changed.
  public var onStatusChange: ((FeedStatus) -> Void)?

  /// Called when there are other rows, more rows, or when all have been found.
  public var onShownRowsChange: ((ShownRows) -> Void)?

  /// The row that the cursor is on in full, beside the table or below it; hidden until asked for.
  public let detail = DetailPane()

  /// The columns that there are, shown or not, in their order.
  public internal(set) var columnChoices: [ColumnChoice] = [] {
    didSet { showColumns() }
  }

  /// Who has decided which columns are shown.
  var columnWish = ColumnWish.none

  /// The filters that rows have to pass, in the order in which they were added.
  public var filters: [RowFilter] { source.query.filters }

  /// What the rows are sorted by, the most important member first; empty for the order of the feed.
  public var sortKeys: [SortKey] { source.query.sortKeys }

  /// What puts the rows into sections, such as `RowGrouping(by: "status")`; nil for the feed's own.
  ///
  /// The rows are looked through in the background.
  public var grouping: RowGrouping? {
    get { source.grouping }
    set { source.setGrouping(newValue) }
  }

  /// What the user can do with rows besides what every feed's rows can be asked for.
  public var commands: [RowCommand] = [] {
    didSet { keyChanges.reserved = Set(commands.flatMap(\.keys)) }
  }

  /// Which links of rows may be opened, and with what.
  public var linkPolicy = LinkPolicy()

  /// A command line that shows this list with some options in place of those that it was called
  /// with; nil where there is none.
  public var commandLine: ((_ options: [String]) -> String)?

  /// The command that runs, or the file that is written.
  lazy var work = BackgroundWork(status: status)

  /// The columns as the rows suggest them, and how the user left them the last time.
  var suggestedColumns: [ColumnChoice] = []
  var restoredColumns: [FeedPageState.Column] = []

  /// The filters, sort orders and columns that `u` goes back to.
  var history = ViewHistory<FeedView>()

  /// What is wrong with the filters, as far as the status bar has reported it.
  var reportedFault: FilterSyntaxError?

  /// The filters and the sort order, to be taken away by a click.
  let chips = ChipBar()

  /// What the rows that are shown are sorted by.
  var shownSortKeys: [SortKey] = []

  let source: RowSource
  let searcher = FeedSearch()
  var search: PageSearch?

  /// The row of the feed that the cursor is to be on as soon as it is known where that is.
  var pendingCursor: PendingCursor?

  /// The row of the feed that the cursor goes back to as long as something is typed.
  var originRow: Int?

  /// The columns that were asked for in place of those that the rows suggest; empty for these.
  public var columnTemplates: [TemplateColumn] = [] {
    didSet {
      sampledRows = 0
      chooseColumns()
    }
  }

  /// The first rows, by which columns are chosen and names are checked.
  var sample: [JSONBytes] = []
  var sampledRows = 0

  /// The rows that are not JSON.
  let brokenRows: BrokenRows

  /// Finds the members of all rows.
  let memberFinder: MemberFinder

  /// Members that are known from other rows than the first ones.
  public var knownMembers: Set<MemberPath> {
    get { memberFinder.members }
    set { memberFinder.members = newValue }
  }

  /// Up to which row the columns are wide enough for what has been looked at.
  var measuredRows = 0

  /// What was changed by others while the page is looked at.
  var changes = LiveChanges()
  var countsChanges = false
  /// Whether rows that were changed by others are counted and flash.
  var reportsChanges = true
  var lastNews: ContinuousClock.Instant?
  /// Whether a feed that others append to has been read as far as it went at the start.
  var hasCaughtUp = false
  var shownFailure: FeedError?

  /// Whether the cursor stays on the last row while rows are appended.
  var tail = Tail()

  /// The line below the rows of a feed that comes in pages.
  let pageFoot = Label()

  /// Why there are no rows, in their place.
  let emptyNote = Label("", style: .secondary)

  /// What a subclass that makes its rows itself says about them, in the status bar and in place of
  /// rows; nil where there is nothing to say.
  var pendingRows: String? {
    didSet { if pendingRows != oldValue { updateStatus() } }
  }

  /// A Boolean value that indicates whether a cursor on the first row stays there when a reload
  /// moves that row.
  var keepsFirstRow = false

  /// What was restored from the last time, to be said when the page is shown.
  var restoredNote = ""

  var loadingSince: ContinuousClock.Instant?
  var updateTask: Task<Void, Never>?
  private var observation: FeedObservation?
  private var listSubscription: Subscription?

  /// Makes a page of a feed.
  ///
  /// - Parameters:
  ///   - feed: the feed; started if it was not.
  ///   - module: the module below which sections and cells are registered; where nothing is
  ///     registered for rows, they are shown as plain JSON.
  public init(feed: Feed, module: Module) {
    self.feed = feed
    module.registerPlainJSON()
    list = EmittingListViewModel(model: feed.listModel, module: module)
    source = RowSource(feed: feed)
    brokenRows = BrokenRows(feed: feed)
    memberFinder = MemberFinder(feed: feed)
    super.init()
    list.selectionMode = .multiple
    // Marks are told by their style: a column for them would narrow the rows.
    table.style.hasMarkColumn = false
    pageFoot.isHidden = true
    emptyNote.isHidden = true
    // Above the rows, which are a pane as well.
    emptyNote.isPane = true
    for view in [table, emptyNote, detail, pageFoot, chips] { addSubview(view) }
    table.show(list)
    connect()
    loadingSince = .now
    hasCaughtUp = feed.status.isFollowing
    feed.start()
    chooseColumns()
    brokenRows.check()
    updateStatus()
  }

  isolated deinit {
    updateTask?.cancel()
  }

  private func connect() {
    feedTable.onUnmarkAll = { [weak self] in self?.hiddenMarks = RowSet() }
    feedTable.mayMark = { [weak self] in self?.areRowsThoseAskedFor() ?? true }
    table.onMove = { [weak self] in self?.cursorDidMove() }
    table.onMoveToEnd = { [weak self] in self?.followEnd() }
    table.onSelect = { [weak self] path in self?.select(path) }
    table.hasColumnCursor = true
    table.onColumnMove = { [weak self] in self?.updateStatus() }
    table.onHeaderClick = { [weak self] column, modifiers in
      self?.toggleSort(by: column, isAdded: !modifiers.isEmpty)
    }
    (list as? EmittingListViewModel)?.onEmission = { [weak self] in self?.receive($0) ?? .forward }
    brokenRows.onChange = { [weak self] in
      self?.updateStatus()
      if self?.brokenRows.isAwaited == true { self?.goToBrokenRow() }
    }
    source.onChange = { [weak self] in self?.rowsDidChange($0) }
    searcher.onChange = { [weak self] in self?.searchDidProgress() }
    chips.onRemove = { [weak self] in self?.removeChip($0) }
    chips.onEdit = { [weak self] in self?.editChip($0) }
    listSubscription = list.observeChanges(owner: self) { $0.listDidChange($1) }
    observation = feed.observeChanges { [weak self] in self?.feedDidChange($0) }
  }

  open override var title: String { feed.name }

  open override var preferredFocus: View? { table }

  open override func didAppear() {
    super.didAppear()
    if !restoredNote.isEmpty { status.show(restoredNote, for: .seconds(8)) }
    restoredNote = ""
    if feed.status.isFollowing { tailDidCatchUp() }
    watchForSilence()
  }

  open override func promptDidClose() {
    originRow = nil
    updateChips()
    showFilterResult()
  }

  open override func layoutContent(in bounds: Rect) {
    var rest = bounds
    (chips.frame, rest) = rest.split(chips.isHidden || rest.rows < 4 ? 0 : 1, from: .bottom)
    (pageFoot.frame, rest) = rest.split(pageFoot.isHidden || rest.rows < 4 ? 0 : 1, from: .bottom)
    layOutRows(in: rest)
  }

  /// The keys of the page besides the table's.
  public static let defaultKeyMap = KeyMap(
    [
      .init(.search, ["/"], help: "Search"),
      .init(.searchBackward, [.control("r")], help: "Search backwards"),
      .init(.nextMatch, ["n"], help: "Next match"),
      .init(.previousMatch, ["N"], help: "Previous match"),
      .init(.filter, ["f"], help: "Filter rows"),
      .init(.editFilter, ["E"], help: "Edit the last filter"),
      .init(.filterHelp, [.function(2)], help: "Show the filter language"),
      .init(.removeFilter, [.backspace], help: "Remove the last filter"),
      .init(.sort, ["s"], help: "Sort rows"),
      .init(.switchView, [.tab], help: "Toggle cards"),
      .init(.chooseColumns, ["C"], help: "Choose, move and resize columns"),
      .init(.help, ["?", .function(1)], help: "Show the keys"),
    ], title: "Feed"
  ).appending(columnKeyMap).appending(rowKeyMap).appending(summaryKeyMap).appending(liveKeyMap)
    .appending(detailKeyMap).appending(brokenRowKeyMap).appending(savingKeyMap)

  /// What a user wants of the keys of the page and its table that differs.
  public var keyChanges = KeyChanges.none {
    didSet {
      table.keyChanges = keyChanges
      // The row in full has other actions; but what is taken is taken there too.
      detail.text.keyChanges.reserved = keyChanges.reserved
    }
  }

  open override var keyMap: KeyMap {
    Self.defaultKeyMap.applying(keyChanges).appending(commandKeyMap)
  }

  open override func perform(_ action: Action) -> Bool {
    rememberView()
    switch action {
    case .chooseColumns: chooseColumnsByHand()
    case .help: application?.showHelp()
    case .search: askForSearch(forward: true)
    case .searchBackward: askForSearch(forward: false)
    case .nextMatch: return goToMatch(forward: true)
    case .previousMatch: return goToMatch(forward: false)
    case .filter: askForFilter()
    case .editFilter:
      guard !filters.isEmpty else { return false }
      editChip(filters.count - 1)
    case .filterHelp: showFilterHelp()
    case .removeFilter: return removeLastFilter()
    case .sort: askForSort()
    case .switchView: switchView()
    case .nextBrokenRow: goToBrokenRow()
    case .back where work.isRunning: work.cancel()
    case .back where detail.isHidden && search != nil: endSearch()
    default:
      return performCommand(action) || performDetailAction(action) || performLiveAction(action)
        || performSummaryAction(action) || performColumnAction(action)
        || performSavingAction(action)
    }
    return true
  }

  /// Asks before what is being written is given up.
  open override func shouldQuit() -> Bool {
    guard let work = work.lostByQuitting else { return true }
    application?.present(
      MessageView.confirmation(
        title: "Quit", text: "\(work) has not ended. Quit without it?"
      ) { [weak self] in self?.application?.quit(status: 1) })
    return false
  }

  /// Decides about what cells emit; the default shows text that comes with a selection.
  open func receive(_ emission: Emission) -> EmissionResponse {
    guard emission.name == EmissionKey<Void>.select.name,
      !emission.matches(EmissionKey<Void>.select)
    else { return .forward }
    status.show("\(emission.payload)")
    return .handled
  }

  /// The rows that an action is for, in the order in which they are shown: the marked ones, with
  /// those that the filters hide at the end, else the one that the cursor is on.
  public var targetRows: [Row] {
    let base = feed.listModel
    let hidden = hiddenMarks.rows.prefix { $0 < base.numberOfRows }.map { base.row($0) }
    let paths =
      hidden.isEmpty ? list.targetIndexPaths(cursor: cursor) : list.selectedIndexPaths
    return paths.compactMap { row(at: $0) } + hidden
  }

  /// Whether the rows that are shown are those that will be read: in a file that was written over,
  /// others may stand in their places, which is reported.
  func areRowsInPlace() -> Bool {
    guard let name = feed.listModel.nameOfChangedFile else { return areRowsThoseAskedFor() }
    status.show("\(name) was written over; r reads it again", style: .error)
    return false
  }

  /// Whether the rows that are shown, and the cursor, are what was asked for last.
  ///
  /// While that is looked for, nothing is done to those of before: keys may have been typed ahead.
  private func areRowsThoseAskedFor() -> Bool {
    let isSearching = search?.pending != nil && searcher.status.isRunning
    guard source.isOutdated || isSearching else { return true }
    status.show("the rows are still being looked for; nothing was done", style: .warning)
    return false
  }

  func select(_ path: ListIndexPath) {
    guard areRowsInPlace() else { return }
    row(at: path).map { onSelect?($0) }
  }
}

/// A list that forwards what reaches it to a closure.
final class EmittingListViewModel: ListViewModel {
  var onEmission: ((Emission) -> EmissionResponse)?

  override func receive(_ emission: Emission) -> EmissionResponse {
    onEmission?(emission) ?? .forward
  }
}

/// A table that notifies of marks that are cleared.
final class FeedTable: TableView {
  /// Called before all marks are cleared by the user.
  var onUnmarkAll: (() -> Void)?

  /// Asked before rows are marked by the user.
  var mayMark: () -> Bool = { true }

  private static let marking: Set<Action> = [
    .toggleMark, .markRange, .markUp, .markDown, .markAll, .markInverse,
  ]

  override func perform(_ action: Action) -> Bool {
    if Self.marking.contains(action), !mayMark() { return true }
    if action == .markNone { onUnmarkAll?() }
    return super.perform(action)
  }
}
