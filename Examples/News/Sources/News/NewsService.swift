import Foundation
import MocoaTUI

/// Where news come from.
protocol NewsService: Sendable {
  /// A page of groups, as JSON; page 0 has the newest, and an empty one is the last.
  func groups(page: Int) async throws -> Data
}

/// News that were made up, slowly.
struct SampleNews: NewsService {
  var delay: Duration
  static let pageCount = 5
  static let pageSize = 25

  func groups(page: Int) async throws -> Data {
    try await Task.sleep(for: delay)
    guard page < Self.pageCount else { return Data("[]".utf8) }
    let groups = (0..<Self.pageSize).map { Self.group(page * Self.pageSize + $0) }
    return Data("[\(groups.joined(separator: ","))]".utf8)
  }

  private static let words = [
    "A bridge", "The comet", "One goat", "The tram", "A choir", "The lighthouse", "A map",
  ]
  private static let verbs = [
    "opens", "is late", "returns", "wins", "sings", "is lost", "is found",
  ]

  private static func group(_ id: Int) -> String {
    let (name, count) = id % 8 == 0 ? ("banner", 3) : id % 3 == 0 ? ("gallery", 1) : ("picture", 2)
    let stories = (0..<count).map { story(id * 10 + $0, pictures: name == "gallery" ? 3 : 1) }
    let list = stories.joined(separator: ",")
    return #"{"id": \#(id), "name": "\#(name)", "stories": [\#(list)]}"#
  }

  private static func story(_ id: Int, pictures: Int) -> String {
    let title = "\(words[id % words.count]) \(verbs[id / 3 % verbs.count])"
    let names = (1...pictures).map { "\"\(id)-\($0).png\"" }.joined(separator: ",")
    return #"{"id": \#(id), "title": "\#(title)", "date": "2026-11-\#(10 + id % 12)","#
      + #" "url": "https://news.example/\#(id)", "comments": \#(id % 40), "pictures": [\#(names)]}"#
  }
}
