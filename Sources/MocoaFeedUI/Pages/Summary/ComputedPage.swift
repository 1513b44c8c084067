import MocoaFeed
import MocoaTUI

/// A page of rows that are computed from those of another page, such as the counts of its values.
///
/// The rows are a feed, so they can be searched, filtered, sorted and copied like any other.
@MainActor
class ComputedPage: InnerFeedPage {
  private let lines: SharedLines
  /// A Boolean value that indicates whether the other page was lacking rows at the start.
  private var isPartial = false

  /// A Boolean value that indicates whether the rows are computed again because the other page was
  /// reloaded, so that the result is not a message.
  private(set) var isRepeated = false

  /// Creates a page without rows.
  ///
  /// - Parameters:
  ///   - name: A name for the rows.
  ///   - columns: The columns.
  ///   - key: The member that identifies rows across updates; nil means the whole row.
  ///   - page: The page whose rows are read.
  /// - Throws: A `FeedError` if the rows cannot be opened as a feed.
  init(
    name: String, columns: [TemplateColumn], identityKey key: String?, of page: any FeedContext
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

  /// Recomputes the rows; overrides call `super` first.
  func start() {
    isPartial = origin?.feed.remainder != nil
  }

  /// What the result leaves out: rows that cannot be read, and those that are not there yet.
  func omissions(_ brokenRows: RowTally) -> [String] {
    [brokenRows.leftOutText, origin?.feed.remainder].compactMap(\.self)
  }

  /// Restarts when the other page was reloaded, and when all its rows have been read.
  private func originDidChange(_ change: FeedChange) {
    if case .replaced = change {
      isRepeated = true
      return start()
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

  /// Displays other rows.
  ///
  /// - Parameter bytes: One JSON object per line.
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
