import MocoaFeedUI

@main struct Goods {
  static func main() {
    Application.run {
      let module = ModuleRegistry.shared["mocoa://goods/"]
      module.registerGoods()
      return GoodsPage(GoodsListViewModel(service: .simulated, module: module))
    }
  }
}

extension Module {
  /// Registers what the page of goods is made of.
  func registerGoods() {
    section("banners").header.register(BannerView.self)
    section("goods").header.register(GoodsHeader.self)
    section("goods").cell.register(ProductCell.self)
    section("goods").footer.register(LoadingFooter.self)
  }
}
