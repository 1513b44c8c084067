import MocoaFeedUI

/// The goods below their banners, with keys to refresh, to load more and to go through the banners.
final class GoodsPage: TablePage {
  init(_ goods: GoodsListViewModel) {
    super.init(title: "Goods", list: goods)
    status.hint = "r refresh  l like  . actions  F1 keys"
    table.style.hasSeparators = true
    table.observeMove(owner: goods) { [table] goods in
      if let last = table.visibleIndexPaths.last { goods.rowDidAppear(at: last.item) }
    }.store(in: &subscriptions)
    goods.observe(.tip, owner: self) { $0.status.show($1) }.store(in: &subscriptions)
    goods.observe(.isRefreshing, initial: .latest, owner: self) { page, isRefreshing in
      page.status.activity = isRefreshing ? "refreshing" : ""
    }.store(in: &subscriptions)
    on("r", .function(5), help: "Reload") { goods.refresh() }
    on("m", help: "Load more, or retry") { goods.loadMore() }
    on(.right, help: "Next banner") { goods.banner?.move(by: 1) }
    on(.left, help: "Previous banner") { goods.banner?.move(by: -1) }
    on("b", help: "Open the banner") { [unowned self] in
      if let banner = goods.banner?.current { push(TextPage(banner.title, banner.address)) }
    }
    on("x", help: "Sign out…") { [unowned self] in
      application?.present(
        MessageOverlay.confirmation(title: "Sign out", text: "Sign out now?") { [weak self] in
          self?.application?.quit()
        })
    }
  }
}

/// A page that a row or a banner leads to.
final class TextPage: StatusPage {
  init(_ title: String, _ text: String) {
    super.init()
    status.title = title
    status.hint = "Esc back"
    addSubview(Label(text).padding(Insets(top: 1, left: 2, right: 2)))
  }
}

extension Module {
  /// Registers what the page of goods is made of.
  func registerGoods() {
    section("banners").header.register(BannerView.self)
    section("goods").header.register(TitleHeader.self)
    section("goods").cell.register(ProductCell.self)
    section("goods").footer.register(LoadingFooter.self)
  }
}

@main struct Goods {
  static func main() {
    Application.run {
      let module = ModuleRegistry.shared["mocoa://goods/"]
      module.registerGoods()
      return GoodsPage(GoodsListViewModel(service: .simulated, module: module))
    }
  }
}
