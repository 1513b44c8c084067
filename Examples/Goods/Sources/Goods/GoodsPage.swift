import MocoaFeedUI

/// The goods below their banners, with keys to refresh, to load more and to go through the banners.
final class GoodsPage: Page {
  private let goods: GoodsListViewModel
  private let table = TableView()
  private let status = StatusBar()

  init(_ goods: GoodsListViewModel) {
    self.goods = goods
    super.init()
    addSubview(table)
    addSubview(status)
    status.title = title
    status.hint = "r refresh  l like  . actions  F1 keys"
    table.style.hasSeparators = true
    table.onMove = { [unowned self] in didMove() }
    goods.observe(.tip, owner: self) { $0.status.show($1) }.store(in: &subscriptions)
    goods.observe(.destination, owner: self) { $0.stack?.push(TextPage($1)) }
      .store(in: &subscriptions)
    goods.observe(.isRefreshing, owner: self) { page, isRefreshing in
      page.status.activity = isRefreshing ? "refreshing" : ""
      page.didMove()
    }.store(in: &subscriptions)
    table.show(goods)
  }

  override var title: String { "Goods" }
  override var viewModel: ViewModel? { goods }
  override var preferredFocus: View? { table }

  override func layoutSubviews() {
    (status.frame, table.frame) = bounds.split(1, from: .bottom)
  }

  private func didMove() {
    if let last = table.visibleIndexPaths.last { goods.rowDidAppear(at: last.item) }
    let row = table.state.cursor.map { $0.item + 1 } ?? 0
    status.position = "\(row)/\(goods.numberOfProducts)"
  }

  private static let keys = KeyMap(
    [
      .init("refresh", ["r", .function(5)], help: "Reload"),
      .init("load-more", ["m"], help: "Load more, or retry"),
      .init("next-banner", [.right], help: "Next banner"),
      .init("previous-banner", [.left], help: "Previous banner"),
      .init("open-banner", ["b"], help: "Open the banner"),
      .init("sign-out", ["x"], help: "Sign out…"),
    ], title: "Goods")

  override var keyMap: KeyMap { Self.keys }

  override func perform(_ action: Action) -> Bool {
    switch action {
    case "refresh": goods.refresh()
    case "load-more": goods.loadMore()
    case "next-banner": goods.banner?.move(by: 1)
    case "previous-banner": goods.banner?.move(by: -1)
    case "open-banner": goods.banner?.open()
    case "sign-out": askToSignOut()
    default: return false
    }
    return true
  }

  private func askToSignOut() {
    application?.present(
      MessageView.confirmation(title: "Sign out", text: "Sign out now?") {
        [weak self] in self?.application?.quit()
      })
  }
}

/// A page that a row or a banner leads to.
final class TextPage: Page {
  private let destination: Destination
  private let label: Label
  private let status = StatusBar()

  init(_ destination: Destination) {
    self.destination = destination
    label = Label(destination.text)
    super.init()
    status.title = title
    status.hint = "Esc back"
    addSubview(label)
    addSubview(status)
  }

  override var title: String { destination.title }

  override func layoutSubviews() {
    let (foot, rest) = bounds.split(1, from: .bottom)
    status.frame = foot
    label.frame = rest.inset(by: Insets(top: 1, left: 2, right: 2))
  }

  override var keyMap: KeyMap { .leavingPage }
  override func perform(_ action: Action) -> Bool { performLeaving(action) }
}
