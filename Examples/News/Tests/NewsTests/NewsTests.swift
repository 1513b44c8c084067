import Foundation
import MocoaTUI
import MocoaTestSupport
import Synchronization
import Testing

@testable import News

/// News that come when the test says so.
private final class ScriptedNews: NewsService {
  private let pages = Mutex<[Int: String]>([:])
  private let asked = Mutex<[Int]>([])

  func set(_ json: String, page: Int) { pages.withLock { $0[page] = json } }
  var requests: [Int] { asked.withLock { $0 } }

  func groups(page: Int) async throws -> Data {
    asked.withLock { $0.append(page) }
    return Data((pages.withLock { $0[page] } ?? "[]").utf8)
  }
}

@MainActor @Suite struct NewsTests {
  private let service = ScriptedNews()
  private let registry = ModuleRegistry()
  private let screen: ScreenDriver

  init() throws {
    screen = try ScreenDriver(columns: 44, rows: 11)
    registerModules(registry, service: service)
  }

  private static func group(_ id: Int, _ name: String, _ titles: String...) -> String {
    let stories = titles.enumerated().map { index, title in
      #"{"id": \#(id * 10 + index), "title": "\#(title)", "date": "2026-11-21","#
        + #" "url": "https://news.example/\#(id)", "comments": \#(index), "pictures": ["a", "b"]}"#
    }
    let list = stories.joined(separator: ",")
    return #"{"id": \#(id), "name": "\#(name)", "stories": [\#(list)]}"#
  }

  private static let first = """
    [\(group(1, "banner", "One", "Two")), \(group(2, "picture", "Goat wins", "Tram late")),
     \(group(3, "rumour", "Nobody shows this")), \(group(4, "gallery", "Choir sings"))]
    """

  private func open() async throws {
    service.set(Self.first, page: 0)
    let stack = try screen.open("mocoa://news/", in: registry)
    let page = try #require(stack.top as? NewsPage)
    await screen.wait(for: "the first groups") { service.requests == [0, 1] && !page.news.isBusy }
    screen.pass(.seconds(5))
  }

  @Test func eachKindOfGroupHasItsCell() async throws {
    try await open()
    screen.expect(
      """
      ┌──────────────────────────────────────────┐
      │ ‹ One                              1/2 › │
      └──────────────────────────────────────────┘
      ▣ Goat wins
        2026-11-21 · 0 comments
      ▣ Tram late
        2026-11-21 · 1 comments
      Choir sings
      ▣ a ▣ b
      2026-11-21 · 0 comments
       News         r refresh  n more  ? keys 1/4
      """)
  }

  @Test func theBannerTurnsAndKeepsItsPlace() async throws {
    try await open()
    screen.press(.right)
    #expect(screen.picture.contains("‹ Two"))
    screen.press(.right)
    #expect(screen.picture.contains("‹ One"))
    screen.click("›")
    #expect(screen.picture.contains("‹ Two"))
    screen.type("r")
    await screen.wait(for: "the answer") { screen.picture.contains("nothing new") }
    #expect(screen.picture.contains("‹ Two"))
  }

  @Test func refreshingPutsWhatIsNewAboveAndTheCursorStays() async throws {
    try await open()
    screen.type("jj")
    let changed = Self.group(2, "picture", "Goat lost", "Tram late")
    service.set("[\(Self.group(9, "picture", "Comet")),\(changed)]", page: 0)
    screen.type("r")
    await screen.wait(for: "the new group") { screen.picture.contains("1 new groups") }
    let rows = screen.terminal.lines
    #expect(rows.contains { $0.contains("Goat lost") } && !screen.picture.contains("Goat wins"))
    screen.pass(.seconds(5))
    screen.type("\r")
    #expect(screen.picture.contains("  Tram late"))
  }

  @Test func theEndOfTheListAsksForMore() async throws {
    service.set("[\(Self.group(5, "picture", "Late news"))]", page: 1)
    service.set("[\(Self.group(1, "picture", "A"))]", page: 0)
    try screen.open("mocoa://news/", in: registry)
    await screen.wait(for: "the last page") { screen.picture.contains("that is all") }
    #expect(service.requests == [0, 1, 2], "each page once, and none left out")
    #expect(screen.picture.contains("Late news"))
    screen.type("n")
    #expect(service.requests == [0, 1, 2])
  }

  @Test func openingAStoryPassesItsAddress() async throws {
    try await open()
    screen.type("j\r")
    screen.expect(
      """

        Goat wins

        The rest of it is to be read elsewhere.






       https://news.example/2            Esc back
      """)
    screen.rightClick("Goat")
    screen.doubleClick("Choir")
    #expect(screen.picture.contains("https://news.example/4"))
  }

  @Test func theMouseAloneIsEnough() async throws {
    try await open()
    let before = service.requests.count
    screen.click(" News")
    screen.wheel(over: "Keys", until: "Refresh")
    screen.click("Refresh")
    await screen.wait(for: "the request") { service.requests.count > before }
    screen.pass(.seconds(5))
    screen.click("›")
    #expect(screen.picture.contains("‹ Two"))
    screen.doubleClick("Two")
    #expect(screen.picture.contains("https://news.example/1"))
    screen.rightClick("Two")
    #expect(screen.picture.contains("Goat wins"))
  }

  @Test func badNewsKeepTheOldOnes() async throws {
    try await open()
    service.set("[{]", page: 0)
    screen.type("r")
    await screen.wait(for: "the message") { screen.picture.contains("no news") }
    #expect(screen.picture.contains("Goat wins"))
  }

  @Test func theSampleIsRead() async throws {
    var count = 0
    for page in 0... {
      let json = try await SampleNews(delay: .zero).groups(page: page)
      let groups = try JSONDecoder().decode([Group].self, from: json)
      if groups.isEmpty { break }
      count += groups.count
    }
    #expect(count == 125)
  }
}
