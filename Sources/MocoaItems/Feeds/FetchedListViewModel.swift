import MocoaCore
import MocoaFeed

/// The view model of a list whose items are the rows of a feed, and which follows its changes.
///
/// Rows of a database that another program inserts, deletes, updates or moves to another section
/// are displayed as such. All items are in memory; a list of more than some ten thousand is better
/// shown by a `FeedPage`.
///
/// ```swift
/// guard let source = EngineSource("shop.db#orders") else { return }
/// let orders = try FetchedListViewModel<Order>(source.origin(), sectionsBy: \.state)
/// ```
@MainActor
open class FetchedListViewModel<Item>: ItemListViewModel<Item>
where Item: Decodable & Identifiable & Equatable & Sendable {
  /// The error of the last fetch, or nil if it succeeded.
  public private(set) var error: (any Error)?

  /// Called after each fetch, successful or not.
  public var onFetch: (() -> Void)?

  private var feed: Feed?
  private var section: (@Sendable (Item) -> String)?
  private var generation: Int?
  private var task: Task<Void, Never>?

  /// Creates a list and starts fetching.
  ///
  /// - Parameters:
  ///   - origin: The origin of the rows.
  ///   - section: The section of an item, which is the identity of the section and its header; nil
  ///     for a single section. Sections are in the order of their first items.
  ///   - interval: The interval of checks for changes of the rows; nil for no checks.
  ///   - module: The module of the list.
  /// - Throws: A `FeedError` if the origin cannot be opened.
  public convenience init(
    _ origin: FeedOrigin, sectionsBy section: (@Sendable (Item) -> String)? = nil,
    every interval: Duration? = .seconds(1), module: Module? = nil
  ) throws {
    self.init(model: SectionList([]), module: module)
    let feed = try Feed(origin)
    (self.feed, self.section) = (feed, section)
    feed.observeChanges { [weak self] _ in self?.fetch() }.store(in: &subscriptions)
    if let interval { feed.watch(every: interval) } else { feed.start() }
  }

  isolated deinit { task?.cancel() }

  /// Fetches the items again.
  public func reload() { feed?.reload() }

  private func fetch() {
    guard let feed else { return }
    if let error = feed.status.error { return finish(error) }
    guard case .loaded = feed.status, generation != feed.generation else { return }
    generation = feed.generation
    task?.cancel()
    task = Task { [weak self, section, model = feed.listModel] in
      do {
        let items = try await model.decodedRows(as: Item.self)
        let sections =
          section.map { RowSection.sections(of: items, by: $0) }
          ?? (items.isEmpty ? [] : [RowSection(items)])
        guard !Task.isCancelled else { return }
        self?.sections = sections
        self?.finish(nil)
      } catch {
        guard !Task.isCancelled else { return }
        self?.finish(error)
      }
    }
  }

  private func finish(_ error: (any Error)?) {
    self.error = error
    onFetch?()
  }
}
