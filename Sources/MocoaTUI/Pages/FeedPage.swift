import MocoaCore
import MocoaFeed

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
    addSubview(table)
    addSubview(detail)
    addSubview(status)
    status.title = feed.source.name
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

  open override var title: String { feed.source.name }

  open override var preferredFocus: View? { table }

  open override func layoutSubviews() {
    let (foot, rest) = bounds.split(bounds.rows > 1 ? 1 : 0, from: .bottom)
    status.frame = foot
    layOutDetail(beside: rest)
  }

  open override var keyMap: KeyMap { Self.detailKeyMap }

  open override func perform(_ action: Action) -> Bool { performDetailAction(action) }

  /// The row at a position.
  public func row(at path: ListIndexPath) -> Row? {
    guard list.contains(path) else { return nil }
    return feed.listModel.feedSection(at: path.section).row(at: path.item)
  }

  /// Decides about what cells emit; the default shows text that comes with a selection.
  open func receive(_ emission: Emission) -> EmissionResponse {
    guard emission.key == .select, let payload = emission.payload else { return .forward }
    status.show("\(payload)")
    return .handled
  }

  private func select(_ path: ListIndexPath) {
    row(at: path).map { onSelect?($0) }
  }
}

// MARK: - Following the feed

extension FeedPage {
  private func grow(_ growth: FeedGrowth) {
    if let appended = growth.appended {
      list.didAppendItems(toSection: appended.section, in: feed.listModel)
    }
    if !growth.sections.isEmpty { list.didAppendSections(in: feed.listModel) }
    if growth.changesSupplementaries, list.numberOfSections > 0 {
      list.didAppendItems(toSection: list.numberOfSections - 1, in: feed.listModel)
      table.reloadData()
    }
    if sampledRows < Self.sampleSize { chooseColumns() }
    updateStatus()
    onStatusChange?(feed.status)
  }

  /// Chooses the columns from the first rows: at once, and once more when there are enough of them,
  /// so that later rows do not push what the eye is on about.
  private func chooseColumns() {
    let model = feed.listModel
    let available = min(Self.sampleSize, model.numberOfRows)
    let isComplete = available == Self.sampleSize || !feed.status.isLoading
    guard available > 0, sampledRows == 0 || (isComplete && available > sampledRows) else { return }
    sampledRows = available
    let sample = (0..<available).map { model.row($0) }.filter {
      $0.problem == nil && $0.mocoaName == Row.jsonName
    }
    let chooser = JSONColumnChooser(sample: sample.map(\.json))
    table.columns = chooser.columns
    table.columnContentWidths = chooser.contentWidths
  }

  private func updateStatus() {
    switch feed.status {
    case .notStarted: status.activity = ""
    case .loading(let progress):
      let isNew = loadingSince.map { .now - $0 < .milliseconds(100) } ?? true
      status.activity = isNew ? "" : progress.fraction.map { "\(Int($0 * 100)) %" } ?? "reading"
    case .refreshing: status.activity = "refreshing"
    case .loaded: status.activity = list.numberOfSections == 0 ? "empty" : ""
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
    let count = feed.listModel.numberOfRows
    let number = table.state.cursor.map { ordinal(of: $0) + 1 } ?? 0
    let more = feed.status.isLoading ? "+" : ""
    status.position = "\(number.grouped)/\(count.grouped)\(more)"
  }

  /// The number of a row in the whole feed, from 0.
  private func ordinal(of path: ListIndexPath) -> Int {
    guard path.section < feed.listModel.numberOfSections else { return 0 }
    return feed.listModel.feedSection(at: path.section).rows.lowerBound + path.item
  }
}

/// A table's view model that hands what reaches it to whoever shows it.
final class EmittingTableViewModel: TableViewModel {
  var onEmission: ((Emission) -> EmissionResponse)?

  override func receive(_ emission: Emission) -> EmissionResponse {
    onEmission?(emission) ?? .forward
  }
}
