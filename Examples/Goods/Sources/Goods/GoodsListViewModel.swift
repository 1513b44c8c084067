import MocoaFeedUI
import MocoaItems

/// The list of goods: banners, the loaded pages, and the state of loading.
///
/// The feed owns the pages, and the command the banners; the list is assembled from both whenever
/// one of them changes, and the table shows the difference.
final class GoodsListViewModel: ListViewModel {
  let service: ProductService
  private let feed: PagedFeed<Product>
  private let loadBanners: Command<Void, [Banner]>

  init(service: ProductService, module: Module) {
    self.service = service
    feed = PagedFeed(identity: { $0.id }, load: service.products)
    loadBanners = Command(concurrency: .replacing) { try await service.banners() }
    super.init(module: module)
  }

  override func prepare() {
    feed.observe { [unowned self] _ in show() }.store(in: &subscriptions)
    loadBanners.observeResults(owner: self) { list, result in
      list.show()
      if case .failure(let error) = result {
        list.send(.tip, "the banners could not be loaded: \(error)")
      }
    }.store(in: &subscriptions)
    refresh()
  }

  var numberOfProducts: Int { feed.rows.count }

  /// Loads the first page and the banners; a request of the next page is cancelled.
  func refresh() {
    feed.refresh()
    _ = try? loadBanners.execute()
  }

  /// Loads the next page, or retries a failed request.
  func loadMore() {
    if feed.retry() == nil { feed.loadNext() }
  }

  /// Loads the next page when the last row is visible, unless a request has failed.
  func rowDidAppear(at item: Int) {
    if item >= feed.rows.count - 1, feed.state == .loaded { feed.loadNext() }
  }

  private func show() {
    model = SectionList {
      if let banners = loadBanners.latest, !banners.isEmpty {
        RowSection([Product](), name: "banners", header: banners)
      }
      RowSection(
        feed.rows, name: "goods", header: feed.rows.isEmpty ? nil : "\(feed.rows.count) goods",
        footer: feed.state)
    }
    send(.isRefreshing, feed.state == .loading(.refresh))
  }

  /// The banners, if there are any.
  var banner: BannerViewModel? {
    supplementaryViewModel(of: .header, in: 0) as? BannerViewModel
  }

  /// Passes messages of rows on to the page.
  override func receive(_ emission: Emission) -> EmissionResponse {
    guard let text = emission[.tip] else { return .forward }
    send(.tip, text)
    return .handled
  }
}

extension EmissionKey<String> {
  static var tip: Self { "tip" }
}

extension ViewModelKey where Value == String {
  /// A message about what has happened.
  static var tip: Self { "tip" }
}
