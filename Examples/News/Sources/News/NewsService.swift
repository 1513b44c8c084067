import Foundation

/// Where news come from.
protocol NewsService: Sendable {
  /// A page of groups, as JSON; page 0 has the newest, and an empty one is the last.
  func groups(page: Int) async throws -> Data
}

/// News that were made up, slowly.
struct SampleNews: NewsService {
  var delay: Duration

  func groups(page: Int) async throws -> Data {
    try await Task.sleep(for: delay)
    return try JSONEncoder().encode(page < 5 ? (page * 25..<page * 25 + 25).map(group) : [])
  }

  private let words = [
    "A bridge", "The comet", "One goat", "The tram", "A choir", "The lighthouse", "A map",
  ]
  private let verbs = ["opens", "is late", "returns", "wins", "sings", "is lost", "is found"]

  private func group(_ id: Int) -> Group {
    let (name, count) = id % 8 == 0 ? ("banner", 3) : id % 3 == 0 ? ("gallery", 1) : ("picture", 2)
    let stories = (id * 10..<id * 10 + count).map { story($0, pictures: name == "gallery" ? 3 : 1) }
    return Group(id: id, name: name, stories: stories)
  }

  private func story(_ id: Int, pictures: Int) -> Story {
    Story(
      id: id, title: "\(words[id % words.count]) \(verbs[id / 3 % verbs.count])",
      date: "2026-11-\(10 + id % 12)", url: "https://news.example/\(id)", comments: id % 40,
      pictures: (1...pictures).map { "\(id)-\($0).png" })
  }
}
