import MocoaFeed
import MocoaTUI

/// A page of rows that are computed from those of another page, such as the counts of its values.
///
/// The rows are a feed, so they can be searched, filtered, sorted and copied like any other.
@MainActor
class ComputedPage: InnerFeedPage {
  private let lines: SharedLines

  /// The rows that are read, and the filters that they match; nil for chosen rows.
  private(set) var input: (model: FeedListModel, filters: [RowFilter])?

  /// A Boolean value that indicates whether the other page was lacking rows at the start.
  private var isPartial = false

  /// A Boolean value that indicates whether the rows are computed again because the other page was
  /// reloaded, so that the result is not a message.
  private(set) var isRepeated = false

  /// Creates a page without rows; without a key, updates match them as a whole.
  ///
  /// - Throws: A `FeedError` if the rows cannot be opened as a feed.
  init(
    name: String, columns: [FeedColumn], identityKey key: String?, of page: any FeedContext
  ) throws {
    let lines = SharedLines()
    self.lines = lines
    var options = FeedOptions()
    options.format = .lines
    options.identityKey = key
    let feed = try Feed(
      FeedOrigin(name: name) { MemorySource(lines.bytes, name: name) }, options: options)
    let texts = columns.compactMap { column in column.template.map { (column.column.id, $0) } }
    let cells = CellRules([.init(.columns(Dictionary(texts) { first, _ in first }))])
    super.init(feed: feed, cells: cells, over: page)
    columnController.templates = columns
    live.reportsChanges = false
    updater.keepsFirstRow = true
    page.feed.observeChanges { [weak self] in self?.originDidChange($0) }
      .store(in: &subscriptions)
  }

  /// Recomputes the rows from all those of the other page; overrides call `super` first.
  func start() {
    guard let origin else { return }
    isPartial = origin.feed.remainder != nil
    statusBar.ageText = ""
    inheritedFaults = ResultFaults(before: origin.feed, needsAllRows: true)
    input = (origin.feed.listModel, origin.filters)
  }

  /// The rows that were read and cannot be, of which the result has nothing.
  var leftOutRows: RowTally { RowTally() }

  /// The values that the result leaves out, and that it is not complete yet.
  var resultFaults: [String] { [] }

  override var originFaults: ResultFaults {
    var faults = readingFaults
    if let input {
      faults.add(broken: leftOutRows, of: input.model) { input.model.row($0).problem }
    }
    for fault in resultFaults { faults.add(fault) }
    if feed.status.isRefreshing { faults.add("the result is not displayed yet") }
    return faults
  }

  /// The faults of the rows that were read, except for those that cannot be.
  private var readingFaults: ResultFaults {
    var faults = inheritedFaults
    guard let input else { return faults }
    // A page that is computed itself may be complete by now.
    if let origin { faults.add(origin.originFaults) }
    faults.add(failureOf: input.filters)
    faults.addFaults(of: input.model)
    return faults
  }

  /// What the result leaves out of the other page, in short: rows that cannot be read, that are not
  /// there yet, or that a source has failed to give.
  var omissions: [String] {
    [leftOutRows.leftOutText].compactMap(\.self) + readingFaults.lines
  }

  /// Restarts when the other page was reloaded, and when all its rows have been read; of rows that
  /// are added later, a note says so.
  private func originDidChange(_ change: FeedChange) {
    if case .replaced = change {
      isRepeated = true
      return start()
    }
    if case .grew(let growth) = change, !isPartial {
      let addsRows = growth.appended != nil || !growth.sections.isEmpty
      if addsRows { statusBar.ageText = "\(RowSnapshot.message) (r)" }
    }
    guard isPartial, let origin, !origin.feed.status.isLoading else { return }
    start()
  }

  /// Filters the other page by alternative expressions, and returns to it.
  func filterOrigin(by alternatives: [String]) {
    guard let origin, !alternatives.isEmpty else { return }
    stack?.pop()
    origin.addFilter(
      alternatives.count == 1
        ? alternatives[0] : alternatives.map { "(\($0))" }.joined(separator: " || "))
  }

  /// Displays other rows, one JSON object per line.
  func showRows(_ bytes: [UInt8]) {
    lines.set(bytes)
    feed.reload()
  }

  override func reload() {
    isRepeated = false
    start()
  }
}

/// The lines of a feed in memory.
private final class SharedLines: Sendable {
  private let storage = Monitor<[UInt8]>([])

  var bytes: [UInt8] { storage.withLock { $0 } }

  func set(_ bytes: [UInt8]) { storage.withLock { $0 = bytes } }
}
