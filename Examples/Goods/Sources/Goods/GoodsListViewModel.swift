import MocoaFeedUI

/// The list of goods: banners, the pages that are there, and how the loading stands.
///
/// The feed alone counts pages, and the command alone knows whether banners are being loaded; the
/// list is assembled again from both whenever one of them changes, and the table shows the
/// difference.
final class GoodsListViewModel: ListViewModel {
  let service: ProductService
  private let feed: PagedFeed<Product>
  private var banners: [Banner] = []
  private var observation: Subscription?

  private(set) lazy var loadBanners = Command<Void, [Banner]>(concurrency: .replacing) {
    [service] in try await service.banners()
  }

  init(service: ProductService, module: Module) {
    self.service = service
    feed = PagedFeed(identity: { $0.id }, load: service.products)
    super.init(module: module)
  }

  override func prepare() {
    observation = feed.observe { [unowned self] _ in show() }
    loadBanners.observeResults(owner: self) { list, result in
      switch result {
      case .success(let banners):
        list.banners = banners
        list.show()
      case .failure(let error):
        list.send(.tip, "the banners could not be loaded: \(error)")
      }
    }.store(in: &subscriptions)
    refresh()
  }

  var numberOfProducts: Int { feed.rows.count }

  // MARK: Loading

  /// Loads the first page and the banners; what is being loaded behind the last page is given up.
  func refresh() {
    feed.refresh()
    _ = try? loadBanners.execute()
  }

  /// Loads the next page, or asks once more for what has failed; for a key.
  func loadMore() {
    if feed.retry() == nil { feed.loadNext() }
  }

  /// Loads the next page when the last one comes into sight; what has failed waits for a key.
  func rowDidAppear(at item: Int) {
    if item >= feed.rows.count - 1, feed.state == .loaded { feed.loadNext() }
  }

  private func show() {
    var sections: [any SectionModel] = []
    if !banners.isEmpty {
      sections.append(RowSection([Product](), name: "banners", header: banners))
    }
    let count = feed.rows.isEmpty ? nil : "\(feed.rows.count) goods"
    sections.append(RowSection(feed.rows, name: "goods", header: count, footer: feed.state))
    model = SectionList(sections)
    send(.isRefreshing, feed.state == .loading(.refresh))
  }

  // MARK: What rows and banners want

  var banner: BannerViewModel? {
    guard !banners.isEmpty else { return nil }
    return supplementaryViewModel(of: .header, in: 0) as? BannerViewModel
  }

  override func receive(_ emission: Emission) -> EmissionResponse {
    if let destination: Destination = emission[.select] {
      send(.destination, destination)
    } else if let text = emission[.tip] {
      send(.tip, text)
    } else {
      return .forward
    }
    return .handled
  }
}

/// Where a row or a banner leads.
enum Destination: Hashable, Sendable {
  case product(Product)
  case seller(String)
  case place(String)
  case comments(Product)
  case banner(Banner)

  var title: String {
    switch self {
    case .product: "goods detail"
    case .seller(let name): name
    case .place(let name): name
    case .comments(let product): "comments of goods \(product.id)"
    case .banner(let banner): banner.title
    }
  }

  var text: String {
    switch self {
    case .product(let product): "\(product.title)\n\n\(product.summary)"
    case .seller(let name): "What \(name) sells."
    case .place(let name): "What there is in \(name)."
    case .comments(let product): "\(product.comments) comments on \(product.title)."
    case .banner(let banner): banner.address
    }
  }
}

extension EmissionKey<String> {
  static var tip: Self { "tip" }
}

extension ViewModelKey where Value == String {
  /// A word about what has happened.
  static var tip: Self { "tip" }
}

extension ViewModelKey where Value == Destination {
  /// A page that is to be opened.
  static var destination: Self { "destination" }
}
