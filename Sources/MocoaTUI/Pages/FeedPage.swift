import MocoaCore
import MocoaFeed

extension Action {
  public static let chooseColumns: Action = "choose-columns"
}

/// A feed as a table, with a status bar; rows come while it is read.
@MainActor
open class FeedPage: Page {
  /// The feed that is shown.
  public let feed: Feed

  /// The view model of the list.
  public let list: TableViewModel

  /// The table.
  public let table = TableView()

  /// The status bar at the foot.
  public let status = StatusBar()

  /// Called when a row is opened; the row's view model has heard of it by then.
  public var onSelect: ((Row) -> Void)?

  /// Called when the feed's status has changed.
  public var onStatusChange: ((FeedStatus) -> Void)?

  /// The row that the cursor is on in full, beside the table or below it; hidden until asked for.
  public let detail = DetailPane()

  /// The columns that there are, shown or not, in their order.
  public internal(set) var columnChoices: [ColumnChoice] = [] {
    didSet {
      let shown = columnChoices.filter(\.isShown)
      table.columns = shown.map(\.column)
      table.columnContentWidths = shown.map(\.contentWidth)
    }
  }

  /// What is being asked for, or nil.
  var prompt: PromptView?

  /// The answers given so far, by question.
  var promptHistory: [PromptHistory: [String]] = [:]

  /// The filters that rows have to pass, in the order in which they were added.
  public internal(set) var filters: [RowFilter] = []

  /// What the rows are sorted by, the most important member first; empty for the order of the feed.
  public internal(set) var sortKeys: [SortKey] = []

  /// What puts the rows into sections, such as `RowGrouping(by: "status")`; nil for the feed's own.
  ///
  /// The rows are looked through in the background.
  public var grouping: RowGrouping?

  /// Called when there are other rows, more rows, or when all have been found.
  public var onShownRowsChange: ((ShownRows) -> Void)?

  /// The columns that were asked for in place of those that the rows suggest; empty for these.
  public var columnTemplates: [TemplateColumn] = [] {
    didSet {
      sampledRows = 0
      chooseColumns()
    }
  }

  /// The first rows, by which columns are chosen and names are checked.
  var sample: [JSONBytes] = []

  var scan: RowScan?
  var isFirstResult = false
  var search: FeedSearch?

  private var observation: FeedObservation?
  private var sampledRows = 0
  private var loadingSince: ContinuousClock.Instant?

  /// How many rows are looked at to choose the columns.
  static let sampleSize = 100

  /// Makes a page of a feed.
  ///
  /// - Parameters:
  ///   - feed: the feed; started if it was not.
  ///   - module: the module below which sections and cells are registered.
  public init(feed: Feed, module: Module) {
    self.feed = feed
    list = EmittingTableViewModel(model: feed.listModel, module: module)
    super.init()
    list.selectionMode = .multiple
    // Marks are told by their style: a column for them would narrow the rows.
    table.style.hasMarkColumn = false
    addSubview(table)
    addSubview(detail)
    addSubview(status)
    status.title = feed.name
    table.show(list)
    table.onMove = { [weak self] in self?.cursorDidMove() }
    table.onSelect = { [weak self] path in self?.select(path) }
    (list as? EmittingTableViewModel)?.onEmission = { [weak self] in self?.receive($0) ?? .forward }
    observation = feed.observe { [weak self] growth in self?.grow(growth) }
    loadingSince = .now
    feed.start()
    chooseColumns()
    updateStatus()
  }

  open override var title: String { feed.name }

  open override var preferredFocus: View? { table }

  open override func layoutSubviews() {
    let (foot, rest) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .bottom)
    status.frame = foot
    prompt?.frame = foot
    layOutDetail(beside: rest)
  }

  /// The keys of the page besides the table's.
  public static let defaultKeyMap = KeyMap(unchecked: [
    .init(.chooseColumns, ["C"], help: "chooses, moves and sizes the columns"),
    .init(.search, ["/"], help: "looks for a text"),
    .init(.nextMatch, ["n"], help: "goes to the next match"),
    .init(.previousMatch, ["N"], help: "goes to the match before"),
    .init(.filter, ["f"], help: "lets only some rows stay"),
    .init(.removeFilter, ["F", .backspace], help: "takes the last filter away"),
    .init(.help, ["?", .function(1)], help: "shows the keys"),
  ]).appending(detailKeyMap)

  /// What a user wants of the keys of the page and its table that differs.
  public var keyChanges = KeyChanges.none {
    didSet { table.keyChanges = keyChanges }
  }

  open override var keyMap: KeyMap { Self.defaultKeyMap.applying(keyChanges) }

  open override func perform(_ action: Action) -> Bool {
    switch action {
    case .chooseColumns: chooseColumnsByHand()
    case .help: application?.showHelp()
    case .search: askForSearch(forward: true)
    case .nextMatch: return goToMatch(forward: true)
    case .previousMatch: return goToMatch(forward: false)
    case .filter: askForFilter()
    case .removeFilter: return removeLastFilter()
    default: return performDetailAction(action)
    }
    return true
  }

  private func chooseColumnsByHand() {
    guard !columnChoices.isEmpty else { return status.show("these rows have no members") }
    let page = ColumnsPage(columnChoices)
    page.onChange = { [weak self] in self?.columnChoices = $0 }
    stack?.push(page)
  }

  /// The row at a position.
  public func row(at path: ListIndexPath) -> Row? {
    guard list.contains(path) else { return nil }
    if let rows = list.model as? FilteredRows { return rows.row(at: path.item) }
    return feed.listModel.feedSection(at: path.section).row(at: path.item)
  }

  /// The number in the whole feed of the row that the cursor is on, from 0.
  var cursorRowNumber: Int? {
    table.state.cursor.flatMap { list.contains($0) ? number(at: $0) : nil }
  }

  private func number(at path: ListIndexPath) -> Int {
    if let rows = list.model as? FilteredRows { return Int(rows.numbers[path.item]) }
    return feed.listModel.feedSection(at: path.section).rows.lowerBound + path.item
  }

  /// Puts the cursor onto a row of the feed, or the next one that is shown.
  func showRow(_ number: Int?) {
    guard let number, number < feed.listModel.numberOfRows else { return }
    if let rows = list.model as? FilteredRows {
      let index = min(rows.position(ofRow: number).index, rows.numbers.count - 1)
      guard index >= 0 else { return }
      table.moveCursor(to: ListIndexPath(section: 0, item: index))
    } else if let path = feed.listModel.row(number).indexPath {
      table.moveCursor(to: path)
    }
  }

  /// Decides about what cells emit; the default shows text that comes with a selection.
  open func receive(_ emission: Emission) -> EmissionResponse {
    guard emission.key == .select, let payload = emission.payload else { return .forward }
    status.show("\(payload)")
    return .handled
  }

  /// The rows that an action is for, in the order of the feed: the marked ones, else the one that
  /// the cursor is on.
  public var targetRows: [Row] {
    table.targetIndexPaths.compactMap { row(at: $0) }
  }

  private func select(_ path: ListIndexPath) {
    row(at: path).map { onSelect?($0) }
  }
}

// MARK: - Following the feed

extension FeedPage {
  private func grow(_ growth: FeedGrowth) {
    search?.matches.scan(feed.listModel)
    if let scan {
      scan.scan(feed.listModel)
    } else {
      growList(growth)
    }
    if sampledRows < Self.sampleSize { chooseColumns() }
    updateStatus()
    onStatusChange?(feed.status)
  }

  private func growList(_ growth: FeedGrowth) {
    if let appended = growth.appended {
      list.didAppendItems(toSection: appended.section, in: feed.listModel)
    }
    if !growth.sections.isEmpty { list.didAppendSections(in: feed.listModel) }
    if growth.changesSupplementaries, list.numberOfSections > 0 {
      list.didAppendItems(toSection: list.numberOfSections - 1, in: feed.listModel)
      table.reloadData()
    }
  }

  /// Chooses the columns from the first rows: at once, and once more when there are enough of them,
  /// so that later rows do not push what the eye is on about.
  private func chooseColumns() {
    // Rows that a cell of the program's own shows lay themselves out.
    guard !columnTemplates.isEmpty || list.module?.section.cell.isBare ?? true else { return }
    let model = feed.listModel
    let available = min(Self.sampleSize, model.numberOfRows)
    let isComplete = available == Self.sampleSize || !feed.status.isLoading
    guard available > 0, sampledRows == 0 || (isComplete && available > sampledRows) else { return }
    sampledRows = available
    sample = (0..<available).map { model.row($0) }.filter {
      $0.problem == nil && $0.mocoaName == Row.jsonName
    }.map(\.json)
    let suggested = ColumnCatalog(sample: sample).choices
    columnChoices = columnTemplates.isEmpty ? suggested : templateChoices(besides: suggested)
  }

  func updateStatus() {
    status.title = ([feed.name] + filters.map { "[\($0.text)]" }).joined(separator: " ")
    switch feed.status {
    case .notStarted: status.activity = ""
    case .loading(let progress):
      let isNew = loadingSince.map { .now - $0 < .milliseconds(100) } ?? true
      status.activity = isNew ? "" : progress.fraction.map { "\(Int($0 * 100)) %" } ?? "reading"
    case .following: status.activity = "following"
    case .refreshing: status.activity = "refreshing"
    case .loaded: status.activity = feed.listModel.numberOfRows == 0 ? "empty" : ""
    case .failed(let error, _):
      status.activity = ""
      status.show("\(error)", style: .error, for: .seconds(3600))
    }
    updatePosition()
  }

  private func cursorDidMove() {
    updatePosition()
    updateDetail()
  }

  private func updatePosition() {
    let count = table.rowCount
    var number = 0
    if let cursor = table.state.cursor { number = table.ordinal(of: cursor) + 1 }
    let more = feed.status.isLoading || scan?.isRunning == true ? "+" : ""
    let total = scan == nil ? "" : " of \(feed.listModel.numberOfRows.grouped)"
    let marked = list.numberOfSelectedItems
    let marks = marked > 0 ? "\(marked.grouped) marked  " : ""
    status.match = matchPosition ?? ""
    status.position = "\(marks)\(number.grouped)/\(count.grouped)\(more)\(total)"
  }
}

extension ListViewModel {
  /// The number of rows in all sections; O(sections).
  var numberOfItemsInAllSections: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(in: $1) }
  }
}

/// A table's view model that hands what reaches it to whoever shows it.
final class EmittingTableViewModel: TableViewModel {
  var onEmission: ((Emission) -> EmissionResponse)?

  override func receive(_ emission: Emission) -> EmissionResponse {
    onEmission?(emission) ?? .forward
  }
}
