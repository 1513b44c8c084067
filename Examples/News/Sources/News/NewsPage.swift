import MocoaTUI

extension Action {
  static let refresh: Action = "refresh"
  static let loadMore: Action = "load-more"
}

final class NewsPage: TablePage {
  let news: NewsViewModel

  init(module: Module, service: any NewsService) {
    news = NewsViewModel(module: module, service: service)
    super.init(title: "News", list: news)
    status.hint = "r refresh  n more  ? keys"
    news.observe(.toast, owner: self) { $0.status.show($1) }.store(in: &subscriptions)
    news.observe(.isLoading, initial: news.isBusy, owner: self) { page, isLoading in
      page.status.activity = isLoading ? "loading…" : ""
    }.store(in: &subscriptions)
    news.observe(.open, owner: self) { page, story in
      page.stack?.push("mocoa://news/story", options: ["story": story, "url": story.url])
    }.store(in: &subscriptions)
  }

  override var keyMap: KeyMap {
    KeyMap(
      [
        .init(.refresh, ["r"], help: "Refresh"),
        .init(.loadMore, ["n"], help: "Load older items"),
        .init(.scrollRight, [.right, "l"], help: "Next banner item"),
        .init(.scrollLeft, [.left, "h"], help: "Previous banner item"),
      ], title: "News"
    ).appending(.leavingPage)
  }

  override func perform(_ action: Action) -> Bool {
    switch action {
    case .refresh: news.refresh()
    case .loadMore: news.loadMore()
    case .scrollLeft: return turnBanner(by: -1)
    case .scrollRight: return turnBanner(by: 1)
    default: return super.perform(action)
    }
    return true
  }

  private func turnBanner(by steps: Int) -> Bool {
    guard let path = table.state.cursor,
      let banner = news.cellViewModel(at: path) as? BannerViewModel
    else { return false }
    banner.turn(by: steps)
    return true
  }
}

/// A story to read.
final class StoryPage: Page, ModulePage {
  private let story: Label
  private let status = StatusBar()

  init(context: PageContext) {
    let title = context.options.value("story", as: Story.self)?.title ?? "A story"
    story = Label("\(title)\n\nThe rest of it is to be read elsewhere.")
    super.init()
    addSubview(story)
    addSubview(status)
    status.title = context.options.string("url") ?? ""
    status.hint = "Esc back"
  }

  override func layoutSubviews() {
    let (foot, rest) = bounds.split(1, from: .bottom)
    story.frame = rest.inset(by: Insets(top: 1, left: 2, right: 2))
    status.frame = foot
  }
}
