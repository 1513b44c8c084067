import MocoaTUI

final class NewsPage: TablePage {
  let news: NewsViewModel

  init(module: Module, service: any NewsService) {
    news = NewsViewModel(module: module, service: service)
    super.init(title: "News", list: news)
    status.hint = "r refresh  n more  ? keys"
    news.observe(.toast, owner: self) { $0.status.show($1) }.store(in: &subscriptions)
    news.observe(.isLoading, initial: .latest, owner: self) { page, isLoading in
      page.status.activity = isLoading ? "loading…" : ""
    }.store(in: &subscriptions)
    news.observe(.open, owner: self) { page, story in
      page.push("mocoa://news/story", options: ["story": story, "url": story.url])
    }.store(in: &subscriptions)
    on("r", help: "Refresh") { [news] in news.refresh() }
    on("n", help: "Load older items") { [news] in news.loadMore() }
    on(.right, "l", help: "Next banner item") { [unowned self] in turnBanner(by: 1) }
    on(.left, "h", help: "Previous banner item") { [unowned self] in turnBanner(by: -1) }
  }

  override var keyMap: KeyMap { .leavingPage }

  private func turnBanner(by steps: Int) {
    let row = table.cursor.map { news.cellViewModel(at: $0) }
    (row as? BannerViewModel)?.turn(by: steps)
  }
}

/// A story to read.
final class StoryPage: StatusPage, ModulePage {
  init(context: PageContext) {
    super.init()
    let title = context.options.value("story", as: Story.self)?.title ?? "A story"
    let story = Label("\(title)\n\nThe rest of it is to be read elsewhere.")
    addSubview(story.padding(Insets(top: 1, left: 2, right: 2)))
    status.title = context.options.string("url") ?? ""
    status.hint = "Esc back"
  }
}
