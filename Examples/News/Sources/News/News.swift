// A news feed in groups, each kind of group with its cell, that is refreshed and continued.
//
// A group's name says which section module shows it: a story with one picture, one with several, or
// a banner that turns through all stories of its group in a single row. What comes from the service
// is compared with what is there, so stories stay where the reader has them.

import MocoaTUI

struct Story: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var date: String
  var url: String
  var comments: Int
  var pictures: [String]
}

struct Group: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  /// The name of the section's module, such as `picture`.
  var name: String
  var stories: [Story]
}

/// All stories of a group as one row.
struct Banner: Identifiable, Equatable, Sendable {
  var id: Int
  var stories: [Story]
}

@MainActor func registerModules(_ modules: ModuleRegistry, service: any NewsService) {
  let news = modules["mocoa://news/"]
  news.register(
    view: .page(name: "NewsPage") { NewsPage(module: $0.module, service: service) })
  news.section("picture").cell.register(PictureCell.self)
  news.section("gallery").cell.register(GalleryCell.self)
  news.section("banner").cell.register(BannerCell.self)
  modules["mocoa://news/story"].register(page: StoryPage.self)
}

@main struct NewsApp {
  static func main() {
    Application.run(opening: "mocoa://news/") {
      registerModules($0, service: SampleNews(delay: .milliseconds(600)))
    }
  }
}
